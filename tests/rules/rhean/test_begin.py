"""How a fight begins: what a setup may say, and what is refused."""

from __future__ import annotations

import pytest

from rhean.rules.errors import BadSetup, BadSheet
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.system import SYSTEM

MAN = {"race": "human"}


def begun(*entrants, **scene):
    """The state of a setup."""
    return SYSTEM.begin(Setup(entrants, scene), SYSTEM.library, Rulings.of(RULINGS))


def man(ident, side="a", **start):
    """A plain man."""
    return Entrant(ident, MAN, side, "gm", start)


@pytest.mark.parametrize("ident", ["", " ", "gm", "all", "none", "two words", "a,b", "{0}"])
def test_an_id_is_one_word_that_means_nothing_else(ident):
    with pytest.raises(BadSetup, match="an id in one word"):
        begun(man(ident))


@pytest.mark.parametrize(
    ("entrants", "scene", "words"),
    [
        ([man("a"), man("a")], {}, "the same id"),
        ([man("a", "")], {}, "a side"),
        ([man("a", hits="many")], {}, "hits"),
        ([man("a", flying=True)], {}, "flying"),
        ([man("a", conditions=["sleepy"])], {}, "no condition sleepy"),
        ([man("a", intoxicated="utterly")], {}, "no such utterly"),
        ([man("a")], {"pairs": [{"a": "a", "b": "zed"}]}, "no combatant zed"),
        ([man("a"), man("b", "b")], {"bearings": [{"of": "a", "from": "b", "quadrant": "above"}]}, "quadrant"),
        ([man("a")], {"pairs": 7}, "scene"),
    ],
)
def test_a_setup_that_is_wrong_says_where(entrants, scene, words):
    with pytest.raises(BadSetup, match=words):
        begun(*entrants, **scene)


def test_a_sheet_with_faults_does_not_enter():
    with pytest.raises(BadSheet, match="strength"):
        begun(Entrant("a", {"strength": "strong"}, "a"))


def test_the_state_holds_its_own_copies_of_all_that_it_needs():
    sheet = {"race": "human", "weapons": [{"weapon": "mace", "damage": "2d6"}, {"weapon": "mace"}]}
    state = begun(Entrant("a", sheet, "a"), man("b", "b"), ground=[{"item": "spear"}, {"item": "a rock"}])
    assert [one.id for one in state.fighters[0].weapons] == ["mace", "mace.2"]
    assert {one.kind for one in state.fighters[0].weapons} == {"mace", "mace@2d6+0"}
    assert {"fist", "improvised", "mace", "spear"} <= set(state.fixed.stock.weapons)
    assert [(thing.name, thing.kind) for thing in state.ground] == [("spear", "spear"), ("a rock", "")]


def test_whoever_sleeps_or_is_unaware_has_not_reacted():
    sleeper, unaware, ready = begun(
        man("a", asleep=True, reacted=True), man("b", aware=False), man("c", reacted=True)
    ).fighters
    assert [(one.aware, one.reacted) for one in (sleeper, unaware, ready)] == [
        (False, False),
        (False, False),
        (True, True),
    ]


def test_every_shipped_encounter_begins():
    for entry in SYSTEM.library.all("encounters").values():
        entrants = tuple(
            Entrant(one.id, SYSTEM.library.get(one.kind, one.sheet).sheet, one.side, "gm", one.start)
            for one in entry.members
        )
        state = SYSTEM.begin(Setup(entrants, entry.scene), SYSTEM.library, Rulings.of(RULINGS))
        assert len(state.fighters) == len(entry.members)
        assert SYSTEM.open_decisions(state) == (("1.open_round", "gm", "open_round"),)
