"""Thousands of random fights of Rhean, every step checked: what the property tests do, for as long as one likes.

    .venv/bin/python -m tests.bench.rhean_fights --fights 1000 --first 0

People of every shipped kind decide by chance; now and then the GM sets something by hand, or a ruling differs. A fight
that breaks a rule stops the run with its number: run it again with ``--fights 1 --first NUMBER``.
"""

from __future__ import annotations

import argparse
import random
import time

from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean.rulings import RULINGS
from tests.rules.rhean.brawl import Brawl, random_setup
from tests.rules.rhean.test_invariants import some_rulings

MOST_STEPS = 150


def fight(number: int) -> Brawl:
    """One fight, to its end or for so many steps, and its replay."""
    chance = random.Random(number)
    rulings = some_rulings(chance) if number % 2 else Rulings.of(RULINGS)
    brawl = Brawl(random_setup(chance, 2 + number % 5), rulings, str(number))
    while not brawl.over and len(brawl.steps) < MOST_STEPS:
        if number % 3 == 0 and chance.random() < 0.1:
            brawl.set_by_hand(chance)
        else:
            brawl.play(chance)
    brawl.check_replay()
    return brawl


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    began = time.perf_counter()
    steps = ended = 0
    for number in range(asked.first, asked.first + asked.fights):
        try:
            brawl = fight(number)
        except BaseException:
            print(f"stopped in fight {number}")
            raise
        steps, ended = steps + len(brawl.steps), ended + brawl.over
    spent = time.perf_counter() - began
    print(f"{asked.fights} fights, {ended} to their end; {steps} commands checked and replayed twice in {spent:.0f} s")


if __name__ == "__main__":
    main()
