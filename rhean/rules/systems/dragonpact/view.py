"""The encounter as one viewer may see it: hidden units reach only their own side's people and the GM."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.events import Viewer
from rhean.rules.maps import map_view
from rhean.rules.state import Score
from rhean.rules.systems.dragonpact.arms import ready_arms
from rhean.rules.systems.dragonpact.figures import figures
from rhean.rules.systems.dragonpact.sheet import Gear
from rhean.rules.systems.dragonpact.state import GM, INITIATIVE, OVER, Condition, DragonpactState, Unit
from rhean.rules.systems.dragonpact.values import gear_name, health_max, mana_max, stamina_max
from rhean.rules.view import CombatantView, Gauge, Item, Link, OrderEntry, Ring, Scene, Tag

UNTIL = {
    "hidden": "until it attacks, is wounded or is found",
    "prone": "until it stands up",
    "grappled": "until it breaks free or is let go",
    "poisoned": "until shaken off or cured",
    "bleeding": "until bandaged or healed",
    "broken": "until healed",
    "slowed": "until healed",
    "braced": "until its turn",
    "ward": "until used",
    "dying": "until healed or stable",
    "stable": "until healed",
    "dead": "",
}
BAD = ("dying", "dead", "stable", "bleeding", "poisoned")
GOOD = ("hidden", "ward", "braced")
NUMBER_WORDS = {"poisoned": "potency {}", "slowed": "{}", "braced": "{}", "dying": "{} marks"}
PLACES = {"main": "main hand", "off": "off hand", "both": "both hands", "pack": "pack"}


def may_know(state: DragonpactState, viewer: Viewer, unit: Unit) -> bool:
    """Whether a viewer may know of a unit at all."""
    if viewer.gm or not unit.hidden:
        return True
    return viewer.owner is not None and viewer.owner in state.side_owners(unit.side)


def is_own(state: DragonpactState, viewer: Viewer, unit: Unit) -> bool:
    """Whether a viewer is on a unit's side."""
    return viewer.gm or (viewer.owner is not None and viewer.owner in state.side_owners(unit.side))


def view(state: DragonpactState, viewer: Viewer) -> Scene:
    """The scene for one viewer."""
    known = {unit.id: unit for unit in state.units if may_know(state, viewer, unit)}
    waiting = state.waits_for
    return Scene(
        round=state.round,
        segment=state.stage,
        clock=_clock(state),
        over=state.stage == OVER,
        winner=state.winner,
        order=tuple(_order(state, known)),
        waits_for=(waiting,) if waiting and (waiting == GM or waiting in known) else (),
        combatants=tuple(_combatant(state, viewer, unit) for unit in known.values()),
        links=tuple(_links(state, known)),
        ground=tuple(_ground(state)),
        map=map_view(state.grid, 1, "m"),
        notes=_notes(state) if viewer.gm else (),
    )


def score(state: DragonpactState) -> Score:
    """How the fight stands in short."""
    down = tuple(unit.id for unit in state.units if not unit.able)
    dead = tuple(unit.id for unit in state.units if unit.dead)
    return Score(state.round, state.stage == OVER, state.winner, down, dead)


def _clock(state: DragonpactState) -> str:
    if state.stage == INITIATIVE:
        return "Before the fight"
    return "The fight is over" if state.stage == OVER else f"Round {state.round}"


def _order(state: DragonpactState, known: dict[str, Unit]) -> Iterator[OrderEntry]:
    active = state.active
    for index, key in enumerate(state.order):
        if key in known:
            running = active is not None
            done = running and index < state.turn
            yield OrderEntry(key, active=active is not None and active.id == key, done=done)


def _notes(state: DragonpactState) -> tuple[str, ...]:
    if state.forced is None:
        return ()
    return (f"The next contest {'succeeds' if state.forced else 'fails'}, by the GM's word.",)


def _combatant(state: DragonpactState, viewer: Viewer, unit: Unit) -> CombatantView:
    own = is_own(state, viewer, unit)
    return CombatantView(
        id=unit.id,
        side=unit.side,
        owner=unit.owner,
        mine=viewer.owner is not None and viewer.owner == unit.owner,
        concealed=unit.hidden,
        down=not unit.able,
        gauges=_gauges(state, unit),
        tags=tuple(_tags(unit)),
        figures=figures(state.rules, unit) if own else (),
        items=tuple(_items(state, unit, own)),
        spent=tuple(dict.fromkeys(unit.turn.used)) if own else (),
        at=unit.at,
        size=unit.sheet.size,
        reach=max((arm.reach.get("melee", 0) for arm in ready_arms(state.rules, unit)), default=1),
        rings=tuple(_rings(state, unit, own)) if unit.at is not None else (),
    )


def _rings(state: DragonpactState, unit: Unit, own: bool) -> Iterator[Ring]:
    """How far it strikes with what everybody sees ready, and (which tells its perks) for its own side how it shoots."""
    modes = {"melee": ("threat", "reach"), "thrown": ("range", "throw"), "shot": ("range", "shot")}
    for mode, (kind, label) in modes.items():
        far = max((arm.reach.get(mode, 0) for arm in ready_arms(state.rules, unit)), default=0)
        if far and unit.able and (own or kind == "threat"):
            yield Ring("threat" if kind == "threat" else "range", f"{label} {far}", far)


def _gauges(state: DragonpactState, unit: Unit) -> tuple[Gauge, ...]:
    pools = [
        Gauge("health", "Health", unit.health, health_max(state.rules, unit).total),
        Gauge("stamina", "Stamina", unit.stamina, stamina_max(state.rules, unit).total),
    ]
    mana = mana_max(state.rules, unit).total
    return (*pools, Gauge("mana", "Mana", unit.mana, mana)) if mana or unit.mana else tuple(pools)


def _tags(unit: Unit) -> Iterator[Tag]:
    for condition in unit.conditions:
        yield condition_tag(condition)
    if unit.guard:
        label = f"Guard ({unit.guard.stat.capitalize()}) +{unit.guard.bonus}"
        yield Tag("guard", label, "action.guard", "until its turn", "good")


def condition_tag(condition: Condition) -> Tag:
    """A condition as a mark."""
    words = NUMBER_WORDS.get(condition.key)
    label = condition.key.capitalize() + (f" ({words.format(condition.amount)})" if words else "")
    tone = "bad" if condition.key in BAD else "good" if condition.key in GOOD else "warn"
    return Tag(condition.key, label, f"condition.{condition.key}", UNTIL[condition.key], tone)


def _items(state: DragonpactState, unit: Unit, own: bool) -> Iterator[Item]:
    """One's own gear; others show what they hold and wear."""
    for thing in unit.gear:
        if thing.quantity and (own or thing.slot != "pack"):
            yield _item(state, thing, own)


def _item(state: DragonpactState, thing: Gear, own: bool) -> Item:
    name = gear_name(state.rules, thing.item)
    label = f"{name} x{thing.quantity}" if thing.quantity > 1 else name
    coat = (Tag("coat", f"poison, potency {thing.coat}", "action.item"),) if own and thing.coat is not None else ()
    return Item(thing.id, label, PLACES.get(thing.slot, f"worn, {thing.slot}"), coat)


def _links(state: DragonpactState, known: dict[str, Unit]) -> Iterator[Link]:
    for unit in known.values():
        grip = unit.condition("grappled")
        if grip and grip.by in known:
            yield Link(grip.by, unit.id, "grapple", "holds")


def _ground(state: DragonpactState) -> Iterator[Item]:
    for thing in state.ground:
        name = gear_name(state.rules, thing.item)
        label = f"{name} x{thing.quantity}" if thing.quantity > 1 else name
        yield Item(thing.id, label, f"{thing.at[0]},{thing.at[1]}")
