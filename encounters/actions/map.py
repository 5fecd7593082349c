"""The map of a fight in preparation: its size, its spaces, who stands where, and the picture under it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.db import transaction

from encounters.actions.base import lock, lock_draft, tell
from encounters.engine import system_for
from encounters.errors import NotNow
from encounters.models import Encounter
from rhean.rules.errors import BadSetup
from rhean.rules.grid import Grid, Space, read_grid, read_space
from rhean.rules.maps import has_map, painted


def map_of(encounter: Encounter) -> dict[str, Any] | None:
    """The map as it is prepared; None where the system has none, or may do without and does."""
    system = system_for(encounter)
    if not has_map(system.scene_fields):
        return None
    found = encounter.scene.get("map")
    if found:
        return dict(found)
    return {"size": list(system.map_measure.size)} if system.uses_map else None


def grid_of(encounter: Encounter, written: Mapping[str, Any]) -> Grid:
    """The map read; raises ``BadSetup``."""
    return read_grid(written, system_for(encounter).map_measure.diagonals)


@transaction.atomic
def do_set_map(encounter: Encounter, *, width: int, height: int, light: str, step: int | None) -> Encounter:
    """A map of this size, or the present one made larger or smaller: what falls off it is gone."""
    row = lock_draft(encounter)
    if not has_map(system_for(row).scene_fields):
        raise NotNow("These rules know no map.")
    old = grid_of(row, map_of(row) or {"size": [width, height]})
    inside = Grid(width, height).inside
    kept = {key: value for key, value in old.to_json().items() if isinstance(value, list | tuple) and key != "size"}
    spaces = {kind: [list(space) for space in found if inside(space)] for kind, found in kept.items()}
    scale = {"scale": step} if step and system_for(row).map_measure.free else {}
    row.scene = {**row.scene, "map": {"size": [width, height], "light": light, **scale, **spaces}}
    for one in row.roster.all():
        at = read_space(one.start.get("at"))
        if at is not None and not inside(at):
            one.start = {key: value for key, value in one.start.items() if key != "at"}
            one.save(update_fields=["start"])
    tell(row, "scene")
    return row


@transaction.atomic
def do_drop_map(encounter: Encounter) -> Encounter:
    """Do without a map, or begin it anew where the system needs one."""
    row = lock_draft(encounter)
    row.scene = {key: value for key, value in row.scene.items() if key != "map"}
    tell(row, "scene")
    return row


@transaction.atomic
def do_paint(encounter: Encounter, kind: str, spaces: list[Space]) -> Encounter:
    """Spaces become something else."""
    row = lock_draft(encounter)
    written = map_of(row)
    if written is None:
        raise NotNow("There is no map here.")
    grid = painted(grid_of(row, written), kind, spaces)
    row.scene = {**row.scene, "map": {**{key: written[key] for key in ("scale",) if key in written}, **grid.to_json()}}
    row.scene["map"].pop("diagonals", None)
    tell(row, "scene")
    return row


@transaction.atomic
def do_place(encounter: Encounter, cid: str, at: Space | None, facing: str) -> Encounter:
    """Where somebody begins; None: wherever there is room."""
    row = lock_draft(encounter)
    written = map_of(row)
    one = row.roster.filter(cid=cid).first()
    if written is None or one is None:
        raise NotNow("There is no map here." if written is None else "They are not in this fight.")
    if at is not None:
        _require_free(row, grid_of(row, written), cid, at)
    start = {key: value for key, value in one.start.items() if key not in ("at", *(["facing"] if facing else []))}
    one.start = start | ({"at": list(at)} if at is not None else {}) | ({"facing": facing} if facing else {})
    one.save(update_fields=["start"])
    tell(row)
    return row


def _require_free(row: Encounter, grid: Grid, cid: str, at: Space) -> None:
    if not grid.inside(at):
        raise BadSetup("that space is off the map")
    if not grid.open(at):
        raise BadSetup("that space is a wall")
    others = row.roster.exclude(cid=cid).filter(round=None)
    if any(read_space(other.start.get("at")) == at for other in others):
        raise BadSetup("that space is taken")


# -- the picture ------------------------------------------------------------------------------------------------


@transaction.atomic
def do_set_background(encounter: Encounter, picture: bytes | None) -> Encounter:
    """Another picture under the map (checked and made ready already), or none; the old one is deleted."""
    row = lock(encounter)
    forget_picture(row)
    if picture is None:
        row.background.name = ""
    else:
        row.background.save("map.webp", ContentFile(picture), save=False)
    tell(row, "background")
    return row


def copy_picture(old: Encounter, new: Encounter) -> None:
    """The same picture for a clone, as a file of its own. The caller saves."""
    if old.background:
        with old.background.open("rb") as file:
            new.background.save("map.webp", ContentFile(file.read()), save=False)


def forget_picture(row: Encounter) -> None:
    """Delete the file once the change holds."""
    if row.background.name:
        storage: Storage = row.background.storage
        transaction.on_commit(partial(storage.delete, row.background.name))
