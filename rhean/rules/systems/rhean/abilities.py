"""What one can do: every row of the tables of actions for a sheet, judged by the very functions that judge in a fight.

A sheet stands alone on the field, once as it is and once with each of its weapons in hand. What only the moment can
tell (a target, Reach, what has to go before) is left to the fight; the rules page tells it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rhean.rules.errors import Refusal
from rhean.rules.prompts import Cost, Option
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Library
from rhean.rules.systems.rhean import costs, legal
from rhean.rules.systems.rhean.actions import TABLES, needs
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.begin import Newcomer, fighter, profile, stock_for
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.gear import FIST
from rhean.rules.systems.rhean.intake import Intake
from rhean.rules.systems.rhean.sheet import Carried, Sheet
from rhean.rules.systems.rhean.state import Declaration, Fixed, RheanState, Thing
from rhean.rules.systems.rhean.wording import action_label, listed

ME = "me"
THING = Thing("thing")
"""Something to pick up."""
LASTING = (needs.reach_weapon, needs.two_weapons, needs.learnt_stand_and_fire)
"""Needs that a sheet meets or does not, whatever the moment."""

GROUPS: dict[str, str] = {
    "attack": "Attack actions",
    "defence": "Defence actions",
    "move": "Move actions",
    "full": "Full-round actions",
}
BY_WEAPON = ("strike", "close", "missile", "throw", "guard", "parry", "any")
"""Uses that depend on which weapon is in hand."""


class Grip(msgspec.Struct, frozen=True):
    """One way to stand: the weapon meant, its name, and the field on which the sheet stands so."""

    weapon: str
    name: str
    sheet: Sheet


class Verdict(msgspec.Struct, frozen=True):
    """What is said of an action with one weapon."""

    name: str
    bars: tuple[Refusal, ...]
    costs: tuple[Cost, ...]
    stretch: bool


def abilities(sheet: Sheet, library: Library, rulings: Rulings) -> tuple[Option, ...]:
    """Every row of the four tables, available or not and why not."""
    stands = [(grip, _stand(grip.sheet, library, rulings)) for grip in grips(sheet)]
    return tuple(_option(kind, row, stands) for kind, rows in TABLES.items() for row in rows)


def grips(sheet: Sheet) -> tuple[Grip, ...]:
    """As the sheet stands, then with each other weapon in hand, last with bare hands."""
    held = next((one for one in sheet.weapons if one.hand in ("main", "both", "body")), None)
    first = Grip(held.weapon.key if held else FIST.id, held.weapon.name if held else "Fist", sheet)
    others = {one.weapon.key: one for one in sheet.weapons if held is None or one.weapon.key != held.weapon.key}
    return (first, *(_in_hand(sheet, one) for one in others.values()), Grip(FIST.id, "Fist", sheet))


def _in_hand(sheet: Sheet, carried: Carried) -> Grip:
    """The same sheet with this weapon alone in hand, loaded."""
    hand = "body" if carried.weapon.hands == 0 else "both" if carried.weapon.hands == 2 else "main"
    ready = msgspec.structs.replace(carried, hand=hand, loaded=carried.weapon.missile)
    shield = sheet.shield if hand != "both" else None
    return Grip(
        carried.weapon.key, carried.weapon.name, msgspec.structs.replace(sheet, weapons=(ready,), shield=shield)
    )


def _stand(sheet: Sheet, library: Library, rulings: Rulings) -> Fight:
    """A field with nobody on it but this one, at the beginning of a round."""
    one = Newcomer(ME, sheet, "mine", "gm")
    fixed = Fixed(rulings, stock_for([sheet], library), {ME: profile(sheet, rulings)})
    return Fight(RheanState(fixed, (fighter(one, fixed),), round=1, phase=1, segment="declare", ground=(THING,)))


def _option(kind: str, row: Action, stands: list[tuple[Grip, Fight]]) -> Option:
    """The best verdict on an action, with the weapons with which it can be done."""
    fitting = stands if row.weapon in BY_WEAPON else stands[:1]
    verdicts = [_verdict(grip, fight, row, kind) for grip, fight in fitting]
    open_ones = [verdict for verdict in verdicts if not verdict.bars]
    best = min(verdicts, key=_hindrance)
    return Option(
        key=f"{kind}.{row.key}",
        label=action_label(row.key),
        command="declare",
        fixed={"action": row.key, "as": kind},
        group=GROUPS[kind],
        refusals=best.bars,
        costs=best.costs,
        stretch=best.stretch,
        rule=f"action.{row.key}",
        summary=_summary(open_ones) if row.weapon in BY_WEAPON else "",
    )


def _hindrance(verdict: Verdict) -> tuple[bool, bool, int]:
    """How far a verdict is from doing it at full level: what fits the weapon counts before what does not."""
    return (any(bar.code == "weapon" for bar in verdict.bars), verdict.stretch or bool(verdict.bars), len(verdict.bars))


def _verdict(grip: Grip, fight: Fight, row: Action, kind: str) -> Verdict:
    """An action with one weapon: the lasting reasons against it, its price, and whether it is a stretch."""
    declared = _declared(grip, fight, row, kind)
    bars = tuple(dict.fromkeys(_with_name(bar, grip.name) for bar in _bars(fight, row, declared)))
    price = costs.price(fight, ME, row, declared)
    stretch = not bars and legal.is_stretch(fight, ME, row, declared)
    return Verdict(grip.name, bars, tuple(Cost(pool, amount) for pool, amount in price.items()), stretch)


def _declared(grip: Grip, fight: Fight, row: Action, kind: str) -> Declaration:
    """The plain declaration of an action with this weapon, as the fight would read it."""
    params = {"action": row.key, "as": kind}
    if row.weapon in BY_WEAPON:
        params["weapon"] = grip.weapon
    if "item" in row.takes:
        params["item"] = THING.name
    return Intake(fight, ME, params, veiled=False).read()


def _bars(fight: Fight, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """Want of a lasting need, of rank, weapon, shield, or of the means to pay."""
    for need in row.needs:
        reason = need(fight, ME, declared) if need in LASTING else None
        if reason is not None:
            yield reason
    yield from legal.rank_reasons(fight, ME, row, declared)
    if row.weapon not in ("sheathed", "gear", ""):
        yield from legal.weapon_reasons(fight, ME, row, declared)
    yield from legal.shield_reasons(fight, ME, row)
    yield from legal.cost_reasons(fight, ME, row, declared)


def _with_name(bar: Refusal, name: str) -> Refusal:
    """``is no missile weapon`` says of which weapon."""
    said_of_weapon = bar.code == "weapon" and bar.text.split()[0] in ("is", "cannot")
    return Refusal(bar.code, f"{name} {bar.text}") if said_of_weapon else bar


def _summary(verdicts: list[Verdict]) -> str:
    """With which weapons it can be done, and with which at half level."""
    full = list(dict.fromkeys(verdict.name for verdict in verdicts if not verdict.stretch))
    half = [name for name in dict.fromkeys(verdict.name for verdict in verdicts if verdict.stretch) if name not in full]
    parts = ([f"with {listed(full)}"] if full else []) + ([f"at half level with {listed(half)}"] if half else [])
    return "; ".join(parts)
