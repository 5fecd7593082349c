"""One phase: the declared actions worked out, always in the same steps.

a held actions, b moves and whatever begins, c attack rolls, d active defences, e damage, f the end of the phase.
"""

from __future__ import annotations

from msgspec.structs import replace

from rhean.rules.systems.rhean import (
    answers,
    blows,
    conditions,
    costs,
    facts,
    gear,
    harm,
    held,
    order,
    rolls,
    swings,
)
from rhean.rules.systems.rhean.actions import ACTIONS, full_round
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Moment


def begin(fight: Fight) -> None:
    """A phase begins: who is weakened in it, and who has too little Stamina for his shield."""
    fight.phase += 1
    fight.segment = "declare"
    for fighter in fight:
        short = fighter.stamina < gear.dv(fight, fighter)
        moment = Moment(weakened=rolls.weakness(fight, fighter), short=short)
        fight.change(fighter.id, moment=moment)
    fight.tell_all(facts.PhaseBegan(fight.phase))


def resolve(fight: Fight) -> bool:
    """Everybody has declared: as far as nobody has to be asked. Whether the phase is over."""
    fight.segment = "held"
    _reveal(fight)
    return go_on(fight)


def _reveal(fight: Fight) -> None:
    """Sealed declarations are opened."""
    if fight.rulings["declarations"] == "open":
        return
    for who in fight.in_order():
        declared = fight[who].moment.declared
        if declared is not None:
            fight.tell(order.declared_fact(fight, who, declared, revealed=True))


def go_on(fight: Fight) -> bool:
    """Goes on with the phase from where it stands; whether it is over."""
    if fight.segment == "held":
        if not held.go_on(fight):
            return False
        take_place(fight)
        attack(fight)
        fight.segment = "defend"
        answers.conclude_unused(fight)
    if answers.asked(fight):
        return False
    end(fight)
    return True


# -- step b -----------------------------------------------------------------------------------------------------


def take_place(fight: Fight) -> None:
    """Step b: what runs on is paid for, then moves, stances and standing defences take place in order."""
    fight.before = fight.pairs
    for fighter in fight:
        _pay_on(fight, fighter.id)
    for who in fight.in_order():
        declared = swings.current(fight, who)
        if declared is not None and conditions.able(fight[who]):
            _take_place(fight, who, declared)


def _pay_on(fight: Fight, who: str) -> None:
    """Shield Work and Missile Cover cost something in each phase."""
    fighter = fight[who]
    if fighter.turn.shield_work and not _upkeep(fight, who, "shield_work", 1):
        fight.turn(who, shield_work=0)
    hold = fight[who].hold
    if hold is not None and hold.action == "missile_cover" and hold.since < fight.tick:
        cost = costs.stamina(fight, who, ACTIONS[hold.action].cost, hold.weapon)
        if not _upkeep(fight, who, hold.action, cost):
            conditions.end_hold(fight, who, "cannot be paid for")


def _upkeep(fight: Fight, who: str, what: str, amount: int) -> bool:
    """Pays for something that lasts; the last point of Stamina is never taken. Whether it was paid."""
    least = 1 if fight.rulings["upkeep_keeps_one"] else 0
    paid = fight[who].stamina - amount >= least
    if paid:
        costs.spend(fight, who, "stamina", amount)
    fight.tell(facts.Upkeep(who, what, amount if paid else 0))
    return paid


def _take_place(fight: Fight, who: str, declared: Declaration) -> None:
    """Step b for one combatant."""
    row = ACTIONS[declared.action]
    if row.step == "full":
        _full_round(fight, who, declared)
    elif row.step in ("moves", "held"):
        if costs.pay(fight, who, costs.price(fight, who, row, declared), row.key) and row.start is not None:
            row.start(fight, who, declared)
    elif row.step == "attack" and row.start is not None:
        row.start(fight, who, declared)


def _full_round(fight: Fight, who: str, declared: Declaration) -> None:
    """A full-round action is paid for when it begins; what cannot be paid is broken off at once."""
    if declared.since == fight.tick:
        row = ACTIONS[declared.action]
        if not costs.pay(fight, who, costs.price(fight, who, row, declared), row.key):
            fight.turn(who, broken=True)
            return
    full_round.go_on(fight, who, declared)


# -- step c -----------------------------------------------------------------------------------------------------


def attack(fight: Fight) -> None:
    """Step c: every attack that can still be made is rolled, in declaration order."""
    for who in fight.in_order():
        moment = fight[who].moment
        declared = swings.current(fight, who)
        if declared is None or moment.stopped or not (conditions.able(fight[who]) or moment.flesh):
            continue
        if ACTIONS[declared.action].step == "attack" or _attacks_now(fight, declared):
            blows.carry_out(fight, who, declared)


def _attacks_now(fight: Fight, declared: Declaration) -> bool:
    """Whether a full-round action attacks in this phase."""
    if declared.action == "charge":
        return fight.phase == full_round.CHARGE_PHASE
    return declared.action == "stand_and_fire"


# -- steps e and f ----------------------------------------------------------------------------------------------


def end(fight: Fight) -> None:
    """Steps e and f."""
    harm.work_out(fight, fight.blows)
    for fighter in fight:
        conditions.settle_pools(fight, fighter.id)
    for fighter in fight:
        conditions.expire(fight, fighter.id)
    for fighter in fight:
        _break_off(fight, fighter.id)
    _refocus(fight)
    fight.blows = ()
    fight.strike = None
    fight.flesh = ()
    fight.passed = ()
    fight.tripped = ()
    fight.warned = ()
    fight.before = None
    for fighter in fight:
        fight.change(fighter.id, moment=replace(Moment(), weakened=fighter.moment.weakened, short=fighter.moment.short))
    fight.tell_all(facts.PhaseEnded())


def _break_off(fight: Fight, who: str) -> None:
    """Whoever can act no longer, or lies in a Charge or Sprint, has lost his full-round action."""
    fighter = fight[who]
    full = fighter.turn.full
    if full is None or fighter.turn.broken or not fight.rulings["broken_off"]:
        return
    fallen = fighter.has("prone") and full.action in ("charge", "sprint")
    if fallen or not conditions.able(fighter):
        fight.turn(who, broken=True)
        fight.tell(facts.Failed(who, full.action, "is broken off"))


def _refocus(fight: Fight) -> None:
    """New Initiative Totals from the next phase on, in a new order."""
    changed = [fighter.id for fighter in fight if fighter.moment.refocus is not None]
    for who in changed:
        total = fight[who].moment.refocus or 0
        fight.turn(who, total=total)
        fight.tell(facts.Initiative(who, total))
    if changed:
        order.arrange(fight)
