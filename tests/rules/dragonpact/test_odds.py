"""Odds against full enumeration by the very functions that resolve, and the table of the specification."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rhean.rules.dice import ScriptedDice
from rhean.rules.odds import enumerate_faces, mean
from rhean.rules.systems.dragonpact.arms import Arm, find_arm
from rhean.rules.systems.dragonpact.chances import block_chance, dodge_saves, parry_chance, unanswered
from rhean.rules.systems.dragonpact.damage import Swing, roll_damage
from rhean.rules.systems.dragonpact.library import Catalogue
from rhean.rules.systems.dragonpact.odds import (
    Blow,
    Roller,
    blow_total,
    blow_weights,
    contest_chance,
    crit_chance,
    damage_weights,
    dodge_chance,
    is_crit,
    raised_armor,
    wound_chance,
    wounds_chance,
)
from rhean.rules.systems.dragonpact.state import Rules
from rhean.rules.systems.dragonpact.trials import basic
from tests.rules.dragonpact.kit import LIBRARY, RULES, Table

PLAIN = Rules(RULES, Catalogue.of(LIBRARY))
DAGGER = Blow((1, 4), (3, 4), 4, 1)
LONGSWORD = Blow((1, 10), (1, 10), 10, 1)
SHORTSWORD = Blow((2, 4), (1, 4), 4, 1)
GREATSWORD = Blow((2, 8), (1, 8), 8, 2)
LONGBOW = Blow((1, 8), (2, 8), 8, 2)
WARAXE = Blow((2, 8), (1, 8), 8, 8)
TABLE = [
    (DAGGER, 5.375, 25, 0, 11.25, 16.21),
    (LONGSWORD, 7.05, 70, 0, 10.90, 19.00),
    (LONGSWORD._replace(bonus=2), 8.05, 80, 0, 14.50, 24.40),
    (SHORTSWORD, 7.094, 81.25, 0, 8.12, 17.19),
    (GREATSWORD, 12.055, 96.68, 1.76, 39.69, 53.91),
    (LONGBOW, 7.625, 73.83, 1.17, 12.66, None),
    (WARAXE, 18.055, 84.77, 15.23, 81.56, 91.25),
]


@pytest.mark.parametrize(("blow", "average", "one", "two", "block", "parry"), TABLE)
def test_the_check_values_of_the_specification(
    blow: Blow, average: float, one: float, two: float, block: float, parry: float | None
) -> None:
    damage = damage_weights((blow,))
    assert float(mean(damage)) == pytest.approx(average, abs=0.0005)
    assert percent(wounds_chance(damage, 4, 1)) == pytest.approx(one, abs=0.006)
    assert percent(wounds_chance(damage, 4, 2)) == pytest.approx(two, abs=0.006)
    blocked = raised_armor(PLAIN, 4, Roller(1, True), 2)
    assert percent(wound_chance(damage, blocked)) == pytest.approx(block, abs=0.006)
    if parry is not None:
        parried = raised_armor(PLAIN, 4, Roller(1, True))
        assert percent(wound_chance(damage, parried)) == pytest.approx(parry, abs=0.006)


def percent(value: Fraction) -> float:
    """A chance in hundredths."""
    return float(value * 100)


BLOWS = [
    *(row[0] for row in TABLE),
    Blow((2, 4), (1, 4), 4, 3, halved=True),
    Blow((2, 6), (1, 4), 5, 0, extra=((1, 6),)),
    Blow((1, 8), (1, 8), 8, 1, crit_stat=(10, 2)),
    Blow((1, 8), (1, 8), 8, 1, crit_stat=(0, 7)),
    Blow((2, 6), (1, 6), 6, -1, every=True),
    Blow((2, 6), (1, 6), 6, 2, always=True),
    Blow((2, 4), (1, 4), 1, 0),
]


@pytest.mark.parametrize("blow", BLOWS, ids=str)
def test_the_distribution_is_that_of_all_faces(blow: Blow) -> None:
    counted: dict[int, Fraction] = {}
    count, sides = blow.base
    for faces in enumerate_faces(*[sides] * count):
        for value, weight in rest(blow, faces).items():
            total = blow_total(blow, sum(faces) + value)
            counted[total] = counted.get(total, Fraction(0)) + weight / sides**count
    weights = blow_weights(blow)
    whole = sum(weights.values())
    assert {value: Fraction(number, whole) for value, number in weights.items()} == counted
    crits = sum(is_crit(blow, faces) for faces in enumerate_faces(*[sides] * count))
    assert crit_chance(blow) == Fraction(crits, sides**count)


def rest(blow: Blow, faces: tuple[int, ...]) -> dict[int, Fraction]:
    """What further dice add, with their chances."""
    more = [list(range(1, sides + 1)) for count, sides in blow.extra for _ in range(count)]
    fixed = 0
    if is_crit(blow, faces):
        more += [list(range(1, blow.crit[1] + 1))] * blow.crit[0]
        if blow.crit_stat:
            fixed = blow.crit_stat[1]
            more += [list(range(1, blow.crit_stat[0] + 1))] if blow.crit_stat[0] else []
    found: dict[int, Fraction] = {}
    ways = [sum(row) + fixed for row in product(*more)]
    for value in ways:
        found[value] = found.get(value, Fraction(0)) + Fraction(1, len(ways))
    return found


@pytest.mark.parametrize("a", range(-3, 9, 3))
@pytest.mark.parametrize("b", range(-2, 9, 2))
def test_contests_have_the_chances_of_their_formulas(a: int, b: int) -> None:
    chance = {
        (pc, other): contest_chance(PLAIN, Roller(a, pc), Roller(b, other))
        for pc in (True, False)
        for other in (True, False)
    }
    assert chance[True, False] == Fraction(min(10, max(0, 6 + a - b)), 10)
    assert chance[False, True] == 1 - Fraction(min(10, max(0, 6 + b - a)), 10)
    assert chance[True, True] == Fraction(sum(x + a > y + b for x, y in enumerate_faces(10, 10)), 100)
    assert chance[False, False] == int(a > b)


def test_a_second_accuracy_die_has_to_miss_as_well() -> None:
    once = dodge_chance(PLAIN, Roller(1, False), Roller(1, True))
    again = dodge_chance(PLAIN, Roller(1, False), Roller(1, True), again=True)
    assert (once, again) == (Fraction(4, 10), Fraction(16, 100))
    both = dodge_chance(PLAIN, Roller(2, True), Roller(1, True), again=True)
    counted = sum(x + 2 > y + 1 and x + 2 > z + 1 for x, y, z in enumerate_faces(10, 10, 10))
    assert both == Fraction(counted, 1000)


def test_the_roll_itself_falls_as_the_odds_say() -> None:
    table = Table("nettle at [2, 3]; foe = hedge_knight at [3, 3]")
    nettle, foe = table.unit("nettle"), table.unit("foe")
    attack = basic(table.state, nettle, foe, arm_of(table, "nettle/shortsword"))
    wounding = total = 0
    for a, b, c in enumerate_faces(4, 4, 4):
        dice = ScriptedDice([(4, a), (4, b), (4, c)])
        fact = roll_damage(table.state.rules, dice, nettle, foe, Swing(arm_of(table, "nettle/shortsword"), "melee"))
        wounding += fact.value.total > 6
        total += 1
    assert unanswered(table.state, attack)[0].value == Fraction(wounding, total)


def arm_of(table: Table, key: str) -> Arm:
    """A ready weapon."""
    arm = find_arm(table.state.rules, table.unit(key.partition("/")[0]), key)
    assert arm is not None
    return arm


def test_every_reaction_tells_its_exact_chance() -> None:
    table = Table("ogre = marsh_ogre at [3, 3]; kerra = kerra_holt at [2, 3]")
    table.do("ogre: basic_attack weapon=ogre/waraxe target=kerra")
    attack = table.state.attack
    assert attack is not None
    odds = {option.command: option.odds[0].value for option in table.prompt().options if option.odds}
    assert odds["block"] == block_chance(table.state, attack) == Fraction(118, 640)
    assert odds["parry"] == parry_chance(table.state, attack, "strength")
    assert odds["dodge"] == dodge_saves(table.state, attack)
    assert odds["pass"] == 0
