"""Step c and what follows from it: the attack roll, what it does to the weapon, and the damage of what hits."""

from __future__ import annotations

from msgspec.structs import replace

from rhean.rules.systems.rhean import conditions, costs, facts, gear, missiles, reach, rolls, swings
from rhean.rules.systems.rhean.actions.shared import gm_once
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Blow, Declaration
from rhean.rules.systems.rhean.swings import Swing

BREAKS_BELOW = 5
"""An improvised thing breaks when the attack's dice are doubles below this."""


def attack(fight: Fight, swing: Swing, number: int, *, first: bool = True) -> Blow:
    """Rolls an attack, tells it, and does to the weapon what the attack does."""
    result = rolls.roll(fight, swing.terms)
    if first:
        _use_up(fight, swing)
    found = swings.outcome(fight, swing, result.total, result.ones)
    _spend_reserve(fight, swing, found)
    fight.tell(
        facts.Attack(
            n=number,
            who=swing.who,
            target=swing.target,
            action=swing.action,
            total=result.total,
            hit=found.hit,
            defence=found.defence,
            critical=found.critical,
            botch=result.botch,
            weapon=_weapon_name(fight, swing),
            terms=result.terms,
            against=found.against,
            faces=result.faces,
        )
    )
    blow = blow_of(fight, swing, number, result.total, found)
    _wear(fight, swing, result)
    _alert(fight, swing.target)
    return blow


def _weapon_name(fight: Fight, swing: Swing) -> str:
    return gear.SHIELD if swing.weapon == gear.SHIELD else gear.base(gear.get(fight[swing.who], swing.weapon))


def _use_up(fight: Fight, swing: Swing) -> None:
    """Aim, Focus and the GM's word are gone with the first roll."""
    gm_once(fight, swing.who, "attack")
    fight.change(swing.who, aim=None, focus_attack=None)


def _spend_reserve(fight: Fight, swing: Swing, found: swings.Outcome) -> None:
    """What was put against this attack is not there for the next; a shield that counted wants its Stamina."""
    marks = {"stance_parry": "stance_parry", "stance_shield": "stance_shield", "shield_work": "worked"}
    used = {marks[entry.key]: True for entry in found.used}
    if used:
        fight.moment(swing.target, **used)
    if any(entry.key == "shield" for entry in found.against):
        fight.turn(swing.target, counted=fight[swing.target].turn.counted + 1)


def blow_of(fight: Fight, swing: Swing, number: int, total: int, found: swings.Outcome) -> Blow:
    """What the later steps need of an attack with this total."""
    row = swings.row_of(swing.action)
    dice = swing.dice
    armed = swing.weapon not in (gear.SHIELD, gear.FIST.id)
    wielded = gear.get(fight[swing.who], swing.weapon)
    return Blow(
        n=number,
        who=swing.who,
        target=swing.target,
        action=swing.action,
        weapon=swing.weapon,
        dice=f"{dice.count}d{dice.sides}{dice.constant:+d}" if dice.constant else f"{dice.count}d{dice.sides}",
        total=total,
        hit=found.hit,
        critical=found.critical,
        skill=swing.skill,
        missile=swing.missile,
        armed=armed and wielded.hand != "natural",
        aware=swing.aware,
        undefendable=row.undefendable,
        quadrant=reach.bearing(fight, swing.who, swing.target).quadrant,
        distance=swing.distance,
        extras=swing.extras,
        strength=swing.strength,
        parries=fight.make(wielded).parries if armed else 0,
        running=swing.running,
    )


def _alert(fight: Fight, target: str) -> None:
    """Who is attacked unaware is aware from the next round on."""
    if not fight[target].aware and fight.rulings["attack_alerts"]:
        fight.change(target, alerted=True)


def _wear(fight: Fight, swing: Swing, result: rolls.Rolled) -> None:
    """What an attack does to its weapon: shot off, thrown, no longer set, due for a Reset, broken."""
    who, weapon = swing.who, swing.weapon
    if weapon == gear.SHIELD:
        return
    wielded = gear.get(fight[who], weapon)
    make = fight.make(wielded)
    if swing.thrown:
        gear.drop(fight, who, weapon)
        return
    if make.missile:
        empty = not missiles.reloads_free(fight, who, make)
        gear.change(fight, who, weapon, loaded=wielded.loaded and not empty, loading=0, set=False)
    elif make.improvised and _breaks(result):
        gear.lose(fight, who, weapon)
        fight.tell(facts.Durability(who, gear.base(wielded), 0))
        return
    else:
        due = swing.action == "wide_attack" or make.large
        gear.change(fight, who, weapon, set=False, reset=wielded.reset or due)
    if result.ones:
        _botch(fight, who, weapon)


def _breaks(result: rolls.Rolled) -> bool:
    first, second = result.faces[0][1], result.faces[1][1]
    return first == second < BREAKS_BELOW


def _botch(fight: Fight, who: str, weapon: str) -> None:
    """By the ruling ``botch``: the weapon needs a Reset, or falls. A fist or claw does neither."""
    if gear.get(fight[who], weapon).hand == "natural" or fight.rulings["botch_when"] == "never":
        return
    if fight.rulings["botch"] == "drop":
        gear.drop(fight, who, weapon)
    elif fight.rulings["botch"] == "reset":
        gear.change(fight, who, weapon, reset=True)


# -- step c ---------------------------------------------------------------------------------------------------


def attacks_of(fight: Fight, who: str, declared: Declaration) -> tuple[tuple[str, str], ...]:
    """The (weapon, target) of each attack roll of a declaration, in order."""
    if declared.action == "dual_attack":
        off = gear.off_weapon(fight[who])
        pair = (gear.main_weapon(fight[who]).id, off.id if off else gear.FIST.id)
        return tuple((weapon, declared.targets[0]) for weapon in pair)
    if declared.trick == "rapid_shot":
        targets = declared.targets if len(declared.targets) > 1 else declared.targets * 2
        return tuple((declared.weapon, target) for target in targets[:2])
    if declared.action == "stand_and_fire":
        turn = min(fight.phase, len(declared.targets)) - 1
        return ((declared.weapon, declared.targets[turn]),)
    return tuple((declared.weapon, target) for target in declared.targets)


def carry_out(fight: Fight, who: str, declared: Declaration) -> None:
    """Step c for one combatant: each attack that can still be made is paid and rolled."""
    each = declared.action == "spin_attack"
    paid = fight[who].moment.paid or declared.action in ("charge", "stand_and_fire")
    first = True
    for weapon, target in attacks_of(fight, who, declared):
        swing = swings.plan(fight, who, declared, target, weapon, first=first)
        if not isinstance(swing, Swing):
            fight.tell(facts.Failed(who, declared.action, swing.text, swing.who))
            continue
        if not paid or (each and not first):
            row = swings.row_of(declared.action)
            if not costs.pay(fight, who, costs.price(fight, who, row, declared), declared.action):
                break
            paid = True
        blow = attack(fight, swing, len([b for b in fight.blows if b.n]) + 1, first=first)
        fight.blows = (*fight.blows, blow)
        first = False
    if not first:
        come_out(fight, who)


def come_out(fight: Fight, who: str) -> None:
    """Whoever has attacked is hidden no longer, and his aim is gone."""
    conditions.reveal(fight, who)
    fight.change(who, aim=None)


def put(fight: Fight, blow: Blow, **values: object) -> Blow:
    """Other values for a blow of this phase."""
    new = replace(blow, **values)
    if fight.strike is not None and fight.strike.blow.n == blow.n == 0:
        fight.strike = replace(fight.strike, blow=new)
    else:
        fight.blows = tuple(new if old.n == blow.n else old for old in fight.blows)
    return new
