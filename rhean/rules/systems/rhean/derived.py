"""Derived values of a sheet, each with its explanation. Any of them can be set by hand, and then says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rhean.rules.explain import Explained, Source, Term
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Library
from rhean.rules.systems.rhean import formula
from rhean.rules.systems.rhean.checks import attribute_term, shortfall_term, skill_term, weakened_term
from rhean.rules.systems.rhean.entries import ATTRIBUTES, POOL_LABELS, POOLS, Skill
from rhean.rules.systems.rhean.library import find_skill
from rhean.rules.systems.rhean.sheet import Carried, Sheet
from rhean.rules.view import Figure

BASE_DEFENCE = 11

POOL_HELP = {
    "hits": "At 0 one is dying.",
    "stamina": "Pays for nearly every action; at 0 one is unconscious.",
    "stability": "Pays for composure; at 0 one is out of one's mind.",
    "ka": "The spirit's strength; at 0 one is listless.",
}


def by_hand(sheet: Sheet, key: str, value: Explained) -> Explained:
    """The value, or what somebody set in its place."""
    number = sheet.overrides.get(key)
    return value if number is None else value.overridden(number)


def at_least(value: Explained, lowest: int) -> Explained:
    """The value raised to its minimum, with a term that says so."""
    if value.total >= lowest:
        return value
    return Explained.of(*value.terms, Term("least", lowest - value.total, f"at least {lowest}"))


def _scores(sheet: Sheet) -> dict[str, int]:
    return {**sheet.attributes, **sheet.traits}


def _sources(sheet: Sheet) -> Mapping[str, Source]:
    """Where the names of formulas come from."""
    return {
        **dict.fromkeys(_scores(sheet), "attribute"),
        "race": "base",
        "shortfall": "gear",
        "armour": "gear",
        "shield": "gear",
        "natural": "base",
        "evade": "skill",
    }


def pool_maximum(sheet: Sheet, pool: str, rulings: Rulings) -> Explained:
    """A pool's full value: its formula, at least 1."""
    terms = formula.terms(rulings[f"{pool}_formula"], _scores(sheet), _sources(sheet))
    return at_least(by_hand(sheet, pool, Explained.of(*terms)), 1)


def maxima(sheet: Sheet, rulings: Rulings) -> dict[str, int]:
    """Pool -> full value."""
    return {pool: pool_maximum(sheet, pool, rulings).total for pool in POOLS}


def present(sheet: Sheet, rulings: Rulings) -> dict[str, int]:
    """Pool -> what is left now: full unless the sheet says otherwise, never above full."""
    return {pool: min(sheet.pools.get(pool, full), full) for pool, full in maxima(sheet, rulings).items()}


def weakened(sheet: Sheet, rulings: Rulings) -> Term:
    """What lies on every roll for the pools of which less than half is left."""
    return weakened_term(present(sheet, rulings), maxima(sheet, rulings), rulings)


def burdened(value: Explained, weak: Term) -> Explained:
    """What is added to a roll, set by hand or not, with what weakness takes from it."""
    return Explained.of(*value.terms, weak) if weak.value else value


def initiative(sheet: Sheet, rulings: Rulings) -> Explained:
    """What is added to the d10 for the order."""
    terms = formula.terms(rulings["initiative_formula"], _scores(sheet), _sources(sheet))
    return by_hand(sheet, "initiative", Explained.of(*terms))


def shortfall(sheet: Sheet, rulings: Rulings) -> int:
    """Strength lacking for the armour, if the ruling ``strength_shortfall`` lets it count."""
    return sheet.shortfall if rulings["strength_shortfall"] else 0


def movement(sheet: Sheet, rulings: Rulings) -> Explained:
    """Feet of a combat move: the sheet's own number, else the formula; at least 1."""
    if sheet.movement:
        return by_hand(sheet, "movement", Explained.of(Term("movement", sheet.movement, "Movement", "base")))
    values = {**_scores(sheet), "race": sheet.race.movement, "shortfall": shortfall(sheet, rulings)}
    terms = formula.terms(rulings["movement_formula"], values, _sources(sheet))
    found = Explained.of(*(_movement_term(term, sheet) for term in terms if term.value or term.key != "shortfall"))
    return by_hand(sheet, "movement", at_least(found, 1))


def _movement_term(term: Term, sheet: Sheet) -> Term:
    """A term of Movement with its label."""
    labels = {"race": sheet.race.name, "shortfall": "Armour too heavy"}
    return Term(term.key, term.value, labels.get(term.key, ""), term.source, term.note)


def defence_parts(sheet: Sheet, rulings: Rulings, *, shield: bool = True) -> dict[str, int]:
    """The values that the formula of passive defence may name: attributes stand for their modifiers."""
    evade = {"none": 0, "half": sheet.level("evade") // 2, "full": sheet.level("evade")}[rulings["evade_in_passive"]]
    return {
        **{key: sheet.mod(key) for key in ATTRIBUTES},
        "armour": sheet.armour.defense if sheet.armour and sheet.trained_in_armour else 0,
        "natural": sheet.natural_defense,
        "shield": sheet.shield.dv if sheet.shield and shield else 0,
        "evade": evade,
    }


DEFENCE_LABELS = {"armour": "Armour", "natural": "Natural", "shield": "Shield", "evade": "Evade"}


def defence(sheet: Sheet, rulings: Rulings, *, shield: bool = True) -> Explained:
    """Passive defence of one who stands free: 11 and the formula; with the shield unless it is told not to count."""
    parts = defence_parts(sheet, rulings, shield=shield)
    terms = list(formula.terms(rulings["passive_defense_formula"], parts, _sources(sheet)))
    if rulings["evade_in_passive"] != "none" and all(term.key != "evade" for term in terms):
        terms.append(Term("evade", parts["evade"], source="skill"))
    named = [Term(t.key, t.value, DEFENCE_LABELS.get(t.key, ""), t.source, t.note) for t in terms]
    found = Explained.summed((Term("base", BASE_DEFENCE, "base", "base"), *named), ("base", "agility"))
    return by_hand(sheet, "defence", found)


def reduction(sheet: Sheet) -> Explained:
    """Damage Reduction: armour, trained or not, and hide or shell."""
    armour = sheet.armour.reduction if sheet.armour else 0
    label = sheet.armour.name if sheet.armour else ""
    terms = (Term("armour", armour, label, "gear"), Term("natural", sheet.natural_reduction, "Natural", "base"))
    return by_hand(sheet, "reduction", Explained.summed(terms))


def reaction(sheet: Sheet) -> Explained:
    """What is added to a Reaction roll of one who was neither asleep nor surprised."""
    terms = (
        attribute_term(sheet, "perception"),
        Term("quick_reflexes", 2 * sheet.has("quick_reflexes"), "Quick reflexes"),
        Term("slow_reflexes", -2 * sheet.has("slow_reflexes"), "Slow reflexes"),
    )
    return by_hand(sheet, "reaction", Explained.summed(terms, ("perception",)))


def skill_bonus(sheet: Sheet, skill: Skill, rulings: Rulings) -> Explained:
    """What is added to a roll of a skill at one's own rank."""
    terms = (
        skill_term(sheet, skill),
        attribute_term(sheet, skill.attribute),
        shortfall_term(sheet, skill.attribute, rulings),
    )
    return by_hand(sheet, f"skills.{skill.key}", Explained.summed(terms, (skill.key, skill.attribute)))


def off_hand(sheet: Sheet, rulings: Rulings) -> int:
    """The penalty of the off hand by the rank of Two-Weapon Fighting; 2 smaller for the ambidextrous."""
    penalty: int = rulings["two_weapon_penalty"][sheet.rank("two_weapon")]
    return min(0, penalty + 2) if sheet.has("ambidextrous") else penalty


def best_skill(sheet: Sheet, weapon: Carried) -> str:
    """The skill used with a weapon: its own, or another that fits it and is better on this sheet."""
    keys = (weapon.weapon.skill, *weapon.weapon.others)
    return max(keys, key=lambda key: (sheet.rank(key), sheet.level(key)))


def _hand_terms(sheet: Sheet, weapon: Carried, rulings: Rulings) -> tuple[Term, ...]:
    """What the hand and the nature of a weapon do to a roll."""
    return (
        Term("off_hand", off_hand(sheet, rulings) if weapon.hand == "off" else 0, "Off hand"),
        Term("improvised", -2 if weapon.weapon.improvised else 0, "Improvised"),
    )


def weapon_bonus(sheet: Sheet, number: int, skill: Skill, kind: str, rulings: Rulings) -> Explained:
    """What is added to an attack (``kind`` attack) or a parry with a weapon of the sheet, before the situation."""
    by_skill = delta(skill_bonus(sheet, skill, rulings))
    terms = (
        skill_term(sheet, skill),
        attribute_term(sheet, skill.attribute),
        *_hand_terms(sheet, sheet.weapons[number], rulings),
        shortfall_term(sheet, skill.attribute, rulings),
        Term("by_hand", by_skill, f"{skill.name} set by hand", "skill"),
    )
    return by_hand(sheet, f"{kind}.{number}", Explained.summed(terms, (skill.key, skill.attribute)))


def damage_bonus(sheet: Sheet, number: int, rulings: Rulings) -> Explained:
    """What is added to a weapon's dice: its constant, and Strength for blows."""
    weapon = sheet.weapons[number]
    strong = rulings["strength_damage"] and weapon.weapon.melee
    terms = (
        Term("weapon", weapon.damage.constant, weapon.weapon.name, "gear"),
        Term("strength", sheet.mod("strength") if strong else 0, "Strength", "attribute"),
    )
    return by_hand(sheet, f"damage.{number}", Explained.summed(terms))


def delta(value: Explained) -> int:
    """By how much somebody has set a value off what it comes to."""
    return sum(term.value for term in value.terms if term.source == "override")


def weapon_deltas(sheet: Sheet, number: int, skills: Mapping[str, Skill], rulings: Rulings) -> dict[str, int]:
    """``attack``, ``parry``, ``damage`` -> by how much they were set by hand, those that were not left out."""
    skill = skills.get(best_skill(sheet, sheet.weapons[number]))
    parry = skills.get(skill.parried_by) if skill is not None else None
    found: dict[str, int] = {"damage": delta(damage_bonus(sheet, number, rulings))}
    for kind, used in (("attack", skill), ("parry", parry)):
        if used is not None:
            found[kind] = delta(weapon_bonus(sheet, number, used, kind, rulings))
    return {kind: value for kind, value in found.items() if value}


def figures(sheet: Sheet, skills: Mapping[str, Skill], rulings: Rulings) -> tuple[Figure, ...]:
    """Every derived value; ``skills`` are the skills of the sheet and those that its weapons ask for."""
    weak = weakened(sheet, rulings)
    return (
        *_attribute_figures(sheet),
        *_main_figures(sheet, rulings, weak),
        *_skill_figures(sheet, skills, rulings, weak),
        *_weapon_figures(sheet, skills, rulings, weak),
    )


def figures_of(sheet: Sheet, library: Library, rulings: Rulings) -> tuple[Figure, ...]:
    """Every derived value, with the skills looked up in the library."""
    return figures(sheet, skills_of(sheet, library), rulings)


def skills_of(sheet: Sheet, library: Library) -> dict[str, Skill]:
    """The skills of a sheet, those that its weapons ask for, and the parry skills that go with them."""
    keys = dict.fromkeys(sheet.skills)
    for carried in sheet.weapons:
        keys.update(dict.fromkeys((carried.weapon.skill, *carried.weapon.others)))
    found = {key: skill for key in keys if (skill := find_skill(library, key)) is not None}
    parries = {skill.parried_by for skill in found.values() if skill.parried_by}
    found.update({key: skill for key in parries if (skill := find_skill(library, key)) is not None})
    return found


def _attribute_figures(sheet: Sheet) -> Iterator[Figure]:
    """The eight modifiers."""
    for key in ATTRIBUTES:
        computed = Explained.of(attribute_term(sheet.without_overrides(), key))
        value = by_hand(sheet, f"modifier.{key}", computed)
        yield Figure(f"modifier.{key}", key.capitalize(), value, group="Attributes", field=key)


def _main_figures(sheet: Sheet, rulings: Rulings, weak: Term) -> Iterator[Figure]:
    """Pools, order, movement, defence."""
    for pool in POOLS:
        value = pool_maximum(sheet, pool, rulings)
        yield Figure(pool, POOL_LABELS[pool], value, group="Pools", help=POOL_HELP[pool], field=f"pools.{pool}")
    yield Figure("initiative", "Initiative", initiative(sheet, rulings), group="Combat", help="Added to the d10.")
    react = burdened(reaction(sheet), weak)
    yield Figure("reaction", "Reaction", react, group="Combat", help="Added to 2d10, against 11.")
    yield Figure("movement", "Movement", movement(sheet, rulings), "ft", "Combat", "A combat move.", "movement")
    yield Figure("defence", "Passive defence", defence(sheet, rulings), group="Combat", field="natural_defense")
    yield Figure(
        "reduction", "Damage Reduction", reduction(sheet), group="Combat", help="Off every hit.", field="armour"
    )


def _skill_figures(sheet: Sheet, skills: Mapping[str, Skill], rulings: Rulings, weak: Term) -> Iterator[Figure]:
    """The bonus of each skill on the sheet."""
    for key in sheet.skills:
        value = burdened(skill_bonus(sheet, skills[key], rulings), weak)
        yield Figure(f"skills.{key}", skills[key].name, value, group="Skills", field=f"skills.{key}")


def _weapon_figures(sheet: Sheet, skills: Mapping[str, Skill], rulings: Rulings, weak: Term) -> Iterator[Figure]:
    """Attack, parry and damage of each weapon on the sheet."""
    for number, carried in enumerate(sheet.weapons):
        name, place = carried.weapon.name, f"weapons.{number}"
        skill = skills.get(best_skill(sheet, carried))
        if skill is not None:
            attack = burdened(weapon_bonus(sheet, number, skill, "attack", rulings), weak)
            yield Figure(f"attack.{number}", f"{name}: attack", attack, group="Weapons", field=place)
        parry_skill = skills.get(skill.parried_by) if skill is not None else None
        if parry_skill is not None and carried.weapon.melee and not carried.weapon.natural:
            parry = burdened(weapon_bonus(sheet, number, parry_skill, "parry", rulings), weak)
            yield Figure(f"parry.{number}", f"{name}: parry", parry, group="Weapons", field=place)
        dice = f"{carried.damage.count}d{carried.damage.sides}"
        bonus = damage_bonus(sheet, number, rulings)
        yield Figure(f"damage.{number}", f"{name}: damage", bonus, f"+ {dice}", "Weapons", "Besides the dice.", place)
