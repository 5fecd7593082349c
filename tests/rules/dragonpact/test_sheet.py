"""Sheets: reading, problems, derived values, creation, rest, rolls outside a fight."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import BadDocument, BadSetup, BadSheet, IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.content import FIELDS, LABELS
from rhean.rules.systems.dragonpact.library import ENTRY_TYPES
from tests.rules.dragonpact.brawl import sheet
from tests.rules.dragonpact.kit import LIBRARY, RULES

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = [field.key for field in SYSTEM.schema]


def problems(key: str, **changes: Any) -> list[tuple[str, str]]:
    """Field and level of everything wrong with a ready-made sheet after changes."""
    found = SYSTEM.validate(sheet(key) | changes, LIBRARY, RULES)
    return [(problem.field, problem.level) for problem in found]


def figures(key: str, **changes: Any) -> dict[str, str]:
    """The derived values of a ready-made sheet, as text."""
    return {figure.key: figure.value.text() for figure in SYSTEM.derive(sheet(key) | changes, LIBRARY, RULES)}


@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=6), JSON, max_size=6))
def test_no_document_breaks_the_reader(document: dict[str, Any]) -> None:
    found = SYSTEM.validate(document, LIBRARY, RULES)
    if not any(problem.level == "error" for problem in found):
        assert SYSTEM.derive(document, LIBRARY, RULES)
        assert SYSTEM.pools(document, LIBRARY, RULES)["health"][1] >= 1
    SYSTEM.budgets(document, LIBRARY, RULES)


STARTS = st.sampled_from(("at", "health", "stamina", "mana", "cond", "conditions", "surprised", "hidden", "guard"))


@given(
    st.dictionaries(STARTS, JSON, max_size=4), st.dictionaries(st.sampled_from(("map", "ground", "surprised")), JSON)
)
def test_no_setup_breaks_the_beginning(start: dict[str, Any], scene: dict[str, Any]) -> None:
    setup = Setup((Entrant("a", sheet("nettle"), "party", "gm", start), Entrant("b", sheet("cave_wolf"), "foe")), scene)
    refused = False
    try:
        state = SYSTEM.begin(setup, LIBRARY, RULES)
    except (BadSetup, BadSheet):
        refused = True
    assert refused or SYSTEM.decode_state(SYSTEM.encode_state(state)) == state


@given(JSON)
def test_what_is_no_sheet_at_all_is_a_problem(value: Any) -> None:
    if not isinstance(value, dict):
        assert SYSTEM.validate(value, LIBRARY, RULES)[0].level == "error"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"strength": 6}, "strength"),
        ({"strength": "1e3"}, "strength"),
        ({"vigor": True}, "vigor"),
        ({"size": "vast"}, "size"),
        ({"trained": ["whips"]}, "trained"),
        ({"natural": ["sting"]}, "natural"),
        ({"modes": ["teleport"]}, "modes"),
        ({"skills": {"juggling": {"rank": 1}}}, "skills.juggling"),
        ({"skills": {"lore": {"rank": 6}}}, "skills.lore"),
        ({"resist": [{"element": "love", "amount": 1}]}, "resist.0"),
        ({"bonus": [{"value": "armor", "amount": 21}]}, "bonus.0"),
        ({"overrides": {"luck": 3}}, "overrides.luck"),
        ({"gear": ["lute:main"]}, "gear.0"),
        ({"gear": ["longsword:both"]}, "gear.0"),
        ({"gear": ["greatsword:main"]}, "gear.0"),
        ({"gear": ["leather_jack:head"]}, "gear.0"),
        ({"gear": ["arrow:pack:0"]}, "gear.0"),
        ({"gear": ["arrow:pack:9999999999"]}, "gear.0"),
        ({"gear": ["longsword:main", "hatchet:main"]}, "gear"),
        ({"gear": ["greatsword:both", "hatchet:off"]}, "gear"),
        ({"name": "x" * 61}, "name"),
        ({"pools": {"health": -1}}, "pools.health"),
        ({"conditions": ["bored"]}, "conditions"),
    ],
)
def test_a_problem_names_its_field(changes: dict[str, Any], field: str) -> None:
    assert (field, "error") in problems("kerra_holt", **changes)
    with pytest.raises(BadSheet):
        SYSTEM.derive(sheet("kerra_holt") | changes, LIBRARY, RULES)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"gear": ["greatsword:pack:9"]}, "gear"),
        ({"gear": ["plate_harness:body"]}, "gear.0"),
        ({"gear": ["spear:main"]}, "gear.0"),
        ({"vigor": 2}, "vigor"),
        ({"traits": []}, "traits"),
        ({"languages": [{"text": "Elvish"}, {"text": "Old March"}]}, "languages"),
        ({"fate_breaker": " "}, "fate_breaker"),
        ({"skills": {}}, "skills"),
        ({"gold": 8}, "gold"),
        ({"dragonpact": ""}, "dragonpact"),
    ],
)
def test_a_departure_is_a_warning_and_an_error_where_the_rule_is_strict(changes: dict[str, Any], field: str) -> None:
    assert (field, "warning") in problems("kerra_holt", **changes)
    assert problems("kerra_holt", **changes, level=2) == [
        p for p in problems("kerra_holt", **changes) if "gear" in p[0]
    ]
    strict = Rulings.of(SYSTEM.rulings, {"strict_creation": True})
    found = SYSTEM.validate(sheet("kerra_holt") | changes, LIBRARY, strict)
    assert any(problem.field == field for problem in found)


def test_npcs_have_wider_bounds_and_minions_one_health() -> None:
    assert problems("cave_wolf", strength=11) == [("strength", "warning")]
    assert ("strength", "error") in problems("cave_wolf", strength=21)
    assert ("health", "error") in problems("gutter_goblin", health=2)


def test_derived_values_tell_their_terms() -> None:
    knight = figures("hedge_knight")
    assert knight["armor"] == "1 Strength, +1 Power Level, +4 Mail hauberk = 6"
    assert knight["evasion"] == "0 Agility, +1 Power Level, -1 Kite shield, -2 Mail hauberk = -2"
    assert knight["core_strength"] == "1 Strength, +1 Power Level = 2"
    assert figures("kerra_holt")["health"] == "3 base, +1 Vigor = 4"
    assert figures("kerra_holt")["stamina"] == "3 base, +1 Vigor / 2 = 4"
    assert figures("ember_drake")["resist_fire"] == "2 Will, +2 Power Level, +6 nature = 10"


def test_traits_armour_and_load_are_in_the_values() -> None:
    changed = figures("osric_vane", bonus=[{"value": "armor", "amount": 2}])
    assert changed["armor"] == "1 Strength, +2 Leather jack, +2 traits = 5"
    heavy = figures(
        "osric_vane", strength=0, gear=["greatsword:both", "plate_harness:body", "greatsword:pack", "waraxe:pack"]
    )
    assert heavy["armor"] == "0 Strength, +3 Plate harness (halved) = 3"
    assert heavy["speed"] == "4 base, -1 Plate harness, -2 overloaded = 1"
    assert heavy["evasion"].endswith("= -4")
    assert heavy["weight"].endswith("= 11")
    assert figures("osric_vane", overrides={"armor": 9})["armor"].endswith("= 9")


def test_an_old_wound_is_carried_into_the_pools() -> None:
    hurt = sheet("kerra_holt") | {"pools": {"health": 1, "stamina": 0}, "conditions": ["broken", "poisoned"]}
    assert SYSTEM.pools(hurt, LIBRARY, RULES) == {"health": (1, 4), "stamina": (0, 4), "mana": (1, 1)}


@pytest.mark.parametrize(
    ("minutes", "tended", "health", "conditions"),
    [
        (5, False, None, None),
        (10, False, 1, ["broken", "poisoned"]),
        (480, False, 2, ["broken"]),
        (480, True, 3, ["broken"]),
        (7 * 1440, False, 4, []),
    ],
)
def test_rest_brings_what_its_table_says(minutes: int, tended: bool, health: int | None, conditions: Any) -> None:
    hurt = sheet("kerra_holt") | {
        "pools": {"health": 1, "stamina": 0},
        "conditions": ["broken", "poisoned", "bleeding"],
    }
    rested = SYSTEM.rest(hurt, minutes, tended, LIBRARY, RULES)
    assert (rested.get("pools", {}).get("health"), rested.get("conditions")) == (health, conditions)


def test_a_new_sheet_has_every_field_and_warns_of_what_is_missing() -> None:
    fresh = SYSTEM.new_sheet()
    assert set(fresh) == set(KEYS)
    assert all(problem.level == "warning" for problem in SYSTEM.validate(fresh, LIBRARY, RULES))


def test_what_can_i_do_lists_every_ability_with_its_reason() -> None:
    options = {option.command: option for option in SYSTEM.abilities(sheet("kerra_holt"), LIBRARY, RULES)}
    assert options["guard"].available
    assert options["dual_wield_attack"].refusals[0].text == "needs a Light weapon in each hand"
    assert {"basic_attack", "hide", "move", "item", "tripping_attack", "end_turn"} <= set(options)


# -- rolls outside a fight ----------------------------------------------------------------------------------

SHEETS = {"me": sheet("nettle"), "foe": sheet("road_bandit")}


def roll(name: str, dice: list[tuple[int, int]], **params: Any) -> tuple[bool | None, str]:
    """A roll; whether it succeeded, and its words."""
    result = SYSTEM.check(SHEETS, Command("me", name, params), LIBRARY, RULES, ScriptedDice(dice))
    return result.success, SYSTEM.describe(result.events[0].fact, {"me": "Nettle", "foe": "Bandit"}).text


def test_a_skill_is_rolled_against_a_difficulty_or_somebody() -> None:
    assert roll("skill.stealth", [(10, 6)], difficulty=8) == (True, "Nettle succeeds with Stealth: 8 against 8.")
    won, words = roll("skill.stealth", [(10, 3)], against="foe", against_skill="perception")
    assert (won, words) == (True, "Check: Nettle succeeds, 5 against Bandit's 5.")
    assert roll("stat.vigor", [(10, 1)], difficulty=2)[0] is True
    assert roll("skill.stealth", [(10, 5)], stat="will", modifier=2)[0] is True


def test_every_check_has_exact_odds() -> None:
    for check in SYSTEM.checks(SHEETS["me"], LIBRARY, RULES):
        request = Command("me", check.key, {"difficulty": 8})
        won = sum(SYSTEM.check(SHEETS, request, LIBRARY, RULES, ScriptedDice([(10, f)])).success for f in range(1, 11))  # type: ignore[misc]
        (chance,) = SYSTEM.check_odds(SHEETS, request, LIBRARY, RULES)
        assert chance.value * 10 == won


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("skill.juggling", {}),
        ("luck", {}),
        ("skill.lore", {"difficulty": "8"}),
        ("skill.lore", {"against": "ghost"}),
        ("skill.lore", {"stat": "luck"}),
        ("skill.lore", {"colour": 1}),
    ],
)
def test_a_roll_that_cannot_be_is_refused(name: str, params: dict[str, Any]) -> None:
    with pytest.raises(IllegalCommand):
        SYSTEM.check(SHEETS, Command("me", name, params), LIBRARY, RULES, ScriptedDice([]))


# -- the group's own content --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FIELDS)
def test_an_entry_made_of_the_defaults_of_its_fields_is_sound_or_says_what_it_needs(kind: str) -> None:
    data = {field.key: field.default for field in FIELDS[kind]} | {"key": "own", "name": "Own"}
    assert SYSTEM.read_entry(kind, data).name == "Own"
    assert kind in LABELS
    assert set(LABELS) == set(ENTRY_TYPES)


def test_an_own_weapon_with_perks_is_read_from_its_form() -> None:
    data = {"key": "hookblade", "name": "Hookblade", "group": "blades", "base": "1d8", "crit": "1d8", "damage": "sharp"}
    data |= {
        "melee": 1,
        "perk_stats": ["agility"],
        "perks": "2: quick; 3: accuracy 1, wound bleed",
        "requires": {"agility": 1, "will": 0},
    }
    weapon = SYSTEM.read_entry("weapons", data)
    library = LIBRARY.with_entries({"weapons": {"hookblade": weapon}})
    changed = sheet("nettle") | {"gear": ["hookblade:main"]}
    assert not [p for p in SYSTEM.validate(changed, library, RULES) if p.level == "error"]
    assert "damage.hookblade.one" in {figure.key for figure in SYSTEM.derive(changed, library, RULES)}
    for wrong in ("quick", "2: dance", "x: quick"):
        with pytest.raises(BadDocument):
            SYSTEM.read_entry("weapons", data | {"perks": wrong})
    with pytest.raises(BadDocument):
        SYSTEM.read_entry("weapons", {"name": "No key"})
