"""Whether an attack can be made: weapon, grip, mode, target, distance, sight, ammunition, and what it costs."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.systems.dragonpact.arms import Arm, grips, held_arms, ready_arms
from rhean.rules.systems.dragonpact.library import SIZES
from rhean.rules.systems.dragonpact.space import distance, in_sight
from rhean.rules.systems.dragonpact.state import DragonpactState, Unit
from rhean.rules.systems.dragonpact.values import gear_name

Bar = Refusal | None

YOURSELF = Refusal("target", "you cannot target yourself")
UNSEEN = Refusal("target", "no such target in view")
CANNOT_ACT = Refusal("state", "you cannot act")


def stamina_bar(unit: Unit, cost: int) -> Bar:
    """Whether the Stamina suffices."""
    if cost <= unit.stamina:
        return None
    return Refusal("stamina", f"costs {cost} Stamina; you have {unit.stamina}")


def target_bar(state: DragonpactState, unit: Unit, target: Unit) -> Bar:
    """Whether a unit can be aimed at: not oneself, not dead, in view."""
    if target.id == unit.id:
        return YOURSELF
    if state.rules.rulings["hidden_no_target"] and not state.knows(unit.side, target):
        return UNSEEN
    if target.dead or target.at is None:
        return Refusal("target", "{0} is out of the fight", (target.id,))
    return None


def range_bar(state: DragonpactState, unit: Unit, target: Unit, reach: int) -> Bar:
    """Whether the target is within reach."""
    far = distance(state, unit, target)
    if far <= reach:
        return None
    return Refusal("range", f"{{0}} is {far} spaces away; reach {reach}", (target.id,))


def sight_bar(state: DragonpactState, unit: Unit, target: Unit) -> Bar:
    """Whether a straight line leads to the target."""
    if in_sight(state, unit, target):
        return None
    return Refusal("sight", "no line of sight to {0}", (target.id,))


def size_bar(state: DragonpactState, unit: Unit, target: Unit) -> Bar:
    """Whether the target is too large for a maneuver."""
    gap = SIZES.index(target.sheet.size) - SIZES.index(unit.sheet.size)
    if gap <= state.rules.rulings["size_gap"]:
        return None
    return Refusal("size", "{0} is too big", (target.id,))


def reach_of(arm: Arm, mode: str) -> int:
    """How far the weapon reaches, in the mode named or in its best."""
    return arm.reach.get(mode, 0) if mode else arm.longest


def mode_of(state: DragonpactState, unit: Unit, target: Unit, arm: Arm, mode: str) -> str:
    """The mode named, or the first that covers the distance."""
    return mode or arm.mode_for(distance(state, unit, target))


def aim_bar(state: DragonpactState, unit: Unit, target: Unit, arm: Arm, mode: str) -> Bar:
    """Target, range and sight for a weapon."""
    return (
        target_bar(state, unit, target)
        or range_bar(state, unit, target, reach_of(arm, mode))
        or sight_bar(state, unit, target)
    )


def grip_bar(state: DragonpactState, unit: Unit, arm: Arm, grip: str) -> Bar:
    """Whether a weapon can be gripped so."""
    if grip in grips(state.rules, unit, arm):
        return None
    if grip == "two" and "versatile" in arm.qualities and arm.slot:
        return Refusal("gear", "needs the other hand empty")
    return Refusal("gear", f"{arm.name} is not wielded in {'one hand' if grip == 'one' else 'two hands'}")


def default_grip(state: DragonpactState, unit: Unit, arm: Arm) -> str:
    """One hand where possible."""
    return grips(state.rules, unit, arm)[0]


def ammunition(unit: Unit, item: str) -> int:
    """How many arrows or bolts a unit has."""
    return sum(thing.quantity for thing in unit.gear if thing.item == item)


def ammo_bar(state: DragonpactState, unit: Unit, shots: list[tuple[Arm, str]]) -> Bar:
    """Whether there is ammunition for every weapon that shoots."""
    if not state.rules.rulings["ammo_tracked"]:
        return None
    wanted = [arm.ammo for arm, mode in shots if mode == "shot"]
    for item in wanted:
        if ammunition(unit, item) < wanted.count(item):
            return Refusal("gear", f"no {gear_name(state.rules, item).lower()}s left")
    return None


def holds(unit: Unit, target: Unit) -> bool:
    """Whether a unit holds another in a grapple."""
    grip = target.condition("grappled")
    return grip is not None and grip.by == unit.id


def free_bite(unit: Unit, target: Unit | None, arm: Arm) -> bool:
    """The perk ``held_free``: one Basic Attack a turn against the one held costs nothing."""
    return target is not None and arm.does("held_free") and holds(unit, target) and "held_free" not in unit.turn.used


def basic_cost(state: DragonpactState, unit: Unit, arm: Arm, grip: str, target: Unit | None = None) -> int:
    """A Basic Attack: 1, in two hands 2; the first with a quick weapon each turn less; the held one may be free."""
    if free_bite(unit, target, arm):
        return 0
    cost = 2 if grip == "two" else 1
    earlier = any(made.ability == "basic_attack" and made.weapon == arm.id for made in unit.turn.attacks)
    if arm.does("quick") and not earlier:
        cost -= state.rules.rulings["quick_discount"]
    return max(0, cost)


def dual_arms(state: DragonpactState, unit: Unit) -> tuple[Arm, Arm] | None:
    """A Light weapon in the main hand and one in the off hand."""
    by_slot = {arm.slot: arm for arm in held_arms(state.rules, unit) if arm.light}
    if "main" in by_slot and "off" in by_slot:
        return by_slot["main"], by_slot["off"]
    return None


def held_weapons(state: DragonpactState, unit: Unit) -> tuple[Arm, ...]:
    """Weapons that can be struck from the hand: held ones, shields are none."""
    return held_arms(state.rules, unit)


def riposte_bar(state: DragonpactState, unit: Unit, target: Unit, arm: Arm, grip: str, mode: str = "") -> Bar:
    """Whether a riposte with this weapon is legal: a Basic Attack at no cost."""
    bar = grip_bar(state, unit, arm, grip) or aim_bar(state, unit, target, arm, mode)
    return bar or ammo_bar(state, unit, [(arm, mode_of(state, unit, target, arm, mode))])


def can_riposte(state: DragonpactState, unit: Unit, target: Unit) -> bool:
    """Whether some weapon and grip reaches the attacker."""
    if not unit.able or target.dead:
        return False
    return any(
        riposte_bar(state, unit, target, arm, grip) is None
        for arm in ready_arms(state.rules, unit)
        for grip in grips(state.rules, unit, arm)
    )
