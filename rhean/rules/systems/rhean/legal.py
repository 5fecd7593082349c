"""What bars an action: every reason, in the order of the specification. Prompts list all, a command meets the first.

The groups, in order: the action of the round is spent; continuing; what has to go before; rank; weapon; shield;
target; cost.
"""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.errors import Refusal
from rhean.rules.systems.rhean import costs, gear, missiles, places, reach, rolls, secrets, swings, walking
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.needs import trick_refusal
from rhean.rules.systems.rhean.entries import RANKS
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration, Wielded

TYPES = {"attack": "attack", "defence": "defence", "move": "move", "full": "full-round"}
PARTS = ("attack", "defence", "move")
SHIELD_ACTIONS = ("block", "shield_work", "shield_bash", "shield_rush")
ARMOUR_ACTIONS = ("armor_block", "armor_work")


def reasons(fight: Fight, who: str, declared: Declaration, *, aimed: bool = True) -> list[Refusal]:
    """Every reason against a declaration; without ``aimed`` those of its target are left out."""
    row = ACTIONS[declared.action]
    found = [
        *type_reasons(fight, who, declared),
        *_needs(fight, who, row, declared),
        *rank_reasons(fight, who, row, declared),
        *weapon_reasons(fight, who, row, declared),
        *shield_reasons(fight, who, row),
        *(target_reasons(fight, who, row, declared) if aimed else ()),
        *cost_reasons(fight, who, row, declared),
    ]
    return list(dict.fromkeys(found))


# -- types ------------------------------------------------------------------------------------------------------


def type_reasons(fight: Fight, who: str, declared: Declaration) -> Iterator[Refusal]:
    """The action of the round is spent, or it is too late for a full-round action, or a move cannot go on."""
    turn = fight[who].turn
    if declared.type == "full":
        yield from (spent_reason(kind) for kind in PARTS if kind in turn.spent)
        if fight.phase != 1:
            yield Refusal("spent", "only in the first phase of a round")
    elif declared.type and declared.type in turn.spent:
        yield spent_reason(declared.type)
    if declared.continued and declared.action in reach.CONTINUED and not _follows(fight, who, declared):
        yield Refusal("continue", "moves must follow one another and be of one kind")


def spent_reason(kind: str) -> Refusal:
    """That action of the round is spent."""
    return Refusal("spent", f"{kind} action is spent this round")


def is_spent(fight: Fight, who: str, row: Action) -> bool:
    """Whether no action of the round is left for this, in whatever way it were declared. What may go on from the phase
    before is never spent."""
    if row.key in reach.CONTINUED or row.key == "ready_weapon":
        return False
    spent = fight[who].turn.spent
    full = fight.phase != 1 or any(kind in spent for kind in PARTS)
    return all(full if kind == "full" else kind in spent for kind in row.types)


def _follows(fight: Fight, who: str, declared: Declaration) -> bool:
    """Whether a move goes on with one of the phase before, of the same kind (a Leap counts as a Run)."""
    last = fight[who].last_move
    if last is None or last.tick != fight.tick - 1:
        return False
    kinds = [("run" if action == "leap" else action) for action in (last.action, declared.action)]
    return kinds[0] == kinds[1]


def _needs(fight: Fight, who: str, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """What has to have gone before."""
    for need in row.needs:
        reason = need(fight, who, declared)
        if reason is not None and not (reason.code == "rank" and _allowed(fight, who)):
            yield reason


# -- rank -------------------------------------------------------------------------------------------------------


def unlock_skill(fight: Fight, who: str, row: Action, declared: Declaration) -> str:
    """The skill whose rank a closed action asks for; empty for an open action."""
    unlock = fight.fixed.stock.unlocks.get(row.key)
    if unlock is None:
        return ""
    wielded = gear.get(fight[who], declared.weapon)
    if unlock.group == "weapon":
        return swings.skill_for(fight, who, fight.make(wielded), declared.skill)
    if unlock.group == "parry":
        skill = fight.fixed.stock.skills.get(fight.make(wielded).skill)
        return (skill.parried_by if skill else "") or "brawling_parry"
    if unlock.group == "armour":
        armour = fight.sheet(who).armour
        return armour.skill if armour else ""
    return unlock.group


def needed_rank(fight: Fight, row: Action) -> int:
    """The rank that a closed action asks for, 0 for an open one."""
    unlock = fight.fixed.stock.unlocks.get(row.key)
    if unlock is None:
        return 0
    return 1 if fight.rulings["unlocks"] == "trained" else unlock.rank


def is_stretch(fight: Fight, who: str, row: Action, declared: Declaration) -> bool:
    """Whether the action is tried one rank above the skill: at half its level."""
    skill = unlock_skill(fight, who, row, declared)
    return bool(skill) and 0 < fight.sheet(who).rank(skill) < needed_rank(fight, row) and not _allowed(fight, who)


def _allowed(fight: Fight, who: str) -> bool:
    return fight[who].allowance is not None


def rank_reasons(fight: Fight, who: str, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """The skill's rank is too low, the trick has not been learnt, there is no armour."""
    if _allowed(fight, who):
        return
    if row.key in ARMOUR_ACTIONS and fight.sheet(who).armour is None:
        yield Refusal("rank", "wears no armour")
    skill = unlock_skill(fight, who, row, declared)
    if skill:
        yield from short_of(fight, who, skill, needed_rank(fight, row))
    if row.key == "block" and not fight.rulings["block_unskilled"] and not fight.sheet(who).rank("shield"):
        yield from short_of(fight, who, "shield", 1)
    if declared.called:
        reason = missiles.called_refusal(fight, who, shooting_skill(fight, who, row, declared))
        if reason is not None:
            yield reason
    if declared.trick:
        reason = trick_refusal(fight, who, declared, declared.trick)
        if reason is not None:
            yield reason


def shooting_skill(fight: Fight, who: str, row: Action, declared: Declaration) -> str:
    make = fight.make(gear.get(fight[who], declared.weapon))
    return missiles.thrown_by(fight, who, make).skill if row.weapon == "throw" else make.skill


def short_of(fight: Fight, who: str, skill: str, needed: int) -> Iterator[Refusal]:
    """Untrained, or too many ranks short."""
    have = fight.sheet(who).rank(skill)
    name = rolls.skill_of(fight, who, skill).name
    if have == 0:
        yield Refusal("rank", f"needs training in {name}")
    elif have < needed - (1 if fight.rulings["stretch_closed_actions"] else 0):
        yield Refusal("rank", f"needs {RANKS[needed]} in {name}; you are {RANKS[have]}")


# -- gear -------------------------------------------------------------------------------------------------------


def weapon_reasons(fight: Fight, who: str, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """The weapon is bound, due for a Reset, not in hand, of another kind, in the wrong hand."""
    use = row.weapon
    wielded = gear.get(fight[who], declared.weapon)
    if use in ("sheathed", "gear") and row.key != "aim":
        yield from _to_hand(fight, who, declared, wielded)
    elif use == "two":
        for each in _both(fight, who):
            yield from _state(fight, each)
    elif use in ("", "shield"):
        if row.key == "pick_up" and declared.item:
            yield from _free_hand(fight, who, declared, _thing_kind(fight, declared.item))
    elif use == "off" and wielded.hand != "off":
        yield Refusal("weapon", "needs an off-hand weapon")
    else:
        yield from _in_hand(fight, who, row, wielded)


UNBINDING = ("reset_weapon", "set_weapon", "reduce_reach")
"""Actions that a bound weapon, or one that is due for a Reset, does not bar."""


def _in_hand(fight: Fight, who: str, row: Action, wielded: Wielded) -> Iterator[Refusal]:
    """What bars the use of one weapon."""
    use = row.weapon
    if not wielded.in_hand:
        yield Refusal("weapon", "is not ready")
    if wielded.hand == "off" and use in ("strike", "missile", "guard"):
        yield Refusal("weapon", "is in the off hand")
    yield from _kind(fight, use, wielded)
    if row.key not in UNBINDING:
        yield from (bar for bar in _state(fight, wielded) if row.key != "aim" or wielded.bound)
    if use in ("missile", "guard") and missiles.needs_loading(fight, who, wielded):
        yield Refusal("weapon", "is not loaded")


def _both(fight: Fight, who: str) -> tuple[Wielded, ...]:
    off = gear.off_weapon(fight[who])
    return (gear.main_weapon(fight[who]), *([off] if off else []))


def _state(fight: Fight, wielded: Wielded) -> Iterator[Refusal]:
    if wielded.bound:
        yield Refusal("weapon", "is bound")
    if wielded.reset:
        yield Refusal("weapon", "needs a Reset")


def _kind(fight: Fight, use: str, wielded: Wielded) -> Iterator[Refusal]:
    """Whether it is a weapon for this use at all."""
    make = fight.make(wielded)
    if use == "missile" and not make.missile:
        yield Refusal("weapon", "is no missile weapon")
    if use in ("strike", "close", "off", "parry") and not make.melee:
        yield Refusal("weapon", "is no melee weapon")
    if use == "throw" and (wielded.hand == "natural" or make.missile):
        yield Refusal("weapon", "cannot be thrown")


def _to_hand(fight: Fight, who: str, declared: Declaration, wielded: Wielded) -> Iterator[Refusal]:
    """Drawing asks for a free hand; Ready Weapon may load instead."""
    make = fight.make(wielded)
    loads = declared.action == "ready_weapon" and make.missile and not wielded.loaded
    if wielded.in_hand:
        if not loads:
            yield Refusal("weapon", "is ready")
        elif declared.drop == wielded.id:
            yield Refusal("weapon", "cannot load what falls")
        return
    yield from _free_hand(fight, who, declared, wielded.kind)


def _free_hand(fight: Fight, who: str, declared: Declaration, kind: str) -> Iterator[Refusal]:
    make = fight.fixed.stock.weapons[kind]
    if gear.hand_for(fight, fight[who], make, declared.hand, declared.drop) is None:
        yield NO_HAND


NO_HAND = Refusal("weapon", "no free hand")


def kind_taken_up(fight: Fight, who: str, declared: Declaration) -> str:
    """The kind of what a declaration takes into the hand: a thing from the ground, or a weapon of one's own."""
    return _thing_kind(fight, declared.item) if declared.item else gear.get(fight[who], declared.weapon).kind


def _thing_kind(fight: Fight, name: str) -> str:
    thing = next(thing for thing in fight.ground if thing.name == name)
    return thing.kind if thing.kind in fight.fixed.stock.weapons else "improvised"


def shield_reasons(fight: Fight, who: str, row: Action) -> Iterator[Refusal]:
    """No shield that can be used, or it has struck this round."""
    if row.key not in SHIELD_ACTIONS:
        return
    if fight[who].turn.struck and row.key in ("block", "shield_work"):
        yield Refusal("shield", "the shield has struck this round")
    elif not gear.shield_ready(fight, fight[who]):
        yield Refusal("shield", "has no shield ready")


# -- targets ----------------------------------------------------------------------------------------------------


def target_reasons(fight: Fight, who: str, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """No target, or none that can be attacked so."""
    if row.target and not declared.targets:
        yield Refusal("target", "no target")
    if row.target == "enemy" and len(declared.targets) > 1 and not declared.trick:
        yield Refusal("target", "takes one target")
    named = fight.rulings["defence_choice"] == "named" and "attacker" in row.takes
    if (named and not declared.attacker) or (row.key == "close" and not declared.toward):
        yield Refusal("target", "no target")
    for target in declared.targets:
        yield from foe_reasons(fight, who, target)
        if row.step in ("attack", "full") and row.key != "charge":
            yield from aim_reasons(fight, who, row, declared, target)
    if declared.guard and fight[declared.guard].has("dead"):
        yield Refusal("target", "{0} is dead", (declared.guard,))
    for foe in dict.fromkeys((declared.toward, declared.away, declared.watch, declared.attacker)):
        if foe and foe != "all" and foe not in declared.targets:
            yield from foe_reasons(fight, who, foe)
    yield from move_reasons(fight, who, row, declared)


def foe_reasons(fight: Fight, who: str, target: str) -> Iterator[Refusal]:
    """Dead, a friend, hidden."""
    if fight[target].has("dead"):
        yield Refusal("target", "{0} is dead", (target,))
    if not fight.are_enemies(who, target):
        yield Refusal("target", "{0} is a friend", (target,))
    if secrets.hidden_from(fight, target, who):
        yield Refusal("target", "{0} is hidden", (target,))


def aim_reasons(fight: Fight, who: str, row: Action, declared: Declaration, target: str) -> Iterator[Refusal]:
    """Out of range or Reach; a foe who is not engaged, or who has declared to come nearer, may still be waited for."""
    wielded = swings.weapon_of(fight, who, declared.weapon)
    make = gear.SHIELD_WEAPON if declared.weapon == gear.SHIELD else fight.make(wielded)
    if row.weapon == "throw" or make.missile:
        if not places.sees(fight, who, target):
            yield Refusal("target", "{0} is out of sight", (target,))
        throw = missiles.thrown_by(fight, who, make) if row.weapon == "throw" else None
        skill = throw.skill if throw else make.skill
        if missiles.band(fight, who, make, skill, target, throw) is None:
            yield Refusal("target", "{0} is out of range", (target,))
        return
    yield from _reach_reasons(fight, who, row, wielded, target)


def _reach_reasons(fight: Fight, who: str, row: Action, wielded: Wielded, target: str) -> Iterator[Refusal]:
    """What Reach makes of an engagement as it is now."""
    known = reach.bond(fight, who, target)
    coming = comes_to(fight, target, who)
    if row.key == "spin_attack":
        own = gear.effective_reach(fight, wielded)
        if not coming and not (known.zone == "engaged" and known.distance <= own - 1):
            yield Refusal("target", "cannot reach {0}", (target,))
        return
    if known.zone == "engaged" and not coming:
        choices = _both(fight, who) if row.weapon == "two" else (wielded,)
        fits = [reach.fit(fight, each, target, known.distance) for each in choices]
        if all(fit.refusal for fit in fits) and fits[0].refusal is not None:
            yield fits[0].refusal
    if row.key == "close_quarters" and not _inside(fight, who, target) and not coming:
        yield Refusal("target", "is not inside {0}'s reach", (target,))


def comes_to(fight: Fight, foe: str, who: str) -> bool:
    """Whether a foe has openly declared to come to somebody in this phase."""
    return fight.rulings["declarations"] == "open" and reach.moves_in(fight[foe].moment.declared) == who


def _inside(fight: Fight, who: str, target: str) -> bool:
    known = reach.bond(fight, who, target)
    return known.zone == "engaged" and known.distance < gear.reach_of(fight, fight[target])


def move_reasons(fight: Fight, who: str, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """Towards a foe already engaged one only comes nearer; a path has to be one that can be walked."""
    yield from walking.reasons(fight, who, declared)
    if not declared.toward or row.key == "close":
        return
    known = reach.bond(fight, who, declared.toward)
    nearer = declared.stop != "near" and reach.own_distance(fight, who, declared) < known.distance
    if known.zone == "engaged" and not nearer:
        yield Refusal("target", "is engaged")


def cost_reasons(fight: Fight, who: str, row: Action, declared: Declaration) -> Iterator[Refusal]:
    """What the pools cannot pay now."""
    price = costs.price(fight, who, row, declared)
    if row.reserve is not None:
        more = row.reserve(fight, who, declared)
        price = {pool: max(price.get(pool, 0), amount) for pool, amount in {**price, **more}.items()}
    for pool, amount in price.items():
        reason = costs.lack(fight[who], {pool: amount})
        if reason is not None:
            yield reason
