"""How fast fights of Rhean are: a phase with many combatants, a whole fight, the prompts of one among many.

    .venv/bin/python -m tests.bench.rhean_phase
    .venv/bin/python -m tests.bench.rhean_phase --sizes 8 30 100 --repeat 5

A phase: everybody is engaged with one foe and attacks; the last declaration works it out. It is told without and with
the declarations before it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import RheanState
from tests.rules.player import answer, available, pick_one

SYSTEM = get_system("rhean")
DEFAULTS = Rulings.of(RULINGS)
PARTY = ("grog", "soldier", "dwarf_axe", "spearman", "bandit_captain")
FOES = ("goblin", "orc", "bandit", "town_guard", "skeleton")
MOST_ROUNDS = 40


def sheet(key: str) -> dict[str, object]:
    """A sheet that ships."""
    entry = SYSTEM.library.get("characters", key) or SYSTEM.library.get("creatures", key)
    document: dict[str, object] = entry.sheet
    return document


def crowd(count: int) -> RheanState:
    """So many people, each engaged with one of the other side."""
    entrants = []
    for number in range(count):
        names, side = (PARTY, "party") if number % 2 == 0 else (FOES, "foes")
        key = names[number // 2 % len(names)]
        entrants.append(Entrant(f"c{number}", sheet(key), side, start={"reacted": True}))
    couples = [(f"c{number}", f"c{number + 1}") for number in range(0, count - 1, 2)]
    pairs = [{"a": one, "b": other, "zone": "engaged", "distance": 1} for one, other in couples]
    return SYSTEM.begin(Setup(tuple(entrants), {"pairs": pairs}), SYSTEM.library, DEFAULTS)


def attack(who: str) -> Command:
    """A plain attack on one's partner."""
    number = int(who[1:])
    return Command(who, "declare", {"action": "melee_attack", "target": f"c{number ^ 1}"})


def phase(count: int) -> tuple[float, float]:
    """Seconds for the command that works out a phase, and for the whole phase with all its declarations."""
    state = crowd(count)
    dice = SeededDice(f"phase {count}")
    state, _ = SYSTEM.advance(state, Command("gm", "open_round"), dice)
    began = last = time.perf_counter()
    while state.phase == 1 and state.segment == "declare":
        ((_, who, _), *_) = SYSTEM.open_decisions(state)
        last = time.perf_counter()
        state, _ = SYSTEM.advance(state, attack(who), dice)
    ended = time.perf_counter()
    return ended - last, ended - began


def whole_fight(seed: int) -> tuple[float, int, int]:
    """Seconds, rounds and commands of five against eight, played by chance."""
    chance = random.Random(seed)
    entrants = [Entrant(f"p{n}", sheet(key), "party", start={"reacted": True}) for n, key in enumerate(PARTY)]
    entrants += [Entrant(f"f{n}", sheet(FOES[n % len(FOES)]), "foes", start={"reacted": True}) for n in range(8)]
    state = SYSTEM.begin(Setup(tuple(entrants)), SYSTEM.library, DEFAULTS)
    dice, commands, began = SeededDice(f"fight {seed}"), 0, time.perf_counter()
    while state.segment != "over" and state.round <= MOST_ROUNDS:
        state, commands = decide(state, chance, dice), commands + 1
    return time.perf_counter() - began, state.round, commands


def decide(state: RheanState, chance: random.Random, dice: SeededDice) -> RheanState:
    """One open decision, taken by chance; blows before all else."""
    _, who, _ = SYSTEM.open_decisions(state)[0]
    prompt = SYSTEM.prompts(state, who)[0]
    options = available(prompt)
    blows = [option for option in options if option.group.lower().startswith("attack")]
    option = pick_one(blows or options, chance.randrange)
    try:
        return SYSTEM.advance(state, answer(prompt, option, chance.randrange, extras=False), dice)[0]
    except IllegalCommand:
        return SYSTEM.advance(state, Command(who, "declare", {"action": "nothing"}), dice)[0]


def prompts_of_one(count: int) -> float:
    """Seconds for what one may decide among so many."""
    state, _ = SYSTEM.advance(crowd(count), Command("gm", "open_round"), SeededDice("prompts"))
    _, who, _ = SYSTEM.open_decisions(state)[0]
    began = time.perf_counter()
    found = SYSTEM.prompts(state, who)
    assert found
    return time.perf_counter() - began


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8, 30, 100])
    parser.add_argument("--fights", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    lines = []
    for count in asked.sizes:
        measured = [phase(count) for _ in range(asked.repeat)]
        worked, whole = (statistics.median(column) * 1000 for column in zip(*measured, strict=True))
        lines.append(f"{count:4} combatants: a phase in {worked:7.1f} ms, with its declarations {whole:8.1f} ms")
    for seed in range(asked.fights):
        seconds, rounds, commands = whole_fight(seed)
        lines.append(f"5 against 8, fight {seed}: {seconds:6.2f} s, {rounds} rounds, {commands} commands")
    for count in (8, 200):
        spent = statistics.median(prompts_of_one(count) for _ in range(asked.repeat)) * 1000
        lines.append(f"prompts of one among {count}: {spent:7.1f} ms")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
