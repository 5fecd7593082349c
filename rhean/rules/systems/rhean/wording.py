"""Words of Rhean: names in a sentence, what keys are called, and the labels of every term of a sum."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from rhean.rules.explain import Explained, Source, Term
from rhean.rules.systems.rhean.entries import ATTRIBUTES, POOL_LABELS, TRAITS
from rhean.rules.systems.rhean.library import find_skill, shipped

STRANGER = "a figure"
"""What somebody is called whose name the reader may not know."""


ACTION_LABELS = {
    "close": "Close",
    "close_quarters": "Close Quarters Combat",
    "flesh_wound": "It's Only a Flesh Wound",
    "held": "held strike",
    "hold_at_bay": "Hold at Bay",
    "mount_work": "Mount Work",
    "off_hand_attack": "Off-Hand Attack",
    "stand_and_fire": "Stand and Fire",
    "nothing": "nothing",
}
"""Actions whose name is not simply their key in capitals."""

CONDITION_LABELS = {"was_asleep": "just woken"}
"""Conditions whose name is not simply their key."""

MOVES = {
    "combat_move": "moves",
    "run": "runs",
    "leap": "leaps",
    "withdraw": "backs away",
    "sprint": "sprints",
    "charge": "charges",
    "close": "slips inside",
    "stealthy_move": "moves stealthily",
    "stand": "stands up",
}
"""How somebody moves, by action."""

PLAIN_ATTACKS = {
    "": "",
    "melee_attack": "",
    "missile_attack": "",
    "held": "held ",
    "throw_weapon": "thrown ",
    "off_hand_attack": "off-hand ",
}
"""Attacks told by their weapon; all others have a name of their own."""

DEFENCES = {
    "dodge": ("dodges", "dodge"),
    "block": ("blocks", "block"),
    "parry": ("parries", "parry"),
    "line_parry": ("parries in line", "line parry"),
    "double_parry": ("parries with two weapons", "double parry"),
}
"""Verb and noun of an active defence."""

CHECKED = {
    "knockdown": ("{} keeps upright", "{} is thrown off balance"),
    "durability": ("{}'s shield holds", "{}'s shield suffers"),
}
"""What came of a check, made or failed, where its name does not say it."""

GAINED = {
    "prone": "{} goes down",
    "dazed": "{} is dazed",
    "stunned": "{} is stunned",
    "hidden": "{} is hidden",
    "unconscious": "{} drops, unconscious",
    "dying": "{} falls, dying",
    "insane": "{} loses all reason",
    "listless": "{} loses all will to act",
    "mounted": "{} is in the saddle",
    "singing": "{} raises a song",
}
"""What is told when a condition begins, where "is ..." does not do."""

LOST = {
    "prone": "{} is on both feet again",
    "hidden": "{} is no longer hidden",
    "unconscious": "{} comes round",
    "dying": "{} is no longer dying",
    "mounted": "{} is out of the saddle",
    "singing": "{} falls silent",
}
"""What is told when a condition ends, where "is no longer ..." does not do."""

WEAPON_STATES = {
    "set": "is set",
    "bound": "is bound",
    "reset": "needs a Reset",
    "ready": "is ready again",
    "normal": "is held as usual",
    "extended": "is extended",
    "reduced": "is held short",
    "loaded": "is loaded",
    "unloaded": "is empty",
    "loading": "is being loaded",
    "sheathed": "is put away",
    "ground": "lies on the ground",
    "dropped": "falls to the ground",
    "thrown": "leaves the hand",
    "broken": "breaks",
    "main": "is in the main hand",
    "off": "is in the off hand",
    "both": "is in both hands",
}
"""What is told of a weapon that changes."""

_SOURCES: dict[str, Source] = {
    "dice": "dice",
    "base": "base",
    "gm": "gm",
    **dict.fromkeys(ATTRIBUTES, "attribute"),
    **dict.fromkeys(TRAITS, "attribute"),
    **dict.fromkeys(("armour", "natural", "shield", "weapon", "reduction", "race", "range", "shortfall"), "gear"),
    **dict.fromkeys(("surprised", "asleep", "was_asleep", "intoxicated", "distracted", "quick_reflexes"), "condition"),
    **dict.fromkeys(("slow_reflexes", "keen", "dull", "prone", "unskilled_throw", "improvised"), "condition"),
    **dict.fromkeys(("weakened", "dazed", "evade", "inside", "two_weapon", "off_hand", "called", "held"), "ruling"),
    **dict.fromkeys(("run", "leap", "running_attack", "spring_attack", "wide_attack", "charge", "stance"), "action"),
    **dict.fromkeys(("full_round", "mount_work", "stance_parry", "stance_shield", "shield_work"), "action"),
    **dict.fromkeys(("against", "aim", "focus", "line_parry", "close", "leaping", "mount"), "action"),
}

TERM_LABELS = {
    "dice": "dice",
    "base": "base",
    "gm": "GM",
    "armour": "armour",
    "natural": "hide or shell",
    "shield": "shield",
    "evade": "Evade",
    "stance": "Defensive Stance",
    "mount_work": "Mount Work",
    "run": "Run",
    "leap": "Leap",
    "full_round": "full-round action",
    "charge": "Charge",
    "prone": "on the ground",
    "dazed": "dazed",
    "behind": "attacked from behind",
    "stance_parry": "Parry of the stance",
    "stance_shield": "Shield of the stance",
    "shield_work": "Shield Work",
    "cover": "cover",
    "weakened": "weakened",
    "two_weapon": "Two Weapon Fighting",
    "against": "the attacker's action",
    "aim": "Aim",
    "focus": "focus",
    "line_parry": "Line Parry",
    "off_hand": "off hand",
    "inside": "foe inside the Reach",
    "range": "range",
    "called": "called shot",
    "improvised": "improvised weapon",
    "unskilled_throw": "thrown without skill",
    "mount": "mount",
    "shortfall": "too weak for the armour",
    "weapon": "weapon",
    "surprised": "surprised",
    "asleep": "asleep",
    "was_asleep": "just woken",
    "intoxicated": "intoxicated",
    "distracted": "distracted",
    "quick_reflexes": "quick reflexes",
    "slow_reflexes": "slow reflexes",
    "keen": "keen sense",
    "dull": "dull sense",
    "held": "held against a charge",
    "leaping": "against a leaper",
    "close": "struck while closing",
    "reduction": "Damage Reduction",
    "least": "a hit does at least 1",
    "resistance": "resistance",
    "knockdown": "Knockdown",
    "size": "Size",
    "moved": "moved while hiding",
    "number": "number",
    "override": "set by hand",
    "race": "race",
}


class Cast(msgspec.Struct, frozen=True):
    """The names that the reader may know."""

    names: Mapping[str, str]

    def name(self, who: str) -> str:
        """A name inside a sentence: ``Grog``, or ``a figure``."""
        return self.names.get(who) or STRANGER

    def owner(self, who: str) -> str:
        """``Grog's``."""
        return possessive(self.name(who))

    def other(self, who: str, first: str) -> str:
        """The second name of a sentence: ``another figure`` where the first one is a figure too."""
        name = self.name(who)
        return "another figure" if name == STRANGER == self.name(first) and who != first else name

    def several(self, ids: tuple[str, ...]) -> str:
        """``Grog, Gnarl and a figure``."""
        return listed([self.name(who) for who in ids])

    def fill(self, text: str, about: tuple[str, ...]) -> str:
        """``{0}``, ``{1}`` ... replaced by names; all other braces stay as they are."""

        def named(found: re.Match[str]) -> str:
            place = int(found[1])
            return self.name(about[place]) if place < len(about) else STRANGER

        return re.sub(r"\{(\d{1,3})\}", named, text)


def possessive(name: str) -> str:
    """``Grog's``."""
    return f"{name}'s"


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nobody"


def spaced(key: str) -> str:
    """A key as plain words: ``battle_axe`` -> ``battle axe``."""
    return " ".join(re.sub(r"[_#:.]+", " ", key).split())


def worded(text: str) -> str:
    """Words that may be a bare key: ``moves_in`` -> ``moves in``; a sentence stays as it is."""
    return text.replace("_", " ")


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    text = text.strip()
    begun = text[:1].upper() + text[1:] if len(text[:1].upper()) == 1 else text
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def points(amount: int, pool: str) -> str:
    """``1 Hit``, ``3 Hits``, ``2 Stamina``."""
    label = pool_label(pool)
    return f"{amount} {label.removesuffix('s') if amount == 1 and pool == 'hits' else label}"


def pool_label(pool: str) -> str:
    """``Hits``, ``Stamina`` ..."""
    return POOL_LABELS.get(pool, spaced(pool).capitalize())


def action_label(key: str) -> str:
    """``critical_strike`` -> ``Critical Strike``."""
    return ACTION_LABELS.get(key) or spaced(key).title()


def condition_label(key: str) -> str:
    """``was_asleep`` -> ``just woken``."""
    return CONDITION_LABELS.get(key) or spaced(key)


@cache
def skill_label(key: str) -> str:
    """The name of a skill that ships; for a group's own, its key in words."""
    skill = find_skill(shipped(), key)
    return skill.name if skill is not None else spaced(key).title()


def check_label(what: str) -> str:
    """What a check is called: ``Knockdown``, ``Perception``, or the skill."""
    return "Contest" if what == "contest" else skill_label(what)


@cache
def _shipped_skill(key: str) -> bool:
    return find_skill(shipped(), key) is not None


def term_label(key: str) -> str:
    """What a term of a sum is called."""
    if key in TERM_LABELS:
        return TERM_LABELS[key]
    if key in ATTRIBUTES or key in TRAITS:
        return key.capitalize()
    return skill_label(key) if _shipped_skill(key) else action_label(key)


def term_source(key: str) -> Source:
    """Where a term comes from."""
    return _SOURCES.get(key, "skill" if _shipped_skill(key) else "action")


def labelled(term: Term) -> Term:
    """The term with a label, and its source where nobody has named one."""
    source = term.source if term.source != "rule" else term_source(term.key)
    label = term.label if term.label and term.key != "dice" else term_label(term.key)
    return msgspec.structs.replace(term, label=label, source=source)


def explained(total: int, terms: tuple[Term, ...]) -> Explained:
    """A total with its terms, each labelled."""
    return Explained(total, tuple(labelled(term) for term in terms))
