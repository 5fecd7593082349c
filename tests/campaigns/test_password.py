"""Changing one's password, and setting a new one by a link from the server's owner."""

from __future__ import annotations

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse

from rhean.campaigns.models import User
from tests.campaigns.standard import Clients
from tests.cast import ClientOf
from tests.factories.campaigns import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
ADDRESS = "/account/password/"
NEW = "another horse 8"


def link_for(user: User) -> str:
    return reverse("campaigns:password_link", args=[user.key, default_token_generator.make_token(user)])


def test_the_password_changes_and_one_stays_logged_in_here_alone(clients: Clients, ode: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(ode, backend="django.contrib.auth.backends.ModelBackend")
    answer = clients["ode"].post(ADDRESS, {"old": PASSWORD, "password": NEW, "again": NEW})
    assert answer.status_code == 302
    ode.refresh_from_db()
    assert ode.check_password(NEW)
    assert clients["ode"].get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "again", "words"),
    [
        ("wrong", NEW, NEW, "not your present password"),
        (PASSWORD, NEW, "x", "differ"),
        (PASSWORD, "short", "short", "at least 8"),
    ],
)
def test_a_mistake_is_told_and_nothing_changes(
    clients: Clients, ode: User, old: str, new: str, again: str, words: str
) -> None:
    answer = clients["ode"].post(ADDRESS, {"old": old, "password": new, "again": again})
    assert answer.status_code == 422
    assert words in answer.text
    ode.refresh_from_db()
    assert ode.check_password(PASSWORD)


def test_a_first_password_needs_no_old_one_and_the_next_does(clients: Clients, ode: User) -> None:
    ode.set_unusable_password()
    ode.save()
    clients["ode"].force_login(ode, backend="django.contrib.auth.backends.ModelBackend")
    assert "Set a password" in clients["ode"].get("/account/").text
    assert 'name="old"' not in clients["ode"].get(ADDRESS).text
    first = {"password": NEW, "again": NEW}
    assert clients["ode"].post(ADDRESS, first).status_code == 302
    assert clients["ode"].post(ADDRESS, {"password": PASSWORD, "again": PASSWORD}).status_code == 422
    ode.refresh_from_db()
    assert ode.check_password(NEW)
    assert 'name="old"' in clients["ode"].get(ADDRESS).text


def test_nobody_sets_a_first_password_without_being_logged_in(clients: Clients, ode: User) -> None:
    ode.set_unusable_password()
    ode.save()
    assert clients["nobody"].post(ADDRESS, {"password": NEW, "again": NEW}).status_code == 302
    ode.refresh_from_db()
    assert not ode.has_usable_password()


def test_the_servers_owner_makes_a_link_that_works_once(client_of: ClientOf, ode: User) -> None:
    host = client_of(UserFactory.create(is_staff=True))
    made = host.post(reverse("campaigns:password_link_make", args=[ode.key])).text
    address = next(word for word in made.split('"') if "/password/" in word and word.endswith("/set/"))
    path = address.removeprefix("http://testserver")
    browser = Client()
    assert "Ode" in browser.get(path).text
    assert browser.post(path, {"password": NEW, "again": NEW}).status_code == 302
    assert browser.get("/account/").status_code == 200
    assert Client().get(path).status_code == 404


def test_the_link_refuses_a_bad_password(ode: User, client: Client) -> None:
    answer = client.post(link_for(ode), {"password": "short", "again": "short"})
    assert answer.status_code == 422
    ode.refresh_from_db()
    assert ode.check_password(PASSWORD)


def test_a_link_for_another_or_a_closed_account_leads_nowhere(ode: User, pike: User, client: Client) -> None:
    assert client.get(link_for(ode).replace(ode.key, pike.key)).status_code == 404
    assert client.get(link_for(ode).replace(ode.key, "nobody")).status_code == 404
    link = link_for(pike)
    User.objects.filter(pk=pike.pk).update(is_active=False)
    assert client.get(link).status_code == 404


def test_only_the_servers_owner_makes_such_links(clients: Clients, ode: User) -> None:
    address = reverse("campaigns:password_link_make", args=[ode.key])
    assert clients["owner"].post(address).status_code == 404
    assert clients["nobody"].post(address).status_code == 302
    assert clients["owner"].get(address).status_code == 405


def test_other_methods_are_refused(clients: Clients, ode: User) -> None:
    assert clients["ode"].put(ADDRESS).status_code == 405
    assert clients["ode"].delete(link_for(ode)).status_code == 405
