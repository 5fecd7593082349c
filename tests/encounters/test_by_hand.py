"""What is set by hand and filled in wrongly comes back with what is wrong at its field."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from tests.encounters.table import Table

MISSING = "This field is required."


def send(table: Table, value: str, *, focus: str = "Gnarl", override: str = "hits", htmx: bool = True) -> HttpResponse:
    """The GM sets hits from the form that stands open (or from elsewhere on the page)."""
    sent = {"option": "hits", "with-target": table.who("Gnarl").cid, "with-value": value}
    cid = table.who(focus).cid if focus else ""
    headers = {"HX-Request": "true"} if htmx else {}
    address = f"{table.url('override')}?focus={cid}&override={override}"
    return table.client("wren").post(address, sent, headers=headers)


@pytest.mark.parametrize("htmx", [True, False])
def test_what_is_missing_is_said_at_its_field(asked: Table, htmx: bool) -> None:
    answer = send(asked, "", htmx=htmx)
    assert answer.status_code == 422
    assert f'id="id_with-value-wrong" role="alert">{MISSING}' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert f"Hits: {MISSING}" not in answer.text


def test_what_was_entered_stays_and_can_be_put_right(asked: Table) -> None:
    answer = send(asked, "soon")
    assert 'value="soon"' in answer.text
    assert f'value="{asked.who("Gnarl").cid}" id="id_with-target_2" checked' in answer.text
    assert send(asked, "3").status_code == 200


@pytest.mark.parametrize(("focus", "override"), [("", "hits"), ("Gnarl", ""), ("Gnarl", "show")])
def test_from_elsewhere_on_the_page_it_is_said_on_top(asked: Table, focus: str, override: str) -> None:
    answer = send(asked, "", focus=focus, override=override)
    assert answer.status_code == 422
    assert f"Hits: {MISSING}" in answer.text


def test_the_next_reader_sees_a_fresh_form(asked: Table) -> None:
    send(asked, "")
    page = asked.client("wren").get(f"{asked.url('run')}?focus={asked.who('Gnarl').cid}&override=hits").text
    assert MISSING not in page
