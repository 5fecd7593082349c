"""Exact chances of what could be done now: the very plans and functions that resolve it, weighed over all faces.

What the one who decides may not know is not used: with the ruling ``hide_foe_numbers`` a foe's figures are those of
an average person with the gear that everybody sees on him (``as_seen``).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import IllegalCommand
from rhean.rules.explain import Explained, Term
from rhean.rules.odds import dice_sum
from rhean.rules.prompts import Chance
from rhean.rules.systems.rhean import answers, blows, checks, gear, harm, held, intake, legal, rolls, secrets, swings
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.full_round import CHARGE_PHASE
from rhean.rules.systems.rhean.actions.move import FOCUS_TN
from rhean.rules.systems.rhean.actions.shared import RIDE_TN
from rhean.rules.systems.rhean.entries import ATTRIBUTES, TRAITS, read_damage
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rounds import REACTION_TN
from rhean.rules.systems.rhean.sheet import Known
from rhean.rules.systems.rhean.state import Blow, Declaration, RheanState
from rhean.rules.systems.rhean.swings import Swing

AVERAGE_ATTRIBUTE = 5
AVERAGE_TRAIT = 6


def odds(state: RheanState, command: Command) -> tuple[Chance, ...]:
    """The chances of a command of a combatant, from what its giver may know."""
    fight = Fight(state)
    who = command.actor
    if who == GM_KEY or who not in fight.fighters:
        return ()
    known = command.by == GM_KEY
    if command.name == "react":
        return (roll_chance("reacts", rolls.reaction_terms(fight, who), REACTION_TN),)
    if command.name == "declare":
        declared = intake.Intake(fight, who, command.params, veiled=not known).read()
        return tuple(declared_odds(fight, who, declared, knows_all=known))
    if command.name == "strike":
        target = command.params.get("target", "")
        return tuple(strike_odds(fight, who, target, knows_all=known)) if target in fight.fighters else ()
    if command.name == "defend" and who in answers.asked(fight):
        answer = answers.Answer.read(fight, who, command.params)
        return tuple(defence_odds(fight, who, answer)) if answer.declared else ()
    return ()


def roll_chance(label: str, terms: tuple[Term, ...], tn: int) -> Chance:
    return Chance.of(label, checks.chance(checks.bonus_of(terms), tn), Explained.of(*terms))


# -- what one may know ------------------------------------------------------------------------------------------


def sees_numbers(fight: Fight, who: str, foe: str, *, knows_all: bool) -> bool:
    """Whether the one who decides for ``who`` may know the figures of ``foe``."""
    if knows_all or not fight.rulings["hide_foe_numbers"]:
        return True
    return fight[who].owner in secrets.owners_of_side(fight, fight[foe].side)


def as_seen(fight: Fight, who: str, foe: str, *, knows_all: bool) -> Fight:
    """The fight with a foe's hidden figures put at those of an average person; his gear is what everybody sees."""
    if sees_numbers(fight, who, foe, knows_all=knows_all):
        return fight
    seen = Fight(fight.close())
    profile = fight.profile(foe)
    sheet = replace(
        profile.sheet,
        attributes=dict.fromkeys(ATTRIBUTES, AVERAGE_ATTRIBUTE),
        traits=dict.fromkeys(TRAITS, AVERAGE_TRAIT),
        skills=_worn_skills(fight, foe),
        advantages=(),
        natural_defense=0,
        natural_reduction=0,
        overrides={},
    )
    seen.fixed = replace(
        fight.fixed, profiles={**fight.fixed.profiles, foe: replace(profile, sheet=sheet, shortfall=0)}
    )
    turn = fight[foe].turn
    seen.turn(foe, shield_work=min(1, turn.shield_work), armor_work=min(1, turn.armor_work))
    return seen


def _worn_skills(fight: Fight, foe: str) -> dict[str, Known]:
    """Whoever wears armour or bears a shield is taken to be trained in it."""
    sheet = fight.sheet(foe)
    keys = ((sheet.armour.skill if sheet.armour else ""), ("shield" if sheet.shield else ""))
    skills = {key: rolls.skill_of(fight, foe, key) for key in keys if key}
    return {key: Known(1, 0, skill.attribute, skill.name) for key, skill in skills.items()}


# -- attacks ----------------------------------------------------------------------------------------------------


def declared_odds(fight: Fight, who: str, declared: Declaration, *, knows_all: bool) -> Iterator[Chance]:
    """The chances of a declaration: of its attacks as things stand now, or of its check."""
    row = ACTIONS[declared.action]
    if row.step == "attack" or declared.action in ("charge", "stand_and_fire"):
        now = _charging(fight, who, declared) if declared.action == "charge" and declared.targets else fight
        attacks = blows.attacks_of(now, who, declared)[: 1 if declared.trick else None]
        several = len({weapon for weapon, _ in attacks}) > 1
        for weapon, target in attacks:
            for chance in attack_odds(now, who, declared, target, weapon, knows_all=knows_all):
                name = now.make(gear.get(now[who], weapon)).name
                yield replace(chance, label=f"{chance.label} ({name})") if several else chance
    elif declared.action == "control_mount":
        yield roll_chance("obeys", rolls.skilled(fight, who, "ride"), RIDE_TN)
    elif declared.action in ("offensive_focus", "defensive_focus"):
        yield roll_chance("succeeds", rolls.skilled(fight, who, "concentration", half=declared.half), FOCUS_TN)


def _charging(fight: Fight, who: str, declared: Declaration) -> Fight:
    """The moment in which a charge strikes: engaged with its target."""
    later = Fight(fight.close())
    later.phase = CHARGE_PHASE
    held.engage_for(later, who, declared)
    return later


def attack_odds(
    fight: Fight, who: str, declared: Declaration, target: str, weapon: str, *, knows_all: bool
) -> Iterator[Chance]:
    """To hit, to hit past the best active defence, and the expected damage; nothing if it cannot be made."""
    open_ = unsealed(fight, target, knows_all=knows_all)
    seen = after_moving(as_seen(open_, who, target, knows_all=knows_all), target)
    swing = swings.plan(seen, who, declared, target, weapon)
    if isinstance(swing, Swing):
        yield from swing_odds(seen, swing, sees_numbers(fight, who, target, knows_all=knows_all))


def unsealed(fight: Fight, foe: str, *, knows_all: bool) -> Fight:
    """The fight without what the foe has declared in this phase under seal."""
    fighter = fight[foe]
    declared = fighter.moment.declared
    if knows_all or declared is None or fight.segment != "declare" or fight.rulings["declarations"] == "open":
        return fight
    seen = Fight(fight.close())
    seen.moment(foe, declared=None)
    whole = declared.type == "full"
    left = () if whole else tuple(kind for kind in fighter.turn.spent if kind != declared.type)
    seen.turn(foe, spent=left, full=None if whole else fighter.turn.full)
    return seen


BEFORE_BLOWS = ("shield_work", "armor_work", "mount_work", "stand", "combat_move", "run", "leap", "withdraw")
"""What is done before any blow of the phase falls, and asks no dice."""


def after_moving(fight: Fight, foe: str) -> Fight:
    """The moment of the blow, as far as it is known: what the foe has openly declared to do before it is done."""
    declared = fight[foe].moment.declared
    if declared is None or fight.segment != "declare" or fight.rulings["declarations"] != "open":
        return fight
    if declared.action not in (*BEFORE_BLOWS, "defensive_stance"):
        return fight
    later = Fight(fight.close())
    later.before = later.pairs
    start = ACTIONS[declared.action].start
    if start is not None:
        start(later, foe, declared)
    return later


def strike_odds(fight: Fight, holder: str, target: str, *, knows_all: bool) -> Iterator[Chance]:
    """The chances of a held strike."""
    if fight[holder].hold is None:
        return
    seen = as_seen(fight, holder, target, knows_all=knows_all)
    swing = held.plan(seen, holder, target)
    if isinstance(swing, Swing):
        yield from swing_odds(seen, swing, sees_numbers(fight, holder, target, knows_all=knows_all))


def swing_odds(fight: Fight, swing: Swing, known: bool) -> Iterator[Chance]:
    """The chances of one attack roll; of a foe whose figures are hidden, those against an average one so armed."""
    against = Explained.of(*swing.stand.with_reserve())
    found = hits(fight, swing)
    label = "to hit" if known else "to hit an average foe so armed"
    yield Chance.of(label, Fraction(sum(hit.weight for hit in found), 100), against)
    defence = best_defence(fight, swing)
    if defence is not None:
        past = sum((hit.weight * (1 - checks.chance(defence, hit.total)) for hit in found), Fraction(0))
        yield Chance.of("past the best defence" if known else "past its best defence", past / 100)
    yield Chance.mean("expected damage", expected_damage(fight, swing, found))


class Hit(NamedTuple):
    """A sum of the dice with which an attack hits the passive defence: what the roll comes to, and how many of the
    100 pairs of faces have it."""

    total: int
    critical: bool
    weight: int


def hits(fight: Fight, swing: Swing) -> tuple[Hit, ...]:
    """Every sum with which an attack hits."""
    bonus = checks.bonus_of(swing.terms)
    found = []
    for faces, weight in checks.PAIRS:
        rolled = checks.resolve(faces, bonus)
        outcome = swings.outcome(fight, swing, rolled.total, rolled.ones)
        if outcome.hit:
            found.append(Hit(rolled.total, outcome.critical, weight))
    return tuple(found)


def best_defence(fight: Fight, swing: Swing) -> int | None:
    """The highest bonus of the active defences that the target has declared openly, or could still declare."""
    target = fight[swing.target]
    blow = _blow_of(swing)
    declared = target.moment.declared if fight.rulings["declarations"] == "open" else None
    if declared is not None:
        options = [declared] if ACTIONS[declared.action].step == "defend" else []
    elif "defence" in target.turn.spent:
        options = []
    else:
        options = open_defences(fight, swing.target)
    bonuses = [
        checks.bonus_of(answers.defence_terms(fight, swing.target, option, blow))
        for option in options
        if option.action in answers.ROLLED and option.action != "bind_weapon"
        if answers.usable(fight, swing.target, option, blow)
    ]
    return max(bonuses, default=None)


def open_defences(fight: Fight, who: str) -> list[Declaration]:
    """The active defences that somebody could still declare: Dodge, Block, Parry with what he holds, Double Parry if
    he may."""
    fighter = fight[who]
    held = [one.id for one in fighter.weapons if one.in_hand] or [gear.FIST.id]
    options = [Declaration("dodge"), Declaration("block"), *(Declaration("parry", weapon=weapon) for weapon in held)]
    if gear.off_weapon(fighter) is not None:
        options += _double_parry(fight, who)
    return options


def _double_parry(fight: Fight, who: str) -> list[Declaration]:
    """A Double Parry, where nothing stands against it."""
    try:
        declared = intake.Intake(fight, who, {"action": "double_parry"}, veiled=True).read()
    except IllegalCommand:
        return []
    return [] if any(legal.reasons(fight, who, declared, aimed=False)) else [declared]


def _blow_of(swing: Swing) -> Blow:
    """The attack as if it had hit."""
    row = swings.row_of(swing.action)
    return Blow(
        n=0,
        who=swing.who,
        target=swing.target,
        action=swing.action,
        weapon=swing.weapon,
        dice=f"{swing.dice.count}d{swing.dice.sides}{swing.dice.constant:+d}",
        total=0,
        hit=True,
        missile=swing.missile,
        aware=swing.aware,
        undefendable=row.undefendable,
        extras=swing.extras,
        strength=swing.strength,
    )


def expected_damage(fight: Fight, swing: Swing, found: tuple[Hit, ...]) -> Fraction:
    """What an attack does on average, misses counted, against the passive defence alone."""
    blow = _blow_of(swing)
    total = Fraction(0)
    for critical in {hit.critical for hit in found}:
        weight = sum(hit.weight for hit in found if hit.critical is critical)
        total += weight * mean_damage(fight, replace(blow, critical=critical))
    return total / 100


def mean_damage(fight: Fight, blow: Blow) -> Fraction:
    """What a hit does on average."""
    dice = read_damage(blow.dice)
    terms, reduction = harm.damage_terms(blow), harm.reduction(fight, blow)
    weights = dice_sum(dice.count * (2 if blow.critical else 1), dice.sides)
    summed = sum(count * harm.hurt(((dice.sides, total),), terms, reduction).left for total, count in weights.items())
    return Fraction(summed, sum(weights.values()))


# -- defences ---------------------------------------------------------------------------------------------------


def defence_odds(fight: Fight, who: str, answer: answers.Answer) -> Iterator[Chance]:
    """The chance that an active defence stops the attack meant."""
    if answer.declared is None or answer.blow is None:
        return
    yield from answer_odds(fight, who, answer.declared, answer.blow)


def answer_odds(fight: Fight, who: str, declared: Declaration, blow: Blow) -> Iterator[Chance]:
    """The chance that one defence stops one attack; its total is known only by the ruling ``defence_sees_total``."""
    if declared.action in ("soak", "armor_block"):
        skill = "combat_reflexes"
        if declared.action == "armor_block":
            armour = fight.sheet(who).armour
            skill = armour.skill if armour else skill
        yield roll_chance("moves damage", rolls.skilled(fight, who, skill, half=declared.half), 12)
    elif declared.action != "bind_weapon" and fight.rulings["defence_sees_total"]:
        yield roll_chance("stops it", answers.defence_terms(fight, who, declared, blow), blow.total)
