"""Journeys: how far somebody walks, and what it costs."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from rhean.rules.commands import Command
from rhean.rules.events import EVERYONE, Event
from rhean.rules.explain import Explained, Term
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Library
from rhean.rules.system import Check, CheckResult
from rhean.rules.systems.rhean import derived, facts
from rhean.rules.systems.rhean.asking import Asked, choice_parameter, flag_parameter, number_parameter
from rhean.rules.systems.rhean.entries import Ground
from rhean.rules.systems.rhean.requests import Table
from rhean.rules.systems.rhean.sheet import Sheet

HOURS = 4
"""One walks as many miles as one's Movement in this many hours."""
FORCED = Fraction(3, 2)


class Journey(msgspec.Struct, frozen=True):
    """A walk: Movement on that ground in that weather, miles, and the Stamina that it takes."""

    movement: Explained
    miles: Fraction
    stamina: int


def on_ground(sheet: Sheet, terrain: str, weather: str, library: Library, rulings: Rulings) -> Explained:
    """Movement with what terrain and weather change; they add up, and it never falls below 0."""
    base = derived.movement(sheet, rulings)
    terms = [Term("movement", base.total, "Movement", "base")]
    for kind, key in (("terrain", terrain), ("weather", weather)):
        ground: Ground | None = library.get(kind, key)
        if ground is not None and ground.movement:
            terms.append(Term(kind, ground.movement, ground.name, "rule"))
    return derived.at_least(Explained.of(*terms), 0)


def journey(
    sheet: Sheet,
    hours: int,
    library: Library,
    rulings: Rulings,
    *,
    terrain: str = "clear",
    weather: str = "fair",
    forced: bool = False,
) -> Journey:
    """A walk of so many hours; forced it goes half as far again, for more Stamina (ruling ``travel_stamina``)."""
    pace = on_ground(sheet, terrain, weather, library, rulings)
    miles = Fraction(pace.total * hours, HOURS) * (FORCED if forced else 1)
    walking, marching = rulings["travel_stamina"]
    stamina = (marching if forced else walking) * hours
    easy = sheet.has("hardy") or sheet.has("untiring")
    return Journey(pace, miles, stamina // 2 if easy else stamina)


def offer(library: Library) -> Check:
    """The journey among a sheet's rolls; it takes no dice."""
    terrain = {key: ground.name for key, ground in library.all("terrain").items()}
    weather = {key: ground.name for key, ground in library.all("weather").items()}
    parameters = (
        number_parameter("hours", "Hours", 1, 24, HOURS),
        choice_parameter("terrain", "Terrain", terrain, "clear"),
        choice_parameter("weather", "Weather", weather, "fair"),
        flag_parameter("forced", "Forced march"),
    )
    return Check("travel", "Journey", "Travel", parameters, {}, "rule.travel", "")


def travelled(table: Table, request: Command) -> CheckResult:
    """A journey asked for; raises ``IllegalCommand``."""
    asked = Asked(request.params)
    hours = asked.number("hours", 1, 24, HOURS)
    terrain = asked.choice("terrain", table.library.all("terrain"), "clear")
    weather = asked.choice("weather", table.library.all("weather"), "fair")
    forced = asked.flag("forced")
    asked.done()
    sheet = table.sheet(request.actor)
    walk = journey(sheet, hours, table.library, table.rulings, terrain=terrain, weather=weather, forced=forced)
    told = facts.Travelled(
        request.actor, hours, f"{float(walk.miles):g}", walk.stamina, walk.movement.total, walk.movement.terms
    )
    return CheckResult((Event(told, EVERYONE),))
