"""Derived values as screens show them, each with its terms."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.explain import Explained, Term
from rhean.rules.grid import Grid
from rhean.rules.systems.dragonpact import values
from rhean.rules.systems.dragonpact.aim import basic_cost
from rhean.rules.systems.dragonpact.arms import grips, ready_arms
from rhean.rules.systems.dragonpact.library import ELEMENTS, STATS
from rhean.rules.systems.dragonpact.state import DragonpactState, Rules, Unit
from rhean.rules.view import Figure


def figures(rules: Rules, unit: Unit) -> tuple[Figure, ...]:
    """The figures of a fight: defence, Speed, Resistances."""
    return (
        Figure(
            "armor", "Armor", values.armor(rules, unit), group="Defence", help="Subtracted from an attack's damage."
        ),
        Figure("evasion", "Evasion", values.evasion(rules, unit), group="Defence", help="Rolled to Dodge."),
        Figure("accuracy", "Accuracy", values.accuracy(rules, unit), group="Defence", help="Opposes a Dodge."),
        Figure("speed", "Speed", values.speed(rules, unit), "spaces", "Movement", "Spaces for one use of Move."),
        *_resistances(rules, unit),
    )


def _resistances(rules: Rules, unit: Unit) -> Iterator[Figure]:
    """The Resistance to most elements once, and those that differ from it."""
    each = {element: values.resistance(rules, unit, element) for element in ELEMENTS}
    found = list(each.values())
    usual = max(found, key=found.count)
    yield Figure(
        "resist", "Resistance", usual, group="Resistance", help="Subtracted from elemental damage before Armor."
    )
    for element, value in each.items():
        if value != usual:
            yield _resistance(element, value)


def _resistance(element: str, value: Explained) -> Figure:
    return Figure(f"resist_{element}", f"Resistance: {element}", value, group="Resistance")


def sheet_figures(rules: Rules, unit: Unit) -> tuple[Figure, ...]:
    """Everything that a sheet works out."""
    return (
        *_stats(rules, unit),
        Figure("health", "Health", values.health_max(rules, unit), "wounds", "Pools"),
        Figure("stamina", "Stamina", values.stamina_max(rules, unit), "", "Pools", "Pays for actions and reactions."),
        Figure("mana", "Mana", values.mana_max(rules, unit), "", "Pools"),
        *figures(rules, unit)[:4],
        *(_resistance(element, values.resistance(rules, unit, element)) for element in ELEMENTS),
        Figure("capacity", "Capacity", values.capacity(rules, unit), "", "Load"),
        Figure("weight", "Weight", values.weight(rules, unit), "", "Load", "Over capacity: Speed 1, Evasion -2."),
        *_blocks(rules, unit),
        *_weapons(rules, unit),
    )


def _stats(rules: Rules, unit: Unit) -> Iterator[Figure]:
    """Core Stats of an NPC, with Power Level."""
    if unit.sheet.power_level:
        for stat in STATS:
            value = values.total(values.stat_terms(rules, unit, stat))
            yield Figure(f"core_{stat}", stat.capitalize(), value, group="Core Stats", field=stat)


def _blocks(rules: Rules, unit: Unit) -> Iterator[Figure]:
    for thing in values.shields(rules, unit)[:1]:
        entry = rules.catalogue.shields[thing.item]
        value = values.block_value(rules, unit, thing)
        terms = [Term(entry.key, entry.block, entry.name, "gear")]
        if value != entry.block:
            terms.append(Term("halved", value - entry.block, "halved", "rule"))
        yield Figure("block", "Block value", Explained.of(*terms), group="Defence")


def _weapons(rules: Rules, unit: Unit) -> Iterator[Figure]:
    """The damage bonus of each ready weapon, with its dice and cost."""
    for arm in ready_arms(rules, unit):
        for grip in grips(rules, unit, arm):
            mode = next(iter(arm.reach))
            base, crit = arm.dice(mode, grip)
            bonus = values.damage_bonus(rules, unit, arm, mode, grip)
            hands = " (two hands)" if grip == "two" else ""
            cost = basic_cost(_as_state(rules, unit), unit, arm, grip)
            words = f"{base}, crit {crit}, reach {arm.longest}, {cost} Stamina" + ("" if arm.fits else ", halved")
            key = f"damage.{arm.id.rpartition('/')[2]}.{grip}"
            yield Figure(key, f"{arm.name}{hands}: damage", Explained.of(bonus), f"+ {base}", "Weapons", words)


def _as_state(rules: Rules, unit: Unit) -> DragonpactState:
    """A sheet alone on an empty map."""
    return DragonpactState(rules, Grid(1, 1), (unit,))
