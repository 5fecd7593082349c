"""The rules reference of Rhean: a page for every action, skill, condition, ruling and table, in our own words.

The words are in ``data/texts/``; figures come from the library and the rulings in force, so that a group's own
gear, skills and house rules are in its reference as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import Template
from typing import Any

from msgspec.structs import replace

from rhean.rules.rulings import Ruling, Rulings
from rhean.rules.sheet import Library
from rhean.rules.system import Page
from rhean.rules.systems.rhean import texts
from rhean.rules.systems.rhean.entries import RANKS, Skill, Unlock
from rhean.rules.systems.rhean.reference_tables import TYPES, tables
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.wording import action_label, condition_label, listed

PLACES = {
    "weapon": "the weapon's skill",
    "parry": "the parry skill",
    "armour": "the armour's skill",
}
"""Groups of the table of ranks that are no skill's key."""

FREE = ("nothing", "flesh_wound")
"""Actions that use up none of the three of a round."""


def reference(library: Library, rulings: Rulings) -> tuple[Page, ...]:
    """Every page, in the order of reading. Keys are stable: ``action.critical_strike``, ``condition.prone`` ..."""
    pages = [
        *_rule_pages(rulings),
        *_action_pages(library, rulings),
        *_condition_pages(rulings),
        *_skill_pages(library),
        *tables(library),
        *_ruling_pages(rulings),
    ]
    return tuple(_with_words_of_its_own(_with_backward_links(pages)))


# -- pages --------------------------------------------------------------------------------------------------------


def _rule_pages(rulings: Rulings) -> Iterator[Page]:
    for key, text in texts.rules().items():
        title = text.title or key.replace("_", " ").capitalize()
        yield _page(f"rule.{key}", title, text.chapter, text, rulings)


def _action_pages(library: Library, rulings: Rulings) -> Iterator[Page]:
    for key, text in texts.actions().items():
        title = text.title or action_label(key)
        chapter = f"{TYPES[text.types[0]]} actions" if text.types else "The fight"
        page = _page(f"action.{key}", title, chapter, text, rulings)
        yield replace(page, facts=_action_facts(key, text, library, rulings))


def _action_facts(key: str, text: texts.ActionText, library: Library, rulings: Rulings) -> tuple[tuple[str, str], ...]:
    """Type, skill, rank, cost and needs of an action."""
    types = listed([TYPES[kind].lower() for kind in text.types])
    return (
        ("Takes", "no action of the round" if key in FREE else f"{types} action".replace(" and ", " or ")),
        ("Skill", text.skill),
        ("Rank needed", rank_needed(library, rulings, key)),
        ("Cost", text.cost),
        ("Needs before", text.needs),
    )


def rank_needed(library: Library, rulings: Rulings, action: str) -> str:
    """The rank that an action asks for, in words."""
    row: Unlock | None = library.get("unlocks", action)
    if row is None:
        return "Journeyman, and the trick" if action == "stand_and_fire" else "none (open)"
    skill = library.get("skills", row.group)
    place = PLACES.get(row.group) or (skill.name if skill is not None else row.group)
    rank = RANKS[row.rank] if rulings["unlocks"] == "table" else "any rank"
    short = "; one rank short: half level" if _may_stretch(rulings, row) else ""
    return f"{rank} in {place}{short}"


def _may_stretch(rulings: Rulings, row: Unlock) -> bool:
    """Whether one may try it one rank short (not unskilled)."""
    return bool(rulings["stretch_closed_actions"]) and rulings["unlocks"] == "table" and row.rank > 1


def _condition_pages(rulings: Rulings) -> Iterator[Page]:
    for key, text in texts.conditions().items():
        title = text.title or condition_label(key).capitalize()
        page = _page(f"condition.{key}", title, "Conditions", text, rulings)
        words = tuple(form for word in page.words for form in (word, word[0].lower() + word[1:]))
        yield replace(page, words=words, facts=(("Of", text.of), ("Ends with", text.ends)))


def _skill_pages(library: Library) -> Iterator[Page]:
    for key, skill in library.all("skills").items():
        text = texts.skills().get(key) or texts.skills()[skill_kind(skill)]
        facts = [("Class", skill.group), ("Attribute", skill.attribute.capitalize()), ("Cost", str(skill.cost))]
        facts += [("Needs", library.all("skills")[skill.needs].name)] if skill.needs else []
        facts += [("Untrained", "cannot be tried")] if skill.trained_only else []
        see = (*text.see, *(f"skill.{other}" for other in (skill.pair, skill.parry, *skill.related) if other))
        yield Page(
            f"skill.{key}",
            skill.name,
            "Skills",
            skill.text.strip() or text.text.strip(),
            tuple(facts),
            (skill.name,),
            tuple(dict.fromkeys(see)),
        )


def skill_kind(skill: Skill) -> str:
    """Whose words speak for a skill without words of its own."""
    if skill.is_parry:
        return "parry"
    if skill.named or ": " in skill.name:
        return "named"
    return {"Melee": "weapon", "Missile": "missile"}.get(skill.group, "other")


def _ruling_pages(rulings: Rulings) -> Iterator[Page]:
    for ruling in RULINGS:
        now = rulings[ruling.key]
        yield Page(
            f"ruling.{ruling.key}",
            f"{ruling.label} (ruling)",
            "Rulings",
            "\n\n".join([ruling.text, *_choices(ruling)]),
            (
                ("Part", ruling.chapter),
                ("In force", value_text(ruling, now)),
                ("Default", value_text(ruling, ruling.default)),
                ("Says so", "the game itself" if ruling.provenance == "source" else "a ruling, for the game is silent"),
            ),
        )


def _choices(ruling: Ruling) -> list[str]:
    """What else could be ruled, as a list."""
    return ["\n".join(f"- {meaning}" for _, meaning in ruling.choices)] if ruling.choices else []


# -- words --------------------------------------------------------------------------------------------------------


class _RulingTemplate(Template):
    """``${key}``, or ``${key.2}`` for one number of a row."""

    idpattern = r"[a-z_]+(?:\.[0-9]+)?"
    flags = re.ASCII


def _page(key: str, title: str, chapter: str, text: texts.Text, rulings: Rulings) -> Page:
    words = (title, *text.words) if text.linked else text.words
    deciding = (f"ruling.{name.partition('.')[0]}" for name in sorted(named(text.text)))
    see = tuple(dict.fromkeys((*text.see, *deciding)))
    return Page(key, title, chapter, filled(text.text.strip(), rulings), (), words, see)


def named(text: str) -> set[str]:
    """The rulings whose values a text asks for, as it writes them: ``recovery.2``."""
    return {braced or name for _, name, braced, _ in _RulingTemplate.pattern.findall(text)}


def filled(text: str, rulings: Rulings) -> str:
    """The text with the values of rulings in their places; raises ``KeyError`` for one that does not exist."""
    return _RulingTemplate(text).substitute({name: _value(name, rulings) for name in named(text)})


def _value(name: str, rulings: Rulings) -> str:
    key, _, place = name.partition(".")
    ruling = next(ruling for ruling in RULINGS if ruling.key == key)
    value = rulings[key]
    return str(value[int(place)]) if place else value_text(ruling, value)


def value_text(ruling: Ruling, value: Any) -> str:
    """A ruling's value in words."""
    if ruling.kind == "choice":
        return dict(ruling.choices)[value]
    if ruling.kind == "flag":
        return "yes" if value else "no"
    if ruling.kind == "integers":
        return ", ".join(map(str, value))
    if ruling.kind == "formula":
        return re.sub(r"[a-z_]+", lambda name: name[0].replace("_", " ").capitalize(), value)
    return str(value)


# -- links --------------------------------------------------------------------------------------------------------


def _with_backward_links(pages: list[Page]) -> Iterator[Page]:
    """Each ruling's page names the pages on which it decides something."""
    deciding: dict[str, list[str]] = {}
    for page in pages:
        for key in page.see:
            deciding.setdefault(key, []).append(page.key)
    for page in pages:
        yield replace(page, see=tuple(deciding.get(page.key, ()))) if page.key.startswith("ruling.") else page


def _with_words_of_its_own(pages: Iterable[Page]) -> Iterator[Page]:
    """No word leads to two pages: the first page that claims it keeps it, whatever its capitals."""
    taken: set[str] = set()
    for page in pages:
        own = tuple(word for word in dict.fromkeys(page.words) if word.casefold() not in taken)
        taken.update(word.casefold() for word in own)
        yield replace(page, words=own)
