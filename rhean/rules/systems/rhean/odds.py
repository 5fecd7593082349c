"""Exact chances of what could be done now: the very plans and functions that resolve it, weighed over all faces.

What the one who decides may not know is not used (``knowledge``). Of defences tells ``odds_defence``, of checks
``odds_checks``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import IllegalCommand
from rhean.rules.explain import Explained
from rhean.rules.odds import dice_sum
from rhean.rules.prompts import Chance
from rhean.rules.systems.rhean import (
    answers,
    blows,
    checks,
    gear,
    harm,
    held,
    intake,
    legal,
    odds_checks,
    odds_defence,
    rolls,
    swings,
)
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.entries import read_damage
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.knowledge import as_seen, sees_numbers, unsealed
from rhean.rules.systems.rhean.odds_defence import Threat
from rhean.rules.systems.rhean.rounds import REACTION_TN
from rhean.rules.systems.rhean.state import Blow, Declaration, RheanState
from rhean.rules.systems.rhean.swings import Swing


def odds(state: RheanState, command: Command) -> tuple[Chance, ...]:
    """The chances of a command of a combatant, from what its giver may know."""
    fight = Fight(state)
    who = command.actor
    if who == GM_KEY or who not in fight.fighters:
        return ()
    known = command.by == GM_KEY
    if command.name == "react":
        return (odds_checks.roll_chance("reacts", rolls.reaction_terms(fight, who), REACTION_TN),)
    if command.name == "declare":
        declared = intake.Intake(fight, who, command.params, veiled=not known).read()
        return tuple(declared_odds(fight, who, declared, knows_all=known))
    if command.name == "strike":
        target = command.params.get("target", "")
        return tuple(strike_odds(fight, who, target, knows_all=known)) if target in fight.fighters else ()
    if command.name == "defend" and who in answers.asked(fight):
        answer = answers.Answer.read(fight, who, command.params)
        return tuple(odds_defence.answered(fight, who, answer, knows_all=known))
    return ()


# -- attacks ----------------------------------------------------------------------------------------------------


def declared_odds(
    fight: Fight, who: str, declared: Declaration, *, knows_all: bool, among: Sequence[Threat] | None = None
) -> Iterator[Chance]:
    """The chances of a declaration: of its attacks as things stand now, of its defence, or of its check.

    ``among`` are the threats to him, for those who ask for many declarations at one moment."""
    row = ACTIONS[declared.action]
    if row.step == "attack" or declared.action in ("charge", "stand_and_fire"):
        now = odds_defence.charging(fight, who, declared) if declared.action == "charge" and declared.targets else fight
        attacks = blows.attacks_of(now, who, declared)[: 1 if declared.trick else None]
        several = len({weapon for weapon, _ in attacks}) > 1
        for weapon, target in attacks:
            for chance in attack_odds(now, who, declared, target, weapon, knows_all=knows_all):
                name = now.make(gear.get(now[who], weapon)).name
                yield replace(chance, label=f"{chance.label} ({name})") if several else chance
    elif row.step == "defend":
        known = odds_defence.threats(fight, who, knows_all=knows_all) if among is None else among
        yield from odds_defence.in_advance(fight, who, declared, known)
    else:
        yield from odds_checks.odds(fight, who, declared, knows_all=knows_all)


def attack_odds(
    fight: Fight,
    who: str,
    declared: Declaration,
    target: str,
    weapon: str,
    *,
    knows_all: bool,
    seen: Fight | None = None,
) -> Iterator[Chance]:
    """To hit, to hit past the best active defence, and the expected damage; nothing if it cannot be made.

    ``seen`` is ``target_seen``, for those who ask for many attacks at one moment."""
    seen = target_seen(fight, who, target, knows_all=knows_all) if seen is None else seen
    swing = swings.plan(seen, who, declared, target, weapon)
    if isinstance(swing, Swing):
        yield from swing_odds(seen, swing, sees_numbers(fight, who, target, knows_all=knows_all))


def target_seen(fight: Fight, who: str, target: str, *, knows_all: bool) -> Fight:
    """The fight at the moment of a blow at a target, as the one who decides may know it."""
    open_ = unsealed(fight, target, knows_all=knows_all)
    return after_moving(as_seen(open_, who, target, knows_all=knows_all), target)


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
    found = swings.hits(fight, swing)
    label = "to hit" if known else "to hit an average foe so armed"
    struck = Fraction(sum(hit.weight for hit in found), 100)
    yield Chance.of(label, struck, against)
    defence = best_defence(fight, swing)
    if defence is not None:
        past = struck * (1 - odds_defence.stopped(defence, found)) if found else struck
        yield Chance.of("past the best defence" if known else "past its best defence", past)
    yield Chance.mean("expected damage", expected_damage(fight, swing, found))


def best_defence(fight: Fight, swing: Swing) -> int | None:
    """The highest bonus of the active defences that the target has declared openly, or could still declare."""
    target = fight[swing.target]
    blow = odds_defence.hit_of(fight, swing)
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


def expected_damage(fight: Fight, swing: Swing, found: tuple[swings.Hit, ...]) -> Fraction:
    """What an attack does on average, misses counted, against the passive defence alone."""
    blow = odds_defence.hit_of(fight, swing)
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
