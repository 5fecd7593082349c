"""What one weapon's damage roll is made of, and rolling it (section 3)."""

from __future__ import annotations

from typing import NamedTuple

from rhean.rules.dice import Dice, roll_all
from rhean.rules.explain import Explained, Term
from rhean.rules.systems.dragonpact.aim import holds
from rhean.rules.systems.dragonpact.arms import Arm, dice_of, find_arm
from rhean.rules.systems.dragonpact.checks import stat_number
from rhean.rules.systems.dragonpact.facts import DamageRolled, Number
from rhean.rules.systems.dragonpact.odds import Blow, blow_total, is_crit
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Rules, Unit
from rhean.rules.systems.dragonpact.values import accuracy, damage_bonus, evasion, roll_terms, total


class Swing(NamedTuple):
    """A weapon used on a target: mode, grip, and earlier attacks that a ``repeat`` perk counts."""

    arm: Arm
    mode: str
    grip: str = "one"
    repeats: int = 0


def bonus_terms(rules: Rules, attacker: Unit, target: Unit, swing: Swing) -> list[Term]:
    """Stat bonus, perks that add a derived value, and a prone target in melee."""
    terms = [damage_bonus(rules, attacker, swing.arm, swing.mode, swing.grip)]
    for perk in swing.arm.perks:
        if perk.verb == "damage":
            value = (
                evasion(rules, attacker, bare=True) if perk.word == "evasion" else accuracy(rules, attacker, bare=True)
            )
            terms.append(Term(perk.word, value.total, perk.word.capitalize(), "gear"))
    if swing.mode == "melee" and target.has("prone"):
        terms.append(Term("prone", rules.rulings["prone_damage"], "target prone", "condition"))
    return terms


def make_blow(rules: Rules, attacker: Unit, target: Unit, swing: Swing) -> Blow:
    """The damage roll of a weapon on a target, as numbers."""
    arm = swing.arm
    base, crit = (dice_of(dice) for dice in arm.dice(swing.mode, swing.grip))
    repeat = arm.word("repeat")
    return Blow(
        base=base,
        crit=crit,
        crit_from=arm.crit_on or base[1],
        bonus=sum(term.value for term in bonus_terms(rules, attacker, target, swing)),
        extra=(dice_of(repeat),) * swing.repeats if repeat else (),
        crit_stat=_crit_stat(rules, attacker, arm),
        halved=not arm.fits and rules.rulings["requirement_halves"],
        every=rules.rulings["crit"] == "all_dice",
        always=arm.does("held_crit") and holds(attacker, target),
    )


def _crit_stat(rules: Rules, attacker: Unit, arm: Arm) -> tuple[int, int] | None:
    """The stat number that a crit adds: die sides (0: none) and the rest."""
    stat = arm.word("crit_roll")
    if not stat:
        return None
    terms = sum(term.value for term in roll_terms(rules, attacker, stat))
    if attacker.sheet.is_pc:
        return rules.rulings["stat_die"], terms
    return 0, terms + rules.rulings["fixed_value"]


def roll_damage(rules: Rules, dice: Dice, attacker: Unit, target: Unit, swing: Swing) -> DamageRolled:
    """Rolls a weapon's damage: base dice, repeat dice, crit dice, crit stat roll, in this order."""
    blow = make_blow(rules, attacker, target, swing)
    faces = roll_all(dice, *blow.base)
    extra = tuple(face for count, sides in blow.extra for face in roll_all(dice, count, sides))
    crit = is_crit(blow, faces)
    crit_faces = roll_all(dice, *blow.crit) if crit else ()
    stat = swing.arm.word("crit_roll") if crit else ""
    number = stat_number(rules, dice, attacker, stat) if stat else None
    terms = _dice_terms(blow, faces, extra, crit_faces, number)
    value = total([*terms, *bonus_terms(rules, attacker, target, swing)])
    return DamageRolled(
        unit=attacker.id,
        weapon=swing.arm.id,
        faces=faces,
        value=_halve(blow, value),
        extra_faces=extra,
        crit=crit,
        crit_faces=crit_faces,
        perk_roll=number,
        halved=blow.halved,
    )


def _dice_terms(
    blow: Blow, faces: tuple[int, ...], extra: tuple[int, ...], crit_faces: tuple[int, ...], number: Number | None
) -> list[Term]:
    """The dice of a damage roll as terms."""
    terms = [Term("dice", sum(faces), words(blow.base), "dice")]
    if extra:
        terms.append(Term("repeat", sum(extra), f"repeat {words((len(blow.extra), blow.extra[0][1]))}", "dice"))
    if crit_faces:
        terms.append(Term("crit", sum(crit_faces), f"crit {words(blow.crit)}", "dice"))
    if number:
        terms.append(Term("crit_roll", number.total, f"crit {number.stat.capitalize()}", "dice"))
    return terms


def words(dice: tuple[int, int]) -> str:
    """``(2, 8)`` as ``2d8``."""
    return f"{dice[0]}d{dice[1]}"


def _halve(blow: Blow, value: Explained) -> Explained:
    """The total halved at the end where a requirement is unmet, with a term that says so."""
    if not blow.halved:
        return value
    half = blow_total(blow, value.total - blow.bonus)
    return Explained.of(*value.terms, Term("halved", half - value.total, "halved", "gear"))


def swings(state: DragonpactState, attack: Attack) -> tuple[Swing, ...]:
    """The weapons of an attack as they strike."""
    attacker = state.unit(attack.attacker)
    found = [(find_arm(state.rules, attacker, strike.weapon), strike.mode) for strike in attack.strikes]
    repeats = attack.repeats or (0,) * len(found)
    return tuple(Swing(arm, mode, attack.grip, times) for (arm, mode), times in zip(found, repeats, strict=True) if arm)


def pierces(state: DragonpactState, attacker: Unit, arms: tuple[Swing, ...]) -> bool:
    """Whether every weapon of the attack pierces."""
    return state.rules.rulings["piercing"] == "worn" and bool(arms) and all(s.arm.pierces(s.mode) for s in arms)


def sure_bite(attacker: Unit, target: Unit, arm: Arm) -> bool:
    """The perk ``held_sure``: the one held has neither Armor nor reaction."""
    return arm.does("held_sure") and holds(attacker, target)
