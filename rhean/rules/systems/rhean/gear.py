"""Weapons and shields in a fight: which one is meant, what it can do now, its Reach, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.entries import Shield, Weapon
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Fighter, Thing, Wielded

FIST = Wielded("fist", "fist", "natural")
"""What everybody has; it stands in nobody's list."""

SHIELD = "shield"
"""Stands for the shield where a weapon is asked for."""

SHIELD_WEAPON = Weapon(key=SHIELD, name="Shield", skill="shield", reach=0, damage="1d4", stamina=0)
"""A shield as a weapon: its Reach and Stamina are worked out elsewhere."""


def weapons(fighter: Fighter) -> tuple[Wielded, ...]:
    """All that somebody can strike with, his fist last."""
    return (*fighter.weapons, FIST)


def find(fighter: Fighter, name: str, prefer: Callable[[Wielded], bool] | None = None) -> Wielded | None:
    """The weapon with this id or key: of several of a kind the one preferred, else one in hand, else any."""
    exact = [wielded for wielded in weapons(fighter) if wielded.id == name]
    several = [wielded for wielded in weapons(fighter) if base(wielded) == name]
    if exact and len(several) < 2:
        return exact[0]
    for group in (several, exact):
        for wanted in (prefer, _in_main, _in_hand, None):
            for wielded in group if wanted or group is several else ():
                if wanted is None or wanted(wielded):
                    return wielded
    return exact[0] if exact else None


def _in_main(wielded: Wielded) -> bool:
    return wielded.hand in ("main", "both")


def _in_hand(wielded: Wielded) -> bool:
    return wielded.in_hand


def base(wielded: Wielded) -> str:
    """The weapon's plain key, without what tells two of a kind apart or sets its damage."""
    return wielded.kind.partition("@")[0]


def get(fighter: Fighter, ident: str) -> Wielded:
    """The weapon with this id; the fist if it is gone."""
    return next((wielded for wielded in fighter.weapons if wielded.id == ident), FIST)


def holds(fighter: Fighter, ident: str) -> bool:
    """Whether he (still) has this weapon."""
    return ident in (FIST.id, SHIELD) or any(wielded.id == ident for wielded in fighter.weapons)


def main_weapon(fighter: Fighter) -> Wielded:
    """The default weapon: in the main hand or both, else a natural one, else the fist."""
    for wanted in (("main", "both"), ("natural",)):
        for wielded in fighter.weapons:
            if wielded.hand in wanted:
                return wielded
    return FIST


def off_weapon(fighter: Fighter) -> Wielded | None:
    """The weapon in the off hand."""
    return next((wielded for wielded in fighter.weapons if wielded.hand == "off"), None)


def change(fight: Fight, who: str, ident: str, **values: Any) -> None:
    """Other values for a weapon, and the event that says how it is now."""
    fighter = fight[who]
    old = get(fighter, ident)
    if old is FIST:
        return
    new = replace(old, **values)
    fight.change(who, weapons=tuple(new if wielded.id == ident else wielded for wielded in fighter.weapons))
    if readiness(fight, new) != readiness(fight, old) or values.get("loading"):
        fight.tell(facts.Weapon(who, base(new), told(fight, old, new)))


def told(fight: Fight, old: Wielded, new: Wielded) -> str:
    """The word for a change: ``loaded``, ``loading``, ``normal``, else how it is."""
    if fight.make(new).missile and new.loaded != old.loaded and new.loaded:
        return "loaded"
    if new.loading:
        return "loading"
    if old.stance and not new.stance and readiness(fight, new) == new.hand:
        return "normal"
    return readiness(fight, new)


def readiness(fight: Fight, wielded: Wielded) -> str:
    """How a weapon is, in one word: bound, reset, set, extended, reduced, unloaded, else its hand."""
    if wielded.bound:
        return "bound"
    if wielded.reset:
        return "reset"
    if wielded.set:
        return "set"
    if wielded.stance:
        return "extended" if wielded.stance > 0 else "reduced"
    if fight.make(wielded).missile and not wielded.loaded and wielded.in_hand:
        return "unloaded"
    return wielded.hand


def free_hands(fight: Fight, fighter: Fighter) -> set[str]:
    """Which of ``main`` and ``off`` hold nothing; the shield's arm is taken (left is the off hand)."""
    free = {"main", "off"}
    for wielded in fighter.weapons:
        free -= {"main", "off"} if wielded.hand == "both" else {wielded.hand}
    if fighter.shield and fighter.shield.left > 0:
        free.discard("off" if fighter.shield.arm == "left" else "main")
    return free


def hand_for(fight: Fight, fighter: Fighter, make: Weapon, wanted: str, dropped: str = "") -> str | None:
    """The hand that takes a weapon up (the main hand unless said), or None if it is not free."""
    free = free_hands(fight, fighter)
    if dropped:
        hand = get(fighter, dropped).hand
        free |= {"main", "off"} if hand == "both" else {hand}
    wanted = "both" if make.hands == 2 else wanted or "main"
    needed = {"main", "off"} if wanted == "both" else {wanted}
    return wanted if needed <= free else None


def drop(fight: Fight, who: str, ident: str, *, tell: bool = True) -> None:
    """Lets a weapon fall: it lies on the ground."""
    fighter = fight[who]
    wielded = get(fighter, ident)
    if wielded is FIST or wielded.hand == "natural":
        return
    lose(fight, who, ident)
    fight.ground = (*fight.ground, Thing(base(wielded), wielded.kind))
    if tell:
        fight.tell(facts.Weapon(who, base(wielded), "ground"))


def add(fight: Fight, who: str, kind: str, hand: str) -> None:
    """A weapon comes into somebody's hand, with an id that nothing else of his has."""
    taken = {wielded.id for wielded in fight[who].weapons}
    wielded = msgspec.convert({"id": apart(kind, taken), "kind": kind, "hand": hand}, Wielded)
    fight.change(who, weapons=(*fight[who].weapons, wielded))
    fight.tell(facts.Weapon(who, base(wielded), hand))


def apart(kind: str, taken: set[str]) -> str:
    """The weapon's key, with a number if there is another of its kind: ``dagger``, ``dagger.2``."""
    key = kind.partition("@")[0]
    return next(name for number in count(1) if (name := key if number == 1 else f"{key}.{number}") not in taken)


def lose(fight: Fight, who: str, ident: str) -> None:
    """Takes a weapon from a combatant."""
    fight.change(who, weapons=tuple(wielded for wielded in fight[who].weapons if wielded.id != ident))


# -- shields --------------------------------------------------------------------------------------------------


def shield_make(fight: Fight, fighter: Fighter) -> Shield | None:
    """The kind of shield that somebody has on his arm, unless it is broken."""
    if fighter.shield is None or fighter.shield.left <= 0:
        return None
    return fight.fixed.stock.shields.get(fighter.shield.kind)


def dv(fight: Fight, fighter: Fighter) -> int:
    """The DV of the shield that somebody has on his arm, 0 without one."""
    make = shield_make(fight, fighter)
    return make.dv if make else 0


def shield_ready(fight: Fight, fighter: Fighter) -> bool:
    """Whether the shield can be used in this phase: not broken, no two-handed grip, Stamina enough, not bashed with."""
    if shield_make(fight, fighter) is None or fighter.moment.bashed:
        return False
    if any(wielded.hand == "both" for wielded in fighter.weapons):
        return False
    short = fighter.moment.short if fight.phase else fighter.stamina < dv(fight, fighter)
    return not short


# -- Reach ----------------------------------------------------------------------------------------------------


def is_reach_weapon(fight: Fight, make: Weapon) -> bool:
    """Whether a weapon counts as a Reach weapon by its listed Reach."""
    return make.reach is not None and make.reach >= int(fight.rulings["reach_weapon_min"])


def effective_reach(fight: Fight, wielded: Wielded) -> int:
    """Listed Reach and stance, not below 0."""
    return max(0, (fight.make(wielded).reach or 0) + wielded.stance)


def reach_of(fight: Fight, fighter: Fighter) -> int:
    """A combatant's Reach: that of his longest ready melee weapon, 0 unarmed."""
    return max((effective_reach(fight, wielded) for wielded in ready_melee(fight, fighter)), default=0)


def ready_melee(fight: Fight, fighter: Fighter) -> Iterable[Wielded]:
    """The melee weapons in hand or on the body."""
    return (wielded for wielded in fighter.weapons if wielded.in_hand and fight.make(wielded).melee)


def longest(fight: Fight, fighter: Fighter) -> Wielded:
    """The ready melee weapon with the longest Reach, else the fist."""
    return max(ready_melee(fight, fighter), key=lambda wielded: effective_reach(fight, wielded), default=FIST)
