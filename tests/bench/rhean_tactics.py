"""How fights of Rhean go that the app plays by itself: four against four of all that ships, some of them hidden.

    .venv/bin/python -m tests.bench.rhean_tactics --fights 300 --first 0

Tells how many rounds they take, how many are not over after so many rounds, and how often the app took a Breather or
threw something away. The same numbers give the same fights.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from typing import NamedTuple

from encounters.tactics import ranked
from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.prompts import Prompt
from rhean.rules.rulings import Rulings
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import RheanState
from tests.rules.rhean.brawl import random_setup

SYSTEM = get_system("rhean")
MOST_ROUNDS = 60
LOOKED_AT = ("breather", "throw_weapon", "perception", "stealthy_move")


class Fought(NamedTuple):
    """One fight: its rounds, whether it came to an end, and how often each action was declared."""

    rounds: int
    over: bool
    declared: Counter[str]


def fight(number: int) -> Fought:
    """One fight, chosen by the app to its end, or to the cap of rounds."""
    dice = SeededDice(f"tactics {number}")
    state: RheanState = SYSTEM.begin(random_setup(random.Random(number), 8), SYSTEM.library, Rulings.of(RULINGS))
    declared: Counter[str] = Counter()
    while state.segment != "over" and state.round <= MOST_ROUNDS:
        _, who, _ = SYSTEM.open_decisions(state)[0]
        state, command = decide(state, SYSTEM.prompts(state, who)[0], dice)
        declared[command.params.get("action", "")] += 1
    return Fought(state.round, state.segment == "over", declared)


def decide(state: RheanState, prompt: Prompt, dice: SeededDice) -> tuple[RheanState, Command]:
    """The state after the best answer that the rules take."""
    for command in ranked(SYSTEM, state, prompt):
        try:
            return SYSTEM.advance(state, command, dice)[0], command
        except IllegalCommand:
            continue
    raise RuntimeError(f"the app finds no answer to {prompt.id}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    began = time.perf_counter()
    fights = [fight(number) for number in range(asked.first, asked.first + asked.fights)]
    spent = time.perf_counter() - began
    ended = sorted(one.rounds for one in fights if one.over)
    declared = sum((one.declared for one in fights), Counter[str]())
    endless = [asked.first + at for at, one in enumerate(fights) if not one.over]
    print(f"{len(ended)} of {len(fights)} fights end within {MOST_ROUNDS} rounds; those that do not: {endless}")
    print(f"{statistics.mean(ended):.2f} rounds on average, median {statistics.median(ended):.0f}")
    print(f"nine in ten within {ended[len(ended) * 9 // 10]}, the longest {ended[-1]}")
    print(", ".join(f"{action} {declared[action]}" for action in LOOKED_AT))
    print(f"{spent:.0f} s")


if __name__ == "__main__":
    main()
