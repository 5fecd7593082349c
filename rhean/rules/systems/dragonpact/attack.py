"""An attack, step by step: open, window, roll, settle, aftermath; inner attacks first (section 5).

Each frame of the stack knows its next step. :func:`run` goes on until somebody has to decide or nothing is under way.
"""

from __future__ import annotations

from collections.abc import Callable

from rhean.rules.explain import Explained, Term
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.aftermath import aftermath, counter, second_shot
from rhean.rules.systems.dragonpact.conditions import end, wound
from rhean.rules.systems.dragonpact.damage import pierces, roll_damage, sure_bite, swings
from rhean.rules.systems.dragonpact.maneuvers import settle_maneuver
from rhean.rules.systems.dragonpact.odds import wounds
from rhean.rules.systems.dragonpact.stack import ask, negate, pop
from rhean.rules.systems.dragonpact.state import LANDING, REACT, RIPOSTE, Answer, Attack, DragonpactState, Strike
from rhean.rules.systems.dragonpact.values import armor, at_least
from rhean.rules.systems.dragonpact.window import window_open
from rhean.rules.systems.dragonpact.work import Work


def run(work: Work) -> None:
    """Resolves what is under way until somebody has to decide."""
    while work.state.stack and work.state.stage not in (REACT, RIPOSTE, LANDING):
        STEPS[work.attack.step](work)


# -- open and window ----------------------------------------------------------------------------------------


def open_attack(work: Work) -> None:
    """Attacker no longer able or target dead: the attack is lost. A ward undoes an attack in melee."""
    attack = work.attack
    attacker, target = work.unit(attack.attacker), work.unit(attack.target)
    if not attacker.able or target.dead:
        work.tell(facts.AttackLost(attack.attacker, attack.target))
        pop(work)
    elif target.has("ward") and attack.melee:
        end(work, attack.target, "ward", "used")
        negate(work, "ward")
    else:
        late = work.ruling("reaction_timing") == "after_roll" and attack.damaging
        work.set_attack(step="roll" if late else "window")


def window(work: Work) -> None:
    """The target alone is asked, once, if a reaction is possible."""
    attack = work.attack
    if attack.asked:
        work.set_attack(step=_after_window(attack))
    elif window_open(work.state, attack):
        work.set_attack(asked=True)
        ask(work, REACT)
    else:
        work.set_attack(asked=True)
        work.tell(facts.ReactionPassed(attack.target, auto=True))


def _after_window(attack: Attack) -> str:
    rolled = all(strike.rolled for strike in attack.strikes)
    return "settle" if rolled or not attack.damaging else "roll"


# -- roll and settle ----------------------------------------------------------------------------------------


def roll(work: Work) -> None:
    """Damage dice, weapon by weapon; with late reactions the window comes after them."""
    attack = work.attack
    attacker, target = work.unit(attack.attacker), work.unit(attack.target)
    strikes = []
    for swing in swings(work.state, attack):
        fact = roll_damage(work.rules, work.dice, attacker, target, swing)
        work.tell(fact)
        strikes.append(Strike(swing.arm.id, swing.mode, fact.value.total, fact.crit, True))
    work.set_attack(strikes=tuple(strikes), step="settle" if attack.asked else "window")


def settle(work: Work) -> None:
    """Damage meets Armor and wounds; or the contest of a maneuver is decided."""
    attack = work.attack
    work.set_attack(step="after")
    if not attack.damaging:
        settle_maneuver(work)
        return
    damage = sum(strike.total for strike in attack.strikes)
    value = armor_against(work.state, attack)
    left = damage - value.total
    number = wounds(left, work.ruling("wound_step"))
    work.set_attack(wounds=number)
    work.tell(facts.DamageSettled(attack.target, damage, value, left, number))
    wound(work, attack.target, number, "attack")


def armor_against(state: DragonpactState, attack: Attack, answer: Answer | None = None) -> Explained:
    """Armor against one attack: Piercing (of all its weapons), Block or Parry; at least 0."""
    attacker, target = state.unit(attack.attacker), state.unit(attack.target)
    arms = swings(state, attack)
    if any(sure_bite(attacker, target, swing.arm) for swing in arms):
        return Explained.of(Term("held", 0, "held"))
    value = armor(state.rules, target, pierced=pierces(state, attacker, arms))
    reaction = answer or attack.answer
    if reaction and reaction.armor:
        extra = Term(reaction.key, reaction.armor, reaction.key.capitalize(), "action")
        value = Explained(value.total + extra.value, (*value.terms, extra))
    return at_least(value, 0)


STEPS: dict[str, Callable[[Work], None]] = {
    "open": open_attack,
    "window": window,
    "roll": roll,
    "settle": settle,
    "after": aftermath,
    "counter": counter,
    "second": second_shot,
}
"""Step of a frame -> what it does."""
