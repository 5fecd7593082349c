"""Whatever a file, a table or a path holds: a parcel, or a refusal in words; never anything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document
from rhean.rules.systems import get_system
from sheets import paths
from sheets.csvfile import read_table
from sheets.exchange import FORMAT, VERSION, BadFile, Parcel, line_of, read
from sheets.formfields import safe_name
from sheets.paths import NoSuchPlace
from tests.factories.sheets import ready_sheet

RHEAN = get_system("rhean")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
WHOLE = {"format": FORMAT, "version": VERSION, "system": "rhean", "name": "Ash", "kind": "pc"}


def outcome(data: bytes) -> Parcel | BadFile:
    try:
        return read(data, None)
    except BadFile as fault:
        return fault


def table_outcome(data: bytes) -> list[Parcel] | BadFile:
    try:
        return read_table(data, RHEAN, RHEAN.library, Rulings.of(RHEAN.rulings))
    except BadFile as fault:
        return fault


@given(st.binary(max_size=60))
def test_bytes_are_refused(data: bytes) -> None:
    assert isinstance(outcome(data), BadFile)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*WHOLE, "sheet", "notes", "entries", "experience", "portrait", "mood"]), JSON)
def test_a_file_with_anything_in_one_part_is_taken_or_refused_in_words(part: str, value: Any) -> None:
    file = WHOLE | {"sheet": RHEAN.new_sheet()} | {part: value}
    found = outcome(json.dumps(file).encode())
    assert isinstance(found, Parcel) or found.text


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([field.key for field in RHEAN.schema]), JSON)
def test_a_sheet_with_anything_in_one_field_is_taken_or_refused_in_words(field: str, value: Any) -> None:
    sheet = ready_sheet("rhean", "characters", "soldier") | {field: value}
    found = outcome(json.dumps(WHOLE | {"sheet": sheet}).encode())
    assert isinstance(found, Parcel) or found.place.startswith("sheet") or "character" in found.text


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.text(max_size=12), min_size=1, max_size=4), min_size=1, max_size=4))
def test_a_table_of_anything_is_taken_or_refused_in_words(rows: list[list[str]]) -> None:
    text = "name,strength,skills,weapons\n" + "\n".join(",".join(row) for row in rows)
    found = table_outcome(text.encode("utf-8", "surrogatepass"))
    assert isinstance(found, list) or found.text


@given(st.text(max_size=40))
def test_any_path_leads_to_a_place_or_nowhere(path: str) -> None:
    try:
        place = paths.find(RHEAN.schema, path)
    except NoSuchPlace:
        return
    assert place.path == path


@given(st.text(max_size=20), st.text(max_size=20))
def test_names_in_forms_are_fit_for_ids_and_tell_paths_apart(one: str, other: str) -> None:
    first, second = safe_name(f"skills.{one}.level"), safe_name(f"skills.{other}.level")
    assert first.replace("-", "").replace("_", "").isalnum()
    if "_x" not in one + other and "." not in one + other and "-" not in one + other:
        assert (first == second) == (one == other)


def test_writing_a_place_leaves_all_else_as_it_was() -> None:
    before: Document = ready_sheet("rhean", "characters", "soldier")
    kept = json.dumps(before)
    after = paths.write(before, paths.find(RHEAN.schema, "skills.sword_long.level"), 5)
    assert json.dumps(before) == kept
    assert paths.read(after, paths.find(RHEAN.schema, "skills.sword_long.level")) == 5
    assert after | {"skills": before["skills"]} == before


@pytest.mark.parametrize(
    ("place", "line"), [("sheet", 3), ("sheet.skills.evade.level", 6), ("sheet.nothing", 3), ("", 0), ("name", 2)]
)
def test_a_place_is_found_by_its_line(place: str, line: int) -> None:
    text = json.dumps({"name": "x", "sheet": {"skills": {"evade": {"level": 9}}}}, indent=1)
    assert line_of(text, place) == line
