"""Move actions: 20 rows."""

from __future__ import annotations

from collections.abc import Mapping

from rhean.rules.systems.rhean import conditions, facts, gear, reach, rolls, secrets, walking
from rhean.rules.systems.rhean.actions import needs
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.shared import (
    check_fact,
    control_mount,
    draw,
    gm_once,
    reduce_reach,
    set_weapon,
    sing,
    soak,
)
from rhean.rules.systems.rhean.costs import pay, stamina
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Aim, Declaration, Deed, Focus

FOCUS_TN = 11


def aim(fight: Fight, who: str, declared: Declaration) -> None:
    """One more on the next shot or blow at that target with that weapon."""
    old = fight[who].aim
    same = old is not None and (old.weapon, old.target) == (declared.weapon, declared.targets[0])
    amount = min((old.amount if same and old else 0) + 1, int(fight.rulings["aim_max"]))
    fight.change(who, aim=Aim(declared.weapon, declared.targets[0], amount))


def travel(fight: Fight, who: str, declared: Declaration) -> None:
    """A move of place: towards one foe, away from one or all, or to a place."""
    last = fight[who].last_move
    after_run = last is not None and last.tick == fight.tick - 1 and (last.action == "run" or last.running)
    running = declared.action == "leap" and after_run
    target = declared.targets[0] if declared.targets else ""
    fight.change(who, last_move=Deed(fight.tick, declared.action, target, running), aim=None)
    if fight[who].moment.stopped and reach.moves_in(declared):
        return
    if walking.on_map(fight, who):
        walking.go(fight, who, declared)
        return
    fight.tell(facts.Moved(who, declared.action, declared.place))
    if declared.toward:
        come_nearer(fight, who, declared)
    elif declared.away:
        foes = reach.engaged_with(fight, who) if declared.away == "all" else (declared.away,)
        for foe in foes:
            go_away(fight, who, foe, declared)


def come_nearer(fight: Fight, who: str, declared: Declaration) -> None:
    """Towards one foe: a short move from far comes near only."""
    foe = declared.toward
    zone = reach.bond(fight, who, foe).zone
    short = declared.action in ("combat_move", "leap")
    if declared.stop == "near" or (zone == "far" and short):
        if zone != "engaged":
            reach.part(fight, who, foe, "near")
        return
    reach.engage(fight, who, foe, reach.own_distance(fight, who, declared))


def go_away(fight: Fight, who: str, foe: str, declared: Declaration) -> None:
    """Away from one foe: out of the engagement, wider in it, or from near to far."""
    zone = reach.bond(fight, who, foe).zone
    if zone == "engaged" and declared.distance is not None:
        reach.engage(fight, who, foe, declared.distance)
    elif declared.action in ("run", "leap", "sprint"):
        reach.part(fight, who, foe, "near" if declared.stop == "near" and zone != "far" else "far")
    elif zone == "engaged":
        reach.part(fight, who, foe, "near")
    elif declared.action == "combat_move":
        reach.part(fight, who, foe, "far")


def close_in(fight: Fight, who: str, declared: Declaration) -> None:
    """Past the held weapon: inside unless the strike kept him out."""
    fight.change(who, last_move=Deed(fight.tick, "close"), aim=None)
    if fight[who].moment.stopped:
        return
    if walking.on_map(fight, who):
        walking.go(fight, who, declared)
        return
    fight.tell(facts.Moved(who, "close"))
    reach.engage(fight, who, declared.toward, reach.own_distance(fight, who, declared))


def reserve_of_close(fight: Fight, who: str, declared: Declaration) -> Mapping[str, int]:
    """The defence named, and 1."""
    costs_of = {"dodge": "1", "parry": "w", "block": "dv"}
    return {"stamina": 1 + stamina(fight, who, costs_of[declared.defence], declared.weapon)}


def price_of_close(fight: Fight, who: str, declared: Declaration) -> Mapping[str, int]:
    """The 1 of Close itself; nothing where the strike has been paid for already."""
    return {"stamina": 0 if fight[who].moment.paid else 1}


def focus(fight: Fight, who: str, declared: Declaration) -> None:
    """A Concentration roll; only what is made is paid."""
    result = rolls.roll(
        fight, rolls.skilled(fight, who, "concentration", gm_once(fight, who, "check"), half=declared.half)
    )
    made = result.reaches(FOCUS_TN)
    fight.tell(check_fact(who, "concentration", result, FOCUS_TN))
    if not made:
        return
    attacking = declared.action == "offensive_focus"
    if not pay(fight, who, {"ka" if attacking else "stability": 2 * declared.add}, declared.action):
        return
    fight.tell(facts.Focus(who, "attack" if attacking else "defence", declared.add))
    gathered = Focus(declared.add, fight.round + 1)
    if attacking:
        fight.change(who, focus_attack=gathered)
    else:
        fight.change(who, focus_defence=gathered)


def reserve_of_focus(fight: Fight, who: str, declared: Declaration) -> Mapping[str, int]:
    """The pool of the focus has to hold what it would take."""
    return {"ka" if declared.action == "offensive_focus" else "stability": 2 * declared.add}


def refocus(fight: Fight, who: str, declared: Declaration) -> None:
    """A new Initiative Total from the next phase on."""
    face = fight.roll(10)
    fight.moment(who, refocus=face + fight.profile(who).initiative + declared.add)


def price_of_refocus(fight: Fight, who: str, declared: Declaration) -> Mapping[str, int]:
    """1 Stability, and for each point added 1 Stamina and 1 Stability."""
    return {"stamina": declared.add, "stability": 1 + declared.add}


def extend(fight: Fight, who: str, declared: Declaration) -> None:
    """One step up."""
    gear.change(fight, who, declared.weapon, stance=gear.get(fight[who], declared.weapon).stance + 1)


def reset(fight: Fight, who: str, declared: Declaration) -> None:
    """Ready again, in the normal stance."""
    gear.change(fight, who, declared.weapon, bound=False, reset=False, set=False, stance=0)


def look(fight: Fight, who: str, declared: Declaration) -> None:
    """A Perception check: hidden foes whose total it reaches are noticed, the rest is the GM's."""
    sense = declared.sense or "sight"
    modifiers = rolls.perception_terms(fight, who, sense)
    gm_once(fight, who, "check")
    result = rolls.roll(fight, modifiers)
    fight.tell(
        facts.Check(
            who,
            "perception",
            result.total,
            terms=result.terms,
            faces=result.faces,
            botch=result.botch,
            sense=sense,
        )
    )
    for foe in fight.enemies(who):
        hiding = foe.condition("hidden")
        if hiding is not None and secrets.hidden_from(fight, foe.id, who) and result.reaches(hiding.total):
            conditions.notice(fight, foe.id, who)


def take_up(fight: Fight, who: str, declared: Declaration) -> None:
    """A thing from the ground comes into the hand."""
    thing = next((thing for thing in fight.ground if thing.name == declared.item), None)
    if thing is None:
        fight.tell(facts.Failed(who, declared.action, f"{declared.item} is gone"))
        return
    kind = thing.kind if thing.kind in fight.fixed.stock.weapons else "improvised"
    make = fight.fixed.stock.weapons[kind]
    hand = gear.hand_for(fight, fight[who], make, declared.hand)
    if hand is None:
        fight.tell(facts.Failed(who, declared.action, "no free hand"))
        return
    ground = list(fight.ground)
    ground.remove(thing)
    fight.ground = tuple(ground)
    gear.add(fight, who, kind, hand)


def stand(fight: Fight, who: str, declared: Declaration) -> None:
    """Up from the ground."""
    conditions.lose(fight, who, "prone")


def _place(key: str, cost: str, *takes: str) -> Action:
    return Action(key=key, types=("move",), step="moves", cost=cost, takes=takes, breaks_hold=True, start=travel)


ROWS = (
    Action(key="aim", types=("move",), step="moves", cost="1", weapon="gear", target="enemy", start=aim),
    Action(
        key="close",
        types=("move",),
        step="moves",
        takes=("target", "toward", "defence", "weapon", "distance"),
        needs=(needs.held_at_bay,),
        breaks_hold=True,
        start=close_in,
        price=price_of_close,
        reserve=reserve_of_close,
    ),
    _place("combat_move", "0", "toward", "away", "stop", "distance", "place", "path", "weapon"),
    control_mount("move"),
    Action(
        key="defensive_focus",
        types=("move",),
        step="moves",
        cost="1",
        takes=("add",),
        start=focus,
        reserve=reserve_of_focus,
    ),
    Action(
        key="extend",
        types=("move",),
        step="moves",
        cost="w+1",
        weapon="any",
        needs=(needs.reach_weapon, needs.not_extended),
        start=extend,
    ),
    _place("leap", "1", "toward", "away", "stop", "distance", "place", "path", "weapon", "target"),
    Action(
        key="offensive_focus",
        types=("move",),
        step="moves",
        cost="1",
        takes=("add",),
        start=focus,
        reserve=reserve_of_focus,
    ),
    Action(key="perception", types=("move",), step="moves", takes=("sense",), start=look),
    Action(key="pick_up", types=("move",), step="moves", takes=("item", "hand"), breaks_hold=True, start=take_up),
    draw("ready_weapon", "move"),
    reduce_reach("move"),
    Action(
        key="refocus",
        types=("move",),
        step="moves",
        takes=("add",),
        start=refocus,
        price=price_of_refocus,
    ),
    Action(
        key="reset_weapon",
        types=("move",),
        step="moves",
        cost="1",
        weapon="any",
        needs=(needs.due_for_reset,),
        start=reset,
    ),
    _place("run", "1", "toward", "away", "stop", "distance", "place", "path", "weapon"),
    set_weapon("move"),
    sing("move"),
    soak("move"),
    Action(key="stand", types=("move",), step="moves", needs=(needs.on_the_ground,), start=stand),
    _place("withdraw", "0", "away", "distance", "place", "path"),
)
"""Rows of the table of moves; those that stand in other tables too are one action (see ``actions.ACTIONS``)."""
