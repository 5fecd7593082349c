"""What an action costs now, whether it can be paid, and paying it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean import facts, formula, gear
from rhean.rules.systems.rhean.entries import POOL_LABELS, POOLS
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Fighter

if TYPE_CHECKING:
    from rhean.rules.systems.rhean.actions.base import Action


def price(fight: Fight, who: str, action: Action, declared: Declaration) -> dict[str, int]:
    """Pool -> what the action takes when it takes place; pools of which it takes nothing are left out."""
    if action.price is not None:
        pools: Mapping[str, int] = action.price(fight, who, declared)
    else:
        pools = {"stamina": stamina(fight, who, action.cost, declared.weapon) * shots(declared)}
    return {pool: pools[pool] for pool in POOLS if pools.get(pool)}


def stamina(fight: Fight, who: str, cost: str, weapon: str = "") -> int:
    """The Stamina of a cost formula with this weapon."""
    return formula.evaluate(cost, values(fight, fight[who], weapon))


def values(fight: Fight, fighter: Fighter, weapon: str) -> dict[str, int]:
    """What the names in a cost formula stand for."""
    armour = fight.sheet(fighter.id).armour
    off = gear.off_weapon(fighter)
    main = gear.main_weapon(fighter)
    return {
        "w": fight.make(gear.get(fighter, weapon)).stamina if weapon else fight.make(main).stamina,
        "both": fight.make(main).stamina + (fight.make(off).stamina if off else 0),
        "dv": gear.dv(fight, fighter),
        "cover": gear.dv(fight, fighter) if gear.shield_ready(fight, fighter) else 0,
        "armour": armour.stamina if armour else 0,
    }


def shots(declared: Declaration) -> int:
    """How many times the price is paid: twice for a Rapid Shot."""
    return 2 if declared.trick == "rapid_shot" else 1


def lack(fighter: Fighter, pools: Mapping[str, int]) -> Refusal | None:
    """Why a price cannot be paid, with both figures."""
    for pool, amount in pools.items():
        if fighter.pool(pool) < amount:
            return Refusal("cost", f"costs {amount} {POOL_LABELS[pool]}; you have {fighter.pool(pool)}")
    return None


def pay(fight: Fight, who: str, pools: Mapping[str, int], action: str) -> bool:
    """Takes a price; if the pool has fallen since, the action fails and nothing is paid."""
    reason = lack(fight[who], pools)
    if reason is not None:
        fight.tell(facts.Failed(who, action, reason.text))
        return False
    for pool, amount in pools.items():
        if amount:
            spend(fight, who, pool, amount)
            fight.tell(facts.Cost(who, pool, amount))
    return True


def spend(fight: Fight, who: str, pool: str, amount: int) -> None:
    """A pool goes down, not below 0."""
    fight.change(who, **{pool: max(0, fight[who].pool(pool) - amount)})
