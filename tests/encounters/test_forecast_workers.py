"""Forecasts in real worker processes: right, and gone when they end, however they end."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings

from encounters import workers
from encounters.actions.forecast import do_forecast
from encounters.actions.prepare import do_delete
from encounters.forecast import Prepared, Tally, play
from encounters.models import Encounter, Forecast
from tests.encounters.drafted import drafted
from tests.encounters.duels import Heard, prepared

PATIENCE = 60.0  # a busy machine takes its time; nothing here measures how long


@pytest.fixture(autouse=True)
def _nothing_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(workers, "BEAT", 0.05)
    yield
    workers.close()
    check_nothing_stays()


def check_nothing_stays() -> None:
    """Neither a worker nor a job's thread is left."""
    until(lambda: not [one for one in threading.enumerate() if one.name == "forecast"])
    assert multiprocessing.active_children() == []


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


@pytest.fixture
def fight() -> Encounter:
    """Two against two, in preparation; one of them joins late."""
    return drafted("dragonpact", late=1)


@pytest.mark.django_db(transaction=True)
def test_workers_play_what_would_be_played_here(fight: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    launched: list[tuple[Prepared, Sequence[str]]] = []
    really = workers.launch

    def launch(begun: Prepared, seeds: Sequence[str], report: workers.Report) -> None:
        launched.append((begun, seeds))
        really(begun, seeds, report)

    monkeypatch.setattr(workers, "worker_count", lambda: 2)
    monkeypatch.setattr(workers, "launch", launch)
    do_forecast(fight, 3)
    [(begun, seeds)] = launched
    here = Tally()
    for seed in seeds:
        here.add(play(begun, seed))
    until(lambda: fight.forecasts.get().status != Forecast.Status.RUNNING)
    forecast = fight.forecasts.get()
    assert (forecast.status, Tally.read(forecast.tally)) == (Forecast.Status.DONE, here)
    assert (here.runs, len(begun.late)) == (3, 1)


@pytest.mark.django_db(transaction=True)
def test_what_the_rules_refuse_in_a_worker_is_told_in_their_words() -> None:
    fight = drafted("rhean", late=1)
    late = fight.roster.get(round=2)
    late.sheet = {**late.sheet, "weapons": ["none"]}
    late.save()
    do_forecast(fight, 1)
    until(lambda: fight.forecasts.get().status != Forecast.Status.RUNNING)
    assert fight.forecasts.get().fault.startswith("The rules refuse it: weapons")


def test_the_end_of_the_server_ends_them_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    workers.launch(prepared("dragonpact"), [str(number) for number in range(100_000)], heard)
    until(lambda: heard.runs)
    workers.close()
    assert (heard.how, heard.closed) == ("stopped", True)
    check_nothing_stays()
    workers.close()


def test_a_server_that_is_killed_leaves_no_worker_behind() -> None:
    command = [sys.executable, "-m", "tests.encounters.duels"]
    with subprocess.Popen(command, cwd=Path(settings.BASE_DIR), stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"playing\n"
        server.kill()
        assert server.stdout.read() == b""  # ends only when the last who could write is gone


def test_a_worker_loads_the_rules_and_no_django() -> None:
    code = "import sys, encounters.workers; print({name.partition('.')[0] for name in sys.modules} & {'django'})"
    told = subprocess.run([sys.executable, "-c", code], cwd=Path(settings.BASE_DIR), capture_output=True, check=True)
    assert told.stdout.split() == [b"set()"]


@pytest.mark.django_db(transaction=True)
def test_the_forecast_of_a_deleted_encounter_stops(fight: Encounter) -> None:
    do_forecast(fight, 100_000)
    until(lambda: fight.forecasts.get().tally.get("runs"))
    assert fight.forecasts.get().is_running
    do_delete(fight)
    check_nothing_stays()
    assert not Encounter.objects.exists()
