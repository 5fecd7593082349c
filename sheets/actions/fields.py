"""Changes to single values of a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from rhean.campaigns.models import User
from rhean.rules.dice import SeededDice
from rhean.rules.sheet import Document, Field
from rhean.rules.systems import get_system
from sheets import paths
from sheets.actions.locking import changing, first_time, keep, keep_document
from sheets.errors import Stale
from sheets.library import library_of, rulings_of
from sheets.models import Character
from sheets.paths import Place

NAME_PATH = "name"
LIST_CHANGED = "This list was changed meanwhile. It has been brought up to date: please enter it again."


def place_in(character: Character, path: str) -> Place:
    """The place that a path names on this sheet."""
    return paths.find(get_system(character.system).schema, path)


def changed_at(character: Character, place: Place) -> int:
    """At which version the value there last changed; in a list, when the list itself did."""
    own = character.version_of(place.path)
    return max(own, character.version_of(place.field.key)) if place.field.kind == "rows" else own


def check_base(character: Character, place: Place, value: Any, base: int | None) -> None:
    """Raise ``Stale`` if somebody changed this very value after version ``base``, and to something else."""
    if base is None:
        return
    if place.field.kind == "rows" and character.version_of(place.field.key) > base:
        raise Stale(LIST_CHANGED, version=character.version_of(place.field.key))
    version = changed_at(character, place)
    theirs = paths.read(character.document, place)
    if version > base and theirs != value:
        raise Stale(f"Somebody changed {place.label} meanwhile.", theirs, version)


def do_set_field(character: Character, path: str, value: Any, *, base: int | None, actor: User) -> None:
    """Set one value. ``base`` is the version that the person saw; None sets it whatever happened since."""
    do_set_fields(character, {path: (value, base)}, actor=actor)


def do_set_fields(character: Character, values: Mapping[str, tuple[Any, int | None]], *, actor: User) -> None:
    """Set several values at once, or none of them: path -> value, and the version that the person saw of it."""
    with changing(character) as fresh:
        document = fresh.document
        written = []
        for path, (value, base) in values.items():
            place = place_in(fresh, path)
            check_base(fresh, place, value, base)
            if paths.read(document, place) != value:
                document = paths.write(document, place, value)
                written.append(path)
        if written:
            moved = get_system(fresh.system).follow(fresh.document, document, library_of(fresh), rulings_of(fresh))
            keep_document(fresh, {**document, **moved}, [*written, *moved])


def do_set_name(character: Character, name: str, *, base: int | None, actor: User) -> None:
    """Give it another name."""
    with changing(character) as fresh:
        version = fresh.version_of(NAME_PATH)
        if base is not None and version > base and fresh.name != name:
            raise Stale("Somebody changed the name meanwhile.", fresh.name, version)
        fresh.name = name
        keep(fresh, [NAME_PATH], "name")


def table_of(character: Character, key: str) -> Field:
    """The table with this key."""
    schema = get_system(character.system).schema
    field = next((field for field in schema if field.key == key and field.kind in {"ranks", "rows"}), None)
    if field is None:
        raise paths.NoSuchPlace(f"There is no table {key[:40]} on this sheet.")
    return field


def do_add_rows(
    character: Character, table: str, rows: Sequence[tuple[str, Document]], *, actor: User, key: str = ""
) -> None:
    """Add rows to a table, each its key in ranks (not used in a list) and its values: all or none. A form's ``key``
    works once."""
    with changing(character) as fresh:
        if not first_time(fresh, key):
            return
        document = fresh.document
        for row, values in rows:
            document = paths.add_row(document, table_of(fresh, table), row, values)
        keep_document(fresh, document, [table])


def do_remove_row(character: Character, table: str, row: str, *, base: int | None, actor: User, key: str = "") -> None:
    """Take a row away. In a list, ``base`` must be no older than the list's last change. A ``key`` works once."""
    with changing(character) as fresh:
        if not first_time(fresh, key):
            return
        field = table_of(fresh, table)
        if field.kind == "rows" and base is not None and fresh.version_of(table) > base:
            raise Stale(LIST_CHANGED, version=fresh.version_of(table))
        document = paths.remove_row(fresh.document, field, row)
        if field.kind == "rows":
            shift_overrides(fresh, document, table, int(row))
        keep_document(fresh, document, [table])


def shift_overrides(character: Character, document: Document, table: str, gone: int) -> None:
    """Let numbers set by hand follow their rows (``attack.2`` -> ``attack.1``) when one before them goes."""
    system = get_system(character.system)
    by_hand = document.get(system.overrides_field) or {}
    moved = {}
    for figure in system.derive(character.document, library_of(character), rulings_of(character)):
        stem, _, index = figure.key.rpartition(".")
        if figure.field == f"{table}.{index}" and figure.key in by_hand and int(index) >= gone:
            moved[figure.key] = "" if int(index) == gone else f"{stem}.{int(index) - 1}"
    if moved:
        kept = {moved.get(key, key): value for key, value in by_hand.items()}
        document[system.overrides_field] = {key: value for key, value in kept.items() if key}


def do_set_pools(character: Character, pools: Mapping[str, int | None], actor: User | None, *, key: str = "") -> None:
    """Set present pools, each held between 0 and its maximum; None makes one full again. A ``key`` works once."""
    with changing(character) as fresh:
        if not first_time(fresh, key):
            return
        held = {key: None if now is None else max(0, min(now, pool_of(fresh, key)[1])) for key, now in pools.items()}
        keep_pools(fresh, held)


def do_change_pool(character: Character, pool: str, by: int, *, actor: User, key: str = "") -> None:
    """Lose or gain so much of a pool; it stays between 0 and its maximum. Changes of two people add up, and a
    form's ``key`` works once."""
    with changing(character) as fresh:
        if not first_time(fresh, key):
            return
        present, most = pool_of(fresh, pool)
        keep_pools(fresh, {pool: max(0, min(most, present + by))})


def pool_of(character: Character, pool: str) -> tuple[int, int]:
    """Present value and maximum of a pool."""
    pools = get_system(character.system).pools(character.document, library_of(character), rulings_of(character))
    if pool not in pools:
        raise paths.NoSuchPlace(f"There is no pool {pool[:40]}.")
    return pools[pool]


def keep_pools(character: Character, pools: Mapping[str, int | None]) -> None:
    """Write pools into a locked character."""
    field = get_system(character.system).pools_field
    document = deepcopy(character.document)
    table = {**(document.get(field) or {}), **pools}
    document[field] = {key: value for key, value in table.items() if value is not None}
    keep_document(character, document, [f"{field}.{pool}" for pool in pools])


def do_set_override(character: Character, figure: str, value: int | None, *, actor: User) -> None:
    """Set a computed number by hand, or put it back (None)."""
    with changing(character) as fresh:
        system = get_system(fresh.system)
        figures = system.derive(fresh.document, library_of(fresh), rulings_of(fresh))
        if figure not in {each.key for each in figures}:
            raise paths.NoSuchPlace(f"There is no number {figure[:40]} on this sheet.")
        document = deepcopy(fresh.document)
        table = {**(document.get(system.overrides_field) or {}), figure: value}
        document[system.overrides_field] = {key: each for key, each in table.items() if each is not None}
        keep_document(fresh, document, [f"{system.overrides_field}.{figure}"])


def do_roll_attributes(character: Character, method: str, seed: str, *, actor: User) -> None:
    """Get attributes by one of the system's methods. The same seed gives the same result."""
    with changing(character) as fresh:
        system = get_system(fresh.system)
        rolled = system.roll_attributes(method, SeededDice(seed), fresh.document, library_of(fresh), rulings_of(fresh))
        keep_document(fresh, {**fresh.document, **rolled}, list(rolled))


def do_set_array(character: Character, values: Document, *, actor: User) -> None:
    """Replace whole fields at once, whatever stood there (a system's proposal, a ready-made set)."""
    with changing(character) as fresh:
        keep_document(fresh, {**fresh.document, **values}, list(values))
