"""What the GM does by hand: begins and ends the fight, sets, places, adds, removes, forces (section 5, GM commands).

All are commands like any other: checked, logged, undoable, replayable.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import BadRuling, IllegalCommand, Refusal
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.actions.base import Params, unknown
from rhean.rules.systems.dragonpact.attack import run
from rhean.rules.systems.dragonpact.checks import number, skill_terms, stat_number
from rhean.rules.systems.dragonpact.conditions import (
    CONDITIONS,
    NUMBERED,
    check_holds,
    die,
    end,
    end_guard,
    fall,
    gain,
    hold,
    release,
)
from rhean.rules.systems.dragonpact.maneuvers import landing_spaces
from rhean.rules.systems.dragonpact.painting import paint
from rhean.rules.systems.dragonpact.reinforce import add_unit, enter
from rhean.rules.systems.dragonpact.rulings import RULINGS
from rhean.rules.systems.dragonpact.space import check_hidden, is_free
from rhean.rules.systems.dragonpact.stack import ask, decide, drop
from rhean.rules.systems.dragonpact.state import ACT, INITIATIVE, LANDING, OVER, REACT, RIPOSTE, DragonpactState, Unit
from rhean.rules.systems.dragonpact.turns import (
    end_fight,
    end_turn,
    is_decided,
    settle_down,
    standing_side,
    start_round,
    start_turn,
)
from rhean.rules.systems.dragonpact.work import Work

POOLS = ("health", "stamina", "mana")
DOWN = ("dying", "stable", "dead")


class Override(msgspec.Struct, frozen=True):
    """A GM command. ``when``: ``any``, ``before`` the fight, while it ``runs``, or ``quiet`` (nothing under way).

    ``logged``: it leaves an ``overridden`` fact; ``follows``: the fight may end by it."""

    key: str
    label: str
    params: tuple[str, ...]
    do: Callable[[Work, Params], None]
    when: str = "any"
    logged: bool = True
    follows: bool = True
    optional: tuple[str, ...] = ()


def override(work: Work, command: Command, key: str) -> None:
    """Carries out a GM's command; raises ``IllegalCommand``."""
    row = OVERRIDES[key]
    if command.by != GM_KEY:
        raise IllegalCommand(Refusal("not_yours", "waiting for the game master"))
    bar = when_bar(work.state, row)
    if bar:
        raise IllegalCommand(bar)
    if command.prompt and command.prompt != work.state.prompt_id:
        raise IllegalCommand(Refusal("not_open", "the fight has moved on"))
    plain = {name: value for name, value in command.params.items() if name != "do" or command.name != "override"}
    params = Params(work.state, plain, (*row.params, *row.optional))
    if row.logged:
        work.tell_gm(facts.Overridden(key, dict(plain)))
    row.do(work, params)
    revalidate(work)
    if row.follows and work.state.stage == ACT and is_decided(work):
        end_fight(work, standing_side(work))


def when_bar(state: DragonpactState, row: Override) -> Refusal | None:
    """Whether the moment fits."""
    if row.when == "before" and state.stage != INITIATIVE:
        return Refusal("not_open", "the fight is over" if state.stage == OVER else "the fight has begun")
    if row.when in ("runs", "quiet"):
        if state.stage == INITIATIVE:
            return Refusal("not_open", "the fight has not begun")
        if state.stage == OVER:
            return Refusal("not_open", "the fight is over")
    if row.when == "quiet" and state.stack:
        return Refusal("not_open", "an attack is being resolved")
    return None


def revalidate(work: Work) -> None:
    """An open decision that nobody can take any more is taken by default; then what is under way goes on."""
    while work.state.stack and work.state.stage in (REACT, RIPOSTE, LANDING):
        attack = work.attack
        target, attacker = work.unit(attack.target), work.unit(attack.attacker)
        stuck = {
            REACT: not target.able,
            RIPOSTE: not target.able or attacker.dead,
            LANDING: target.thing(attack.item) is None,
        }[work.state.stage]
        if not stuck:
            return
        take_default(work)
        run(work)


def take_default(work: Work) -> None:
    """The answer that counts when nobody gives one: no reaction, no riposte, the first space."""
    attack, stage = work.attack, work.state.stage
    work.change(stage=ACT)
    if stage == REACT:
        work.tell(facts.ReactionPassed(attack.target, auto=True))
    elif stage == RIPOSTE:
        work.tell(facts.RiposteDeclined(attack.target))
    elif stage == LANDING:
        spaces = landing_spaces(work.state, attack)
        if spaces:
            drop(work, attack.target, attack.item, spaces[0], "disarmed")


# -- the fight ----------------------------------------------------------------------------------------------


def begin_fight(work: Work, params: Params) -> None:
    """Initiative is rolled in roster order, unless an order is given; the first turn begins."""
    if params.params.get("order"):
        order = read_order(work.state, params, [unit.id for unit in work.state.units])
    else:
        order = roll_initiative(work)
    work.change(order=order, turn=0, stage=ACT)
    work.tell(facts.FightBegan(order))
    start_round(work)
    start_turn(work)


def read_order(state: DragonpactState, params: Params, wanted: list[str]) -> tuple[str, ...]:
    """An order that names every unit once."""
    order = params.words("order")
    if sorted(order) != sorted(wanted):
        raise unknown("the order names every unit once")
    return order


def roll_initiative(work: Work) -> tuple[str, ...]:
    """High numbers first; ties: PC before NPC, then the higher stat, then roster order."""
    stat = str(work.ruling("initiative"))
    places: list[tuple[int, int, int, int, str]] = []
    for index, unit in enumerate(work.state.units):
        fact = stat_number(work.rules, work.dice, unit, stat)
        work.tell(facts.Rolled("initiative", fact))
        places.append((-fact.total, 0 if unit.sheet.is_pc else 1, -unit.sheet.core(stat), index, unit.id))
    return tuple(place[-1] for place in sorted(places))


def stop_fight(work: Work, params: Params) -> None:
    """The fight is over."""
    winner = params.text("winner")
    if winner and winner not in {unit.side for unit in work.state.units}:
        raise unknown(f"no such side: {winner}")
    end_fight(work, winner)


def reorder(work: Work, params: Params) -> None:
    """Another order, or one unit put in another place; the active unit stays active."""
    active = work.state.order[work.state.turn]
    if "order" in params.params:
        order = read_order(work.state, params, list(work.state.order))
    else:
        unit = params.other("unit").id
        rest = [key for key in work.state.order if key != unit]
        place = params.whole("to", 1, len(work.state.order)) - 1
        order = (*rest[:place], unit, *rest[place:])
    work.change(order=order, turn=order.index(active))


def skip_turn(work: Work, params: Params) -> None:
    """The active unit's turn ends."""
    end_turn(work, "gm")


def force_stage(work: Work, params: Params) -> None:
    """Whoever does not decide is passed over with what counts by default."""
    if work.state.stage == INITIATIVE:
        begin_fight(work, params)
    elif work.state.stack:
        take_default(work)
        run(work)
        quiet_end(work)
    else:
        end_turn(work, "gm")


def quiet_end(work: Work) -> None:
    """After a forced answer the active unit goes on, or its turn ends if it fell."""
    if not work.state.stack and work.state.stage == ACT:
        turn = (work.state.round, work.state.turn)
        settle_down(work)
        if work.state.stage == ACT and (work.state.round, work.state.turn) == turn:
            ask(work, ACT)


# -- units --------------------------------------------------------------------------------------------------


def set_pool(work: Work, params: Params) -> None:
    """Sets a pool; Health 0 fells an able unit, Health above 0 ends dying and stable; nothing else follows."""
    unit, pool, value = params.other("unit"), params.one_of("pool", POOLS, "health"), params.whole("value")
    if "pool" not in params.params:
        raise unknown("pool is missing")
    work.set(unit.id, **{pool: value})
    if pool == "health" and value == 0 and unit.able:
        fall(work, unit.id)
    elif pool == "health" and value > 0:
        for condition in ("dying", "stable"):
            end(work, unit.id, condition, "gm")


def condition(work: Work, params: Params) -> None:
    """A condition is gained or ends; ``dead`` kills."""
    unit, key = params.other("unit"), params.wanted("condition")
    if key not in CONDITIONS:
        raise unknown(f"no such condition: {key}")
    if not params.flag("on", True):
        end(work, unit.id, key, "gm")
        if key in DOWN and not any(work.unit(unit.id).has(other) for other in DOWN):
            work.set(unit.id, health=max(1, work.unit(unit.id).health))
    elif key == "dead":
        die(work, unit.id)
    else:
        data = params.params.get("data") or {}
        if not isinstance(data, dict):
            raise unknown(f"data is not an object: {data!r}")
        plain = {name: params.params[name] for name in ("by", "amount") if name in params.params}
        _gain(work, unit, key, {**plain, **data})


def _gain(work: Work, unit: Unit, key: str, data: dict[str, Any]) -> None:
    """Gains a condition by hand, with its holder or its number."""
    named = next((data[name] for name in ("potency", "marks", "n", "amount") if name in data), NUMBERED.get(key, 0))
    if not isinstance(named, int) or isinstance(named, bool) or not 0 <= named <= 99:
        raise unknown(f"no such number: {named!r}")
    if key == "grappled":
        holder = work.state.index.get(str(data.get("by", "")))
        if holder is None or holder.id == unit.id or not holder.able:
            raise unknown(f"no unit that could hold: {data.get('by', '')}")
        release(work, holder.id, "gm")
        hold(work, holder.id, unit.id)
        return
    if key in ("dying", "stable"):
        work.set(unit.id, health=0, stamina=0)
        end(work, unit.id, "stable" if key == "dying" else "dying", "gm")
        end_guard(work, unit.id)
        release(work, unit.id, "holder down")
    gain(work, unit.id, key, amount=named)


def reveal(work: Work, params: Params) -> None:
    """A hidden unit is seen."""
    end(work, params.other("unit").id, "hidden", "gm")


def conceal(work: Work, params: Params) -> None:
    """A unit is hidden."""
    gain(work, params.other("unit").id, "hidden")


def place_unit(work: Work, params: Params) -> None:
    """A unit stands elsewhere: a free space; finds, bright light and holds are checked."""
    unit, space = params.other("unit"), params.space("at")
    if space is None:
        raise unknown("at is missing")
    if not work.state.grid.inside(space):
        raise IllegalCommand(Refusal("path", "the path leaves the map"))
    if not work.state.grid.open(space):
        raise IllegalCommand(Refusal("path", "the path runs into a wall"))
    if not unit.dead and not is_free(work.state, unit, space):
        raise IllegalCommand(Refusal("path", "that space is taken"))
    work.set(unit.id, at=space)
    check_hidden(work, unit.id)
    check_holds(work, unit.id)


def remove_unit(work: Work, params: Params) -> None:
    """A unit leaves map and order; its holds end; if it was active the next turn begins once."""
    unit = params.other("unit")
    release(work, unit.id, "gm")
    work.tell(facts.Left(unit.id))
    lost = [attack for attack in work.state.stack if unit.id in (attack.attacker, attack.target)]
    for attack in lost:
        work.tell(facts.AttackLost(attack.attacker, attack.target))
    active = work.state.active
    was_active = active is not None and active.id == unit.id
    _take_out(work, unit.id, bool(lost))
    run(work)
    if was_active and work.state.stage != OVER:
        _next_after_removal(work)


def _take_out(work: Work, key: str, cut: bool) -> None:
    """Out of units, order and stack; the place in the order stays with whom it was."""
    order = work.state.order
    before = order.index(key) if key in order else len(order)
    turn = work.state.turn - (1 if before < work.state.turn else 0)
    stack = tuple(attack for attack in work.state.stack if key not in (attack.attacker, attack.target))
    work.change(
        units=tuple(unit for unit in work.state.units if unit.id != key),
        order=tuple(other for other in order if other != key),
        turn=turn,
        stack=stack,
    )
    if cut and work.state.stage in (REACT, RIPOSTE, LANDING):
        work.change(stage=ACT)


def _next_after_removal(work: Work) -> None:
    """The one who now stands where the removed unit stood begins its turn."""
    work.change(stack=())
    if not work.state.order:
        end_fight(work, "")
        return
    if work.state.turn >= len(work.state.order):
        work.change(turn=0)
        start_round(work)
    work.change(stage=ACT)
    start_turn(work)


def owner(work: Work, params: Params) -> None:
    """Somebody else decides for a unit."""
    work.set(params.other("unit").id, owner=params.wanted("owner"))


# -- rolls and rulings --------------------------------------------------------------------------------------


def force(work: Work, params: Params) -> None:
    """The next contest's result."""
    work.change(forced=params.flag("success"))


def call_check(work: Work, params: Params) -> None:
    """A skill check in the fight: against a difficulty, or against another's skill (caller's die first)."""
    unit = params.other("unit")
    mine = _skill(work, params, unit, "skill")
    if params.text("against"):
        other = params.other("against")
        theirs = _skill(work, params, other, "against_skill")
        work.tell(decide(work, "check", _roll(work, unit, mine), _roll(work, other, theirs)))
        return
    difficulty = params.whole("difficulty", 0, 99)
    fact = _roll(work, unit, mine)
    work.tell(facts.Checked(fact, difficulty, fact.total >= difficulty))


def _skill(work: Work, params: Params, unit: Unit, key: str) -> str:
    skill = params.wanted(key)
    if skill not in work.rules.catalogue.skills:
        raise unknown(f"no such skill: {skill}")
    return skill


def _roll(work: Work, unit: Unit, skill: str) -> facts.Number:
    active = work.state.active
    terms = skill_terms(work.rules, unit, skill, in_turn=active is not None and active.id == unit.id)
    return number(work.rules, work.dice, unit, skill, terms)


def ruling_value(key: str, value: Any) -> Any:
    """A value typed as text in the ruling's own kind."""
    kind = next((row.kind for row in RULINGS if row.key == key), "")
    if not isinstance(value, str) or kind not in ("flag", "integer", "integers"):
        return value
    if kind == "flag":
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    numbers = [int(word) for word in re.findall(r"-?\d{1,6}", value)]
    return numbers if kind == "integers" else numbers[0] if len(numbers) == 1 else value


def ruling(work: Work, params: Params) -> None:
    """A ruling changes in the middle of the fight."""
    key = params.wanted("key")
    value = ruling_value(key, params.params.get("value"))
    try:
        changed = work.rules.rulings.with_change(RULINGS, key, value)
    except BadRuling as error:
        raise unknown(str(error)) from error
    work.change(rules=msgspec.structs.replace(work.rules, rulings=changed))
    new = changed[key]
    work.tell(facts.Ruled(key, list(new) if isinstance(new, tuple) else new))


_ROWS = (
    Override("begin_fight", "Begin the fight", (), begin_fight, "before", False, True, ("order",)),
    Override("set_pool", "Set a pool", ("unit", "pool", "value"), set_pool, follows=False),
    Override("condition", "Set a condition", ("unit", "condition", "on"), condition, optional=("data", "by", "amount")),
    Override("place_unit", "Place a unit", ("unit", "at"), place_unit),
    Override("place", "Place a unit", ("unit", "at"), place_unit),
    Override("paint", "Paint the map", ("kind", "spaces"), paint),
    Override("reveal", "Reveal", ("unit",), reveal),
    Override("hide", "Hide", ("unit",), conceal),
    Override("add_unit", "Add a unit", ("unit", "sheet", "side", "at"), add_unit, optional=("after", "owner", "start")),
    Override("enter", "Reinforcements", ("entrants",), enter, optional=("catalogue", "after")),
    Override("remove_unit", "Remove a unit", ("unit",), remove_unit),
    Override("reorder", "Change the order", (), reorder, "runs", optional=("order", "unit", "to")),
    Override("skip_turn", "Skip the turn", (), skip_turn, "quiet"),
    Override("force_stage", "Go on without an answer", (), force_stage),
    Override("force", "Force the next contest", ("success",), force),
    Override(
        "call_check",
        "Call for a check",
        ("unit", "skill"),
        call_check,
        logged=False,
        optional=("difficulty", "against", "against_skill"),
    ),
    Override("ruling", "Change a ruling", ("key", "value"), ruling, logged=False),
    Override("owner", "Hand a unit over", ("unit", "owner"), owner),
    Override("hand_over", "Hand a unit over", ("unit", "owner"), owner),
    Override("end_fight", "End the fight", (), stop_fight, "runs", False, True, ("winner",)),
)

OVERRIDES: dict[str, Override] = {row.key: row for row in _ROWS}
"""Every GM command by key."""

ALIASES = ("place_unit", "hand_over", "enter", "add_unit", "begin_fight")
"""Not offered among the overrides: another name of one that is, or offered elsewhere."""
