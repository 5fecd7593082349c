"""Carrying the outcome over: only to sheets that are still the campaign's, and never over what is newer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from encounters.actions.after import do_write_back
from encounters.actions.control import do_end
from encounters.actions.play import do_command
from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from rhean.rules.commands import Command
from sheets.actions import do_set_pools
from sheets.models import Character
from tests.cast import ClientOf
from tests.encounters.test_after import begun
from tests.factories.campaigns import CampaignFactory
from tests.factories.sheets import ReadyFactory

pytestmark = pytest.mark.database


@pytest.fixture
def campaign(db: None) -> Campaign:
    """The cast's campaign in a real system."""
    return CampaignFactory.create(name="The Salt Road", system="rhean")


@pytest.fixture
def hero(campaign: Campaign, ode: User) -> Character:
    """Ode's soldier."""
    return ReadyFactory.create(campaign=campaign, owner=ode, name="Brannoc")


@pytest.fixture
def fought(hero: Character, wren: User) -> Encounter:
    """A fight that left the hero two hits, and is over."""
    fight = begun(hero, wren)
    hurt(fight, hero, wren, 2)
    return do_end(fight, wren)


def hurt(fight: Encounter, hero: Character, wren: User, hits: int) -> None:
    """Set the hero's hits in the fight."""
    sent = {"do": "set_pool", "target": fight.roster.get(character=hero).cid, "pool": "hits", "value": hits}
    do_command(fight, Command("gm", "override", sent), wren)


@pytest.mark.parametrize("how", ["moved", "alone", "archived", "deleted"])
def test_who_is_no_longer_of_the_campaign_is_left_out(fought: Encounter, hero: Character, wren: User, how: str) -> None:
    away = {
        "moved": {"campaign": CampaignFactory.create()},
        "alone": {"campaign": None},
        "archived": {"archived": True},
    }
    if how == "deleted":
        hero.delete()
        assert do_write_back(fought, wren).words == "Nobody here has a sheet of the campaign."
        return
    Character.objects.filter(pk=hero.pk).update(**away[how])
    before = Character.objects.get(pk=hero.pk)
    done = do_write_back(fought, wren)
    assert (done.written, done.gone) == ([], ["Brannoc"])
    assert "Left out: Brannoc" in done.words
    after = Character.objects.get(pk=hero.pk)
    assert (after.version, after.document) == (before.version, before.document)


def test_a_second_time_leaves_alone_what_was_changed_since(fought: Encounter, hero: Character, wren: User) -> None:
    assert do_write_back(fought, wren).written == ["Brannoc"]
    again = do_write_back(fought, wren)
    assert (again.written, again.words) == (["Brannoc"], "Written to the sheets. Brannoc: nothing changed.")
    do_set_pools(Character.objects.get(pk=hero.pk), {"hits": 5}, wren)
    for _ in range(2):
        done = do_write_back(fought, wren)
        assert (done.written, done.changed) == ([], ["Brannoc"])
        assert done.words == "Brannoc: the sheet was changed since; it was left as it is."
    hero.refresh_from_db()
    assert hero.document["pools"]["hits"] == 5


def test_what_was_fought_since_is_written_again(hero: Character, wren: User) -> None:
    fight = begun(hero, wren)
    hurt(fight, hero, wren, 2)
    do_write_back(fight, wren)
    do_set_pools(Character.objects.get(pk=hero.pk), {"hits": 5}, wren)
    hurt(fight, hero, wren, 3)
    assert do_write_back(fight, wren).written == ["Brannoc"]
    hero.refresh_from_db()
    assert hero.document["pools"]["hits"] == 3


def test_the_page_says_what_was_done_and_the_button_steps_back(
    fought: Encounter, hero: Character, wren: User, client_of: ClientOf
) -> None:
    gm: Client = client_of(wren)
    run = reverse("encounters:run", args=[fought.code])
    assert '<button class="btn btn-primary">Carry over to the sheets</button>' in gm.get(run).text
    page = gm.post(reverse("encounters:write_back", args=[fought.code]), follow=True).text
    assert "Written to the sheets. Brannoc: Hits 13 → 2." in page
    assert '<button class="btn btn-secondary">Carry over to the sheets again</button>' in page
    do_set_pools(Character.objects.get(pk=hero.pk), {"hits": 5}, wren)
    page = gm.post(reverse("encounters:write_back", args=[fought.code]), follow=True).text
    assert "Brannoc: the sheet was changed since" in page
