"""Making an account."""

from __future__ import annotations

import pytest
from django.test import Client

from rhean.campaigns.models import User
from tests.campaigns.standard import Clients
from tests.factories.campaigns import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
ADDRESS = "/sign-up/"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("🐉🔥", "🐉🔥"),
        ("👩‍🚀👨‍👩‍👧‍👦", "👩‍🚀👨‍👩‍👧‍👦"),
        ("שלום", "שלום"),
        ("Zoe\u0308", "Zoë"),
        ("e" + "\u0301" * 200, None),
        ('O\'Neil "the" <b>', 'O\'Neil "the" <b>'),
        ("x" * 120, "x" * 120),
        ("  Two \t words ", "Two words"),
        ("a\u202eb", "ab"),
    ],
)
def test_a_name_of_any_kind_works_at_once(client: Client, typed: str, stored: str | None) -> None:
    answer = client.post(ADDRESS, {"name": typed, "password": PASSWORD, "again": PASSWORD}, follow=True)
    assert answer.status_code == 200
    user = User.objects.get()
    assert stored is None or user.username == stored
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "\u3164", "\u2800", "\u202e", "\ufe0f"])
def test_a_name_that_looks_blank_is_refused(client: Client, name: str) -> None:
    answer = client.post(ADDRESS, {"name": name, "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["x" * 121, "é" * 121, "a" + "\u0301" * 500])
def test_a_name_that_is_too_long_is_refused_with_the_limit(client: Client, name: str) -> None:
    answer = client.post(ADDRESS, {"name": name, "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 422
    assert "at most 120 characters" in answer.text


@pytest.mark.parametrize("name", ["ode", "ODE", "Ｏｄｅ", "o\u200bde", " Ode "])
def test_two_names_may_not_differ_in_case_or_width_alone(client: Client, name: str) -> None:
    UserFactory.create(username="Ode")
    answer = client.post(ADDRESS, {"name": name, "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 422
    assert "Somebody has this name already" in answer.text


@pytest.mark.parametrize(
    ("password", "again", "words"),
    [
        (PASSWORD, PASSWORD + "x", "differ"),
        ("short1", "short1", "at least 8"),
        ("password", "password", "too common"),
        ("Odelinde7", "Odelinde7", "too similar"),
        ("", "", "required"),
    ],
)
def test_a_bad_password_is_told_at_the_form(client: Client, password: str, again: str, words: str) -> None:
    answer = client.post(ADDRESS, {"name": "Odelinde7", "password": password, "again": again})
    assert answer.status_code == 422
    assert words in answer.text
    assert not User.objects.exists()


def test_the_first_account_made_on_the_machine_looks_after_the_server(client: Client) -> None:
    local = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
    for name in ("First", "Second"):
        client.post(ADDRESS, {"name": name, "password": PASSWORD, "again": PASSWORD}, **local)
        client.logout()
    assert list(User.objects.filter(is_superuser=True, is_staff=True).values_list("username", flat=True)) == ["First"]


@pytest.mark.parametrize(
    "headers",
    [
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "localhost"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_FORWARDED": "for=127.0.0.1"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "rhean.example"},
        {"REMOTE_ADDR": "", "HTTP_HOST": "localhost"},
    ],
)
def test_nobody_from_elsewhere_gets_the_server(client: Client, headers: dict[str, str]) -> None:
    client.post(ADDRESS, {"name": "First", "password": PASSWORD, "again": PASSWORD}, **headers)
    assert not User.objects.get().is_staff


def test_somebody_logged_in_needs_no_second_account(clients: Clients) -> None:
    assert clients["ode"].get(ADDRESS).status_code == 302


def test_other_methods_are_refused(client: Client) -> None:
    assert client.put(ADDRESS).status_code == 405
