"""Logging in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from rhean.campaigns.models import User
from tests.campaigns.standard import Clients
from tests.factories.campaigns import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
ADDRESS = "/log-in/"


@pytest.mark.parametrize("typed", ["Ode", "ode", "ＯＤＥ", " Ode "])
def test_a_name_is_known_without_regard_to_case_and_width(client: Client, typed: str) -> None:
    UserFactory.create(username="Ode")
    answer = client.post(ADDRESS, {"username": typed, "password": PASSWORD})
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("campaigns:home")


def test_a_wrong_password_is_told_and_the_name_kept(client: Client) -> None:
    UserFactory.create(username="Ode")
    answer = client.post(ADDRESS, {"username": "Ode", "password": "wrong"})
    assert answer.status_code == 422
    assert "do not belong together" in answer.text
    assert 'value="Ode"' in answer.text


def test_one_comes_to_the_page_that_was_wanted(client: Client) -> None:
    UserFactory.create(username="Ode")
    answer = client.post(ADDRESS, {"username": "Ode", "password": PASSWORD, "next": "/account/"})
    assert answer.headers["Location"] == "/account/"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_no_log_in_leads_to_another_server(client: Client, target: str) -> None:
    UserFactory.create(username="Ode")
    answer = client.post(ADDRESS, {"username": "Ode", "password": PASSWORD, "next": target})
    assert answer.headers["Location"] == reverse("campaigns:home")


def test_a_closed_account_stays_outside(client: Client) -> None:
    UserFactory.create(username="Ode", is_active=False)
    answer = client.post(ADDRESS, {"username": "Ode", "password": PASSWORD})
    assert answer.status_code == 422


def test_somebody_logged_in_goes_on(clients: Clients) -> None:
    assert clients["ode"].get(ADDRESS).status_code == 302


def test_five_wrong_tries_in_any_spelling_shut_the_door_for_a_while(client: Client) -> None:
    UserFactory.create(username="Ode")
    for spelling in ("Ode", "ode", "ODE", "oDe", "odE"):
        answer = client.post(ADDRESS, {"username": spelling, "password": "wrong"})
    assert answer.status_code == 429
    assert "Too many" in answer.text
    assert client.post(ADDRESS, {"username": "Ode", "password": PASSWORD}).status_code == 429
    UserFactory.create(username="Pike")
    assert client.post(ADDRESS, {"username": "Pike", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "", "\u200b"])
def test_a_name_that_cannot_be_is_refused_at_the_form(client: Client, name: str) -> None:
    assert client.post(ADDRESS, {"username": name, "password": "x"}).status_code == 422


def test_other_methods_are_refused(client: Client) -> None:
    assert client.put(ADDRESS).status_code == 405


def test_a_session_is_renewed_by_use(client: Client, ode: User) -> None:
    client.force_login(ode, backend="django.contrib.auth.backends.ModelBackend")
    client.get("/account/")
    first = client.session["renewed"]
    client.get("/account/")
    assert client.session["renewed"] == first
    session = client.session
    session["renewed"] = first - 2 * 24 * 3600
    session.save()
    client.get("/account/")
    assert client.session["renewed"] >= first
