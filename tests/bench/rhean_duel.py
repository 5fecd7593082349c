"""How a duel of Rhean goes with the default rulings: rounds, and what ends it.

    .venv/bin/python -m tests.bench.rhean_duel --duels 3000

Two Journeymen(4) of the long sword, with round shield and leather and attributes from 5 to 7, stand at sword's length.
Each strikes once and parries once in each round. Who declares first keeps to a plan of his own, by chance; the other
parries a blow that he sees coming, and strikes when none comes. A weapon out of position is reset.

The specification says, of the same duel with tactics that it does not tell: 5.4 and 5.5 rounds on average, median 5,
four in five take 3 to 8; 83 and 85 of 100 end at 0 Hits; four of five fighters end below half of their Stamina.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, NamedTuple

from rhean.rules.commands import Command
from rhean.rules.dice import Dice, SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.entries import ATTRIBUTES
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import Fighter, RheanState

SYSTEM = get_system("rhean")
SKILLS = ("sword_long", "sword_long_parry", "shield")
GEAR: dict[str, Any] = {
    "skills": {**{key: {"rank": 3, "level": 4} for key in SKILLS}, "armor_light": {"rank": 1, "level": 1}},
    "weapons": [{"weapon": "long_sword"}],
    "shield": "round",
    "armour": "leather",
}
FOES = {"a": "b", "b": "a"}
PLAN = ("attack", "defence", "nothing")
PARRY = {"action": "parry"}
RESET = {"action": "reset_weapon"}
"""After a botch; refused as long as the weapon is ready."""
NOTHING = {"action": "nothing"}


class Duel(NamedTuple):
    """How one duel went: rounds, phases, whether it ended at 0 Hits, and how many ended below half Stamina."""

    rounds: int
    phases: int
    bled: bool
    spent: int


def begin(chance: random.Random) -> RheanState:
    """Both at sword's length, aware and ready."""
    sheets = {who: {**GEAR, **{key: chance.randint(5, 7) for key in ATTRIBUTES}} for who in FOES}
    entrants = tuple(Entrant(who, sheet, who, start={"reacted": True}) for who, sheet in sheets.items())
    scene = {"pairs": [{"a": "a", "b": "b", "zone": "engaged", "distance": 1}]}
    state: RheanState = SYSTEM.begin(Setup(entrants, scene), SYSTEM.library, Rulings.of(RULINGS))
    return state


def fight(seed: int) -> Duel:
    """One duel to its end."""
    chance = random.Random(seed)
    dice = SeededDice(str(seed))
    state = begin(chance)
    phases = 0
    plans: dict[str, list[str]] = {}
    while state.segment != "over":
        if state.segment == "opening":
            plans = {who: chance.sample(PLAN, 3) for who in FOES}
            state, _ = SYSTEM.advance(state, Command("gm", "open_round"), dice)
            continue
        _, who, kind = SYSTEM.open_decisions(state)[0]
        phases += kind == "declare" and who == state.order[0]
        state = decide(state, who, kind, plans[who], dice)
    bled = any(fighter.has("dying") for fighter in state.fighters)
    spent = sum(2 * one.stamina < state.fixed.profiles[one.id].maxima["stamina"] for one in state.fighters)
    return Duel(state.round, phases, bled, spent)


def decide(state: RheanState, who: str, kind: str, plan: list[str], dice: Dice) -> RheanState:
    """What a duellist does next; a parry that he can use he uses."""
    if kind == "defend":
        return SYSTEM.advance(state, Command(who, "defend"), dice)[0]
    fighters = {fighter.id: fighter for fighter in state.fighters}
    wishes = [wish(state, fighters[who], fighters[FOES[who]], plan), RESET, NOTHING]
    return first_legal(state, [Command(who, "declare", params) for params in wishes], dice)


def wish(state: RheanState, me: Fighter, foe: Fighter, plan: list[str]) -> dict[str, str]:
    """A parry against a blow that he sees coming, a blow where none comes, else what he planned."""
    strike = {"action": "melee_attack", "target": foe.id}
    seen = foe.moment.declared
    if seen is not None:
        return PARRY if seen.action == "melee_attack" and "defence" not in me.turn.spent else strike
    return {"attack": strike, "defence": PARRY, "nothing": RESET}[plan[state.phase - 1]]


def first_legal(state: RheanState, commands: list[Command], dice: Dice) -> RheanState:
    """The state after the first of these commands that the rules allow."""
    for command in commands[:-1]:
        try:
            return SYSTEM.advance(state, command, dice)[0]
        except IllegalCommand:
            continue
    return SYSTEM.advance(state, commands[-1], dice)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duels", type=int, default=500)
    count = parser.parse_args().duels
    began = time.perf_counter()
    duels = [fight(seed) for seed in range(count)]
    spent = time.perf_counter() - began
    rounds = sorted(duel.rounds for duel in duels)
    bled = sum(duel.bled for duel in duels) / count
    error = 2 * statistics.stdev(rounds) / count**0.5
    tenth, ninth = rounds[count // 10], rounds[count * 9 // 10]
    print(f"{count} duels: {statistics.mean(rounds):.1f} rounds on average (within {error:.1f}),")
    print(f"median {statistics.median(rounds):.0f}, four in five take {tenth} to {ninth}")
    print(f"ended at 0 Hits: {bled:.0%}; for want of Stamina: {1 - bled:.0%}")
    print(f"fighters who end below half of their Stamina: {sum(duel.spent for duel in duels) / 2 / count:.0%}")
    print(f"{spent / count * 1000:.1f} ms a duel, {spent / sum(duel.phases for duel in duels) * 1000:.2f} ms a phase")


if __name__ == "__main__":
    main()
