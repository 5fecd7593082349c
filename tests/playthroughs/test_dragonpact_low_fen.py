"""The toll at Low Fen, with a killer in the shade, played by the app with fixed dice, as everybody sees it."""

from __future__ import annotations

import secrets
from itertools import count

import pytest

from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from rhean.rules.systems import get_system
from tests.factories.campaigns import CampaignFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory
from tests.playthroughs.record import Recorder, check, watchers

LIBRARY = get_system("dragonpact").library


@pytest.fixture
def campaign(db: None, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """The cast's campaign, in Dragonpact, with ids, keys and dice that are the same each time."""
    numbers = count(1)
    monkeypatch.setattr(secrets, "token_hex", lambda length: f"{next(numbers):0{2 * length}x}")
    return CampaignFactory.create(name="The Low Fen", system="dragonpact")


@pytest.fixture
def fen(campaign: Campaign, ode: User) -> Encounter:
    """The party in Ode's hands, the knight's people in the GM's."""
    prepared = LIBRARY.all("encounters")["low_fen"]
    fight = EncounterFactory.create(campaign=campaign, name=prepared.name, scene=prepared.scene, seed="the low fen")
    for number, member in enumerate(prepared.members):
        entry = LIBRARY.all(member.kind)[member.sheet]
        CombatantFactory.create(
            encounter=fight,
            name=member.name or entry.name,
            sheet=entry.sheet,
            side=member.side,
            start=member.start,
            owner=ode.key if member.side == "party" else "gm",
            position=number,
        )
    killer = {"sheet": LIBRARY.all("creatures")["twin_fang"].sheet, "start": {"at": [5, 0], "hidden": True}}
    CombatantFactory.create(encounter=fight, name="Shade", mask="a shadow", side="foe", position=99, **killer)
    return fight


def test_the_toll_is_fought_as_it_was_recorded(fen: Encounter, wren: User, ode: User) -> None:
    recorder = Recorder(do_start(fen, wren), wren, watchers(ode=ode))
    lines = list(recorder.play(rounds=99))
    fen.refresh_from_db()
    assert fen.status == Encounter.Status.OVER
    check("dragonpact_low_fen", lines)
