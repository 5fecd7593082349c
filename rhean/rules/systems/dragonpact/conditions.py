"""Conditions, wounds, falling, dying and healing (sections 7 and 8)."""

from __future__ import annotations

import msgspec

from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.state import Condition, Unit
from rhean.rules.systems.dragonpact.values import health_max
from rhean.rules.systems.dragonpact.work import Work

CONDITIONS = (
    "hidden",
    "prone",
    "grappled",
    "poisoned",
    "bleeding",
    "broken",
    "slowed",
    "braced",
    "ward",
    "dying",
    "stable",
    "dead",
)
NUMBERED = {"poisoned": 7, "slowed": 1, "braced": 1, "dying": 0}
"""Conditions that carry a number, and the one that a GM's hand gives unless he says another."""

HEALING_ENDS = ("dying", "stable", "bleeding", "broken", "slowed")


def gain(work: Work, key: str, condition: str, *, by: str = "", amount: int = 0) -> None:
    """A unit gains a condition; one that it has stays as it is (slowed adds up, braced keeps the larger number)."""
    unit = work.unit(key)
    if unit.dead:
        return
    old = unit.condition(condition)
    if condition == "slowed" and old:
        amount += old.amount
    elif condition == "braced" and old:
        amount = max(amount, old.amount)
    elif old:
        return
    if old and amount == old.amount:
        return
    kept = tuple(c for c in unit.conditions if c.key != condition)
    work.set(key, conditions=(*kept, Condition(condition, by, amount)))
    work.tell(facts.ConditionGained(key, condition, by, amount))


def end(work: Work, key: str, condition: str, why: str) -> bool:
    """A condition ends; tells whether there was one."""
    unit = work.unit(key)
    if not unit.has(condition):
        return False
    work.set(key, conditions=tuple(c for c in unit.conditions if c.key != condition))
    work.tell(facts.ConditionEnded(key, condition, why))
    return True


def end_guard(work: Work, key: str) -> None:
    """A Guard ends."""
    if work.unit(key).guard:
        work.set(key, guard=None)
        work.tell(facts.GuardEnded(key))


# -- holding ------------------------------------------------------------------------------------------------


def hold(work: Work, holder: str, target: str) -> None:
    """A grapple: an older hold of another is taken over."""
    old = work.unit(target).condition("grappled")
    if old and old.by == holder:
        return
    if old:
        end(work, target, "grappled", "taken over")
    gain(work, target, "grappled", by=holder)


def release(work: Work, holder: str, why: str) -> None:
    """A unit lets go of whom it holds."""
    held = work.state.held_by(holder)
    if held:
        end(work, held.id, "grappled", why)


def check_holds(work: Work, key: str) -> None:
    """Holds of and on a unit that was moved by others end if the two are more than 1 space apart."""
    unit = work.unit(key)
    holder = work.state.holder_of(unit)
    held = work.state.held_by(key)
    if unit.has("grappled") and (holder is None or not near(work, unit, holder)):
        end(work, key, "grappled", "apart")
    if held and not near(work, unit, held):
        end(work, held.id, "grappled", "apart")


def near(work: Work, a: Unit, b: Unit) -> bool:
    """Whether two units are within 1 space."""
    return a.at is not None and b.at is not None and work.state.grid.distance(a.at, b.at) <= 1


# -- wounds -------------------------------------------------------------------------------------------------


def wound(work: Work, key: str, wounds: int, why: str) -> None:
    """Wounds to a unit: Health, Hidden ends, falling; a dying unit gets marks, a stable one is dying again."""
    unit = work.unit(key)
    if wounds <= 0 or unit.dead:
        return
    if unit.has("stable"):
        end(work, key, "stable", "wounded")
        gain(work, key, "dying")
    if work.unit(key).has("dying"):
        mark(work, key, wounds)
        return
    health = max(0, unit.health - wounds)
    work.set(key, health=health)
    work.tell(facts.Wounded(key, wounds, health, why))
    end(work, key, "hidden", "wounded")
    if health == 0:
        fall(work, key)


def mark(work: Work, key: str, marks: int) -> None:
    """A dying unit gets death marks; enough of them kill it."""
    unit = work.unit(key)
    total = unit.amount("dying") + marks
    work.set(
        key,
        conditions=tuple(msgspec.structs.replace(c, amount=total) if c.key == "dying" else c for c in unit.conditions),
    )
    work.tell(facts.DeathMark(key, total))
    if total >= work.ruling("death_marks"):
        die(work, key)


def fall(work: Work, key: str) -> None:
    """Health 0: an NPC dies, a PC is dying and prone, without Stamina, Guard or hold."""
    unit = work.unit(key)
    if unit.sheet.dies_at_zero:
        die(work, key)
        return
    gain(work, key, "dying")
    gain(work, key, "prone")
    work.set(key, stamina=0)
    end_guard(work, key)
    release(work, key, "holder down")


def die(work: Work, key: str) -> None:
    """A unit dies: every other condition ends, and so does its hold."""
    unit = work.unit(key)
    if unit.dead:
        return
    work.set(key, conditions=(Condition("dead"),), stamina=0, health=0)
    work.tell(facts.Died(key))
    end_guard(work, key)
    release(work, key, "holder down")


def heal(work: Work, key: str, wounds: int) -> None:
    """Healing in a fight: Health up to its maximum; ends dying, stable, bleeding, broken and slowed."""
    unit = work.unit(key)
    health = min(unit.health + wounds, max(unit.health, health_max(work.rules, unit).total))
    work.set(key, health=health)
    work.tell(facts.Healed(key, health - unit.health, health))
    for condition in HEALING_ENDS:
        end(work, key, condition, "healed")
