"""The shipped data, both ways: every entry reads back as it was written, and every fault in one is told."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest

from rhean.rules.errors import BadDocument
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import dragonpact
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.conditions import CONDITIONS
from rhean.rules.systems.dragonpact.library import ENTRY_TYPES, READER, cross_faults, read_entry, shipped
from rhean.rules.systems.dragonpact.reference import texts
from rhean.rules.systems.dragonpact.rulings import RULINGS
from rhean.rules.systems.dragonpact.soundness import START_GOLD
from rhean.rules.systems.dragonpact.state import INITIATIVE
from tests.rules.dragonpact.kit import LIBRARY, RULES

ENTRIES = [(kind, key) for kind in ENTRY_TYPES for key in LIBRARY.all(kind)]
COUNTS = {
    "skills": 16,
    "weapons": 35,
    "naturals": 6,
    "shields": 4,
    "armour": 11,
    "items": 11,
    "creatures": 10,
    "characters": 4,
    "encounters": 1,
}


def test_nothing_of_the_specification_is_left_out() -> None:
    assert {kind: len(LIBRARY.all(kind)) for kind in ENTRY_TYPES} == COUNTS
    assert len(ABILITIES) == 21
    assert len(CONDITIONS) == 12
    assert len(RULINGS) == len({ruling.key for ruling in RULINGS}) == 70


@pytest.mark.parametrize(("kind", "key"), ENTRIES)
def test_an_entry_reads_back_as_it_was_written(kind: str, key: str) -> None:
    entry = LIBRARY.get(kind, key)
    data = msgspec.to_builtins(entry)
    assert read_entry(kind, key, {name: value for name, value in data.items() if name != "key"}) == entry
    assert msgspec.json.decode(msgspec.json.encode(entry), type=ENTRY_TYPES[kind]) == entry


@pytest.mark.parametrize(("kind", "key"), ENTRIES)
def test_an_entry_with_a_key_that_nobody_knows_is_refused(kind: str, key: str) -> None:
    data = msgspec.to_builtins(LIBRARY.get(kind, key)) | {"colour": "red"}
    with pytest.raises(BadDocument, match="unknown field `colour`"):
        read_entry(kind, key, data)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("weapons", {"base": "2d"}),
        ("weapons", {"group": "whips"}),
        ("weapons", {"qualities": ["shiny"]}),
        ("weapons", {"melee": 0}),
        ("weapons", {"shot": 5}),
        ("weapons", {"requires": {"luck": 1}}),
        ("weapons", {"perks": [{"level": 2, "does": ["dance"]}]}),
        ("shields", {"crit": "x"}),
        ("armour", {"slot": "tail"}),
        ("items", {"sort": "heal"}),
        ("items", {"sort": "bomb", "dice": "2d6"}),
        ("items", {"sort": "spell"}),
        ("skills", {"stat": "luck"}),
    ],
)
def test_a_wrong_value_is_refused(kind: str, change: dict[str, Any]) -> None:
    sample = {"weapons": "longsword", "items": "rope"}.get(kind, next(iter(LIBRARY.all(kind))))
    data = msgspec.to_builtins(LIBRARY.get(kind, sample)) | change
    with pytest.raises(BadDocument):
        read_entry(kind, sample, data)


def test_a_file_that_is_no_toml_is_refused() -> None:
    with pytest.raises(BadDocument, match=r"weapons\.toml"):
        READER.file("weapons", "[sword\n")
    with pytest.raises(BadDocument, match="no library kind"):
        read_entry("spells", "x", {})


@pytest.mark.parametrize(
    ("kind", "key", "change", "fault"),
    [
        ("weapons", "longbow", {"ammo": "pebble"}, "no ammunition pebble"),
        ("items", "pebble", {"sort": "ammo"}, "nothing shoots it"),
        ("items", "longsword", {"sort": "tool"}, "stands in two kinds of gear"),
        ("creatures", "cave_wolf", {"sheet": {"natural": ["sting"]}}, "nothing called sting"),
        ("characters", "nettle", {"sheet": {"gear": [{"item": "lute"}]}}, "nothing called lute"),
        ("characters", "nettle", {"sheet": {"skills": {"juggling": {"rank": 1}}}}, "nothing called juggling"),
    ],
)
def test_a_reference_that_leads_nowhere_is_told(kind: str, key: str, change: dict[str, Any], fault: str) -> None:
    base = msgspec.to_builtins(LIBRARY.get(kind, key) or LIBRARY.get(kind, "rope")) | change | {"key": key}
    kinds = {name: dict(entries) for name, entries in shipped().kinds.items()}
    kinds[kind][key] = read_entry(kind, key, base)
    assert fault in "; ".join(cross_faults(kinds))


@pytest.mark.parametrize("kind", ["characters", "creatures"])
def test_every_ready_made_sheet_is_sound(kind: str) -> None:
    for entry in LIBRARY.all(kind).values():
        assert SYSTEM.validate(entry.sheet, LIBRARY, RULES) == ()


def test_ready_made_characters_follow_the_creation_rule_to_the_last_coin() -> None:
    for entry in LIBRARY.all("characters").values():
        budgets = {budget.key: budget for budget in SYSTEM.budgets(entry.sheet, LIBRARY, RULES)}
        assert all(budget.left == 0 for budget in budgets.values())
        assert budgets["gold"].spent.total == START_GOLD


def test_the_toll_at_low_fen_can_begin() -> None:
    prepared = LIBRARY.get("encounters", "low_fen")
    assert prepared is not None
    entrants = tuple(
        Entrant(one.id, LIBRARY.get(one.kind, one.sheet).sheet, one.side, "gm", one.start)  # type: ignore[union-attr]
        for one in prepared.members
    )
    state = SYSTEM.begin(Setup(entrants, prepared.scene), LIBRARY, RULES)
    assert state.stage == INITIATIVE
    assert (state.grid.width, state.grid.height, len(state.units)) == (12, 8, 10)


def test_every_ability_condition_and_data_file_has_its_words() -> None:
    assert set(texts("actions")) == set(ABILITIES)
    assert set(texts("conditions")) == set(CONDITIONS)
    names = {path.name.removesuffix(".toml") for path in files(dragonpact).joinpath("data").iterdir()}
    assert names - {"texts"} == set(ENTRY_TYPES)
