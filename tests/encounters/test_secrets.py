"""What nobody may learn: in no byte of any page, fragment, log, replay or download."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from encounters.actions.control import do_share
from encounters.models import Encounter
from tests.encounters.table import Table

VIEWERS = ("ode", "pike", "watcher", "public")
SECRET = "Shade"  # the name of whom nobody knows
MARKERS = ("Shade", "a shadow", "The well is dry.", "Gnarl")


@pytest.fixture
def secretive(asked: Table, watcher: object) -> Table:
    """A round in which the hidden foe has acted, was forced, renamed and set by hand."""
    asked.people = {**asked.people, "watcher": watcher}
    asked.answer("wren", SECRET, "strike", target=asked.who("Ode's knight").cid)
    asked.post("wren", "name", {"name": SECRET, "mask": "a shadow"}, asked.who(SECRET).cid)
    asked.post("ode", "save_draft", asked.form("Ode's knight", "guard"), "pick")
    do_share(asked.encounter, shared=True)
    return asked


def pages(table: Table, viewer: str) -> dict[str, str]:
    """Everything that a viewer can fetch."""
    fight = table.fight
    if viewer == "public":
        names = [("table", fight.watch_token), ("refresh_table", fight.watch_token)]
        client = Client()
    else:
        names = [(name, fight.code) for name in ("watch", "refresh_watch", "replay")]
        names += [(name, fight.code) for name in ("play", "refresh_play") if viewer != "watcher"]
        client = table.client(viewer)
    found = {name: client.get(reverse(f"encounters:{name}", args=[arg])) for name, arg in names}
    if viewer != "public":
        for kind in ("md", "json", "csv"):
            found[kind] = client.get(reverse("encounters:download_log", args=[fight.code, kind]))
        found["campaign"] = client.get(fight.campaign.get_absolute_url())
        found["home"] = client.get("/")
    assert all(answer.status_code == 200 for answer in found.values())
    return {name: answer.content.decode() + str(answer.headers) for name, answer in found.items()}


def secrets_of(fight: Encounter) -> list[str]:
    """What must never be read: names, notes, ids, whose hand the dice are in."""
    shade = fight.roster.get(name=SECRET)
    return [*MARKERS, shade.cid, fight.seed]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_d27_a_hidden_combatant_is_absent_from_every_byte(secretive: Table, viewer: str) -> None:
    found = pages(secretive, viewer)
    leaks = {(name, word) for name, page in found.items() for word in secrets_of(secretive.fight) if word in page}
    assert leaks == set()


def test_the_gm_reads_every_secret_so_that_the_test_cannot_pass_empty(secretive: Table) -> None:
    shade = secretive.who(SECRET)
    page = secretive.client("wren").get(secretive.url("run"), {"focus": shade.cid}).content.decode()
    assert [word for word in MARKERS if word not in page] == []
    assert shade.cid in page


@pytest.mark.parametrize("viewer", VIEWERS)
def test_d28_no_count_includes_the_hidden_one(secretive: Table, viewer: str) -> None:
    for page in pages(secretive, viewer).values():
        assert "4 combatants" not in page
        assert "of 4" not in page
    watch = pages(secretive, viewer)
    shown = next(page for name, page in watch.items() if name.startswith(("watch", "table")))
    assert shown.count('class="waiting-row') == 3
    assert shown.count('class="order-row') == 3


def test_d28_a_step_is_named_without_its_number(secretive: Table) -> None:
    page = secretive.get("ode", "play").content.decode()
    assert all(f'step-{entry.seq}"' not in page for entry in secretive.fight.log.all())


def test_d31_an_old_line_is_masked_at_every_read(secretive: Table) -> None:
    secretive.answer("wren", "Gnarl", "guard")
    assert "a figure ready." in secretive.get("pike", "play").content.decode()
    gnarl = secretive.who("Gnarl")
    secretive.post("wren", "name", {"name": "Gnarl", "mask": "a figure"}, gnarl.cid)
    assert "Gnarl ready." in secretive.get("pike", "play").content.decode()


def test_an_error_names_nobody_whom_the_reader_does_not_know(secretive: Table) -> None:
    shade = secretive.who(SECRET)
    answered = secretive.answer("ode", "Ode's knight", "strike", target=shade.cid)
    assert answered.status_code == 422
    assert SECRET not in answered.content.decode()


def test_a_revealed_combatant_is_seen_by_all(secretive: Table) -> None:
    shade = secretive.who(SECRET)
    secretive.post("wren", "override", {"option": "show", "with-target": shade.cid})
    assert SECRET in secretive.get("pike", "play").content.decode()


def test_a_players_page_holds_no_other_players_decision(secretive: Table) -> None:
    page = secretive.get("pike", "play").content.decode()
    assert f'id="asked-{secretive.who("Pike" + chr(39) + "s thief").cid}"' in page
    assert f'id="asked-{secretive.who("Ode" + chr(39) + "s knight").cid}"' not in page


@pytest.mark.parametrize("shown", ["number", "word", "bar", "nothing"])
def test_health_of_foes_is_shown_as_the_campaign_says(secretive: Table, shown: str) -> None:
    fight = secretive.fight
    fight.campaign.health_foes = shown
    fight.campaign.save()
    card = secretive.get("ode", "play").content.decode().split('id="others-title"')[1]
    foe = card.split("a figure")[1].split("</article>")[0]
    signs = {"number": "10/10", "word": "unhurt", "bar": "quarters", "nothing": None}
    assert {key for key, sign in signs.items() if sign and sign in foe} == ({shown} - {"nothing"})
