"""The command that holds golden cases against the rules."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

HOLDS = """
case X1 a man is a man
with a=man side=a
. a.hits=11
"""
FAILS = HOLDS.replace("case X1", "case X2").replace("hits=11", "hits=12")
NEEDS = """
case X3 what nobody can do yet
with a=man side=a
with b=man side=b
round a=1 b=2
> a declare action=fly
"""


@pytest.fixture
def held(tmp_path):
    """What the command prints for a text, and whether it was content."""

    def run(text, system="rhean"):
        path = tmp_path / "cases.txt"
        path.write_text(text, "utf-8")
        out = io.StringIO()
        try:
            call_command("rules_cases", system, str(path), stdout=out)
        except CommandError as error:
            return out.getvalue().splitlines(), str(error)
        return out.getvalue().splitlines(), ""

    return run


def test_cases_that_hold_are_counted(held):
    assert held(HOLDS) == (["1 cases: 1 hold, 0 do not, 0 need actions that do not exist"], "")


def test_a_line_that_does_not_hold_is_printed_with_its_case_and_number(held):
    lines, error = held(HOLDS + FAILS)
    assert lines == [
        "X2, line 8: a.hits is 11, not 12",
        "2 cases: 1 hold, 1 do not, 0 need actions that do not exist",
    ]
    assert error == "there are cases that do not hold"


def test_a_case_that_needs_an_action_that_does_not_exist_is_named(held):
    lines, error = held(NEEDS)
    assert (lines[0], error) == ("X3: needs fly", "")


def test_markdown_with_case_blocks_is_read(held):
    lines, _ = held(f"# Prose\n\n```case{HOLDS}```\n")
    assert lines == ["1 cases: 1 hold, 0 do not, 0 need actions that do not exist"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no case was found"),
        ("with a=man", "a case has to begin here"),
        ("case X1 x\nwith a=man\n> a react\nd 10", "no dice"),
    ],
)
def test_a_file_that_is_none_is_refused(held, text, words):
    assert words in held(text)[1]


def test_a_case_that_cannot_be_set_up_says_why(held):
    lines, _ = held("case X1 x\nwith a=dragon side=a\n. a.hits=1")
    assert lines[0] == "X1, line 2: cannot be set up: no sheet dragon"


def test_a_file_that_is_not_there_is_refused():
    with pytest.raises(CommandError, match="No such file"):
        call_command("rules_cases", "rhean", "/nowhere/at/all")
