"""Random legal fights: invariants, JSON there and back, undo by replay, same seed same fight."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.dice import RecordedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.state import OVER
from tests.rules.dragonpact.brawl import Brawl
from tests.rules.dragonpact.kit import LIBRARY, RULES

SEEDS = st.integers(0, 10**9)
STEPS = 120


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_random_fight_keeps_every_invariant(seed: int) -> None:
    brawl = Brawl(seed)
    for _ in range(STEPS):
        command = brawl.choose()
        if command is None:
            break
        events = brawl.step_with(command)
        assert brawl.faults() == [], (seed, command)
        assert len(SYSTEM.open_decisions(brawl.state)) == (brawl.state.stage != OVER)
        data = SYSTEM.encode_state(brawl.state)
        assert SYSTEM.decode_state(data) == brawl.state
        assert SYSTEM.decode_events(SYSTEM.encode_events(events)) == events


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


@settings(max_examples=40, deadline=None)
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


@settings(max_examples=40, deadline=None)
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
