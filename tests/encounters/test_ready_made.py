"""Every ready-made encounter of every system, through the same screens, and what nobody may learn of it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from encounters import engine
from encounters.models import Encounter
from encounters.ready import ready_made
from rhean.campaigns.models import Campaign, User
from rhean.rules.errors import BadDocument
from rhean.rules.events import PUBLIC, Viewer
from tests.cast import ClientOf
from tests.encounters.table import Table

STEPS = 24
LOOKED_AT = (1, 8, 16, 24)
HIDDEN = {"rhean": 12, "dragonpact": 2}
"""How many words of the first ready-made encounter of each system nobody but the GM may read at its beginning."""


def seen(table: Table, who: str) -> dict[str, str]:
    """Every page that somebody can open now."""
    fight = table.fight
    if who == "public":
        addresses = {"table": reverse("encounters:table", args=[fight.watch_token])}
        client = Client()
    else:
        names = {"wren": ("run", "replay"), "ode": ("play", "watch", "replay"), "watcher": ("watch", "replay")}[who]
        addresses = {name: table.url(name) for name in names}
        addresses["csv"] = table.url("download_log", "csv")
        client = table.client(who)
    answers = {name: client.get(address) for name, address in addresses.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(addresses, 200)
    return {name: answer.content.decode() for name, answer in answers.items()}


def unknown_to(fight: Encounter, viewer: Viewer) -> list[str]:
    """Names and ids of those of whom a viewer may not know now."""
    known = {one.id for one in engine.scene_of(fight, viewer).combatants}
    hidden = [one for one in fight.roster.all() if one.cid not in known]
    return [word for one in hidden for word in (one.name, one.cid)]


def test_it_is_played_on_every_screen_and_gives_nothing_away(begun: Table) -> None:
    viewers = {"ode": Viewer(begun.people["ode"].key), "watcher": PUBLIC, "public": PUBLIC}
    for number in range(1, STEPS + 1):
        begun.choose_next()
        if number not in LOOKED_AT:
            continue
        seen(begun, "wren")
        for who, viewer in viewers.items():
            words = unknown_to(begun.fight, viewer)
            pages = seen(begun, who).items()
            assert [(number, page, word) for page, text in pages for word in words if word in text] == []


def test_somebody_is_hidden_so_that_the_test_cannot_pass_empty(begun: Table) -> None:
    assert len(unknown_to(begun.fight, PUBLIC)) == HIDDEN[begun.fight.campaign.system]
    assert unknown_to(begun.fight, Viewer("gm", gm=True)) == []


def test_names_of_several_of_a_kind_tell_no_number(begun: Table) -> None:
    names = list(begun.fight.roster.values_list("name", flat=True))
    assert len(set(names)) == len(names)
    assert not any(character.isdigit() for name in names for character in name)


def test_it_is_prepared_printed_exported_and_cloned(begun: Table, client_of: ClientOf, wren: User) -> None:
    gm = client_of(wren)
    gm.post(begun.url("clone"))
    copy = Encounter.objects.get(name__endswith="(copy)")
    for name in ("prepare", "print", "export"):
        assert gm.get(reverse(f"encounters:{name}", args=[copy.code])).status_code == 200
    assert gm.post(reverse("encounters:start", args=[copy.code])).status_code == 302
    copy.refresh_from_db()
    assert copy.is_running


def test_a_campaign_of_a_system_that_is_gone_is_not_started(campaign: Campaign, wren: User) -> None:
    campaign.system = "no such system"
    with pytest.raises(BadDocument):
        ready_made(campaign)
