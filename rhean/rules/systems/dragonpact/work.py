"""A command being carried out: the state as it becomes, the dice, and what happened with who may know it.

A fact about a hidden unit is born for that unit's own side and the GM. Facts that only name one (an attack, a roll)
are held back the same way, unless the unit is no longer hidden when the command is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rhean.rules.dice import Dice
from rhean.rules.events import EVERYONE, GM_ONLY, Audience, Event, Fact
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.facts import Number
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Rules, Unit

SECRET = (
    facts.Moved,
    facts.Guarded,
    facts.CostPaid,
    facts.ItemUsed,
    facts.ItemReadied,
    facts.ItemStowed,
    facts.WeaponCoated,
    facts.HideFailed,
)
"""Facts of a hidden unit that stay with its side even if it is seen a moment later, or hides only now."""

ID_FIELDS = ("unit", "attacker", "target", "by", "a", "b", "number", "order", "weapon", "item", "gear", "weapons")


def named(value: Any) -> Iterator[str]:
    """Every unit id that a fact's fields name; a thing's id begins with its unit's."""
    if isinstance(value, str):
        yield value.partition("/")[0]
    elif isinstance(value, Number):
        yield value.unit
    elif isinstance(value, tuple):
        for part in value:
            yield from named(part)


def ids_of(fact: Fact) -> set[str]:
    """The ids of all that a fact tells of."""
    found: set[str] = set()
    for field in ID_FIELDS:
        found.update(named(getattr(fact, field, ())))
    return found


def _of_hiding(fact: Fact) -> bool:
    """Whether a fact tells that somebody hides, or failed to."""
    if isinstance(fact, facts.ConditionGained):
        return fact.condition == "hidden"
    return isinstance(fact, facts.HideFailed)


class Work:
    """The state on its way through one command."""

    def __init__(self, state: DragonpactState, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self._born: list[tuple[Fact, frozenset[str], Audience | None]] = []

    # -- reading --------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """Rulings and catalogue."""
        return self.state.rules

    def ruling(self, key: str) -> Any:
        """The ruling in force."""
        return self.state.rules.rulings[key]

    def unit(self, key: str) -> Unit:
        """A unit as it is now."""
        return self.state.index[key]

    @property
    def attack(self) -> Attack:
        """The attack on top of the stack."""
        return self.state.stack[-1]

    # -- changing -------------------------------------------------------------------------------------------

    def change(self, **fields: Any) -> None:
        """Changes fields of the state."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def set(self, key: str, **fields: Any) -> Unit:
        """Changes fields of a unit."""
        changed = msgspec.structs.replace(self.state.index[key], **fields)
        self.change(units=tuple(changed if unit.id == key else unit for unit in self.state.units))
        return changed

    def set_turn(self, key: str, **fields: Any) -> None:
        """Changes what a unit has done in its turn."""
        self.set(key, turn=msgspec.structs.replace(self.state.index[key].turn, **fields))

    def use(self, key: str, ability: str) -> None:
        """Marks a once-a-turn ability as used."""
        used = self.unit(key).turn.used
        self.set_turn(key, used=(*used, ability))

    def set_attack(self, **fields: Any) -> Attack:
        """Changes the attack on top of the stack."""
        changed = msgspec.structs.replace(self.attack, **fields)
        self.change(stack=(*self.state.stack[:-1], changed))
        return changed

    def pay(self, key: str, stamina: int) -> None:
        """Pays Stamina; a cost of 0 is no event."""
        if stamina <= 0:
            return
        left = self.unit(key).stamina - stamina
        self.set(key, stamina=left)
        self.tell(facts.CostPaid(key, stamina, left))

    # -- telling --------------------------------------------------------------------------------------------

    def tell(self, fact: Fact, audience: Audience | None = None) -> None:
        """Something happened. Without an audience it is decided by who is hidden."""
        hidden = frozenset(key for key in ids_of(fact) if key in self.state.index and self.state.index[key].hidden)
        if audience is None and hidden and isinstance(fact, SECRET):
            audience = self._side(hidden)
        elif audience is None and _of_hiding(fact):
            audience = self._side(frozenset(ids_of(fact)))
        self._born.append((fact, hidden, audience))

    def tell_gm(self, fact: Fact) -> None:
        """Something that only the GM knows."""
        self.tell(fact, GM_ONLY)

    def _side(self, units: frozenset[str]) -> Audience:
        """The owners who may know of all these hidden units."""
        sides = [set(self.state.side_owners(self.state.index[key].side)) for key in units if key in self.state.index]
        owners = set.intersection(*sides) if sides else set()
        return Audience(tuple(sorted(owners)))

    def events(self) -> tuple[Event[Any], ...]:
        """Everything that happened, each for those who may know it."""
        return tuple(self._event(*born) for born in self._born)

    def _event(self, fact: Fact, hidden: frozenset[str], audience: Audience | None) -> Event[Any]:
        if audience is not None:
            return Event(fact, audience)
        if isinstance(fact, SECRET):
            hidden = frozenset(ids_of(fact))
        still = frozenset(key for key in hidden if key in self.state.index and self.state.index[key].hidden)
        if not still:
            return Event(fact, EVERYONE)
        return Event(fact, self._side(still), mask(fact, still))


def mask(fact: Fact, hidden: frozenset[str]) -> Fact | None:
    """What others are told of a fact that names hidden units: the same without them, or nothing."""
    if isinstance(fact, facts.FightBegan):
        return facts.FightBegan(tuple(key for key in fact.order if key not in hidden))
    if isinstance(fact, facts.AttackDeclared | facts.AttackNegated | facts.AttackLost) and fact.attacker in hidden:
        if fact.target in hidden:
            return None
        changes: dict[str, Any] = {"attacker": ""}
        if isinstance(fact, facts.AttackDeclared):
            changes["weapons"] = ()
        return msgspec.structs.replace(fact, **changes)
    if isinstance(fact, facts.ConditionGained) and fact.unit not in hidden:
        return msgspec.structs.replace(fact, by="")
    if isinstance(fact, facts.Pushed) and fact.unit not in hidden:
        return msgspec.structs.replace(fact, by="")
    return None
