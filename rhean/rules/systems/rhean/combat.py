"""``advance``: a command taken, checked against what is open, and carried out as far as nobody has to be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.dice import Dice
from rhean.rules.errors import IllegalCommand
from rhean.rules.events import Event
from rhean.rules.maps import FACINGS
from rhean.rules.systems.rhean import (
    answers,
    conditions,
    facing,
    forcing,
    held,
    intake,
    legal,
    order,
    overrides,
    rounds,
    secrets,
)
from rhean.rules.systems.rhean.fight import Fight, refuse
from rhean.rules.systems.rhean.opened import open_prompts
from rhean.rules.systems.rhean.state import RheanState


def advance(state: RheanState, command: Command, dice: Dice) -> tuple[RheanState, tuple[Event[Any], ...]]:
    """The state after a command, and what happened; raises ``IllegalCommand`` and changes nothing."""
    fight = Fight(state, dice)
    _check_prompt(state, command)
    if command.actor == GM_KEY:
        _gm(fight, command)
    elif command.name == "react_all":
        _react_all(fight, command)
    else:
        _combatant(fight, command)
    return fight.close(), tuple(fight.events)


def _check_prompt(state: RheanState, command: Command) -> None:
    """A command that answers a prompt which is no longer open is refused."""
    if command.prompt and command.prompt not in {prompt.id for prompt in open_prompts(state)}:
        raise refuse("stale", "the fight has moved on")


# -- the GM -----------------------------------------------------------------------------------------------------


def _gm(fight: Fight, command: Command) -> None:
    """The GM's own commands."""
    if command.by != GM_KEY:
        raise refuse("owner", "only the GM may do that")
    if command.name == "open_round":
        if fight.segment != "opening":
            raise refuse("closed", "the fight is over" if fight.segment == "over" else "the round is open")
        _no_params(command)
        rounds.open_round(fight)
    elif command.name == "react_all":
        _react_all(fight, command)
    elif command.name in overrides.COMMANDS:
        overrides.COMMANDS[command.name](fight, command)
    else:
        raise refuse("unknown", f"no command {intake.text(command.name)}")


def _no_params(command: Command) -> None:
    for key in command.params:
        raise refuse("unknown", f"no such parameter {intake.text(key)}")


def _react_all(fight: Fight, command: Command) -> None:
    """Rolls for everybody open whom the owner runs, in roster order; the GM rolls for all."""
    _no_params(command)
    if command.by not in (GM_KEY, command.actor):
        raise refuse("owner", f"{intake.text(command.by)} does not decide for {intake.text(command.actor)}")
    everybody = command.actor == GM_KEY
    waiting = [who for who in rounds.must_react(fight) if everybody or fight[who].owner == command.actor]
    if not waiting:
        raise refuse("closed", "nothing to react to")
    for who in waiting:
        rounds.react(fight, who)
    rounds.after_reactions(fight)


# -- combatants -------------------------------------------------------------------------------------------------


def _combatant(fight: Fight, command: Command) -> None:
    """A combatant's command, by his owner or the GM."""
    who = command.actor
    if command.name not in COMMANDS:
        raise refuse("unknown", f"no command {intake.text(command.name)}")
    if who not in fight.fighters or not _may_know(fight, who, command.by):
        raise refuse("unknown", f"no combatant {intake.text(who)}")
    if command.by != GM_KEY and (fight[who].owner != command.by or fight[who].has("insane")):
        raise refuse("owner", f"{intake.text(command.by)} does not decide for {{0}}", who)
    COMMANDS[command.name](fight, who, command)


def _may_know(fight: Fight, who: str, by: str) -> bool:
    """Whether a person may know of a combatant at all."""
    fighter = fight[who]
    return by == GM_KEY or not fighter.has("hidden") or by in secrets.owners_who_know(fight, fighter)


def _react(fight: Fight, who: str, command: Command) -> None:
    _no_params(command)
    if who not in rounds.must_react(fight):
        raise refuse("closed", "nothing to react to")
    rounds.react(fight, who)
    rounds.after_reactions(fight)


def _declare(fight: Fight, who: str, command: Command) -> None:
    """Reads, checks and puts down a declaration; with the last one the phase is worked out."""
    declared = intake.Intake(fight, who, command.params, veiled=command.by != GM_KEY).read()
    forcing.check_turn(fight, who)
    bars = legal.reasons(fight, who, declared)
    if bars:
        raise IllegalCommand(*bars)
    order.declare(fight, who, declared)
    rounds.go_on(fight)


def _release(fight: Fight, who: str, command: Command) -> None:
    """Lets go of what is held, at one's own turn; it takes nothing."""
    _no_params(command)
    forcing.check_turn(fight, who)
    if fight[who].hold is None:
        raise refuse("closed", "holds nothing")
    conditions.end_hold(fight, who, "is let go")


def _strike(fight: Fight, who: str, command: Command) -> None:
    """A held action is used on one who tripped it, or on none."""
    found = held.asks(fight) if fight.segment == "held" else None
    if found is None or found[0] != who:
        raise refuse("closed", "nothing to strike")
    value = intake.text(command.params.get("target", ""))
    for key in command.params:
        if key != "target":
            raise refuse("unknown", f"no such parameter {intake.text(key)}")
    if value == "none":
        held.pass_by(fight, who)
    elif value in found[1]:
        held.strike(fight, who, value)
    elif value:
        raise refuse("unknown", f"no such {value}")
    else:
        raise refuse("target", "no target")
    rounds.go_on(fight)


def _flesh_wound(fight: Fight, who: str, command: Command) -> None:
    """The wound is taken again and the attack goes on, or it is lost."""
    if all(wound.who != who for wound in fight.flesh):
        raise refuse("closed", "no flesh wound to take")
    for key in command.params:
        if key != "answer":
            raise refuse("unknown", f"no such parameter {intake.text(key)}")
    if "answer" not in command.params:
        raise refuse("unknown", "no such answer")
    held.ignore_wound(fight, who, intake.flag(command.params["answer"]))
    rounds.go_on(fight)


def _defend(fight: Fight, who: str, command: Command) -> None:
    """The declared defence is used on an attack, or declined."""
    if who not in answers.asked(fight) or not _defending(fight):
        raise refuse("closed", "nothing to defend")
    answer = answers.Answer.read(fight, who, command.params)
    answers.give(fight, who, answer)
    if fight.strike is not None:
        held.conclude(fight)
    rounds.go_on(fight)


def _defending(fight: Fight) -> bool:
    """Whether defences are asked for now: in step d, or against a held strike."""
    return fight.segment == "defend" or (fight.segment == "held" and fight.strike is not None)


def _turn(fight: Fight, who: str, command: Command) -> None:
    """Turns to face a foe, at one's own turn; it takes nothing."""
    for key in command.params:
        if key not in ("to", "facing"):
            raise refuse("unknown", f"no such parameter {intake.text(key)}")
    if command.params.get("facing", "") != "" and not command.params.get("to"):
        _turn_to(fight, who, intake.one_of(command.params["facing"], FACINGS))
        return
    foe = intake.combatant(fight, command.params.get("to", ""), who if command.by != GM_KEY else "")
    forcing.check_turn(fight, who)
    bar = facing.bar(fight, who, foe)
    if bar is not None:
        raise IllegalCommand(bar)
    facing.turn(fight, who, foe)


def _turn_to(fight: Fight, who: str, way: str) -> None:
    """Turns to one of the eight ways on a map."""
    forcing.check_turn(fight, who)
    bar = facing.bar_to(fight, who, way)
    if bar is not None:
        raise IllegalCommand(bar)
    facing.turn_to(fight, who, way)


COMMANDS: dict[str, Callable[[Fight, str, Command], None]] = {
    "react": _react,
    "declare": _declare,
    "release": _release,
    "turn": _turn,
    "strike": _strike,
    "flesh_wound": _flesh_wound,
    "defend": _defend,
}
"""What combatants decide."""
