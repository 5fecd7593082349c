"""The forecast of a fight in preparation: played, watched, cancelled, compared; the GM's alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from encounters import workers
from encounters.actions import forecast as actions
from encounters.actions.forecast import Report
from encounters.actions.play import do_start
from encounters.changes import stamp_for
from encounters.forecast import Tally
from encounters.models import Encounter, Forecast
from encounters.samples import GLUE
from rhean.campaigns.models import User
from tests.cast import ClientOf
from tests.encounters.inline import Inline, refusing, run_here
from tests.factories.encounters import CombatantFactory, EncounterFactory, ForecastFactory

HTMX = {"HX-Request": "true"}
NAMES = ("forecast", "refresh_forecast", "start_forecast", "change_forecast", "cancel_forecast")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fights are played in the test itself, with no process and no thread."""
    monkeypatch.setattr(workers, "new_pool", Inline)
    monkeypatch.setattr(workers, "launch", run_here)
    monkeypatch.setattr(Report, "close", lambda self: None)
    monkeypatch.setattr(workers, "BEAT", 0)


@pytest.fixture
def gm(wren: User, client_of: ClientOf) -> Client:
    """Wren's browser."""
    return client_of(wren)


class Asks:
    """A GM's hands on the forecast of a fight; what was begun is played at once."""

    def __init__(self, client: Client, fight: Encounter, commit: DjangoCaptureOnCommitCallbacks) -> None:
        self.client = client
        self.fight = fight
        self.commit = commit

    def url(self, name: str) -> str:
        return reverse(f"encounters:{name}", args=[self.fight.code])

    def post(self, name: str, *, htmx: bool = False, play: bool = True, **sent: str) -> HttpResponse:
        with self.commit(execute=play):
            return self.client.post(self.url(name), sent, headers=HTMX if htmx else {})

    def page(self) -> str:
        return self.client.get(self.url("forecast")).text

    @property
    def base(self) -> Forecast:
        return self.fight.forecasts.get(change="")


@pytest.fixture
def asks(gm: Client, draft: Encounter, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Asks:
    return Asks(gm, draft, django_capture_on_commit_callbacks)


def test_a_fight_is_played_so_many_times_and_its_figures_are_shown(asks: Asks) -> None:
    assert asks.post("start_forecast", runs="100").status_code == 302
    assert (asks.base.status, asks.base.tally["runs"]) == ("done", 100)
    page = asks.page()
    assert "Done: 100 of 100 fights played." in page
    assert all(words in page for words in ("side “party” wins", "side “foes” wins", "the median", "Shade", "±"))
    assert "every 1s" not in page


def test_the_same_preparation_gives_the_same_figures(asks: Asks) -> None:
    asks.post("start_forecast", runs="100")
    first = asks.base.tally
    asks.post("start_forecast", runs="100")
    assert asks.base.tally == first


def test_while_it_is_played_the_page_reads_itself_again(asks: Asks) -> None:
    page = asks.post("start_forecast", htmx=True, play=False, runs="400").text
    assert "Starting…" in page
    assert "0 of 400" not in page
    assert 'hx-trigger="every 1s"' in page
    assert '<progress class="bar forecast-bar" max="400" value="0"' in page
    assert "<html" not in page
    Report(asks.base.pk).progress(Tally(runs=57, wins={"foes": 57}, rounds={3: 57}))
    part = asks.client.get(asks.url("refresh_forecast"), headers=HTMX).text
    assert "57 of 400 fights played" in part
    assert f"over 93{GLUE}%" in part


def test_early_on_every_row_counts_and_the_time_left_is_guessed(asks: Asks) -> None:
    asks.post("start_forecast", play=False, runs="400")
    Forecast.objects.update(started=timezone.now() - timedelta(seconds=30))
    Report(asks.base.pk).progress(Tally(runs=12, wins={"foes": 9, "party": 3}, rounds={3: 12}, fell={"c1": 12}))
    part = asks.client.get(asks.url("refresh_forecast"), headers=HTMX).text
    assert "12 of 400 fights played, about 16 minutes left" in part
    assert all(count in part for count in ("9 of 12", "3 of 12", "0 of 12"))
    assert f"{GLUE}%" not in part


def test_what_was_played_tells_how_long_each_choice_would_take(asks: Asks) -> None:
    assert "It may take a minute or more." in asks.page()
    begun = timezone.now()
    ForecastFactory.create(encounter=asks.fight, started=begun, beat=begun + timedelta(seconds=60))
    page = asks.page()
    assert "100 times about 1 minute, 400 times about 4 minutes, 1000 times about 10 minutes." in page
    assert "a minute or more" not in page


def test_a_fight_that_is_changed_while_it_is_played_says_so_at_once(asks: Asks) -> None:
    asks.post("start_forecast", runs="100")
    asks.post("change_forecast", play=False, change="usual.hidden")
    assert "was changed since" not in asks.page()
    CombatantFactory.create(encounter=asks.fight, name="One more")
    page = asks.page()
    assert "Starting…" in page
    assert "The fight was changed since this forecast." in page


def test_a_second_start_joins_the_first(asks: Asks) -> None:
    asks.post("start_forecast", play=False, runs="400")
    first = asks.base.pk
    assert asks.post("start_forecast", play=False, runs="100").status_code == 302
    assert (asks.base.pk, asks.base.wanted) == (first, 400)


def test_cancelling_keeps_what_was_played_and_twice_is_once(asks: Asks) -> None:
    asks.post("start_forecast", play=False, runs="400")
    report = Report(asks.base.pk)
    assert report.progress(Tally(runs=40, wins={"party": 40}, rounds={3: 40}))
    for _ in range(2):
        assert asks.post("cancel_forecast").status_code == 302
    assert not report.progress(Tally(runs=50))
    report.end(Tally(runs=60), "done")
    assert (asks.base.status, asks.base.tally["runs"]) == ("cancelled", 40)
    assert "Cancelled: 40 of 400 fights played." in asks.page()


def test_a_process_that_died_is_told_and_the_forecast_can_be_begun_again(asks: Asks) -> None:
    ForecastFactory.create(encounter=asks.fight, status="running", beat=timezone.now() - timedelta(minutes=1))
    assert "not heard from any more: 100 of 100" in asks.page()
    asks.post("start_forecast", runs="100")
    assert asks.base.status == "done"


def test_a_fight_that_was_changed_since_says_so(asks: Asks) -> None:
    asks.post("start_forecast", runs="100")
    assert "was changed since" not in asks.page()
    CombatantFactory.create(encounter=asks.fight, name="One more")
    assert "The fight was changed since this forecast." in asks.page()
    answer = asks.post("change_forecast", change=f"fewer.{asks.fight.roster.get(name='Gnarl').cid}")
    assert answer.status_code == 409
    assert "play that anew first" in answer.text


def test_one_change_is_played_as_often_and_stands_beside_it(asks: Asks) -> None:
    asks.post("start_forecast", runs="100")
    assert asks.post("change_forecast", change="usual.hidden").status_code == 302
    page = asks.page()
    assert "With nobody “hidden”" in page
    assert "no difference that these runs could tell" in page or " points " in page
    assert asks.fight.forecasts.get(change="usual.hidden").tally["runs"] == 100
    asks.post("start_forecast", runs="100")
    assert asks.fight.forecasts.count() == 1


def test_a_change_that_makes_a_difference_is_told(asks: Asks) -> None:
    stamp = stamp_for(asks.fight)
    ForecastFactory.create(encounter=asks.fight, stamp=stamp, cast=[["a", "A", "party"]])
    more = {"runs": 100, "wins": {"party": 20}, "nobody": 80, "rounds": {"7": 100}}
    ForecastFactory.create(encounter=asks.fight, stamp=stamp, change="more.x", label="One more: Wolf", tally=more)
    page = asks.page()
    assert "42 points less ± 12" in page
    assert "One more: Wolf" in page


@pytest.mark.parametrize(
    ("name", "sent"),
    [("start_forecast", {}), ("start_forecast", {"runs": "7"}), ("change_forecast", {"change": "more.nobody"})],
)
def test_what_makes_no_sense_is_refused_at_its_field(asks: Asks, name: str, sent: dict[str, str]) -> None:
    ForecastFactory.create(encounter=asks.fight, stamp=stamp_for(asks.fight))
    answer = asks.post(name, **sent)
    assert answer.status_code == 422
    assert "invalid-feedback" in answer.text


def test_a_fight_that_cannot_begin_says_why(asks: Asks) -> None:
    asks.fight.roster.filter(side="foes").delete()
    answer = asks.post("start_forecast", runs="100")
    assert (answer.status_code, "All are on one side" in answer.text) == (409, True)
    asks.fight.roster.all().delete()
    assert "Nobody is in the fight yet" in asks.post("start_forecast", htmx=True, runs="100").text


def test_a_run_that_breaks_off_is_told(asks: Asks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "run_one", lambda seed: 1 // 0)
    asks.post("start_forecast", runs="100")
    assert asks.base.status == "failed"
    assert "the server&#x27;s log says more" in asks.page()


def test_a_fight_that_the_rules_refuse_on_the_way_is_told_in_their_words(
    asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "run_one", refusing("no room at the well"))
    asks.post("start_forecast", runs="100")
    assert "no room at the well" in asks.page()


def failing_at_first(times: int) -> Callable[..., bool]:
    """Writes that the database does not take the first few times."""
    really, left = Report._write, [OperationalError("database is locked")] * times

    def write(self: Report, tally: Tally, **fields: Any) -> bool:
        if left:
            raise left.pop()
        return really(self, tally, **fields)

    return write


def test_what_the_database_does_not_take_at_once_is_written_later(asks: Asks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Report, "_write", failing_at_first(3))
    asks.post("start_forecast", runs="100")
    assert (asks.base.status, asks.base.tally["runs"]) == ("done", 100)


@pytest.mark.parametrize("fault", [OSError("too many open files"), RuntimeError("can't start new thread")])
def test_workers_that_cannot_be_begun_leave_nothing_running(
    asks: Asks, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def refuse(*given: object) -> None:
        raise fault

    monkeypatch.setattr(workers, "launch", refuse)
    asks.post("start_forecast", runs="100")
    assert asks.base.status == "failed"
    assert "the server&#x27;s log says more" in asks.page()


def test_it_stops_when_time_is_up_and_says_so(asks: Asks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_SECONDS", 0.0)
    asks.post("start_forecast", runs="100")
    assert asks.base.status == "time"
    assert "took too long: 0 of 100" in asks.page()


def test_a_server_plays_few_at_a_time(asks: Asks) -> None:
    for _ in range(actions.MOST_JOBS):
        ForecastFactory.create(encounter=EncounterFactory.create(), status="running")
    answer = asks.post("start_forecast", runs="100")
    assert (answer.status_code, "playing other forecasts" in answer.text) == (409, True)


def test_old_forecasts_go_when_another_begins(asks: Asks) -> None:
    old = ForecastFactory.create(encounter=EncounterFactory.create(), beat=timezone.now() - timedelta(days=31))
    asks.post("start_forecast", runs="100")
    assert not Forecast.objects.filter(pk=old.pk).exists()


def test_the_beginning_of_the_fight_ends_it_and_its_pages_lead_to_the_table(asks: Asks, wren: User) -> None:
    asks.post("start_forecast", play=False, runs="100")
    do_start(asks.fight, wren)
    assert not Forecast.objects.exists()
    run = reverse("encounters:run", args=[asks.fight.code])
    for name in NAMES[:2]:
        assert asks.client.get(asks.url(name))["Location"] == run
    for name in NAMES[2:]:
        assert asks.post(name, runs="100")["Location"] == run


def test_a_deleted_encounter_takes_its_forecast_along(asks: Asks) -> None:
    asks.post("start_forecast", play=False, runs="100")
    report = Report(asks.base.pk)
    asks.fight.delete()
    assert not report.progress(Tally(runs=3))
    report.end(Tally(), "done")
    assert not Forecast.objects.exists()


def test_who_comes_in_by_hand_is_named_as_left_out(asks: Asks) -> None:
    asks.fight.roster.filter(name="Gnarl").update(round=0)
    asks.post("start_forecast", runs="100")
    assert "Left out, since they come in when you say so: <bdi>Gnarl</bdi>" in asks.page()
    assert "Gnarl" not in [name for _, name, _ in asks.base.cast]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_the_gms_alone(asks: Asks, clients: dict[str, Client], name: str) -> None:
    ForecastFactory.create(encounter=asks.fight, cast=[["c1", "MARK", "foes"]])
    right, wrong = ("get", "post") if name in NAMES[:2] else ("post", "get")
    given = {who: getattr(client, right)(asks.url(name)) for who, client in clients.items()}
    refused = {who: given[who].status_code for who in ("nobody", "stranger", "ode", "pike", "watcher")}
    assert refused == {"nobody": 302, "stranger": 404, "ode": 403, "pike": 403, "watcher": 403}
    told = {who for who, answer in given.items() if "MARK" in answer.text}
    assert told == (set() if name == "cancel_forecast" else {"wren", "owner"})
    assert getattr(asks.client, wrong)(asks.url(name)).status_code == 405


def test_the_preparation_leads_to_it(asks: Asks) -> None:
    page = asks.client.get(reverse("encounters:prepare", args=[asks.fight.code])).text
    assert f'href="{asks.url("forecast")}"' in page


def test_the_demo_can_be_forecast(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("load_demo", verbosity=0)
    for fight in Encounter.objects.all():
        forecast = actions.do_forecast(fight, 100)
        assert {side for _, _, side in forecast.cast} == set(fight.roster.values_list("side", flat=True))
        Forecast.objects.all().delete()
