"""The six attacks: basic, disarming, dual wield, grappling, shoving, tripping (section 6)."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.grid import Space
from rhean.rules.systems.dragonpact.actions.base import Ability, Given, able_bar, unknown
from rhean.rules.systems.dragonpact.aim import (
    Bar,
    aim_bar,
    ammo_bar,
    basic_cost,
    default_grip,
    dual_arms,
    free_bite,
    grip_bar,
    held_weapons,
    mode_of,
    range_bar,
    sight_bar,
    size_bar,
    stamina_bar,
    target_bar,
)
from rhean.rules.systems.dragonpact.arms import Arm
from rhean.rules.systems.dragonpact.space import away
from rhean.rules.systems.dragonpact.stack import declare
from rhean.rules.systems.dragonpact.state import ACT, Attack, Strike, Unit
from rhean.rules.systems.dragonpact.work import Work

MANEUVER_COST = 2
DUAL_COST = 3
GRIPS = ("one", "two")
NO_PAIR = Refusal("gear", "needs a Light weapon in each hand")


def earlier(unit: Unit, weapon: str, target: str) -> int:
    """Attacks of this turn with a weapon on a target, as the perk ``repeat`` counts them."""
    deeds = ("basic_attack", "dual_wield_attack")
    return sum(m.ability in deeds and m.weapon == weapon and m.target == target for m in unit.turn.attacks)


# -- Basic Attack -------------------------------------------------------------------------------------------


def basic_bar(given: Given) -> Bar:
    """Weapon, grip, Stamina, target, range, sight, push_to, ammunition."""
    arm, target = given.arm(), given.other()
    if isinstance(arm, Refusal):
        return able_bar(given) or arm
    grip = given.one_of("grip", GRIPS, default_grip(given.state, given.unit, arm))
    mode, push_to = given.mode(), given.space("push_to")
    bar = (
        able_bar(given)
        or grip_bar(given.state, given.unit, arm, grip)
        or stamina_bar(given.unit, basic_cost(given.state, given.unit, arm, grip, target))
        or aim_bar(given.state, given.unit, target, arm, mode)
        or push_bar(target, push_to)
    )
    return bar or ammo_bar(given.state, given.unit, [(arm, mode_of(given.state, given.unit, target, arm, mode))])


def push_bar(target: Unit, push_to: Space | None) -> Bar:
    """``push_to`` is a space next to the target."""
    if push_to is None or target.at is None:
        return None
    far = max(abs(push_to[0] - target.at[0]), abs(push_to[1] - target.at[1]))
    return None if far == 1 else Refusal("unknown", "push_to is not next to the target")


def basic_attack(work: Work, given: Given) -> None:
    """Pays and lays the attack on the stack."""
    key, target, arm = given.unit.id, given.other(), _arm(given)
    grip = given.one_of("grip", GRIPS, default_grip(given.state, given.unit, arm))
    cost = basic_cost(work.state, given.unit, arm, grip, target)
    if free_bite(given.unit, target, arm):
        work.use(key, "held_free")
    work.pay(key, cost)
    strike = Strike(arm.id, mode_of(given.state, given.unit, target, arm, given.mode()))
    declare(
        work,
        Attack(
            attacker=key,
            target=target.id,
            ability="basic_attack",
            strikes=(strike,),
            grip=grip,
            push_to=given.space("push_to"),
            spent=cost,
            repeats=(earlier(given.unit, arm.id, target.id),),
        ),
    )


def _arm(given: Given) -> Arm:
    """The weapon, already found fit."""
    arm = given.arm()
    if isinstance(arm, Refusal):
        raise unknown(f"no such weapon: {given.text('weapon')}")
    return arm


# -- Dual Wield Attack --------------------------------------------------------------------------------------


def dual_bar(given: Given) -> Bar:
    """A Light weapon in each hand, Stamina, target, range of both, sight, ammunition."""
    target, arms = given.other(), dual_arms(given.state, given.unit)
    if not given.unit.able or arms is None:
        return able_bar(given) or NO_PAIR
    shots = [(arm, mode_of(given.state, given.unit, target, arm, "")) for arm in arms]
    return (
        stamina_bar(given.unit, DUAL_COST)
        or target_bar(given.state, given.unit, target)
        or range_bar(given.state, given.unit, target, min(arm.longest for arm in arms))
        or sight_bar(given.state, given.unit, target)
        or ammo_bar(given.state, given.unit, shots)
    )


def dual_wield(work: Work, given: Given) -> None:
    """Damage of main and off hand, one sum, one Armor."""
    key, target = given.unit.id, given.other()
    arms = dual_arms(work.state, given.unit) or ()
    strikes = tuple(Strike(arm.id, mode_of(work.state, given.unit, target, arm, "")) for arm in arms)
    repeats = tuple(earlier(given.unit, arm.id, target.id) for arm in arms)
    work.pay(key, DUAL_COST)
    declare(work, Attack(key, target.id, "dual_wield_attack", strikes, spent=DUAL_COST, repeats=repeats))


# -- weapon maneuvers ---------------------------------------------------------------------------------------


def weapon_maneuver_bar(given: Given, label: str) -> Bar:
    """What Disarming and Tripping have in common."""
    arm, target = given.arm(), given.other()
    given.stat(label)
    bar = able_bar(given)
    if bar or isinstance(arm, Refusal):
        return bar or (arm if isinstance(arm, Refusal) else None)
    mode = given.mode()
    return (
        stamina_bar(given.unit, MANEUVER_COST)
        or aim_bar(given.state, given.unit, target, arm, mode)
        or ammo_bar(given.state, given.unit, [(arm, mode_of(given.state, given.unit, target, arm, mode))])
    )


def disarming_bar(given: Given) -> Bar:
    """Also the target must hold a weapon."""
    bar = weapon_maneuver_bar(given, "Disarming Attack")
    if bar:
        return bar
    held = [arm.id for arm in held_weapons(given.state, given.other())]
    if not held:
        return Refusal("target", "{0} holds no weapon", (given.other().id,))
    if given.text("item") and given.text("item") not in held:
        raise unknown(f"no such weapon: {given.text('item')}")
    return None


def disarming(work: Work, given: Given) -> None:
    """The named weapon, else the first held, is what flies."""
    item = given.text("item") or held_weapons(work.state, given.other())[0].id
    _weapon_maneuver(work, given, "disarming_attack", item)


def tripping_bar(given: Given) -> Bar:
    """Also not too large, and not prone already."""
    bar = weapon_maneuver_bar(given, "Tripping Attack") or size_bar(given.state, given.unit, given.other())
    if bar is None and given.other().has("prone"):
        return Refusal("target", "{0} is already prone", (given.other().id,))
    return bar


def tripping(work: Work, given: Given) -> None:
    """Stat - 5 against Evasion: prone."""
    _weapon_maneuver(work, given, "tripping_attack")


def _weapon_maneuver(work: Work, given: Given, ability: str, item: str = "") -> None:
    key, target, arm = given.unit.id, given.other(), _arm(given)
    mode = mode_of(work.state, given.unit, target, arm, given.mode())
    work.pay(key, MANEUVER_COST)
    attack = Attack(
        attacker=key,
        target=target.id,
        ability=ability,
        strikes=(Strike(arm.id, mode),),
        grip=default_grip(work.state, given.unit, arm),
        stat=given.text("stat"),
        item=item,
        spent=MANEUVER_COST,
    )
    declare(work, attack)


# -- body maneuvers -----------------------------------------------------------------------------------------


def body_bar(given: Given) -> Bar:
    """Stamina, target, reach 1, sight, size."""
    target = given.other()
    return (
        stamina_bar(given.unit, MANEUVER_COST)
        or target_bar(given.state, given.unit, target)
        or range_bar(given.state, given.unit, target, 1)
        or sight_bar(given.state, given.unit, target)
        or size_bar(given.state, given.unit, target)
    )


def grappling_bar(given: Given) -> Bar:
    """One unit held at a time."""
    given.other()
    given.stat("Grappling Attack")
    held = given.state.held_by(given.unit.id)
    if given.unit.able and held is not None:
        return Refusal("condition", "you already hold {0}; let go first", (held.id,))
    return able_bar(given) or body_bar(given)


def grappling(work: Work, given: Given) -> None:
    """A stat against the best resistance: the target is held."""
    work.pay(given.unit.id, MANEUVER_COST)
    attack = Attack(given.unit.id, given.other().id, "grappling_attack", stat=given.text("stat"), spent=MANEUVER_COST)
    declare(work, attack)


def shoving_bar(given: Given) -> Bar:
    """A direction, and what every body maneuver asks."""
    target, direction = given.other(), given.direction("direction")
    bar = able_bar(given) or body_bar(given)
    straight = given.state.rules.rulings["push_direction"] == "away"
    if bar is None and straight and given.unit.at and target.at and direction != away(given.unit.at, target.at):
        return Refusal("unknown", "a shove goes straight away from you")
    return bar


def shoving(work: Work, given: Given) -> None:
    """Strength - 2 against the best resistance: one space that way."""
    work.pay(given.unit.id, MANEUVER_COST)
    declare(
        work,
        Attack(
            given.unit.id,
            given.other().id,
            "shoving_attack",
            stat="strength",
            direction=given.direction("direction"),
            spent=MANEUVER_COST,
        ),
    )


ATTACKS = (
    Ability(
        "basic_attack",
        "Basic Attack",
        "attack",
        ACT,
        "1, in two hands 2",
        ("weapon", "grip", "mode", "target", "push_to"),
        basic_bar,
        basic_attack,
    ),
    Ability(
        "disarming_attack",
        "Disarming Attack",
        "attack",
        ACT,
        "2",
        ("weapon", "stat", "mode", "target", "item"),
        disarming_bar,
        disarming,
    ),
    Ability("dual_wield_attack", "Dual Wield Attack", "attack", ACT, "3", ("target",), dual_bar, dual_wield),
    Ability("grappling_attack", "Grappling Attack", "attack", ACT, "2", ("stat", "target"), grappling_bar, grappling),
    Ability("shoving_attack", "Shoving Attack", "attack", ACT, "2", ("target", "direction"), shoving_bar, shoving),
    Ability(
        "tripping_attack",
        "Tripping Attack",
        "attack",
        ACT,
        "2",
        ("weapon", "stat", "mode", "target"),
        tripping_bar,
        tripping,
    ),
)
