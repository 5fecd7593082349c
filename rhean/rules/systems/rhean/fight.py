"""A state opened for reading and change: the one thing that the machine's functions hand to each other.

Every value in it is frozen; a change puts a new value in its place. :meth:`Fight.close` makes a state of it again.
Nothing that reads a ``Fight`` without dice can change the state that it was opened from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rhean.rules.dice import Dice
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.events import EVERYONE, Audience, Event
from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean import secrets
from rhean.rules.systems.rhean.entries import Weapon
from rhean.rules.systems.rhean.facts import RheanFact
from rhean.rules.systems.rhean.sheet import Sheet
from rhean.rules.systems.rhean.state import (
    Bearing,
    Blow,
    Board,
    Bond,
    Fighter,
    Moment,
    Profile,
    RheanState,
    Segment,
    Strike,
    Thing,
    Turn,
    Wielded,
)


def refuse(code: str, text: str, *who: str) -> IllegalCommand:
    """A refusal to raise."""
    return IllegalCommand(Refusal(code, text, who))


class Fight:
    """The workspace of one command. Attributes are those of ``RheanState``; ``fighters`` is a dict in roster order."""

    def __init__(self, state: RheanState, dice: Dice | None = None) -> None:
        self.fixed = state.fixed
        self.round = state.round
        self.phase = state.phase
        self.segment: Segment = state.segment
        self.order = state.order
        self.pairs: dict[str, Bond] = state.pairs
        self.before: dict[str, Bond] | None = state.before
        self.bearings: dict[str, Bearing] = state.bearings
        self.board: Board | None = state.board
        self.ground: tuple[Thing, ...] = state.ground
        self.blows: tuple[Blow, ...] = state.blows
        self.strike: Strike | None = state.strike
        self.flesh = state.flesh
        self.passed = state.passed
        self.tripped = state.tripped
        self.warned = state.warned
        self.forced = state.forced
        self.serial = state.serial
        self.begun = state.begun
        self.winner = state.winner
        self.fighters = {fighter.id: fighter for fighter in state.fighters}
        self.events: list[Event[Any]] = []
        self._dice = dice
        self._state = state

    def close(self) -> RheanState:
        """The state as it is now."""
        return RheanState(
            fixed=self.fixed,
            fighters=tuple(self.fighters.values()),
            round=self.round,
            phase=self.phase,
            segment=self.segment,
            order=self.order,
            pairs=self.pairs,
            before=self.before,
            bearings=self.bearings,
            board=self.board,
            ground=self.ground,
            blows=self.blows,
            strike=self.strike,
            flesh=self.flesh,
            passed=self.passed,
            tripped=self.tripped,
            warned=self.warned,
            forced=self.forced,
            serial=self.serial,
            begun=self.begun,
            winner=self.winner,
        )

    # -- reading --------------------------------------------------------------------------------------------

    def __getitem__(self, who: str) -> Fighter:
        return self.fighters[who]

    def __iter__(self) -> Iterator[Fighter]:
        return iter(tuple(self.fighters.values()))

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return self.fixed.rulings

    @property
    def tick(self) -> int:
        """The number of this phase, counted through all rounds from 1."""
        return max(self.round - 1, 0) * 3 + self.phase

    def profile(self, who: str) -> Profile:
        """The fixed part of a combatant."""
        return self.fixed.profiles[who]

    def sheet(self, who: str) -> Sheet:
        """A combatant's sheet."""
        return self.fixed.profiles[who].sheet

    def make(self, wielded: Wielded) -> Weapon:
        """The kind of weapon that this is."""
        return self.fixed.stock.weapons[wielded.kind]

    def enemies(self, who: str) -> tuple[Fighter, ...]:
        """Everybody of another side, in roster order."""
        side = self.fighters[who].side
        return tuple(fighter for fighter in self.fighters.values() if fighter.side != side)

    def are_enemies(self, a: str, b: str) -> bool:
        """Whether two are of different sides."""
        return self.fighters[a].side != self.fighters[b].side

    def in_order(self) -> tuple[str, ...]:
        """Those in the declaration order who still take part."""
        return tuple(who for who in self.order if who in self.fighters)

    # -- change ---------------------------------------------------------------------------------------------

    def change(self, who: str, **values: Any) -> None:
        """Other values for a combatant's fields."""
        self.fighters[who] = replace(self.fighters[who], **values)

    def turn(self, who: str, **values: Any) -> None:
        """Other values for what is his for this round."""
        fighter = self.fighters[who]
        self.fighters[who] = replace(fighter, turn=replace(fighter.turn, **values))

    def moment(self, who: str, **values: Any) -> None:
        """Other values for what is his for this phase."""
        fighter = self.fighters[who]
        self.fighters[who] = replace(fighter, moment=replace(fighter.moment, **values))

    def new_round(self, who: str) -> None:
        """Clears what lasts a round."""
        self.change(who, turn=Turn(), moment=Moment())

    def number(self) -> int:
        """A number that this fight has not used yet."""
        self.serial += 1
        return self.serial

    # -- dice and events ------------------------------------------------------------------------------------

    def roll(self, sides: int) -> int:
        """One die: the next face that the GM fixed, else one from outside."""
        if self.forced:
            face, self.forced = self.forced[0], self.forced[1:]
            return min(face, sides)
        if self._dice is None:
            raise TypeError("a fight opened for reading rolls no dice")
        return self._dice.roll(sides)

    def tell(
        self,
        fact: RheanFact,
        audience: Audience | None = None,
        public: RheanFact | None = None,
        told: Audience = EVERYONE,
    ) -> None:
        """Adds an event; who may know it is decided here and now (see ``secrets``)."""
        if audience is None:
            audience, public = secrets.audience(self, fact)
        self.events.append(Event(fact, audience, public, told))

    def tell_all(self, fact: RheanFact) -> None:
        """Adds an event that everybody may know."""
        self.events.append(Event(fact, EVERYONE))
