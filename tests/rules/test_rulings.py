"""A ruling takes what fits its kind, and refuses everything else by name."""

from __future__ import annotations

from typing import Any

import pytest

from rhean.rules.errors import BadRuling
from rhean.rules.rulings import Ruling
from rhean.rules.systems import all_systems

RULINGS = [
    pytest.param(ruling, id=f"{system.key}-{ruling.key}") for system in all_systems() for ruling in system.rulings
]
ODD: list[Any] = [None, [], ["x"], [[]], {}, {"x": 1}, ("x",), 1.5, "no such thing" * 50, b"x", 10**30, {1}]


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_value_of_any_other_kind_is_refused(ruling: Ruling) -> None:
    assert ruling.check(ruling.default) == ruling.default
    said = [str(refusal) for value in ODD if (refusal := refusal_of(ruling, value))]
    assert len(said) >= len(ODD) - 1
    assert all(ruling.key in text and len(text) < 200 for text in said)


def refusal_of(ruling: Ruling, value: Any) -> BadRuling | None:
    """Why the value does not fit; None where it does."""
    try:
        ruling.check(value)
    except BadRuling as refusal:
        return refusal
    return None
