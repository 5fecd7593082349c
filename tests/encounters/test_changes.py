"""Which single changes a fight allows, and what each makes of it, in any system."""

from __future__ import annotations

import pytest

from encounters import engine
from encounters.actions.forecast import prepare
from encounters.actions.prepare import do_create_ready
from encounters.changes import NEWCOMER, Change, Lineup, changes_of, first_that_begins, lineup_of, stamp_for
from encounters.models import Combatant, Encounter
from encounters.ready import ready_made
from rhean.campaigns.models import Campaign
from rhean.rules.errors import BadSetup
from tests.factories.campaigns import CampaignFactory
from tests.factories.encounters import CombatantFactory


def laid_out(system: str, key: str) -> Encounter:
    """A ready-made encounter in a campaign without characters: all of it are creatures."""
    campaign = CampaignFactory.create(system=system)
    return do_create_ready(campaign, next(one for one in ready_made(campaign) if one.key == key))


def changes(encounter: Encounter) -> dict[str, Change]:
    """Every change by its label."""
    return {one.label: one for one in changes_of(engine.system_for(encounter), lineup_of(encounter))}


def after(encounter: Encounter, label: str) -> Lineup:
    """The line-up after a change that the rules took."""
    lineup, begun = first_that_begins(changes(encounter)[label], lambda one: (one, prepare(encounter, one)))
    assert begun.begun
    return lineup


@pytest.fixture
def ford(db: None) -> Encounter:
    """The ambush at the ford, with one goblin asleep."""
    made = laid_out("rhean", "ambush_at_the_ford")
    goblin = made.roster.filter(name__startswith="Goblin").first()
    goblin.start = {**goblin.start, "aware": False}
    goblin.save()
    return made


def test_every_kind_and_every_unusual_beginning_is_offered(ford: Encounter) -> None:
    labels = set(changes(ford))
    assert {"One more: Goblin", "One fewer: Goblin", "One more: Ogre", "Without Ogre"} <= labels
    assert {"With nobody “taken by surprise”", "With nobody “hidden”", "With everybody “aware of the foe”"} <= labels
    assert "With nobody “asleep”" not in labels


def test_one_more_begins_like_the_last_of_its_kind_and_stands_as_he_does(ford: Encounter) -> None:
    lineup = after(ford, "One more: Ogre")
    new = next(one for one in lineup.rows if one.cid == NEWCOMER)
    ogre = ford.roster.get(name="Ogre")
    assert (new.name, new.side, new.sheet, new.start) == (ogre.name, ogre.side, ogre.sheet, ogre.start)
    pairs = [(row["a"], row["zone"]) for row in lineup.scene["pairs"] if row["b"] == NEWCOMER]
    assert len(pairs) == 6
    assert {zone for _, zone in pairs} == {"far"}
    assert ford.roster.count() == 13


def test_one_fewer_leaves_nothing_of_itself_behind(ford: Encounter) -> None:
    assert len(after(ford, "One fewer: Goblin").rows) == 12
    assert after(ford, "Without Ogre").scene["pairs"] == []
    assert len(ford.scene["pairs"]) == 6


def test_everybody_begins_as_usual(ford: Encounter) -> None:
    assert {one.start["hidden"] for one in after(ford, "With nobody “hidden”").rows} == {False}
    assert {one.start["aware"] for one in after(ford, "With everybody “aware of the foe”").rows} == {True}
    assert ford.roster.filter(start__hidden=True).count() == 6


@pytest.mark.parametrize(
    ("system", "key", "label"),
    [("rhean", "old_mill", "One more: Ogre"), ("dragonpact", "low_fen", "One more: Gutter goblin")],
)
def test_on_a_map_one_more_stands_on_a_free_space_beside_its_kind(db: None, system: str, key: str, label: str) -> None:
    made = laid_out(system, key)
    taken = {tuple(one.start["at"]) for one in made.roster.all()}
    new = next(one for one in after(made, label).rows if one.cid == NEWCOMER)
    assert tuple(new.start["at"]) not in taken


def test_where_there_is_no_room_the_change_says_so(db: None) -> None:
    made = laid_out("dragonpact", "low_fen")

    def refuse(_: Lineup) -> None:
        raise BadSetup("no")

    with pytest.raises(BadSetup):
        first_that_begins(changes(made)["One more: Gutter goblin"], refuse)


def test_nobody_is_taken_out_who_is_the_last_of_a_side(draft: Encounter) -> None:
    draft.roster.filter(name__in=("Shade", "Pike's thief")).delete()
    assert not [label for label in changes(draft) if label.startswith(("One fewer", "Without"))]


def test_whoever_comes_in_by_hand_is_left_out(draft: Encounter) -> None:
    draft.roster.filter(name="Gnarl").update(round=Combatant.BY_HAND)
    assert "Gnarl" not in {one.name for one in lineup_of(draft).rows}


def test_the_stamp_follows_what_bears_on_the_fight_and_nothing_else(draft: Encounter, campaign: Campaign) -> None:
    before = stamp_for(draft)
    Encounter.objects.filter(pk=draft.pk).update(notes="Dry.", version=99)
    draft.refresh_from_db()
    assert stamp_for(draft) == before
    CombatantFactory.create(encounter=draft, name="One more")
    assert stamp_for(draft) != before
    draft.roster.filter(name="One more").delete()
    draft.campaign.rulings = {"anything": 1}
    assert stamp_for(draft) != before
