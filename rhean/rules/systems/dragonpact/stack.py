"""The stack of attacks: laying one down, asking for a decision, and what an attack uses up."""

from __future__ import annotations

import msgspec

from rhean.rules.grid import Space
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.aim import ammunition
from rhean.rules.systems.dragonpact.arms import find_arm
from rhean.rules.systems.dragonpact.checks import contest
from rhean.rules.systems.dragonpact.facts import Contest, Number
from rhean.rules.systems.dragonpact.state import ACT, GM, Attack, Lying, Made
from rhean.rules.systems.dragonpact.work import Work


def ask(work: Work, stage: str) -> None:
    """Opens a decision: a new prompt of the one whose it is."""
    work.change(stage=stage)
    who = work.state.waits_for
    if who == GM:
        work.change(asked=work.state.asked + 1)
    elif who:
        work.set(who, asked=work.unit(who).asked + 1)


def pop(work: Work) -> None:
    """The attack on top is over; the one below goes on."""
    work.change(stack=work.state.stack[:-1], stage=ACT)


def declare(work: Work, attack: Attack) -> None:
    """An attack is paid: ammunition is spent, it lies on the stack, and it is resolved as far as it goes."""
    attacker = work.unit(attack.attacker)
    for strike in attack.strikes:
        arm = find_arm(work.rules, attacker, strike.weapon)
        if arm and strike.mode == "shot":
            spend_ammo(work, attack.attacker, arm.ammo)
    made = tuple(Made(attack.ability, strike.weapon, attack.target) for strike in attack.strikes)
    if not attack.riposte:
        work.set_turn(attack.attacker, attacks=(*work.unit(attack.attacker).turn.attacks, *made))
    work.change(stack=(*work.state.stack, attack), stage=ACT)
    work.tell(
        facts.AttackDeclared(
            attack.attacker,
            attack.target,
            attack.ability,
            tuple(strike.weapon for strike in attack.strikes),
            tuple(strike.mode for strike in attack.strikes),
            attack.grip,
            attack.riposte,
        )
    )


def spend_ammo(work: Work, key: str, item: str) -> None:
    """One arrow or bolt is shot (ruling ``ammo_tracked``)."""
    if not work.ruling("ammo_tracked"):
        return
    unit = work.unit(key)
    thing = next(thing for thing in unit.gear if thing.item == item and thing.quantity)
    take_one(work, key, thing.id)
    work.tell(facts.AmmoSpent(key, item, ammunition(work.unit(key), item)))


def take_one(work: Work, key: str, thing: str) -> int:
    """Uses up one of a thing; tells how many are left. A thing of which none is left is still known by its id."""
    unit = work.unit(key)
    own = unit.thing(thing)
    left = own.quantity - 1 if own else 0
    gear = (msgspec.structs.replace(other, quantity=left) if other.id == thing else other for other in unit.gear)
    work.set(key, gear=tuple(gear))
    return left


def negate(work: Work, by: str) -> None:
    """The whole attack is undone; what it cost is gone all the same."""
    attack = work.set_attack(negated=True, step="after")
    work.tell(facts.AttackNegated(attack.attacker, attack.target, by))


def decide(work: Work, what: str, a: Number, b: Number) -> Contest:
    """A contest decided, or forced by the GM's word, which it uses up."""
    fact = contest(work.rules, what, a, b, work.state.forced)
    if fact.forced:
        work.change(forced=None)
    return fact


def drop(work: Work, key: str, thing: str, at: Space, why: str) -> None:
    """A thing of a unit lies on the ground."""
    unit = work.unit(key)
    own = unit.thing(thing)
    if own is None:
        return
    work.set(key, gear=tuple(other for other in unit.gear if other.id != thing))
    work.change(ground=(*work.state.ground, Lying(own.id, own.item, at, own.quantity, own.coat)))
    work.tell(facts.ItemLanded(thing, at, why, key))


def coat_of(work: Work, key: str, weapon: str) -> int | None:
    """The potency of the poison on a weapon."""
    unit = work.unit(key)
    thing = unit.thing(weapon)
    return thing.coat if thing else unit.coats.get(weapon)


def set_coat(work: Work, key: str, weapon: str, potency: int | None) -> None:
    """Puts poison on a weapon, or wipes it off."""
    unit = work.unit(key)
    if unit.thing(weapon):
        gear = (msgspec.structs.replace(own, coat=potency) if own.id == weapon else own for own in unit.gear)
        work.set(key, gear=tuple(gear))
    else:
        coats = {other: value for other, value in unit.coats.items() if other != weapon}
        work.set(key, coats=coats if potency is None else {**coats, weapon: potency})
