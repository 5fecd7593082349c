"""Exact chances of active defences: of one declared in advance against what threatens most, and of one that answers.

A defence is rolled only against a blow that hits. So the chance of one declared in advance is the share of the hits of
a foe that it stops; of a Bind, which also works on a miss, the chance to win the contest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rhean.rules.explain import Explained
from rhean.rules.prompts import Chance
from rhean.rules.systems.rhean import answers, blows, checks, conditions, gear, held, reach, rolls, secrets, swings
from rhean.rules.systems.rhean.actions.full_round import CHARGE_PHASE
from rhean.rules.systems.rhean.actions.shared import gm_word
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.knowledge import as_seen, sees_numbers, unsealed
from rhean.rules.systems.rhean.odds_checks import roll_chance
from rhean.rules.systems.rhean.state import Blow, Declaration
from rhean.rules.systems.rhean.swings import Hit, Swing

HIT = swings.Outcome(True, False, (), ())
MOVES_DAMAGE_TN = answers.ARMOR_BLOCK_TN + 1
"""From here on a Soak or an Armor Block takes something off."""


class Threat(NamedTuple):
    """An attack that may come: the fight as the one who decides may know it, the blow as if it had hit, and every sum
    with which it hits."""

    fight: Fight
    blow: Blow
    hits: tuple[Hit, ...]
    known: bool

    @property
    def danger(self) -> int:
        """How many of the 100 pairs of faces hit."""
        return sum(hit.weight for hit in self.hits)


# -- what threatens ---------------------------------------------------------------------------------------------


def threats(fight: Fight, who: str, *, knows_all: bool) -> tuple[Threat, ...]:
    """The attacks that foes have openly declared on somebody, else a plain one of each foe who is engaged with him;
    those that hit most often first. Of foes whom he does not see there are none."""
    seen = [
        foe.id for foe in fight.enemies(who) if conditions.able(foe) and not secrets.hidden_from(fight, foe.id, who)
    ]
    open_ = {foe: unsealed(fight, foe, knows_all=knows_all) for foe in seen}
    for attacks in (_declared_attacks, _plain_attack):
        found = [
            threat
            for foe in seen
            for declared, weapon in attacks(open_[foe], who, foe)
            if (threat := _threat(open_[foe], who, foe, declared, weapon, knows_all=knows_all)) is not None
        ]
        if found:
            return tuple(sorted(found, key=lambda threat: -threat.danger))
    return ()


def _declared_attacks(fight: Fight, who: str, foe: str) -> Iterator[tuple[Declaration, str]]:
    """The attacks of a foe's declaration, each with its weapon."""
    declared = swings.current(fight, foe)
    if declared is not None and who in held.attacks(fight, declared):
        yield from ((declared, weapon) for weapon, at in blows.attacks_of(fight, foe, declared) if at == who)


def _plain_attack(fight: Fight, who: str, foe: str) -> Iterator[tuple[Declaration, str]]:
    """What a foe who is engaged can always do: strike or shoot with what is in his hand."""
    if reach.bond(fight, who, foe).zone == "engaged":
        wielded = gear.main_weapon(fight[foe])
        action = "melee_attack" if fight.make(wielded).melee else "missile_attack"
        yield Declaration(action, "attack", (who,), wielded.id), wielded.id


def _threat(fight: Fight, who: str, foe: str, declared: Declaration, weapon: str, *, knows_all: bool) -> Threat | None:
    """One attack as it may be known; nothing if it cannot be made as things stand."""
    seen = as_seen(fight, who, foe, knows_all=knows_all)
    if declared.action == "charge":
        seen = charging(seen, foe, declared)
    swing = swings.plan(seen, foe, declared, who, weapon)
    if not isinstance(swing, Swing):
        return None
    known = sees_numbers(fight, who, foe, knows_all=knows_all)
    return Threat(seen, hit_of(seen, swing), swings.hits(seen, swing), known)


def charging(fight: Fight, who: str, declared: Declaration) -> Fight:
    """The moment in which a charge strikes: engaged with its target."""
    later = Fight(fight.close())
    later.phase = CHARGE_PHASE
    held.engage_for(later, who, declared)
    return later


def hit_of(fight: Fight, swing: Swing) -> Blow:
    """The attack as if it had hit."""
    return blows.blow_of(fight, swing, 0, 0, HIT)


# -- chances ----------------------------------------------------------------------------------------------------


def in_advance(fight: Fight, who: str, declared: Declaration, among: Sequence[Threat]) -> Iterator[Chance]:
    """The chance of a defence that is declared now, against the greatest threat that it can be used on."""
    if declared.action in ("soak", "armor_block"):
        yield moves_damage(fight, who, declared)
        return
    for threat in among:
        foe = threat.blow.who
        if not answers.usable(threat.fight, who, declared, threat.blow):
            continue
        if declared.action == "bind_weapon":
            yield bind_chance(threat.fight, who, declared, threat.blow, _named(f"binds {foe}", threat.known))
            return
        if threat.hits:
            terms = answers.defence_terms(threat.fight, who, declared, threat.blow)
            share = stopped(checks.bonus_of(terms), threat.hits)
            yield Chance.of(_named(f"stops a hit by {foe}", threat.known), share, Explained.of(*terms))
            return


def _named(label: str, known: bool) -> str:
    """What a chance is called; of a foe whose figures are hidden, that it is against an average one so armed."""
    return label if known else f"{label}, if average"


@lru_cache(maxsize=4096)
def stopped(bonus: int, hits: tuple[Hit, ...]) -> Fraction:
    """The share of these hits that a defence with this bonus stops; there has to be one."""
    made = sum((hit.weight * checks.chance(bonus, hit.total) for hit in hits), Fraction(0))
    return made / sum(hit.weight for hit in hits)


def moves_damage(fight: Fight, who: str, declared: Declaration) -> Chance:
    """The chance that a Soak or an Armor Block takes something off the Hits."""
    skill = "combat_reflexes"
    if declared.action == "armor_block":
        armour = fight.sheet(who).armour
        skill = armour.skill if armour else skill
    terms = rolls.skilled(fight, who, skill, gm_word(fight, who, "defence"), half=declared.half)
    return roll_chance("moves damage from Hits to Stamina", terms, MOVES_DAMAGE_TN)


def bind_chance(fight: Fight, who: str, declared: Declaration, blow: Blow, label: str) -> Chance:
    """The chance to win the contest of a Bind."""
    mine, theirs = answers.defence_terms(fight, who, declared, blow), answers.bound_terms(fight, blow)
    tie, difference = answers.tie_of(fight, who, declared, blow)
    found = checks.contest_chances(checks.bonus_of(mine), checks.bonus_of(theirs), tie, difference)
    return Chance.of(label, found["first"], Explained.of(*mine))


def answered(fight: Fight, who: str, answer: answers.Answer, *, knows_all: bool) -> Iterator[Chance]:
    """The chance that a defence does what it is for against the attack meant."""
    if answer.declared is not None and answer.blow is not None:
        yield from answer_odds(fight, who, answer.declared, answer.blow, knows_all=knows_all)


def answer_odds(fight: Fight, who: str, declared: Declaration, blow: Blow, *, knows_all: bool) -> Iterator[Chance]:
    """The chance of one defence against one attack; its total is known only by the ruling ``defence_sees_total``."""
    if declared.action in ("soak", "armor_block"):
        yield moves_damage(fight, who, declared)
    elif declared.action == "bind_weapon":
        known = sees_numbers(fight, who, blow.who, knows_all=knows_all)
        seen = as_seen(fight, who, blow.who, knows_all=knows_all)
        yield bind_chance(seen, who, declared, blow, _named("binds", known))
    elif fight.rulings["defence_sees_total"]:
        yield roll_chance("stops it", answers.defence_terms(fight, who, declared, blow), blow.total)
