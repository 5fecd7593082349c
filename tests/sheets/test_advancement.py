"""Experience: gained, spent, taken back, approved."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from sheets.actions import do_set_field
from sheets.actions.advances import experience_left
from sheets.models import Advance, Character
from tests.campaigns.standard import Clients
from tests.factories.sheets import AdvanceFactory


def post(clients: Clients, who: str, name: str, character: Character, **data: Any) -> HttpResponse:
    line = data.pop("line", None)
    args = [character.code] if line is None else [character.code, line.code]
    return clients[who].post(reverse(f"sheets:{name}", args=args), data, follow=True)


def newest(character: Character) -> Advance:
    line = character.advances.first()
    assert line is not None
    return line


@pytest.fixture
def rich(brannoc: Character) -> Character:
    """Brannoc with 60 XP to spend."""
    AdvanceFactory.create(character=brannoc, amount=60)
    return brannoc


def test_xp_is_noted_by_whom_and_for_what(clients: Clients, brannoc: Character) -> None:
    answer = post(clients, "wren", "gain", brannoc, amount="１２", reason="Held the ford")
    assert "12 XP noted" in answer.text
    assert "Held the ford" in answer.text
    assert "Wren" in answer.text
    assert experience_left(brannoc) == 12
    assert "gained 12" in clients["pike"].get(f"{brannoc.campaign.get_absolute_url()}log/").text


@pytest.mark.parametrize("amount", ["", "0", "-5", "1e3", "3.5", "10000000000"])
def test_xp_that_makes_no_sense_is_refused(clients: Clients, brannoc: Character, amount: str) -> None:
    assert post(clients, "wren", "gain", brannoc, amount=amount, reason="x").status_code == 422
    assert experience_left(brannoc) == 0


def test_a_form_sent_twice_counts_once(clients: Clients, brannoc: Character) -> None:
    for _ in range(2):
        post(clients, "wren", "gain", brannoc, amount="5", reason="x", key="once")
    assert experience_left(brannoc) == 5


def test_the_page_shows_prices_and_what_is_lacking(clients: Clients, brannoc: Character) -> None:
    html = clients["ode"].get(reverse("sheets:advancement", args=[brannoc.code])).text
    assert "8 XP lacking" in html
    assert "new value 8 x raise 1" in html
    assert "Journeyman ends at level" not in html


def test_a_purchase_changes_the_sheet_and_costs_its_price(clients: Clients, rich: Character) -> None:
    answer = post(clients, "ode", "buy", rich, purchase="attribute.strength")
    rich.refresh_from_db()
    assert "Strength 7 → 8 bought" in answer.text
    assert rich.document["strength"] == 8
    assert experience_left(rich) == 52
    post(clients, "ode", "buy", rich, purchase="attribute.strength")
    assert experience_left(rich) == 52 - 18


@pytest.mark.parametrize("purchase", ["attribute.strength", "luck", ""])
def test_what_cannot_be_bought_changes_nothing(clients: Clients, brannoc: Character, purchase: str) -> None:
    post(clients, "ode", "buy", brannoc, purchase=purchase)
    brannoc.refresh_from_db()
    assert brannoc.document["strength"] == 7
    assert not brannoc.advances.exists()


def test_a_rank_asks_for_the_cap_of_the_one_before(clients: Clients, rich: Character) -> None:
    answer = post(clients, "ode", "buy", rich, purchase="rank.sword_long")
    assert answer.status_code == 200
    assert "level" in answer.text
    assert newest(rich).is_gain


def test_the_newest_purchase_can_be_taken_back(clients: Clients, rich: Character) -> None:
    post(clients, "ode", "buy", rich, purchase="attribute.strength")
    post(clients, "ode", "buy", rich, purchase="level.sword_long")
    second, first = rich.advances.exclude(purchase="")
    assert "first: prices depend" in post(clients, "ode", "take_back", rich, line=first).text
    post(clients, "ode", "take_back", rich, line=second)
    post(clients, "ode", "take_back", rich, line=first)
    rich.refresh_from_db()
    assert (rich.document["strength"], rich.document["skills"]["sword_long"]["level"]) == (7, 4)
    assert experience_left(rich) == 60
    assert rich.advances.filter(state=Advance.State.TAKEN_BACK).count() == 2


def test_taking_back_leaves_what_was_changed_by_hand_since(clients: Clients, rich: Character) -> None:
    post(clients, "ode", "buy", rich, purchase="level.sword_long")
    do_set_field(rich, "skills.shield.level", 3, base=None, actor=rich.owner)
    post(clients, "ode", "take_back", rich, line=newest(rich))
    rich.refresh_from_db()
    assert rich.document["skills"]["sword_long"]["level"] == 4
    assert rich.document["skills"]["shield"]["level"] == 3


def test_a_value_changed_since_is_not_taken_back_behind_ones_back(clients: Clients, rich: Character) -> None:
    post(clients, "ode", "buy", rich, purchase="attribute.strength")
    do_set_field(rich, "strength", 10, base=None, actor=rich.owner)
    answer = post(clients, "ode", "take_back", rich, line=newest(rich))
    assert "was changed since" in answer.text
    rich.refresh_from_db()
    assert rich.document["strength"] == 10


def test_a_gain_that_is_spent_is_not_taken_back(clients: Clients, rich: Character) -> None:
    gain = newest(rich)
    post(clients, "ode", "buy", rich, purchase="attribute.strength")
    assert "Only 52 XP are left" in post(clients, "wren", "take_back", rich, line=gain).text
    assert experience_left(rich) == 52


@pytest.fixture
def approved(rich: Character) -> Character:
    """Brannoc, in a campaign in which the GM approves."""
    rich.campaign.xp_approval = True
    rich.campaign.save(update_fields=["xp_approval"])
    return rich


def test_with_approval_a_purchase_waits_for_the_game_master(clients: Clients, approved: Character) -> None:
    assert "has to approve it" in post(clients, "ode", "buy", approved, purchase="attribute.strength").text
    approved.refresh_from_db()
    assert approved.document["strength"] == 7
    assert experience_left(approved) == 52
    assert "XP of" in clients["wren"].get("/").text
    post(clients, "wren", "approve", approved, line=newest(approved))
    approved.refresh_from_db()
    assert approved.document["strength"] == 8
    post(clients, "wren", "approve", approved, line=newest(approved))
    approved.refresh_from_db()
    assert approved.document["strength"] == 8
    assert "decided already" in post(clients, "wren", "refuse", approved, line=newest(approved)).text


def test_a_refused_purchase_costs_nothing(clients: Clients, approved: Character) -> None:
    post(clients, "ode", "buy", approved, purchase="attribute.strength")
    post(clients, "wren", "refuse", approved, line=newest(approved))
    approved.refresh_from_db()
    assert approved.document["strength"] == 7
    assert experience_left(approved) == 60


def test_a_player_withdraws_what_waits_but_not_what_was_approved(clients: Clients, approved: Character) -> None:
    post(clients, "ode", "buy", approved, purchase="attribute.strength")
    post(clients, "ode", "take_back", approved, line=newest(approved))
    assert experience_left(approved) == 60
    post(clients, "wren", "buy", approved, purchase="attribute.strength")
    assert "only the game master takes back" in post(clients, "ode", "take_back", approved, line=newest(approved)).text


def test_a_line_of_another_sheet_is_not_found(clients: Clients, rich: Character, sallow: Character) -> None:
    assert post(clients, "wren", "take_back", sallow, line=newest(rich)).status_code == 404
    assert newest(rich).state == Advance.State.DONE


@pytest.mark.parametrize("changes", [{"strength": [1]}, {"strength": 1}, {"strength": [1, 2, 3]}, {"strength": {}}])
def test_what_was_kept_wrongly_is_not_taken_back(clients: Clients, brannoc: Character, changes: dict[str, Any]) -> None:
    line = AdvanceFactory.create(character=brannoc, amount=-1, purchase="luck", label="Luck", changes=changes)
    answer = post(clients, "ode", "take_back", brannoc, line=line)
    assert "it cannot be taken back" in answer.text
    line.refresh_from_db()
    assert line.state == Advance.State.DONE
