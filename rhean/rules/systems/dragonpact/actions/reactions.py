"""Answers to an attack: Block, Dodge, Parry, nothing; the riposte; and where a disarmed weapon lands (section 6)."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.actions.attacks import GRIPS, push_bar
from rhean.rules.systems.dragonpact.actions.base import Ability, Given, unknown
from rhean.rules.systems.dragonpact.actions.techniques import no_bar
from rhean.rules.systems.dragonpact.aim import Bar, default_grip, mode_of, riposte_bar
from rhean.rules.systems.dragonpact.arms import Arm, find_arm
from rhean.rules.systems.dragonpact.checks import (
    accuracy_terms,
    dodge_terms,
    number,
    reaction_stat_terms,
    with_face,
)
from rhean.rules.systems.dragonpact.facts import Number
from rhean.rules.systems.dragonpact.maneuvers import landing_spaces
from rhean.rules.systems.dragonpact.stack import decide, declare, drop, negate
from rhean.rules.systems.dragonpact.state import ACT, LANDING, REACT, RIPOSTE, Answer, Attack, Strike, Unit
from rhean.rules.systems.dragonpact.values import block_value, shields
from rhean.rules.systems.dragonpact.window import COSTS, block_bar, dodge_bar, parry_arm, parry_bar
from rhean.rules.systems.dragonpact.work import Work


def _attack(given: Given) -> Attack:
    """The attack that is answered."""
    attack = given.state.attack
    if attack is None:
        raise unknown("nothing is under way")
    return attack


# -- Block --------------------------------------------------------------------------------------------------


def block_given(given: Given) -> Bar:
    """A shield in hand, an attack that deals damage, 1 Stamina."""
    return block_bar(given.state, _attack(given), given.text("item"))


def block(work: Work, given: Given) -> None:
    """Strength and block value, at least 0, against this attack."""
    unit = given.unit
    item = given.text("item") or shields(work.rules, unit)[0].id
    work.pay(unit.id, COSTS["block"])
    fact = number(work.rules, work.dice, unit, "strength", reaction_stat_terms(work.rules, unit, "strength"))
    work.tell(facts.Rolled("block", fact))
    thing = unit.thing(item)
    added = max(0, fact.total + (block_value(work.rules, unit, thing) if thing else 0))
    work.tell(facts.ReactionUsed(unit.id, "block", item, added))
    _answer(work, Answer("block", item, "strength", added))


def _answer(work: Work, answer: Answer) -> None:
    """The choice is bound; the attack goes on."""
    work.set_attack(answer=answer)
    work.change(stage=ACT)


# -- Dodge --------------------------------------------------------------------------------------------------


def dodge_given(given: Given) -> Bar:
    """Not grappled, 1 Stamina."""
    return dodge_bar(given.state, _attack(given))


def dodge(work: Work, given: Given) -> None:
    """Evasion against the attacker's Accuracy; success undoes the attack."""
    unit, attack = given.unit, _attack(given)
    attacker = work.unit(attack.attacker)
    work.pay(unit.id, COSTS["dodge"])
    work.tell(facts.ReactionUsed(unit.id, "dodge"))
    _answer(work, Answer("dodge"))
    mine = number(work.rules, work.dice, unit, "evasion", dodge_terms(work.rules, unit))
    arm = find_arm(work.rules, attacker, attack.strikes[0].weapon) if attack.strikes else None
    terms = accuracy_terms(work.rules, attacker, arm)
    contest = decide(work, "dodge", mine, number(work.rules, work.dice, attacker, "accuracy", terms))
    if contest.success and not contest.forced and not contest.b.fixed and arm and arm.does("dodged_reroll"):
        contest = _reroll(work, contest, attacker)
    work.tell(contest)
    if contest.success:
        negate(work, "dodge")


def _reroll(work: Work, first: facts.Contest, attacker: Unit) -> facts.Contest:
    """The Recurve's second Accuracy die against a Dodge that worked; the new number counts."""
    terms = first.b.value.terms[1:]
    face = work.dice.roll(work.ruling("stat_die"))
    again = decide(work, "dodge", first.a, with_face(work.rules, attacker, "accuracy", terms, face))
    return facts.Contest("dodge", again.a, again.b, again.success, False, first.b.die)


# -- Parry --------------------------------------------------------------------------------------------------


def parry_given(given: Given) -> Bar:
    """Strength or Agility, a melee weapon, an attack in melee within reach, 2 Stamina."""
    given.stat("Parry")
    return parry_bar(given.state, _attack(given), given.text("weapon"))


def parry(work: Work, given: Given) -> None:
    """A stat number, at least 0, against this attack; without a wound a riposte follows."""
    unit, stat = given.unit, given.text("stat")
    arm = parry_arm(work.state, _attack(given), given.text("weapon"))
    work.pay(unit.id, COSTS["parry"])
    fact, faces = _parry_number(work, unit, stat, arm)
    work.tell(facts.Rolled("parry", fact, faces))
    added = max(0, fact.total)
    weapon = arm.id if arm else ""
    work.tell(facts.ReactionUsed(unit.id, "parry", weapon, added))
    _answer(work, Answer("parry", weapon, stat, added))


def _parry_number(work: Work, unit: Unit, stat: str, arm: Arm | None) -> tuple[Number, tuple[int, ...]]:
    """The number of a Parry; with ``parry_twice`` a PC keeps the better of two faces."""
    terms = reaction_stat_terms(work.rules, unit, stat)
    first = number(work.rules, work.dice, unit, stat, terms)
    if first.die is None or arm is None or not arm.does("parry_twice"):
        return first, ()
    second = number(work.rules, work.dice, unit, stat, terms)
    faces = (first.die, second.die or 0)
    return (second if second.total > first.total else first), faces


def pass_window(work: Work, given: Given) -> None:
    """No reaction."""
    work.change(stage=ACT)
    work.tell(facts.ReactionPassed(given.unit.id))


# -- riposte ------------------------------------------------------------------------------------------------


def riposte_given(given: Given) -> Bar:
    """A Basic Attack on the attacker that costs nothing."""
    arm = given.arm()
    if isinstance(arm, Refusal):
        return arm
    attacker = given.state.unit(_attack(given).attacker)
    grip = given.one_of("grip", GRIPS, default_grip(given.state, given.unit, arm))
    bar = riposte_bar(given.state, given.unit, attacker, arm, grip, given.mode())
    return bar or push_bar(attacker, given.space("push_to"))


def riposte(work: Work, given: Given) -> None:
    """An inner attack: the outer one goes on when it is over."""
    arm = given.arm()
    if isinstance(arm, Refusal):
        raise unknown(f"no such weapon: {given.text('weapon')}")
    attacker = work.unit(_attack(given).attacker)
    mode = mode_of(work.state, given.unit, attacker, arm, given.mode())
    declare(
        work,
        Attack(
            attacker=given.unit.id,
            target=attacker.id,
            ability="basic_attack",
            strikes=(Strike(arm.id, mode),),
            grip=given.one_of("grip", GRIPS, default_grip(given.state, given.unit, arm)),
            push_to=given.space("push_to"),
            riposte=True,
        ),
    )


def decline(work: Work, given: Given) -> None:
    """No riposte."""
    work.change(stage=ACT)
    work.tell(facts.RiposteDeclined(given.unit.id))


# -- landing ------------------------------------------------------------------------------------------------


def place_bar(given: Given) -> Bar:
    """One of the listed spaces."""
    space = given.space("at")
    if space is None:
        raise unknown("at is missing")
    if space not in landing_spaces(given.state, _attack(given)):
        return Refusal("target", "the weapon cannot land there")
    return None


def place(work: Work, given: Given) -> None:
    """The disarmed weapon lies there."""
    attack, space = _attack(given), given.space("at")
    work.change(stage=ACT)
    if space is not None:
        drop(work, attack.target, attack.item, space, "disarmed")


REACTIONS = (
    Ability("block", "Block", "reaction", REACT, "1", ("item",), block_given, block),
    Ability("dodge", "Dodge", "reaction", REACT, "1", (), dodge_given, dodge),
    Ability("parry", "Parry", "reaction", REACT, "2", ("stat", "weapon"), parry_given, parry),
    Ability("pass", "No reaction", "free", REACT, "nothing", (), no_bar, pass_window),
    Ability(
        "riposte",
        "Riposte",
        "reaction",
        RIPOSTE,
        "nothing",
        ("weapon", "grip", "mode", "push_to"),
        riposte_given,
        riposte,
    ),
    Ability("decline", "No riposte", "free", RIPOSTE, "nothing", (), no_bar, decline),
    Ability("place", "Let the weapon land", "free", LANDING, "nothing", ("at",), place_bar, place),
)
