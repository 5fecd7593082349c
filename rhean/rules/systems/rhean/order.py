"""Who declares when: initiative, ties, the order, and the declarations themselves."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from rhean.rules.events import EVERYONE, Audience
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import conditions, facts, gear, legal, secrets
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Fighter


def roll_initiative(fight: Fight) -> None:
    """Everybody who reacted in an earlier round rolls; a fresh Reaction counts as it is."""
    for fighter in fight:
        if fighter.turn.total is not None:
            fight.tell(facts.Initiative(fighter.id, fighter.turn.total, reaction=True))
        elif fighter.aware and fighter.reacted and not fighter.turn.failed and _rolls(fighter):
            face = fight.roll(10)
            stat = fight.profile(fighter.id).initiative
            terms = (Term("dice", face, source="dice"), Term("initiative", stat, "Initiative", "base"))
            fight.turn(fighter.id, total=face + stat)
            fight.tell(facts.Initiative(fighter.id, face + stat, terms=terms, faces=((10, face),)))
    arrange(fight)


def _rolls(fighter: Fighter) -> bool:
    """Able ones roll, and stunned ones."""
    return not fighter.has("unconscious", "dying", "dead", "listless", "held_fast")


def arrange(fight: Fight) -> None:
    """The order: lowest total first, then the lower Initiative, then d10s."""
    totals = {
        fighter.id: (fighter.turn.total, fight.profile(fighter.id).initiative)
        for fighter in fight
        if fighter.turn.total is not None
    }
    keys: dict[str, tuple[int, ...]] = {who: (total or 0, stat) for who, (total, stat) in totals.items()}
    while tied := _tied(keys):
        for who in tied:
            face = fight.roll(10)
            keys[who] = (*keys[who], face)
            fight.tell(facts.TieBreak(who, face, ((10, face),)), _tie_audience(fight, tied))
    fight.order = tuple(sorted(keys, key=lambda who: keys[who]))
    tell_order(fight)


def _tied(keys: dict[str, tuple[int, ...]]) -> list[str]:
    """All who are tied with somebody, in roster order."""
    counts = Counter(keys.values())
    return [who for who, key in keys.items() if counts[key] > 1]


def _tie_audience(fight: Fight, tied: list[str]) -> Audience:
    """A tie with a hidden one would give him away."""
    hidden = [fight[who] for who in tied if fight[who].has("hidden")]
    if not hidden:
        return EVERYONE
    return Audience(tuple(sorted(set.intersection(*(secrets.owners_who_know(fight, one) for one in hidden)))))


def tell_order(fight: Fight) -> None:
    """The order as an event; hidden ones are left out for those who do not know of them."""
    hidden = [fight[who] for who in fight.order if fight[who].has("hidden")]
    if not hidden:
        fight.tell_all(facts.Order(fight.order))
        return
    knowing = set.intersection(*(secrets.owners_who_know(fight, one) for one in hidden))
    seen = tuple(who for who in fight.order if not fight[who].has("hidden"))
    fight.tell(facts.Order(fight.order), Audience(tuple(sorted(knowing))), facts.Order(seen))


# -- declaring --------------------------------------------------------------------------------------------------


def declarers(fight: Fight) -> tuple[str, ...]:
    """Whose declarations are open now: the next one's, or everybody's where all declare at once."""
    waiting = (who for who in fight.in_order() if awaits(fight[who]))
    return tuple(waiting if fight.rulings["declarations"] == "simultaneous" else islice(waiting, 1))


def awaits(fighter: Fighter) -> bool:
    """Whether somebody has still to declare in this phase."""
    return fighter.moment.declared is None and fighter.turn.full is None and conditions.may_act(fighter)


def tell_going_on(fight: Fight) -> None:
    """Full-round actors whose turn has come go on with what they do."""
    for who in fight.in_order():
        fighter = fight[who]
        if awaits(fighter) and fight.rulings["declarations"] != "simultaneous":
            return
        full = fighter.turn.full
        goes = full is not None and not fighter.turn.broken and full.since < fight.tick and conditions.able(fighter)
        if full is not None and goes and not fighter.moment.went:
            fight.moment(who, went=True)
            fight.tell(facts.GoesOn(who, full.action))


def declare(fight: Fight, who: str, declared: Declaration, *, forced: bool = False) -> None:
    """Puts a legal declaration down, and what it ends at once."""
    fighter = fight[who]
    if declared.action != "nothing":
        fight.change(who, allowance=None)
    spent = set(fighter.turn.spent)
    if declared.type == "full":
        spent |= set(legal.PARTS)
        fight.turn(who, full=declared)
    elif declared.type:
        spent.add(declared.type)
    fight.turn(who, spent=tuple(sorted(spent)))
    fight.moment(who, declared=declared)
    _tell(fight, who, declared, forced)
    _breaks_hold(fight, who, declared)


def _tell(fight: Fight, who: str, declared: Declaration, forced: bool) -> None:
    """The declaration as an event; sealed, it is the owner's and the GM's."""
    fact = declared_fact(fight, who, declared, forced=forced)
    if fight.rulings["declarations"] == "open":
        fight.tell(fact)
    else:
        public = facts.Declared(who, "")
        fight.tell(fact, Audience((fight[who].owner,)), public, secrets.audience(fight, public)[0])


def declared_fact(
    fight: Fight, who: str, declared: Declaration, *, forced: bool = False, revealed: bool = False
) -> facts.Declared:
    """A declaration as an event."""
    weapon = declared.weapon
    return facts.Declared(
        who=who,
        action=declared.action,
        as_=declared.type,
        target=declared.targets[0] if declared.targets else "",
        half=declared.half,
        targets=declared.targets if len(declared.targets) > 1 else (),
        weapon=gear.base(gear.get(fight[who], weapon)) if weapon and weapon != gear.SHIELD else weapon,
        toward=declared.toward,
        away=declared.away,
        place=declared.place,
        called=declared.called,
        forced=forced,
        revealed=revealed,
    )


WEAPON_WORK = ("set_weapon", "reset_weapon", "extend", "reduce_reach")


def _breaks_hold(fight: Fight, who: str, declared: Declaration) -> None:
    """Anything else with that weapon, a move of place, or handling gear ends what is held."""
    hold = fight[who].hold
    if hold is None:
        return
    row = ACTIONS[declared.action]
    with_weapon = hold.weapon in _used_weapons(fight, who, declared) or hold.weapon == declared.drop
    other = row.breaks_hold and fight.rulings["hold_breaks_on"] == "weapon_or_move"
    if with_weapon or other:
        sealed = fight.rulings["declarations"] != "open"
        audience = Audience((fight[who].owner,)) if sealed else None
        conditions.end_hold(fight, who, "does something else", audience)


def _used_weapons(fight: Fight, who: str, declared: Declaration) -> tuple[str, ...]:
    """The weapons that an action works with in a way that ends a hold."""
    row = ACTIONS[declared.action]
    if row.weapon == "two":
        off = gear.off_weapon(fight[who])
        return (gear.main_weapon(fight[who]).id, off.id if off else "")
    works = row.step in ("attack", "full") or row.weapon == "parry" or row.key in WEAPON_WORK
    return (declared.weapon,) if works and declared.weapon else ()
