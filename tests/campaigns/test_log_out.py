"""Logging out."""

from __future__ import annotations

from django.test import Client

from tests.campaigns.standard import Clients, assert_only_by


def test_after_logging_out_one_is_outside(clients: Clients) -> None:
    client = clients["ode"]
    assert client.post("/log-out/").status_code == 302
    assert client.get("/account/").headers["Location"].startswith("/log-in/")


def test_logging_out_twice_is_harmless(client: Client, db: None) -> None:
    assert client.post("/log-out/").status_code == 302


def test_a_link_does_not_log_anybody_out(clients: Clients) -> None:
    assert_only_by("post", clients["ode"], "/log-out/")
    assert clients["ode"].get("/account/").status_code == 200
