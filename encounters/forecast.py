"""A prepared fight played by the rules alone, with the app's own tactics, and what many such fights come to.

Pure: no database, no page, no Django. Worker processes load this, the tactics and the rules, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from encounters.tactics import ranked
from rhean.rules.dice import Dice, SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.sheet import Library
from rhean.rules.state import Entrant, Score, State
from rhean.rules.system import System
from rhean.rules.systems import get_system

MOST_ROUNDS = 50
"""A fight that is not over after so many rounds counts as undecided."""

MOST_STEPS = 10_000
"""Nor does one go on for more decisions than this."""


class Late(msgspec.Struct, frozen=True):
    """Somebody who joins with a round."""

    round: int
    entrant: Entrant


class Prepared(msgspec.Struct, frozen=True):
    """A fight ready to be played: ``begun`` is the state before anything happened, as its system writes it. The
    ``library`` is asked only for those who join late."""

    system: str
    begun: bytes
    late: tuple[Late, ...] = ()
    library: Library | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How one fight ended. ``winner`` is a side, or empty where nobody was left; it means nothing while ``decided`` is
    False. ``rounds`` are at most ``MOST_ROUNDS``. ``fell`` are all who were down at some moment, ``died`` those who
    were dead at the end."""

    decided: bool
    winner: str
    rounds: int
    fell: tuple[str, ...]
    died: tuple[str, ...]


class Tally(msgspec.Struct):
    """What several fights came to: how often each side won, how many took so many rounds, how often everybody fell."""

    runs: int = 0
    wins: dict[str, int] = {}
    nobody: int = 0
    undecided: int = 0
    rounds: dict[int, int] = {}
    fell: dict[str, int] = {}
    died: dict[str, int] = {}

    def add(self, outcome: Outcome) -> None:
        """Count one more fight."""
        self.runs += 1
        if not outcome.decided:
            self.undecided += 1
        elif outcome.winner:
            _count(self.wins, outcome.winner)
        else:
            self.nobody += 1
        _count(self.rounds, outcome.rounds)
        for who in outcome.fell:
            _count(self.fell, who)
        for who in outcome.died:
            _count(self.died, who)

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Tally:
        """The tally that ``msgspec.to_builtins`` wrote, also after a journey through JSON."""
        return msgspec.convert(document, cls, strict=False)


def _count(table: dict[Any, int], key: Any) -> None:
    table[key] = table.get(key, 0) + 1


@lru_cache(maxsize=2)
def _begun(system: str, data: bytes) -> State:
    state: State = get_system(system).decode_state(data)
    return state


def play(prepared: Prepared, seed: str) -> Outcome:
    """One fight to its end: the same preparation and seed give the same outcome.

    Every decision is taken as the app takes it for a combatant that is left to it. Raises ``BadSetup`` or ``BadSheet``
    when somebody who joins late cannot."""
    system, dice = get_system(prepared.system), SeededDice(seed)
    state, late = _begun(prepared.system, prepared.begun), list(prepared.late)
    score = system.score(state)
    fell = dict.fromkeys(score.down)
    for _ in range(MOST_STEPS):
        if score.over or score.round > MOST_ROUNDS:
            break
        due = [one for one in late if one.round <= score.round]
        after = _join(system, state, due, prepared.library, dice) if due else _decide(system, state, dice)
        if after is None:
            break
        late = [one for one in late if one not in due]
        state, score = after, system.score(after)
        fell |= dict.fromkeys(score.down)
    return _outcome(score, tuple(fell))


def _outcome(score: Score, fell: tuple[str, ...]) -> Outcome:
    return Outcome(score.over, score.winner if score.over else "", min(score.round, MOST_ROUNDS), fell, score.dead)


def _join(system: System[Any], state: State, due: list[Late], library: Library | None, dice: Dice) -> State:
    """The state with those who were due in it."""
    known = library if library is not None else system.library
    command = system.reinforce(state, [one.entrant for one in due], known)
    after: State = system.advance(state, command, dice)[0]
    return after


def _decide(system: System[Any], state: State, dice: Dice) -> State | None:
    """The state after the first open decision that the app can take; None if there is none."""
    for prompt_id, who, _ in system.open_decisions(state):
        prompt = next((one for one in system.offered(state, who) if one.id == prompt_id), None)
        for command in ranked(system, state, prompt) if prompt else ():
            try:
                after: State = system.advance(state, command, dice)[0]
            except IllegalCommand:
                continue
            return after
    return None
