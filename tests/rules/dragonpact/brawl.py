"""Random legal fights by the prompts alone, and random garbage that has to be refused."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from rhean.rules.commands import Command
from rhean.rules.dice import Recorder, SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.prompts import Option, Parameter, Prompt
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.invariants import broken_rules
from rhean.rules.systems.dragonpact.state import DragonpactState
from tests.rules.dragonpact.kit import LIBRARY, RULES

SHEETS = [(kind, key) for kind in ("characters", "creatures") for key in LIBRARY.all(kind)]
KEYS = [key for _, key in SHEETS]


def sheet(key: str) -> dict[str, Any]:
    """A ready-made sheet."""
    entry = LIBRARY.get("characters", key) or LIBRARY.get("creatures", key)
    assert entry is not None
    return dict(entry.sheet)


def random_setup(rng: random.Random) -> Setup:
    """Three to seven units of any kind on a small map with walls, rough ground, water and shadow."""
    spaces = [(x, y) for x in range(7) for y in range(6)]
    rng.shuffle(spaces)
    kinds = {kind: [list(spaces.pop()) for _ in range(3)] for kind in ("wall", "rough", "water")}
    entrants = []
    for number in range(rng.randint(3, 7)):
        side = rng.choice(["party", "foe"]) if number > 1 else ["party", "foe"][number]
        start: dict[str, Any] = {"at": list(spaces.pop())}
        if rng.random() < 0.2:
            start["cond"] = {rng.choice(["hidden", "prone", "bleeding", "broken", "poisoned", "ward"]): {}}
        entrants.append(Entrant(f"u{number}", _stronger(rng, sheet(rng.choice(KEYS))), side, OWNERS[side], start))
    ground = [{"item": rng.choice(["spear", "healing_potion", "arrow", "dagger"]), "at": list(spaces.pop())}]
    scene = {"map": {"size": [7, 6], "light": rng.choice(["bright", "dim", "dark"]), **kinds}, "ground": ground}
    return Setup(tuple(entrants), scene)


OWNERS = {"party": "ode", "foe": "gm"}


def _stronger(rng: random.Random, document: dict[str, Any]) -> dict[str, Any]:
    """Now and then somebody whose perks are open, with things to use."""
    if rng.random() < 0.5:
        document |= {stat: rng.randint(0, 5) for stat in ("strength", "agility", "vigor")}
        extra = [{"item": key, "slot": "pack"} for key in ("healing_potion", "frost_flask", "adder_venom", "hookpole")]
        document["gear"] = [*document.get("gear", []), *extra]
        document["natural"] = rng.choice([["bite"], ["buck", "tail"], []])
    return document


class Brawl:
    """One random fight. ``taken`` are its commands with their dice."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.setup = random_setup(self.rng)
        self.dice = SeededDice(str(seed))
        self.state: DragonpactState = SYSTEM.begin(self.setup, LIBRARY, RULES)
        self.taken: list[tuple[Command, tuple[tuple[int, int], ...]]] = []
        self.step_with(Command("gm", "begin_fight"))

    def step_with(self, command: Command) -> tuple[Any, ...]:
        """Carries a command out and keeps its dice."""
        recorder = Recorder(self.dice)
        self.state, events = SYSTEM.advance(self.state, command, recorder)
        self.taken.append((command, tuple(recorder.faces)))
        return events

    def choose(self) -> Command | None:
        """A random available answer to the open prompt; None when the fight is over."""
        prompts = SYSTEM.prompts(self.state)
        if not prompts:
            return None
        options = [option for option in prompts[0].options if option.available and self.fillable(option)]
        weights = [1 if option.key in ("end_turn", "pass", "decline") else 4 for option in options]
        return self.answer(prompts[0], self.rng.choices(options, weights)[0])

    @staticmethod
    def fillable(option: Option) -> bool:
        """Whether every needed choice has something to choose from."""
        return all(any(c.available for c in p.choices) for p in option.parameters if p.required)

    def answer(self, prompt: Prompt, option: Option) -> Command:
        """The option with every needed parameter, others now and then."""
        params = dict(option.fixed)
        for parameter in option.parameters:
            if parameter.choices and (parameter.required or self.rng.random() < 0.3):
                params[parameter.key] = self.pick(parameter)
        return Command(prompt.who, option.command, params, prompt.owner, prompt.id)

    def pick(self, parameter: Parameter) -> str:
        """One available value."""
        return self.rng.choice([choice.value for choice in parameter.choices if choice.available])

    def override(self) -> Command:
        """One of the GM's overrides with random values from its own form."""
        option = self.rng.choice([one for one in SYSTEM.overrides(self.state) if one.available])
        params = dict(option.fixed)
        for parameter in option.parameters:
            if parameter.required or self.rng.random() < 0.5:
                value = self.override_value(parameter)
                if value is not None:
                    params[parameter.key] = value
        return Command("gm", option.command, params)

    def override_value(self, parameter: Parameter) -> Any:
        """A value that the parameter's form would let through."""
        if parameter.kind == "choice":
            return self.pick(parameter) if parameter.choices else None
        if parameter.kind == "integer":
            return self.rng.randint(parameter.minimum or 0, min(parameter.maximum or 9, 9))
        if parameter.kind == "space":
            return [self.rng.randint(-1, 7), self.rng.randint(-1, 6)]
        return self.rng.choice(["gm", "ode", "half", "2", "yes"])

    def garbage(self) -> Command:
        """A command at random: mostly not legal."""
        ids = [unit.id for unit in self.state.units] + ["gm", "nobody"]
        things = [thing.id for unit in self.state.units for thing in unit.gear] + ["x/y", "", 3, None, ["a"]]
        pool: dict[str, list[Any]] = {
            "stat": ["strength", "agility", "vigor", 5],
            "target": [*ids, None, 7],
            "weapon": [*things, *(f"{key}/unarmed" for key in ids)],
            "item": things,
            "path": [[[0, 0]], [[1, 1], [2, 2]], "1,1", "x", 4, [[99, 99]], []],
            "at": [[0, 0], [3, 3], "2,2", "no", [1], None],
            "direction": [[1, 0], [0, 0], "0,1", "up"],
            "grip": ["one", "two", "three"],
            "mode": ["melee", "shot", "walk", "fly", "burrow"],
            "hand": ["main", "off", "both"],
            "nonsense": [1],
        }
        keys = self.rng.sample(list(pool), self.rng.randint(0, 4))
        params = {key: self.rng.choice(pool[key]) for key in keys}
        return Command(self.rng.choice(ids), self.rng.choice([*ABILITIES, "dance"]), params)

    def try_garbage(self) -> None:
        """Garbage either is legal after all, or is refused and changes nothing."""
        before = self.state
        with suppress(IllegalCommand):
            SYSTEM.advance(self.state, self.garbage(), SeededDice("garbage"))
        assert self.state is before

    def faults(self) -> list[str]:
        """What is wrong with the present state."""
        return list(broken_rules(self.state))
