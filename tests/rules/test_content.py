"""Reading what ships: every fault is told with its file, entry and field."""

from __future__ import annotations

import pytest

from rhean.rules.content import Member, PreparedEncounter, Reader, encounter_faults
from rhean.rules.errors import BadDocument
from rhean.rules.sheet import Entry


class Lamp(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing that gives light."""

    feet: int


LAMPS = Reader({"lamps": Lamp})


def test_a_file_is_read_in_its_order() -> None:
    read = LAMPS.file("lamps", '[torch]\nname = "Torch"\nfeet = 20\n[candle]\nname = "Candle"\nfeet = 5')
    assert list(read) == ["torch", "candle"]
    assert read["candle"] == Lamp(key="candle", name="Candle", feet=5)


def test_the_place_of_a_fault_is_its_field() -> None:
    with pytest.raises(BadDocument) as caught:
        LAMPS.entry("lamps", "torch", {"name": "Torch", "feet": "far"})
    assert (caught.value.place, str(caught.value)) == ("feet", "Expected `int`, got `str`")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[torch]\nname = "Torch"\nfeet = "far"', "lamps.toml, torch: Expected `int`, got `str` at feet"),
        ("[torch]\nfeet = 1", "lamps.toml, torch: Object missing required field `name` at the entry"),
        ("[torch", "lamps.toml: "),
    ],
)
def test_a_fault_in_a_file_names_file_entry_and_field(text: str, words: str) -> None:
    with pytest.raises(BadDocument) as caught:
        LAMPS.file("lamps", text)
    assert str(caught.value).startswith(words)


def test_a_kind_that_a_system_does_not_have_is_refused() -> None:
    with pytest.raises(BadDocument, match="no library kind spells"):
        LAMPS.entry("spells", "x", {})


def test_what_was_typed_is_prepared_first() -> None:
    reader = Reader({"lamps": Lamp}, lambda kind, data: {**data, "feet": int(data["feet"])})
    assert reader.entry("lamps", "torch", {"name": "Torch", "feet": "20"}) == Lamp(key="torch", name="Torch", feet=20)


def test_a_prepared_encounter_has_sheets_that_exist_and_ids_of_their_own() -> None:
    wolf = Member(id="a", kind="creatures", sheet="wolf", side="foes")
    fight = PreparedEncounter(key="den", name="Den", members=(wolf, wolf))
    assert list(encounter_faults({"encounters": {"den": fight}, "creatures": {}})) == [
        "encounters.toml, den: an id stands twice",
        "encounters.toml, den: nothing called wolf in creatures.toml",
        "encounters.toml, den: nothing called wolf in creatures.toml",
    ]
