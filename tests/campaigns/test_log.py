"""The campaign's log and its files."""

from __future__ import annotations

import csv
import json

import pytest

from rhean.campaigns.actions import do_log
from rhean.campaigns.log import UnknownKind
from rhean.campaigns.models import Campaign, User
from rhean.rules.events import EVERYONE, GM_ONLY, Audience
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses
from tests.factories.campaigns import LogEntryFactory

KINDS = ("md", "json", "csv")


@pytest.fixture
def page(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}log/"


@pytest.fixture
def secrets(campaign: Campaign, wren: User, ode: User) -> None:
    """One line for all, one for Ode and the game masters, one for these alone with a public form."""
    do_log(campaign, "campaign.left", {"who": "OPEN"}, audience=EVERYONE, actor=wren)
    do_log(campaign, "campaign.left", {"who": "FOR-ODE"}, audience=Audience((ode.key,)), actor=ode)
    public = {"who": "MASKED"}
    do_log(campaign, "campaign.left", {"who": "TRUE-NAME"}, audience=GM_ONLY, actor=None, public=public)


@pytest.mark.usefixtures("secrets")
@pytest.mark.parametrize("part", ["", "?group=Members", *(f"{kind}/download/" for kind in KINDS)])
def test_everybody_reads_what_is_for_him(clients: Clients, page: str, part: str) -> None:
    seen = {
        name: {
            word for word in ("OPEN", "FOR-ODE", "MASKED", "TRUE-NAME") if word in clients[name].get(page + part).text
        }
        for name in ("wren", "ode", "pike", "watcher")
    }
    assert seen == {
        "wren": {"OPEN", "FOR-ODE", "TRUE-NAME"},
        "ode": {"OPEN", "FOR-ODE", "MASKED"},
        "pike": {"OPEN", "MASKED"},
        "watcher": {"OPEN", "MASKED"},
    }


@pytest.mark.usefixtures("secrets")
def test_nobody_is_offered_for_the_filter_of_whom_one_may_read_nothing(clients: Clients, page: str, ode: User) -> None:
    assert ode.key in clients["wren"].get(page).text
    assert ode.key not in clients["pike"].get(page).text


def test_pages_count_what_one_may_read(clients: Clients, campaign: Campaign, page: str, ode: User) -> None:
    for seq in range(120):
        LogEntryFactory.create(campaign=campaign, seq=seq + 1, audience=[] if seq % 2 else None)
    first, second = (clients["ode"].get(page, {"page": number}).context["shown"] for number in (1, 2))
    assert (len(first.lines), first.older, len(second.lines), second.older) == (50, 2, 10, 0)
    assert clients["ode"].get(page, {"page": 99}).context["shown"].lines == []


def test_the_log_is_filtered_by_kind_and_person(
    clients: Clients, campaign: Campaign, page: str, ode: User, pike: User
) -> None:
    for user, kind in ((ode, "campaign.left"), (pike, "campaign.left"), (ode, "campaign.archived")):
        do_log(campaign, kind, {"who": user.username}, audience=EVERYONE, actor=user)
    both = clients["wren"].get(page, {"group": "Members", "person": ode.key})
    assert [one.line.text for one in both.context["shown"].lines] == ["Ode left the campaign."]


@pytest.mark.parametrize("query", [{"group": "x"}, {"person": "x"}, {"page": "0"}, {"page": "x"}, {"page": "9" * 30}])
def test_a_part_that_does_not_exist_is_refused(clients: Clients, page: str, query: dict[str, str]) -> None:
    assert clients["ode"].get(page, query).status_code == 400
    assert clients["ode"].get(f"{page}md/download/", query).status_code == 400


def test_htmx_gets_the_list_alone(clients: Clients, page: str) -> None:
    assert clients["ode"].get(page, headers={"HX-Request": "true"}).text.strip().startswith('<div id="log-page"')


def test_files_go_from_the_beginning_and_hold_the_sums(clients: Clients, campaign: Campaign, page: str) -> None:
    clients["ode"].post(f"{campaign.get_absolute_url()}dice/roll/", {"expression": "2d6+3", "label": "=luck"})
    clients["ode"].post(f"{campaign.get_absolute_url()}dice/roll/", {"expression": "1d4", "label": "=luck"})
    found = json.loads(clients["pike"].get(f"{page}json/download/").text)
    assert [row["text"].split(" for ")[0] for row in found["log"]] == ["Ode rolled 2d6+3", "Ode rolled 1d4"]
    assert found["log"][0]["sums"][0].startswith("2d6+3: ")
    rows = list(csv.reader(clients["pike"].get(f"{page}csv/download/").text.splitlines()))
    assert rows[0][0] == "time"
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert "- 20" in clients["pike"].get(f"{page}md/download/").text


def test_an_entry_of_an_unknown_kind_is_refused_and_nothing_is_written(campaign: Campaign, wren: User) -> None:
    with pytest.raises(UnknownKind):
        do_log(campaign, "campaign.nonsense", {}, audience=EVERYONE, actor=wren)
    assert not campaign.log.exists()


def test_every_member_reads_the_log_and_nobody_else(clients: Clients, page: str) -> None:
    expected = {200: ["owner", "wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    for address in (page, *(f"{page}{kind}/download/" for kind in KINDS)):
        assert_statuses(clients, address, expected)


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, page: str) -> None:
    assert_leads_nowhere(clients["ode"], page, campaign.code)
    assert clients["ode"].get(f"{page}pdf/download/").status_code == 404


def test_other_methods_are_refused(clients: Clients, page: str) -> None:
    assert_only_by("get", clients["ode"], page)
    assert_only_by("get", clients["ode"], f"{page}md/download/")
