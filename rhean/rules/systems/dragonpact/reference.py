"""The rules reference of Dragonpact: rules, abilities, conditions, gear, skills, rulings, in our own words.

The words are in ``data/texts/``; figures come from the library and the rulings in force, so that a group's own gear
and house rules are in its reference as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

import msgspec

from rhean.rules.rulings import Ruling, Rulings
from rhean.rules.sheet import Library
from rhean.rules.system import Page
from rhean.rules.systems.dragonpact import perks
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.conditions import CONDITIONS
from rhean.rules.systems.dragonpact.library import Armour, Catalogue, Item, Shield, Skill, Weapon
from rhean.rules.systems.dragonpact.rulings import RULINGS
from rhean.rules.systems.dragonpact.soundness import price
from rhean.rules.systems.dragonpact.state import Rules
from rhean.rules.systems.dragonpact.values import label
from rhean.rules.systems.dragonpact.view import UNTIL

Facts = tuple[tuple[str, str], ...]
KINDS = {"technique": "Technique", "attack": "Attack", "reaction": "Reaction", "free": "Free"}
SORTS = {
    "heal": "Heals somebody within a space.",
    "stamina": "Gives Stamina back to somebody able within a space.",
    "cure": "Ends a condition of somebody within a space.",
    "bomb": "Thrown at a space: burns everybody in it and around it, friend or not. Nobody can react.",
    "poison": "Coats a weapon; the next attack with it that wounds poisons.",
    "ammo": "Used up by shooting.",
    "tool": "Useful, outside of fights.",
}


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a page."""

    text: str
    title: str = ""
    words: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


@cache
def texts(name: str) -> dict[str, Text]:
    """The texts of one file by key."""
    data = files(__package__).joinpath("data", "texts", f"{name}.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, Text])


def reference(library: Library, rulings: Rulings) -> tuple[Page, ...]:
    """Every page, in the order of reading. Keys are stable: ``action.guard``, ``condition.prone`` ..."""
    return (
        *_rules(rulings),
        *_actions(rulings),
        *_conditions(rulings),
        *_skills(library),
        *_weapons(library, rulings),
        *_protection(library),
        *_items(library),
        *_rulings(rulings),
    )


def _filled(text: str, rulings: Rulings) -> str:
    """A text with the rulings in force."""
    return Template(text.strip()).safe_substitute({key: str(value) for key, value in rulings.values.items()})


def _rules(rulings: Rulings) -> Iterator[Page]:
    for key, text in texts("rules").items():
        yield Page(f"rule.{key}", text.title, "Rules", _filled(text.text, rulings), (), text.words, text.see)


def _actions(rulings: Rulings) -> Iterator[Page]:
    for key, ability in ABILITIES.items():
        text = texts("actions")[key]
        facts = (("Kind", KINDS[ability.kind]), ("Stamina", ability.cost))
        title = text.title or ability.label
        yield Page(f"action.{key}", title, "Abilities", _filled(text.text, rulings), facts, text.words, text.see)


def _conditions(rulings: Rulings) -> Iterator[Page]:
    for key in CONDITIONS:
        text = texts("conditions")[key]
        facts = (("Lasts", UNTIL[key]),) if UNTIL[key] else ()
        yield Page(
            f"condition.{key}", key.capitalize(), "Conditions", _filled(text.text, rulings), facts, text.words, text.see
        )


def _skills(library: Library) -> Iterator[Page]:
    for key, skill in library.all("skills").items():
        if isinstance(skill, Skill):
            text = skill.text or f"Rolled with {label(skill.stat)}."
            yield Page(f"skill.{key}", skill.name, "Skills", text, (("Core Stat", label(skill.stat)),), (skill.name,))


# -- gear ---------------------------------------------------------------------------------------------------


def _weapons(library: Library, rulings: Rulings) -> Iterator[Page]:
    rules = Rules(rulings, Catalogue())
    for kind in ("weapons", "naturals"):
        for key, weapon in library.all(kind).items():
            if isinstance(weapon, Weapon):
                gold = "" if kind == "naturals" else f"{price(rules, weapon):g}"
                chapter = "Natural weapons" if kind == "naturals" else label(weapon.group)
                yield Page(
                    f"gear.{key}", weapon.name, chapter, weapon_text(weapon), weapon_facts(weapon, gold), (weapon.name,)
                )


def weapon_text(weapon: Weapon) -> str:
    """The weapon's own words and its perks."""
    lines = [weapon.text] if weapon.text else []
    stats = " or ".join(label(stat) for stat in weapon.perk_stats)
    for perk in weapon.perks:
        does = "; ".join(perks.words(words) for words in perk.does)
        lines.append(f"**{stats} {perk.level}**: {does}.")
    return "\n\n".join(lines) or "No perks."


def weapon_facts(weapon: Weapon, gold: str) -> Facts:
    """The weapon's row."""
    reach = ", ".join(f"{mode} {far}" for mode in ("melee", "thrown", "shot") if (far := getattr(weapon, mode)))
    return _kept(
        ("Damage", f"{weapon.base}, crit {weapon.crit}, {weapon.damage}"),
        ("Reach", reach),
        ("Needs", needs(dict(weapon.requires))),
        ("Qualities", ", ".join(label(quality) for quality in weapon.qualities)),
        ("Ammunition", label(weapon.ammo) if weapon.ammo else ""),
        ("Gold", gold),
    )


def needs(requires: dict[Any, int]) -> str:
    """Requirements in words."""
    return ", ".join(f"{label(stat)} {least}" for stat, least in requires.items())


def _kept(*facts: tuple[str, str]) -> Facts:
    return tuple(fact for fact in facts if fact[1])


def _protection(library: Library) -> Iterator[Page]:
    for key, shield in library.all("shields").items():
        if isinstance(shield, Shield):
            text = shield.text or "Blocks, and strikes as a blunt weapon in one hand."
            yield Page(f"gear.{key}", shield.name, "Shields", text, shield_facts(shield), (shield.name,))
    for key, armour in library.all("armour").items():
        if isinstance(armour, Armour):
            text = armour.text or f"{'Heavy' if armour.heavy else 'Light'} armour, worn on the {armour.slot}."
            yield Page(f"gear.{key}", armour.name, "Armour", text, armour_facts(armour), (armour.name,))


def shield_facts(shield: Shield) -> Facts:
    """A shield's row."""
    return _kept(
        ("Block value", str(shield.block)),
        ("Damage", f"{shield.base}, crit {shield.crit}"),
        ("Evasion", f"{shield.evasion:+d}" if shield.evasion else ""),
        ("Weight", str(shield.weight)),
        ("Needs", needs(dict(shield.requires))),
        ("Gold", f"{shield.gold:g}"),
    )


def armour_facts(armour: Armour) -> Facts:
    """A row of armour."""
    return _kept(
        ("Armor", f"{armour.armor:+d}" if armour.armor else ""),
        ("Evasion", f"{armour.evasion:+d}" if armour.evasion else ""),
        ("Speed", f"{armour.speed:+d}" if armour.speed else ""),
        ("Resistance", ", ".join(f"{element} {bonus:+d}" for element, bonus in armour.resist.items())),
        ("Weight", str(armour.weight)),
        ("Needs", needs(dict(armour.requires))),
        ("Gold", f"{armour.gold:g}"),
    )


def _items(library: Library) -> Iterator[Page]:
    for key, item in library.all("items").items():
        if isinstance(item, Item):
            text = item.text or SORTS[item.sort]
            yield Page(f"gear.{key}", item.name, "Items", text, item_facts(item), (item.name,), ("action.item",))


def item_facts(item: Item) -> Facts:
    """An item's row."""
    return _kept(
        ("Heals", str(item.wounds) if item.wounds else ""),
        ("Stamina", str(item.amount) if item.amount else ""),
        ("Ends", ", ".join(item.ends)),
        ("Damage", f"{item.dice} {item.element}" if item.dice else ""),
        ("Range", str(item.range) if item.range else ""),
        ("Radius", str(item.radius) if item.sort == "bomb" else ""),
        ("Potency", str(item.potency) if item.potency else ""),
        ("Gold", f"{item.gold:g}"),
    )


# -- rulings ------------------------------------------------------------------------------------------------


def _rulings(rulings: Rulings) -> Iterator[Page]:
    for ruling in RULINGS:
        yield Page(f"ruling.{ruling.key}", ruling.label, "Rulings", ruling.text, ruling_facts(ruling, rulings))


def ruling_facts(ruling: Ruling, rulings: Rulings) -> Facts:
    """What holds here, what holds by default, and who said so."""
    said = "the game" if ruling.provenance == "source" else "settled here"
    return (
        ("In force", worded(ruling, rulings[ruling.key])),
        ("Default", worded(ruling, ruling.default)),
        ("Said by", said),
    )


def worded(ruling: Ruling, value: Any) -> str:
    """A ruling's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value)
    return dict(ruling.choices).get(value, str(value))
