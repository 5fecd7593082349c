"""What a GM reads of a forecast: how it goes, the figures with their margins, and what one change would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from encounters import engine
from encounters.changes import changes_of, lineup_of, stamp_for
from encounters.forecast import MOST_ROUNDS, Tally
from encounters.forms import RUNS, ChangeForm, RunsForm
from encounters.models import Combatant, Encounter, Forecast
from encounters.samples import FEW, difference, quantile, shown

NOT_TOLD = "no difference that these runs could tell"
TOO_FEW = "too few runs to tell"
MINUTE = 60
SOME = 3  # after so many runs one may guess how long the others will take


@dataclass(frozen=True)
class Played:
    """A forecast with what it came to so far."""

    forecast: Forecast
    tally: Tally

    @classmethod
    def of(cls, forecast: Forecast | None) -> Played | None:
        """A stored forecast, if there is one."""
        return cls(forecast, Tally.read(forecast.tally)) if forecast else None

    @property
    def runs(self) -> int:
        """Runs that were played to their end."""
        return self.tally.runs

    def chance(self, count: int) -> str:
        """A count out of the runs, with its margin."""
        return shown(count, self.runs)

    @property
    def left(self) -> str:
        """How long it will go on at this pace, in words; empty while nobody can know."""
        if self.runs < SOME:
            return ""
        spent = (timezone.now() - self.forecast.started).total_seconds()
        return f"{lasting(spent / self.runs * (self.forecast.wanted - self.runs))} left"

    @property
    def pace(self) -> float | None:
        """Seconds that each run took on this server, all told; None while nobody can know."""
        spent = (self.forecast.beat - self.forecast.started).total_seconds()
        return spent / self.runs if self.runs >= SOME else None


def lasting(seconds: float) -> str:
    """About how long, in words.

    >>> lasting(20), lasting(80), lasting(150)
    ('less than a minute', 'about 1 minute', 'about 2 minutes')
    """
    minutes = round(seconds / MINUTE)
    return f"about {minutes} minute{'s' if minutes > 1 else ''}" if minutes else "less than a minute"


@dataclass(frozen=True)
class Row:
    """A line of a table: what it is about, the figure as prepared and with the change, and what the difference is."""

    label: str
    base: str
    changed: str = ""
    change: str = ""
    base_note: str = ""
    changed_note: str = ""


def forecast_context(encounter: Encounter, **forms: Any) -> dict[str, Any]:
    """Everything that the panel of a forecast shows."""
    found = {bool(one.change): Played.of(one) for one in encounter.forecasts.all()}
    base, changed = found.get(False), found.get(True)
    running = next((one for one in (base, changed) if one and one.forecast.is_running), None)
    context: dict[str, Any] = {
        "encounter": encounter,
        "base": base,
        "changed": changed,
        "running": running,
        "endings": ending_rows(base, changed),
        "lengths": length_rows(base, changed),
        "sides": falling_rows(base, changed),
        "most_rounds": MOST_ROUNDS,
        "runs_form": runs_form(base),
        "outdated": (outdated := base is not None and base.forecast.stamp != stamp_for(encounter)),
    }
    if running is None:
        context["left_out"] = list(encounter.roster.filter(round=Combatant.BY_HAND).values_list("name", flat=True))
        if base is not None and base.runs and not outdated:
            context["change_form"] = ChangeForm(changes=changes_for(encounter))
    return {**context, **forms}


def runs_form(base: Played | None) -> RunsForm:
    """How often to play: as before where it was played, each choice with the time it would take at that pace."""
    pace = base.pace if base else None
    times = {runs: lasting(pace * runs) for runs in RUNS} if pace is not None else {}
    return RunsForm(times=times, initial={"runs": base.forecast.wanted} if base else None)


def changes_for(encounter: Encounter) -> list[tuple[str, str]]:
    """The changes that can be tried, as choices."""
    return [(one.key, one.label) for one in changes_of(engine.system_for(encounter), lineup_of(encounter))]


def ending_rows(base: Played | None, changed: Played | None) -> list[Row]:
    """How often each side wins, nobody is left, and the fight does not end."""
    if base is None or not base.runs:
        return []
    mine, other = base.tally, changed.tally if changed else Tally()
    sides = dict.fromkeys(side for _, _, side in base.forecast.cast)
    rows = [
        chance_row(f"side “{side}” wins", mine.wins.get(side, 0), base, other.wins.get(side, 0), changed)
        for side in sides
    ]
    if mine.nobody or other.nobody:
        rows.append(chance_row("nobody is left", mine.nobody, base, other.nobody, changed))
    if mine.undecided or other.undecided:
        label = f"undecided after {MOST_ROUNDS} rounds"
        rows.append(chance_row(label, mine.undecided, base, other.undecided, changed))
    return rows


def chance_row(label: str, count: int, base: Played, other: int, changed: Played | None) -> Row:
    """How often something came about: ``count`` times as prepared, ``other`` times with the change."""
    if changed is None or not changed.runs:
        return Row(label, base.chance(count))
    words = difference_words(count, base.runs, other, changed.runs)
    return Row(label, base.chance(count), changed.chance(other), words)


def difference_words(count: int, runs: int, other: int, others: int) -> str:
    """What a change does to a chance, as far as the runs can tell."""
    if min(runs, others) < FEW:
        return TOO_FEW
    found = difference(count, runs, other, others)
    if not found.told:
        return NOT_TOLD
    return f"{abs(found.points)} points {'more' if found.points > 0 else 'less'} ± {found.margin}"


def length_rows(base: Played | None, changed: Played | None) -> list[Row]:
    """How many rounds it lasts: whole numbers, since nothing finer is counted."""
    if base is None or not base.runs:
        return []
    both = [one.tally.rounds if one and one.runs else {} for one in (base, changed)]
    middle = [str(quantile(table, 0.5)) if table else "" for table in both]
    half = [f"{quantile(table, 0.25)} to {quantile(table, 0.75)}" if table else "" for table in both]
    return [Row("rounds, the median", *middle), Row("rounds, the middle half", *half)]


def falling_rows(base: Played | None, changed: Played | None) -> list[tuple[str, list[Row]]]:
    """For every side, how often each of it is down, and dead where the rules tell."""
    if base is None or not base.runs:
        return []
    people = {cid: (name, side) for cid, name, side in base.forecast.cast}
    if changed is not None:
        people |= {cid: (name, side) for cid, name, side in changed.forecast.cast if cid not in people}
    sides: dict[str, list[Row]] = {}
    for cid, (name, side) in people.items():
        (falls, dies), (then_falls, then_dies) = fall_of(base, cid), fall_of(changed, cid)
        sides.setdefault(side, []).append(Row(name, falls, then_falls, base_note=dies, changed_note=then_dies))
    return list(sides.items())


def fall_of(played: Played | None, cid: str) -> tuple[str, str]:
    """How often somebody is down at some moment, and dead at the end where the rules tell; a dash for one who does not
    take part, nothing while nothing was played."""
    if played is None or not played.runs:
        return "", ""
    if cid not in {who for who, _, _ in played.forecast.cast}:
        return "–", ""
    died = f"dead: {played.chance(played.tally.died.get(cid, 0))}" if played.tally.died else ""
    return played.chance(played.tally.fell.get(cid, 0)), died
