"""The system object: sheets and checks on one side, fights on the other, each handed to its own module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.dice import Dice
from rhean.rules.events import Event, Fact, Line, Viewer
from rhean.rules.maps import Measure
from rhean.rules.prompts import Chance, Option, Prompt
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Field, Library
from rhean.rules.state import Entrant, Score, Setup
from rhean.rules.system import Names, Page, Statistic, System
from rhean.rules.systems.rhean import (
    begin,
    combat,
    describe,
    facts,
    odds,
    opened,
    overview,
    prompts,
    reference,
    statistics,
    view,
)
from rhean.rules.systems.rhean.character import CharacterSide
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.view import Scene


class Rhean(CharacterSide, System[RheanState]):
    """Rhean: three phases a round, declared in order, resolved at once."""

    key = "rhean"
    name = "Rhean"
    summary = "Three phases a round: everybody declares, lowest initiative first, then all of it happens at once."

    entrant_fields: tuple[Field, ...] = begin.ENTRANT_FIELDS
    scene_fields: tuple[Field, ...] = begin.SCENE_FIELDS
    map_measure = Measure("euclid", 5, "ft", free=True)
    state_type = RheanState
    event_type = facts.EVENT_TYPE

    def begin(self, setup: Setup, library: Library, rulings: Rulings) -> RheanState:
        """The state before anything happened."""
        return begin.begin(setup, library, rulings)

    def advance(self, state: RheanState, command: Command, dice: Dice) -> tuple[RheanState, tuple[Event[Any], ...]]:
        """The state after a command, and what happened."""
        return combat.advance(state, command, dice)

    def prompts(self, state: RheanState, who: str | None = None) -> tuple[Prompt, ...]:
        """Every open decision, or those of one combatant."""
        return prompts.prompts(state, who)

    def offered(self, state: RheanState, who: str) -> tuple[Prompt, ...]:
        """The open decisions of one combatant, without what he cannot declare for want of an action."""
        return prompts.prompts(state, who, brief=True)

    def open_decisions(self, state: RheanState) -> tuple[tuple[str, str, str], ...]:
        """Id, combatant and kind of every open prompt."""
        return tuple((prompt.id, prompt.who, prompt.kind) for prompt in opened.open_prompts(state))

    def odds(self, state: RheanState, command: Command) -> tuple[Chance, ...]:
        """Exact chances of a command, from what its giver may know."""
        return odds.odds(state, command)

    def overrides(self, state: RheanState) -> tuple[Option, ...]:
        """What the GM may set by hand now."""
        return overview.options(state)

    def reinforce(self, state: RheanState, entrants: Sequence[Entrant], library: Library) -> Command:
        """The command that brings more combatants into the fight."""
        return Command(GM_KEY, "enter", dict(begin.reinforcement(state, entrants, library)))

    def hand_over(self, state: RheanState, who: str, owner: str) -> Command:
        """The command after which another person decides for a combatant."""
        return Command(GM_KEY, "hand_over", {"target": who, "owner": owner})

    def lasting(self, state: RheanState, who: str, sheet: Document) -> Document:
        """The shield's Durability, while the sheet still shows that shield."""
        fighter = next((one for one in state.fighters if one.id == who), None)
        shield = fighter.shield if fighter else None
        if shield is None or shield.kind != sheet.get("shield"):
            return {}
        whole = state.fixed.stock.shields[shield.kind].durability
        return {"shield_left": shield.left if shield.left < whole else None}

    def view(self, state: RheanState, viewer: Viewer) -> Scene:
        """The state as this viewer may see it."""
        return view.view(state, viewer)

    def score(self, state: RheanState) -> Score:
        """How it stands in short."""
        return view.score(state)

    def statistics(self, facts: Sequence[Fact]) -> tuple[Statistic, ...]:
        """Figures of a fight from what happened."""
        return statistics.statistics(facts)

    def reference(self, library: Library, rulings: Rulings) -> tuple[Page, ...]:
        """The rules reference."""
        return reference.reference(library, rulings)

    def describe(self, fact: Fact, names: Names) -> Line:
        """A fact in words."""
        return describe.describe(fact, names)


SYSTEM = Rhean()
