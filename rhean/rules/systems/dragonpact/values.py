"""Derived values, each a list of terms: lasting ones, traits, Guard, conditions (section 4)."""

from __future__ import annotations

from collections.abc import Iterable

from rhean.rules.explain import Explained, Term
from rhean.rules.systems.dragonpact.arms import Arm, accuracy_perks, meets, ready_arms
from rhean.rules.systems.dragonpact.library import Armour, Shield, Weapon
from rhean.rules.systems.dragonpact.sheet import Gear
from rhean.rules.systems.dragonpact.state import Rules, Unit


def label(key: str) -> str:
    """``power_level`` -> ``Power Level``, ``strength`` -> ``Strength``."""
    return "Power Level" if key == "power_level" else key.replace("_", " ").capitalize()


def total(terms: Iterable[Term]) -> Explained:
    """The sum; terms of 0 are left out but for the first."""
    first, *rest = terms
    return Explained.of(first, *(term for term in rest if term.value))


def stat_terms(rules: Rules, unit: Unit, stat: str, *, times: int = 1) -> list[Term]:
    """A Core Stat and Power Level as terms."""
    return [
        Term(stat, getattr(unit.sheet, stat) * times, label(stat), "attribute"),
        Term("power_level", unit.sheet.power_level * times, "Power Level", "attribute"),
    ]


def roll_terms(rules: Rules, unit: Unit, stat: str, penalty: int = 0) -> list[Term]:
    """The terms of a stat roll: stat, Power Level, broken, penalty of the ability (section 3)."""
    terms = stat_terms(rules, unit, stat)
    if stat in ("strength", "agility") and unit.has("broken"):
        terms.append(Term("broken", rules.rulings["broken_penalty"], "broken", "condition"))
    return [*terms, Term("penalty", penalty, "penalty", "action")]


def trait(unit: Unit, key: str) -> Term:
    """What traits and magic add to a derived value."""
    return Term("traits", unit.sheet.bonus.get(key, 0), "traits", "attribute")


def guard(unit: Unit, stat: str) -> Term:
    """The bonus of a Guard with this stat."""
    return Term("guard", unit.guard.bonus if unit.guard and unit.guard.stat == stat else 0, "Guard", "action")


def by_hand(unit: Unit, key: str, value: Explained) -> Explained:
    """The value as somebody set it by hand, where he did."""
    number = unit.sheet.overrides.get(key)
    return value if number is None else value.overridden(number)


def worn_entry(rules: Rules, thing: Gear) -> Armour | None:
    """The armour that a worn thing is."""
    entry = rules.catalogue.armour.get(thing.item)
    return entry if isinstance(entry, Armour) else None


def worn(rules: Rules, unit: Unit) -> list[Armour]:
    """Everything worn, in the order of the gear."""
    return [entry for thing in unit.worn if (entry := worn_entry(rules, thing))]


def wears_heavy(rules: Rules, unit: Unit) -> bool:
    """Whether heavy armour is worn."""
    return any(entry.heavy for entry in worn(rules, unit))


def armour_counts_half(rules: Rules, unit: Unit, entry: Armour | Shield) -> bool:
    """Whether armour or a shield counts half: untrained, or a requirement unmet."""
    group = "shields" if isinstance(entry, Shield) else "heavy_armor" if entry.heavy else "light_armor"
    sound = group in unit.sheet.trained and meets(unit, dict(entry.requires))
    return not sound and bool(rules.rulings["untrained_gear_half"])


# -- pools and Speed ----------------------------------------------------------------------------------------


def written(unit: Unit, key: str) -> Term:
    """An NPC's figure as it stands in its block."""
    return Term("written", getattr(unit.sheet, key), "as written", "base")


def level_term(rules: Rules, unit: Unit) -> Term:
    """Power Level where the ruling adds it to pools."""
    wide = rules.rulings["power_level_scope"] == "core_and_pools"
    return Term("power_level", unit.sheet.power_level if wide else 0, "Power Level", "ruling")


def at_least(value: Explained, least: int) -> Explained:
    """The value raised to a least number, with a term that says so."""
    if value.total >= least:
        return value
    return Explained.of(*value.terms, Term("at_least", least - value.total, f"at least {least}"))


def health_max(rules: Rules, unit: Unit) -> Explained:
    """Health: PC 3 + Vigor, NPC as written."""
    if unit.sheet.is_pc:
        per = rules.rulings["health_per_vigor"]
        terms = [
            Term("base", rules.rulings["health_base"], "base", "base"),
            Term("vigor", unit.sheet.vigor * per, "Vigor", "attribute"),
        ]
    else:
        terms = [written(unit, "health"), level_term(rules, unit)]
    return by_hand(unit, "health", at_least(total([*terms, trait(unit, "health")]), 1))


def stamina_max(rules: Rules, unit: Unit) -> Explained:
    """Stamina: PC 3 + half of Vigor rounded up, NPC as written."""
    if unit.sheet.is_pc:
        step = rules.rulings["vigor_per_stamina"]
        terms = [
            Term("base", rules.rulings["stamina_base"], "base", "base"),
            Term("vigor", -(-unit.sheet.vigor // step), f"Vigor / {step}", "attribute"),
        ]
    else:
        terms = [written(unit, "stamina"), level_term(rules, unit)]
    return by_hand(unit, "stamina", at_least(total([*terms, trait(unit, "stamina")]), 0))


def mana_max(rules: Rules, unit: Unit) -> Explained:
    """Mana: PC Intelligence + Will, NPC as written."""
    per = rules.rulings["mana_per_mind"]
    if unit.sheet.is_pc:
        stats = ("intelligence", "will")
        terms = [Term(stat, getattr(unit.sheet, stat) * per, label(stat), "attribute") for stat in stats]
    else:
        terms = [written(unit, "mana")]
    return by_hand(unit, "mana", at_least(total([*terms, trait(unit, "mana")]), 0))


def speed(rules: Rules, unit: Unit) -> Explained:
    """Speed: base, worn armour, traits, broken and slowed, at least 1; overloaded 1; grappled 0."""
    base = rules.rulings["speed_base"]
    first = Term("base", base, "base", "base") if unit.sheet.is_pc else written(unit, "speed")
    terms = [first, *(Term(entry.key, entry.speed, entry.name, "gear") for entry in worn(rules, unit))]
    terms.append(trait(unit, "speed"))
    terms.append(Term("broken", -1 if unit.has("broken") else 0, "broken", "condition"))
    terms.append(Term("slowed", -unit.amount("slowed"), "slowed", "condition"))
    value = by_hand(unit, "speed", at_least(total(terms), 1))
    if overloaded(rules, unit) and value.total > rules.rulings["overload_speed"]:
        value = _cut(value, "overloaded", rules.rulings["overload_speed"])
    return _cut(value, "grappled", 0) if unit.has("grappled") else value


def _cut(value: Explained, key: str, to: int) -> Explained:
    return Explained(to, (*value.terms, Term(key, to - value.total, key, "condition")))


# -- what is carried ----------------------------------------------------------------------------------------


def capacity(rules: Rules, unit: Unit) -> Explained:
    """Capacity: 10 + 5 x Strength."""
    terms = [Term("base", 10, "base", "base"), *stat_terms(rules, unit, "strength", times=5)]
    return by_hand(unit, "capacity", total([*terms, trait(unit, "capacity")]))


def weight_of(rules: Rules, thing: Gear) -> int:
    """Light weapon 0, two-handed 2, other 1 (Light wins); shields and armour by table; the rest nothing."""
    entry = rules.catalogue.gear(thing.item)
    if isinstance(entry, Weapon):
        each = 0 if "light" in entry.qualities else 2 if "two_handed" in entry.qualities else 1
        return each * thing.quantity
    return entry.weight * thing.quantity if isinstance(entry, Shield | Armour) else 0


def weight(rules: Rules, unit: Unit) -> Explained:
    """What everything weighs."""
    terms = [Term(thing.id, weight_of(rules, thing), gear_name(rules, thing.item), "gear") for thing in unit.gear]
    return Explained.summed(terms)


def overloaded(rules: Rules, unit: Unit) -> bool:
    """Whether the weight is over capacity."""
    return weight(rules, unit).total > capacity(rules, unit).total


def gear_name(rules: Rules, item: str) -> str:
    """What a thing is called."""
    entry = rules.catalogue.gear(item) or rules.catalogue.naturals.get(item)
    return entry.name if entry else label(item)


# -- defence ------------------------------------------------------------------------------------------------


def armor(rules: Rules, unit: Unit, *, pierced: bool = False) -> Explained:
    """Armor: Strength, hide, worn armour, held weapons' perks, traits, Guard, braced.

    Piercing leaves out worn armour and hide.
    """
    terms = stat_terms(rules, unit, "strength")
    if not pierced:
        terms += [Term("hide", unit.sheet.hide, "Hide", "attribute"), *_worn_armor(rules, unit)]
    terms += _held_armor(rules, unit)
    terms += [trait(unit, "armor"), guard(unit, "strength")]
    terms.append(Term("braced", unit.amount("braced"), "braced", "condition"))
    return by_hand(unit, "armor", total(terms))


def _worn_armor(rules: Rules, unit: Unit) -> list[Term]:
    terms = []
    for entry in worn(rules, unit):
        half = armour_counts_half(rules, unit, entry)
        name = f"{entry.name} (halved)" if half else entry.name
        terms.append(Term(entry.key, entry.armor // 2 if half else entry.armor, name, "gear"))
    return terms


def _held_armor(rules: Rules, unit: Unit) -> list[Term]:
    terms = []
    for arm in ready_arms(rules, unit):
        bonus = arm.figure("armor")
        if len(unit.held) == 1 and arm.slot:
            bonus += arm.figure("armor_two_hands")
        terms.append(Term(arm.id, bonus, arm.name, "gear"))
    return terms


def evasion(rules: Rules, unit: Unit, *, bare: bool = False) -> Explained:
    """Evasion: Agility, armour and shields, weapons' perks, traits, Guard; overloaded and prone.

    ``bare`` leaves out Guard and conditions, as the perk ``damage evasion`` asks.
    """
    terms = stat_terms(rules, unit, "agility")
    for thing in unit.gear:
        entry = rules.catalogue.gear(thing.item)
        if thing.slot != "pack" and isinstance(entry, Armour | Shield):
            terms.append(Term(entry.key, entry.evasion, entry.name, "gear"))
    terms += [Term(arm.id, arm.figure("evasion"), arm.name, "gear") for arm in ready_arms(rules, unit)]
    terms.append(trait(unit, "evasion"))
    if not bare:
        terms.append(guard(unit, "agility"))
    if overloaded(rules, unit):
        terms.append(Term("overloaded", rules.rulings["overload_evasion"], "overloaded", "condition"))
    if not bare and unit.has("prone"):
        terms.append(Term("prone", rules.rulings["prone_defence"], "prone", "condition"))
    return by_hand(unit, "evasion", total(terms))


def accuracy(rules: Rules, unit: Unit, arm: Arm | None = None, *, bare: bool = False) -> Explained:
    """Accuracy: Agility, traits, prone; with a weapon also its perks."""
    terms = [*stat_terms(rules, unit, "agility"), trait(unit, "accuracy")]
    if not bare and unit.has("prone"):
        terms.append(Term("prone", rules.rulings["prone_defence"], "prone", "condition"))
    value = by_hand(unit, "accuracy", total(terms))
    if arm is None or not accuracy_perks(arm, unit):
        return value
    perk = Term(arm.id, accuracy_perks(arm, unit), arm.name, "gear")
    return Explained(value.total + perk.value, (*value.terms, perk))


def resistance(rules: Rules, unit: Unit, element: str) -> Explained:
    """Resistance to an element: Will, own nature, worn armour, traits, Guard."""
    terms = stat_terms(rules, unit, "will", times=rules.rulings["resistance_per_will"])
    terms.append(Term("nature", unit.sheet.resist.get(element, 0), "nature", "attribute"))
    for entry in worn(rules, unit):
        terms.append(Term(entry.key, dict(entry.resist).get(element, 0), entry.name, "gear"))  # type: ignore[call-overload]
    terms += [trait(unit, f"resist_{element}"), guard(unit, "will")]
    return by_hand(unit, f"resist_{element}", total(terms))


# -- striking and blocking ----------------------------------------------------------------------------------


def damage_bonus(rules: Rules, unit: Unit, arm: Arm, mode: str, grip: str) -> Term:
    """The stat added to damage: untrained none; shots Agility; Light the better; others Strength; two hands twice."""
    strength, agility = unit.sheet.core("strength"), unit.sheet.core("agility")
    better = arm.light and rules.rulings["light_weapons"] == "better" and agility > strength
    stat = "agility" if mode == "shot" or better else "strength"
    value = unit.sheet.core(stat) if arm.trained else 0
    twice = grip == "two"
    return Term(stat, value * 2 if twice else value, f"{label(stat)} x2" if twice else label(stat), "attribute")


def block_value(rules: Rules, unit: Unit, thing: Gear) -> int:
    """A shield's block value, halved if untrained or too weak; 0 for anything else."""
    entry = rules.catalogue.shields.get(thing.item)
    if entry is None:
        return 0
    return entry.block // 2 if armour_counts_half(rules, unit, entry) else entry.block


def shields(rules: Rules, unit: Unit) -> tuple[Gear, ...]:
    """The shields in hand, the best first."""
    held = [thing for thing in unit.held if thing.item in rules.catalogue.shields]
    return tuple(sorted(held, key=lambda thing: -block_value(rules, unit, thing)))
