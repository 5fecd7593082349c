"""The whole ambush at the ford, played by the app with fixed dice, as everybody sees it."""

from __future__ import annotations

import secrets
from itertools import count

import pytest

from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns import demo
from rhean.campaigns.models import User
from tests.playthroughs.record import Recorder, check, watchers


@pytest.fixture
def ford(db: None, monkeypatch: pytest.MonkeyPatch) -> Encounter:
    """The demo's fight with ids, keys and dice that are the same each time."""
    numbers = count(1)
    monkeypatch.setattr(secrets, "token_hex", lambda length: f"{next(numbers):0{2 * length}x}")
    demo.load()
    return Encounter.objects.get(name="Ambush at the ford")


def test_the_ford_is_fought_as_it_was_recorded(ford: Encounter) -> None:
    gm = User.objects.get(username=demo.GM_NAME)
    ford.seed = "the ford"
    ford.save(update_fields=["seed"])
    recorder = Recorder(do_start(ford, gm), gm, watchers(player=User.objects.get(username=demo.PLAYER_NAME)))
    lines = list(recorder.play(rounds=99))
    ford.refresh_from_db()
    assert ford.status == Encounter.Status.OVER
    check("rhean_ford", lines)
