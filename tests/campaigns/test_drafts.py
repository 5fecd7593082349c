"""A session that ended costs nobody what was typed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rhean.campaigns import drafts
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients
from tests.factories.campaigns import PASSWORD

NOTES = {"text": "A long evening's\nwork <b>", "before": ""}


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}notes/notes/edit/"


def draft_in(page: str) -> str:
    found = re.search(r'name="draft" value="([^"]+)"', page)
    assert found
    return found.group(1)


def test_a_form_sent_too_late_is_offered_again_after_the_sign_in(
    clients: Clients, campaign: Campaign, wren: User, address: str
) -> None:
    client = clients["nobody"]
    page = client.post(address, NOTES)
    assert page.status_code == 401
    assert "What you had entered is kept" in page.text
    wrong = client.post("/log-in/", {"username": "Wren", "password": "x", "draft": draft_in(page.text)})
    right = {"username": "Wren", "password": PASSWORD, "draft": draft_in(wrong.text)}
    offer = client.post("/log-in/", right)
    assert "A long evening&#x27;s" in offer.text
    assert f'action="{address}"' in offer.text
    fields = dict(offer.context["draft"].fields)
    assert client.post(offer.context["draft"].action, fields).status_code == 302
    campaign.refresh_from_db()
    assert campaign.notes == NOTES["text"]


def test_whoever_signs_in_has_his_own_rights_only(
    clients: Clients, campaign: Campaign, ode: User, address: str
) -> None:
    page = clients["nobody"].post(address, NOTES)
    answer = {"username": "Ode", "password": PASSWORD, "draft": draft_in(page.text)}
    offer = clients["nobody"].post("/log-in/", answer)
    assert clients["nobody"].post(address, dict(offer.context["draft"].fields)).status_code == 403


def test_passwords_are_never_kept(clients: Clients) -> None:
    page = clients["nobody"].post("/account/password/", {"old": "SECRET", "password": "SECRET", "again": "SECRET"})
    assert page.status_code == 302


def test_a_draft_that_this_server_did_not_make_is_ignored(clients: Clients, wren: User) -> None:
    answer = clients["nobody"].post("/log-in/", {"username": "Wren", "password": PASSWORD, "draft": "made up"})
    assert answer.status_code == 302
    assert drafts.read("eyJhIjoxfQ:1:x") is None


def test_a_form_sent_by_htmx_leads_to_the_sign_in(clients: Clients, address: str) -> None:
    answer = clients["nobody"].post(address, NOTES, headers={"HX-Request": "true"})
    assert "/log-in/" in answer.headers["HX-Redirect"]


@pytest.mark.parametrize(("origin", "kept"), [("http://testserver", True), ("http://evil.example", False), ("", False)])
def test_a_form_from_before_a_sign_in_in_another_tab_keeps_its_text(
    campaign: Campaign, wren: User, address: str, origin: str, kept: bool
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(wren, backend="django.contrib.auth.backends.ModelBackend")
    headers = {"Origin": origin} if origin else {}
    answer = client.post(address, NOTES, headers=headers)
    assert answer.status_code == 403
    assert ("A long evening&#x27;s" in answer.text) is kept
    campaign.refresh_from_db()
    assert campaign.notes == ""


def test_a_form_without_a_token_and_without_a_session_leads_to_the_sign_in(address: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(address, NOTES, headers={"Origin": "http://testserver"})
    assert answer.status_code == 401
    assert draft_in(answer.text)


def test_a_very_long_form_is_not_carried(clients: Clients, address: str) -> None:
    answer = clients["nobody"].post(address, {"text": "x" * (drafts.LARGEST + 1), "before": ""})
    assert answer.status_code == 302
