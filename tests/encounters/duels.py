"""Small fights of every system, ready to be played without a database.

Run as a module it plays one of them without end, in worker processes, and says so when they are at it.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from encounters import workers
from encounters.forecast import Late, Prepared, Tally
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

FIGHTS = {"rhean": "ambush_at_the_ford", "dragonpact": "low_fen"}


def duel(key: str) -> tuple[tuple[Entrant, ...], dict[str, Any]]:
    """The first two of each side of an encounter that ships."""
    library = get_system(key).library
    entry = library.all("encounters")[FIGHTS[key]]
    some = [member for side in ("party", "fo") for member in entry.members if member.side.startswith(side)]
    taken = [*some[:2], *[member for member in some if member.side != "party"][:2]]
    entrants = (Entrant(m.id, library.all(m.kind)[m.sheet].sheet, m.side, start=dict(m.start)) for m in taken)
    return tuple(entrants), {"map": entry.scene["map"]} if "map" in entry.scene else {}


def prepared(key: str, late: int = 0) -> Prepared:
    """That fight, ready; the last ``late`` of it join with round 2."""
    system = get_system(key)
    entrants, scene = duel(key)
    here, waiting = entrants[: len(entrants) - late], entrants[len(entrants) - late :]
    state = system.begin(Setup(here, scene), system.library, Rulings.of(system.rulings))
    more = tuple(Late(2, one) for one in waiting)
    return Prepared(key, system.encode_state(state), more, system.library if more else None)


class Heard:
    """A report that remembers what it was told."""

    def __init__(self) -> None:
        self.runs = 0
        self.tally = Tally()
        self.how = ""
        self.fault: BaseException | None = None
        self.closed = False

    def progress(self, tally: Tally) -> bool:
        self.runs = tally.runs
        return True

    def end(self, tally: Tally, how: str, fault: BaseException | None = None) -> None:
        self.tally, self.how, self.fault = tally, how, fault

    def close(self) -> None:
        self.closed = True


if __name__ == "__main__":
    heard = Heard()
    workers.BEAT = 0.05
    workers.launch(prepared("dragonpact"), [str(number) for number in range(100_000)], heard)
    while not heard.runs:
        time.sleep(0.01)
    sys.stdout.write("playing\n")
    sys.stdout.flush()
    time.sleep(600)
