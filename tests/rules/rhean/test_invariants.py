"""Random fights keep the rules: pools, costs, order, secrets, JSON, undo, the same seed the same fight."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean.rulings import RULINGS
from tests.rules.player import answer
from tests.rules.rhean.brawl import SYSTEM, Brawl, random_setup, refused

SEEDS = st.integers(0, 2**32 - 1)
CHOICES = [ruling for ruling in RULINGS if ruling.kind in ("choice", "flag")]


def some_rulings(chance: random.Random) -> Rulings:
    """The defaults with three rulings decided otherwise."""
    values = {"choice": lambda ruling: chance.choice(ruling.choices)[0], "flag": lambda ruling: not ruling.default}
    return Rulings.of(RULINGS, {ruling.key: values[ruling.kind](ruling) for ruling in chance.sample(CHOICES, 3)})


class Fights(RuleBasedStateMachine):
    """People of every kind decide by chance."""

    @initialize(count=st.integers(2, 5), seed=SEEDS, ruled=st.booleans())
    def begin(self, count: int, seed: int, ruled: bool) -> None:
        chance = random.Random(seed)
        rulings = some_rulings(chance) if ruled else Rulings.of(RULINGS)
        self.brawl = Brawl(random_setup(chance, count), rulings, str(seed))

    @precondition(lambda self: not self.brawl.over)
    @rule(seed=SEEDS)
    def decide(self, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(5):
            if not self.brawl.over:
                self.brawl.play(chance)

    @rule(seed=SEEDS)
    def set_by_hand(self, seed: int) -> None:
        self.brawl.set_by_hand(random.Random(seed))

    @precondition(lambda self: not self.brawl.over)
    @rule(seed=SEEDS)
    def try_what_is_barred(self, seed: int) -> None:
        barred = refused(SYSTEM.prompts(self.brawl.state))
        if barred:
            chance = random.Random(seed)
            prompt, option = chance.choice(barred)
            with pytest.raises(IllegalCommand):
                self.brawl.take(answer(prompt, option, chance.randrange, extras=False))

    @invariant()
    def what_is_open_is_told_alike(self) -> None:
        if hasattr(self, "brawl"):
            self.brawl.check_open()

    def teardown(self) -> None:
        if hasattr(self, "brawl"):
            self.brawl.check_replay()


Fights.TestCase.settings = settings(
    max_examples=12, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
TestFights = Fights.TestCase


class ShortFights(Fights):
    """The same, many and short: what goes wrong at the beginning of a fight is rare among people and rulings."""


ShortFights.TestCase.settings = settings(Fights.TestCase.settings, max_examples=600, stateful_step_count=3)
TestShortFights = ShortFights.TestCase
