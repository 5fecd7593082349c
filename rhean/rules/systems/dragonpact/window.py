"""The window of an attack: which reactions its target has, and what bars each (sections 5 and 6)."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.systems.dragonpact.aim import Bar, stamina_bar
from rhean.rules.systems.dragonpact.arms import Arm, find_arm, held_arms, ready_arms
from rhean.rules.systems.dragonpact.damage import sure_bite, swings
from rhean.rules.systems.dragonpact.space import distance
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Unit
from rhean.rules.systems.dragonpact.values import gear_name, shields

COSTS = {"block": 1, "dodge": 1, "parry": 2}
NO_DAMAGE = Refusal("attack", "this attack deals no damage")


def general_bar(state: DragonpactState, attack: Attack) -> Bar:
    """What leaves no reaction at all: not able, an attacker that one does not see, a bite that holds."""
    attacker, target = state.unit(attack.attacker), state.unit(attack.target)
    if not target.able:
        return Refusal("state", "you cannot act")
    if state.rules.rulings["hidden_no_reaction"] and not state.knows(target.side, attacker):
        return Refusal("hidden", "you do not see this attack coming")
    if any(sure_bite(attacker, target, swing.arm) for swing in swings(state, attack)):
        return Refusal("attack", "no reaction is possible against this bite")
    if state.rules.rulings["reactions_per_attack"] < 1:
        return Refusal("attack", "no reactions in this campaign")
    return None


def damage_bar(state: DragonpactState, attack: Attack) -> Bar:
    """Block and Parry answer only attacks that deal damage."""
    return NO_DAMAGE if state.rules.rulings["block_parry_need_damage"] and not attack.damaging else None


def block_bar(state: DragonpactState, attack: Attack, item: str = "") -> Bar:
    """A Block: an attack that deals damage, a shield in hand, Stamina."""
    unit = state.unit(attack.target)
    bar = general_bar(state, attack) or damage_bar(state, attack)
    if bar:
        return bar
    held = shields(state.rules, unit)
    if not held:
        return Refusal("gear", "nothing with a block value in hand")
    if item and item not in [thing.id for thing in held]:
        return Refusal("gear", f"{thing_name(state, unit, item)} is not in hand")
    return stamina_bar(unit, COSTS["block"])


def thing_name(state: DragonpactState, unit: Unit, thing: str) -> str:
    """What a unit's thing is called."""
    own = unit.thing(thing)
    return gear_name(state.rules, own.item if own else thing.rpartition("/")[2].partition("#")[0])


def dodge_bar(state: DragonpactState, attack: Attack) -> Bar:
    """A Dodge: not grappled, Stamina."""
    unit = state.unit(attack.target)
    bar = general_bar(state, attack)
    if bar:
        return bar
    if unit.has("grappled") and "dodge" in state.rules.rulings["grappled_effect"]:
        return Refusal("condition", "you are grappled")
    return stamina_bar(unit, COSTS["dodge"])


def parry_arms(state: DragonpactState, unit: Unit) -> tuple[Arm, ...]:
    """Weapons that can parry: held ones for melee, natural ones by ruling."""
    arms = ready_arms(state.rules, unit) if state.rules.rulings["natural_parry"] else held_arms(state.rules, unit)
    return tuple(arm for arm in arms if not arm.shield and ("melee" in arm.reach or arm.does("parry_any")))


def parry_bar(state: DragonpactState, attack: Attack, weapon: str = "") -> Bar:
    """A Parry: damage, a melee weapon, an attack in melee, within reach, Stamina."""
    unit = state.unit(attack.target)
    bar = general_bar(state, attack) or damage_bar(state, attack)
    if bar:
        return bar
    if attack.riposte and not state.rules.rulings["riposte_parry"]:
        return Refusal("attack", "a riposte cannot be parried")
    arms = parry_arms(state, unit)
    if not arms:
        return Refusal("gear", "no melee weapon in hand")
    if weapon:
        arms = tuple(arm for arm in arms if arm.id == weapon)
        if not arms:
            return Refusal("gear", f"{thing_name(state, unit, weapon)} is not in hand")
    bars = [_weapon_bar(state, unit, attack, arm) for arm in arms]
    return (bars[0] if all(bars) else None) or stamina_bar(unit, COSTS["parry"])


def _weapon_bar(state: DragonpactState, unit: Unit, attack: Attack, arm: Arm) -> Bar:
    """Whether this weapon can meet the attack."""
    if arm.does("parry_any"):
        return None
    if not attack.melee:
        return Refusal("attack", "not an attack with a melee weapon")
    far = distance(state, unit, state.unit(attack.attacker))
    if state.rules.rulings["parry_within_reach"] and far > arm.reach.get("melee", 0):
        return Refusal("range", "the attacker is beyond your weapon's reach")
    return None


def parry_arm(state: DragonpactState, attack: Attack, weapon: str) -> Arm | None:
    """The weapon named, or the first that can meet the attack."""
    unit = state.unit(attack.target)
    if weapon:
        return find_arm(state.rules, unit, weapon)
    return next((arm for arm in parry_arms(state, unit) if _weapon_bar(state, unit, attack, arm) is None), None)


def window_open(state: DragonpactState, attack: Attack) -> bool:
    """Whether the target has any reaction."""
    if general_bar(state, attack):
        return False
    return None in (block_bar(state, attack), dodge_bar(state, attack), parry_bar(state, attack))
