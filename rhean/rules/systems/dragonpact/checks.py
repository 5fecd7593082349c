"""How Dragonpact rolls: numbers of stats, skills, Evasion and Accuracy, and who wins a contest (section 3)."""

from __future__ import annotations

from collections.abc import Iterable

from rhean.rules.dice import Dice
from rhean.rules.explain import Term
from rhean.rules.systems.dragonpact.arms import Arm
from rhean.rules.systems.dragonpact.facts import Contest, Number
from rhean.rules.systems.dragonpact.state import Rules, Unit
from rhean.rules.systems.dragonpact.values import accuracy, evasion, guard, label, roll_terms, total

GUARD_STATS = ("strength", "agility", "intelligence", "will")
BODY_STATS = ("strength", "agility")


def number(rules: Rules, dice: Dice, unit: Unit, stat: str, terms: Iterable[Term]) -> Number:
    """A number: a PC's d10, an NPC's fixed 5, with terms."""
    if not unit.sheet.is_pc:
        return Number(unit.id, stat, total([fixed_term(rules), *terms]))
    face = dice.roll(rules.rulings["stat_die"])
    return with_face(rules, unit, stat, terms, face)


def with_face(rules: Rules, unit: Unit, stat: str, terms: Iterable[Term], face: int) -> Number:
    """A PC's number with a face that has already fallen."""
    die = Term("die", face, f"d{rules.rulings['stat_die']}", "dice")
    return Number(unit.id, stat, total([die, *terms]), face)


def fixed_term(rules: Rules) -> Term:
    """What stands for an NPC's die."""
    return Term("fixed", rules.rulings["fixed_value"], "fixed", "rule")


def stat_number(rules: Rules, dice: Dice, unit: Unit, stat: str, penalty: int = 0) -> Number:
    """A stat roll."""
    return number(rules, dice, unit, stat, roll_terms(rules, unit, stat, penalty))


def reaction_terms(rules: Rules, unit: Unit) -> list[Term]:
    """What a Guard with Intelligence adds to the numbers of reactions (ruling ``guard_intelligence``)."""
    wide = rules.rulings["guard_intelligence"] == "any_reaction"
    return [guard(unit, "intelligence")] if wide else []


def reaction_stat_terms(rules: Rules, unit: Unit, stat: str) -> list[Term]:
    """The terms of a Block or a Parry."""
    return [*roll_terms(rules, unit, stat), *reaction_terms(rules, unit)]


def dodge_terms(rules: Rules, unit: Unit) -> list[Term]:
    """The terms of a Dodge: Evasion."""
    return [*evasion(rules, unit).terms, *reaction_terms(rules, unit)]


def accuracy_terms(rules: Rules, unit: Unit, arm: Arm | None) -> list[Term]:
    """The terms of an Accuracy number with a weapon."""
    return list(accuracy(rules, unit, arm).terms)


def skill_terms(rules: Rules, unit: Unit, skill: str, *, in_turn: bool) -> list[Term]:
    """The terms of a skill check: its stat, its rank, and a Guard with Intelligence outside one's own turn."""
    terms = roll_terms(rules, unit, rules.catalogue.skills[skill].stat)
    terms.append(Term(skill, unit.sheet.skills.get(skill, 0), label(skill), "skill"))
    return terms if in_turn else [*terms, guard(unit, "intelligence")]


def best_resistance(rules: Rules, unit: Unit, against: str) -> str:
    """The stat that opposes a grapple, a shove or an escape: the better of two, chosen without the die."""
    if not rules.rulings["resist_with_best"]:
        return against
    strength, agility = (sum(term.value for term in roll_terms(rules, unit, stat)) for stat in BODY_STATS)
    return "agility" if agility > strength else "strength"


def wins(rollers_win_ties: bool, a: int, a_rolls: bool, b: int, b_rolls: bool) -> bool:
    """Whether the actor's number beats the opposing one: the only one who rolls wins a tie, else the actor loses it.

    >>> wins(True, 6, True, 6, False), wins(True, 6, False, 6, True), wins(True, 6, True, 6, True)
    (True, False, False)
    """
    if a != b:
        return a > b
    return rollers_win_ties and a_rolls and not b_rolls


def contest(rules: Rules, what: str, a: Number, b: Number, forced: bool | None = None) -> Contest:
    """Two numbers compared; ``forced`` is a result set by the GM."""
    fair = wins(rules.rulings["roller_wins_ties"], a.total, not a.fixed, b.total, not b.fixed)
    return Contest(what, a, b, fair if forced is None else forced, forced is not None)
