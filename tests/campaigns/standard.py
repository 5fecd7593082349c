"""The standard set that the file of each view runs: who gets what, wrong methods, addresses that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.test import Client

Clients = dict[str, Client]
OUTSIDERS = ("stranger",)


def assert_statuses(
    clients: Clients, address: str, expected: dict[int, Iterable[str]], *, method: str = "get", data: Any = None
) -> None:
    """Everybody named gets the status that stands before the names."""
    wanted = {name: status for status, names in expected.items() for name in names}
    given = {name: getattr(clients[name], method)(address, data).status_code for name in wanted}
    assert given == wanted


def assert_only_by(method: str, client: Client, address: str) -> None:
    """Every other method is refused."""
    others = {"get", "post", "put", "delete"} - {method}
    assert {getattr(client, other)(address).status_code for other in others} == {405}


def assert_leads_nowhere(client: Client, address: str, code: object, *, method: str = "get") -> None:
    """An unknown and a malformed code find nothing."""
    for other in (str(uuid4()), "no-code", "12"):
        assert getattr(client, method)(address.replace(str(code), other)).status_code == 404
