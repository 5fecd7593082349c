"""Rulings: every one has a sentence, a default that holds, and refuses what it cannot be."""

from __future__ import annotations

from importlib.resources import files

import pytest

from rhean.rules.errors import BadRuling
from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean.entries import POOLS
from rhean.rules.systems.rhean.rulings import BOTH, RULINGS
from tests.rules.rhean.tools import DEFAULTS, ruled

BY_KEY = {ruling.key: ruling for ruling in RULINGS}


def test_every_ruling_has_a_key_of_its_own_a_sentence_and_a_chapter():
    assert len(BY_KEY) == len(RULINGS) == 66
    for ruling in RULINGS:
        assert ruling.text.endswith(".")
        assert ruling.label
        assert ruling.chapter
        assert len(ruling.choices) != 0 or ruling.kind != "choice"


@pytest.mark.parametrize(
    ("key", "default"),
    [
        ("creation_budget", (40, 2, 9, 18, 24, 60, 4)),
        ("level_cap_by_rank", (3, 6, 9, 12, 20)),
        ("weakened_penalty", -1),
        ("two_weapon_penalty", (-4, -3, -2, -1, 0, 0)),
        ("set_against_charge", 4),
        ("abstract_feet", (3, 10, 50)),
        ("declarations", "open"),
        ("defence_choice", "at_hit"),
        ("botch_when", "combat"),
        ("dying", "constitution"),
        ("block_unskilled", True),
    ],
)
def test_the_defaults_are_those_of_the_specification(key, default):
    assert DEFAULTS[key] == default


def test_rulings_that_choose_between_two_sayings_of_the_game_say_so():
    between = {ruling.key for ruling in RULINGS if ruling.text.startswith(BOTH)}
    assert between >= {"block_unskilled", "defence_choice"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dazed", 1),
        ("dazed", "-2"),
        ("weakened_penalty", True),
        ("declarations", "secret"),
        ("prone_active", 1),
        ("two_weapon_penalty", [0, 0]),
        ("two_weapon_penalty", [0, 0, 0, 0, 0, 1]),
        ("movement_formula", "agility + speed"),
        ("hits_formula", ""),
        ("hits_formula", 7),
        ("no_such", 1),
    ],
)
def test_a_value_that_a_ruling_cannot_take_is_refused(key, value):
    with pytest.raises(BadRuling):
        ruled(**{key: value})


def test_one_ruling_can_be_changed_in_a_set_in_force():
    assert DEFAULTS.with_change(RULINGS, "dazed", -3)["dazed"] == -3
    assert Rulings.of(RULINGS, {"dying": "constitution + 3"})["dying"] == "constitution + 3"


def test_every_ruling_is_read_by_the_rules():
    folder = files("rhean.rules.systems.rhean")
    rooms = [*folder.iterdir(), *folder.joinpath("actions").iterdir()]
    names = ("rulings.py", "reference.py", "reference_tables.py")
    code = "".join(room.read_text("utf-8") for room in rooms if room.name.endswith(".py") and room.name not in names)
    pools = {f"{pool}_formula" for pool in POOLS}
    assert [key for key in BY_KEY if f'"{key}"' not in code and key not in pools] == []
