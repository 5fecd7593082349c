"""Derived values: the figures of the specification, their terms, and what is set by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.systems.rhean import derived
from rhean.rules.systems.rhean.sheet import modifier
from rhean.rules.systems.rhean.travel import journey
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE, man, ruled, shipped_sheet, skills


def figures(**fields):
    """Key -> figure of a sheet."""
    return {figure.key: figure for figure in SIDE.derive(fields, LIBRARY, DEFAULTS)}


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (-1, -6),
        (0, -5),
        (1, -4),
        (2, -3),
        (3, -2),
        (4, -1),
        (5, 0),
        (6, 0),
        (7, 1),
        (8, 2),
        (9, 3),
        (10, 4),
        (11, 5),
        (30, 24),
    ],
)
def test_an_attribute_has_the_modifier_of_the_games_table(score, expected):
    assert modifier(score) == expected


def test_an_average_man_has_the_figures_of_the_specification():
    assert derived.maxima(man(), DEFAULTS) == {"hits": 11, "stamina": 22, "stability": 16, "ka": 16}
    assert derived.movement(man(), DEFAULTS).total == 9
    assert derived.initiative(man(), DEFAULTS).total == 10
    assert derived.defence(man(), DEFAULTS).notation() == "base:11,agility:0"


def test_a_dwarf_too_weak_for_half_plate_loses_movement():
    dwarf = man(race="dwarf", strength=6, constitution=7, agility=4, armour="half_plate")
    assert derived.movement(dwarf, DEFAULTS).notation() == "agility:4,race:2,shortfall:-2"
    assert derived.maxima(dwarf, DEFAULTS)["hits"] == 13
    assert derived.movement(dwarf, ruled(strength_shortfall=False)).total == 6


def test_movement_and_pools_never_fall_below_one():
    weak = man(race="gnome", strength=1, agility=1, armour="full_plate")
    assert derived.movement(weak, DEFAULTS).total == 1
    assert derived.pool_maximum(man(), "hits", ruled(hits_formula="body - 100")).total == 1


def test_a_creatures_own_movement_counts_as_it_stands():
    assert derived.movement(shipped_sheet("goblin"), DEFAULTS).notation() == "movement:9"


def test_armour_defends_only_those_trained_in_it_but_always_reduces():
    wearer = {"armour": "mail", "strength": 6}
    trained = man(**wearer, skills=skills(armor_medium=(1, 1), armor_light=(1, 1)))
    assert derived.defence(man(**wearer), DEFAULTS).total == 11
    assert derived.defence(trained, DEFAULTS).notation() == "base:11,agility:0,armour:2"
    assert derived.reduction(man(**wearer, natural_reduction=1)).notation() == "armour:3,natural:1"


def test_passive_defence_names_every_term():
    sheet = man(agility=8, shield="kite", natural_defense=1)
    assert derived.defence(sheet, DEFAULTS).notation() == "base:11,agility:2,natural:1,shield:3"
    assert derived.defence(sheet, DEFAULTS, shield=False).total == 14


@pytest.mark.parametrize(("ruling", "total"), [("none", 11), ("half", 13), ("full", 16)])
def test_evade_counts_passively_as_the_ruling_says(ruling, total):
    sheet = man(skills=skills(evade=(3, 5)))
    assert derived.defence(sheet, ruled(evade_in_passive=ruling)).total == total


def test_grog_attacks_and_parries_with_his_axe():
    found = {figure.key: figure for figure in derived.figures_of(shipped_sheet("grog"), LIBRARY, DEFAULTS)}
    assert found["attack.0"].value.notation() == "axe_battle:4,strength:2"
    assert found["parry.0"].value.notation() == "axe_battle_parry:3,strength:2"
    assert found["damage.0"].value.notation() == "weapon:1,strength:2"
    assert found["damage.0"].unit == "+ 1d8"


def test_the_off_hand_pays_by_the_rank_of_two_weapon_fighting():
    two = {"weapons": [{"weapon": "long_sword"}, {"weapon": "dagger", "hand": "off"}]}
    assert figures(**two)["attack.1"].value.notation() == "dagger:0,dexterity:0,off_hand:-4"
    assert figures(**two, advantages=["ambidextrous"])["attack.1"].value.total == -2
    trained = figures(**two, skills=skills(two_weapon=(4, 1)), advantages=["ambidextrous"])
    assert trained["attack.1"].value.notation() == "dagger:0,dexterity:0"


def test_heavy_armour_burdens_rolls_of_dexterity_and_agility_only():
    found = figures(armour="scale", skills=skills(evade=(1, 3), first_aid=(1, 2)))
    assert found["skills.evade"].value.notation() == "evade:3,agility:0,shortfall:-2"
    assert found["skills.first_aid"].value.notation() == "first_aid:2,intelligence:0"


def test_a_shot_has_no_strength_in_its_damage_and_an_improvised_thing_is_hard_to_use():
    found = figures(strength=9, weapons=[{"weapon": "long_bow"}, {"weapon": "improvised"}])
    assert found["damage.0"].value.total == 0
    assert found["attack.1"].value.notation() == "brawling:0,strength:3,improvised:-2"
    assert "parry.0" not in found


def test_every_figure_can_be_set_by_hand_says_so_and_can_be_put_back():
    sheet = {"weapons": [{"weapon": "long_sword"}], "skills": skills(evade=(1, 2))}
    before = figures(**sheet)
    by_hand = figures(**sheet, overrides=dict.fromkeys(before, 7))
    assert all(figure.value.total == 7 and figure.value.is_overridden for figure in by_hand.values())
    assert {key: figure.value.total for key, figure in figures(**sheet, overrides={}).items()} == {
        key: figure.value.total for key, figure in before.items()
    }


def test_a_modifier_set_by_hand_counts_wherever_it_is_used():
    found = figures(overrides={"modifier.agility": 3}, skills=skills(evade=(1, 2)))
    assert found["skills.evade"].value.total == 5
    assert found["defence"].value.total == 14


def test_figures_tell_the_field_that_they_belong_to():
    found = figures(weapons=[{"weapon": "mace"}], skills=skills(mace=(1, 1)))
    assert found["modifier.strength"].field == "strength"
    assert found["skills.mace"].field == "skills.mace"
    assert found["attack.0"].field == "weapons.0"


def test_an_average_man_walks_two_and_a_quarter_miles_an_hour():
    walk = journey(man(), 1, LIBRARY, DEFAULTS)
    assert (walk.miles, walk.stamina) == (Fraction(9, 4), 1)


def test_a_forced_march_goes_half_as_far_again_for_three_times_the_stamina():
    march = journey(man(), 4, LIBRARY, DEFAULTS, forced=True)
    assert (march.miles, march.stamina) == (Fraction(27, 2), 12)


def test_terrain_and_weather_add_up_and_never_turn_anybody_round():
    walk = journey(man(), 4, LIBRARY, DEFAULTS, terrain="marsh", weather="storm")
    assert walk.movement.notation() == "movement:9,terrain:-4,weather:-3"
    assert walk.miles == 2
    assert journey(man(race="gnome", agility=2), 4, LIBRARY, DEFAULTS, terrain="mountains").miles == 0


@pytest.mark.parametrize("advantage", ["hardy", "untiring"])
def test_the_hardy_and_the_untiring_travel_at_half_the_stamina(advantage):
    assert journey(man(advantages=[advantage]), 3, LIBRARY, DEFAULTS, forced=True).stamina == 4


def test_a_journey_asked_for_is_told_with_its_miles_and_its_stamina():
    request = Command("a", "travel", {"hours": 8, "terrain": "hills", "weather": "rain", "forced": True})
    result = SIDE.check({"a": {}}, request, LIBRARY, DEFAULTS, ScriptedDice([]))
    told = result.events[0].fact
    assert (told.miles, told.stamina, told.movement) == ("18", 24, 6)
    assert SIDE.check_odds({"a": {}}, request, LIBRARY, DEFAULTS) == ()


@pytest.mark.parametrize("params", [{"hours": 0}, {"hours": 25}, {"terrain": "moon"}, {"speed": 3}, {"forced": 1}])
def test_a_journey_that_makes_no_sense_is_refused(params):
    with pytest.raises(IllegalCommand, match="no such value"):
        SIDE.check({"a": {}}, Command("a", "travel", params), LIBRARY, DEFAULTS, ScriptedDice([]))
