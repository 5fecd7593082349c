"""Every action, by everybody who ships, against no, one, several, dead, hidden, mounted, prone and distant targets.

Never a crash: always a new state or a reason. Whatever comes of it goes to JSON and back and has words.
"""

from __future__ import annotations

from functools import cache

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.actions import ACTIONS, TABLES
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import Allowance, Deed, Hold
from tests.rules.rhean.invariants import check_hits, check_json, check_pools, check_types, check_words

SYSTEM = get_system("rhean")
SHEETS = [entry for kind in ("characters", "creatures") for entry in SYSTEM.library.all(kind).values()]
MAN = {"race": "human", "weapons": [{"weapon": "long_sword"}]}
FOES = {
    "near": {},
    "engaged": {},
    "dead": {"conditions": ["dead"]},
    "hidden": {"hidden": True},
    "mounted": {"mounted": True},
    "prone": {"prone": True},
    "far": {},
}
TARGETS = ("", "engaged", "near", "far", "dead", "hidden", "mounted", "prone", "engaged,prone", "friend", "nobody")
MOMENTS = ("fresh", "primed", "after a run", "after a leap", "after a parry", "held at bay")


@cache
def opened(key):
    """A fight of one sheet and a friend against foes of every kind, in its first phase; the sheet declares first."""
    sheet = next(entry.sheet for entry in SHEETS if entry.key == key)
    foes = [Entrant(name, MAN, "foes", "gm", {"reacted": True, **start}) for name, start in FOES.items()]
    own = [Entrant("me", sheet, "own", "gm", {"reacted": True}), Entrant("friend", MAN, "own", "gm", {"reacted": True})]
    pairs = [{"a": "me", "b": "engaged", "distance": 0}, {"a": "me", "b": "prone", "distance": 1}]
    scene = {
        "pairs": [*pairs, {"a": "me", "b": "far", "zone": "far"}],
        "ground": [{"item": "dagger"}, {"item": "rock"}],
    }
    state = SYSTEM.begin(Setup((*own, *foes), scene), SYSTEM.library, Rulings.of(RULINGS))
    state, _ = SYSTEM.advance(state, Command("gm", "open_round"), SeededDice(key))
    return advanced(state, Command("gm", "override", {"do": "order", "target": "me", "place": 1}))[0]


@cache
def at_moment(key, moment):
    """That fight when something has gone before."""
    fight = Fight(opened(key))
    if moment == "primed":
        fight.change("me", allowance=Allowance(2))
    before = fight.tick - 1
    deeds = {
        "after a run": {"last_move": Deed(before, "run")},
        "after a leap": {"last_move": Deed(before, "leap", "engaged", running=True)},
        "after a parry": {"parried": Deed(before, "line_parry", "engaged")},
    }
    fight.change("me", **deeds.get(moment, {}))
    if moment == "held at bay":
        fight.pairs = {}
        fight.change("engaged", hold=Hold("hold_at_bay", "long_sword", before, 1))
    state = fight.close()
    if moment == "primed":
        for do in ({"key": "mounted"}, {"key": "prone"}):
            state = advanced(state, Command("gm", "override", {"do": "add", "target": "me", **do}))[0]
        for weapon in state.fighters[0].weapons:
            change = {"do": "weapon", "target": "me", "weapon": weapon.id, "state": "set"}
            state = advanced(state, Command("gm", "override", change))[0]
    return state


def advanced(state, command):
    """A command taken, whatever comes of it checked."""
    kept = SYSTEM.encode_state(state)
    after, events = SYSTEM.advance(state, command, SeededDice("every action"))
    assert SYSTEM.encode_state(state) == kept
    check_json(after)
    check_words(events)
    return after, [event.fact for event in events]


def filled(state, action, target):
    """The parameters of an action at a target, with what else it cannot do without."""
    row = ACTIONS[action]
    params = {"action": action}
    if target and "toward" in row.takes and action != "close":
        params["to"] = target
    elif target:
        params["target"] = target
    if "item" in row.takes:
        params["item"] = "dagger"
    held = [weapon.id for weapon in state.fighters[0].weapons if weapon.hand in ("main", "both")]
    if "drop" in row.takes and held:
        params["drop"] = held[0]
    return params


def tried(state, action, target):
    """The action declared at a target and the phase worked out; the reason if it is refused."""
    try:
        state, _ = advanced(state, Command("me", "declare", filled(state, action, target)))
    except IllegalCommand as refused:
        return str(refused.reason) or "refused without a reason"
    for _ in range(4):
        if state.phase > 1 or state.segment not in ("declare", "held", "defend"):
            break
        state, told = advanced(state, Command("gm", "override", {"do": "force_stage"}))
        check_pools(state)
        check_types(state)
        check_hits(told)
    return ""


def targets_of(action, moment):
    """Whom the action is tried on."""
    row = ACTIONS[action]
    if not (row.target or {"toward", "target"} & set(row.takes)):
        return ("",)
    return TARGETS if moment == "fresh" else ("", "engaged")


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_of_everybody_gives_a_state_or_a_reason(action):
    results = set()
    for entry in SHEETS:
        for moment in MOMENTS:
            for target in targets_of(action, moment):
                results.add(tried(at_moment(entry.key, moment), action, target))
    assert "" in results or action == "flesh_wound"
    assert "refused without a reason" not in results


def test_the_tables_have_all_their_rows():
    assert {table: len(rows) for table, rows in TABLES.items()} == {"attack": 26, "defence": 16, "move": 20, "full": 6}


def test_a_row_that_stands_in_several_tables_is_the_same_action():
    for table, rows in TABLES.items():
        for row in rows:
            assert table in ACTIONS[row.key].types


def test_most_actions_are_a_row_and_nothing_else():
    plain = [action for action in ACTIONS.values() if action.start is None and action.price is None]
    assert len(plain) * 2 > len(ACTIONS)
