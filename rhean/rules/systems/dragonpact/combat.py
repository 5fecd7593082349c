"""A fight, command by command: who may decide what, when, and what follows (section 5)."""

from __future__ import annotations

from typing import Any

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.dice import Dice
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.events import Event
from rhean.rules.systems.dragonpact.actions import ABILITIES, Given
from rhean.rules.systems.dragonpact.attack import run
from rhean.rules.systems.dragonpact.overrides import OVERRIDES, override
from rhean.rules.systems.dragonpact.stack import ask
from rhean.rules.systems.dragonpact.state import ACT, GM, INITIATIVE, OVER, DragonpactState
from rhean.rules.systems.dragonpact.turns import settle_down
from rhean.rules.systems.dragonpact.work import Work


def advance(state: DragonpactState, command: Command, dice: Dice) -> tuple[DragonpactState, tuple[Event[Any], ...]]:
    """The state after a command, and what happened. Raises ``IllegalCommand`` and changes nothing."""
    work = Work(state, dice)
    if command.actor == GM and _override_key(command) in OVERRIDES:
        override(work, command, _override_key(command))
        return work.state, work.events()
    check_open(state, command)
    ability = ABILITIES[command.name]
    unit = state.unit(command.actor)
    given = Given(state, unit, command.params, ability.params)
    bar = ability.bar(given)
    if bar:
        raise IllegalCommand(bar)
    ability.do(work, given)
    carry_on(work)
    return work.state, work.events()


def carry_on(work: Work) -> None:
    """What is under way goes on; then the fight may end, and a new decision is open."""
    serial = _serial(work.state)
    run(work)
    settle_down(work)
    if work.state.stage == ACT and _serial(work.state) == serial:
        ask(work, ACT)


def _serial(state: DragonpactState) -> int:
    """Counts every decision ever opened."""
    return state.asked + sum(unit.asked for unit in state.units)


def _override_key(command: Command) -> str:
    """The GM's command: by its own name, or as ``override do=``."""
    if command.name == "override":
        return str(command.params.get("do", ""))
    return command.name


def check_open(state: DragonpactState, command: Command) -> None:
    """The fight is on, command and unit are known, the decision is theirs and open; raises ``IllegalCommand``."""
    if state.stage in (INITIATIVE, OVER):
        raise IllegalCommand(Refusal("not_open", f"the fight {'is over' if state.stage == OVER else 'has not begun'}"))
    if command.name not in ABILITIES and command.name not in OVERRIDES:
        raise IllegalCommand(Refusal("unknown", f"no such action: {command.name}"))
    if command.actor != GM and command.actor not in state.index:
        raise IllegalCommand(Refusal("unknown", f"no such unit: {command.actor}"))
    who = state.waits_for
    if command.actor != who or command.name not in ABILITIES:
        raise IllegalCommand(waiting_for(state, command.by))
    if command.by not in (GM_KEY, state.unit(who).owner):
        raise IllegalCommand(Refusal("not_yours", "{0} is not yours", (who,)))
    if command.prompt and command.prompt != state.prompt_id:
        raise IllegalCommand(Refusal("not_open", "the fight has moved on"))
    if ABILITIES[command.name].stage != state.stage:
        words = f"{command.name} does not answer the open decision ({state.stage})"
        raise IllegalCommand(Refusal("not_open", words))


def waiting_for(state: DragonpactState, by: str) -> Refusal:
    """Whose decision it is, as far as the one who asks may know."""
    who = state.unit(state.waits_for)
    if by == GM_KEY or not who.hidden or by in state.side_owners(who.side):
        return Refusal("not_yours", "waiting for {0}", (who.id,))
    return Refusal("not_yours", "waiting for somebody else")
