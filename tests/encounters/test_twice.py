"""A form of a preparation that is sent twice is carried out once; a key counts only for who sent it."""

from __future__ import annotations

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from encounters.access import get_seat
from encounters.actions import prepare
from encounters.actions.control import do_enter, do_name
from encounters.actions.play import do_start
from encounters.errors import NotNow
from encounters.models import Combatant, Encounter
from encounters.ready import ready_made
from rhean.campaigns.models import Campaign, User
from tests.cast import ClientOf
from tests.encounters.table import Table
from tests.encounters.test_races import at_once
from tests.factories.sheets import CharacterFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def gm(wren: User, client_of: ClientOf) -> Client:
    """Wren's browser."""
    return client_of(wren)


@pytest.mark.parametrize("together", [False, True])
def test_creatures_asked_for_twice_come_once(gm: Client, draft: Encounter, wren: User, together: bool) -> None:
    goblin = CharacterFactory.create(campaign=draft.campaign, owner=wren, kind="npc", name="Goblin")
    url = reverse("encounters:add_creatures", args=[draft.code])
    sent = {"creature": f"character:{goblin.code}", "number": "2", "side": "foes", "key": "one tap"}
    deeds = [lambda: gm.post(url, sent).status_code] * 2
    assert (at_once(*deeds) if together else [deed() for deed in deeds]) == [302, 302]
    assert draft.roster.filter(name__startswith="Goblin").count() == 2
    gm.post(url, {**sent, "number": "1"})
    assert draft.roster.filter(name__startswith="Goblin").count() == 3


@pytest.mark.parametrize("together", [False, True])
def test_a_clone_asked_for_twice_is_made_once(gm: Client, draft: Encounter, together: bool) -> None:
    url = reverse("encounters:clone", args=[draft.code])
    deeds = [lambda: gm.post(url, {"key": "one tap"}).status_code] * 2
    assert (at_once(*deeds) if together else [deed() for deed in deeds]) == [302, 302]
    made = Encounter.objects.exclude(pk=draft.pk).get()
    assert gm.post(url, {"key": "one tap"})["Location"] == reverse("encounters:prepare", args=[made.code])


@pytest.mark.parametrize("together", [False, True])
def test_an_encounter_asked_for_twice_is_made_once(gm: Client, campaign: Campaign, together: bool) -> None:
    url = reverse("encounters:create", args=[campaign.code])
    deeds = [lambda: gm.post(url, {"name": "Bridge", "key": "one tap"}).status_code] * 2
    assert (at_once(*deeds) if together else [deed() for deed in deeds]) == [302, 302]
    assert campaign.encounters.count() == 1


def test_a_ready_made_encounter_asked_for_twice_is_made_once(gm: Client, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(system="rhean")
    campaign.refresh_from_db()
    url = reverse("encounters:create_ready", args=[campaign.code, ready_made(campaign)[0].key])
    places = {gm.post(url, {"key": "one tap"})["Location"] for _ in range(2)}
    assert (len(places), campaign.encounters.count()) == (1, 1)


def test_a_line_of_the_place_sent_twice_is_added_once(gm: Client, draft: Encounter) -> None:
    Campaign.objects.filter(pk=draft.campaign_id).update(system="rhean")
    first, second = draft.roster.values_list("cid", flat=True)[:2]
    url = reverse("encounters:add_row", args=[draft.code, "pairs"])
    sent = {"row-pairs-a": first, "row-pairs-b": second, "row-pairs-zone": "engaged", "key": "one tap"}
    assert [gm.post(url, sent).status_code for _ in range(2)] == [302, 302]
    draft.refresh_from_db()
    assert len(draft.scene["pairs"]) == 1


def test_a_deed_that_was_refused_may_be_sent_again(gm: Client, campaign: Campaign, draft: Encounter) -> None:
    fight = prepare.do_create(campaign, "Empty")
    url = reverse("encounters:start", args=[fight.code])
    assert gm.post(url, {"key": "one tap"}).status_code == 409
    Combatant.objects.filter(encounter=draft).update(encounter=fight)
    gm.post(url, {"key": "one tap"})
    fight.refresh_from_db()
    assert fight.is_running


def test_a_key_of_somebody_else_neither_answers_nor_collides(asked: Table) -> None:
    assert asked.post("ode", "answer", asked.form("Ode's knight", "guard", key="same"), "pick").status_code == 200
    assert asked.post("pike", "answer", asked.form("Pike's thief", "guard", key="same"), "pick").status_code == 200
    users = asked.fight.log.filter(key__isnull=False).values_list("user_name", flat=True)
    assert sorted(users) == ["Ode", "Pike"]


def test_a_seat_at_a_fight_deleted_meanwhile_is_not_found(fight: Encounter, wren: User) -> None:
    seat = get_seat(wren, fight.code)
    prepare.do_delete(Encounter.objects.get(pk=fight.pk))
    with pytest.raises(Http404):
        seat.refresh()


def test_whoever_came_in_meanwhile_is_not_removed(draft: Encounter, wren: User) -> None:
    draft.roster.filter(name="Shade").update(round=Combatant.BY_HAND)
    fight = do_start(draft, wren)
    late = fight.roster.get(name="Shade")
    stale = Combatant.objects.select_related("encounter").get(pk=late.pk)
    do_enter(fight, [late], wren)
    with pytest.raises(NotNow, match="The fight has begun"):
        prepare.do_remove_combatant(stale)
    assert do_name(fight, late, name="Shade", mask="", masked=False, user=wren).entered
