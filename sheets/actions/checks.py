"""Rolls from a sheet, into the campaign's log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rhean.campaigns.actions import do_log
from rhean.campaigns.models import LogEntry, User
from rhean.campaigns.visibility import Visibility, audience_for
from rhean.rules.commands import Command
from rhean.rules.dice import Dice, Recorder, SeededDice, TypedDice
from rhean.rules.errors import BadFace
from rhean.rules.sheet import Document
from rhean.rules.systems import get_system
from sheets.library import library_of, rulings_of
from sheets.models import Character

KIND = "sheet.check"


@dataclass(frozen=True)
class Roll:
    """A roll asked for: which check, with what, seen by whom, with whose dice (None: the app rolls)."""

    check: str
    label: str
    params: Document
    visibility: Visibility = Visibility.PUBLIC
    faces: Sequence[int] | None = None
    against: Character | None = None


def actor_id(character: Character) -> str:
    """How the rules know a sheet outside a fight."""
    return f"c{character.code.hex}"


def command_for(character: Character, roll: Roll, user: User) -> Command:
    """The roll as the rules take it."""
    return Command(actor=actor_id(character), name=roll.check, params=roll.params, by=user.key)


def sheets_of(character: Character, roll: Roll) -> dict[str, Document]:
    """The sheets that take part, by id."""
    taking_part = [character] if roll.against is None else [character, roll.against]
    return {actor_id(one): one.document for one in taking_part}


def do_check(character: Character, roll: Roll, *, actor: User, key: str = "") -> dict[str, Any]:
    """Roll, and write it into the log of the character's campaign. The answer is what the log holds; the same key
    again gives the first answer."""
    campaign = character.campaign
    done = LogEntry.objects.filter(campaign=campaign, key=key).first() if campaign is not None and key else None
    if done is not None:
        payload: dict[str, Any] = done.payload
        return payload
    payload = result_of(character, roll, actor)
    if campaign is None:
        return payload
    blind = roll.visibility == Visibility.BLIND
    told = {"who": character.name, "check": roll.label} if blind and not character.is_npc else None
    audience = audience_for(roll.visibility, actor)
    entry = do_log(campaign, KIND, payload, audience=audience, actor=actor, public=told, key=key)
    written: dict[str, Any] = entry.payload
    return written


def result_of(character: Character, roll: Roll, user: User) -> dict[str, Any]:
    """The roll, carried out; raises ``IllegalCommand``, ``DiceNeeded`` or ``BadFace``."""
    system = get_system(character.system)
    source: Dice = SeededDice(secrets.token_hex(16)) if roll.faces is None else TypedDice(roll.faces)
    dice = Recorder(source)
    result = system.check(
        sheets_of(character, roll),
        command_for(character, roll, user),
        library_of(character),
        rulings_of(character),
        dice,
    )
    if isinstance(source, TypedDice) and source.left:
        raise BadFace(f"This roll takes {len(dice.faces)} dice; {len(source.left)} too many were typed in.")
    names = {actor_id(one): one.name for one in (character, roll.against) if one is not None}
    return {
        "who": character.name,
        "check": roll.label,
        "lines": [msgspec.to_builtins(system.describe(event.fact, names)) for event in result.events],
        "faces": [list(face) for face in dice.faces],
        "typed": roll.faces is not None,
        "success": result.success,
        "visibility": roll.visibility.value,
    }
