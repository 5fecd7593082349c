"""Every golden case of Rhean, a test each: what it says holds, and each step survives JSON and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rhean.rules import cases
from rhean.rules.systems.rhean.cases import RheanStage

FOLDER = Path(__file__).parent / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in cases.parse(path.read_text("utf-8"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id} {case.what}")
def test_case(case):
    assert cases.missing(case, RheanStage) == ""
    assert [str(fault) for fault in cases.run(case, RheanStage)] == []


def test_no_case_is_left_out():
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids)) == 99


FIGHT = """
case X1 two swordsmen
with a=man side=a weapons=long_sword
with b=man side=b weapons=long_sword
pair a b engaged=1
round a=1 b=2
"""


def faults(*lines):
    """What the runner says of a case with these lines more."""
    (case,) = cases.parse(FIGHT + "\n".join(lines))
    return [str(fault) for fault in cases.run(case, RheanStage)]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["> a declare action=nothing", "! too late"], "X1, line 8: was not refused"),
        (["> a declare action=fly", "! too late"], "X1, line 8: was refused with other words: no action fly"),
        (["> a declare action=fly"], "X1, line 7: was refused: no action fly"),
        (["> a declare action=nothing", "d 10:4"], "X1, line 7: dice left over: ((10, 4),)"),
        ([". a.hits=12"], "X1, line 7: a.hits is 11, not 12"),
        (["? b declare"], "X1, line 7: b is not asked for declare"),
        (["? a declare +stand"], "X1, line 7: stand is refused: ['is not on the ground']"),
        (["? a declare +fly"], "X1, line 7: fly is no option"),
    ],
)
def test_a_line_that_does_not_hold_is_told_with_its_number(lines, found):
    assert found in faults(*lines)


def test_an_event_that_did_not_happen_is_told():
    assert faults("> a declare action=nothing", "= attack n=1")[0].startswith("X1, line 8: did not happen: attack n=1")
    assert faults("> a declare action=nothing", "~ declared who=a") == ["X1, line 8: happened: declared who=a"]


def test_an_action_that_does_not_exist_is_named():
    (case,) = cases.parse(f"{FIGHT}> a declare action=fly")
    assert cases.missing(case, RheanStage) == "fly"


def test_markdown_is_read_by_its_blocks():
    text = f"# Cases\n\nProse about case S1.\n\n```case{FIGHT}```\n\nMore prose.\n"
    assert [case.id for case in cases.parse(text)] == ["X1"]


MORE = Path(__file__).parent / "more_cases"
MORE_CASES = [case for path in sorted(MORE.glob("*.txt")) for case in cases.parse(path.read_text("utf-8"))]


@pytest.mark.parametrize("case", MORE_CASES, ids=lambda case: f"{case.id} {case.what}")
def test_what_the_golden_cases_leave_open(case):
    assert [str(fault) for fault in cases.run(case, RheanStage)] == []
