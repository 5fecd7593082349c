"""The demo encounter begins as it is prepared: who hides, who is far, who was taken by surprise."""

from __future__ import annotations

from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.reach import bond
from tests.rules.rhean.tools import DEFAULTS, LIBRARY

SYSTEM = get_system("rhean")
FORD = LIBRARY.get("encounters", "ambush_at_the_ford")


def begun():
    """The fight at the ford before its first round."""
    entrants = (
        Entrant(member.id, LIBRARY.get(member.kind, member.sheet).sheet, member.side, "gm", member.start)
        for member in FORD.members
    )
    return Fight(SYSTEM.begin(Setup(tuple(entrants), FORD.scene), LIBRARY, DEFAULTS))


def test_six_travellers_meet_four_goblins_two_archers_and_an_ogre():
    sides = [fighter.side for fighter in begun()]
    assert (sides.count("party"), sides.count("foes")) == (6, 7)


def test_the_goblins_hide_near_and_the_ogre_waits_far_off_in_plain_sight():
    fight = begun()
    for fighter in fight:
        if fighter.side == "foes":
            goblin = fighter.id.startswith("goblin")
            assert fighter.has("hidden") == goblin
            assert {bond(fight, "grog", fighter.id).zone} == {"near" if goblin else "far"}


def test_three_are_taken_by_surprise_and_everybody_has_still_to_react():
    fighters = list(begun())
    assert {fighter.id for fighter in fighters if fighter.surprised} == {"soldier", "elf_archer", "spearman"}
    assert not any(fighter.reacted for fighter in fighters)
    assert all(fighter.aware for fighter in fighters)
