"""Step d: the active defences. What can be used on which attack, the rolls, and what each does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import (
    blows,
    checks,
    conditions,
    costs,
    defence,
    facts,
    gear,
    intake,
    reach,
    rolls,
    swings,
)
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.shared import gm_once
from rhean.rules.systems.rhean.fight import Fight, refuse
from rhean.rules.systems.rhean.rolls import term
from rhean.rules.systems.rhean.state import Blow, Declaration, Deed

PARRIES = ("parry", "line_parry", "double_parry")
ROLLED = ("dodge", "block", "bind_weapon", *PARRIES)
"""Active defences in the narrow sense: rolls that stop a blow."""
LINE_PARRY = -2
PRONE = -4
HEAVY = {"dodge": 2, "block": -2, "parry": -2, "line_parry": -2, "double_parry": -2}
ARMOR_BLOCK_TN = 11
ONES_ADD = 9


def declared_defence(fight: Fight, who: str) -> Declaration | None:
    """The active defence that somebody declared and has not used or declined."""
    fighter = fight[who]
    moment = fighter.moment
    if moment.waived or not conditions.able(fighter):
        return None
    full = None if fighter.turn.broken else fighter.turn.full
    if full is not None and full.action == "defensive_stance":
        return Declaration("soak", type="full", since=full.since)
    if moment.used:
        return None
    if full is not None and full.action == "stealthy_move":
        return full
    declared = moment.declared
    return declared if declared is not None and ACTIONS[declared.action].step == "defend" else None


def choices(fight: Fight, who: str) -> tuple[Declaration, ...]:
    """The defences that somebody may use now: what he declared, or while he hides one Dodge, Parry or Block."""
    declared = declared_defence(fight, who)
    if declared is None:
        return ()
    if declared.action != "stealthy_move":
        return (declared,)
    weapon = gear.main_weapon(fight[who]).id
    return (
        Declaration("dodge", since=declared.since),
        Declaration("parry", weapon=weapon, since=declared.since),
        Declaration("block", since=declared.since),
    )


def usable(fight: Fight, who: str, declared: Declaration, blow: Blow) -> bool:
    """Whether a defence can be used on an attack."""
    if blow.target != who or blow.stopped or blow.blocked:
        return False
    if declared.attacker and fight.rulings["defence_choice"] == "named" and blow.who != declared.attacker:
        return False
    key = declared.action
    if not blow.hit and key != "bind_weapon":
        return False
    if key == "soak":
        return blow.n not in fight[who].moment.soaked and blow.soak is None
    if not blow.aware or (blow.undefendable and key in ROLLED):
        return False
    return _faces(fight, who, declared, blow) and _fits(fight, who, declared, blow)


def _faces(fight: Fight, who: str, declared: Declaration, blow: Blow) -> bool:
    """From which sides a defence works: Parry front and sides, Block front and the shield's side."""
    if declared.action in (*PARRIES, "bind_weapon"):
        return blow.quadrant != "rear"
    if declared.action == "block":
        fighter = fight[who]
        return gear.shield_ready(fight, fighter) and defence.shield_faces(fight, fighter, blow.who, block=True)
    return True


def _fits(fight: Fight, who: str, declared: Declaration, blow: Blow) -> bool:
    """What a defence works on: no parry against missiles, a Bind only against a weapon in a hand."""
    if declared.action in (*PARRIES, "bind_weapon"):
        wielded = gear.get(fight[who], declared.weapon)
        if blow.missile or wielded.bound or wielded.reset or declared.weapon != wielded.id:
            return False
    return blow.armed if declared.action == "bind_weapon" else True


def answerable(fight: Fight, who: str, among: Iterable[Blow]) -> tuple[Blow, ...]:
    """The attacks that somebody can answer now."""
    declared = choices(fight, who)
    return tuple(blow for blow in among if any(usable(fight, who, choice, blow) for choice in declared))


def price(fight: Fight, who: str, declared: Declaration) -> dict[str, int]:
    """What a defence costs when it is used."""
    return costs.price(fight, who, ACTIONS[declared.action], declared)


# -- the rolls ------------------------------------------------------------------------------------------------


def defence_terms(fight: Fight, who: str, declared: Declaration, blow: Blow) -> tuple[Term, ...]:
    """The modifiers of an active defence's roll against an attack."""
    key = declared.action
    row = swings.row_of(blow.action)
    against = row.against + (HEAVY.get(key, 0) if row.heavy else 0)
    fighter = fight[who]
    prone = PRONE if fighter.has("prone") and fight.rulings["prone_active"] else 0
    focus = fighter.focus_defence.amount if fighter.focus_defence else 0
    rest = [
        term("prone", prone),
        term("against", against),
        term("focus", focus),
        term("gm", fighter.modifiers.get("defence", 0)),
    ]
    if key == "dodge":
        return rolls.skilled(fight, who, "evade", rest)
    if key == "block":
        return rolls.skilled(fight, who, "shield", rest)
    return _weapon_terms(fight, who, declared, blow, rest)


def _weapon_terms(fight: Fight, who: str, declared: Declaration, blow: Blow, rest: list[Term]) -> tuple[Term, ...]:
    """The modifiers of a parry or a Bind."""
    wielded = gear.get(fight[who], declared.weapon)
    skill = parry_skill(fight, who, declared)
    own = [
        term("inside", reach.defence_inside(fight, who, wielded, blow.who)),
        term("off_hand", swings.off_hand(fight, who) if wielded.hand == "off" else 0),
        term("weapon", blow.parries),
        term("override", wielded.by_hand.get("parry", 0)),
    ]
    half = declared.half
    if declared.action == "line_parry":
        own.append(term("line_parry", LINE_PARRY))
    if declared.action == "double_parry":
        level = checks.level_of(fight.sheet(who), "two_weapon", half=declared.half)
        own.append(term("two_weapon", level, "half" if declared.half else ""))
        half = False
    return rolls.skilled(fight, who, skill, (*rest, *own), half=half)


def parry_skill(fight: Fight, who: str, declared: Declaration) -> str:
    """The parry skill of the weapon meant."""
    make = fight.make(gear.get(fight[who], declared.weapon))
    skill = fight.fixed.stock.skills.get(swings.skill_for(fight, who, make))
    return (skill.parried_by if skill else "") or "brawling_parry"


def use(fight: Fight, who: str, declared: Declaration, blow: Blow, pay: str = "", limit: int | None = None) -> None:
    """Pays for and rolls a defence against an attack."""
    moment = fight[who].moment
    fight.moment(who, used=True, answers=moment.answers + 1, soaked=(*moment.soaked, blow.n))
    if not costs.pay(fight, who, price(fight, who, declared), declared.action):
        return
    if declared.action == "soak":
        _soak(fight, who, blow, pay or "stability", limit)
    elif declared.action == "armor_block":
        _armor_block(fight, who, declared, blow)
    elif declared.action == "bind_weapon":
        _bind(fight, who, declared, blow)
    else:
        active(fight, who, declared, blow)


def active(fight: Fight, who: str, declared: Declaration, blow: Blow) -> bool:
    """A Dodge, Block or Parry: it wins ties, two ones fail."""
    terms = defence_terms(fight, who, declared, blow)
    _use_up(fight, who)
    result = rolls.roll(fight, terms)
    made = result.reaches(blow.total)
    fight.tell(
        facts.Defence(
            who=who,
            attack=blow.n,
            what=declared.action,
            total=result.total,
            against=blow.total,
            success=made,
            terms=result.terms,
            faces=result.faces,
            botch=result.botch,
        )
    )
    if made:
        blows.put(fight, blow, stopped=True, blocked=declared.action == "block")
    if declared.action in PARRIES:
        _after_parry(fight, who, declared, blow, made)
    return made


def _use_up(fight: Fight, who: str) -> None:
    """Focus and the GM's word are gone with the roll."""
    gm_once(fight, who, "defence")
    fight.change(who, focus_defence=None)


def _after_parry(fight: Fight, who: str, declared: Declaration, blow: Blow, made: bool) -> None:
    """A parry opens a Riposte; it ends what was set, and a large thing needs a Reset."""
    if made:
        fight.change(who, parried=Deed(fight.tick, declared.action, blow.who))
    wielded = gear.get(fight[who], declared.weapon)
    gear.change(fight, who, wielded.id, set=False, reset=wielded.reset or fight.make(wielded).large)


def _soak(fight: Fight, who: str, blow: Blow, pay: str, limit: int | None) -> None:
    """Points over 11 may go from Hits to Stamina."""
    modifiers = rolls.skilled(fight, who, "combat_reflexes", [term("gm", fight[who].modifiers.get("defence", 0))])
    gm_once(fight, who, "defence")
    result = rolls.roll(fight, modifiers)
    fight.tell(facts.Soak(who, blow.n, result.total, result.terms, result.faces, result.botch))
    points = 0 if result.ones else max(0, result.total - ARMOR_BLOCK_TN)
    blows.put(fight, blow, soak=points, soak_limit=limit, soak_pay=pay)


def _armor_block(fight: Fight, who: str, declared: Declaration, blow: Blow) -> None:
    """Points over 11 turn damage into Stamina lost, points under add to it."""
    armour = fight.sheet(who).armour
    skill = armour.skill if armour else "armor_light"
    modifiers = rolls.skilled(
        fight, who, skill, [term("gm", fight[who].modifiers.get("defence", 0))], half=declared.half
    )
    gm_once(fight, who, "defence")
    result = rolls.roll(fight, modifiers)
    fight.tell(facts.ArmorBlock(who, blow.n, result.total, result.terms, result.faces, result.botch))
    points = -ONES_ADD if result.ones else result.total - ARMOR_BLOCK_TN
    blows.put(fight, blow, armor_block=points)


def _bind(fight: Fight, who: str, declared: Declaration, blow: Blow) -> None:
    """A contest of the parry skill and a fresh roll of the attacker's weapon skill."""
    terms = defence_terms(fight, who, declared, blow)
    _use_up(fight, who)
    mine = rolls.roll(fight, terms)
    theirs = rolls.roll(fight, bound_terms(fight, blow))
    tie, difference = tie_of(fight, who, declared, blow)
    winner = checks.contest(
        checks.Outcome(mine.total, mine.ones, None), checks.Outcome(theirs.total, theirs.ones, None), tie, difference
    )
    result = {"first": "won", "second": "lost", "nobody": "tie"}[winner]
    fight.tell(
        facts.Bind(
            who=who,
            attack=blow.n,
            total=mine.total,
            against=theirs.total,
            result=result,
            foe=blow.who,
            terms=mine.terms,
            against_terms=theirs.terms,
            faces=(*mine.faces, *theirs.faces),
        )
    )
    gear.change(fight, who, declared.weapon, set=False)
    if result == "won":
        gear.change(fight, blow.who, blow.weapon, bound=True, set=False)
        if fight.rulings["bind_stops_attack"]:
            blows.put(fight, blow, stopped=True)
    elif result == "lost":
        gear.change(fight, who, declared.weapon, bound=True)


def tie_of(fight: Fight, who: str, declared: Declaration, blow: Blow) -> tuple[str, int]:
    """The ruling ``contest_tie``, and by how much the binder's level is higher."""
    mine = fight.sheet(who).level(parry_skill(fight, who, declared))
    return fight.rulings["contest_tie"], mine - fight.sheet(blow.who).level(blow.skill)


def bound_terms(fight: Fight, blow: Blow) -> tuple[Term, ...]:
    """The modifiers of the attacker's fresh roll: full level; what lies on him and his weapon counts."""
    attacker = fight[blow.who]
    wielded = gear.get(attacker, blow.weapon)
    fit, _ = reach.attack_fit(fight, blow.who, wielded, blow.target)
    rest = (
        term("prone", PRONE if attacker.has("prone") else 0),
        term("inside", fit.inside),
        term("off_hand", swings.off_hand(fight, blow.who) if wielded.hand == "off" else 0),
    )
    return rolls.skilled(fight, blow.who, blow.skill, rest)


# -- in the course of the phase -------------------------------------------------------------------------------


def unused(fight: Fight, who: str) -> None:
    """A declared defence found nothing to be used on."""
    declared = declared_defence(fight, who)
    if declared is None or declared.type == "full" or declared.action == "stealthy_move" or fight[who].moment.used:
        return
    fight.tell(facts.DefenceUnused(who, declared.action))
    if fight.rulings["convert_unused"] == "refund":
        turn = fight[who].turn
        fight.turn(who, spent=tuple(entry for entry in turn.spent if entry != declared.type))


def unpaid(fight: Fight, who: str) -> Refusal | None:
    """Why none of the defences that somebody may use can be paid for."""
    reasons = [costs.lack(fight[who], price(fight, who, choice)) for choice in choices(fight, who)]
    return reasons[0] if reasons and all(reasons) else None


def asked(fight: Fight) -> tuple[str, ...]:
    """Who is asked for a defence now, in roster order."""
    among = candidates(fight)
    struck = {blow.target for blow in among}
    return tuple(
        who for who in fight.fighters if who in struck and answerable(fight, who, among) and unpaid(fight, who) is None
    )


def conclude_unused(fight: Fight) -> None:
    """Step d before anybody is asked: defences with nothing to be used on, and those that cannot be paid any more."""
    among = candidates(fight)
    for who in fight.in_order():
        if declared_defence(fight, who) is None:
            continue
        if not answerable(fight, who, among):
            unused(fight, who)
            continue
        reason = unpaid(fight, who)
        if reason is not None:
            declared = choices(fight, who)[0]
            fight.tell(facts.Failed(who, declared.action, reason.text))
            fight.moment(who, waived=True)


class Answer(msgspec.Struct, frozen=True):
    """An answer to the question for a defence: which one on which attack, or none."""

    declared: Declaration | None = None
    blow: Blow | None = None
    pay: str = "stability"
    limit: int | None = None

    @classmethod
    def read(cls, fight: Fight, who: str, params: Mapping[str, Any]) -> Answer:
        """The answer in a command's parameters; raises ``IllegalCommand``."""
        for key in params:
            if key not in ("attack", "do", "pay", "limit"):
                raise refuse("unknown", f"no such parameter {intake.text(key)}")
        do = intake.text(params.get("do", ""))
        if do == "none":
            return cls()
        declared = _chosen(fight, who, do)
        blow = _attack_meant(fight, who, declared, params.get("attack", ""))
        limit = params.get("limit", "")
        return cls(
            declared,
            blow,
            intake.one_of(params.get("pay", "stability") or "stability", ("stability", "ka")),
            None if limit in ("", None) else intake.whole(limit, 0, 999),
        )


def _chosen(fight: Fight, who: str, do: str) -> Declaration:
    """The defence meant; it has to be payable, and usable on something."""
    among = candidates(fight)
    possible = [choice for choice in choices(fight, who) if any(usable(fight, who, choice, blow) for blow in among)]
    named = [choice for choice in possible if not do or choice.action == do]
    if not named and do in {choice.action for choice in choices(fight, who)}:
        raise refuse("target", "can be used on none of these attacks")
    if not named:
        raise refuse("unknown", f"no such {do}")
    if len(named) > 1:
        raise refuse("unknown", "which defence")
    reason = costs.lack(fight[who], price(fight, who, named[0]))
    if reason is not None:
        raise IllegalCommand(reason)
    return named[0]


def _attack_meant(fight: Fight, who: str, declared: Declaration, value: Any) -> Blow:
    """The attack with this number; the only one if none is named."""
    possible = [blow for blow in candidates(fight) if usable(fight, who, declared, blow)]
    if value in ("", None):
        if len(possible) > 1:
            raise refuse("unknown", "which attack")
        return possible[0]
    number = intake.whole(value, 0, 999)
    found = next((blow for blow in possible if blow.n == number), None)
    if found is None:
        raise intake.no_such(number)
    return found


def candidates(fight: Fight) -> tuple[Blow, ...]:
    """The attacks of which a defence may choose one: those of the phase, or the held strike."""
    return (fight.strike.blow,) if fight.strike is not None else fight.blows


def give(fight: Fight, who: str, answer: Answer) -> None:
    """The defence is used, or declined for this phase."""
    if answer.declared is None or answer.blow is None:
        moment = fight[who].moment
        fight.moment(who, waived=True, answers=moment.answers + 1)
    else:
        use(fight, who, answer.declared, answer.blow, answer.pay, answer.limit)
