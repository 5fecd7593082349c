"""The library that ships: every entry is read, and every reference between entries leads somewhere."""

from __future__ import annotations

import re

import pytest

from rhean.rules.errors import BadDocument
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.entries import ENTRY_TYPES, Weapon
from rhean.rules.systems.rhean.library import READER, cross_faults, find_skill, missile_ranks, read_entry, unlocks
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE


def test_every_kind_of_the_library_has_entries_and_a_name():
    assert {kind: len(entries) > 0 for kind, entries in LIBRARY.kinds.items()} == dict.fromkeys(ENTRY_TYPES, True)
    assert set(SIDE.entry_labels) == set(ENTRY_TYPES)


def test_keys_are_lower_case_with_underscores_and_names_are_not_empty():
    for kind, entries in LIBRARY.kinds.items():
        for key, entry in entries.items():
            assert re.fullmatch(r"[a-z][a-z0-9_]*", key), (kind, key)
            assert entry.key == key
            assert entry.name.strip()


def test_the_tables_have_the_sizes_of_the_specification():
    sizes = {
        kind: len(LIBRARY.all(kind)) for kind in ("weapons", "shields", "armour", "creatures", "characters", "races")
    }
    assert sizes == {"weapons": 31, "shields": 4, "armour": 8, "creatures": 12, "characters": 6, "races": 13}


@pytest.mark.parametrize(
    ("key", "reach", "damage", "stamina", "hands"),
    [
        ("long_sword", 1, (1, 8, 0), 1, 1),
        ("great_axe", 1, (2, 6, 1), 3, 2),
        ("pike", 4, (1, 10, 0), 3, 2),
        ("great_claw", 1, (1, 8, 2), 1, 0),
        ("long_bow", None, (1, 8, 0), 2, 2),
    ],
)
def test_weapons_are_those_of_the_table(key, reach, damage, stamina, hands):
    weapon = LIBRARY.get("weapons", key)
    assert (weapon.reach, weapon.stamina, weapon.hands) == (reach, stamina, hands)
    assert (weapon.roll.count, weapon.roll.sides, weapon.roll.constant) == damage


def test_a_spear_is_held_in_one_hand_or_both_and_can_be_thrown():
    spear = LIBRARY.get("weapons", "spear")
    assert spear.either
    assert spear.throw == (15, 30, 45, 60, 75)
    assert not spear.missile


def test_a_weapon_skill_and_its_parry_skill_name_one_another():
    for key, skill in LIBRARY.all("skills").items():
        if skill.pair:
            assert LIBRARY.get("skills", skill.pair).pair == key
    assert LIBRARY.get("skills", "fisticuffs").parried_by == "brawling_parry"


def test_every_ready_made_sheet_is_sound():
    for kind in ("creatures", "characters"):
        for key, entry in LIBRARY.all(kind).items():
            assert SIDE.validate(entry.sheet, LIBRARY, DEFAULTS) == (), key


def test_every_member_of_a_prepared_encounter_has_a_sheet():
    ford = LIBRARY.get("encounters", "ambush_at_the_ford")
    assert len(ford.members) == 13
    assert all(LIBRARY.get(member.kind, member.sheet) for member in ford.members)


def test_the_missile_table_counts_the_unskilled_as_novices():
    table = missile_ranks(LIBRARY)
    assert sorted(table) == [0, 1, 2, 3, 4, 5]
    assert table[0] is table[1]
    assert table[5].bands == (2, 1, 0, -2, -6)
    assert [table[rank].tricks for rank in range(1, 6)] == [0, 0, 1, 2, 3]


def test_unlocks_are_the_rank_table():
    ranks = {key: entry.rank for key, entry in unlocks(LIBRARY).items()}
    assert len(ranks) == 27
    assert (ranks["sweep_attack"], ranks["riposte"], ranks["great_strike"], ranks["dual_attack"]) == (2, 3, 4, 1)


def test_every_unlock_belongs_to_an_action_of_the_tables():
    assert set(unlocks(LIBRARY)) <= set(ACTIONS)


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("weapons", '[axe]\nname = "Axe"\nskill = "axe_hand"\ndamage = "lots"', "weapons.toml, axe: damage 'lots'"),
        ("weapons", '[axe]\nname = "Axe"', "weapons.toml, axe: Object missing required field `skill`"),
        ("shields", '[pot]\nname = "Pot"\ndv = "big"\ndurability = 1', "shields.toml, pot: Expected `int`"),
        ("shields", '[pot]\nname = "Pot"\ndv = 1\ndurability = 1\ncolour = "red"', "shields.toml, pot"),
        ("shields", "[pot", "shields.toml"),
    ],
)
def test_a_bad_entry_is_an_error_that_names_file_and_key(kind, text, words):
    with pytest.raises(BadDocument, match=re.escape(words)):
        READER.file(kind, text)


def test_a_reference_that_leads_nowhere_is_found():
    axe = Weapon(key="axe", name="Axe", skill="no_such", damage="1d6")
    kinds = {**LIBRARY.kinds, "weapons": {**LIBRARY.all("weapons"), "axe": axe}}
    assert list(cross_faults(kinds)) == ["weapons.toml, axe: no skill no_such"]


def test_a_skill_without_a_use_is_found():
    weapons = {key: weapon for key, weapon in LIBRARY.all("weapons").items() if key != "whip"}
    assert list(cross_faults({**LIBRARY.kinds, "weapons": weapons})) == ["skills.toml, whip: nothing is used with it"]


def test_a_groups_own_entry_is_read_with_ranges_typed_as_text():
    knife = read_entry("weapons", "knife", {"name": "Knife", "skill": "dagger", "throw": "5/10/15/20/25", "ranges": ""})
    assert knife == Weapon(key="knife", name="Knife", skill="dagger", throw=(5, 10, 15, 20, 25))


@pytest.mark.parametrize("throw", ["5/10", "far", "25/20/15/10/5", "1/2/3/4/"])
def test_ranges_that_make_no_sense_are_refused(throw):
    with pytest.raises(BadDocument):
        read_entry("weapons", "knife", {"name": "Knife", "skill": "dagger", "throw": throw})


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("lore(old kings)", "Lore: Old kings"),
        ("lore_dragons", "Lore: Dragons"),
        ("language_elvish", "Language: Elvish"),
        ("craft(boats)", "Craft: Boats"),
    ],
)
def test_a_named_skill_is_found_by_its_subject(key, name):
    skill = find_skill(LIBRARY, key)
    assert skill is not None
    assert (skill.key, skill.name) == (key, name)


@pytest.mark.parametrize("key", ["", "lore()", "sword(long)", "evade_well", "nothing", "lore( )"])
def test_what_is_no_skill_is_not_found(key):
    assert find_skill(LIBRARY, key) is None
