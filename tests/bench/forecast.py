"""How fast forecasts are: whole fights a second, with one worker process and with several.

    .venv/bin/python -m tests.bench.forecast [--system dragonpact] [--runs 24] [--workers 1 2]

Characters against creatures that ship, 4 against 4 and 5 against 8, played to their end. No server and no database: the
figures are of the rules, the tactics and the workers. The start of a worker (a fraction of a second) counts. Workers
have low priority: on a machine that does other things as well, the processor's time tells more than the clock's.
"""

from __future__ import annotations

import argparse
import resource
import sys
import threading
import time

from encounters import workers
from encounters.forecast import Prepared, Tally
from encounters.samples import quantile
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import KEYS, get_system

SIZES = ((4, 4), (5, 8))


class Clocked:
    """A report that waits for the end of its job."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.tally = Tally()

    def progress(self, tally: Tally) -> bool:
        return True

    def end(self, tally: Tally, how: str, fault: BaseException | None = None) -> None:
        self.tally = tally
        if how != "done":
            raise SystemExit(f"{how}: {fault}")

    def close(self) -> None:
        self.over.set()


def fight_of(key: str, party: int, foes: int) -> Prepared:
    """So many of the first characters against so many of the first creatures, each side in a row on a map."""
    system = get_system(key)
    characters, creatures = (list(system.library.all(kind).values()) for kind in system.character_kinds)
    sides = (("party", characters, party, 2), ("foes", creatures[:2], foes, 8))
    entrants = tuple(
        Entrant(f"{side}{at}", kinds[at % len(kinds)].sheet, side, start={"at": [x, at]} if system.uses_map else {})
        for side, kinds, number, x in sides
        for at in range(number)
    )
    scene = {"map": {"size": [12, 10]}} if system.uses_map else {}
    state = system.begin(Setup(entrants, scene), system.library, Rulings.of(system.rulings))
    return Prepared(key, system.encode_state(state))


def processor() -> float:
    """Seconds of the processor that all workers which are gone have taken."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime


def measure(fight: Prepared, runs: int, count: int) -> tuple[float, Tally]:
    """Seconds for so many fights with so many workers."""
    report = Clocked()
    workers.worker_count = lambda: count
    start = time.perf_counter()
    workers.launch(fight, [str(number) for number in range(runs)], report)
    report.over.wait()
    return time.perf_counter() - start, report.tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=KEYS, default=KEYS[0])
    parser.add_argument("--runs", type=int, default=24)
    parser.add_argument("--workers", type=int, nargs="+", default=sorted({1, max(workers.worker_count(), 2)}))
    asked = parser.parse_args()
    for party, foes in SIZES:
        fight = fight_of(asked.system, party, foes)
        for count in asked.workers:
            before = processor()
            spent, tally = measure(fight, asked.runs, count)
            taken = (processor() - before) / asked.runs
            rounds = quantile(tally.rounds, 0.5)
            sys.stdout.write(
                f"{asked.system}, {party} v {foes}, {count} worker{'s' if count > 1 else ''}: "
                f"{asked.runs / spent:.2f} fights a second, {taken:.2f} s of the processor each "
                f"({rounds} rounds in the median; {tally.wins})\n"
            )
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    sys.stdout.write(f"memory of the largest worker: {largest:.0f} MiB\n")


if __name__ == "__main__":
    main()
