"""Rolling in a fight: 2d10 and the terms that lie on a roll, always in the same order.

``settle`` turns faces into a result without any dice (by ``checks.resolve``), so that the odds count with the very
function that resolves.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rhean.rules.dice import Face
from rhean.rules.explain import Source, Term
from rhean.rules.systems.rhean import checks, derived
from rhean.rules.systems.rhean.entries import Skill
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Fighter

ROLL_ORDER = (
    "weakened",
    "dazed",
    "prone",
    "*",
    "two_weapon",
    "against",
    "aim",
    "focus",
    "line_parry",
    "off_hand",
    "inside",
    "range",
    "called",
    "improvised",
    "unskilled_throw",
    "mount",
    "shortfall",
    "weapon",
    "gm",
    "override",
)
"""The order of terms after dice, skill and attribute; ``*`` is the place of the action's own key."""

REACTION_ORDER = (
    "surprised",
    "asleep",
    "intoxicated",
    "distracted",
    "quick_reflexes",
    "slow_reflexes",
    "weakened",
    "dazed",
    "gm",
    "override",
)

SOURCES: dict[str, Source] = {"gm": "gm", "override": "override", "weakened": "condition", "dazed": "condition"}


class Rolled(msgspec.Struct, frozen=True):
    """2d10 with modifiers: the total, the faces, whether both fell on 1, and every term."""

    total: int
    faces: tuple[Face, Face]
    ones: bool
    terms: tuple[Term, ...]
    botch: bool = False

    def reaches(self, tn: int) -> bool:
        """Whether it succeeds against a target number; two ones never do."""
        return not self.ones and self.total >= tn


def settle(faces: tuple[int, ...], modifiers: tuple[Term, ...]) -> Rolled:
    """The result of two d10 with these modifiers."""
    outcome = checks.resolve(faces, checks.bonus_of(modifiers))
    kept = checks.kept(faces)
    return Rolled(outcome.total, (kept[0], kept[1]), outcome.ones, (checks.dice_term(faces), *modifiers))


def roll(fight: Fight, modifiers: tuple[Term, ...]) -> Rolled:
    """Rolls 2d10 with these modifiers."""
    result = settle((fight.roll(10), fight.roll(10)), modifiers)
    botch = result.ones and fight.rulings["botch_when"] != "never"
    return msgspec.structs.replace(result, botch=botch)


def term(key: str, value: int, note: str = "") -> Term:
    """A term with its usual source; its label is looked up when it is told."""
    return Term(key, value, source=SOURCES.get(key, "rule"), note=note)


def attribute_term(fight: Fight, who: str, attribute: str) -> Term:
    """The modifier of an attribute."""
    return checks.attribute_term(fight.sheet(who), attribute)


def skill_of(fight: Fight, who: str, key: str) -> Skill:
    """The skill with this key: of the library, else of the sheet, else a plain one that goes by strength."""
    found = fight.fixed.stock.skills.get(key)
    if found is not None:
        return found
    known = fight.sheet(who).skills.get(key)
    name = known.name if known else key.replace("_", " ").title()
    attribute = known.attribute if known else "strength"
    return msgspec.convert({"key": key, "name": name, "group": "Self", "attribute": attribute}, Skill)


def skilled(fight: Fight, who: str, key: str, rest: Iterable[Term] = (), *, half: bool = False) -> tuple[Term, ...]:
    """The terms of a skill roll in their order: skill and attribute always, of the rest those that are not zero."""
    skill = skill_of(fight, who, key)
    head = (checks.skill_term(fight.sheet(who), skill, half=half), attribute_term(fight, who, skill.attribute))
    return (*head, *ordered((*burdens(fight, who, skill.attribute), _set_by_hand(fight, who, skill), *rest)))


def _set_by_hand(fight: Fight, who: str, skill: Skill) -> Term:
    """What somebody set in place of a skill's bonus differs by this much."""
    sheet = fight.sheet(who)
    if f"skills.{skill.key}" not in sheet.overrides:
        return term("override", 0)
    return term("override", derived.delta(derived.skill_bonus(sheet, skill, fight.rulings)))


def burdens(fight: Fight, who: str, attribute: str) -> tuple[Term, ...]:
    """What lies on every roll of a combatant: weakness, dazed, armour too heavy for him."""
    fighter = fight[who]
    return (
        term("weakened", fighter.moment.weakened),
        dazed_term(fight, fighter),
        checks.shortfall_term(fight.sheet(who), attribute, fight.rulings),
    )


def dazed_term(fight: Fight, fighter: Fighter) -> Term:
    """What being dazed costs."""
    return term("dazed", fight.rulings["dazed"] if fighter.has("dazed") else 0)


def ordered(terms: Iterable[Term], order: tuple[str, ...] = ROLL_ORDER) -> tuple[Term, ...]:
    """Terms that are not zero, in the order of the specification; keys that it does not name stand at ``*``."""
    places = {key: place for place, key in enumerate(order)}
    own = places.get("*", len(order))
    return tuple(sorted((entry for entry in terms if entry.value), key=lambda entry: places.get(entry.key, own)))


def weakness(fight: Fight, fighter: Fighter) -> int:
    """The penalty for pools below half of their full value, as they stand now."""
    maxima = fight.profile(fighter.id).maxima
    low = sum(2 * fighter.pool(key) < full for key, full in maxima.items())
    return int(fight.rulings["weakened_penalty"]) * low


STUPOR = {"": 0, "light": -1, "moderate": -3, "heavy": -5}


def stupor(fighter: Fighter) -> tuple[Term, Term]:
    """Drink and distraction, each for itself."""
    return (
        Term("intoxicated", STUPOR[fighter.intoxicated], source="condition"),
        Term("distracted", STUPOR[fighter.distracted], source="condition"),
    )


def sleep_penalty(fight: Fight, who: str) -> int:
    """What sleep costs: -4, light sleepers -2, deep sleepers -6."""
    sheet = fight.sheet(who)
    return -6 if sheet.has("deep_sleeper") else -2 if sheet.has("light_sleeper") else -4


def reaction_terms(fight: Fight, who: str) -> tuple[Term, ...]:
    """The terms of a Reaction roll: perception always."""
    fighter, sheet = fight[who], fight.sheet(who)
    lost = (
        term("surprised", -2 if fighter.surprised else 0),
        term("asleep", sleep_penalty(fight, who) if fighter.was_asleep else 0),
        *stupor(fighter),
        term("quick_reflexes", 2 if sheet.has("quick_reflexes") else 0),
        term("slow_reflexes", -2 if sheet.has("slow_reflexes") else 0),
        term("weakened", fighter.turn.weakened),
        dazed_term(fight, fighter),
        term("gm", fighter.modifiers.get("reaction", 0)),
        term("override", _reaction_by_hand(fight, who)),
    )
    return (attribute_term(fight, who, "perception"), *ordered(lost, REACTION_ORDER))


def _reaction_by_hand(fight: Fight, who: str) -> int:
    """What somebody set in place of the usual Reaction modifier differs by this much."""
    return derived.delta(derived.reaction(fight.sheet(who)))


def perception_terms(fight: Fight, who: str, sense: str) -> tuple[Term, ...]:
    """The terms of a Perception check with one sense."""
    fighter, sheet = fight[who], fight.sheet(who)
    terms = (
        term("keen", 2 if sheet.has(f"keen_sense({sense})") else 0),
        term("dull", -2 if sheet.has(f"dull_sense({sense})") else 0),
        term("asleep", sleep_penalty(fight, who) if fighter.asleep else 0),
        *stupor(fighter),
        term("weakened", fighter.moment.weakened),
        dazed_term(fight, fighter),
        term("gm", fighter.modifiers.get("check", 0)),
    )
    return (attribute_term(fight, who, "perception"), *(entry for entry in terms if entry.value))
