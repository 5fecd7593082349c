"""Forecasts in real worker processes: right, and gone when they end, however they end."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from encounters import workers
from encounters.actions.forecast import do_forecast
from encounters.actions.prepare import do_delete
from encounters.forecast import Tally, play
from encounters.models import Encounter, Forecast
from tests.encounters.duels import Heard, duel, prepared
from tests.factories.encounters import CombatantFactory, EncounterFactory

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


def test_workers_play_what_would_be_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "worker_count", lambda: 2)
    fight, seeds, heard, here = prepared("dragonpact", late=1), ["a", "b", "c"], Heard(), Tally()
    workers.launch(fight, seeds, heard)
    for seed in seeds:
        here.add(play(fight, seed))
    until(lambda: heard.closed)
    assert (heard.how, heard.fault) == ("done", None)
    assert heard.tally == here


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
def test_a_forecast_is_played_to_its_end_and_one_of_a_deleted_encounter_stops() -> None:
    entrants, scene = duel("dragonpact")
    fight = EncounterFactory.create(campaign__system="dragonpact", scene=scene)
    for one in entrants:
        CombatantFactory.create(encounter=fight, cid=one.id, sheet=one.sheet, side=one.side, start=one.start)
    do_forecast(fight, 2)
    until(lambda: fight.forecasts.get().status == Forecast.Status.DONE)
    assert fight.forecasts.get().tally["runs"] == 2
    do_forecast(fight, 100_000)
    until(lambda: fight.forecasts.get().tally.get("runs"))
    assert fight.forecasts.get().is_running
    do_delete(fight)
    check_nothing_stays()
    assert not Encounter.objects.exists()
