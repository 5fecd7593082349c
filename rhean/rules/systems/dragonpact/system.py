"""The system object of Dragonpact: the contract, answered by the rooms of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rhean.rules.commands import Command
from rhean.rules.dice import Dice
from rhean.rules.errors import BadSetup
from rhean.rules.events import Event, Fact, Line, Viewer
from rhean.rules.maps import Measure
from rhean.rules.prompts import Chance, Option, Prompt
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Field, Library
from rhean.rules.state import Entrant, Score, Setup
from rhean.rules.system import Names, Page, Statistic, System
from rhean.rules.systems.dragonpact import combat, describe, entering, prompts, reference, reinforce, view
from rhean.rules.systems.dragonpact.character import CharacterSide
from rhean.rules.systems.dragonpact.facts import DragonpactEvent
from rhean.rules.systems.dragonpact.schema import ENTRANT_FIELDS, SCENE_FIELDS
from rhean.rules.systems.dragonpact.sheet import KEPT
from rhean.rules.systems.dragonpact.state import GM, DragonpactState
from rhean.rules.systems.dragonpact.statistics import statistics
from rhean.rules.view import Scene


class Dragonpact(CharacterSide, System[DragonpactState]):
    """Turns, Stamina, reaction windows, wounds, on a grid of squares."""

    key = "dragonpact"
    name = "Dragonpact"
    summary = "Turns on a grid: one pool of Stamina for deeds and reactions, wounds, minions, weapon perks."
    entrant_fields: tuple[Field, ...] = ENTRANT_FIELDS
    scene_fields: tuple[Field, ...] = SCENE_FIELDS
    uses_map = True
    map_measure = Measure("alternating", 1, "m", size=(12, 8))
    state_type = DragonpactState
    event_type = DragonpactEvent

    def begin(self, setup: Setup, library: Library, rulings: Rulings) -> DragonpactState:
        """The state before anything happened."""
        return entering.begin(setup, library, rulings)

    def prompts(self, state: DragonpactState, who: str | None = None) -> tuple[Prompt, ...]:
        """The open decision, if it is this combatant's."""
        return prompts.prompts(state, who)

    def open_decisions(self, state: DragonpactState) -> tuple[tuple[str, str, str], ...]:
        """Id, combatant and kind of the open decision."""
        return prompts.open_decisions(state)

    def odds(self, state: DragonpactState, command: Command) -> tuple[Chance, ...]:
        """The exact chances of a command."""
        return prompts.odds(state, command)

    def overrides(self, state: DragonpactState) -> tuple[Option, ...]:
        """What the GM may set by hand."""
        return prompts.overrides(state)

    def advance(
        self, state: DragonpactState, command: Command, dice: Dice
    ) -> tuple[DragonpactState, tuple[Event[Any], ...]]:
        """The state after a command, and what happened."""
        return combat.advance(state, command, dice)

    def reinforce(self, state: DragonpactState, entrants: Sequence[Entrant], library: Library) -> Command:
        """The command that brings more units in."""
        return reinforce.reinforce(state, entrants, library)

    def hand_over(self, state: DragonpactState, who: str, owner: str) -> Command:
        """The command that lets somebody else decide for a unit."""
        if who not in state.index:
            raise BadSetup(f"no such unit: {who}")
        return Command(GM, "hand_over", {"unit": who, "owner": owner})

    def lasting(self, state: DragonpactState, who: str, sheet: Document) -> Document:
        """The conditions that last between fights."""
        unit = state.index.get(who)
        return {"conditions": [key for key in KEPT if unit.has(key)]} if unit else {}

    def statistics(self, facts: Sequence[Fact]) -> tuple[Statistic, ...]:
        """Figures of a fight from what happened."""
        return statistics(facts)

    def view(self, state: DragonpactState, viewer: Viewer) -> Scene:
        """The scene for one viewer."""
        return view.view(state, viewer)

    def score(self, state: DragonpactState) -> Score:
        """How it stands in short."""
        return view.score(state)

    def describe(self, fact: Fact, names: Names) -> Line:
        """A fact in words."""
        return describe.describe(fact, names)

    def reference(self, library: Library, rulings: Rulings) -> tuple[Page, ...]:
        """The pages of the rules reference."""
        return reference.reference(library, rulings)


SYSTEM = Dragonpact()
