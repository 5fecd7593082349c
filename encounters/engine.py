"""The rules core seen from here: states in and out of the database, dice for a step, the replay of a log."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from encounters.errors import RulesStumbled
from encounters.models import Encounter, LogEntry
from rhean.campaigns.rules import system_of
from rhean.rules.commands import Command
from rhean.rules.dice import Dice, Face, RecordedDice, Recorder, Replenished, SeededDice, TypedDice
from rhean.rules.errors import BadFace, RulesError
from rhean.rules.events import GM, Event, Viewer
from rhean.rules.prompts import Option, Prompt
from rhean.rules.state import State
from rhean.rules.system import System
from rhean.rules.systems import get_system
from rhean.rules.view import Scene

logger = logging.getLogger(__name__)

SNAPSHOT_EVERY = 10
"""A step whose place is a multiple of this keeps the state after it, so that an undo replays few steps."""

Events = tuple[Event[Any], ...]


@lru_cache(maxsize=32)
def _read(system: str, data: bytes) -> State:
    state: State = get_system(system).decode_state(data)
    return state


@lru_cache(maxsize=128)
def _scene(system: str, data: bytes, viewer: Viewer) -> Scene:
    return get_system(system).view(_read(system, data), viewer)


@lru_cache(maxsize=32)
def _prompts(system: str, data: bytes, who: str) -> tuple[Prompt, ...]:
    return get_system(system).prompts(_read(system, data), who)


def system_for(encounter: Encounter) -> System[Any]:
    """The rule system of an encounter."""
    return system_of(encounter.campaign)


def state_of(encounter: Encounter) -> State:
    """The present state."""
    return _read(encounter.campaign.system, bytes(encounter.state))


def scene_of(encounter: Encounter, viewer: Viewer = GM) -> Scene:
    """The present state as a viewer may see it."""
    return _scene(encounter.campaign.system, bytes(encounter.state), viewer)


def stage_of(scene: Scene) -> str:
    """What tells one stage from the next."""
    return f"{scene.clock} · {scene.segment}"[:200]


def prompts_of(encounter: Encounter, who: str) -> tuple[Prompt, ...]:
    """The open decisions of one combatant (``gm``: the GM's own)."""
    return _prompts(encounter.campaign.system, bytes(encounter.state), who)


def prompt_with(encounter: Encounter, who: str, prompt: str) -> Prompt | None:
    """One open decision by its id."""
    return next((found for found in prompts_of(encounter, who) if found.id == prompt), None)


def option_with(prompt: Prompt, key: str) -> Option | None:
    """An option of a decision by its key."""
    return next((option for option in prompt.options if option.key == key), None)


def default_option(prompt: Prompt) -> Option | None:
    """What counts when the stage is forced and nothing was sent."""
    named = option_with(prompt, prompt.default) if prompt.default else None
    if named is not None:
        return named
    free = [option for option in prompt.options if option.available and not option.costs]
    return next((option for option in free if not any(p.required for p in option.parameters)), None)


def command_for(prompt: Prompt, option: Option, params: dict[str, Any], by: str) -> Command:
    """The command that answers a decision with one of its options."""
    actor = prompt.who
    return Command(actor, option.command, {**option.fixed, **params}, by, prompt.id)


class Rolls(msgspec.Struct, frozen=True):
    """How the dice of a step come about: faces typed in so far (None: the app rolls), and whether the app rolls
    those that are missing."""

    typed: tuple[int, ...] | None = None
    rest_by_app: bool = False


APP_ROLLS = Rolls()


class _Mixed:
    """Typed faces first, then the app's."""

    def __init__(self, faces: Sequence[int], rest: Dice) -> None:
        self._faces = list(faces)
        self._rest = rest
        self._given = 0

    def roll(self, sides: int) -> int:
        if not self._faces:
            return self._rest.roll(sides)
        face = self._faces.pop(0)
        self._given += 1
        if not 1 <= face <= sides:
            raise BadFace(f"die {self._given} is a d{sides}: it has no face {face}")
        return face


def dice_for(encounter: Encounter, rolls: Rolls, kept: Sequence[Face]) -> Dice:
    """The dice of the next step. ``kept`` are the faces of the same step taken back before: they come first."""
    seeded = SeededDice(f"{encounter.seed}:{encounter.log_length + 1}")
    if kept:
        return Replenished(kept, seeded)
    if rolls.typed is None:
        return seeded
    return _Mixed(rolls.typed, seeded) if rolls.rest_by_app else TypedDice(rolls.typed)


def advance(encounter: Encounter, state: State, command: Command, dice: Dice) -> tuple[State, Events, list[Face]]:
    """One step, with the faces that fell. Errors that the rules do not raise on purpose become ``RulesStumbled``."""
    recorder = Recorder(dice)
    try:
        after, events = system_for(encounter).advance(state, command, recorder)
    except RulesError:
        raise
    except Exception as error:  # the one place: whatever a system's code does, the fight goes on
        reference = secrets.token_hex(4)
        logger.error("encounter %s, %s: %r", encounter.code, reference, command, exc_info=error)
        raise RulesStumbled(reference) from error
    if isinstance(dice, TypedDice) and dice.left:
        raise BadFace(f"{len(dice.left)} dice too many were typed in")
    return after, events, recorder.faces


def read_command(entry: LogEntry) -> Command:
    """The command of a step."""
    return msgspec.convert(entry.command, Command)


def read_events(encounter: Encounter, entry: LogEntry) -> Events:
    """The events of a step."""
    return system_for(encounter).decode_events(entry.events)


def read_faces(entry: LogEntry) -> list[Face]:
    """The faces of a step."""
    return [(sides, face) for sides, face in entry.faces]


def replay(encounter: Encounter, start: State, entries: Iterable[LogEntry]) -> State:
    """The state after steps that stood, worked out anew from their commands and faces."""
    system = system_for(encounter)
    state = start
    for entry in entries:
        state, _ = system.advance(state, read_command(entry), RecordedDice(read_faces(entry)))
    return state


def state_after(encounter: Encounter, entries: Sequence[LogEntry]) -> State:
    """The state after the steps given (all that stand, oldest first), from the newest snapshot among them."""
    system = system_for(encounter)
    for index in range(len(entries) - 1, -1, -1):
        if entries[index].snapshot is not None:
            known = system.decode_state(bytes(entries[index].snapshot or b""))
            return replay(encounter, known, entries[index + 1 :])
    return replay(encounter, system.decode_state(bytes(encounter.begun)), entries)
