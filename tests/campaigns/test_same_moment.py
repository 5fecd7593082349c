"""Names and places taken between the form's look and the database's."""

from __future__ import annotations

import pytest
from django.test import Client

from rhean.campaigns.models import Campaign, Invitation, User
from tests.campaigns.standard import Clients
from tests.factories.campaigns import PASSWORD, InvitationFactory

pytestmark = pytest.mark.django_db
FORM = {"name": "ODE", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form looks a moment too early: it sees nobody with that name."""
    monkeypatch.setattr("rhean.campaigns.forms.check_name_is_free", lambda *args, **kwargs: None)


@pytest.mark.parametrize("address", ["/sign-up/", "join"])
def test_a_name_taken_in_the_same_moment_is_told_at_the_field(
    client: Client, campaign: Campaign, ode: User, blind: None, address: str
) -> None:
    link = InvitationFactory.create(campaign=campaign, uses_left=1)
    before = User.objects.count()
    answer = client.post(f"{link.get_absolute_url()}sign-up/" if address == "join" else address, FORM)
    assert answer.status_code == 422
    assert "Somebody has this name already" in answer.text
    assert User.objects.count() == before
    assert "_auth_user_id" not in client.session


def test_another_name_taken_in_the_same_moment_is_told_at_the_field(clients: Clients, ode: User, blind: None) -> None:
    answer = clients["pike"].post("/account/edit/", {"username": "ode", "theme": "auto"})
    assert answer.status_code == 422
    assert "Somebody has this name already" in answer.text
    assert User.objects.filter(username="Pike").exists()


def test_who_comes_a_moment_after_the_last_place_is_gone_gets_no_account_either(
    client: Client, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = InvitationFactory.create(campaign=campaign, uses_left=1)
    stale = Invitation.objects.get(pk=link.pk)
    Invitation.objects.filter(pk=link.pk).update(uses_left=0)
    monkeypatch.setattr("rhean.campaigns.views.members.get_invitation", lambda token: stale)
    answer = client.post(f"{link.get_absolute_url()}sign-up/", {**FORM, "name": "Late"})
    assert answer.status_code == 410
    assert not User.objects.filter(username="Late").exists()
