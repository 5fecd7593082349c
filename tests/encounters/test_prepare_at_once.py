"""Setting how several begin, and a description that saves itself."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from tests.cast import ClientOf

pytestmark = pytest.mark.database
HTMX = {"HX-Request": "true"}


@pytest.fixture
def gm(wren: User, client_of: ClientOf) -> Client:
    """Wren's browser."""
    return client_of(wren)


def begins(fight: Encounter, key: str) -> set[object]:
    """How the foes begin."""
    return {one.start.get(key) for one in fight.roster.filter(side="foes")}


def set_starts(gm: Client, fight: Encounter, **values: str) -> tuple[int, str]:
    """Set it for all foes; the status and the page."""
    cids = list(fight.roster.filter(side="foes").values_list("cid", flat=True))
    sent = {"bulk-cids": cids, **{f"bulk-{key}": value for key, value in values.items()}}
    answer = gm.post(reverse("encounters:set_starts", args=[fight.code]), sent)
    return answer.status_code, answer.text


def test_yes_and_no_are_chosen_and_what_is_not_said_stays(gm: Client, draft: Encounter) -> None:
    assert set_starts(gm, draft, hidden="yes", hits="3")[0] == 302
    assert (begins(draft, "hidden"), begins(draft, "hits")) == ({True}, {3})
    assert set_starts(gm, draft, hidden="no", hits="")[0] == 302
    assert (begins(draft, "hidden"), begins(draft, "hits")) == ({False}, {3})
    assert set_starts(gm, draft, hidden="", hits="-")[0] == 302
    assert (begins(draft, "hidden"), begins(draft, "hits")) == ({False}, {None})


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [("hidden", "maybe", "Choose yes or no"), ("hidden", "on", "Choose yes or no"), ("hits", "few", "whole number")],
)
def test_a_word_that_makes_no_sense_is_told_at_its_field(
    gm: Client, draft: Encounter, key: str, value: str, words: str
) -> None:
    before = begins(draft, key)
    status, page = set_starts(gm, draft, **{key: value})
    assert status == 422
    field = page[page.index(f'id="div_id_bulk-{key}"') :]
    assert words in field[: field.index("</div>", field.index("invalid-feedback"))]
    assert len(re.findall(r'name="bulk-cids"[^>]* checked', page)) == 2
    assert begins(draft, key) == before


def test_nothing_to_set_is_told(gm: Client, draft: Encounter) -> None:
    status, page = set_starts(gm, draft)
    assert status == 422
    assert "Say what to set" in page


@pytest.mark.parametrize("system", ["rhean", "dragonpact"])
def test_every_system_offers_its_beginnings(gm: Client, draft: Encounter, system: str) -> None:
    Campaign.objects.filter(pk=draft.campaign_id).update(system=system)
    page = gm.get(reverse("encounters:prepare", args=[draft.code])).text
    assert re.search(r'<select name="bulk-hidden".*?unchanged.*?yes.*?no.*?</select>', page, re.DOTALL)


def test_the_description_saves_itself_and_says_so(gm: Client, draft: Encounter) -> None:
    address = reverse("encounters:describe", args=[draft.code])
    sent = {"name": "At the well", "notes": "Two ghouls.", "dice_mode": "", "clock_seconds": "", "key": "one"}
    answer = gm.post(address, sent, headers=HTMX)
    assert (answer.status_code, "Saved" in answer.text, "<html" in answer.text) == (200, True, False)
    draft.refresh_from_db()
    assert draft.notes == "Two ghouls."
    page = gm.get(reverse("encounters:prepare", args=[draft.code])).text
    assert f'hx-post="{address}"' in page
    assert 'id="describe-saved"' in page


def test_a_description_that_cannot_be_saved_says_why(gm: Client, draft: Encounter) -> None:
    address = reverse("encounters:describe", args=[draft.code])
    answer = gm.post(address, {"name": "", "notes": "x", "clock_seconds": "soon"}, headers=HTMX)
    assert answer.status_code == 422
    assert "Name: This field is required. Not saved." in answer.text
    draft.refresh_from_db()
    assert draft.notes == "The well is dry."


def test_forcing_says_what_counts(gm: Client, draft: Encounter, wren: User) -> None:
    fight = do_start(draft, wren)
    page = gm.get(reverse("encounters:run", args=[fight.code])).text
    assert "What was sent counts; for whoever has sent nothing the default of this stage is taken" in page
    assert "declares nothing" not in page
