"""The words of the rules reference: the TOML files of ``data/texts/``, read once and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

from rhean.rules.errors import BadDocument

ActionType = Literal["attack", "defence", "move", "full"]

RULE_FILES = ("rules_basics", "rules_fight", "rules_weapons", "rules_life")
ACTION_FILES = ("actions_attack", "actions_defence", "actions_move", "actions_full")
"""An action that stands in several tables has its words in the first of them."""


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The words of a page. ``${key}`` in ``text`` stands for the value of that ruling in force.

    ``words`` are further ways in which the page's subject is written, besides its title; ``linked`` is False where
    the title is an everyday word that must not become a link wherever it occurs.
    """

    text: str
    title: str = ""
    see: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    linked: bool = True


class RuleText(Text, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A page on how the game goes, with the chapter in which it stands."""

    chapter: str


class ActionText(Text, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A page on an action: the tables in which it stands, its skill, its price and what has to come before it."""

    types: tuple[ActionType, ...]
    skill: str = "none"
    cost: str = "nothing"
    needs: str = "nothing"


class ConditionText(Text, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A page on a condition: of whom or what, and how it ends."""

    of: str
    ends: str


T = TypeVar("T", bound=Text)


def read(names: Iterable[str], kind: type[T]) -> Mapping[str, T]:
    """The pages of some files by key, in their order; raises ``BadDocument`` naming the file and the fault."""
    pages: dict[str, T] = {}
    for name in names:
        text = (files(__package__) / "data" / "texts" / f"{name}.toml").read_text("utf-8")
        try:
            tables = msgspec.toml.decode(text, type=dict[str, kind])  # type: ignore[valid-type]
        except msgspec.MsgspecError as error:
            raise BadDocument(f"texts/{name}.toml: {error}", name) from error
        if twice := pages.keys() & tables.keys():
            raise BadDocument(f"texts/{name}.toml: {', '.join(sorted(twice))} stands in an earlier file", name)
        pages.update(tables)
    return pages


@cache
def rules() -> Mapping[str, RuleText]:
    """How the game goes, by key, in the order of reading."""
    return read(RULE_FILES, RuleText)


@cache
def actions() -> Mapping[str, ActionText]:
    """Every action by key, in the order of the four tables."""
    return read(ACTION_FILES, ActionText)


@cache
def conditions() -> Mapping[str, ConditionText]:
    """Every condition by key."""
    return read(["conditions"], ConditionText)


@cache
def skills() -> Mapping[str, Text]:
    """What one does with a skill, by key; ``weapon``, ``parry``, ``missile``, ``named`` and ``other`` speak for all
    of their kind that have no words of their own."""
    return read(["skills"], Text)
