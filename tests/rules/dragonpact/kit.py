"""A small table to play Dragonpact at in tests: units written as in the golden cases, commands as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice, SeededDice
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.events import Event, Viewer
from rhean.rules.prompts import Option, Prompt
from rhean.rules.rulings import Rulings
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.cases import DIE, read_command, read_header
from rhean.rules.systems.dragonpact.notation import opened, phrases
from rhean.rules.systems.dragonpact.state import DragonpactState, Unit

RULES = Rulings.of(SYSTEM.rulings)
LIBRARY = SYSTEM.library
OWNER = {"party": "ode", "foe": "gm"}


class Table:
    """A fight on its way. ``dice`` are written ``d10:7 d8:6``; all have to be used."""

    def __init__(self, header: str, *, begin: bool = True, **rulings: Any) -> None:
        setup, changed = read_header(header)
        self.rulings = Rulings.of(SYSTEM.rulings, {**changed, **rulings})
        self.state: DragonpactState = SYSTEM.begin(setup, LIBRARY, self.rulings)
        self.events: tuple[Event[Any], ...] = ()
        if begin:
            order = [entrant.id for entrant in setup.entrants]
            self.give(Command("gm", "begin_fight", {"order": order}), "")

    def give(self, command: Command, dice: str) -> list[str]:
        """Carries a command out; what happened, phrase by phrase."""
        source = ScriptedDice([(int(sides), int(face)) for sides, face in DIE.findall(dice)])
        self.state, self.events = SYSTEM.advance(self.state, command, source)
        assert not source.left, f"dice left over: {source.left}"
        return phrases(self.events)

    def do(self, words: str, dice: str = "", **params: Any) -> list[str]:
        """``kerra: guard stat=strength``; further parameters by name."""
        actor, name, given = read_command(words)
        return self.give(Command(actor, name, {**given, **params}), dice)

    def refused(self, words: str, **params: Any) -> Refusal:
        """The reason why a command is refused; the state has not changed."""
        actor, name, given = read_command(words)
        before = SYSTEM.encode_state(self.state)
        try:
            SYSTEM.advance(self.state, Command(actor, name, {**given, **params}), SeededDice("none"))
        except IllegalCommand as error:
            assert SYSTEM.encode_state(self.state) == before
            return error.reason
        raise AssertionError(f"not refused: {words}")

    def unit(self, key: str) -> Unit:
        """A unit as it is now."""
        return self.state.unit(key)

    def set(self, key: str, **fields: Any) -> None:
        """Changes a unit behind the rules' back."""
        units = tuple(msgspec.structs.replace(unit, **fields) if unit.id == key else unit for unit in self.state.units)
        self.state = msgspec.structs.replace(self.state, units=units)

    @property
    def open(self) -> str:
        """What is open, in the words of the golden cases."""
        return opened(self.state)

    def prompt(self) -> Prompt:
        """The open prompt."""
        (prompt,) = SYSTEM.prompts(self.state)
        return prompt

    def option(self, key: str) -> Option:
        """An option of the open prompt."""
        return next(option for option in self.prompt().options if option.key == key)

    def tags(self, key: str) -> set[str]:
        """The conditions of a unit."""
        return {condition.key for condition in self.unit(key).conditions}

    def seen(self, viewer: Viewer) -> list[Mapping[str, Any] | Any]:
        """The last events as a viewer may know them."""
        return [fact for event in self.events if (fact := event.seen_by(viewer)) is not None]
