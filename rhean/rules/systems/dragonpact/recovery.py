"""What a rest brings (section 8, ruling ``recovery``)."""

from __future__ import annotations

from rhean.rules.sheet import Document
from rhean.rules.systems.dragonpact.state import Rules, Unit
from rhean.rules.systems.dragonpact.values import health_max, mana_max, stamina_max

SHORT = 10
NIGHT = 6 * 60
DAY = 24 * 60
WEEK = 7 * DAY

SHORT_ENDS = ("hidden", "prone", "grappled", "bleeding", "slowed", "braced", "ward")
NIGHT_ENDS = ("poisoned", "stable")


def rest(rules: Rules, unit: Unit, minutes: int, tended: bool) -> Document:
    """Pools and conditions after a rest of so many minutes: what changes of the sheet."""
    if minutes < SHORT:
        return {}
    ended = set(SHORT_ENDS)
    health, mana = unit.health, unit.mana
    most = health_max(rules, unit).total
    if minutes >= NIGHT:
        ended.update(NIGHT_ENDS)
        mana = max(mana, mana_max(rules, unit).total)
        nights = max(1, minutes // DAY)
        health = max(health, min(most, health + nights * (2 if tended else 1)))
    if minutes >= WEEK or (minutes >= NIGHT and rules.rulings["recovery"] == "quick"):
        ended.add("broken")
        health = max(health, most)
    stamina = max(unit.stamina, stamina_max(rules, unit).total)
    kept = [condition.key for condition in unit.conditions if condition.key not in ended]
    return {"pools": {"health": health, "stamina": stamina, "mana": mana}, "conditions": kept}
