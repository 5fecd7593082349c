"""What happened in the notation of the golden cases: one short phrase a fact, and what is open."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from rhean.rules.events import Event
from rhean.rules.explain import Explained, Term
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.facts import Number
from rhean.rules.systems.dragonpact.maneuvers import landing_spaces
from rhean.rules.systems.dragonpact.state import LANDING, REACT, RIPOSTE, DragonpactState
from rhean.rules.systems.dragonpact.window import block_bar, dodge_bar, parry_bar


def sum_words(terms: Iterable[Term]) -> str:
    """``7 d10 +1 Strength``."""
    first, *rest = terms
    return " ".join([f"{first.value} {first.name}", *(f"{term.value:+d} {term.name}" for term in rest)])


def short(thing: str) -> str:
    """``kerra/longsword#2`` -> ``longsword#2``."""
    return thing.rpartition("/")[2]


def space(at: tuple[int, int]) -> str:
    """``[3, 4]``."""
    return f"[{at[0]}, {at[1]}]"


def _number(number: Number) -> str:
    return f"{number.unit} {number.stat} {sum_words(number.value.terms)} = {number.total}"


def _rolled(fact: facts.Rolled) -> str:
    return f"{fact.what}: {sum_words(fact.number.value.terms)} = {fact.number.total}"


def _contest(fact: facts.Contest) -> str:
    result = "success" if fact.success else "failure"
    return f"{_number(fact.a)} v {_number(fact.b)}: {result}{' (forced)' if fact.forced else ''}"


def _checked(fact: facts.Checked) -> str:
    return f"{_number(fact.number)} v difficulty {fact.difficulty}: {'success' if fact.success else 'failure'}"


def _declared(fact: facts.AttackDeclared) -> str:
    modes = list(dict.fromkeys(fact.modes)) or ["melee"]
    if modes == ["melee"] and not fact.riposte:
        return ""
    words = f"attack {' and '.join(modes)}{' in two hands' if fact.grip == 'two' else ''}"
    return f"riposte: {words}" if fact.riposte else words


def _damage(fact: facts.DamageRolled) -> str:
    terms = [term for term in fact.value.terms if term.key != "halved"]
    halved = ", halved" if fact.halved else ""
    crit = ", crit" if fact.crit else ""
    return f"{short(fact.weapon)} damage {sum_words(terms)}{halved} = {fact.value.total}{crit}"


def _settled(fact: facts.DamageSettled) -> str:
    if fact.resistance is not None:
        words = f"{fact.target}: {fact.damage} - resistance {fact.resistance.total}, - Armor {fact.armor.total}"
        return f"{words}, left {fact.left}: {fact.wounds} wound(s)"
    return f"{fact.damage} - Armor {_armor(fact.armor)} = {fact.left}: {fact.wounds} wound(s)"


def _armor(value: Explained) -> str:
    return f"{value.total} ({sum_words(value.terms)})"


def _moved(fact: facts.Moved) -> str:
    where = f" at {space(fact.path[-1])}" if fact.path else " stays"
    return f"{fact.unit}{where}, cost {fact.cost}, points left {fact.points_left}"


def _pushed(fact: facts.Pushed) -> str:
    return f"{fact.unit} pushed to {space(fact.to)}{' (stopped)' if fact.stopped else ''}"


def _reaction(fact: facts.ReactionUsed) -> str:
    return f"{fact.reaction} Armor +{fact.armor}" if fact.reaction in ("block", "parry") else fact.reaction


PHRASES: dict[type[Any], Callable[[Any], str]] = {
    facts.FightBegan: lambda f: f"order {', '.join(f.order)}",
    facts.FightEnded: lambda f: f"fight over, winner {f.winner or 'none'}",
    facts.RoundStarted: lambda f: f"round {f.round}" if f.round > 1 else "",
    facts.TurnStarted: lambda f: f"{f.unit}'s turn (round {f.round}), Stamina {f.stamina}",
    facts.TurnEnded: lambda f: "",
    facts.CostPaid: lambda f: f"{f.unit} Stamina {f.left}",
    facts.Rolled: _rolled,
    facts.Contest: _contest,
    facts.Checked: _checked,
    facts.AttackDeclared: _declared,
    facts.AttackLost: lambda f: "attack lost",
    facts.AttackNegated: lambda f: f"negated by {f.by}",
    facts.ReactionUsed: _reaction,
    facts.ReactionPassed: lambda f: f"{f.unit} no reaction{' possible' if f.auto else ''}",
    facts.RiposteDeclined: lambda f: "riposte declined",
    facts.DamageRolled: _damage,
    facts.DamageSettled: _settled,
    facts.Wounded: lambda f: f"{f.unit} Health {f.health}",
    facts.Healed: lambda f: f"{f.unit} +{f.wounds} Health = {f.health}",
    facts.DeathMark: lambda f: f"{f.unit} death marks {f.marks}",
    facts.Died: lambda f: f"{f.unit} dead",
    facts.ConditionGained: lambda f: f"{f.unit} {f.condition}",
    facts.ConditionEnded: lambda f: f"{f.unit} no longer {f.condition} ({f.why})",
    facts.Guarded: lambda f: f"Guard {f.stat} {f.bonus}",
    facts.GuardEnded: lambda f: f"{f.unit} Guard ends",
    facts.Moved: _moved,
    facts.Pushed: _pushed,
    facts.AmmoSpent: lambda f: f"{f.item}s left {f.left}",
    facts.ItemUsed: lambda f: f"{f.item} used, left {f.left}",
    facts.ItemReadied: lambda f: f"{f.item} in {f.hand}",
    facts.ItemStowed: lambda f: f"{f.item} stowed",
    facts.ItemLanded: lambda f: f"{f.item} on the ground at {space(f.at)} ({f.why})",
    facts.WeaponCoated: lambda f: f"{f.weapon} coated, potency {f.potency}",
    facts.StaminaGained: lambda f: f"{f.unit} +{f.amount} Stamina = {f.stamina}",
    facts.HideFailed: lambda f: f"{f.unit} hide failed",
    facts.Overridden: lambda f: "override logged",
    facts.Ruled: lambda f: f"ruling {f.key} {json.dumps(f.value)}",
    facts.Entered: lambda f: f"{f.unit} enters",
    facts.Left: lambda f: f"{f.unit} leaves",
}
"""Fact -> its phrase; empty where the notation says nothing of it."""


def phrases(events: Iterable[Event[Any]]) -> list[str]:
    """What happened, phrase by phrase."""
    told = [PHRASES[type(event.fact)](event.fact) for event in events]
    return [phrase for phrase in told if phrase]


def opened(state: DragonpactState) -> str:
    """What is open besides a turn: ``react for kerra (block, no dodge: stamina, parry)``."""
    attack, who = state.attack, state.waits_for
    if attack is None or state.stage not in (REACT, RIPOSTE, LANDING):
        return ""
    if state.stage == LANDING:
        spaces = json.dumps(landing_spaces(state, attack), separators=(",", ":"))
        return f"landing for {who}, spaces {spaces}"
    if state.stage == RIPOSTE:
        return f"riposte for {who}"
    bars = {"block": block_bar(state, attack), "dodge": dodge_bar(state, attack), "parry": parry_bar(state, attack)}
    words = [f"no {key}: {bar.code}" if bar else key for key, bar in bars.items()]
    return f"react for {who} ({', '.join(words)})"
