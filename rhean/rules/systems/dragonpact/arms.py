"""A weapon in somebody's hand: its figures after perks, what it may be gripped with, and how far it reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rhean.rules.systems.dragonpact import perks
from rhean.rules.systems.dragonpact.library import Shield, Weapon, read_dice
from rhean.rules.systems.dragonpact.state import Rules, Unit

MODES = ("melee", "thrown", "shot")
UNARMED = "unarmed"


class Arm(msgspec.Struct, frozen=True, dict=True):
    """A weapon as one unit has it. ``id`` is the thing's own, ``slot`` empty for natural ones."""

    id: str
    name: str
    group: str
    slot: str
    base: str
    crit: str
    reach: dict[str, int]
    qualities: frozenset[str]
    perks: tuple[perks.Operation, ...]
    ammo: str
    trained: bool
    fits: bool
    shield: bool = False

    @property
    def natural(self) -> bool:
        """Whether it is a part of the body."""
        return self.group == "natural"

    @property
    def light(self) -> bool:
        """Whether it is Light."""
        return "light" in self.qualities

    def does(self, verb: str) -> bool:
        """Whether one of its open perks does this."""
        return any(perk.verb == verb for perk in self.perks)

    def figure(self, verb: str) -> int:
        """The sum of its open perks of this kind (``accuracy``, ``armor`` ...)."""
        return sum(perk.amount for perk in self.perks if perk.verb == verb)

    def word(self, verb: str) -> str:
        """The word of the last open perk of this kind, or nothing."""
        return next((perk.word for perk in reversed(self.perks) if perk.verb == verb and perk.word), "")

    def dice(self, mode: str, grip: str) -> tuple[str, str]:
        """Base and crit dice for a mode and a grip."""
        base, crit = self.base, self.crit
        if grip == "two":
            base = self.word("base_two_hands") or base
        if mode == "thrown":
            crit = self.word("thrown_crit") or crit
        if self.is_club(mode):
            base = self.word("club")
        return base, crit

    def is_club(self, mode: str) -> bool:
        """Whether a shooting weapon is swung in melee (perk ``club``)."""
        return mode == "melee" and self.does("club")

    def pierces(self, mode: str) -> bool:
        """Whether it ignores what the target wears."""
        return "piercing" in self.qualities and not self.is_club(mode)

    @property
    def crit_on(self) -> int | None:
        """The face from which a base die is a crit, where a perk says so."""
        faces = [perk.amount for perk in self.perks if perk.verb == "crit_on"]
        return faces[-1] if faces else None

    def mode_for(self, distance: int) -> str:
        """The first mode that reaches so far, or nothing."""
        return next((mode for mode in MODES if self.reach.get(mode, 0) >= distance), "")

    @property
    def longest(self) -> int:
        """How far it reaches in its best mode."""
        return max(self.reach.values())


def ready_arms(rules: Rules, unit: Unit) -> tuple[Arm, ...]:
    """Every weapon that a unit can use at once: in hand (shields too), natural ones, Unarmed last."""
    return tuple(_ready(rules, unit))


def _ready(rules: Rules, unit: Unit) -> Iterator[Arm]:
    for thing in unit.held:
        entry = rules.catalogue.gear(thing.item)
        if isinstance(entry, Weapon):
            yield make_arm(unit, thing.id, thing.slot, entry)
        elif isinstance(entry, Shield):
            yield make_arm(unit, thing.id, thing.slot, as_weapon(entry))
    for key in dict.fromkeys((*unit.sheet.natural, UNARMED)):
        natural = rules.catalogue.naturals.get(key)
        if natural is not None:
            yield make_arm(unit, f"{unit.id}/{key}", "", natural)


def find_arm(rules: Rules, unit: Unit, key: str) -> Arm | None:
    """The ready weapon with this id, or None."""
    return next((arm for arm in _ready(rules, unit) if arm.id == key), None)


def held_arms(rules: Rules, unit: Unit) -> tuple[Arm, ...]:
    """Weapons in hand, shields left out."""
    return tuple(arm for arm in _ready(rules, unit) if arm.slot and not arm.shield)


def as_weapon(shield: Shield) -> Weapon:
    """A shield as the one-handed blunt weapon that it also is."""
    return Weapon(
        key=shield.key,
        name=shield.name,
        group="maces",
        base=shield.base,
        crit=shield.crit,
        damage="blunt",
        melee=1,
        requires=shield.requires,
        qualities=shield.qualities,
        text="shield",
    )


def make_arm(unit: Unit, key: str, slot: str, weapon: Weapon) -> Arm:
    """A weapon with the perks that are open to this unit (section 9.2)."""
    shield = weapon.text == "shield"
    group = "shields" if shield else weapon.group
    trained = group == "natural" or group in unit.sheet.trained
    opened = open_perks(unit, weapon) if trained else ()
    figures = {"base": weapon.base, "crit": weapon.crit}
    reach = {mode: far for mode in MODES if (far := getattr(weapon, mode))}
    qualities = set(weapon.qualities)
    for perk in opened:
        if perk.verb in MODES:
            reach[perk.verb] = perk.amount
        elif perk.verb == "quality":
            qualities.add(perk.word)
        elif perk.verb == "club":
            reach["melee"] = 1
        elif perk.verb in figures and perk.word[:1].isdigit():
            figures[perk.verb] = perk.word
    return Arm(
        id=key,
        name=weapon.name,
        group=group,
        slot=slot,
        base=figures["base"],
        crit=figures["crit"],
        reach={mode: reach[mode] for mode in MODES if mode in reach},
        qualities=frozenset(qualities),
        perks=opened,
        ammo=weapon.ammo,
        trained=trained,
        fits=meets(unit, weapon.requires),
        shield=shield,
    )


def open_perks(unit: Unit, weapon: Weapon) -> tuple[perks.Operation, ...]:
    """The operations of every level that one of the named stats reaches."""
    best = max((unit.sheet.core(stat) for stat in weapon.perk_stats), default=0)
    return tuple(perks.read(words) for perk in weapon.perks if perk.level <= best for words in perk.does)


def meets(unit: Unit, requires: Mapping[Any, int]) -> bool:
    """Whether every stat requirement is met; both of a pair are needed."""
    return all(unit.sheet.core(stat) >= least for stat, least in requires.items())


def grips(rules: Rules, unit: Unit, arm: Arm) -> tuple[str, ...]:
    """The grips of a weapon: two hands only, one or two (Versatile, nothing else held), or one."""
    if "two_handed" in arm.qualities:
        return ("two",)
    if "versatile" in arm.qualities and arm.slot and len(unit.held) == 1:
        return ("one", "two")
    return ("one",)


def dice_of(text: str) -> tuple[int, int]:
    """Count and sides of dice."""
    return read_dice(text)


def accuracy_perks(arm: Arm, unit: Unit) -> int:
    """What a weapon's perks add to an Accuracy roll with it."""
    return arm.figure("accuracy") + (0 if unit.turn.moved else arm.figure("accuracy_still"))
