"""What an action is: one frozen row. All that is regular about it stands in the row; what is its own is a function.

Steps: ``held`` waits for its trigger, ``moves`` is done in step b, ``attack`` rolls in step c, ``defend`` answers in
step d, ``full`` has its own functions for the phases of a round, ``asked`` is never declared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Type

Step = Literal["held", "moves", "attack", "defend", "full", "asked", "nothing"]
WeaponUse = Literal[
    "", "strike", "close", "off", "two", "shield", "missile", "throw", "guard", "parry", "any", "sheathed", "gear"
]

Need: TypeAlias = Callable[[Fight, str, Declaration], Refusal | None]
Effect: TypeAlias = Callable[[Fight, str, Declaration], None]
Price: TypeAlias = Callable[[Fight, str, Declaration], Mapping[str, int]]


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the tables of actions.

    ``cost`` is Stamina as a formula of ``w`` (the weapon), ``both`` (both weapons), ``dv``, ``cover`` (the
    DV of a shield that can be used now) and ``armour``;
    ``price`` gives more pools than that, ``reserve`` what has to
    be there besides when it is declared. ``weapon`` tells which weapon it uses, ``takes`` its further parameters,
    ``needs`` what has to have gone before. ``breaks_hold`` ends what the actor holds.

    Of an attack: ``to_hit`` and ``damage`` are modifiers, ``heavy`` makes Parry and Block harder and Dodge easier,
    ``against`` lies on every active defence, ``knockdown`` is the bonus of its Knockdown (None: it has none),
    ``split`` halves the damage between Hits and Stamina, ``shock`` is what it leaves, ``shaken`` what a made check
    against it leaves, ``checked`` whether a Constitution check avoids it.
    """

    key: str
    types: tuple[Type, ...]
    step: Step
    cost: str = "0"
    weapon: WeaponUse = ""
    target: Literal["", "enemy", "enemies"] = ""
    takes: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    breaks_hold: bool = False
    to_hit: int = 0
    damage: int = 0
    heavy: bool = False
    against: int = 0
    knockdown: int | None = None
    split: bool = False
    shock: str = ""
    checked: bool = False
    shaken: str = ""
    undefendable: bool = False
    start: Effect | None = None
    price: Price | None = None
    reserve: Price | None = None


def needs(text: str) -> Refusal:
    """A refusal for want of what has to go before."""
    return Refusal("before", text)
