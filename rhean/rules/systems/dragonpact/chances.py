"""The odds that are shown: of an attack unanswered, of a maneuver, of each reaction (section 5, Prompts)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rhean.rules.explain import Term
from rhean.rules.odds import mean
from rhean.rules.prompts import Chance
from rhean.rules.systems.dragonpact.arms import Arm, find_arm
from rhean.rules.systems.dragonpact.attack import armor_against
from rhean.rules.systems.dragonpact.checks import (
    accuracy_terms,
    best_resistance,
    dodge_terms,
    reaction_stat_terms,
)
from rhean.rules.systems.dragonpact.damage import make_blow, swings
from rhean.rules.systems.dragonpact.maneuvers import AGAINST_EVASION, PENALTY
from rhean.rules.systems.dragonpact.odds import (
    Roller,
    contest_chance,
    crit_chance,
    damage_weights,
    dodge_chance,
    raised_armor,
    wound_chance,
    wounds,
)
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Rules, Unit
from rhean.rules.systems.dragonpact.values import block_value, evasion, roll_terms, shields
from rhean.rules.systems.dragonpact.window import parry_arm

Weights = Mapping[int, int]


def roller(unit: Unit, terms: list[Term] | tuple[Term, ...]) -> Roller:
    """A side of a contest: the sum of its terms, and whether it rolls."""
    return Roller(sum(term.value for term in terms), unit.sheet.is_pc)


# -- damaging attacks ---------------------------------------------------------------------------------------


def damage_of(state: DragonpactState, attack: Attack) -> Weights:
    """The distribution of an attack's damage, or the number that has already fallen."""
    if attack.strikes and all(strike.rolled for strike in attack.strikes):
        return {sum(strike.total for strike in attack.strikes): 1}
    attacker, target = state.unit(attack.attacker), state.unit(attack.target)
    return damage_weights(tuple(make_blow(state.rules, attacker, target, swing) for swing in swings(state, attack)))


def crit_of(state: DragonpactState, attack: Attack) -> Fraction:
    """The chance that at least one weapon crits."""
    attacker, target = state.unit(attack.attacker), state.unit(attack.target)
    missed = Fraction(1)
    for swing in swings(state, attack):
        missed *= 1 - crit_chance(make_blow(state.rules, attacker, target, swing))
    return 1 - missed


def bare_armor(state: DragonpactState, attack: Attack) -> Weights:
    """Armor without a reaction."""
    return {armor_against(state, attack).total: 1}


def unanswered(state: DragonpactState, attack: Attack) -> tuple[Chance, ...]:
    """A damaging attack: at least one wound if unanswered, a crit, and the wounds to expect."""
    damage, armor = damage_of(state, attack), armor_against(state, attack).total
    step = state.rules.rulings["wound_step"]
    expected = mean({number: _ways(damage, armor, step, number) for number in _numbers(damage, armor, step)})
    return (
        Chance.of("a wound", wound_chance(damage, {armor: 1})),
        Chance.of("a crit", crit_of(state, attack)),
        Chance.mean("wounds", expected),
    )


def _numbers(damage: Weights, armor: int, step: int) -> set[int]:
    return {wounds(value - armor, step) for value in damage}


def _ways(damage: Weights, armor: int, step: int, number: int) -> int:
    return sum(count for value, count in damage.items() if wounds(value - armor, step) == number)


def attack_chances(state: DragonpactState, attack: Attack) -> tuple[Chance, ...]:
    """What an attack promises: wounds, or success of a maneuver."""
    if attack.damaging:
        return unanswered(state, attack)
    return (Chance.of("success", maneuver_chance(state, attack)),)


# -- contests -----------------------------------------------------------------------------------------------


def maneuver_chance(state: DragonpactState, attack: Attack) -> Fraction:
    """The chance of a maneuver that nobody answers."""
    rules, actor, target = state.rules, state.unit(attack.attacker), state.unit(attack.target)
    mine = roller(actor, roll_terms(rules, actor, attack.stat, PENALTY[attack.ability]))
    if attack.ability in AGAINST_EVASION:
        return contest_chance(rules, mine, roller(target, evasion(rules, target).terms))
    return contest_chance(rules, mine, resisting(rules, target, attack.stat))


def resisting(rules: Rules, unit: Unit, stat: str) -> Roller:
    """A unit that opposes with its best."""
    return roller(unit, roll_terms(rules, unit, best_resistance(rules, unit, stat)))


def escape_chance(state: DragonpactState, unit: Unit, stat: str) -> Fraction:
    """The chance of breaking free with a stat."""
    holder = state.holder_of(unit)
    if holder is None:
        return Fraction(1)
    mine = roller(unit, roll_terms(state.rules, unit, stat))
    return contest_chance(state.rules, mine, resisting(state.rules, holder, stat))


def number_chance(rules: Rules, mine: Roller, least: int) -> Fraction:
    """The chance that a number is at least so high."""
    if not mine.rolls:
        return Fraction(int(rules.rulings["fixed_value"] + mine.terms >= least))
    sides = rules.rulings["stat_die"]
    return Fraction(max(0, min(sides, sides + 1 - (least - mine.terms))), sides)


# -- reactions ----------------------------------------------------------------------------------------------


def dodging(state: DragonpactState, attack: Attack) -> Fraction:
    """The chance that a Dodge undoes the attack."""
    unit, attacker = state.unit(attack.target), state.unit(attack.attacker)
    arm = find_arm(state.rules, attacker, attack.strikes[0].weapon) if attack.strikes else None
    return dodge_chance(
        state.rules,
        roller(unit, dodge_terms(state.rules, unit)),
        roller(attacker, accuracy_terms(state.rules, attacker, arm)),
        again=arm is not None and arm.does("dodged_reroll"),
    )


def unharmed(state: DragonpactState, attack: Attack, armor: Weights) -> Fraction:
    """The chance of no wound behind this Armor."""
    return 1 - wound_chance(damage_of(state, attack), armor)


def block_chance(state: DragonpactState, attack: Attack, item: str = "") -> Fraction:
    """The chance of no wound behind a Block with the named shield, or the best."""
    unit = state.unit(attack.target)
    thing = unit.thing(item) if item else next(iter(shields(state.rules, unit)), None)
    value = block_value(state.rules, unit, thing) if thing else 0
    mine = roller(unit, reaction_stat_terms(state.rules, unit, "strength"))
    return unharmed(state, attack, _behind(state, attack, mine, value))


def parry_chance(state: DragonpactState, attack: Attack, stat: str, weapon: str = "") -> Fraction:
    """The chance of no wound, and so of a riposte, behind a Parry."""
    unit = state.unit(attack.target)
    arm: Arm | None = parry_arm(state, attack, weapon)
    mine = roller(unit, reaction_stat_terms(state.rules, unit, stat))
    return unharmed(state, attack, _behind(state, attack, mine, 0, twice=arm is not None and arm.does("parry_twice")))


def _behind(state: DragonpactState, attack: Attack, mine: Roller, value: int, *, twice: bool = False) -> Weights:
    """Armor with what a reaction adds."""
    base = armor_against(state, attack).total
    return raised_armor(state.rules, base, mine, value, twice=twice)


def pass_chance(state: DragonpactState, attack: Attack) -> Fraction:
    """The chance to come off well without a reaction: no wound, or the maneuver fails."""
    if attack.damaging:
        return unharmed(state, attack, bare_armor(state, attack))
    return 1 - maneuver_chance(state, attack)


def dodge_saves(state: DragonpactState, attack: Attack) -> Fraction:
    """The chance to come off well with a Dodge."""
    missed = dodging(state, attack)
    return missed + (1 - missed) * pass_chance(state, attack)


def saves_label(attack: Attack) -> str:
    """What a reaction's chance is of."""
    return "no wound" if attack.damaging else "it fails"
