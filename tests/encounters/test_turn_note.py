"""What a player reads first: whether he is asked, whether he still stands, and what just happened."""

from __future__ import annotations

import re

from django.utils import timezone

from encounters.logbook import LogLine, Step
from tests.encounters.table import Table
from tests.encounters.test_undo import undo

LATEST = re.compile(r'<ul class="latest-lines".*?</ul>', re.S)


def latest(table: Table, person: str) -> str:
    """What the page says that has just happened."""
    found = LATEST.search(table.get(person, "play").text)
    return re.sub(r"<[^>]+>", "", found.group()).strip() if found else ""


def test_what_just_happened_stands_under_the_note_and_leads_to_the_log(asked: Table) -> None:
    assert latest(asked, "ode") == ""
    asked.answer("pike", "Pike's thief", "strike", target=asked.who("Gnarl").cid)
    told = latest(asked, "ode")
    assert "Pike&#x27;s thief" in told
    assert "Gnarl" not in told
    assert 'href="#log-title"' in asked.get("ode", "play").text


def test_what_was_taken_back_is_not_what_just_happened(asked: Table) -> None:
    asked.answer("pike", "Pike's thief", "strike", target=asked.who("Gnarl").cid)
    undo(asked)
    assert latest(asked, "ode") == "Wren took back what is struck out."


def test_the_deeds_of_the_unseen_are_not_told(asked: Table) -> None:
    asked.answer("wren", "Shade", "strike", target=asked.who("Ode's knight").cid)
    assert "Shade" not in latest(asked, "pike")


def test_whoever_is_down_reads_so_and_nobody_else(asked: Table) -> None:
    down = {"option": "hits", "with-target": asked.who("Ode's knight").cid, "with-value": 0}
    asked.post("wren", "override", down)
    assert "<bdi>Ode&#x27;s knight</bdi> is down." in asked.get("ode", "play").text
    assert "is down." not in asked.get("pike", "play").text


def test_the_weighty_sentences_of_a_step_are_told_first() -> None:
    lines = [LogLine("Round 2", "heading"), *(LogLine(f"{number}") for number in range(5))]
    step = Step("ref", timezone.now(), "", tuple(lines))
    assert [line.text for line in step.outcome] == ["0", "1", "2"]
    step = Step("ref", timezone.now(), "", (*lines, LogLine("Gnarl is down.", "major"), LogLine("The phase ends.")))
    assert [line.text for line in step.outcome] == ["Gnarl is down."]
