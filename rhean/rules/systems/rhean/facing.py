"""Turning: whoever declares may turn. Without a map, the setup and the GM say from where attacks come."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rhean.rules.errors import Refusal
from rhean.rules.maps import facing_to
from rhean.rules.systems.rhean import facts, places, reach, walking
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
    at, goal = fight[who].at, fight[foe].at
    if walking.on_map(fight, who) and at is not None and goal is not None:
        fight.change(who, facing=facing_to(at, goal, fight[who].facing))
        fight.moment(who, turned=True)
        fight.tell(facts.Turned(who, foe))
        return
    steps = CLOCKWISE.index(reach.bearing(fight, foe, who).quadrant)
    for other in _placed(fight, who):
        old = reach.bearing(fight, other, who)
        place = CLOCKWISE[(CLOCKWISE.index(old.quadrant) - steps) % len(CLOCKWISE)]
        reach.set_bearing(fight, other, who, replace(old, quadrant=place))
    fight.moment(who, turned=True)
    fight.tell(facts.Turned(who, foe))


def turn_to(fight: Fight, who: str, facing: str) -> None:
    """On a map one may also turn to where nobody is."""
    fight.change(who, facing=facing)
    fight.moment(who, turned=True)
    fight.tell(facts.Turned(who, facing=facing))


def bar_to(fight: Fight, who: str, facing: str) -> Refusal | None:
    """Why somebody cannot turn so now."""
    if fight.rulings["turning"] == "gm":
        return Refusal("closed", "only the GM turns anybody here")
    if not walking.on_map(fight, who):
        return Refusal("closed", "there is no map here")
    if fight[who].moment.turned:
        return Refusal("spent", "has turned already in this phase")
    return Refusal("target", "faces that way already") if fight[who].facing == facing else None


def _placed(fight: Fight, who: str) -> Iterator[str]:
    """Those of whom it was said from where their attacks come; on a map all foes who stand there."""
    for other in fight.fighters:
        seen = places.stand(fight, who, other) is not None and fight.are_enemies(who, other)
        if seen or f"{who} {other}" in fight.bearings:
            yield other


def sidelong(fight: Fight, who: str) -> tuple[str, ...]:
    """Foes that somebody could turn to face."""
    return tuple(other for other in _placed(fight, who) if bar(fight, who, other) is None)
