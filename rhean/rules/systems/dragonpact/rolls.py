"""Rolls outside a fight: skills and Core Stats against a difficulty or against somebody (section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rhean.rules.commands import Command
from rhean.rules.dice import Dice
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.events import EVERYONE, Event
from rhean.rules.explain import Term
from rhean.rules.prompts import Chance, Choice, Parameter
from rhean.rules.system import Check, CheckResult
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.chances import number_chance, roller
from rhean.rules.systems.dragonpact.checks import contest, number, skill_terms
from rhean.rules.systems.dragonpact.library import STATS
from rhean.rules.systems.dragonpact.odds import contest_chance
from rhean.rules.systems.dragonpact.rulings import DIFFICULTIES
from rhean.rules.systems.dragonpact.state import Rules, Unit
from rhean.rules.systems.dragonpact.values import label, roll_terms

WORDS = ", ".join(f"{value} {word}" for value, word in DIFFICULTIES)
ALLOWED = ("difficulty", "against", "against_skill", "modifier", "stat")
Units = Mapping[str, Unit]


def refuse(text: str) -> IllegalCommand:
    """A roll that cannot be made."""
    return IllegalCommand(Refusal("unknown", text))


def checks(rules: Rules, unit: Unit) -> tuple[Check, ...]:
    """Every skill, and every Core Stat."""
    skills = tuple(Choice(skill.key, skill.name) for skill in rules.catalogue.skills.values())
    stats = tuple(Choice(stat, label(stat)) for stat in STATS)
    common = (
        Parameter("difficulty", "Difficulty", "integer", default=8, minimum=0, maximum=99, help=WORDS),
        Parameter("against", "Against", "text", maximum=60, advanced=True, help="Somebody who opposes it."),
        Parameter("against_skill", "With", "choice", skills, advanced=True),
        Parameter("modifier", "Modifier", "integer", default=0, minimum=-20, maximum=20, advanced=True),
    )
    other = Parameter("stat", "Another Core Stat", "choice", stats, advanced=True)
    own = [
        Check(f"skill.{key}", skill.name, "Skills", (*common, other), rule=f"skill.{key}", field=f"skills.{key}")
        for key, skill in rules.catalogue.skills.items()
    ]
    cores = [Check(f"stat.{stat}", label(stat), "Core Stats", common, rule="rule.rolls", field=stat) for stat in STATS]
    return (*cores, *own)


def terms_of(rules: Rules, unit: Unit, key: str, params: Mapping[str, Any]) -> list[Term]:
    """The terms of a roll: skill or stat, another stat in its place, and the GM's modifier."""
    kind, _, name = key.partition(".")
    if kind == "skill" and name in rules.catalogue.skills:
        terms = skill_terms(rules, unit, name, in_turn=True)
        other = params.get("stat")
        if other:
            if other not in STATS:
                raise refuse(f"no such stat: {other}")
            terms = [
                *roll_terms(rules, unit, str(other)),
                Term(name, unit.sheet.skills.get(name, 0), label(name), "skill"),
            ]
    elif kind == "stat" and name in STATS:
        terms = roll_terms(rules, unit, name)
    else:
        raise refuse(f"no such check: {key}")
    return [*terms, Term("modifier", whole(params, "modifier", 0, -99, 99), "Modifier", "gm")]


def whole(params: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    """A whole number of a request; raises ``IllegalCommand``."""
    value = params.get(key)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise refuse(f"{key} is no whole number from {low} to {high}: {value!r}")
    return value


class Request:
    """A roll that is asked for: who, what, against whom or what."""

    def __init__(self, rules: Rules, units: Units, command: Command) -> None:
        self.rules = rules
        self.key = command.name
        for name in command.params:
            if name not in ALLOWED:
                raise refuse(f"no such parameter: {name}")
        self.unit = self._unit(units, command.actor)
        self.terms = terms_of(rules, self.unit, command.name, command.params)
        self.other, self.other_key, self.other_terms = self._other(units, command.params)
        self.difficulty = whole(command.params, "difficulty", 8, 0, 99)

    def _unit(self, units: Units, key: str) -> Unit:
        if key not in units:
            raise refuse(f"no such unit: {key}")
        return units[key]

    def _other(self, units: Units, params: Mapping[str, Any]) -> tuple[Unit | None, str, list[Term]]:
        """Who opposes the roll, and with what: the skill named, else the same."""
        if not params.get("against"):
            return None, "", []
        other = self._unit(units, str(params["against"]))
        key = f"skill.{params['against_skill']}" if params.get("against_skill") else self.key
        return other, key, terms_of(self.rules, other, key, {})

    @property
    def name(self) -> str:
        """The skill or stat, without its kind."""
        return self.key.partition(".")[2]


def check(rules: Rules, units: Units, command: Command, dice: Dice) -> CheckResult:
    """Rolls; the caller's die first."""
    asked = Request(rules, units, command)
    mine = number(rules, dice, asked.unit, asked.name, asked.terms)
    if asked.other is None:
        fact = facts.Checked(mine, asked.difficulty, mine.total >= asked.difficulty)
        return CheckResult((Event(fact, EVERYONE),), fact.success)
    theirs = number(rules, dice, asked.other, asked.other_key.partition(".")[2], asked.other_terms)
    met = contest(rules, "check", mine, theirs)
    return CheckResult((Event(met, EVERYONE),), met.success)


def check_odds(rules: Rules, units: Units, command: Command) -> tuple[Chance, ...]:
    """The exact chance of that roll."""
    asked = Request(rules, units, command)
    mine = roller(asked.unit, asked.terms)
    if asked.other is None:
        return (Chance.of("success", number_chance(rules, mine, asked.difficulty)),)
    return (Chance.of("success", contest_chance(rules, mine, roller(asked.other, asked.other_terms))),)
