"""Techniques: Guard, Hide, Move, standing up, breaking free, letting go, ending the turn (section 6)."""

from __future__ import annotations

from rhean.rules.errors import Refusal
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.actions.base import Ability, Given, able_bar
from rhean.rules.systems.dragonpact.aim import Bar, stamina_bar
from rhean.rules.systems.dragonpact.checks import GUARD_STATS, best_resistance, stat_number
from rhean.rules.systems.dragonpact.conditions import end, gain, release
from rhean.rules.systems.dragonpact.space import in_bright_light, pace, path_bar, walk, watchers
from rhean.rules.systems.dragonpact.stack import decide
from rhean.rules.systems.dragonpact.state import ACT, DragonpactState, Guard, Unit
from rhean.rules.systems.dragonpact.turns import end_turn
from rhean.rules.systems.dragonpact.values import speed, wears_heavy
from rhean.rules.systems.dragonpact.work import Work

ONCE = Refusal("once", "already used this turn")
GRAPPLED = Refusal("condition", "you are grappled; break free first")
PRONE = Refusal("condition", "you are prone; stand up first")


def once_bar(unit: Unit, ability: str) -> Bar:
    """Once a turn."""
    return ONCE if ability in unit.turn.used else None


# -- Guard --------------------------------------------------------------------------------------------------


def guard_bar(given: Given) -> Bar:
    """Once a turn, one of four stats, 1 Stamina."""
    bar = able_bar(given) or once_bar(given.unit, "guard")
    if bar:
        return bar
    if given.params.get("stat") not in GUARD_STATS:
        return Refusal("unknown", "Guard takes strength, agility, intelligence or will")
    return stamina_bar(given.unit, 1)


def guard(work: Work, given: Given) -> None:
    """A stat number, at least 0, is the bonus until one's own next turn."""
    key, stat = given.unit.id, given.text("stat")
    work.pay(key, 1)
    work.use(key, "guard")
    number = stat_number(work.rules, work.dice, work.unit(key), stat)
    work.tell(facts.Rolled("guard", number))
    bonus = max(0, number.total)
    if work.ruling("guard_share") == "half":
        bonus //= 2
    work.set(key, guard=Guard(stat, bonus))
    work.tell(facts.Guarded(key, stat, bonus))


# -- Hide ---------------------------------------------------------------------------------------------------


def hide_bar(given: Given) -> Bar:
    """Once a turn, not hidden already, no heavy armour, no bright light, nobody known who sees; 1 Stamina."""
    unit, state = given.unit, given.state
    bar = able_bar(given) or once_bar(unit, "hide")
    if bar:
        return bar
    if unit.hidden:
        return Refusal("condition", "you are already hidden")
    if state.rules.rulings["hide_precheck"]:
        bar = exposed(state, unit)
    return bar or stamina_bar(unit, 1)


def exposed(state: DragonpactState, unit: Unit) -> Bar:
    """What is known to make a Hide fail."""
    if wears_heavy(state.rules, unit):
        return Refusal("gear", "you wear heavy armor")
    if in_bright_light(state, unit):
        return Refusal("light", "you stand in bright light")
    known = [other for other in watchers(state, unit) if state.knows(unit.side, other)]
    return Refusal("sight", "{0} can see you", (known[0].id,)) if known else None


def hide(work: Work, given: Given) -> None:
    """Hidden, unless somebody unseen is watching."""
    key = given.unit.id
    work.pay(key, 1)
    work.use(key, "hide")
    unit = work.unit(key)
    if exposed(work.state, unit) or watchers(work.state, unit):
        work.tell(facts.HideFailed(key))
    else:
        gain(work, key, "hidden")


# -- Move ---------------------------------------------------------------------------------------------------


def moving_modes(unit: Unit) -> tuple[str, ...]:
    """How a unit can move."""
    return ("walk", *unit.sheet.modes)


def rooted(unit: Unit) -> Bar:
    """Prone and grappled units do not move."""
    if unit.has("prone"):
        return PRONE
    return GRAPPLED if unit.has("grappled") else None


def move_bar(given: Given) -> Bar:
    """Not prone or grappled, a mode that one has, a path that can be walked, Stamina for what points do not cover."""
    unit, path = given.unit, given.path("path")
    mode = given.text("mode") or "walk"
    bar = able_bar(given) or rooted(unit)
    if bar:
        return bar
    if mode not in moving_modes(unit):
        return Refusal("unknown", f"no such mode: {mode}")
    bar = path_bar(given.state, unit, path, mode)
    return bar or stamina_bar(unit, uses_for(given))


def uses_for(given: Given) -> int:
    """Uses of Move that a path needs beyond the points left."""
    unit = given.unit
    if unit.at is None:
        return 0
    steps = pace(given.state.rules, given.text("mode") or "walk")
    cost = given.state.grid.path_cost(unit.at, given.path("path"), unit.turn.diagonals, steps)
    missing = max(0, cost - unit.turn.points)
    return -(-missing // max(1, speed(given.state.rules, unit).total))


def move(work: Work, given: Given) -> None:
    """Pays the uses, lets go of whom one holds, and walks."""
    key, uses = given.unit.id, uses_for(given)
    work.pay(key, uses)
    points = work.unit(key).turn.points + uses * speed(work.rules, work.unit(key)).total
    work.set_turn(key, points=points)
    release(work, key, "holder moved")
    walk(work, key, given.path("path"), given.text("mode") or "walk")
    if not work.ruling("move_split"):
        work.set_turn(key, points=0)


def stand_up_bar(given: Given) -> Bar:
    """Only the prone, 1 Stamina."""
    bar = able_bar(given)
    if bar:
        return bar
    if not given.unit.has("prone"):
        return Refusal("condition", "you are not prone")
    return stamina_bar(given.unit, 1)


def stand_up(work: Work, given: Given) -> None:
    """Prone ends."""
    work.pay(given.unit.id, 1)
    end(work, given.unit.id, "prone", "stood up")


# -- holding ------------------------------------------------------------------------------------------------


def break_free_bar(given: Given) -> Bar:
    """Only the grappled, 1 Stamina."""
    given.stat("Breaking free")
    bar = able_bar(given)
    if bar:
        return bar
    if not given.unit.has("grappled"):
        return Refusal("condition", "you are not grappled")
    return stamina_bar(given.unit, given.state.rules.rulings["break_free_cost"])


def break_free(work: Work, given: Given) -> None:
    """A stat against the holder's best resistance; success ends the hold."""
    key, stat = given.unit.id, given.text("stat")
    work.pay(key, work.ruling("break_free_cost"))
    holder = work.state.holder_of(work.unit(key))
    if holder is None:
        end(work, key, "grappled", "broke free")
        return
    mine = stat_number(work.rules, work.dice, work.unit(key), stat)
    other = stat_number(work.rules, work.dice, holder, best_resistance(work.rules, holder, stat))
    contest = decide(work, "break_free", mine, other)
    work.tell(contest)
    if contest.success:
        end(work, key, "grappled", "broke free")


def let_go_bar(given: Given) -> Bar:
    """Only who holds somebody."""
    if given.state.held_by(given.unit.id) is None:
        return Refusal("condition", "you hold nobody")
    return None


def let_go(work: Work, given: Given) -> None:
    """The hold ends."""
    release(work, given.unit.id, "let go")


def no_bar(given: Given) -> Bar:
    """Always possible."""
    return None


def finish(work: Work, given: Given) -> None:
    """The turn ends."""
    end_turn(work, "ended")


TECHNIQUES = (
    Ability("guard", "Guard", "technique", ACT, "1, once a turn", ("stat",), guard_bar, guard),
    Ability("hide", "Hide", "technique", ACT, "1, once a turn", (), hide_bar, hide),
    Ability("move", "Move", "technique", ACT, "1 for each Speed", ("path", "mode"), move_bar, move),
    Ability("stand_up", "Stand up", "technique", ACT, "1", (), stand_up_bar, stand_up),
    Ability("break_free", "Break free", "technique", ACT, "1", ("stat",), break_free_bar, break_free),
    Ability("let_go", "Let go", "free", ACT, "nothing", (), let_go_bar, let_go),
    Ability("end_turn", "End turn", "free", ACT, "nothing", (), no_bar, finish),
)
