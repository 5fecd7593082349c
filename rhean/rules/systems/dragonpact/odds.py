"""Exact chances: of contests, of damage, and of a wound behind every reaction. The same functions resolve the rolls."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rhean.rules.odds import add, chance, dice_sum, shift, weigh
from rhean.rules.systems.dragonpact.checks import wins
from rhean.rules.systems.dragonpact.state import Rules

Weights = Mapping[int, int]


class Roller(NamedTuple):
    """One side of a contest: the sum of its terms, and whether a die is added or the fixed number."""

    terms: int
    rolls: bool


class Blow(NamedTuple):
    """All that one weapon's damage roll is made of.

    ``crit_from`` is the face from which a base die is a crit; ``every`` asks it of all dice, ``always`` needs none;
    ``extra`` are further dice; ``crit_stat`` is a stat number that a crit adds (die sides or 0, fixed part).
    """

    base: tuple[int, int]
    crit: tuple[int, int]
    crit_from: int
    bonus: int = 0
    extra: tuple[tuple[int, int], ...] = ()
    crit_stat: tuple[int, int] | None = None
    halved: bool = False
    every: bool = False
    always: bool = False


def is_crit(blow: Blow, faces: tuple[int, ...]) -> bool:
    """Whether these base faces are a crit: any die at its top, or all, by ruling."""
    high = [face >= blow.crit_from for face in faces]
    return blow.always or (all(high) if blow.every else any(high))


def blow_total(blow: Blow, dice: int) -> int:
    """The damage of all dice together with the bonus, halved where due."""
    return (dice + blow.bonus) // 2 if blow.halved else dice + blow.bonus


@lru_cache(maxsize=4096)
def crit_chance(blow: Blow) -> Fraction:
    """The chance of a crit: 1 - ((m - 1) / s) ^ n for any die."""
    if blow.always:
        return Fraction(1)
    count, sides = blow.base
    high = Fraction(max(0, sides - blow.crit_from + 1), sides)
    return high**count if blow.every else 1 - (1 - high) ** count


@lru_cache(maxsize=4096)
def blow_weights(blow: Blow) -> Weights:
    """The distribution of one weapon's damage (section 3: plain results, and crits with their dice)."""
    plain, crits = _base_weights(blow)
    more: Weights = dice_sum(*blow.crit)
    if blow.crit_stat is not None:
        sides, fixed = blow.crit_stat
        stat: Weights = dice_sum(1, sides) if sides else {0: 1}
        more = shift(add(more, stat), lambda value: value + fixed)
    scale = sum(more.values())
    weights = {value: count * scale for value, count in plain.items()}
    for value, count in add(crits, more).items():
        weights[value] = weights.get(value, 0) + count
    for dice in blow.extra:
        weights = add(weights, dice_sum(*dice))
    return shift(weights, lambda value: blow_total(blow, value))


def _base_weights(blow: Blow) -> tuple[dict[int, int], dict[int, int]]:
    """The base dice split into results without and with a crit."""
    count, sides = blow.base
    everything = dict(dice_sum(count, sides))
    if blow.always:
        return {}, everything
    kept = range(blow.crit_from, sides + 1) if blow.every else range(1, min(blow.crit_from, sides + 1))
    die = dict.fromkeys(kept, 1)
    pure: dict[int, int] = {0: 1}
    for _ in range(count):
        pure = add(pure, die)
    rest = {value: left for value, total in everything.items() if (left := total - pure.get(value, 0))}
    return (rest, pure) if blow.every else (pure, rest)


@lru_cache(maxsize=4096)
def damage_weights(blows: tuple[Blow, ...]) -> Weights:
    """The distribution of an attack's damage: its weapons added."""
    weights: Weights = {0: 1}
    for blow in blows:
        weights = add(weights, blow_weights(blow))
    return weights


def wounds(left: int, step: int = 10) -> int:
    """Wounds of the damage left after Armor: 1-19 one, 20-29 two, 30-39 three, from 40 four and one more each step.

    >>> [wounds(left) for left in (0, 1, 19, 20, 29, 30, 39, 40, 49, 50)]
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    """
    if left <= 0:
        return 0
    return max(1, left // 10) if left < 40 else 4 + (left - 40) // step


def wound_chance(damage: Weights, armor: Weights) -> Fraction:
    """The chance of at least one wound, over the damage and the Armor that it meets."""
    ways = sum(sum(armor.values()) * 0 + count * _below(armor, value) for value, count in damage.items())
    return Fraction(ways, sum(damage.values()) * sum(armor.values()))


def _below(armor: Weights, value: int) -> int:
    return sum(count for number, count in armor.items() if number < value)


def wounds_chance(damage: Weights, armor: int, number: int, step: int = 10) -> Fraction:
    """The chance of exactly so many wounds against an Armor."""
    return chance(damage, lambda value: wounds(value - armor, step) == number)


@lru_cache(maxsize=8192)
def _contest(a: Roller, b: Roller, sides: int, fixed: int, ties: bool) -> Fraction:
    def succeeds(faces: tuple[int, ...]) -> bool:
        left = list(faces)
        mine = a.terms + (left.pop(0) if a.rolls else fixed)
        other = b.terms + (left.pop(0) if b.rolls else fixed)
        return wins(ties, mine, a.rolls, other, b.rolls)

    return weigh(succeeds, *[sides] * (a.rolls + b.rolls)).get(True, Fraction(0))


def contest_chance(rules: Rules, a: Roller, b: Roller) -> Fraction:
    """The exact chance that the actor succeeds."""
    return _contest(a, b, rules.rulings["stat_die"], rules.rulings["fixed_value"], rules.rulings["roller_wins_ties"])


@lru_cache(maxsize=2048)
def _dodge_twice(a: Roller, b: Roller, sides: int, fixed: int, ties: bool) -> Fraction:
    def dodges(faces: tuple[int, ...]) -> bool:
        *own, first, second = faces
        mine = a.terms + (own[0] if a.rolls else fixed)
        return all(wins(ties, mine, a.rolls, b.terms + face, b.rolls) for face in (first, second))

    return weigh(dodges, *[sides] * (a.rolls + 2)).get(True, Fraction(0))


def dodge_chance(rules: Rules, dodger: Roller, attacker: Roller, *, again: bool = False) -> Fraction:
    """The chance of a Dodge; ``again``: the attacker's Accuracy is rolled once more against one that worked."""
    if not (again and attacker.rolls):
        return contest_chance(rules, dodger, attacker)
    ruling = rules.rulings
    return _dodge_twice(dodger, attacker, ruling["stat_die"], ruling["fixed_value"], ruling["roller_wins_ties"])


def raised_armor(rules: Rules, armor: int, roller: Roller, value: int = 0, *, twice: bool = False) -> Weights:
    """Armor behind a Block or a Parry: each face of a PC (the better of two), an NPC's fixed number."""
    if not roller.rolls:
        return {max(0, armor + max(0, rules.rulings["fixed_value"] + roller.terms + value)): 1}
    sides = rules.rulings["stat_die"]
    faces = {face: 2 * face - 1 if twice else 1 for face in range(1, sides + 1)}
    return shift(faces, lambda face: max(0, armor + max(0, face + roller.terms + value)))
