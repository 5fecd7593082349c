"""People roll at the table and type in what fell."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from encounters.models import Draft
from rhean.campaigns.models import Campaign
from tests.encounters.table import Table

LAST = "Pike's thief"


@pytest.fixture
def typing(asked: Table) -> Table:
    """Everybody but Pike has answered, Ode with a blow: the next answer needs a die. The table types in."""
    asked.fight.campaign.dice_mode = Campaign.DiceMode.TYPED
    asked.encounter.campaign.save()
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight", LAST)
    return asked


def send(table: Table, **more: str) -> HttpResponse:
    """Pike answers, with what was typed in so far."""
    return table.post("pike", "answer", table.form(LAST, "guard") | more, "pick")


def test_the_next_die_is_asked_for_and_nothing_has_happened(typing: Table) -> None:
    before = bytes(typing.fight.state)
    page = send(typing).content.decode()
    assert "what does the d6 show?" in page
    assert bytes(typing.fight.state) == before


def test_the_face_typed_in_is_the_one_that_counts(typing: Table) -> None:
    send(typing)
    assert send(typing, faces="5").status_code == 200
    assert typing.fight.log.last().faces == [[6, 5]]
    assert not Draft.objects.exists()


@pytest.mark.parametrize("face", ["0", "7", "-1", "1e3", "3.5", "six", "9" * 30])
def test_a_face_that_the_die_does_not_have_is_refused(typing: Table, face: str) -> None:
    send(typing)
    assert send(typing, faces=face).status_code == 422
    assert typing.fight.log.last().faces == []


def test_full_width_digits_are_read(typing: Table) -> None:
    send(typing)
    assert send(typing, faces="５").status_code == 200


def test_a_face_too_many_is_refused(typing: Table) -> None:
    assert send(typing, faces="5 5").status_code == 422


def test_the_dice_survive_a_reload(typing: Table) -> None:
    send(typing)
    assert "what does the d6 show?" in typing.get("pike", "play").content.decode()


def test_where_the_app_rolls_typed_faces_do_not_count(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight", LAST)
    send(asked, roll="typed", faces="6")
    assert asked.fight.log.last().faces[0][0] == 6
    assert "what does" not in asked.get("pike", "play").content.decode()


def test_with_either_the_rest_can_be_left_to_the_app(typing: Table) -> None:
    typing.fight.campaign.dice_mode = Campaign.DiceMode.EITHER
    typing.encounter.campaign.save()
    assert "what does" in send(typing, roll="typed").content.decode()
    assert send(typing, roll="rest").status_code == 200
    assert len(typing.fight.log.last().faces) == 1
