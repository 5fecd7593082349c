"""Turns and rounds: what happens at a turn's start and end, and when the fight is over (section 5)."""

from __future__ import annotations

from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.checks import stat_number
from rhean.rules.systems.dragonpact.conditions import end, end_guard, gain, mark, wound
from rhean.rules.systems.dragonpact.space import found_at_turn_end
from rhean.rules.systems.dragonpact.stack import ask
from rhean.rules.systems.dragonpact.state import ACT, NEUTRAL, OVER, Turn, Unit
from rhean.rules.systems.dragonpact.values import stamina_max
from rhean.rules.systems.dragonpact.work import Work


def start_turn(work: Work) -> None:
    """The active unit's turn begins; turns of the dead are passed over, of those who cannot act end at once."""
    while work.state.stage != OVER:
        if not any(unit.able for unit in work.state.units):
            end_fight(work, "")
            return
        unit = work.unit(work.state.order[work.state.turn])
        if not unit.dead and unit.at is not None:
            _begin(work, unit.id)
            if is_decided(work):
                end_fight(work, standing_side(work))
                return
            if work.unit(unit.id).able:
                ask(work, ACT)
                return
            work.tell(facts.TurnEnded(unit.id, "cannot act"))
        advance_order(work)


def _begin(work: Work, key: str) -> None:
    """Stamina, Guard and braced, then poison, bleeding and dying, in this order."""
    unit = work.unit(key)
    if unit.able and work.ruling("stamina_refresh") == "turn":
        unit = work.set(key, stamina=stamina_max(work.rules, unit).total)
    work.tell(facts.TurnStarted(key, work.state.round, unit.stamina))
    end_guard(work, key)
    end(work, key, "braced", "turn began")
    work.set(key, turn=Turn())
    was_dying = unit.has("dying")
    if unit.has("poisoned"):
        _poison(work, key)
    unit = work.unit(key)
    if unit.able and unit.has("bleeding") and not _vigor(work, key, "bleeding", work.ruling("bleed_difficulty")):
        wound(work, key, 1, "bleeding")
    if was_dying and work.unit(key).has("dying"):
        _dying(work, key)


def _poison(work: Work, key: str) -> None:
    """Vigor against the potency shakes the poison off, else it wounds."""
    if _vigor(work, key, "poisoned", work.unit(key).amount("poisoned")):
        end(work, key, "poisoned", "shaken off")
    else:
        wound(work, key, 1, "poisoned")


def _dying(work: Work, key: str) -> None:
    """Vigor stabilises the dying, else one more death mark."""
    if _vigor(work, key, "dying", work.ruling("dying_difficulty")):
        stabilise(work, key, "stabilised")
    else:
        mark(work, key, 1)


def _vigor(work: Work, key: str, what: str, difficulty: int) -> bool:
    """A Vigor number against a condition."""
    number = stat_number(work.rules, work.dice, work.unit(key), "vigor")
    work.tell(facts.Rolled(what, number))
    return number.total >= difficulty


def stabilise(work: Work, key: str, why: str) -> None:
    """A dying unit is stable."""
    if end(work, key, "dying", why):
        gain(work, key, "stable")


def end_turn(work: Work, why: str) -> None:
    """A hidden unit next to others is found, points are lost, the next turn begins."""
    key = work.state.order[work.state.turn]
    found_at_turn_end(work, key)
    work.set_turn(key, points=0)
    work.tell(facts.TurnEnded(key, why))
    if is_decided(work):
        end_fight(work, standing_side(work))
        return
    advance_order(work)
    start_turn(work)


def advance_order(work: Work) -> None:
    """The next in the order; after the last a new round."""
    turn = work.state.turn + 1
    if turn < len(work.state.order):
        work.change(turn=turn)
        return
    work.change(turn=0)
    start_round(work)


def start_round(work: Work) -> None:
    """Round + 1."""
    work.change(round=work.state.round + 1)
    work.tell(facts.RoundStarted(work.state.round))
    if work.ruling("stamina_refresh") == "round":
        for unit in [unit for unit in work.state.units if unit.able]:
            work.set(unit.id, stamina=stamina_max(work.rules, unit).total)


# -- the end ------------------------------------------------------------------------------------------------


def able_sides(work: Work) -> set[str]:
    """Sides that still have somebody able, neutrals apart."""
    return {unit.side for unit in work.state.units if unit.able and unit.side != NEUTRAL}


def is_decided(work: Work) -> bool:
    """Whether at most one side can act, nothing is under way, and the ruling ends fights."""
    return bool(work.ruling("auto_end")) and not work.state.stack and len(able_sides(work)) <= 1


def standing_side(work: Work) -> str:
    """The side that has won, empty if none has."""
    return next(iter(able_sides(work)), "")


def end_fight(work: Work, winner: str) -> None:
    """The fight is over; the winner's dying are saved."""
    work.change(stage=OVER, winner=winner, stack=())
    work.tell(facts.FightEnded(winner))
    if winner and work.ruling("victory_stabilises"):
        for unit in [unit for unit in work.state.units if unit.side == winner and unit.has("dying")]:
            stabilise(work, unit.id, "fight won")


def settle_down(work: Work) -> None:
    """Nothing under way: the fight may be over; an active unit that fell ends its turn."""
    if work.state.stack or work.state.stage != ACT:
        return
    if is_decided(work):
        end_fight(work, standing_side(work))
        return
    active: Unit | None = work.state.active
    if active is None or not active.able:
        end_turn(work, "cannot act")
