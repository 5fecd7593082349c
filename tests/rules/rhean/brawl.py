"""A fight of Rhean played by chance: random people, random decisions, every step checked and kept for a replay."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

from rhean.rules.commands import Command
from rhean.rules.dice import Face, RecordedDice, Recorder, SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.events import Fact
from rhean.rules.prompts import Option, Prompt
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean import facts as f
from rhean.rules.systems.rhean.state import RheanState
from tests.rules.player import answer, available, filled, pick_one
from tests.rules.rhean.invariants import SYSTEM, check_prompts, check_step

SHEETS = sorted((kind, key) for kind in ("characters", "creatures") for key in SYSTEM.library.all(kind))
FIGHTING = ("attack", "full", "defence")
STARTS: tuple[dict[str, object], ...] = ({}, {}, {}, {"hidden": True}, {"surprised": True, "reacted": False})


def random_setup(chance: random.Random, count: int) -> Setup:
    """So many shipped people on two sides, some of them hidden or surprised, two of them toe to toe."""
    entrants = []
    for number in range(count):
        kind, key = chance.choice(SHEETS)
        side, owner = (("party", f"u{number}"), ("foes", "gm"))[number % 2]
        sheet = SYSTEM.library.get(kind, key).sheet
        entrants.append(Entrant(f"c{number}", sheet, side, owner, chance.choice(STARTS)))
    return Setup(tuple(entrants), {"pairs": [{"a": "c0", "b": "c1", "zone": "engaged", "distance": 1}]})


class Brawl:
    """One fight: its state, and all that was decided and rolled."""

    def __init__(self, setup: Setup, rulings: Rulings, seed: str) -> None:
        self.seed = seed
        self.start: RheanState = SYSTEM.begin(setup, SYSTEM.library, rulings)
        self.state = self.start
        self.steps: list[tuple[Command, tuple[Face, ...], bytes]] = []
        self.reordered = 0
        self.declared: set[tuple[str, str]] = set()
        self.latest: dict[str, str] = {}

    @property
    def over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return self.state.segment == "over"

    def play(self, chance: random.Random) -> None:
        """One decision of one of those who are asked, taken by chance; it must be legal, and keep everything."""
        prompts = SYSTEM.prompts(self.state)
        prompt = pick_one(prompts, chance.randrange)
        option = weighed(prompt, chance)
        try:
            self.take(answer(prompt, option, chance.randrange))
        except IllegalCommand:
            self.take(answer(prompt, option, chance.randrange, extras=False))

    def set_by_hand(self, chance: random.Random) -> None:
        """The GM sets something, whatever it is; what is refused changes nothing."""
        option = pick_one(SYSTEM.overrides(self.state), chance.randrange)
        params = {**option.fixed, **filled(option, chance.randrange)}
        with suppress(IllegalCommand):
            self.take(Command("gm", option.command, params))

    def take(self, command: Command) -> None:
        """One command, checked."""
        dice = Recorder(SeededDice(f"{self.seed}:{len(self.steps)}"))
        before, kept = self.state, SYSTEM.encode_state(self.state)
        try:
            after, events = SYSTEM.advance(before, command, dice)
        finally:
            assert SYSTEM.encode_state(before) == kept
        if command.params.get("do") in ("order", "initiative"):
            self.reordered = after.round
        check_step(before, command, after, events, by_hand=self.reordered == after.round > 0)
        for event in events:
            self.keep_types(event.fact)
        self.state = after
        self.steps.append((command, tuple(dice.faces), SYSTEM.encode_state(after)))

    def keep_types(self, fact: Fact) -> None:
        """One action of each type a round, and none beside a full-round action."""
        if isinstance(fact, f.RoundOpened):
            self.declared.clear()
        elif isinstance(fact, f.Declared) and fact.as_ and not fact.revealed:
            types = {"attack", "defence", "move", "full"} if fact.as_ == "full" else {fact.as_, "full"}
            assert not {(fact.who, kind) for kind in types} & self.declared, fact
            self.declared.add((fact.who, fact.as_))
            self.latest[fact.who] = fact.as_
        elif isinstance(fact, f.DefenceUnused) and self.state.fixed.rulings["convert_unused"] == "refund":
            self.declared.discard((fact.who, self.latest[fact.who]))

    def check_open(self) -> None:
        """What is open now is told the same way everywhere."""
        check_prompts(self.state)

    def check_replay(self) -> None:
        """The same commands with the same faces, or with the same seed, give the same bytes after each step.

        Taking back the last command is a replay of all but the last: the same thing."""
        replayed = seeded = self.start
        for number, (command, faces, kept) in enumerate(self.steps):
            replayed, _ = SYSTEM.advance(replayed, command, RecordedDice(faces))
            seeded, _ = SYSTEM.advance(seeded, command, SeededDice(f"{self.seed}:{number}"))
            assert SYSTEM.encode_state(replayed) == SYSTEM.encode_state(seeded) == kept


def weighed(prompt: Prompt, chance: random.Random) -> Option:
    """An option, blows before all else as often as not, so that fights come to an end."""
    options = available(prompt)
    assert options, f"nothing is possible at {prompt.id}"
    fighting = [option for option in options if option.group.lower().startswith(FIGHTING)]
    return pick_one(fighting if fighting and chance.random() < 0.6 else options, chance.randrange)


def refused(prompts: Sequence[Prompt]) -> list[tuple[Prompt, Option]]:
    """Every option that is listed and barred."""
    return [(prompt, option) for prompt in prompts for option in prompt.options if not option.available]
