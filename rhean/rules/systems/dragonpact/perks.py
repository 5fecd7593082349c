"""What weapon perks do, as words of data: one operation is ``<verb> <rest>``, read and put into words here.

The operations: replace a figure (``base 2d10``, ``crit_on 8``, ``shot 15``), add a quality, add to Accuracy,
Evasion or Armor, change damage, and effects that hang on a wound or a crit (``wound bleed``, ``crit knockback 1``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Operation(NamedTuple):
    """One operation of a perk: its verb, its word (a quality, an effect, dice ...) and its number."""

    verb: str
    word: str = ""
    amount: int = 0


DICE = r"\d{1,2}d\d{1,3}"
NUMBER = r"\d{1,3}"
EFFECTS = ("prone", "break", "bleed", "slow", "grapple", "shift")
STATS = "strength|agility|intelligence|will|vigor"
EFFECT = f"(?:{'|'.join(EFFECTS)}|knockback (?:{NUMBER}|half_strength))"

PATTERNS: dict[str, str] = {
    "base": DICE,
    "crit": f"{DICE}|{EFFECT}",
    "crit_on": NUMBER,
    "melee": NUMBER,
    "thrown": NUMBER,
    "shot": NUMBER,
    "base_two_hands": DICE,
    "thrown_crit": DICE,
    "quality": "piercing|versatile|thrown|light|projectile|two_handed",
    "club": DICE,
    "accuracy": NUMBER,
    "accuracy_still": NUMBER,
    "evasion": NUMBER,
    "armor": NUMBER,
    "armor_two_hands": NUMBER,
    "armor_spent": "",
    "damage": "evasion|accuracy",
    "crit_roll": STATS,
    "wound": EFFECT,
    "wounding_crit": EFFECT,
    "shift_wounds": "",
    "crit_ward": "",
    "quick": "",
    "repeat": DICE,
    "twice": "",
    "dodged_reroll": "",
    "parry_any": "",
    "parry_twice": "",
    "parry_disarm": "",
    "held_crit": "",
    "held_free": "",
    "held_sure": "",
}
"""Verb -> the form of what follows it."""


@cache
def read(words: str) -> Operation:
    """``wound knockback 1`` as an operation; raises ``ValueError`` for one that does not exist.

    >>> read("wounding_crit knockback half_strength")
    Operation(verb='wounding_crit', word='knockback half_strength', amount=0)
    >>> read("accuracy 2").amount
    2
    """
    verb, _, rest = words.partition(" ")
    if verb not in PATTERNS or not re.fullmatch(PATTERNS[verb], rest):
        raise ValueError(f"no perk operation {words!r}")
    return Operation(verb, "" if rest.isdigit() else rest, int(rest) if rest.isdigit() else 0)


EFFECT_WORDS = {
    "prone": "the target falls prone",
    "break": "the target is broken",
    "bleed": "the target bleeds",
    "slow": "the target is slowed by 1",
    "grapple": "the target is held, if both are free for it",
    "shift": "the target is moved one space, to where you like or straight away",
}


def effect_words(effect: str) -> str:
    """An effect on the target in words.

    >>> effect_words("knockback 2")
    'the target is driven back 2 spaces'
    """
    if effect.startswith("knockback"):
        far = effect.removeprefix("knockback ")
        return f"the target is driven back {'half your Strength in' if far == 'half_strength' else far} spaces"
    return EFFECT_WORDS[effect]


WORDS = {
    "base": "base damage {0}",
    "crit_on": "a crit from {0} up",
    "melee": "reaches {0} in melee",
    "thrown": "can be thrown {0} spaces",
    "shot": "shoots {0} spaces",
    "base_two_hands": "base damage {0} in two hands",
    "thrown_crit": "crit dice {0} when thrown",
    "quality": "is {0}",
    "club": "strikes in melee for {0}",
    "accuracy": "Accuracy +{0}",
    "accuracy_still": "Accuracy +{0} if you have not moved this turn",
    "evasion": "Evasion +{0} while held",
    "armor": "Armor +{0} while held",
    "armor_two_hands": "another Armor +{0} with nothing else in hand",
    "armor_spent": "an attack braces you by the Stamina that it cost",
    "damage": "damage rises by your {0}",
    "crit_roll": "a crit adds a {0} number",
    "shift_wounds": "a target moved so takes 1 more wound",
    "crit_ward": "a crit wards you against the next attack in melee",
    "quick": "the first Basic Attack with it each turn costs less",
    "repeat": "{0} more for every earlier attack of the turn on the same target",
    "twice": "a Basic Attack strikes twice",
    "dodged_reroll": "a player's Accuracy is rolled once more against a Dodge that worked",
    "parry_any": "parries everything, at any distance",
    "parry_twice": "a player's Parry is rolled twice, the better counts",
    "parry_disarm": "a Parry that prevents the wound strikes the weapon down",
    "held_crit": "always crits against the one you hold",
    "held_free": "one Basic Attack a turn against the one you hold costs nothing",
    "held_sure": "the one you hold has neither Armor nor reaction against it",
}


def words(operation: str) -> str:
    """An operation in words for the reference.

    >>> words("wounding_crit prone")
    'if a crit wounds, the target falls prone'
    >>> words("crit 2d6")
    'crit dice 2d6'
    """
    verb, word, amount = read(operation)
    if verb == "crit" and re.fullmatch(DICE, word):
        return f"crit dice {word}"
    if verb in ("wound", "wounding_crit", "crit"):
        when = {"wound": "if it wounds", "wounding_crit": "if a crit wounds", "crit": "on a crit"}[verb]
        return f"{when}, {effect_words(word)}"
    return WORDS[verb].format(word.capitalize() if verb in ("damage", "crit_roll") else word or amount)
