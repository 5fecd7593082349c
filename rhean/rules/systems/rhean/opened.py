"""Which decisions are open: ids, who decides, and what about, without their options."""

from __future__ import annotations

import msgspec

from rhean.rules.commands import GM_KEY
from rhean.rules.systems.rhean import answers, held, order, rounds
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import RheanState


class OpenPrompt(msgspec.Struct, frozen=True):
    """One open decision. ``id`` never comes again."""

    id: str
    who: str
    owner: str
    kind: str


def open_prompts(state: RheanState) -> tuple[OpenPrompt, ...]:
    """Every open decision of a state."""
    return open_in(Fight(state))


def open_in(fight: Fight) -> tuple[OpenPrompt, ...]:
    """Every open decision, in roster order."""
    if fight.segment == "opening":
        return (OpenPrompt(f"{fight.round + 1}.open_round", GM_KEY, GM_KEY, "open_round"),)
    return tuple(_prompt(fight, who, kind) for who, kind in _asked(fight))


def _asked(fight: Fight) -> list[tuple[str, str]]:
    """Who is asked for what in the present segment."""
    if fight.segment == "reaction":
        return [(who, "react") for who in rounds.must_react(fight)]
    if fight.segment == "declare":
        return [(who, "declare") for who in order.declarers(fight)]
    if fight.segment == "held":
        return _held(fight)
    return [(who, "defend") for who in answers.asked(fight)] if fight.segment == "defend" else []


def _held(fight: Fight) -> list[tuple[str, str]]:
    """In step a: the one struck, those who may take a Flesh Wound, or the holder."""
    if fight.strike is not None:
        return [(who, "defend") for who in answers.asked(fight)]
    if fight.flesh:
        return [(wound.who, "flesh_wound") for wound in fight.flesh]
    found = held.asks(fight)
    return [(found[0], "strike")] if found else []


def _prompt(fight: Fight, who: str, kind: str) -> OpenPrompt:
    fighter = fight[who]
    owner = GM_KEY if fighter.has("insane") else fighter.owner
    number = f".{fighter.moment.answers}" if kind == "defend" else ""
    step = ".held" if kind == "defend" and fight.strike is not None else ""
    hold = f".{fighter.hold.serial}" if kind == "strike" and fighter.hold is not None else ""
    return OpenPrompt(f"{fight.round}.{fight.phase}.{kind}.{who}{step}{number}{hold}", who, owner, kind)
