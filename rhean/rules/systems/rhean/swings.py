"""An attack before it is rolled: every term, what it meets, and what it will do. Odds and resolution start from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from rhean.rules.errors import Refusal
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import checks, defence, derived, gear, missiles, places, reach, rolls
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.defence import Against, Standing
from rhean.rules.systems.rhean.entries import Damage, Weapon
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rolls import term
from rhean.rules.systems.rhean.state import Declaration, Wielded

PRONE = -4
IMPROVISED = -2
MOUNT_WORK = -2
LINE_PARRY = 2
LEAPING = 4
RUNNING_LEAP = 2
CRITICAL = 4

HELD = Action(key="held", types=(), step="held")
"""A held strike is a plain attack."""


class Swing(msgspec.Struct, frozen=True):
    """One attack roll to be made.

    ``terms`` are the modifiers of the roll, ``stand`` the defence that it meets, ``extras`` the modifiers of its
    damage besides weapon and Strength, ``dice`` its dice. ``doubled`` tells that a critical hit rolls them twice.
    """

    who: str
    target: str
    action: str
    weapon: str
    skill: str
    terms: tuple[Term, ...]
    stand: Standing
    dice: Damage
    strength: int
    extras: tuple[tuple[str, int], ...] = ()
    critical: bool = False
    missile: bool = False
    thrown: bool = False
    aware: bool = True
    distance: int | None = None
    running: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What an attack roll comes to: hit or not, and what of the defence's reserve was used against it."""

    hit: bool
    critical: bool
    used: tuple[Term, ...]
    against: tuple[Term, ...]

    @property
    def defence(self) -> int:
        """The passive defence that counted."""
        return sum(entry.value for entry in self.against)


def outcome(fight: Fight, swing: Swing, total: int, ones: bool) -> Outcome:
    """Whether a total hits. Two ones miss whatever the total; a critical strike has to beat 4 more."""
    used, against = defence.meet(swing.stand, total, ones, fight.rulings)
    hit, critical = strikes(total, ones, sum(entry.value for entry in against), swing.critical)
    return Outcome(hit, critical, used, against)


def strikes(total: int, ones: bool, number: int, critical: bool) -> tuple[bool, bool]:
    """Whether a total hits a defence, and whether it does so critically, where the attack can."""
    hit = not ones and total >= number
    return hit, hit and critical and total >= number + CRITICAL


class Hit(NamedTuple):
    """A sum of the dice with which an attack hits the passive defence: what the roll comes to, and how many of the
    100 pairs of faces have it."""

    total: int
    critical: bool
    weight: int


def hits(fight: Fight, swing: Swing) -> tuple[Hit, ...]:
    """Every sum with which an attack hits."""
    bonus = checks.bonus_of(swing.terms)
    if not swing.stand.reserve:
        return _plain_hits(bonus, swing.stand.total(), swing.critical)
    found = []
    for faces, weight in checks.PAIRS:
        rolled = checks.resolve(faces, bonus)
        result = outcome(fight, swing, rolled.total, rolled.ones)
        if result.hit:
            found.append(Hit(rolled.total, result.critical, weight))
    return tuple(found)


@lru_cache(maxsize=2048)
def _plain_hits(bonus: int, number: int, critical: bool) -> tuple[Hit, ...]:
    """The same against a defence that is one number, whatever the total."""
    rolled = ((checks.resolve(faces, bonus), weight) for faces, weight in checks.PAIRS)
    struck = ((one.total, strikes(one.total, one.ones, number, critical), weight) for one, weight in rolled)
    return tuple(Hit(total, result[1], weight) for total, result, weight in struck if result[0])


def row_of(action: str) -> Action:
    """The row of an action, also of a held strike."""
    return HELD if action == "held" else ACTIONS[action]


def skill_for(fight: Fight, who: str, make: Weapon, named: str = "") -> str:
    """The skill used with a weapon: as named, else the best of its own and those that fit it."""
    if named:
        return named
    sheet = fight.sheet(who)
    return max((make.skill, *make.others), key=lambda key: (sheet.rank(key), sheet.level(key)))


def off_hand(fight: Fight, who: str) -> int:
    """The penalty of the off hand."""
    return derived.off_hand(fight.sheet(who), fight.rulings)


def plan(
    fight: Fight, who: str, declared: Declaration, target: str, weapon: str, *, first: bool = True
) -> Swing | Refusal:
    """The attack of one weapon on one target as it would be rolled now, or why it cannot be made."""
    row = row_of(declared.action)
    wielded = weapon_of(fight, who, weapon)
    make = gear.SHIELD_WEAPON if weapon == gear.SHIELD else fight.make(wielded)
    if fight[target].has("dead"):
        return Refusal("target", "{0} is dead", (target,))
    if first and (wielded.bound or wielded.reset):
        return Refusal("weapon", "is bound" if wielded.bound else "needs a Reset")
    if weapon != wielded.id:
        return Refusal("unknown", "has lost the weapon")
    if row.weapon == "throw":
        return _throw(fight, who, declared, target, wielded, first)
    if make.missile:
        return _shot(fight, who, declared, target, wielded, first)
    return _blow(fight, who, declared, target, wielded, make, first)


def weapon_of(fight: Fight, who: str, weapon: str) -> Wielded:
    """The weapon meant; a shield stands for itself."""
    if weapon == gear.SHIELD:
        return Wielded(gear.SHIELD, gear.SHIELD, "off")
    return gear.get(fight[who], weapon)


def _blow(
    fight: Fight, who: str, declared: Declaration, target: str, wielded: Wielded, make: Weapon, first: bool
) -> Swing | Refusal:
    """An attack hand to hand."""
    fitting = _spin_fit(fight, who, wielded, target) if declared.action == "spin_attack" else None
    fit, distance = fitting or reach.attack_fit(fight, who, wielded, target)
    if fit.refusal is not None:
        return fit.refusal
    skill = skill_for(fight, who, make, declared.skill)
    own = (
        term("inside", fit.inside),
        term("off_hand", off_hand(fight, who) if wielded.hand == "off" else 0),
        term("improvised", IMPROVISED if make.improvised else 0),
    )
    return _swing(fight, who, declared, target, wielded, make, skill, own, distance=distance, first=first)


def _spin_fit(fight: Fight, who: str, wielded: Wielded, target: str) -> tuple[reach.Fit, int | None]:
    """A Spin Attack strikes whoever is engaged at a distance of at most Reach - 1."""
    own = gear.effective_reach(fight, wielded)
    found = [reach.bond(fight, who, target, before=before) for before in (True, False)]
    distances = [known.distance for known in found if known.zone == "engaged" and known.distance <= own - 1]
    if not distances:
        return reach.Fit(0, Refusal("target", "cannot reach {0}", (target,))), None
    inside = 0 if fight.rulings["spin_inside"] else reach.INSIDE * (own - max(distances))
    return reach.Fit(inside), max(distances)


def _shot(fight: Fight, who: str, declared: Declaration, target: str, wielded: Wielded, first: bool) -> Swing | Refusal:
    """An attack with what shoots."""
    make = fight.make(wielded)
    goes_on = declared.action == "stand_and_fire" and fight.tick > declared.since
    if missiles.needs_loading(fight, who, wielded) and not goes_on and (first or not declared.trick):
        return Refusal("weapon", "is not loaded")
    own = missiles.range_terms(fight, who, make, make.skill, target, None)
    if not places.sees(fight, who, target):
        return Refusal("target", "{0} is out of sight", (target,))
    if own is None:
        return Refusal("target", "{0} is out of range", (target,))
    if declared.called:
        own = (*own, missiles.called_term(fight, who, make.skill))
    return _swing(fight, who, declared, target, wielded, make, make.skill, own, missile=True, first=first)


def _throw(
    fight: Fight, who: str, declared: Declaration, target: str, wielded: Wielded, first: bool
) -> Swing | Refusal:
    """A thing thrown."""
    make = fight.make(wielded)
    throw = missiles.thrown_by(fight, who, make)
    own = missiles.range_terms(fight, who, make, throw.skill, target, throw)
    if not places.sees(fight, who, target):
        return Refusal("target", "{0} is out of sight", (target,))
    if own is None:
        return Refusal("target", "{0} is out of range", (target,))
    if declared.called:
        own = (*own, missiles.called_term(fight, who, throw.skill))
    own = (*own, term("off_hand", off_hand(fight, who) if wielded.hand == "off" else 0))
    swing = _swing(
        fight, who, declared, target, wielded, make, throw.skill, own, missile=True, thrown=True, first=first
    )
    if throw.unskilled:
        extras = (*swing.extras, ("unskilled_throw", missiles.UNSKILLED_DAMAGE))
        return msgspec.structs.replace(swing, extras=extras)
    return swing


def _swing(
    fight: Fight,
    who: str,
    declared: Declaration,
    target: str,
    wielded: Wielded,
    make: Weapon,
    skill: str,
    own: tuple[Term, ...],
    *,
    distance: int | None = None,
    missile: bool = False,
    thrown: bool = False,
    first: bool = True,
) -> Swing:
    """All terms gathered."""
    row = row_of(declared.action)
    shared = _moment_terms(fight, who, declared, target, wielded, first)
    against = Against(who, missile, bool(declared.called), declared.action == "wide_attack", declared.extra)
    strong = fight.rulings["strength_damage"] and (thrown or not missile)
    running = _after_running_leap(fight, who, declared)
    own = (*own, term("override", wielded.by_hand.get("attack", 0)))
    return Swing(
        who=who,
        target=target,
        action=declared.action,
        weapon=wielded.id,
        skill=skill,
        terms=rolls.skilled(fight, who, skill, (*own, *shared), half=declared.half),
        stand=defence.standing(fight, target, against),
        dice=make.roll,
        strength=fight.sheet(who).mod("strength") if strong else 0,
        extras=(*_extras(fight, who, declared, target, row, running), *_damage_by_hand(wielded)),
        critical=declared.action == "critical_strike",
        missile=missile,
        thrown=thrown,
        aware=defence.aware_of(fight, target, who),
        distance=distance,
        running=running,
    )


def _moment_terms(
    fight: Fight, who: str, declared: Declaration, target: str, wielded: Wielded, first: bool
) -> Iterator[Term]:
    """What the moment adds to an attack roll; Aim, Focus and the GM's word serve one roll only."""
    fighter = fight[who]
    row = row_of(declared.action)
    tricky = declared.action == "missile_attack" and declared.trick == "rapid_shot"
    yield term("prone", PRONE if fighter.has("prone") else 0)
    yield term(declared.action, -4 if tricky else row.to_hit)
    yield term("mount", _mount(fight, who))
    if declared.action == "riposte" and fighter.parried is not None and fighter.parried.action == "line_parry":
        yield term("line_parry", LINE_PARRY)
    if not first:
        return
    aim = fighter.aim
    if aim is not None and (aim.weapon, aim.target) == (wielded.id, target):
        yield term("aim", aim.amount)
    yield term("focus", fighter.focus_attack.amount if fighter.focus_attack else 0)
    yield term("gm", fighter.modifiers.get("attack", 0))


def _mount(fight: Fight, who: str) -> int:
    """Mount Work costs 2 on attacks; so does a mount that nobody controls."""
    turn = fight[who].turn
    if not fight[who].has("mounted"):
        return 0
    if turn.mount_work:
        return MOUNT_WORK
    return 0 if turn.controlled else int(fight.rulings["uncontrolled"])


def _after_running_leap(fight: Fight, who: str, declared: Declaration) -> bool:
    """Whether a Spring Attack follows a running leap."""
    last = fight[who].last_move
    return declared.action == "spring_attack" and last is not None and last.running


def _extras(
    fight: Fight, who: str, declared: Declaration, target: str, row: Action, running: bool
) -> Iterator[tuple[str, int]]:
    """Modifiers of the damage by key, zero ones left out."""
    if row.damage:
        yield declared.action, row.damage + (RUNNING_LEAP if running else 0)
    if declared.action == "held" and charges(fight, target, who, declared):
        yield "held", int(fight.rulings["set_against_charge"])
    if leaping_at(fight, target, who):
        yield "leaping", LEAPING
    if declared.action == "riposte" and fight[who].parried and fight[who].parried.action == "line_parry":  # type: ignore[union-attr]
        yield "line_parry", 1


def _damage_by_hand(wielded: Wielded) -> tuple[tuple[str, int], ...]:
    """By how much somebody has set the damage of a weapon off what the sheet comes to."""
    return (("override", wielded.by_hand["damage"]),) if "damage" in wielded.by_hand else ()


def charges(fight: Fight, who: str, holder: str, declared: Declaration) -> bool:
    """Whether one charges or springs at the holder of a weapon that is set against it.

    Hold at Bay always is; a Cover if its weapon has the longer Reach.
    """
    moving = current(fight, who)
    if moving is None or moving.action not in ("charge", "spring_attack"):
        return False
    if moving.action == "charge" and fight.phase != 3:
        return False
    hold = fight[holder].hold
    if hold is None or hold.action == "hold_at_bay":
        return True
    wielded = gear.get(fight[holder], hold.weapon)
    return not missiles.is_missile(fight, wielded) and gear.effective_reach(fight, wielded) > gear.reach_of(
        fight, fight[who]
    )


def leaping_at(fight: Fight, who: str, foe: str) -> bool:
    """Whether one leaps or springs at this foe in this phase."""
    moving = fight[who].moment.declared
    return moving is not None and moving.action in ("leap", "spring_attack") and foe in moving.targets


def current(fight: Fight, who: str) -> Declaration | None:
    """What somebody does in this phase: what he declared, or the full-round action that he goes on with."""
    fighter = fight[who]
    if fighter.moment.declared is not None:
        return fighter.moment.declared
    return None if fighter.turn.broken else fighter.turn.full
