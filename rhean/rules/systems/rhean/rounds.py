"""The round as a state machine: opening, reaction, initiative, three phases, round end."""

from __future__ import annotations

from rhean.rules.systems.rhean import conditions, costs, facts, gear, order, phase, rolls
from rhean.rules.systems.rhean.actions import ACTIONS, full_round
from rhean.rules.systems.rhean.actions.shared import gm_once
from rhean.rules.systems.rhean.fight import Fight

REACTION_TN = 11
PHASES = 3


# -- opening and reaction ---------------------------------------------------------------------------------------


def open_round(fight: Fight) -> None:
    """A round begins: what was of the last one is cleared, the alerted are aware, and whoever must reacts."""
    fight.round += 1
    fight.phase = 0
    fight.order = ()
    for fighter in fight:
        fight.new_round(fighter.id)
        if fighter.alerted:
            wake(fight, fighter.id)
        fight.turn(fighter.id, weakened=rolls.weakness(fight, fight[fighter.id]))
    fight.tell_all(facts.RoundOpened(fight.round))
    fight.segment = "reaction"
    after_reactions(fight)


def wake(fight: Fight, who: str) -> None:
    """Somebody becomes aware of the fight; a sleeper has just woken."""
    fighter = fight[who]
    fight.change(who, aware=True, alerted=False, asleep=False, was_asleep=fighter.was_asleep or fighter.asleep)


def must_react(fight: Fight) -> tuple[str, ...]:
    """Who has to roll now, in roster order."""
    if fight.segment != "reaction":
        return ()
    return tuple(
        fighter.id
        for fighter in fight
        if fighter.aware and not fighter.reacted and not fighter.turn.failed and conditions.able(fighter)
    )


def react(fight: Fight, who: str) -> None:
    """One Reaction roll; surprise and sleep count in the first one only."""
    result = rolls.roll(fight, rolls.reaction_terms(fight, who))
    gm_once(fight, who, "reaction")
    made = result.reaches(REACTION_TN)
    fight.tell(facts.Reaction(who, result.total, REACTION_TN, made, result.terms, result.faces, result.botch))
    if fight.rulings["surprise_once"] or made:
        fight.change(who, surprised=False, was_asleep=False)
    if made:
        fight.change(who, reacted=True)
        if fight.rulings["reaction_initiative"] == "reaction":
            fight.turn(who, total=result.total)
    else:
        fight.turn(who, failed=True)


def after_reactions(fight: Fight) -> None:
    """Once nobody has to react any more: initiative, and the first phase."""
    if must_react(fight):
        return
    order.roll_initiative(fight)
    _next_phase(fight)


# -- phases -----------------------------------------------------------------------------------------------------


def _next_phase(fight: Fight) -> None:
    phase.begin(fight)
    go_on(fight)


def go_on(fight: Fight) -> None:
    """Goes on as far as nobody has to be asked."""
    while fight.segment in ("declare", "held", "defend"):
        if fight.segment == "declare":
            order.tell_going_on(fight)
            if order.declarers(fight):
                return
            done = phase.resolve(fight)
        else:
            done = phase.go_on(fight)
        if not done:
            return
        if fight.phase == PHASES:
            end(fight)
        else:
            phase.begin(fight)


# -- the end of a round -----------------------------------------------------------------------------------------


def end(fight: Fight) -> None:
    """Breathers and hiding, upkeep, clocks, what lasts a round; then over, or the next round's opening."""
    for fighter in fight:
        full = fighter.turn.full
        if full is not None and not fighter.turn.broken and conditions.able(fighter):
            full_round.finish(fight, fighter.id, full)
    for fighter in fight:
        _shield_upkeep(fight, fighter.id)
        _hold_upkeep(fight, fighter.id)
    for fighter in fight:
        conditions.settle_pools(fight, fighter.id)
    for fighter in fight:
        _tick(fight, fighter.id)
    for fighter in fight:
        _wear_off(fight, fighter.id)
    fight.tell_all(facts.RoundEnded())
    fight.segment = "opening"
    settle_over(fight)


def _shield_upkeep(fight: Fight, who: str) -> None:
    """A shield that counted takes its DV; never the last point."""
    fighter = fight[who]
    ruling = fight.rulings["shield_upkeep"]
    if not fighter.turn.counted or ruling == "none":
        return
    times = fighter.turn.counted if ruling == "attack" else 1
    least = 1 if fight.rulings["upkeep_keeps_one"] else 0
    amount = min(gear.dv(fight, fighter) * times, fighter.stamina - least)
    if amount > 0:
        costs.spend(fight, who, "stamina", amount)
        fight.tell(facts.Upkeep(who, "shield", amount))


def _hold_upkeep(fight: Fight, who: str) -> None:
    """A held action costs the same again, or it ends; Missile Cover pays by the phase."""
    hold = fight[who].hold
    if hold is None or hold.action == "missile_cover" or fight.rulings["held_upkeep"] == "none":
        return
    cost = costs.stamina(fight, who, ACTIONS[hold.action].cost, hold.weapon)
    least = 1 if fight.rulings["upkeep_keeps_one"] else 0
    if fight[who].stamina - cost >= least:
        costs.spend(fight, who, "stamina", cost)
        fight.tell(facts.Upkeep(who, hold.action, cost))
    else:
        fight.tell(facts.Upkeep(who, hold.action, 0))
        conditions.end_hold(fight, who, "cannot be paid for")


def _tick(fight: Fight, who: str) -> None:
    """The clock of a dying one; at 0 he is dead."""
    dying = fight[who].condition("dying")
    if dying is None or dying.tended:
        return
    left = dying.left - 1
    conditions.change(fight, who, "dying", left=left)
    fight.tell(facts.Clock(who, left))
    if left <= 0:
        conditions.gain(fight, who, "dead")


def _wear_off(fight: Fight, who: str) -> None:
    """What lasts a round ends."""
    conditions.expire_round(fight, who)
    fighter = fight[who]
    fight.turn(who, full=None, broken=False, shield_work=0, armor_work=0, mount_work=False, counted=0, struck=False)
    for field in ("focus_attack", "focus_defence"):
        focus = getattr(fighter, field)
        if focus is not None and focus.until <= fight.round:
            fight.change(who, **{field: None})


def settle_over(fight: Fight) -> None:
    """Over when at most one side has anybody left who stands; back to the opening if reinforcements change that."""
    sides = list(dict.fromkeys(fighter.side for fighter in fight if conditions.stands(fighter)))
    if fight.segment == "opening" and len(sides) < 2 and fight.round:
        fight.segment = "over"
        fight.winner = sides[0] if sides else ""
        fight.tell_all(facts.Over(fight.winner))
    elif fight.segment == "over" and len(sides) > 1:
        fight.segment = "opening"
        fight.winner = ""
