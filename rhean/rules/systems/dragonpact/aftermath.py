"""After an attack: poison, perks that hang on a wound or a crit, thrown weapons, the riposte, the second shot."""

from __future__ import annotations

from rhean.rules.grid import Space
from rhean.rules.systems.dragonpact.aim import ammo_bar, can_riposte
from rhean.rules.systems.dragonpact.arms import Arm, find_arm
from rhean.rules.systems.dragonpact.conditions import end, gain, hold, wound
from rhean.rules.systems.dragonpact.perks import Operation
from rhean.rules.systems.dragonpact.space import away, next_to, push
from rhean.rules.systems.dragonpact.stack import ask, coat_of, declare, drop, pop, set_coat
from rhean.rules.systems.dragonpact.state import RIPOSTE, Attack, Strike
from rhean.rules.systems.dragonpact.work import Work

SIMPLE = {"prone": "prone", "break": "broken", "bleed": "bleeding"}
"""Effects that are no more than a condition."""


def aftermath(work: Work) -> None:
    """Weapon by weapon coat and perks; then thrown weapons land and the attacker is no longer hidden."""
    attack = work.set_attack(step="counter")
    if attack.damaging and not attack.negated:
        for strike in attack.strikes:
            _weapon_aftermath(work, attack, strike)
    for strike in attack.strikes:
        if strike.mode == "thrown" and work.ruling("thrown_lands"):
            _land(work, attack, strike)
    end(work, attack.attacker, "hidden", "attacked")


def _weapon_aftermath(work: Work, attack: Attack, strike: Strike) -> None:
    """The poison coat, then the perks of one weapon."""
    arm = find_arm(work.rules, work.unit(attack.attacker), strike.weapon)
    potency = coat_of(work, attack.attacker, strike.weapon)
    if potency is not None and attack.wounds:
        set_coat(work, attack.attacker, strike.weapon, None)
        gain(work, attack.target, "poisoned", by=attack.attacker, amount=potency)
    for perk in arm.perks if arm else ():
        _perk(work, attack, strike, arm, perk)


def _perk(work: Work, attack: Attack, strike: Strike, arm: Arm | None, perk: Operation) -> None:
    """A perk that hangs on a wound, on a crit that wounds, on a crit, or on the attack itself."""
    if arm is None:
        return
    happens = {
        "wound": attack.wounds > 0,
        "wounding_crit": attack.wounds > 0 and strike.crit,
        "crit": strike.crit and not perk.word[:1].isdigit(),
    }.get(perk.verb, False)
    if happens:
        _effect(work, attack, arm, perk.word)
    elif perk.verb == "crit_ward" and strike.crit:
        gain(work, attack.attacker, "ward")
    elif perk.verb == "armor_spent" and attack.spent > 0:
        gain(work, attack.attacker, "braced", amount=attack.spent)


def _effect(work: Work, attack: Attack, arm: Arm, effect: str) -> None:
    """An effect on a target that is not dead."""
    target = work.unit(attack.target)
    if target.dead:
        return
    if effect in SIMPLE:
        gain(work, attack.target, SIMPLE[effect], by=attack.attacker)
    elif effect == "slow":
        gain(work, attack.target, "slowed", by=attack.attacker, amount=1)
    elif effect == "grapple":
        _grapple(work, attack)
    elif effect == "shift":
        _shift(work, attack, arm)
    else:
        _knockback(work, attack, effect.removeprefix("knockback "))


def _grapple(work: Work, attack: Attack) -> None:
    """The attacker holds nobody, the target is free and next to it."""
    free = work.state.held_by(attack.attacker) is None and not work.unit(attack.target).has("grappled")
    if free and work.unit(attack.attacker).able and next_to(work, attack.attacker, attack.target):
        hold(work, attack.attacker, attack.target)


def _knockback(work: Work, attack: Attack, far: str) -> None:
    """Pushed straight away, so many spaces or half of Strength."""
    strength = work.unit(attack.attacker).sheet.core("strength")
    push(
        work,
        attack.target,
        _straight(work, attack),
        strength // 2 if far == "half_strength" else int(far),
        attack.attacker,
    )


def _straight(work: Work, attack: Attack) -> Space:
    source, target = work.unit(attack.attacker).at, work.unit(attack.target).at
    return away(source, target) if source and target else (0, 0)


def _shift(work: Work, attack: Attack, arm: Arm) -> None:
    """Moved one space, to ``push_to`` or straight away; with ``shift_wounds`` that wounds."""
    start = work.unit(attack.target).at
    direction = _straight(work, attack)
    if attack.push_to and start:
        direction = (attack.push_to[0] - start[0], attack.push_to[1] - start[1])
    moved = push(work, attack.target, direction, 1, attack.attacker)
    if moved and arm.does("shift_wounds"):
        wound(work, attack.target, 1, "forced move")


def _land(work: Work, attack: Attack, strike: Strike) -> None:
    """A thrown weapon lies in the target's space."""
    at = work.unit(attack.target).at or work.unit(attack.attacker).at
    if at is not None:
        drop(work, attack.attacker, strike.weapon, at, "thrown")


# -- riposte and second shot --------------------------------------------------------------------------------


def counter(work: Work) -> None:
    """A Parry that let no wound through: its perk may strike the weapon down, and the parrier may strike back."""
    attack = work.set_attack(step="second")
    parry = attack.answer
    if parry is None or parry.key != "parry" or attack.wounds or attack.negated or not attack.damaging:
        return
    arm = find_arm(work.rules, work.unit(attack.target), parry.gear)
    at = work.unit(attack.attacker).at
    if arm and at and arm.does("parry_disarm"):
        drop(work, attack.attacker, attack.strikes[0].weapon, at, "parried")
    if can_riposte(work.state, work.unit(attack.target), work.unit(attack.attacker)):
        ask(work, RIPOSTE)


def second_shot(work: Work) -> None:
    """The attack is over; a Repeater shoots once more at the same target, with its own arrow and window."""
    attack = work.attack
    pop(work)
    if attack.ability != "basic_attack" or attack.riposte or attack.second:
        return
    attacker, target = work.unit(attack.attacker), work.unit(attack.target)
    arm = find_arm(work.rules, attacker, attack.strikes[0].weapon)
    mode = attack.strikes[0].mode
    if arm is None or not arm.does("twice") or target.dead or ammo_bar(work.state, attacker, [(arm, mode)]):
        return
    strikes = (Strike(arm.id, mode),)
    declare(
        work,
        Attack(attack.attacker, attack.target, "basic_attack", strikes, attack.grip, second=True, step="open"),
    )
