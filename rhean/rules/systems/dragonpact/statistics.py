"""Figures of a fight out of what happened: damage, wounds, blows, reactions, Stamina."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rhean.rules.events import Fact
from rhean.rules.system import Statistic
from rhean.rules.systems.dragonpact import facts as f

LABELS = {
    "attacks": "Attacks",
    "dealt": "Damage past Armor",
    "inflicted": "Wounds inflicted",
    "taken": "Wounds taken",
    "crits": "Crits",
    "reactions": "Reactions",
    "dodged": "Attacks dodged",
    "stamina": "Stamina spent",
    "walked": "Spaces walked",
}
Counts = Counter[tuple[str, str]]


def statistics(facts: Sequence[Fact]) -> tuple[Statistic, ...]:
    """Every figure that is not 0, unit by unit in the order of their first deed."""
    counts: Counts = Counter()
    striker = ""
    for fact in facts:
        if isinstance(fact, f.DamageRolled):
            striker = fact.unit
        for who, key, amount in _counted(fact, striker):
            counts[who, key] += amount
    order = {who: place for place, who in enumerate(dict.fromkeys(who for who, _ in counts))}
    rows = sorted(counts.items(), key=lambda row: (order[row[0][0]], list(LABELS).index(row[0][1])))
    return tuple(Statistic(who, key, LABELS[key], amount) for (who, key), amount in rows if amount)


def _counted(fact: Fact, striker: str) -> Iterator[tuple[str, str, int]]:
    """What one fact adds to whose figures."""
    if isinstance(fact, f.AttackDeclared) and fact.attacker:
        yield fact.attacker, "attacks", 1
    elif isinstance(fact, f.DamageRolled):
        yield fact.unit, "crits", int(fact.crit)
    elif isinstance(fact, f.DamageSettled):
        if striker:
            yield striker, "dealt", max(0, fact.left)
            yield striker, "inflicted", fact.wounds
    elif isinstance(fact, f.Wounded):
        yield fact.unit, "taken", fact.wounds
    elif isinstance(fact, f.ReactionUsed):
        yield fact.unit, "reactions", 1
    elif isinstance(fact, f.AttackNegated):
        yield fact.target, "dodged", int(fact.by == "dodge")
    elif isinstance(fact, f.CostPaid):
        yield fact.unit, "stamina", fact.stamina
    elif isinstance(fact, f.Moved):
        yield fact.unit, "walked", len(fact.path)
