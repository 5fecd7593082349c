"""Step a: held actions. What trips them, the strike, and what it stops."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean import (
    answers,
    blows,
    conditions,
    costs,
    facts,
    gear,
    harm,
    missiles,
    reach,
    rolls,
    secrets,
    swings,
)
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.full_round import CHARGE_PHASE, SPRINT_PHASE
from rhean.rules.systems.rhean.actions.shared import gm_once
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Blow, Bond, Declaration, Fighter, FleshWound, Hold, Strike
from rhean.rules.systems.rhean.swings import Swing

REACTION_TN = 11
CLOSE_DAMAGE = 2
UNSTOPPABLE = ("charge", "spring_attack")
PLACE_MOVES = ("combat_move", "run", "leap", "withdraw", "sprint", "stealthy_move")
MOVES = (*PLACE_MOVES, "close", "charge")


# -- triggers ---------------------------------------------------------------------------------------------------


def doing(fight: Fight, who: str) -> Declaration | None:
    """What somebody does in this phase that a held action could meet; None if he can do nothing or was stopped."""
    fighter = fight[who]
    if fighter.moment.stopped or not conditions.able(fighter):
        return None
    return swings.current(fight, who)


def enters(fight: Fight, declared: Declaration) -> str:
    """Whom a declaration brings its actor to in this phase."""
    if declared.action == "charge":
        return declared.targets[0] if fight.phase == CHARGE_PHASE else ""
    if declared.action == "spring_attack":
        return declared.targets[0]
    if declared.action == "sprint" and fight.phase != SPRINT_PHASE:
        return ""
    return reach.moves_in(declared)


def attacks(fight: Fight, declared: Declaration) -> tuple[str, ...]:
    """Whom a declaration attacks in this phase."""
    if declared.action == "charge":
        return declared.targets if fight.phase == CHARGE_PHASE else ()
    if declared.action == "stand_and_fire":
        return tuple(target for _, target in blows.attacks_of(fight, "", declared))
    return declared.targets if ACTIONS[declared.action].step == "attack" else ()


def is_melee(fight: Fight, who: str, declared: Declaration) -> bool:
    """Whether an attack is made hand to hand."""
    row = ACTIONS[declared.action]
    if row.weapon in ("missile", "throw"):
        return False
    return declared.weapon == gear.SHIELD or fight.make(gear.get(fight[who], declared.weapon)).melee


def tripped(fight: Fight, holder: str) -> tuple[str, ...]:
    """Who trips somebody's held action with what he does in this phase, in declaration order."""
    fighter = fight[holder]
    hold = fighter.hold
    if hold is None or hold.since >= fight.tick or holder in fight.passed or not conditions.able(fighter):
        return ()
    found = []
    for who in fight.in_order():
        declared = doing(fight, who)
        if who != holder and declared is not None and _trips(fight, fighter, hold, who, declared):
            found.append(who)
    return tuple(found)


def _trips(fight: Fight, holder: Fighter, hold: Hold, who: str, declared: Declaration) -> bool:
    """Whether one declaration trips one held action."""
    if secrets.hidden_from(fight, who, holder.id) and hold.action != "cover":
        return False
    if hold.action == "hold_at_bay":
        return _held_at_bay(fight, holder, hold, who, declared)
    return _triggers(fight, hold, who, declared) and _can_strike(fight, holder, hold, who, declared)


def _held_at_bay(fight: Fight, holder: Fighter, hold: Hold, who: str, declared: Declaration) -> bool:
    """A foe with a shorter Reach, not from the rear, who comes in or strikes at the holder."""
    wielded = gear.get(holder, hold.weapon)
    if not fight.are_enemies(who, holder.id) or _from_behind(fight, who, holder.id) or wielded.bound or wielded.reset:
        return False
    if gear.reach_of(fight, fight[who]) >= gear.effective_reach(fight, wielded):
        return False
    if enters(fight, declared) == holder.id:
        return True
    known = reach.bond(fight, who, holder.id)
    strikes = holder.id in attacks(fight, declared) and is_melee(fight, who, declared)
    return strikes and known.zone == "engaged" and reach.fit(fight, wielded, who, known.distance).refusal is None


def _from_behind(fight: Fight, who: str, target: str) -> bool:
    return reach.bearing(fight, who, target).quadrant == "rear"


def _triggers(fight: Fight, hold: Hold, who: str, declared: Declaration) -> bool:
    """Whether a declaration is what a Cover or Missile Cover waits for."""
    if hold.watch:
        return who == hold.watch and _watched(fight, hold.when, declared)
    if hold.guard:
        if hold.guard not in fight.fighters or not fight.are_enemies(who, hold.guard):
            return False
        return enters(fight, declared) == hold.guard or hold.guard in attacks(fight, declared)
    on_the_way = declared.action not in ("sprint", "stealthy_move") or fight.phase == SPRINT_PHASE
    return declared.action in PLACE_MOVES and on_the_way and _same_place(declared.place, hold.place)


def _same_place(one: str, other: str) -> bool:
    return bool(other) and one.casefold() == other.casefold()


def _watched(fight: Fight, when: str, declared: Declaration) -> bool:
    """Whether the watched one does what is waited for."""
    if when == "moves":
        return declared.action in MOVES
    if when == "attacks":
        return bool(attacks(fight, declared))
    return declared.action != "nothing"


def _can_strike(fight: Fight, holder: Fighter, hold: Hold, who: str, declared: Declaration) -> bool:
    """Whether the weapon that waits can strike this one now."""
    wielded = gear.get(holder, hold.weapon)
    make = fight.make(wielded)
    if wielded.bound or wielded.reset:
        return False
    if make.missile:
        loaded = not missiles.needs_loading(fight, holder.id, wielded)
        return loaded and missiles.band(fight, holder.id, make, make.skill, who, None) is not None
    if _from_behind(fight, who, holder.id):
        return False
    known = reach.bond(fight, holder.id, who)
    if known.zone == "engaged" and enters(fight, declared) != holder.id:
        return reach.fit(fight, wielded, who, known.distance).refusal is None
    return known.zone != "far" or enters(fight, declared) == holder.id


def holders(fight: Fight) -> list[str]:
    """Those who hold something, in the order in which it was declared."""
    holding = [(fighter.hold.serial, fighter.id) for fighter in fight if fighter.hold is not None]
    return [who for _, who in sorted(holding)]


# -- the course of step a ---------------------------------------------------------------------------------------


def asks(fight: Fight) -> tuple[str, tuple[str, ...]] | None:
    """The holder who is asked now, and whom he may strike."""
    if fight.strike is not None or fight.flesh:
        return None
    for holder in holders(fight):
        targets = tripped(fight, holder)
        if targets:
            return holder, targets
    return None


def go_on(fight: Fight) -> bool:
    """Works held actions out as far as nobody has to be asked; whether step a is done."""
    while fight.strike is None and not fight.flesh:
        found = asks(fight)
        if found is None:
            return True
        holder, targets = found
        hold = fight[holder].hold
        _tell_tripped(fight, holder, targets)
        if (hold is not None and hold.action == "missile_cover") or _surprised(fight, holder, targets):
            strike(fight, holder, targets[0])
        else:
            return False
    return False


def _tell_tripped(fight: Fight, holder: str, targets: tuple[str, ...]) -> None:
    """Tells once in a phase that a held action is tripped."""
    hold = fight[holder].hold
    if hold is not None and hold.serial not in fight.tripped:
        fight.tripped = (*fight.tripped, hold.serial)
        fight.tell(facts.Tripped(holder, hold.action, targets))


def _surprised(fight: Fight, holder: str, targets: tuple[str, ...]) -> bool:
    """Without warning one who covers has to roll a Reaction to tell friend from foe; failed, he strikes."""
    hold = fight[holder].hold
    if hold is None or hold.action != "cover" or holder in fight.warned:
        return False
    unseen = any(secrets.hidden_from(fight, target, holder) for target in targets)
    warning = fight.rulings["warning"]
    if warning == "always" or (warning == "seen" and not unseen):
        return False
    result = rolls.roll(fight, rolls.reaction_terms(fight, holder))
    gm_once(fight, holder, "reaction")
    made = result.reaches(REACTION_TN)
    fight.tell(facts.Reaction(holder, result.total, REACTION_TN, made, result.terms, result.faces, result.botch))
    if made:
        fight.warned = (*fight.warned, holder)
    return not made


def pass_by(fight: Fight, holder: str) -> None:
    """The holder lets everybody pass who trips his held action now, and keeps it."""
    for target in tripped(fight, holder):
        fight.tell(facts.PassedBy(holder, target))
    fight.passed = (*fight.passed, holder)


def strike(fight: Fight, holder: str, target: str) -> None:
    """The held weapon strikes; the hold is used up."""
    hold = fight[holder].hold
    declared = doing(fight, target)
    if hold is None or declared is None:
        return
    swing = plan(fight, holder, target)
    closing = declared.action == "close" and declared.toward == holder
    stops = _stops(fight, holder, hold, target, declared)
    fight.change(holder, hold=None)
    if not isinstance(swing, Swing):
        fight.tell(facts.Failed(holder, hold.action, swing.text, swing.who))
        return
    blow = blows.attack(fight, swing, 0)
    fight.strike = Strike(holder, blow, closing, stops)
    blows.come_out(fight, holder)
    if closing and blow.hit:
        _close_defence(fight, target, declared, blow)
    elif not closing and answers.asked(fight):
        return
    conclude(fight)


def plan(fight: Fight, holder: str, target: str) -> Swing | Refusal:
    """The strike as it would be rolled now: a foe who moves in is struck at full Reach."""
    hold = fight[holder].hold
    weapon = hold.weapon if hold else gear.FIST.id
    wielded = gear.get(fight[holder], weapon)
    declared = Declaration("held", targets=(target,), weapon=weapon)
    doing_now = doing(fight, target)
    known = reach.bond(fight, holder, target)
    coming = doing_now is not None and enters(fight, doing_now) != ""
    at_reach = not missiles.is_missile(fight, wielded) and (coming or known.zone != "engaged")
    if not at_reach:
        return swings.plan(fight, holder, declared, target, weapon)
    pairs = fight.pairs
    reach.set_bond(fight, holder, target, Bond("engaged", gear.effective_reach(fight, wielded)))
    swing = swings.plan(fight, holder, declared, target, weapon)
    fight.pairs = pairs
    return swing


def _stops(fight: Fight, holder: str, hold: Hold, target: str, declared: Declaration) -> bool:
    """Whether a hit stops what the target does."""
    if declared.action in UNSTOPPABLE or hold.action == "missile_cover":
        return False
    if hold.action == "hold_at_bay":
        return True
    wielded = gear.get(fight[holder], hold.weapon)
    make = fight.make(wielded)
    if make.missile or not gear.is_reach_weapon(fight, make):
        return False
    return gear.reach_of(fight, fight[target]) < gear.effective_reach(fight, wielded)


def _close_defence(fight: Fight, who: str, declared: Declaration, blow: Blow) -> None:
    """The defence that a Close named, at once: its cost and 1 more."""
    weapon = declared.weapon or gear.main_weapon(fight[who]).id
    defence = Declaration(declared.defence, weapon=weapon if declared.defence == "parry" else "", since=fight.tick)
    reason = _bar(fight, who, defence, blow)
    cost = answers.price(fight, who, defence)
    cost["stamina"] = cost.get("stamina", 0) + 1
    reason = reason or costs.lack(fight[who], cost)
    fight.moment(who, paid=True)
    if reason is not None:
        fight.tell(facts.Failed(who, declared.defence, reason.text, reason.who))
        costs.pay(fight, who, {"stamina": min(1, fight[who].stamina)}, "close")
        return
    costs.pay(fight, who, cost, "close")
    answers.active(fight, who, defence, blow)


def _bar(fight: Fight, who: str, defence: Declaration, blow: Blow) -> Refusal | None:
    """Why the defence of a Close is not possible at this moment."""
    if defence.action == "block" and fight[who].turn.struck:
        return Refusal("shield", "the shield has struck this round")
    if answers.usable(fight, who, defence, blow):
        return None
    if defence.action == "block":
        return Refusal("shield", "has no shield ready")
    return Refusal("before", "is not possible")


def conclude(fight: Fight) -> None:
    """The strike does its damage at once, stops what it stops, and may leave the choice of a Flesh Wound."""
    strike_ = fight.strike
    if strike_ is None:
        return
    blow, target = strike_.blow, strike_.blow.target
    standing = blow.hit and not blow.stopped
    if blow.blocked:
        harm.check_shield(fight, blow)
    elif standing:
        extra = [("close", CLOSE_DAMAGE)] if strike_.closing else []
        found = harm.wound(fight, blow, extra)
        harm.apply(fight, [found])
        conditions.settle_pools(fight, target)
    fight.strike = None
    declared = swings.current(fight, target)
    if standing and (strike_.stops or strike_.closing):
        fight.moment(target, stopped=strike_.holder)
        fight.tell(facts.Stopped(target, strike_.holder))
    stopped = standing and strike_.stops and conditions.able(fight[target])
    if stopped and declared is not None and can_ignore(fight, target, declared):
        fight.flesh = (*fight.flesh, FleshWound(target, strike_.holder, found.hits + found.stamina))


def can_ignore(fight: Fight, who: str, declared: Declaration) -> bool:
    """Whether a struck and stopped attacker may take a Flesh Wound and attack all the same."""
    if not attacks(fight, declared) or fight[who].moment.flesh:
        return False
    return costs.lack(fight[who], flesh_price(fight, who, declared)) is None


def flesh_price(fight: Fight, who: str, declared: Declaration) -> dict[str, int]:
    """The weapon and 1 Stamina instead of the attack's own cost, and 1 Ka."""
    cost = "dv+1" if declared.weapon == gear.SHIELD else "w+1"
    weapon = "" if declared.weapon == gear.SHIELD else declared.weapon
    return {"stamina": costs.stamina(fight, who, cost, weapon), "ka": 1}


def ignore_wound(fight: Fight, who: str, yes: bool) -> None:
    """The answer: the same wound again, a Ka, and the attack goes on; or it is lost."""
    wound = next(entry for entry in fight.flesh if entry.who == who)
    fight.flesh = tuple(entry for entry in fight.flesh if entry is not wound)
    declared = swings.current(fight, who)
    if not yes or declared is None:
        return
    fight.tell(facts.FleshWound(who))
    if not costs.pay(fight, who, flesh_price(fight, who, declared), "flesh_wound"):
        return
    fight.moment(who, flesh=True, paid=True, stopped="")
    taken = wound.taken
    fight.tell(facts.Damage(who, wound.by, "", taken, 0, taken, taken, 0))
    costs.spend(fight, who, "hits", taken)
    conditions.settle_pools(fight, who)


def engage_for(fight: Fight, who: str, declared: Declaration) -> None:
    """Puts a charger at his target, without a word: for the odds of his blow."""
    distance = reach.own_distance(fight, who, declared)
    reach.set_bond(fight, who, declared.targets[0], Bond("engaged", distance))
