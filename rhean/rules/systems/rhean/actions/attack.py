"""Attack actions: 26 rows."""

from __future__ import annotations

from rhean.rules.systems.rhean import facts, gear
from rhean.rules.systems.rhean.actions import needs
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.shared import control_mount, draw, sing
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Hold


def take_hold(fight: Fight, who: str, declared: Declaration) -> None:
    """The weapon waits for its trigger from now on; what was held before is given up."""
    if fight[who].hold is not None:
        fight.tell(facts.HoldEnded(who, "another takes its place"))
    hold = Hold(
        declared.action,
        declared.weapon,
        declared.since,
        fight.number(),
        guard=declared.guard,
        place=declared.place,
        watch=declared.watch,
        when=declared.when,
    )
    fight.change(who, hold=hold)
    about = tuple(name for name in (declared.guard or declared.watch,) if name)
    weapon = gear.base(gear.get(fight[who], declared.weapon))
    fight.tell(facts.Held(who, declared.action, trigger_words(hold), about, weapon))


def trigger_words(hold: Hold) -> str:
    """For what a held action waits, in words; ``{0}`` is the one guarded or watched."""
    if hold.action == "hold_at_bay":
        return "a foe with a shorter Reach who comes in or strikes"
    if hold.guard:
        return "whoever threatens {0}"
    if hold.place:
        return f"whoever enters: {hold.place}"
    return f"when {{0}} {hold.when}"


def take_shield_out(fight: Fight, who: str, declared: Declaration) -> None:
    """The shield strikes: it defends no longer in this phase, and does no Shield Work or Block this round."""
    fight.moment(who, bashed=True)
    fight.turn(who, struck=True, shield_work=0)


ROWS = (
    Action(
        key="close_quarters",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="close",
        target="enemy",
        to_hit=2,
        undefendable=True,
    ),
    control_mount("attack"),
    Action(
        key="cover",
        types=("attack",),
        step="held",
        cost="w",
        weapon="guard",
        takes=("guard", "place"),
        start=take_hold,
    ),
    Action(
        key="critical_strike",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="strike",
        target="enemy",
        needs=(needs.weapon_set,),
    ),
    Action(
        key="crushing_blow",
        types=("attack",),
        step="attack",
        cost="w+2",
        weapon="strike",
        target="enemy",
        needs=(needs.weapon_set,),
        damage=1,
        heavy=True,
        knockdown=0,
        shock="dazed",
    ),
    Action(
        key="dazing_attack",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="strike",
        target="enemy",
        to_hit=-2,
        split=True,
        shock="dazed",
        checked=True,
    ),
    draw("draw_weapon", "attack"),
    Action(
        key="dual_attack",
        types=("attack",),
        step="attack",
        cost="both+1",
        weapon="two",
        target="enemy",
        needs=(needs.two_weapons,),
    ),
    Action(
        key="great_strike",
        types=("attack",),
        step="attack",
        cost="w+2",
        weapon="strike",
        target="enemy",
        needs=(needs.weapon_set,),
        damage=3,
        heavy=True,
        knockdown=0,
    ),
    Action(
        key="hold_at_bay",
        types=("attack",),
        step="held",
        cost="w+1",
        weapon="strike",
        needs=(needs.reach_weapon,),
        start=take_hold,
    ),
    Action(key="flesh_wound", types=("attack",), step="asked", cost="w+1", needs=(needs.never,)),
    Action(key="melee_attack", types=("attack",), step="attack", cost="w", weapon="strike", target="enemy"),
    Action(
        key="missile_attack",
        types=("attack",),
        step="attack",
        cost="w",
        weapon="missile",
        target="enemy",
        takes=("called", "trick"),
    ),
    Action(
        key="missile_cover",
        types=("attack",),
        step="held",
        cost="w",
        weapon="missile",
        takes=("guard", "place", "watch", "when"),
        start=take_hold,
    ),
    Action(
        key="off_hand_attack",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="off",
        target="enemy",
    ),
    Action(
        key="riposte",
        types=("attack",),
        step="attack",
        cost="w",
        weapon="strike",
        target="enemy",
        needs=(needs.has_parried,),
        undefendable=True,
    ),
    Action(
        key="running_attack",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="strike",
        target="enemy",
        needs=(needs.has_run,),
        to_hit=2,
        damage=2,
    ),
    Action(
        key="shield_bash",
        types=("attack",),
        step="attack",
        cost="dv+1",
        weapon="shield",
        target="enemy",
        knockdown=0,
        start=take_shield_out,
    ),
    Action(
        key="shield_rush",
        types=("attack",),
        step="attack",
        cost="dv+1",
        weapon="shield",
        target="enemy",
        needs=(needs.has_run,),
        damage=2,
        knockdown=2,
        start=take_shield_out,
    ),
    sing("attack"),
    Action(
        key="spin_attack",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="strike",
        target="enemies",
        needs=(needs.reach_weapon,),
        to_hit=-2,
        damage=-2,
    ),
    Action(
        key="spring_attack",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="strike",
        target="enemy",
        needs=(needs.has_leapt,),
        damage=2,
    ),
    Action(
        key="stunning_attack",
        types=("attack",),
        step="attack",
        cost="w+2",
        weapon="strike",
        target="enemy",
        to_hit=-2,
        split=True,
        shock="stunned",
        checked=True,
        shaken="dazed",
    ),
    Action(
        key="sweep_attack",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="strike",
        target="enemy",
        to_hit=-2,
        knockdown=0,
    ),
    Action(
        key="throw_weapon",
        types=("attack",),
        step="attack",
        cost="w+1",
        weapon="throw",
        target="enemy",
        takes=("called",),
    ),
    Action(
        key="wide_attack",
        types=("attack",),
        step="attack",
        cost="w+2",
        weapon="strike",
        target="enemy",
        against=-4,
    ),
)
