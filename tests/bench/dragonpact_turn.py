"""Speed of Dragonpact: ``python -m tests.bench.dragonpact_turn`` prints figures.

A whole turn (prompts, attack, window, damage), a whole fight, prompts and views in fights of 8 to 200 units, and the
map's ways and sight with 100 tokens on 60 x 60.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.events import PUBLIC
from rhean.rules.grid import Grid
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.state import DragonpactState
from tests.rules.dragonpact.brawl import Brawl, sheet
from tests.rules.dragonpact.kit import LIBRARY, RULES


def timed(work: Callable[[], object], times: int = 15) -> float:
    """Milliseconds of the middle one of several runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return median(taken)


def fight(units: int) -> DragonpactState:
    """Half Osrics, half bandits in two lines that touch, on a wide map; the first Osric's turn."""
    width = units // 2
    entrants = [
        Entrant(f"{side}{number}", sheet(key), side, "gm", {"at": [number, row]})
        for side, key, row in (("party", "osric_vane", 0), ("foe", "road_bandit", 1))
        for number in range(width)
    ]
    setup = Setup(tuple(entrants), {"map": {"size": [max(width, 12), 12]}})
    state = SYSTEM.begin(setup, LIBRARY, RULES)
    order = [entrant.id for entrant in entrants]
    state, _ = SYSTEM.advance(state, Command("gm", "begin_fight", {"order": order}), SeededDice("bench"))
    return state


def whole_turn(state: DragonpactState) -> DragonpactState:
    """Prompts read, a blow, a Block, the turn ended."""
    dice = SeededDice("turn")
    SYSTEM.prompts(state, "party0")
    for actor, name, params in (
        ("party0", "basic_attack", {"weapon": "party0/greatsword", "target": "foe0"}),
        ("foe0", "block", {}),
        ("party0", "end_turn", {}),
    ):
        state, _ = SYSTEM.advance(state, Command(actor, name, params), dice)
    return state


def whole_fight(seed: int) -> int:
    """A random fight to its end; how many commands it took."""
    brawl = Brawl(seed)
    for number in range(2000):
        command = brawl.choose()
        if command is None:
            return number
        brawl.step_with(command)
    return 2000


def map_figures() -> str:
    """Ways and sight of 100 tokens on 60 x 60."""
    rng = random.Random(1)
    some = [(rng.randrange(60), rng.randrange(60)) for _ in range(500)]
    grid = Grid(60, 60, wall=tuple(sorted(set(some[:300]))), rough=tuple(sorted(set(some[300:]))))
    tokens = [(rng.randrange(60), rng.randrange(60)) for _ in range(100)]
    near = timed(lambda: [grid.ways(token, 12) for token in tokens], 5)
    far = timed(lambda: grid.ways(tokens[0]), 5)
    seen = timed(lambda: [grid.sees(a, b) for a in tokens for b in tokens], 5)
    return (
        f"60 x 60: ways of 12 for 100 tokens {near:.0f} ms, all ways of one {far:.0f} ms, 10,000 sights {seen:.0f} ms"
    )


def main() -> None:
    """Prints the figures."""
    lines = []
    for units in (8, 30, 100, 200):
        state = fight(units)
        data = SYSTEM.encode_state(state)
        lines.append(
            f"{units:4} units: turn {timed(lambda s=state: whole_turn(s)):6.1f} ms, "
            f"prompts {timed(lambda s=state: SYSTEM.prompts(s, 'party0')):6.1f} ms, "
            f"view {timed(lambda s=state: SYSTEM.view(s, PUBLIC)):6.1f} ms, "
            f"state {len(data) / 1024:.0f} kB, JSON {timed(lambda d=data: SYSTEM.decode_state(d)):.1f} ms"
        )
    lines.append(f"random fight: {timed(lambda: whole_fight(7), 3):.0f} ms for {whole_fight(7)} commands")
    lines.append(map_figures())
    print("\n".join(lines))


if __name__ == "__main__":
    main()
