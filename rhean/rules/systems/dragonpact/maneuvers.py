"""What the four maneuvers do once their window is closed: disarm, grapple, shove, trip (section 6)."""

from __future__ import annotations

from rhean.rules.grid import Space
from rhean.rules.systems.dragonpact.checks import best_resistance, number, stat_number
from rhean.rules.systems.dragonpact.conditions import gain, hold
from rhean.rules.systems.dragonpact.facts import Contest
from rhean.rules.systems.dragonpact.space import push
from rhean.rules.systems.dragonpact.stack import ask, decide
from rhean.rules.systems.dragonpact.state import LANDING, Attack, DragonpactState
from rhean.rules.systems.dragonpact.values import evasion
from rhean.rules.systems.dragonpact.work import Work

PENALTY = {"disarming_attack": -5, "tripping_attack": -5, "shoving_attack": -2, "grappling_attack": 0}
AGAINST_EVASION = ("disarming_attack", "tripping_attack")


def settle_maneuver(work: Work) -> None:
    """The contest of a maneuver and its effect."""
    attack = work.attack
    contest = maneuver_contest(work, attack)
    work.tell(contest)
    if not contest.success:
        return
    if attack.ability == "tripping_attack":
        gain(work, attack.target, "prone", by=attack.attacker)
    elif attack.ability == "grappling_attack":
        hold(work, attack.attacker, attack.target)
    elif attack.ability == "shoving_attack" and attack.direction:
        push(work, attack.target, attack.direction, 1, attack.attacker)
    elif attack.ability == "disarming_attack":
        work.set_attack(landing=max(1, contest.a.total))
        ask(work, LANDING)


def maneuver_contest(work: Work, attack: Attack) -> Contest:
    """Actor's stat with the penalty against Evasion or the best resistance; actor's die first."""
    actor, target = work.unit(attack.attacker), work.unit(attack.target)
    mine = stat_number(work.rules, work.dice, actor, attack.stat, PENALTY[attack.ability])
    if attack.ability in AGAINST_EVASION:
        other = number(work.rules, work.dice, target, "evasion", evasion(work.rules, target).terms)
    else:
        other = stat_number(work.rules, work.dice, target, best_resistance(work.rules, target, attack.stat))
    return decide(work, attack.ability, mine, other)


def landing_spaces(state: DragonpactState, attack: Attack) -> tuple[Space, ...]:
    """Where a disarmed weapon may fall: the largest distance up to the number that the map has, in the target's sight.

    Under the ruling ``disarm_distance`` ``up_to``: any space up to it.
    """
    start = state.unit(attack.target).at
    if start is None:
        return ()
    seen = [s for s in state.grid.within(start, attack.landing) if state.grid.open(s) and state.grid.sees(start, s)]
    if state.rules.rulings["disarm_distance"] == "up_to":
        return tuple(seen)
    farthest = max(state.grid.distance(start, space) for space in seen)
    return tuple(space for space in seen if state.grid.distance(start, space) == farthest)
