"""Play a prepared fight many times, beside everything else, and keep what came of it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from encounters import engine, workers
from encounters.actions.base import lock_draft
from encounters.actions.play import entrant_of
from encounters.changes import Lineup, changes_of, first_that_begins, lineup_of, stamp_for
from encounters.errors import MovedOn, NotNow
from encounters.forecast import Late, Prepared, Tally
from encounters.models import FAULT_STORED, Encounter, Forecast
from rhean.campaigns.rules import rulings_for
from rhean.rules.errors import RulesError
from rhean.rules.state import Setup
from sheets.library import library_for

logger = logging.getLogger(__name__)

Status = Forecast.Status

MOST_JOBS = 2
"""Forecasts that a server plays at a time, over all encounters and processes."""

TRIES = 5
"""How often the end of a forecast is written until the database takes it."""

KEPT = timedelta(days=30)
"""So long a forecast is kept that nobody plays anew."""


@transaction.atomic
def do_forecast(encounter: Encounter, runs: int) -> Forecast:
    """Play the fight as prepared so many times. One that is being played is joined; what was there before goes.

    Raises ``BadSetup`` or ``BadSheet`` when it cannot begin so."""
    row = lock_draft(encounter)
    running = _running(row)
    if running is not None:
        return running
    lineup = lineup_of(row)
    prepared = prepare(row, lineup)
    row.forecasts.all().delete()
    return _begin(row, lineup, prepared, runs)


@transaction.atomic
def do_forecast_change(encounter: Encounter, key: str) -> Forecast:
    """Play the fight with one change, as often as it was played without. One that is being played is joined.

    Raises ``BadSetup`` or ``BadSheet`` when it cannot begin so."""
    row = lock_draft(encounter)
    running = _running(row)
    if running is not None:
        return running
    base = row.forecasts.filter(change="").first()
    runs = Tally.read(base.tally).runs if base else 0
    if base is None or not runs or base.stamp != stamp_for(row):
        raise MovedOn("The fight was changed since its forecast: play that anew first.")
    lineup = lineup_of(row)
    change = next((one for one in changes_of(engine.system_for(row), lineup) if one.key == key), None)
    if change is None:
        raise MovedOn("That change is not possible in this fight.")
    lineup, prepared = first_that_begins(change, lambda other: (other, prepare(row, other)))
    row.forecasts.exclude(change="").delete()
    return _begin(row, lineup, prepared, runs, change=change.key, label=change.label)


@transaction.atomic
def do_cancel_forecast(encounter: Encounter) -> None:
    """Stop what is being played; what was played so far stays. Cancelling twice is the same as once."""
    row = lock_draft(encounter)
    row.forecasts.filter(status=Status.RUNNING).update(status=Status.CANCELLED)


def prepare(row: Encounter, lineup: Lineup) -> Prepared:
    """The fight with this line-up, ready to be played; raises ``BadSetup`` or ``BadSheet``."""
    here = [entrant_of(one) for one in lineup.rows if one.round is None]
    if not here:
        raise NotNow("Nobody is in the fight yet: add combatants first.")
    if len({one.side for one in lineup.rows}) == 1:
        raise NotNow("All are on one side: add somebody to fight against.")
    library, system = library_for(row.campaign), engine.system_for(row)
    begun = system.encode_state(system.begin(Setup(tuple(here), lineup.scene), library, rulings_for(row.campaign)))
    late = tuple(Late(one.round, entrant_of(one)) for one in lineup.rows if one.round)
    return Prepared(row.campaign.system, begun, late, library if late else None)


def _running(row: Encounter) -> Forecast | None:
    return next((one for one in row.forecasts.filter(status=Status.RUNNING) if one.is_running), None)


def _begin(row: Encounter, lineup: Lineup, prepared: Prepared, runs: int, **fields: str) -> Forecast:
    """Note that it is being played, and have it played after commit."""
    now = timezone.now()
    others = Forecast.objects.filter(status=Status.RUNNING, beat__gt=now - Forecast.LOST)
    if others.count() >= MOST_JOBS:
        raise NotNow("The server is playing other forecasts: try again when one of them is done.")
    Forecast.objects.filter(beat__lt=now - KEPT).exclude(status=Status.RUNNING).delete()
    cast = [[one.cid, one.name, one.side] for one in lineup.rows]
    made = Forecast.objects.create(encounter=row, wanted=runs, cast=cast, stamp=stamp_for(row), **fields)
    seeds = [f"{made.stamp}:{made.change}:{number}" for number in range(runs)]
    transaction.on_commit(partial(_launch, prepared, seeds, Report(made.pk)))
    return made


def _launch(prepared: Prepared, seeds: list[str], report: Report) -> None:
    try:
        workers.launch(prepared, seeds, report)
    except (OSError, RuntimeError) as fault:  # no more files or threads
        report.end(Tally(), Status.FAILED, fault)


@dataclass(frozen=True)
class Report:
    """Writes how the playing of a forecast goes to its row, from the job's own thread. A row that is gone or was
    cancelled meanwhile is left as it is."""

    pk: int

    def progress(self, tally: Tally) -> bool:
        """So far; False when nobody wants it any more. What the database does not take now comes with the next."""
        try:
            return self._write(tally)
        except DatabaseError as fault:
            self._lost(fault)
            return True

    def end(self, tally: Tally, how: str, fault: BaseException | None = None) -> None:
        """The end."""
        words = f"The rules refuse it: {fault}"[:FAULT_STORED] if isinstance(fault, RulesError) else ""
        if fault is not None and not words:
            logger.error("forecast %s: %r", self.pk, fault, exc_info=fault)
            words = "A run broke off; the server's log says more."
        for _ in range(TRIES):
            try:
                self._write(tally, status=Status(how), fault=words)
            except DatabaseError as error:
                self._lost(error)
            else:
                return

    def close(self) -> None:
        """Give the thread's own line to the database back."""
        connection.close()

    def _lost(self, fault: DatabaseError) -> None:
        """The line to the database may be dead: the next write opens another."""
        logger.warning("forecast %s: not written: %r", self.pk, fault)
        self.close()

    def _write(self, tally: Tally, **fields: Any) -> bool:
        mine = Forecast.objects.filter(pk=self.pk, status=Status.RUNNING)
        return bool(mine.update(tally=msgspec.to_builtins(tally, str_keys=True), beat=timezone.now(), **fields))
