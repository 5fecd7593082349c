"""A form that is sent twice is carried out once; a key counts only for who sent it, and for what."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rhean.campaigns.actions import do_log, do_once
from rhean.campaigns.actions.once import KEPT
from rhean.campaigns.models import Campaign, Sending, User
from rhean.campaigns.roles import Role
from rhean.rules.events import EVERYONE, GM_ONLY
from sheets.actions.fields import pool_of
from tests.campaigns.standard import Clients
from tests.campaigns.test_races import at_once
from tests.factories.campaigns import UserFactory
from tests.factories.sheets import ReadyFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("together", [False, True])
def test_a_campaign_asked_for_twice_is_begun_once(clients: Clients, together: bool) -> None:
    sent = {"name": "Dup", "system": "rhean", "key": "one tap"}
    deeds = [lambda: clients["ode"].post("/campaigns/create/", sent)] * 2
    assert (at_once(*deeds) if together else [one for one in deeds if one().status_code != 302]) == []
    made = Campaign.objects.get(name="Dup")
    assert clients["ode"].post("/campaigns/create/", sent)["Location"] == made.get_absolute_url()
    clients["pike"].post("/campaigns/create/", sent)
    assert Campaign.objects.filter(name="Dup").count() == 2


@pytest.mark.parametrize("together", [False, True])
def test_a_link_asked_for_twice_is_made_once(clients: Clients, campaign: Campaign, together: bool) -> None:
    url = reverse("campaigns:invite", args=[campaign.code])
    sent = {"role": Role.PLAYER.value, "days": "7", "uses": "1", "key": "one tap"}
    deeds = [lambda: clients["wren"].post(url, sent)] * 2
    assert (at_once(*deeds) if together else [one for one in deeds if one().status_code != 302]) == []
    assert campaign.invitations.count() == 1
    clients["wren"].post(url, {**sent, "uses": "2"})
    assert campaign.invitations.count() == 2


@pytest.mark.parametrize("together", [False, True])
def test_a_loss_sent_twice_is_suffered_once(clients: Clients, campaign: Campaign, ode: User, together: bool) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(system="rhean")
    hero = ReadyFactory.create(campaign=Campaign.objects.get(pk=campaign.pk), owner=ode)
    before = pool_of(hero, "hits")[0]
    sent = {"pool": "hits", "how": "lose", "amount": "2", "key": "one tap"}
    deeds = [lambda: clients["ode"].post(reverse("sheets:set_pool", args=[hero.code]), sent)] * 2
    assert (at_once(*deeds) if together else [one for one in deeds if one().status_code >= 400]) == []
    hero.refresh_from_db()
    assert pool_of(hero, "hits")[0] == before - 2
    clients["ode"].post(reverse("sheets:set_pool", args=[hero.code]), {**sent, "how": "gain"})
    hero.refresh_from_db()
    assert pool_of(hero, "hits")[0] == before


def test_a_key_of_somebody_elses_secret_roll_tells_nothing(clients: Clients, campaign: Campaign) -> None:
    roll = reverse("campaigns:roll", args=[campaign.code])
    sent = {"expression": "d20", "key": "same"}
    clients["wren"].post(roll, {**sent, "visibility": "gm"})
    answer = clients["ode"].post(roll, {**sent, "visibility": "public"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.context["result"].line.text.startswith("Ode rolled")
    assert campaign.log.count() == 2


def test_a_key_used_for_another_kind_is_another_entry(campaign: Campaign, ode: User) -> None:
    for kind in ("campaign.archived", "campaign.restored"):
        do_log(campaign, kind, {"who": "Ode"}, audience=GM_ONLY, actor=ode, key="same")
    first = do_log(campaign, "campaign.archived", {"who": "Ode"}, audience=EVERYONE, actor=ode, key="same")
    assert first.kind == "campaign.archived"
    assert campaign.log.count() == 2


def test_only_the_last_sendings_of_a_person_are_remembered(db: None) -> None:
    user, other = UserFactory.create(), UserFactory.create()
    do_once(other, lambda: "kept", key="k")
    for number in range(KEPT + 3):
        do_once(user, lambda number=number: number, key=f"k{number}")  # type: ignore[misc]
    assert Sending.objects.filter(user=user).count() == KEPT
    assert do_once(user, lambda: "again", key=f"k{KEPT}") == str(KEPT)
    assert do_once(other, lambda: "again", key="k") == "kept"


def test_without_a_key_everything_is_done(db: None) -> None:
    user = UserFactory.create()
    assert [do_once(user, lambda word=word: word, key="") for word in "ab"] == ["a", "b"]  # type: ignore[misc]
    assert not Sending.objects.exists()
