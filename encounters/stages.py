"""A decision as the one who takes it sees it: options in groups, what is chosen so far, its odds, and the form."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django import forms
from django.http import QueryDict
from msgspec.structs import replace

from encounters import engine
from encounters.fields import PREFIX, only_choices, option_form
from encounters.models import Draft, Encounter
from encounters.projection import Bar, Card, worded
from rhean.rules.errors import RulesError
from rhean.rules.prompts import Chance, Cost, Option, Prompt

FEW = 3
"""Choices that stand side by side as buttons."""


@dataclass(frozen=True)
class Refused:
    """An option that cannot be taken, with every reason in words."""

    label: str
    reasons: tuple[str, ...]
    rule: str = ""


@dataclass(frozen=True)
class Offer:
    """An option that can be taken, as its tile shows it."""

    key: str
    label: str
    stretch: bool
    costs: tuple[Cost, ...]
    odds: tuple[Chance, ...]
    summary: str


@dataclass(frozen=True)
class Group:
    """Options of one kind that can be taken."""

    label: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Chosen:
    """The option being looked at: its form, and its odds with what is entered so far."""

    option: Option
    form: forms.Form
    odds: tuple[Chance, ...] = ()
    saved: bool = False


@dataclass(frozen=True)
class Slip:
    """An answer that could not be taken as it was filled in: its form says at each field what is wrong. ``prompt`` is
    empty for what is set by hand."""

    prompt: str
    who: str
    option: str
    data: QueryDict


@dataclass(frozen=True)
class Asked:
    """One open decision."""

    prompt: Prompt
    who: str
    name: str
    groups: tuple[Group, ...]
    refused: tuple[Refused, ...]
    chosen: Chosen | None = None
    draft: Draft | None = None
    kept: Draft | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    bars: tuple[Bar, ...] = ()
    system: str = ""

    @property
    def kind(self) -> str:
        """The stage: its partial and its view."""
        return self.prompt.kind

    @property
    def templates(self) -> list[str]:
        """The stage's own partial (the system's before one that systems share), or the base of all."""
        own = f"encounters/phases/{self.system}/{self.prompt.kind}.html"
        return [own, f"encounters/phases/{self.prompt.kind}.html", "encounters/phases/stage.html"]

    @property
    def sides(self) -> int:
        """The die that has to be typed in next; 0 for none."""
        return self.draft.sides if self.draft else 0

    @property
    def faces(self) -> list[int]:
        """The faces typed in so far."""
        return self.draft.faces if self.draft else []

    @property
    def kept_option(self) -> Option | None:
        """What was sent too late, if it can be done now."""
        option = engine.option_with(self.prompt, self.kept.option) if self.kept else None
        return option if option is not None and option.available else None

    @property
    def kept_label(self) -> str:
        """What was sent too late, in words."""
        option = engine.option_with(self.prompt, self.kept.option) if self.kept else None
        return option.label if option else "something"

    @property
    def kept_fields(self) -> list[tuple[str, str]]:
        """The parameters that were sent too late, as form fields."""
        params = self.kept.params if self.kept else {}
        pairs = [(key, value if isinstance(value, list) else [value]) for key, value in params.items()]
        return [(f"{PREFIX}-{key}", str(one)) for key, values in pairs for one in values]

    @property
    def default_label(self) -> str:
        """What counts if the stage is forced and nothing was sent, in words."""
        option = engine.default_option(self.prompt)
        return option.label if option else ""

    @property
    def direct(self) -> bool:
        """Whether one tap can decide: few choices, and nothing to fill in."""
        free = self.available
        return 0 < len(free) <= FEW and not any(option.parameters for option in free)

    @property
    def available(self) -> tuple[Option, ...]:
        """Everything that can be taken, in order."""
        return tuple(_by_group(self.prompt))


def asked(
    encounter: Encounter,
    prompt: Prompt,
    names: Mapping[str, str],
    drafts: Sequence[Draft],
    card: Card | None = None,
    slip: Slip | None = None,
) -> Asked:
    """A decision with what was saved for it. ``card`` is the combatant that decides."""
    mine = [draft for draft in drafts if draft.cid == prompt.who and draft.kind == prompt.kind]
    saved = next((draft for draft in mine if draft.prompt == prompt.id), None)
    kept = next((draft for draft in mine if draft.prompt != prompt.id), None)
    found = engine.option_with(prompt, saved.option) if saved else None
    chosen = None
    if saved is not None and found is not None and found.available:
        params = {**only_choices(found), **saved.params}
        wrong = slip is not None and (slip.prompt, slip.option) == (prompt.id, found.key)
        form = option_form(found, names, data=slip.data if slip and wrong else None, initial=params)
        chosen = Chosen(found, form, odds_of(encounter, prompt, found, params), saved=True)
    return Asked(
        prompt=prompt,
        who=prompt.who,
        name=names[prompt.who] if prompt.who != "gm" else "",
        groups=_groups(prompt, names),
        refused=tuple(
            Refused(one.label, tuple(reason.words(names) for reason in one.refusals), one.rule)
            for one in prompt.options
            if not one.available
        ),
        chosen=chosen,
        draft=saved,
        kept=kept,
        names=names,
        bars=card.bars if card else (),
        system=encounter.campaign.system,
        key=hashlib.blake2b(f"{encounter.version}:{prompt.id}".encode(), digest_size=12).hexdigest(),
    )


def odds_of(encounter: Encounter, prompt: Prompt, option: Option, params: Mapping[str, Any]) -> tuple[Chance, ...]:
    """The exact chances of an option with these parameters; those of the option alone while some are missing."""
    missing = [one for one in option.parameters if one.required and one.key not in params and one.default is None]
    if missing:
        return option.odds
    filled = {one.key: one.default for one in option.parameters if one.required and one.default is not None}
    command = engine.command_for(prompt, option, {**filled, **params}, prompt.owner)
    try:
        return engine.system_for(encounter).odds(engine.state_of(encounter), command)
    except RulesError:  # what is entered so far is not a whole command yet: its odds come when it is
        return option.odds


def _by_group(prompt: Prompt) -> list[Option]:
    """The options that can be taken, each group together, in the order in which the groups begin."""
    free = [option for option in prompt.options if option.available]
    order = {label: index for index, label in enumerate(dict.fromkeys(option.group for option in free))}
    return sorted(free, key=lambda option: order[option.group])


def _groups(prompt: Prompt, names: Mapping[str, str]) -> tuple[Group, ...]:
    grouped = groupby(_by_group(prompt), key=lambda one: one.group)
    return tuple(Group(label, tuple(_offer(option, names) for option in options)) for label, options in grouped)


def _offer(option: Option, names: Mapping[str, str]) -> Offer:
    odds = tuple(replace(chance, label=worded(chance.label, names)) for chance in option.odds)
    return Offer(option.key, option.label, option.stretch, option.costs, odds, option.summary)
