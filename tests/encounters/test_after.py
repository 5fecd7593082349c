"""What a fight leaves on the sheets."""

from __future__ import annotations

import pytest

from encounters import engine
from encounters.actions.after import do_write_back
from encounters.actions.play import do_command, do_start
from encounters.actions.prepare import do_add_characters
from encounters.models import Encounter
from rhean.campaigns.models import User
from rhean.rules.commands import Command
from sheets.actions import do_set_field
from sheets.models import Character
from tests.factories.campaigns import CampaignFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory
from tests.factories.sheets import ReadyFactory, ready_sheet

FOE = {"rhean": "goblin", "dragonpact": "road_bandit"}


def begun(character: Character, wren: User) -> Encounter:
    """A fight of this character against one foe."""
    fight = EncounterFactory.create(campaign=character.campaign)
    do_add_characters(fight, [character])
    CombatantFactory.create(encounter=fight, sheet=ready_sheet(character.system, "creatures", FOE[character.system]))
    return do_start(fight, wren)


@pytest.fixture
def soldier(db: None, wren: User) -> Character:
    """Somebody with a shield that has suffered."""
    made = ReadyFactory.create(campaign=CampaignFactory.create(system="rhean"), owner=wren)
    made.document |= {"shield": "round", "shield_left": 3}
    made.save()
    return made


def test_the_wear_of_the_shield_and_the_pools_come_to_the_sheet(soldier: Character, wren: User) -> None:
    fight = begun(soldier, wren)
    who = fight.roster.get(character=soldier).cid
    do_command(fight, Command("gm", "override", {"do": "set_pool", "target": who, "pool": "hits", "value": 2}), wren)
    do_set_field(soldier, "shield_left", None, base=None, actor=wren)
    assert do_write_back(fight, wren).changes == ["Hits 13 → 2, Durability left none → 3"]
    soldier.refresh_from_db()
    assert soldier.document["shield_left"] == 3
    assert soldier.document["pools"]["hits"] == 2


def test_another_shield_on_the_sheet_is_not_worn_by_the_fight(soldier: Character, wren: User) -> None:
    fight = begun(soldier, wren)
    do_set_field(soldier, "shield", "kite", base=None, actor=wren)
    do_set_field(soldier, "shield_left", None, base=None, actor=wren)
    do_write_back(fight, wren)
    soldier.refresh_from_db()
    assert (soldier.document["shield"], soldier.document["shield_left"]) == ("kite", None)


def test_what_lasts_of_conditions_comes_to_the_sheet(db: None, wren: User) -> None:
    hurt = ReadyFactory.create(campaign=CampaignFactory.create(system="dragonpact"), owner=wren, ready="kerra_holt")
    hurt.document |= {"conditions": ["bleeding"]}
    hurt.save()
    fight = begun(hurt, wren)
    assert engine.scene_of(fight).combatants
    do_set_field(hurt, "conditions", ["slowed"], base=None, actor=wren)
    assert do_write_back(fight, wren).changes == ["Conditions Slowed → Bleeding"]
    hurt.refresh_from_db()
    assert hurt.document["conditions"] == ["bleeding"]
