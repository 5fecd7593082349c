"""Actions that stand in several tables: one row each, with what they do."""

from __future__ import annotations

from rhean.rules.explain import Term
from rhean.rules.systems.rhean import conditions, facts, gear, missiles, rolls
from rhean.rules.systems.rhean.actions import needs
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Type, Wielded

RIDE_TN = 11


def control_mount(table: Type) -> Action:
    """The rider keeps the mount in hand for this round."""
    return Action(
        key="control_mount",
        types=(table,),
        step="moves",
        cost="1",
        needs=(needs.mounted,),
        breaks_hold=True,
        start=_control,
    )


def _control(fight: Fight, who: str, declared: Declaration) -> None:
    result = rolls.roll(fight, rolls.skilled(fight, who, "ride", gm_once(fight, who, "check")))
    made = result.reaches(RIDE_TN)
    fight.tell(check_fact(who, "ride", result, RIDE_TN))
    if made:
        fight.turn(who, controlled=True)


def sing(table: Type) -> Action:
    """The voice is busy to the end of the next round."""
    return Action(key="sing", types=(table,), step="moves", cost="1", start=_sing)


def _sing(fight: Fight, who: str, declared: Declaration) -> None:
    conditions.gain(fight, who, "singing", until_round=fight.round + 1)


def set_weapon(table: Type) -> Action:
    """The weapon is brought into position; it is free and in its normal stance."""
    return Action(key="set_weapon", types=(table,), step="moves", cost="1", weapon="any", start=_set)


def _set(fight: Fight, who: str, declared: Declaration) -> None:
    gear.change(fight, who, declared.weapon, set=True, bound=False, stance=0)


def reduce_reach(table: Type) -> Action:
    """One step down; it frees a bound weapon too."""
    return Action(
        key="reduce_reach",
        types=(table,),
        step="moves",
        cost="1",
        weapon="any",
        needs=(needs.reach_weapon, needs.not_reduced),
        start=_reduce,
    )


def _reduce(fight: Fight, who: str, declared: Declaration) -> None:
    stance = gear.get(fight[who], declared.weapon).stance
    gear.change(fight, who, declared.weapon, stance=stance - 1, bound=False)


def soak(table: Type) -> Action:
    """A blow is taken out of Stamina rather than Hits."""
    return Action(key="soak", types=(table,), step="defend", price=lambda fight, who, declared: {"stability": 1})


def draw(key: str, table: Type) -> Action:
    """Something sheathed comes into the hand; Ready Weapon also loads what shoots."""
    return Action(
        key=key,
        types=(table,),
        step="moves",
        weapon="sheathed" if key == "draw_weapon" else "gear",
        takes=("hand", "drop"),
        breaks_hold=True,
        start=_draw,
    )


def _draw(fight: Fight, who: str, declared: Declaration) -> None:
    if declared.drop:
        gear.drop(fight, who, declared.drop)
    wielded = gear.get(fight[who], declared.weapon)
    if wielded.in_hand:
        _load(fight, who, wielded)
        return
    hand = gear.hand_for(fight, fight[who], fight.make(wielded), declared.hand)
    if hand is None:
        fight.tell(facts.Failed(who, declared.action, "no free hand"))
    else:
        gear.change(fight, who, wielded.id, hand=hand)


def _load(fight: Fight, who: str, wielded: Wielded) -> None:
    """One phase of loading; the last one makes it ready."""
    done = wielded.loading + 1
    if done >= missiles.phases_to_load(fight, who, fight.make(wielded)):
        gear.change(fight, who, wielded.id, loaded=True, loading=0)
    else:
        gear.change(fight, who, wielded.id, loading=done)


def gm_word(fight: Fight, who: str, kind: str) -> tuple[Term, ...]:
    """The GM's modifier for the next roll of a kind."""
    return (rolls.term("gm", fight[who].modifiers.get(kind, 0)),)


def gm_once(fight: Fight, who: str, kind: str) -> tuple[Term, ...]:
    """The GM's modifier for the next roll of a kind, used up by it."""
    word = gm_word(fight, who, kind)
    if word[0].value:
        left = {other: value for other, value in fight[who].modifiers.items() if other != kind}
        fight.change(who, modifiers=left)
    return word


def check_fact(who: str, what: str, result: rolls.Rolled, tn: int | None) -> facts.Check:
    """A check as an event."""
    success = None if tn is None else result.reaches(tn)
    return facts.Check(who, what, result.total, tn, success, terms=result.terms, faces=result.faces, botch=result.botch)
