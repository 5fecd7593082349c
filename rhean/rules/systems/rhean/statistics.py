"""Figures of a fight out of what happened: blows and hits against what the odds had promised, wounds, what was spent.

Where a foe's defence is not among the facts, nothing is expected of the blows against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rhean.rules.events import Fact
from rhean.rules.system import Statistic
from rhean.rules.systems.rhean import checks
from rhean.rules.systems.rhean import facts as f

LABELS = {
    "attacks": "Attacks",
    "hits": "Hits",
    "dealt": "Damage dealt",
    "suffered": "Damage suffered",
    "defences": "Blows stopped",
    "stamina": "Stamina spent",
}
"""The figures, in the order in which they are shown."""


def statistics(told: Sequence[Fact]) -> tuple[Statistic, ...]:
    """Every figure of everybody who has one, by combatant in the order in which they appear."""
    amounts: dict[tuple[str, str], int] = {}
    expected: dict[str, Fraction] = {}
    unknown: set[str] = set()
    for fact in told:
        for who, key, amount in _counted(fact):
            amounts[who, key] = amounts.get((who, key), 0) + amount
        if isinstance(fact, f.Attack):
            chance = promised(fact)
            expected[fact.who] = expected.get(fact.who, Fraction(0)) + (chance or 0)
            unknown |= set() if chance is not None else {fact.who}
    everybody = dict.fromkeys(who for who, _ in amounts)
    return tuple(
        Statistic(who, key, label, amounts[who, key], _of(who, expected, unknown) if key == "hits" else None)
        for who in everybody
        for key, label in LABELS.items()
        if (who, key) in amounts
    )


def _of(who: str, expected: dict[str, Fraction], unknown: set[str]) -> Fraction | None:
    """How many hits the odds had promised somebody, if they are known of all his blows."""
    return None if who in unknown else expected.get(who)


def promised(attack: f.Attack) -> Fraction | None:
    """The chance that an attack had, if its defence is known."""
    dice = sum(face for _, face in attack.faces)
    if attack.defence is None or attack.total is None or not attack.faces:
        return None
    return checks.chance(attack.total - dice, attack.defence)


def _counted(fact: Fact) -> Iterator[tuple[str, str, int]]:
    """(who, figure, amount) of one fact."""
    if isinstance(fact, f.Attack):
        yield fact.who, "attacks", 1
        yield fact.who, "hits", int(fact.hit)
    elif isinstance(fact, f.Damage):
        yield fact.by, "dealt", fact.taken
        yield fact.who, "suffered", fact.taken
    elif isinstance(fact, f.Defence) and fact.success:
        yield fact.who, "defences", 1
    elif isinstance(fact, f.Upkeep) or (isinstance(fact, f.Cost) and fact.pool == "stamina"):
        yield fact.who, "stamina", fact.amount
