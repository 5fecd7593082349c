"""Attacks as they would be made: what a command would lay on the stack, for odds that are shown before."""

from __future__ import annotations

from rhean.rules.grid import Space
from rhean.rules.systems.dragonpact.actions.attacks import earlier
from rhean.rules.systems.dragonpact.aim import default_grip, dual_arms, mode_of
from rhean.rules.systems.dragonpact.arms import Arm
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Strike, Unit


def basic(
    state: DragonpactState,
    unit: Unit,
    target: Unit,
    arm: Arm,
    grip: str = "",
    mode: str = "",
    *,
    riposte: bool = False,
) -> Attack:
    """A Basic Attack or a riposte."""
    strike = Strike(arm.id, mode_of(state, unit, target, arm, mode) or next(iter(arm.reach)))
    repeats = (0 if riposte else earlier(unit, arm.id, target.id),)
    return Attack(
        unit.id,
        target.id,
        "basic_attack",
        (strike,),
        grip or default_grip(state, unit, arm),
        riposte=riposte,
        repeats=repeats,
    )


def dual(state: DragonpactState, unit: Unit, target: Unit) -> Attack | None:
    """A Dual Wield Attack, if both hands are filled for it."""
    arms = dual_arms(state, unit)
    if arms is None:
        return None
    strikes = tuple(Strike(arm.id, mode_of(state, unit, target, arm, "") or next(iter(arm.reach))) for arm in arms)
    repeats = tuple(earlier(unit, arm.id, target.id) for arm in arms)
    return Attack(unit.id, target.id, "dual_wield_attack", strikes, repeats=repeats)


def maneuver(
    unit: Unit, target: Unit, ability: str, stat: str, arm: Arm | None = None, direction: Space | None = None
) -> Attack:
    """One of the four maneuvers."""
    strikes = (Strike(arm.id, next(iter(arm.reach))),) if arm else ()
    return Attack(unit.id, target.id, ability, strikes, stat=stat, direction=direction)
