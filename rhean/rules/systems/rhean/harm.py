"""Step e: the damage of every standing hit, the checks that come with it, and the pools and conditions afterwards.

The dice fall attack by attack; pools and conditions change together when all have fallen.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rhean.rules.dice import Face
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import conditions, costs, derived, facts, rolls, swings
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.shared import check_fact
from rhean.rules.systems.rhean.entries import POOLS, SIZES, read_damage
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rolls import term
from rhean.rules.systems.rhean.state import Blow

BASE_TN = 11
SIZE_STEP = 2
LEAST_BLOCKED = 2
"""Whoever takes a blow on his armour loses at least this many Hits."""
SOAK_STEP = 4
"""A soaked point of Ka or Stability pays for this many points of damage, begun ones counted."""


class Wound(msgspec.Struct, frozen=True):
    """What one hit does: to each pool, and the conditions that it leaves."""

    blow: Blow
    hits: int
    stamina: int
    price: dict[str, int] = {}
    shock: str = ""
    prone: bool = False


class Hurt(msgspec.Struct, frozen=True):
    """Damage before it is shared out: what was rolled, what is left of it, and the terms."""

    rolled: int
    reduction: int
    left: int
    terms: tuple[Term, ...]
    faces: tuple[Face, ...] = ()


DAMAGE_ORDER = ("weapon", "strength", "*", "unskilled_throw", "held", "leaping", "close", "line_parry", "override")


def damage_terms(blow: Blow, extra: Iterable[tuple[str, int]] = ()) -> tuple[Term, ...]:
    """The modifiers of a blow's damage in their order, zero ones left out."""
    terms = [term("weapon", read_damage(blow.dice).constant), term("strength", blow.strength)]
    terms += [term(key, value) for key, value in (*blow.extras, *extra)]
    return rolls.ordered(terms, DAMAGE_ORDER)


def hurt(faces: tuple[Face, ...], terms: tuple[Term, ...], reduction: int) -> Hurt:
    """What dice, modifiers and Damage Reduction come to: at least 0 before, at least 1 after."""
    dice = sum(face for _, face in faces)
    plain = dice + sum(entry.value for entry in terms)
    rolled = max(0, plain)
    left = max(1, rolled - reduction)
    told = (Term("dice", dice, source="dice"), *terms, *([term("reduction", -reduction)] if reduction else []))
    least = left - sum(entry.value for entry in told)
    return Hurt(rolled, reduction, left, (*told, term("least", least)) if least else told, faces)


def reduction(fight: Fight, blow: Blow) -> int:
    """Damage Reduction of the one struck: armour, hide, and Armor Work where he saw the blow coming."""
    worked = fight[blow.target].turn.armor_work if blow.aware else 0
    return derived.reduction(fight.sheet(blow.target)).total + worked


def roll_dice(fight: Fight, blow: Blow) -> tuple[Face, ...]:
    """The dice of a blow's damage: twice for a critical hit."""
    dice = read_damage(blow.dice)
    return tuple((dice.sides, fight.roll(dice.sides)) for _ in range(dice.count * (2 if blow.critical else 1)))


def wound(fight: Fight, blow: Blow, extra: Iterable[tuple[str, int]] = (), earlier: Iterable[Wound] = ()) -> Wound:
    """Rolls and tells what one hit does, and its checks; ``earlier`` wounds of the phase have still to be taken."""
    row = swings.row_of(blow.action)
    found = hurt(roll_dice(fight, blow), damage_terms(blow, extra), reduction(fight, blow))
    total, hits, stamina, price = share_out(pools_left(fight, blow.target, earlier), blow, row, found.left)
    fight.tell(
        facts.Damage(
            who=blow.target,
            by=blow.who,
            dice=blow.dice,
            rolled=found.rolled,
            reduction=found.reduction,
            taken=total,
            hits=hits,
            stamina=stamina,
            terms=found.terms,
            faces=found.faces,
        )
    )
    shock = _shock(fight, blow, row, total)
    prone = _knocked_down(fight, blow, row)
    return Wound(blow, hits, stamina, price, shock, prone)


def pools_left(fight: Fight, who: str, earlier: Iterable[Wound]) -> dict[str, int]:
    """What each pool of somebody holds once the wounds before have been taken."""
    left = {pool: fight[who].pool(pool) for pool in POOLS}
    for entry in earlier:
        if entry.blow.target == who:
            for pool, amount in {**entry.price, "stamina": entry.stamina}.items():
                left[pool] = max(0, left[pool] - amount)
    return left


def share_out(left: dict[str, int], blow: Blow, row: Action, amount: int) -> tuple[int, int, int, dict[str, int]]:
    """(all, to Hits, to Stamina, what soaking costs): split attacks first, then Armor Block, then Soak."""
    hits = (amount + 1) // 2 if row.split else amount
    stamina = amount - hits
    if blow.armor_block is not None:
        hits, stamina = _on_armour(left, blow, hits, stamina)
    price: dict[str, int] = {}
    if blow.soak is not None:
        moved = _soaked(left, blow, hits, stamina)
        hits, stamina = hits - moved, stamina + moved
        price = {blow.soak_pay: -(-moved // SOAK_STEP)} if moved else {}
    return hits + stamina, hits, stamina, price


def _on_armour(left: dict[str, int], blow: Blow, hits: int, stamina: int) -> tuple[int, int]:
    """Armor Block: points over 11 turn Hits into Stamina, points under add damage; never less than 2 Hits."""
    points = blow.armor_block or 0
    if points < 0:
        hits -= points
    else:
        spare = max(0, min(points, hits - LEAST_BLOCKED, left["stamina"] - stamina))
        hits, stamina = hits - spare, stamina + spare
    return max(LEAST_BLOCKED, hits), stamina


def _soaked(left: dict[str, int], blow: Blow, hits: int, stamina: int) -> int:
    """How many points go from Hits to Stamina: at least 1 stays, and only as many as can be paid."""
    limit = blow.soak if blow.soak_limit is None else min(blow.soak or 0, blow.soak_limit)
    payable = SOAK_STEP * left[blow.soak_pay]
    return max(0, min(limit or 0, hits - 1, left["stamina"] - stamina, payable))


def _shock(fight: Fight, blow: Blow, row: Action, taken: int) -> str:
    """What the blow leaves besides wounds: dazed or stunned, if no Constitution check avoids it."""
    if not row.shock or not row.checked:
        return row.shock
    tn = taken + int(fight.rulings["con_check_base"])
    modifiers = (
        rolls.attribute_term(fight, blow.target, "constitution"),
        *rolls.ordered(rolls.burdens(fight, blow.target, "constitution")),
    )
    result = rolls.roll(fight, modifiers)
    fight.tell(check_fact(blow.target, "constitution", result, tn))
    return row.shaken if result.reaches(tn) else row.shock


def _knocked_down(fight: Fight, blow: Blow, row: Action) -> bool:
    """Whether the target goes down."""
    bonus = row.knockdown if row.key != "spring_attack" else 0 if blow.running else None
    if bonus is None or fight[blow.target].has("prone"):
        return False
    tn = BASE_TN + fight.sheet(blow.who).mod("strength") + bonus + size_difference(fight, blow.who, blow.target)
    attribute = footing(fight, blow.target)
    modifiers = (
        rolls.attribute_term(fight, blow.target, attribute),
        *rolls.ordered(rolls.burdens(fight, blow.target, attribute)),
    )
    result = rolls.roll(fight, modifiers)
    fight.tell(check_fact(blow.target, "knockdown", result, tn))
    return not result.reaches(tn)


def footing(fight: Fight, who: str) -> str:
    """The attribute that keeps somebody on his feet, by the ruling ``knockdown``."""
    ruling: str = fight.rulings["knockdown"]
    if ruling != "better":
        return ruling
    sheet = fight.sheet(who)
    return "strength" if sheet.mod("strength") >= sheet.mod("agility") else "agility"


def size_difference(fight: Fight, attacker: str, target: str) -> int:
    """2 for each step that the attacker is larger."""
    steps = SIZES.index(fight.sheet(attacker).size) - SIZES.index(fight.sheet(target).size)
    return SIZE_STEP * steps


def check_shield(fight: Fight, blow: Blow) -> None:
    """After a Block: one damage roll of the attack; above the shield's Durability it costs 1."""
    fighter = fight[blow.target]
    if fighter.shield is None or fight.rulings["durability_check"] == "none":
        return
    faces = roll_dice(fight, blow)
    terms = (Term("dice", sum(face for _, face in faces), source="dice"), *damage_terms(blow))
    total, left = sum(entry.value for entry in terms), fighter.shield.left
    held = total <= left
    fight.tell(facts.Check(blow.target, "durability", total, left, held, terms=terms, faces=faces))
    if not held:
        fight.change(blow.target, shield=msgspec.structs.replace(fighter.shield, left=left - 1))
        fight.tell(facts.Durability(blow.target, fighter.shield.kind, left - 1))


# -- afterwards -----------------------------------------------------------------------------------------------


def work_out(fight: Fight, blows: Iterable[Blow]) -> None:
    """Step e: all damage and checks in declaration order, then pools, then conditions.

    The ruling ``resolve_order`` may let each blow tell at once: who is brought down by one harms nobody after it."""
    at_once = fight.rulings["resolve_order"] == "in_order"
    wounds: list[Wound] = []
    for blow in blows:
        if at_once and _brought_down(fight, blow.who):
            fight.tell(facts.Failed(blow.who, blow.action, "is down before the blow tells"))
        elif blow.blocked:
            check_shield(fight, blow)
        elif blow.hit and not blow.stopped:
            wounds.append(wound(fight, blow, earlier=wounds))
        if at_once:
            apply(fight, wounds)
            wounds = []
    apply(fight, wounds)


def _brought_down(fight: Fight, who: str) -> bool:
    """Whether nothing is left of somebody's Hits or Stamina."""
    return not (fight[who].hits and fight[who].stamina)


def apply(fight: Fight, wounds: list[Wound], *, at_once: bool = False) -> None:
    """Pools first, then dazed and stunned, then those who fall."""
    for entry in wounds:
        _take(fight, entry)
    for entry in wounds:
        if entry.shock:
            conditions.gain(fight, entry.blow.target, entry.shock, until=fight.tick + 1)
    for entry in wounds:
        if entry.prone:
            conditions.gain(fight, entry.blow.target, "prone")


def _take(fight: Fight, entry: Wound) -> None:
    """A wound comes off the pools; it spoils an aim."""
    who = entry.blow.target
    costs.spend(fight, who, "hits", entry.hits)
    if entry.stamina:
        costs.spend(fight, who, "stamina", entry.stamina)
    for pool, amount in entry.price.items():
        costs.spend(fight, who, pool, amount)
        fight.tell(facts.Cost(who, pool, amount))
    fight.change(who, aim=None)
