"""Turning: without a map, from where attacks come is said by the setup and the GM; whoever declares may turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean import facts, reach
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Quadrant

CLOCKWISE: tuple[Quadrant, ...] = ("front", "right", "rear", "left")


def bar(fight: Fight, who: str, foe: str) -> Refusal | None:
    """Why somebody cannot turn to face a foe now (ruling ``turning``)."""
    if fight.rulings["turning"] == "gm":
        return Refusal("closed", "only the GM turns anybody here")
    if not fight.are_enemies(who, foe):
        return Refusal("target", "{0} is a friend", (foe,))
    if fight[who].moment.turned:
        return Refusal("spent", "has turned already in this phase")
    if reach.bearing(fight, foe, who).quadrant == "front":
        return Refusal("target", "faces {0} already", (foe,))
    return None


def turn(fight: Fight, who: str, foe: str) -> None:
    """The foe is in front now; all others of whom a side was said go round with the turn."""
    steps = CLOCKWISE.index(reach.bearing(fight, foe, who).quadrant)
    for other in _placed(fight, who):
        old = reach.bearing(fight, other, who)
        place = CLOCKWISE[(CLOCKWISE.index(old.quadrant) - steps) % len(CLOCKWISE)]
        reach.set_bearing(fight, other, who, replace(old, quadrant=place))
    fight.moment(who, turned=True)
    fight.tell(facts.Turned(who, foe))


def _placed(fight: Fight, who: str) -> Iterator[str]:
    """Those of whom it was said from where their attacks come."""
    for other in fight.fighters:
        if f"{who} {other}" in fight.bearings:
            yield other


def sidelong(fight: Fight, who: str) -> tuple[str, ...]:
    """Foes that somebody could turn to face."""
    return tuple(other for other in _placed(fight, who) if bar(fight, who, other) is None)
