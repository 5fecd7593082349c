"""A fight of Rhean set up in the words of the golden cases, for tests that look at more than a case can."""

from __future__ import annotations

from typing import Any

from rhean.rules import cases
from rhean.rules.commands import Command
from rhean.rules.dice import Face, ScriptedDice
from rhean.rules.events import Event, Fact, Viewer
from rhean.rules.systems.rhean.cases import RheanStage
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.systems.rhean.system import SYSTEM

SWORDS = """
with a=man side=a owner=ode weapons=long_sword sword_long=2:3 sword_long_parry=2:2
with b=man side=b owner=gm weapons=long_sword sword_long=2:2 evade=2:4
pair a b engaged=1
"""


def staged(text: str) -> RheanState:
    """The state after the lines of a case (``with``, ``pair``, ``round``, ``>`` ...)."""
    (case,) = cases.parse(f"case staged\n{text}")
    stage = RheanStage()
    stage.set_up(case.setup)
    for step in case.steps:
        if step.line is not None:
            stage.take(step.line, ScriptedDice(step.dice))
    assert stage.state is not None
    return stage.state


def take(
    state: RheanState, actor: str, name: str, *faces: Face, by: str = "gm", **params: Any
) -> tuple[RheanState, tuple[Event[Any], ...]]:
    """A command given; every die used."""
    dice = ScriptedDice(faces)
    result = SYSTEM.advance(state, Command(actor, name, params, by=by), dice)
    assert dice.left == ()
    return result


def seen(events: tuple[Event[Any], ...], owner: str | None) -> list[Fact]:
    """What a person (None: the public) is told of events."""
    return [fact for event in events if (fact := event.seen_by(Viewer(owner))) is not None]


def prompt_of(state: RheanState, who: str) -> Any:
    """The open prompt of a combatant."""
    (prompt,) = SYSTEM.prompts(state, who)
    return prompt


def option_of(state: RheanState, who: str, key: str) -> Any:
    """An option of a combatant's open prompt."""
    return next(option for option in prompt_of(state, who).options if option.key == key)
