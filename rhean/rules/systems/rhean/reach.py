"""How two enemies stand to each other: engaged at a distance, near, far; what Reach makes of it; and moves."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean import facts, gear, places, secrets
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Bearing, Bond, Declaration, Wielded

INSIDE = -3
"""On every roll with a weapon, for each point that the foe is inside its Reach."""


def key_of(a: str, b: str) -> str:
    """The name of a pair, the same for both."""
    return f"{min(a, b)} {max(a, b)}"


def bond(fight: Fight, a: str, b: str, *, before: bool = False) -> Bond:
    """How two stand to each other now, or stood before the moves of this phase."""
    pairs = fight.before if before and fight.before is not None else fight.pairs
    found = pairs.get(key_of(a, b))
    dead = fight[a].has("dead") or fight[b].has("dead")
    if found is None or found.zone != "engaged" or dead:
        zone = places.zone(fight, a, b)
        if zone is not None:
            return Bond(zone, feet=places.feet(fight, a, b))
    if found is None:
        return Bond(zone=fight.rulings["zones"])
    return Bond("near") if found.zone == "engaged" and dead else found


def set_bond(fight: Fight, a: str, b: str, new: Bond) -> None:
    """Puts a pair as given."""
    fight.pairs = {**fight.pairs, key_of(a, b): new}


def engaged_with(fight: Fight, who: str) -> tuple[str, ...]:
    """The enemies that somebody is engaged with."""
    return tuple(foe.id for foe in fight.enemies(who) if bond(fight, who, foe.id).zone == "engaged")


def known_engaged(fight: Fight, who: str) -> tuple[str, ...]:
    """The enemies that somebody is engaged with, as far as he knows: one who is hidden from him does not count."""
    return tuple(foe for foe in engaged_with(fight, who) if not secrets.hidden_from(fight, foe, who))


def feet(fight: Fight, a: str, b: str) -> int:
    """Feet between two, for missiles: measured on a map, else as was said or as the ruling has it."""
    measured = places.feet(fight, a, b)
    if measured is not None:
        return measured
    known = bond(fight, a, b)
    if known.feet is not None:
        return known.feet
    engaged, near, far = fight.rulings["abstract_feet"]
    return int({"engaged": engaged, "near": near, "far": far}[known.zone])


def bearing(fight: Fight, attacker: str, target: str) -> Bearing:
    """From where the attacks of one come to another: by facing and bearing on a map, else as was said. On a map what
    was said of the rear counts for one who is engaged, and what was said of awareness and cover."""
    said = fight.bearings.get(f"{target} {attacker}") or Bearing()
    engaged = said.quadrant != "rear" and bond(fight, attacker, target).zone == "engaged"
    side = places.quadrant(fight, attacker, target, engaged=engaged)
    if side is None:
        return said
    return replace(said, quadrant=side, cover=max(said.cover, places.cover(fight, attacker, target)))


def set_bearing(fight: Fight, attacker: str, target: str, new: Bearing) -> None:
    """Puts a bearing as given."""
    fight.bearings = {**fight.bearings, f"{target} {attacker}": new}


# -- what a weapon can do at a distance -----------------------------------------------------------------------


class Fit(msgspec.Struct, frozen=True):
    """Whether a weapon can strike at a distance: the penalty for a foe inside its Reach, or why not."""

    inside: int = 0
    refusal: Refusal | None = None


def fit(fight: Fight, wielded: Wielded, target: str, distance: int) -> Fit:
    """What a melee weapon can do at a distance."""
    if wielded.id == gear.SHIELD:
        own = int(fight.rulings["shield_reach"])
        return Fit() if distance <= own else Fit(0, _cannot(own, distance))
    own = gear.effective_reach(fight, wielded)
    if own < distance:
        return Fit(0, _cannot(own, distance))
    if own > distance and wielded.stance > 0:
        return Fit(0, Refusal("target", "{0} is inside the extended reach", (target,)))
    return Fit(INSIDE * (own - distance))


def _cannot(own: int, distance: int) -> Refusal:
    return Refusal("target", f"cannot reach: Reach {own} at distance {distance}")


def attack_fit(fight: Fight, who: str, wielded: Wielded, target: str) -> tuple[Fit, int | None]:
    """The better for the attacker of the distances before and after the moves, and that distance.

    The ruling ``reach_when`` may count only one of them. Not engaged: no melee attack.
    """
    when = fight.rulings["reach_when"]
    moments = {"better": (True, False), "before": (True,), "after": (False,)}[when]
    fits: list[tuple[Fit, int]] = []
    for before in moments:
        known = bond(fight, who, target, before=before)
        if known.zone == "engaged":
            fits.append((fit(fight, wielded, target, known.distance), known.distance))
    good = [entry for entry in fits if entry[0].refusal is None]
    if good:
        return max(good, key=lambda entry: entry[0].inside)
    if fits:
        return fits[-1]
    return Fit(0, Refusal("target", "{0} is not in reach", (target,))), None


def defence_inside(fight: Fight, who: str, wielded: Wielded, attacker: str) -> int:
    """The penalty of an active defence with a weapon: by the distance before the moves of the phase."""
    known = bond(fight, who, attacker, before=True)
    if known.zone != "engaged" or fight.make(wielded).reach is None:
        return 0
    return INSIDE * max(0, gear.effective_reach(fight, wielded) - known.distance)


# -- moves ----------------------------------------------------------------------------------------------------

CONTINUED = ("combat_move", "run", "withdraw", "leap")
"""Moves that may be gone on with by giving up another action."""


def moves_in(declared: Declaration | None) -> str:
    """The foe that a declared move brings one to, empty if none (``stop=near`` only comes nearer)."""
    if declared is None or declared.action not in ("combat_move", "run", "leap", "close", "sprint"):
        return ""
    return "" if declared.stop == "near" else declared.toward


def own_distance(fight: Fight, who: str, declared: Declaration) -> int:
    """The distance at which one engages by one's own move: as named, else the Reach of the weapon meant."""
    if declared.distance is not None:
        return declared.distance
    fighter = fight[who]
    wielded = gear.get(fighter, declared.weapon) if declared.weapon else gear.longest(fight, fighter)
    return gear.effective_reach(fight, wielded)


def engage(fight: Fight, who: str, foe: str, distance: int) -> None:
    """Two are engaged now, by the move of ``who``."""
    _put(fight, who, foe, Bond("engaged", distance))


def part(fight: Fight, who: str, foe: str, zone: str) -> None:
    """Two are apart now, by the move of ``who``."""
    _put(fight, who, foe, Bond("far" if zone == "far" else "near"))


def _put(fight: Fight, who: str, foe: str, new: Bond) -> None:
    """Changes a pair and tells it; a move forgets the feet that the GM had set."""
    old = bond(fight, who, foe)
    if (old.zone, old.distance) == (new.zone, new.distance):
        return
    set_bond(fight, who, foe, new)
    distance = new.distance if new.zone == "engaged" else None
    feet = new.feet if distance is not None else places.feet(fight, who, foe)
    fight.tell(facts.Pair(who, foe, new.zone, distance, feet))


def widen(fight: Fight, who: str, foe: str, distance: int) -> None:
    """The same two, farther from each other but still engaged."""
    _put(fight, who, foe, replace(bond(fight, who, foe), zone="engaged", distance=distance, feet=None))
