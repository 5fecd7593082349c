"""Passive defence of those for whom nothing counts: 11 even on the ground, and the card says why."""

from __future__ import annotations

import pytest

from rhean.rules.events import GM
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import SWORDS, staged, take


def shown(*conditions):
    """The passive defence on the card of b with these conditions: total, notation, the note of its first term."""
    state = staged(f"{SWORDS}round a=1 b=2\n")
    for key in conditions:
        state, _ = take(state, "gm", "override", do="add", target="b", key=key)
    card = next(one for one in SYSTEM.view(state, GM).combatants if one.id == "b")
    value = next(one.value for one in card.figures if one.key == "defence")
    return value.total, value.notation(), value.terms[0].note


@pytest.mark.parametrize(
    ("conditions", "total", "terms", "note"),
    [
        ((), 11, "base:11,agility:0", ""),
        (("prone",), 7, "base:11,agility:0,prone:-4", ""),
        (("prone", "dying"), 11, "base:11", "dying: nothing else counts"),
        (("prone", "unconscious"), 11, "base:11", "unconscious: nothing else counts"),
        (("prone", "held_fast"), 11, "base:11", "held fast: nothing else counts"),
        (("prone", "stunned"), 11, "base:11", "stunned: only trained armour counts"),
    ],
)
def test_who_can_do_nothing_has_a_defence_of_11_even_on_the_ground(conditions, total, terms, note):
    assert shown(*conditions) == (total, terms, note)
