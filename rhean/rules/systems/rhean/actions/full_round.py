"""Full-round actions: 5 rows, and one that a trick opens. They are declared in the first phase and take the round.

``go_on`` (step b of each phase) and ``finish`` (the round's end) are what each does of its own; the attacks of Charge
and Stand and Fire are rolled in step c like all others.
"""

from __future__ import annotations

from msgspec.structs import replace

from rhean.rules.events import Audience
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import conditions, facts, reach, rolls, secrets, walking
from rhean.rules.systems.rhean.actions import needs
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.move import come_nearer, go_away
from rhean.rules.systems.rhean.actions.shared import check_fact, gm_once, gm_word
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration

SPRINT_PHASE = 2
CHARGE_PHASE = 3


def go_on(fight: Fight, who: str, declared: Declaration) -> None:
    """What a full-round action does in step b of the phase that it is in."""
    if walking.on_map(fight, who) and declared.action in walking.ROUND_LONG:
        _walk_on(fight, who, declared)
    elif declared.action == "sprint" and fight.phase == SPRINT_PHASE:
        _sprint(fight, who, declared)
    elif declared.action == "charge" and fight.phase == CHARGE_PHASE:
        _charge(fight, who, declared)


def _walk_on(fight: Fight, who: str, declared: Declaration) -> None:
    """On a map the way is walked phase by phase; the phase of the move in is the same."""
    if fight[who].moment.stopped and (reach.moves_in(declared) or declared.action == "charge"):
        return
    phase = CHARGE_PHASE if declared.action == "charge" else SPRINT_PHASE
    if declared.path or declared.toward or declared.away or declared.action == "charge":
        walking.go(fight, who, declared, engages=fight.phase == phase)


def _sprint(fight: Fight, who: str, declared: Declaration) -> None:
    if fight[who].moment.stopped and reach.moves_in(declared):
        return
    fight.tell(facts.Moved(who, "sprint", declared.place))
    if declared.toward:
        come_nearer(fight, who, declared)
    elif declared.away:
        foes = reach.engaged_with(fight, who) if declared.away == "all" else (declared.away,)
        for foe in foes:
            go_away(fight, who, foe, declared)


def _charge(fight: Fight, who: str, declared: Declaration) -> None:
    fight.tell(facts.Moved(who, "charge"))
    reach.engage(fight, who, declared.targets[0], reach.own_distance(fight, who, declared))


def finish(fight: Fight, who: str, declared: Declaration) -> None:
    """What a full-round action does at the round's end."""
    if declared.action == "breather":
        _breathe(fight, who)
    elif declared.action == "stealthy_move":
        _hide(fight, who, declared)


def breath_terms(fight: Fight, who: str) -> tuple[Term, ...]:
    """The modifiers of the Endurance roll of a Breather."""
    return rolls.skilled(fight, who, "endurance", gm_word(fight, who, "check"))


def most_breath(fight: Fight, who: str) -> int:
    """The Stamina that a Breather can give at most: what is missing, and what Stability can pay for."""
    fighter = fight[who]
    return max(0, min(fighter.stability - 1, fight.profile(who).maxima["stamina"] - fighter.stamina))


def breath(total: int, ones: bool, most: int) -> int:
    """The Stamina that a Breather gives: 1 for each full 5 of the roll, ``most`` at most; none on two ones."""
    return 0 if ones else min(max(0, total // 5), most)


def _breathe(fight: Fight, who: str) -> None:
    """Stamina comes back, paid in Stability."""
    terms = breath_terms(fight, who)
    gm_once(fight, who, "check")
    result = rolls.roll(fight, terms)
    fighter = fight[who]
    gained = breath(result.total, result.ones, most_breath(fight, who))
    fight.change(who, stamina=fighter.stamina + gained, stability=fighter.stability - gained, breathed=fight.round)
    fight.tell(facts.Breather(who, result.total, gained, result.terms, result.faces))


def hide_terms(fight: Fight, who: str, declared: Declaration) -> tuple[Term, ...]:
    """The modifiers of the Hide and Sneak roll of a Stealthy Move."""
    extra = (rolls.term("stealthy_move", -declared.moves), *gm_word(fight, who, "check"))
    return rolls.skilled(fight, who, "hide_and_sneak", extra)


def watchers_of(fight: Fight, who: str) -> list[str]:
    """The foes who may notice somebody that hides: all who are able and aware."""
    return [foe.id for foe in fight.enemies(who) if conditions.able(foe) and foe.aware]


def _hide(fight: Fight, who: str, declared: Declaration) -> None:
    """A Hide and Sneak roll that every able and aware foe has to reach with his senses. It counts alone."""
    terms = hide_terms(fight, who, declared)
    gm_once(fight, who, "check")
    result = rolls.roll(fight, terms)
    watchers = watchers_of(fight, who)
    own = Audience(tuple(sorted(secrets.owners_of_side(fight, fight[who].side))))
    fight.tell(facts.Hides(who, result.total, result.terms, result.faces, result.botch), own)
    deceived = {watcher for watcher in watchers if not _notices(fight, watcher, result, who)}
    known = tuple(foe.id for foe in fight.enemies(who) if foe.id not in deceived)
    if not deceived:
        conditions.lose(fight, who, "hidden")
    else:
        conditions.hide(fight, who, total=result.total, known_to=known)


def _notices(fight: Fight, watcher: str, hiding: rolls.Rolled, hider: str) -> bool:
    """One watcher's Perception roll; two ones of the hider, and all notice. Who fails learns nothing of it."""
    result = rolls.roll(fight, rolls.perception_terms(fight, watcher, "sight"))
    made = hiding.ones or result.reaches(hiding.total)
    check = replace(check_fact(watcher, "perception", result, hiding.total), success=made, sense="sight")
    fight.tell(check, *secrets.watch(fight, check, hider))
    return made


ROWS = (
    Action(key="breather", types=("full",), step="full", needs=(needs.rested_enough,), breaks_hold=True),
    Action(
        key="charge",
        types=("full",),
        step="full",
        cost="w+3",
        weapon="strike",
        target="enemy",
        takes=("distance",),
        needs=(needs.not_engaged_with_target,),
        breaks_hold=True,
        to_hit=2,
        damage=4,
        knockdown=0,
    ),
    Action(
        key="defensive_stance",
        types=("full",),
        step="full",
        cost="3*w + 3*cover + 3",
        weapon="parry",
        breaks_hold=True,
    ),
    Action(
        key="sprint",
        types=("full",),
        step="full",
        cost="6",
        takes=("toward", "away", "stop", "distance", "place", "path", "weapon"),
        breaks_hold=True,
    ),
    Action(
        key="stealthy_move",
        types=("full",),
        step="full",
        takes=("moves", "place", "path"),
        needs=(needs.not_engaged,),
        breaks_hold=True,
    ),
    Action(
        key="stand_and_fire",
        types=("full",),
        step="full",
        cost="3*w",
        weapon="missile",
        target="enemies",
        needs=(needs.learnt_stand_and_fire,),
        breaks_hold=True,
    ),
)
