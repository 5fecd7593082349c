"""Which single changes a prepared fight allows: one more or one fewer of a kind, or all beginning alike in one thing.

A change is applied to a :class:`Lineup`: copies of the roster's rows and of the scene, never to what is stored.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from encounters.models import LABEL_STORED, Combatant, Encounter
from rhean.rules.errors import BadSetup
from rhean.rules.maps import MAP
from rhean.rules.sheet import COMBATANTS, Field
from rhean.rules.system import System
from sheets.library import stamp_of

NEWCOMER = "one_more"
"""The id of the one who is added."""

FARTHEST = 3
"""Spaces away from another of its kind where the one who is added may stand."""


@dataclass(frozen=True)
class Lineup:
    """Who takes part, in roster order, and the scene."""

    rows: tuple[Combatant, ...]
    scene: dict[str, Any]


def lineup_of(encounter: Encounter) -> Lineup:
    """The roster and the scene as they are now. Who comes in when the GM says so is not in it."""
    return Lineup(tuple(one for one in encounter.roster.all() if one.round != Combatant.BY_HAND), encounter.scene)


def stamp_for(encounter: Encounter) -> str:
    """What of the preparation, the rulings and the group's own content bears on the fight: another stamp, another
    fight. Notes and the like do not count."""
    roster = [(one.cid, one.name, one.side, one.round, one.start, one.sheet) for one in encounter.roster.all()]
    campaign = encounter.campaign
    parts = (campaign.system, campaign.rulings, stamp_of(campaign), encounter.scene, roster)
    return hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Change:
    """One change: its key, what it is called, and the line-ups that would come of it, the best first: the first that
    the rules let begin counts."""

    key: str
    label: str
    lineups: Callable[[], Iterator[Lineup]]


def changes_of(system: System[Any], lineup: Lineup) -> list[Change]:
    """Every change that this fight allows, in the order of the page."""
    return [*_numbers(system, lineup), *_beginnings(system, lineup)]


# -- one more, one fewer --------------------------------------------------------------------------------------------


def kinds_of(rows: Sequence[Combatant]) -> list[list[Combatant]]:
    """The creatures of the roster, those with the same sheet on the same side together."""
    kinds: list[list[Combatant]] = []
    for one in rows:
        if one.character_id is not None:
            continue
        same = next((kind for kind in kinds if kind[0].side == one.side and kind[0].sheet == one.sheet), None)
        if same is None:
            kinds.append([one])
        else:
            same.append(one)
    return kinds


def kind_name(kind: Sequence[Combatant]) -> str:
    """What they are called together: the words with which all their names begin."""
    shared: list[str] = []
    for words in zip(*(one.name.split() for one in kind), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return " ".join(shared) or kind[0].name


def _numbers(system: System[Any], lineup: Lineup) -> Iterator[Change]:
    for kind in kinds_of(lineup.rows):
        name = kind_name(kind)
        yield Change(f"more.{kind[0].cid}", f"One more: {name}"[:LABEL_STORED], partial(_more, system, lineup, kind))
        left = [one for one in lineup.rows if one is not kind[-1]]
        if len({one.side for one in left if one.round is None}) > 1:
            label = f"One fewer: {name}" if len(kind) > 1 else f"Without {name}"
            yield Change(f"fewer.{kind[0].cid}", label[:LABEL_STORED], partial(_fewer, system, lineup, kind[-1]))


def _fewer(system: System[Any], lineup: Lineup, gone: Combatant) -> Iterator[Lineup]:
    """Without somebody, and without what the scene says of him."""
    rows = tuple(one for one in lineup.rows if one is not gone)
    scene = {
        field.key: [row for row in lineup.scene[field.key] if gone.cid not in _named(field, row)]
        for field in _lists(system, lineup)
    }
    yield Lineup(rows, {**lineup.scene, **scene})


def _more(system: System[Any], lineup: Lineup, kind: Sequence[Combatant]) -> Iterator[Lineup]:
    """With one more that begins like the last of its kind, standing as he does to all others; on a map near him."""
    like = kind[-1]
    scene = {
        field.key: [*lineup.scene[field.key], *_doubled(field, lineup.scene[field.key], like.cid)]
        for field in _lists(system, lineup)
    }
    for start in _starts(system, lineup, like):
        new = _changed(like, pk=None, cid=NEWCOMER, start=start)
        at = lineup.rows.index(like) + 1
        yield Lineup((*lineup.rows[:at], new, *lineup.rows[at:]), {**lineup.scene, **scene})


def _lists(system: System[Any], lineup: Lineup) -> list[Field]:
    """The lists of the scene that name combatants."""
    fields = [field for field in system.scene_fields if field.kind == "rows" and lineup.scene.get(field.key)]
    return [field for field in fields if any(column.library == COMBATANTS for column in field.columns)]


def _named(field: Field, row: dict[str, Any]) -> set[str]:
    return {str(row.get(column.key)) for column in field.columns if column.library == COMBATANTS}


def _doubled(field: Field, rows: Sequence[dict[str, Any]], cid: str) -> Iterator[dict[str, Any]]:
    columns = [column.key for column in field.columns if column.library == COMBATANTS]
    for row in rows:
        if cid in _named(field, row):
            yield {**row, **{key: NEWCOMER for key in columns if row.get(key) == cid}}


def _starts(system: System[Any], lineup: Lineup, like: Combatant) -> Iterator[dict[str, Any]]:
    """How the new one may begin: as the other, on the spaces around where he stands."""
    places = [field.key for field in system.entrant_fields if field.kind == "space" and like.start.get(field.key)]
    if not places or not lineup.scene.get(MAP.key):
        yield dict(like.start)
        return
    x, y = like.start[places[0]]
    around = [(i, j) for i in range(-FARTHEST, FARTHEST + 1) for j in range(-FARTHEST, FARTHEST + 1) if i or j]
    for i, j in sorted(around, key=lambda step: (max(map(abs, step)), step)):
        yield {**like.start, places[0]: [x + i, y + j]}


# -- all alike ------------------------------------------------------------------------------------------------------


def _beginnings(system: System[Any], lineup: Lineup) -> Iterator[Change]:
    """For each yes or no of the system's in which somebody begins otherwise than usual: nobody does."""
    for field in system.entrant_fields:
        if field.kind == "flag" and any(_unusual(field, one) for one in lineup.rows):
            label = f"With {'everybody' if field.default else 'nobody'} “{field.label.lower()}”"
            yield Change(f"usual.{field.key}", label, partial(_usual, lineup, field))


def _unusual(field: Field, one: Combatant) -> bool:
    return bool(one.start.get(field.key, field.default)) is not bool(field.default)


def _usual(lineup: Lineup, field: Field) -> Iterator[Lineup]:
    rows = (_changed(one, start={**one.start, field.key: field.default}) for one in lineup.rows)
    yield Lineup(tuple(rows), lineup.scene)


def _changed(one: Combatant, **values: Any) -> Combatant:
    """A copy of a row that is never saved."""
    new = copy.copy(one)
    for key, value in values.items():
        setattr(new, key, value)
    return new


def first_that_begins(change: Change, begin: Callable[[Lineup], Any]) -> Any:
    """What ``begin`` makes of the first line-up of a change that the rules take; raises the last ``BadSetup``."""
    refused = BadSetup("there is no room for one more")
    for lineup in change.lineups():
        try:
            return begin(lineup)
        except BadSetup as error:
            refused = error
    raise refused
