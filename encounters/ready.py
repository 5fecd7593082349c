"""Encounters that ship with a system, as a roster that can be laid out in a campaign."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from encounters.marks import marked
from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import system_of
from rhean.rules.sheet import Document
from sheets.library import library_for

KIND = "encounters"
"""The library kind of prepared encounters."""


@dataclass(frozen=True)
class ReadyMember:
    """Somebody in a ready-made encounter."""

    id: str
    name: str
    sheet: Document
    side: str
    character: bool
    start: dict[str, Any]


@dataclass(frozen=True)
class Ready:
    """A ready-made encounter."""

    key: str
    name: str
    text: str
    members: tuple[ReadyMember, ...]
    scene: dict[str, Any]


def ready_made(campaign: Campaign) -> list[Ready]:
    """Every encounter that ships with the campaign's system."""
    library, system = library_for(campaign), system_of(campaign)
    characters, _ = system.character_kinds
    found = []
    for entry in library.all(KIND).values():
        names = _names(entry, library)
        members = tuple(
            ReadyMember(
                id=member.id,
                name=names[member.id],
                sheet=library.all(member.kind)[member.sheet].sheet,
                side=member.side,
                character=member.kind == characters,
                start=dict(member.start),
            )
            for member in entry.members
        )
        found.append(Ready(entry.key, entry.name, entry.text, members, entry.scene))
    return found


def _names(entry: Any, library: Any) -> dict[str, str]:
    """Several of a kind get a word each instead of a number: a gap in numbers tells of somebody hidden."""
    kinds = {member.id: library.all(member.kind)[member.sheet].name for member in entry.members}
    several = {name for name, count in Counter(kinds.values()).items() if count > 1}
    words = {
        name: iter(marked(name, 50, (), random.Random(f"{entry.key}:{name}")))  # noqa: S311  # a fixed choice of words
        for name in sorted(several)
    }
    return {who: next(words[name]) if name in several else name for who, name in kinds.items()}
