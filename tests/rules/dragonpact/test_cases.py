"""Every golden case of the specification, each a test of its own name, run from its own notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from rhean.rules.errors import BadDocument
from rhean.rules.systems.dragonpact.cases import Case, read_cases, run_case

FOLDER = Path(__file__).parent / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.md")) for case in read_cases(path.read_text("utf-8"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key} {case.title}")
def test_golden_case(case: Case) -> None:
    assert run_case(case) == ()


def test_all_forty_nine_are_there() -> None:
    assert [case.key for case in CASES] == [f"G{number}" for number in range(1, 50)]
    assert sum(len(case.steps) for case in CASES) == 193


def test_a_wrong_line_is_told() -> None:
    text = (FOLDER / "golden.md").read_text("utf-8").replace("Guard strength 8", "Guard strength 9", 1)
    (fault,) = run_case(read_cases(text)[0])
    assert str(fault).startswith("G1, line 7: step 1: expected")
    assert "Guard strength 9" in fault.text


def test_a_die_left_over_is_told() -> None:
    text = (FOLDER / "golden.md").read_text("utf-8").replace("[d10:7]", "[d10:7 d4:1]", 1)
    assert "dice left over: d4:1" in run_case(read_cases(text)[0])[0].text


def test_a_file_that_cannot_be_read_names_the_line() -> None:
    text = "# x\n\n**G1 Nobody** ghost at [1, 1].\n\n1. `ghost: end_turn` -> round 2\n"
    with pytest.raises(BadDocument, match=r"line 3, case G1: no sheet ghost"):
        read_cases(text)
