"""Going on without an answer, and going on without a combatant."""

from __future__ import annotations

from msgspec.structs import replace

from rhean.rules.systems.rhean import answers, conditions, facts, held, order, rounds
from rhean.rules.systems.rhean.fight import Fight, refuse
from rhean.rules.systems.rhean.state import Declaration


def check_turn(fight: Fight, who: str) -> None:
    """Refuses a declaration by one who is not asked for it."""
    if fight.segment != "declare" or who not in order.declarers(fight):
        raise refuse("turn", "not {0}'s turn to declare", who)


def declare_nothing(fight: Fight, who: str, *, forced: bool = False) -> None:
    """Nothing is declared for one who is asked."""
    check_turn(fight, who)
    order.declare(fight, who, Declaration("nothing", since=fight.tick), forced=forced)
    rounds.go_on(fight)


def force_stage(fight: Fight) -> None:
    """Everybody who is asked now has the usual answer: a Reaction is rolled, else nothing is done."""
    stage = (fight.round, fight.phase, fight.segment)
    if fight.segment not in ("reaction", "declare", "held", "defend"):
        raise refuse("closed", "nobody is asked for anything")
    fight.tell_all(facts.Overridden("force_stage", "The fight goes on without those who have not answered"))
    while (fight.round, fight.phase, fight.segment) == stage and _force_one(fight):
        pass


def _force_one(fight: Fight) -> bool:
    """One usual answer; whether there was somebody to answer."""
    if fight.segment == "reaction":
        for who in rounds.must_react(fight):
            rounds.react(fight, who)
        rounds.after_reactions(fight)
        return False
    if fight.segment == "declare":
        waiting = order.declarers(fight)
        if waiting:
            declare_nothing(fight, waiting[0], forced=True)
        return bool(waiting)
    return _force_answer(fight)


def _force_answer(fight: Fight) -> bool:
    """The usual answer in the middle of a phase: none."""
    asked = answers.asked(fight)
    found = held.asks(fight)
    if fight.strike is not None and asked:
        answers.give(fight, asked[0], answers.Answer())
        held.conclude(fight)
    elif fight.flesh:
        held.ignore_wound(fight, fight.flesh[0].who, yes=False)
    elif fight.segment == "held" and found is not None:
        held.pass_by(fight, found[0])
    elif asked:
        answers.give(fight, asked[0], answers.Answer())
    else:
        return False
    rounds.go_on(fight)
    return True


# -- somebody is taken out --------------------------------------------------------------------------------------


def forget(fight: Fight, who: str) -> None:
    """Takes a combatant out of the fight, and out of all that others have to do with him."""
    del fight.fighters[who]
    fight.order = tuple(one for one in fight.order if one != who)
    fight.pairs = {key: bond for key, bond in fight.pairs.items() if who not in key.split(" ")}
    fight.bearings = {key: side for key, side in fight.bearings.items() if who not in key.split(" ")}
    profiles = {known: profile for known, profile in fight.fixed.profiles.items() if known != who}
    fight.fixed = replace(fight.fixed, profiles=profiles)
    for fighter in fight:
        _forget_in(fight, fighter.id, who)


def _forget_in(fight: Fight, other: str, who: str) -> None:
    """One combatant's plans without the one who is gone."""
    fighter = fight[other]
    if fighter.hold is not None and who in (fighter.hold.guard, fighter.hold.watch):
        conditions.end_hold(fight, other, "has lost its object")
    if fighter.aim is not None and fighter.aim.target == who:
        fight.change(other, aim=None)
    for known in fighter.conditions:
        if who in known.known_to:
            conditions.change(fight, other, known.key, known_to=tuple(one for one in known.known_to if one != who))
    declared = fighter.moment.declared
    if declared is not None:
        fight.moment(other, declared=_without(declared, who))
    full = fighter.turn.full
    if full is not None and who in (*full.targets, full.toward, full.away):
        fight.turn(other, broken=True)
        fight.tell(facts.Failed(other, full.action, "has lost its object"))


def _without(declared: Declaration, who: str) -> Declaration:
    """A declaration that names him no longer."""
    gone = {field: "" for field in ("toward", "away", "guard", "watch", "attacker") if getattr(declared, field) == who}
    targets = tuple(target for target in declared.targets if target != who)
    if declared.targets and not targets:
        return Declaration("nothing", type=declared.type, since=declared.since)
    return replace(declared, targets=targets, **gone)
