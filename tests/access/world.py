"""What the walk over every address needs: who looks, what there is, and how an address is tried.

An app adds ``tests/access/cases_<app>.py`` with

- ``build(world)``: makes the app's objects and keeps them in ``world.things`` (optional), and
- ``CASES``: one :class:`Case` for each of its addresses.

``test_every_url.py`` finds these modules by name, and fails for an address that no case names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from rhean.campaigns.models import Campaign, User

ANYBODY = frozenset({"nobody", "stranger", "watcher", "pike", "ode", "wren", "owner", "host"})
SIGNED_IN = ANYBODY - {"nobody"}
MEMBERS = frozenset({"watcher", "pike", "ode", "wren", "owner"})
PLAYERS = MEMBERS - {"watcher"}
GMS = frozenset({"wren", "owner"})
OWNER = frozenset({"owner"})
HOST = frozenset({"host"})
NOBODY = frozenset({"nobody"})


@dataclass
class World:
    """One campaign with its people, an outsider, the server's owner, and what the apps add."""

    campaign: Campaign
    people: dict[str, User]
    things: dict[str, Any] = field(default_factory=dict)


Arguments = Callable[[World], Mapping[str, Any]]


def of_campaign(world: World) -> Mapping[str, Any]:
    """The arguments of an address that names the campaign only."""
    return {"code": world.campaign.code}


def nothing(world: World) -> Mapping[str, Any]:
    """The arguments of an address without any."""
    return {}


@dataclass(frozen=True)
class Case:
    """An address: how it is reached, and for whom.

    ``allowed`` may use it; ``insiders`` are told 403, all others find nothing (404), and nobody is sent to the
    log-in (302, or 401 where what was sent is kept) unless ``signed_out`` says otherwise. What the allowed get is
    anything but a refusal or an error; a form sent empty may be told so. ``data`` is what a POST sends, ``query`` what
    a GET asks for. ``untried`` are those for whom the address does what cannot be undone in a test's transaction: its
    own test file tries it.
    """

    name: str
    allowed: frozenset[str]
    arguments: Arguments = of_campaign
    method: str = "get"
    data: Callable[[World], Mapping[str, Any]] = nothing
    insiders: frozenset[str] = MEMBERS
    signed_out: int = 302
    other_methods: tuple[str, ...] = ("put", "delete")
    query: Mapping[str, str] = field(default_factory=dict)
    untried: frozenset[str] = frozenset()
    answers: tuple[int, ...] = (200, 204, 302, 303, 400, 409, 410, 422)

    def address(self, world: World) -> str:
        """The address in this world."""
        return reverse(self.name, kwargs=dict(self.arguments(world)))

    def expected(self, who: str) -> tuple[int, ...]:
        """The statuses that somebody may get."""
        if who in self.allowed:
            return self.answers
        if who == "nobody":
            return (self.signed_out, 401) if self.signed_out == 302 else (self.signed_out,)
        return (403,) if who in self.insiders else (404,)

    def wrong_methods(self) -> tuple[str, ...]:
        """Methods that the address refuses."""
        return (*self.other_methods, *(("get",) if self.method == "post" else ()))


def client_for(world: World, who: str) -> Client:
    """A browser in which somebody is logged in, or nobody."""
    client = Client(raise_request_exception=False)
    if who != "nobody":
        client.force_login(world.people[who], backend="django.contrib.auth.backends.ModelBackend")
    return client


def ask(case: Case, world: World, who: str, method: str = "") -> HttpResponseBase:
    """Try the address as somebody."""
    send = getattr(client_for(world, who), method or case.method)
    address = case.address(world)
    if (method or case.method) == "post":
        return send(address, dict(case.data(world)))
    return send(address, query_params=dict(case.query))
