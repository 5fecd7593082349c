"""One's own account."""

from __future__ import annotations

import pytest
from django.test import Client

from rhean.campaigns.models import User
from tests.campaigns.standard import Clients, assert_only_by

FORM = {"username": "Ode", "theme": "dark", "sound": "on"}


def test_the_page_shows_name_and_options(clients: Clients) -> None:
    page = clients["ode"].get("/account/").text
    assert 'value="Ode"' in page
    assert "vibration" in page


def test_options_are_saved(clients: Clients, ode: User) -> None:
    assert clients["ode"].post("/account/edit/", FORM).status_code == 302
    ode.refresh_from_db()
    assert (ode.theme, ode.sound, ode.vibration) == ("dark", True, False)


def test_the_switch_in_the_menu_is_there_while_the_account_leaves_the_choice_to_the_device(
    clients: Clients, ode: User
) -> None:
    assert "data-theme-switch" in clients["ode"].get("/account/").text
    clients["ode"].post("/account/edit/", FORM)
    page = clients["ode"].get("/account/").text
    assert "data-theme-switch" not in page
    assert 'data-choice="dark"' in page


def test_a_new_name_is_the_name_to_log_in_with(clients: Clients, ode: User) -> None:
    clients["ode"].post("/account/edit/", {**FORM, "username": "Odile 🐉"})
    assert User.objects.get_by_natural_key("odile 🐉") == ode


@pytest.mark.parametrize("name", ["pike", "\u200b", "", "x" * 121])
def test_a_name_that_cannot_be_is_refused_and_the_old_one_shown_above(clients: Clients, ode: User, name: str) -> None:
    answer = clients["ode"].post("/account/edit/", {**FORM, "username": name})
    assert answer.status_code == 422
    assert "<summary>Ode</summary>" in answer.text
    ode.refresh_from_db()
    assert (ode.username, ode.theme) == ("Ode", "auto")


def test_a_changed_case_of_the_own_name_is_fine(clients: Clients, ode: User) -> None:
    assert clients["ode"].post("/account/edit/", {**FORM, "username": "ODE"}).status_code == 302
    ode.refresh_from_db()
    assert ode.username == "ODE"


def test_an_unknown_theme_is_refused(clients: Clients) -> None:
    assert clients["ode"].post("/account/edit/", {**FORM, "theme": "pink"}).status_code == 422


def test_nobody_is_sent_to_the_log_in(client: Client, db: None) -> None:
    assert client.get("/account/").headers["Location"] == "/log-in/?next=/account/"


def test_other_methods_are_refused(clients: Clients) -> None:
    assert clients["ode"].post("/account/").status_code == 405
    assert_only_by("post", clients["ode"], "/account/edit/")
