"""What the tests of sheets and checks share: the shipped library, the default rulings, and short ways to a sheet."""

from __future__ import annotations

from typing import Any

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.character import CharacterSide
from rhean.rules.systems.rhean.library import shipped
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.sheet import Sheet, read_sheet

LIBRARY = shipped()
DEFAULTS = Rulings.of(RULINGS)
SIDE = CharacterSide()


def ruled(**changed: Any) -> Rulings:
    """The default rulings with some changed."""
    return Rulings.of(RULINGS, changed)


def man(**fields: Any) -> Sheet:
    """An average man: every attribute 5, traits 6, nothing else, with these fields."""
    return read_sheet(fields, LIBRARY)


def shipped_sheet(key: str) -> Sheet:
    """A ready-made character or creature."""
    entry = LIBRARY.get("characters", key) or LIBRARY.get("creatures", key)
    return read_sheet(entry.sheet, LIBRARY)


def skills(**ranked: tuple[int, int]) -> dict[str, dict[str, int]]:
    """``skills(evade=(2, 3))``: skill -> rank and level."""
    return {key: {"rank": rank, "level": level} for key, (rank, level) in ranked.items()}


def roll(
    name: str, faces: tuple[int, ...], *, rulings: Rulings = DEFAULTS, who: str = "a", sheets: Any = None, **params: Any
) -> facts.Check:
    """A check rolled with these faces of d10; what it told last."""
    dice = ScriptedDice([(10, face) for face in faces])
    result = SIDE.check(sheets or {"a": {}}, Command(who, name, params), LIBRARY, rulings, dice)
    assert dice.left == ()
    fact: facts.Check = result.events[-1].fact
    return fact


def notation(fact: facts.Check) -> str:
    """The terms of a check as golden cases write them."""
    return ",".join(f"{term.key}:{term.value}" for term in fact.terms)
