"""Random legal fights: invariants, JSON there and back, undo by replay, same seed same fight."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.commands import Command
from rhean.rules.dice import RecordedDice, SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.invariants import broken_rules
from rhean.rules.systems.dragonpact.overrides import OVERRIDES
from rhean.rules.systems.dragonpact.state import OVER
from tests.rules.dragonpact.brawl import Brawl
from tests.rules.dragonpact.kit import LIBRARY, RULES
from tests.rules.dragonpact.test_prompts import at_stage

SEEDS = st.integers(0, 10**9)
STEPS = 90
FEW = 15


def check_fight(seed: int, steps: int) -> int:
    """A random fight of at most so many steps, every one of them checked; gives how many were taken."""
    brawl = Brawl(seed)
    for _ in range(steps):
        command = brawl.choose()
        if command is None:
            break
        events = brawl.step_with(command)
        assert brawl.faults() == [], (seed, command)
        assert len(SYSTEM.open_decisions(brawl.state)) == (brawl.state.stage != OVER)
        data = SYSTEM.encode_state(brawl.state)
        assert SYSTEM.decode_state(data) == brawl.state
        assert SYSTEM.decode_events(SYSTEM.encode_events(events)) == events
    return len(brawl.taken)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_random_fight_keeps_every_invariant(seed: int) -> None:
    assert check_fight(seed, STEPS) > 0


@settings(max_examples=500, deadline=None)
@given(SEEDS)
def test_many_short_fights_keep_every_invariant(seed: int) -> None:
    assert check_fight(seed, FEW) > 0


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(0, STEPS))
def test_undo_by_replay_gives_the_same_bytes(seed: int, length: int) -> None:
    brawl = Brawl(seed)
    states = [SYSTEM.encode_state(brawl.state)]
    for _ in range(length):
        command = brawl.choose()
        if command is None:
            break
        brawl.step_with(command)
        states.append(SYSTEM.encode_state(brawl.state))
    replayed = SYSTEM.begin(brawl.setup, LIBRARY, RULES)
    for place, (command, faces) in enumerate(brawl.taken):
        dice = RecordedDice(faces)
        replayed, _ = SYSTEM.advance(replayed, command, dice)
        assert dice.left == ()
        assert SYSTEM.encode_state(replayed) == states[place]


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_whatever_the_gm_sets_by_hand_the_fight_stays_sound(seed: int) -> None:
    brawl = Brawl(seed)
    for _ in range(40):
        if brawl.rng.random() < 0.4:
            with suppress(IllegalCommand):
                brawl.step_with(brawl.override())
        else:
            command = brawl.choose()
            if command is None:
                break
            brawl.step_with(command)
        assert brawl.faults() == [], (seed, brawl.taken[-1])
        assert len(SYSTEM.open_decisions(brawl.state)) == (brawl.state.stage != OVER)
        assert SYSTEM.decode_state(SYSTEM.encode_state(brawl.state)) == brawl.state


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_garbage_is_refused_with_a_reason_and_changes_nothing(seed: int) -> None:
    brawl = Brawl(seed)
    for _ in range(15):
        for _ in range(8):
            brawl.try_garbage()
        command = brawl.choose()
        if command is None:
            break
        brawl.step_with(command)
    assert brawl.faults() == []


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_the_same_seed_gives_the_same_fight(seed: int) -> None:
    fights = [Brawl(seed), Brawl(seed)]
    for brawl in fights:
        for _ in range(40):
            command = brawl.choose()
            if command is None:
                break
            brawl.step_with(command)
    assert SYSTEM.encode_state(fights[0].state) == SYSTEM.encode_state(fights[1].state)


NAMES = sorted({*ABILITIES, *OVERRIDES, "override", "dance"})
PARAMS = sorted(
    {key for row in ABILITIES.values() for key in row.params}
    | {key for row in OVERRIDES.values() for key in (*row.params, *row.optional)}
)
WORDS = st.sampled_from(
    ["kerra", "bandit", "kerra/longsword", "bandit/handaxe", "strength", "gm", "3,3", "prone", "guard_share", "half"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["initiative", "act", "react", "riposte", "landing"]),
    st.sampled_from(["gm", "kerra", "bandit", "nobody", ""]),
    st.sampled_from(NAMES),
    st.dictionaries(st.sampled_from(PARAMS) | st.text(max_size=4), JSON, max_size=5),
)
def test_no_command_whatever_its_parameters_breaks_the_rules(stage: str, actor: str, name: str, params: Any) -> None:
    state = at_stage(stage).state
    before = SYSTEM.encode_state(state)
    with suppress(IllegalCommand):
        after, _ = SYSTEM.advance(state, Command(actor, name, params), SeededDice("any"))
        assert list(broken_rules(after)) == []
        assert SYSTEM.decode_state(SYSTEM.encode_state(after)) == after
    assert SYSTEM.encode_state(state) == before
