"""Shots and throws: bands, what a rank does to them, called shots, reloading."""

from __future__ import annotations

import msgspec

from rhean.rules.errors import Refusal
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import gear, reach, rolls
from rhean.rules.systems.rhean.entries import BANDS, MissileRank, Weapon
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Wielded

UNLISTED = (5, 10, 15, 20, 25)
"""Bands of a thing that nobody made for throwing."""

UNSKILLED_THROW = -4
UNSKILLED_DAMAGE = -2
IMPROVISED = -2
JOURNEYMAN = 3


class Throw(msgspec.Struct, frozen=True):
    """How a thing is thrown: by which skill, and whether that is a guess."""

    skill: str
    unskilled: bool = False
    improvised: bool = False


def table(fight: Fight, who: str, skill: str) -> MissileRank:
    """The row of the table of ranks that counts for somebody's shots with a skill."""
    rows = {row.rank: row for row in fight.fixed.stock.missile_ranks.values()}
    if fight.rulings["missile_ranks"] == "archery" and skill != "archery":
        return rows[JOURNEYMAN]
    return rows[max(1, fight.sheet(who).rank(skill))]


def thrown_by(fight: Fight, who: str, make: Weapon) -> Throw:
    """The weapon's skill or Throwing: the higher rank, then the higher level, then the weapon's own."""
    sheet = fight.sheet(who)
    skills = ("throwing",) if make.improvised else (make.skill, "throwing")
    best = max(skills, key=lambda skill: (sheet.rank(skill), sheet.level(skill)))
    unskilled = sheet.rank(best) == 0
    return Throw(best, unskilled, make.improvised and not unskilled)


def limits(fight: Fight, who: str, make: Weapon, skill: str, throw: Throw | None) -> tuple[int, ...]:
    """The upper limits of the five bands for this user, in feet."""
    listed = make.ranges if throw is None else make.throw or UNLISTED
    percent = 100 + table(fight, who, skill).percent
    half = throw is not None and (throw.unskilled or throw.improvised)
    return tuple(limit * percent // (200 if half else 100) for limit in listed)


def band(fight: Fight, who: str, make: Weapon, skill: str, target: str, throw: Throw | None) -> int | None:
    """The number of the band in which the target is (0 point-blank ... 4 extreme); None beyond all."""
    if throw is not None and reach.bond(fight, who, target).zone == "engaged":
        return 0
    distance = reach.feet(fight, who, target)
    for number, limit in enumerate(limits(fight, who, make, skill, throw)):
        if distance <= limit:
            return number
    return None


def range_terms(
    fight: Fight, who: str, make: Weapon, skill: str, target: str, throw: Throw | None
) -> tuple[Term, ...] | None:
    """What range and manner add to the roll; None if the target is out of range."""
    found = band(fight, who, make, skill, target, throw)
    if found is None:
        return None
    terms = [rolls.term("range", table(fight, who, skill).bands[found], BANDS[found])]
    if throw is not None and throw.unskilled:
        terms.append(rolls.term("unskilled_throw", UNSKILLED_THROW))
    elif throw is not None and throw.improvised:
        terms.append(rolls.term("improvised", IMPROVISED))
    return tuple(terms)


def called_term(fight: Fight, who: str, skill: str) -> Term:
    """What a called shot costs; Trick Shooting halves it."""
    extra = table(fight, who, skill).called or 0
    penalty = int(fight.rulings["called_shot"]) + extra
    learnt = "trick_shooting" in fight.sheet(who).tricks(skill)
    return rolls.term("called", -(-penalty // 2) if learnt and penalty < 0 else penalty, "half" if learnt else "")


def called_refusal(fight: Fight, who: str, skill: str) -> Refusal | None:
    """Why a called shot is not allowed."""
    if table(fight, who, skill).called is None:
        return Refusal("rank", "called shots need Apprentice")
    return None


def phases_to_load(fight: Fight, who: str, make: Weapon) -> int:
    """How many phases of Ready Weapon load it."""
    return table(fight, who, make.skill).crossbow if make.crossbow else 1


def reloads_free(fight: Fight, who: str, make: Weapon) -> bool:
    """Whether loading goes with the shot (never for a crossbow)."""
    return not make.crossbow and table(fight, who, make.skill).reload == "free"


def needs_loading(fight: Fight, who: str, wielded: Wielded) -> bool:
    """Whether it cannot be shot now."""
    make = fight.make(wielded)
    return make.missile and not wielded.loaded and not reloads_free(fight, who, make)


def is_missile(fight: Fight, wielded: Wielded) -> bool:
    """Whether one shoots with it."""
    return wielded is not gear.FIST and fight.make(wielded).missile
