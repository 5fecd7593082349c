"""What has to have gone before an action: one small function a need, each with its reason."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean import gear, reach, secrets
from rhean.rules.systems.rhean.actions.base import needs
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration

BREATHER_ROUNDS = 600
"""An hour: a Breather is not taken twice in it."""


def weapon_set(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """The weapon has been set."""
    return None if gear.get(fight[who], declared.weapon).set else needs("needs Set Weapon before")


def has_run(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A Run, or a running leap, in the phase before."""
    last = fight[who].last_move
    ran = last is not None and last.tick == fight.tick - 1 and (last.action == "run" or last.running)
    return None if ran else needs("needs a Run in the phase before")


def has_leapt(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A Leap in the phase before, at the very foe."""
    last = fight[who].last_move
    leapt = last is not None and last.tick == fight.tick - 1 and last.action == "leap" and bool(last.target)
    if leapt and last is not None and declared.targets in ((), (last.target,)):
        return None
    return needs("needs a Leap in the phase before")


def has_parried(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A Parry that stopped that foe's blow in the phase before."""
    last = fight[who].parried
    if last is not None and last.tick == fight.tick - 1 and declared.targets in ((), (last.target,)):
        return None
    return needs("needs a Parry that succeeded in the phase before")


def reach_weapon(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A weapon with Reach."""
    make = fight.make(gear.get(fight[who], declared.weapon))
    return None if gear.is_reach_weapon(fight, make) else needs("needs a Reach weapon")


def two_weapons(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A melee weapon in each hand."""
    ready = {wielded.hand for wielded in gear.ready_melee(fight, fight[who])}
    return None if ready >= {"main", "off"} else needs("needs two weapons")


def mounted(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """On a mount."""
    return None if fight[who].has("mounted") else needs("needs to be mounted")


def on_the_ground(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """Lying or sitting."""
    return None if fight[who].has("prone") else needs("is not on the ground")


def rested_enough(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """No Breather in the last hour."""
    last = fight[who].breathed
    return needs("was used less than an hour ago") if last and fight.round - last < BREATHER_ROUNDS else None


def not_engaged(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """Engaged with nobody of whom he knows."""
    return needs("is engaged") if reach.known_engaged(fight, who) else None


def not_engaged_with_target(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """Not engaged with the one to be charged."""
    engaged = any(reach.bond(fight, who, target).zone == "engaged" for target in declared.targets)
    return needs("is engaged") if engaged else None


def held_at_bay(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A foe of whom he knows, with a longer Reach, holds at bay whoever comes."""
    fighter = fight[who]
    foes = [fight[declared.toward]] if declared.toward else list(fight.enemies(who))
    for foe in (foe for foe in foes if not secrets.hidden_from(fight, foe.id, who)):
        hold = foe.hold
        if hold is not None and hold.action == "hold_at_bay" and hold.since < fight.tick:
            longer = gear.effective_reach(fight, gear.get(foe, hold.weapon)) > gear.reach_of(fight, fighter)
            if longer:
                return None
    return needs("is not held at bay")


def due_for_reset(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """Something that a Reset would mend."""
    wielded = gear.get(fight[who], declared.weapon)
    due = wielded.bound or wielded.reset or wielded.set or wielded.stance
    return None if due else needs("needs no Reset")


def not_extended(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A stance that can still be extended."""
    extended = gear.get(fight[who], declared.weapon).stance > 0
    return needs("is extended already") if extended else None


def not_reduced(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """A stance that can still be reduced."""
    reduced = gear.get(fight[who], declared.weapon).stance < 0
    return needs("is reduced already") if reduced else None


def never(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """Never declared: it is asked for at its moment."""
    return Refusal("closed", "no flesh wound to take")


def learnt_stand_and_fire(fight: Fight, who: str, declared: Declaration) -> Refusal | None:
    """The trick has been learnt, and the rank of Journeyman reached."""
    return trick_refusal(fight, who, declared, "stand_and_fire")


def trick_refusal(fight: Fight, who: str, declared: Declaration, trick: str) -> Refusal | None:
    """Why a trick cannot be used with this weapon."""
    skill = fight.make(gear.get(fight[who], declared.weapon)).skill
    if trick in fight.sheet(who).tricks(skill) and fight.sheet(who).rank(skill) >= 3:
        return None
    return Refusal("rank", "has not learnt the trick")
