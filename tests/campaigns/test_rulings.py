"""The page of rulings, changing one, putting it back."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import outdated, rulings_for, system_of
from rhean.rules.rulings import Ruling
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses

HTMX = {"HX-Request": "true"}
CHANGES = {
    "flag": lambda ruling: ("no" if ruling.default else "yes", not ruling.default),
    "integer": lambda ruling: (str(ruling.default + 1), ruling.default + 1),
    "choice": lambda ruling: (ruling.choices[-1][0], ruling.choices[-1][0]),
    "integers": lambda ruling: (" , ".join(["１"] * len(ruling.default)), [1] * len(ruling.default)),
    "formula": lambda ruling: (f"{ruling.default} + 1", f"{ruling.default} + 1"),
}


@pytest.fixture
def page(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}rulings/"


def first(campaign: Campaign, kind: str) -> Ruling:
    return next(ruling for ruling in system_of(campaign).rulings if ruling.kind == kind)


def place(verb: str, campaign: Campaign, key: str) -> str:
    return reverse(f"campaigns:{verb}_ruling", args=[campaign.code, key])


def test_every_ruling_is_there_with_sentence_and_provenance(clients: Clients, campaign: Campaign, page: str) -> None:
    shown = clients["watcher"].get(page)
    rows = [row for rows in shown.context["chapters"].values() for row in rows]
    assert {row.ruling.key for row in rows} == {ruling.key for ruling in system_of(campaign).rulings}
    assert "ruling-declarations" in shown.text
    assert "/set/" not in shown.text


@pytest.mark.parametrize("kind", CHANGES)
def test_a_game_master_changes_one_and_puts_it_back(clients: Clients, campaign: Campaign, page: str, kind: str) -> None:
    ruling = first(campaign, kind)
    typed, stored = CHANGES[kind](ruling)
    answer = clients["wren"].post(place("set", campaign, ruling.key), {"value": typed})
    assert answer.headers["Location"] == f"{page}#ruling-{ruling.key}"
    campaign.refresh_from_db()
    assert campaign.rulings == {ruling.key: stored}
    assert "set the ruling" in clients["ode"].get(campaign.get_absolute_url()).text
    clients["wren"].post(place("reset", campaign, ruling.key))
    campaign.refresh_from_db()
    assert campaign.rulings == {}
    assert rulings_for(campaign)[ruling.key] == ruling.check(ruling.default)


@pytest.mark.parametrize(
    ("kind", "typed", "words"),
    [
        ("integer", "1e3", "not a whole number"),
        ("integer", "999999999999999999999", "Too large"),
        ("integer", "3.5", "not a whole number"),
        ("integer", "", "required"),
        ("choice", "nonsense", "not one of the available choices"),
        ("flag", "maybe", "not one of the available choices"),
        ("integers", "1", "numbers belong here"),
        ("formula", "strength + * 2", "Column 12"),
        ("formula", "strength + magic", "no value"),
        ("formula", "__import__('os')", "Column"),
    ],
)
def test_what_cannot_be_is_refused_at_the_field(
    clients: Clients, campaign: Campaign, kind: str, typed: str, words: str
) -> None:
    address = place("set", campaign, first(campaign, kind).key)
    for headers in ({}, HTMX):
        answer = clients["wren"].post(address, {"value": typed}, headers=headers)
        assert answer.status_code == 422
        assert words in answer.text
    campaign.refresh_from_db()
    assert campaign.rulings == {}


def test_htmx_gets_the_one_row(clients: Clients, campaign: Campaign) -> None:
    ruling = first(campaign, "flag")
    typed, _ = CHANGES["flag"](ruling)
    text = clients["wren"].post(place("set", campaign, ruling.key), {"value": typed}, headers=HTMX).text
    assert text.strip().startswith(f'<article class="ruling" id="ruling-{ruling.key}"')
    assert "Saved" in text
    assert "changed" in text


def test_a_ruling_that_no_longer_exists_is_shown_and_can_be_forgotten(
    clients: Clients, campaign: Campaign, page: str
) -> None:
    flag = first(campaign, "flag")
    Campaign.objects.filter(pk=campaign.pk).update(rulings={"gone": 3, flag.key: "purple"})
    campaign.refresh_from_db()
    assert outdated(campaign) == {"gone": 3, flag.key: "purple"}
    assert "<code>gone</code>" in clients["ode"].get(page).text
    assert clients["wren"].post(place("reset", campaign, "gone")).status_code == 302
    campaign.refresh_from_db()
    assert outdated(campaign) == {flag.key: "purple"}


def test_members_read_and_game_masters_rule(clients: Clients, campaign: Campaign, page: str) -> None:
    assert_statuses(clients, page, {200: ["owner", "wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]})
    for verb in ("set", "reset"):
        expected = {403: ["ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
        assert_statuses(clients, place(verb, campaign, "declarations"), expected, method="post")


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, page: str) -> None:
    assert_leads_nowhere(clients["wren"], page, campaign.code)
    for verb in ("set", "reset"):
        assert clients["wren"].post(place(verb, campaign, "nothing")).status_code == 404


def test_other_methods_are_refused(clients: Clients, campaign: Campaign, page: str) -> None:
    assert_only_by("get", clients["wren"], page)
    assert_only_by("post", clients["wren"], place("set", campaign, "declarations"))
    assert_only_by("post", clients["wren"], place("reset", campaign, "declarations"))
