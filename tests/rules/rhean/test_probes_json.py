"""A sheet that comes out of a database: a state made of it has the same bytes there and back."""

from __future__ import annotations

import msgspec

from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")


def stored(**fields):
    """A sheet as it comes out of JSON: none of its words is the very object that the code names."""
    return msgspec.json.decode(msgspec.json.encode({**RHEAN.new_sheet(), **fields}))


def test_a_state_made_of_stored_sheets_has_the_same_bytes_after_a_journey_through_json():
    entrants = [Entrant(arm, stored(shield="round", shield_arm=arm), arm) for arm in ("left", "right")]
    state = RHEAN.begin(Setup(tuple(entrants)), RHEAN.library, Rulings.of(RHEAN.rulings))
    data = RHEAN.encode_state(state)
    assert RHEAN.encode_state(RHEAN.decode_state(data)) == data
