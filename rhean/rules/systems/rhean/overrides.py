"""What the GM sets by hand: commands like any other, so that each is logged, undone and replayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import BadDocument, BadRuling
from rhean.rules.events import GM_ONLY, Audience
from rhean.rules.systems.rhean import (
    begin,
    boards,
    conditions,
    facts,
    forcing,
    gear,
    order,
    places,
    reach,
    rounds,
)
from rhean.rules.systems.rhean.entries import POOLS
from rhean.rules.systems.rhean.fight import Fight, refuse
from rhean.rules.systems.rhean.intake import combatant, flag, no_such, one_of, several, text, whole
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import QUADRANTS, Allowance, Bearing, Bond, Zone

Params = Mapping[str, Any]
UNTIL = ("", "phase", "next_phase", "round", "next_round")
ROLLS = ("reaction", "attack", "defence", "check")
WEAPON_STATES = ("normal", "set", "bound", "reset", "extended", "reduced", "loaded", "unloaded", "sheathed", "ground")
IN_PHASE = ("declare", "held", "defend")
MAX_MODIFIER = 50
MAX_FEET = 5000
MAX_DISTANCE = 20
MAX_COVER = 300


def override(fight: Fight, command: Command) -> None:
    """One override, named by ``do``."""
    do = text(command.params.get("do", ""))
    if do not in OVERRIDES:
        raise no_such(do)
    known, act = OVERRIDES[do]
    for key in command.params:
        if key != "do" and key not in known:
            raise refuse("unknown", f"no such parameter {text(key)}")
    act(fight, command.params)


def _target(fight: Fight, params: Params, key: str = "target") -> str:
    """The combatant that the override is about."""
    if not params.get(key):
        raise refuse("target", "no target")
    return combatant(fight, params[key])


def _tell(fight: Fight, what: str, words: str, *about: str, audience: Audience | None = None) -> None:
    """What was set by hand, as an event."""
    fight.tell(facts.Overridden(what, words, about), audience)


# -- pools and conditions ---------------------------------------------------------------------------------------


def _set_pool(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    pool = one_of(params.get("pool", ""), POOLS)
    value = whole(params.get("value", ""), 0, fight.profile(who).maxima[pool])
    before = fight[who].pool(pool)
    fight.change(who, **{pool: value})
    fight.tell(facts.Pool(who, pool, before, value))
    conditions.rise(fight, who, pool)
    if fight.segment not in IN_PHASE:
        conditions.settle_pools(fight, who)
    _after(fight)


def _add(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    key = one_of(params.get("key", ""), conditions.KEYS)
    until = one_of(params.get("until", ""), UNTIL)
    if fight[who].has("dead"):
        raise refuse("target", "{0} is dead", who)
    ends: dict[str, dict[str, int]] = {
        "phase": {"until": fight.tick},
        "next_phase": {"until": fight.tick + 1},
        "round": {"until_round": fight.round},
        "next_round": {"until_round": fight.round + 1},
    }
    conditions.gain(fight, who, key, **ends.get(until, {}))
    _after(fight)


def _end(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    key = one_of(params.get("key", ""), (*conditions.KEYS, "hold"))
    if key == "hold":
        if fight[who].hold is None:
            raise refuse("closed", "holds nothing")
        conditions.end_hold(fight, who, "is ended by the GM")
    elif not fight[who].has(key):
        raise refuse("closed", f"is not {key.replace('_', ' ')}")
    else:
        conditions.lose(fight, who, key)
    _after(fight)


def _tend(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    dying = fight[who].condition("dying")
    if dying is None or dying.tended:
        raise refuse("closed", "is not dying" if dying is None else "is tended already")
    conditions.change(fight, who, "dying", tended=True)
    _tell(fight, "tend", "{0} is tended and dies no longer", who)


def _weapon(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    found = gear.find(fight[who], text(params.get("weapon", "")))
    if found is None or found is gear.FIST:
        raise refuse("unknown", f"has no {text(params.get('weapon', ''))}")
    state = one_of(params.get("state", ""), (*WEAPON_STATES, "main", "off", "both"))
    plain: dict[str, Any] = {"set": False, "bound": False, "reset": False, "stance": 0}
    changes: dict[str, dict[str, Any]] = {
        "normal": plain,
        "extended": {"stance": 1},
        "reduced": {"stance": -1},
        "loaded": {"loaded": True, "loading": 0},
        "unloaded": {"loaded": False, "loading": 0},
    }
    hold = fight[who].hold
    if hold is not None and hold.weapon == found.id and state in ("ground", "sheathed"):
        conditions.end_hold(fight, who, "is ended by the GM")
    if state == "ground":
        gear.drop(fight, who, found.id)
    elif state in ("main", "off", "both", "sheathed"):
        gear.change(fight, who, found.id, hand=state)
    else:
        gear.change(fight, who, found.id, **changes.get(state, {state: True}))


# -- how they stand ---------------------------------------------------------------------------------------------


def _pair(fight: Fight, params: Params) -> None:
    a, b = _target(fight, params, "a"), _target(fight, params, "b")
    if not fight.are_enemies(a, b):
        raise refuse("target", "{0} is a friend", b)
    old = reach.bond(fight, a, b)
    zone: Zone = old.zone
    distance, feet = old.distance, old.feet
    if params.get("zone", "") != "":
        named = one_of(params["zone"], ("near", "far", "engaged"))
        zone = "engaged" if named == "engaged" else "far" if named == "far" else "near"
        feet = None
    if params.get("distance", "") != "":
        zone, distance, feet = "engaged", whole(params["distance"], 0, MAX_DISTANCE), None
    if params.get("feet", "") != "" and places.stand(fight, a, b) is not None:
        raise refuse("closed", "the map tells the feet: place one of them")
    if params.get("feet", "") != "":
        feet = whole(params["feet"], 0, MAX_FEET)
    reach.set_bond(fight, a, b, Bond(zone, distance if zone == "engaged" else 0, feet))
    fight.tell(facts.Pair(a, b, zone, distance if zone == "engaged" else None, feet))


def _bearing(fight: Fight, params: Params) -> tuple[str, str, Bearing]:
    of, attacker = _target(fight, params, "of"), _target(fight, params, "from")
    return of, attacker, reach.bearing(fight, attacker, of)


def _quadrant(fight: Fight, params: Params) -> None:
    of, attacker, old = _bearing(fight, params)
    value = one_of(params.get("value", ""), QUADRANTS)
    if places.stand(fight, of, attacker) is not None and value != "rear":
        raise refuse("closed", "the map tells the side: turn or place one of them")
    quadrant = next(side for side in QUADRANTS if side == value)
    new = replace(old, quadrant=quadrant, aware=flag(params.get("aware", False)))
    reach.set_bearing(fight, attacker, of, new)
    seen = ", and is seen" if new.aware and value == "rear" else ""
    _tell(fight, "quadrant", f"{{0}} has {{1}} in the {value} quadrant{seen}", of, attacker)


def _cover(fight: Fight, params: Params) -> None:
    of, attacker, old = _bearing(fight, params)
    cover = whole(params.get("value", ""), 0, MAX_COVER)
    reach.set_bearing(fight, attacker, of, replace(old, cover=cover))
    _tell(fight, "cover", f"{{0}} has {cover} % cover from {{1}}", of, attacker)


def _place(fight: Fight, params: Params) -> None:
    boards.place(fight, params)


def _paint(fight: Fight, params: Params) -> None:
    _tell(fight, "paint", boards.paint(fight, params))


# -- who knows what ---------------------------------------------------------------------------------------------


def _aware(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    if fight[who].aware:
        raise refuse("closed", "is aware already")
    rounds.wake(fight, who)
    _tell(fight, "aware", "{0} is aware now", who)
    _after(fight)


def _notice(fight: Fight, params: Params) -> None:
    who, by = _target(fight, params), _target(fight, params, "by")
    if not fight[who].has("hidden"):
        raise refuse("closed", "is not hidden")
    conditions.notice(fight, who, by)


def _reveal(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    if not fight[who].has("hidden"):
        raise refuse("closed", "is not hidden")
    conditions.reveal(fight, who)


def _hide(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    if fight[who].has("hidden", "dead"):
        raise refuse("closed", "is hidden already" if fight[who].has("hidden") else "is dead")
    conditions.gain(fight, who, "hidden")


# -- rolls and declarations -------------------------------------------------------------------------------------


def _force(fight: Fight, params: Params) -> None:
    faces = tuple(whole(face, 1, 100) for face in several_numbers(params.get("faces", "")))
    if not faces:
        raise no_such("faces")
    fight.forced = (*fight.forced, *faces)
    _tell(fight, "force", f"The next dice are fixed: {', '.join(map(str, faces))}", audience=GM_ONLY)


def several_numbers(value: Any) -> tuple[Any, ...]:
    """A list of numbers, or words separated by commas."""
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, list | tuple):
        return tuple(value)
    return several(value)


def _modifier(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    kind = one_of(params.get("for", ""), ROLLS)
    value = whole(params.get("value", ""), -MAX_MODIFIER, MAX_MODIFIER)
    fight.change(who, modifiers={**fight[who].modifiers, kind: value})
    _tell(fight, "modifier", f"{{0}} has {value:+d} on the next {kind} roll", who)


def _allow(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    tn = whole(params.get("tn", 0) or 0, 0, MAX_MODIFIER)
    fight.change(who, allowance=Allowance(tn))
    harder = f", {tn} harder" if tn else ""
    _tell(fight, "allow", f"{{0}} may do next what rank and skill forbid{harder}", who)


def _skip(fight: Fight, params: Params) -> None:
    forcing.declare_nothing(fight, _target(fight, params))


def _force_stage(fight: Fight, params: Params) -> None:
    forcing.force_stage(fight)


# -- the order --------------------------------------------------------------------------------------------------


def _initiative(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    if fight[who].turn.total is None:
        raise refuse("closed", "is not in the order")
    total = whole(params.get("value", ""), -50, 200)
    fight.turn(who, total=total)
    fight.tell(facts.Initiative(who, total))
    known = fight.in_order()
    fight.order = tuple(sorted(known, key=lambda one: fight[one].turn.total or 0))
    if fight.order != known:
        order.tell_order(fight)
    _after(fight)


def _order(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    known = [one for one in fight.in_order() if one != who]
    if len(known) == len(fight.in_order()):
        raise refuse("closed", "is not in the order")
    place = whole(params.get("place", ""), 1, len(known) + 1)
    known.insert(place - 1, who)
    fight.order = tuple(known)
    order.tell_order(fight)
    _after(fight)


# -- who takes part ---------------------------------------------------------------------------------------------


def _remove(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    if fight.segment in ("held", "defend"):
        raise refuse("closed", "let this phase be worked out first")
    fight.tell(facts.Removed(who))
    forcing.forget(fight, who)
    _after(fight)


def _owner(fight: Fight, params: Params) -> None:
    who = _target(fight, params)
    owner = text(params.get("owner", ""))
    if not owner:
        raise no_such("owner")
    fight.change(who, owner=owner)
    fight.tell(facts.HandedOver(who, owner))


def hand_over(fight: Fight, command: Command) -> None:
    """The command ``hand_over`` of the contract."""
    _owner(fight, command.params)


def enter(fight: Fight, command: Command) -> None:
    """Reinforcements; they react from the next round on."""
    try:
        joined = begin.read_reinforcement(command.params)
    except BadDocument as error:
        raise refuse("unknown", str(error).replace("{", "(").replace("}", ")")) from error
    for one in joined.newcomers:
        if one.id in fight.fighters or one.id == GM_KEY:
            raise refuse("unknown", f"{text(one.id)} is in the fight already")
    for who in begin.join(fight, joined):
        fight.tell(facts.Entered(who, fight[who].side))
        conditions.settle_pools(fight, who)
    _after(fight)


def _ruling(fight: Fight, params: Params) -> None:
    key, value = text(params.get("key", "")), params.get("value")
    try:
        changed = fight.rulings.with_change(RULINGS, key, _ruled(key, value))
    except BadRuling as error:
        raise refuse("unknown", str(error).replace("{", "(").replace("}", ")")) from error
    begin.refigure(fight, changed)
    _tell(fight, "ruling", f"From now on {key} is {text(str(value))}")
    _after(fight)


def _ruled(key: str, value: Any) -> Any:
    """A ruling's value, also as words: ``true``, ``-2``, ``1,2,3``."""
    kind = next((ruling.kind for ruling in RULINGS if ruling.key == key), "")
    if not isinstance(value, str):
        return value
    if kind == "flag":
        return flag(value)
    if kind == "integer":
        return whole(value, -1000, 1000)
    if kind == "integers":
        return tuple(whole(part, -1000, 1000) for part in several(value))
    return value


def _after(fight: Fight) -> None:
    """The fight may be over or not over by that, or nobody is left to be asked."""
    if fight.segment == "reaction":
        rounds.after_reactions(fight)
    elif fight.segment in IN_PHASE:
        rounds.go_on(fight)
    else:
        rounds.settle_over(fight)


OVERRIDES: dict[str, tuple[tuple[str, ...], Callable[[Fight, Params], None]]] = {
    "set_pool": (("target", "pool", "value"), _set_pool),
    "add": (("target", "key", "until"), _add),
    "end": (("target", "key"), _end),
    "tend": (("target",), _tend),
    "weapon": (("target", "weapon", "state"), _weapon),
    "pair": (("a", "b", "zone", "distance", "feet"), _pair),
    "quadrant": (("of", "from", "value", "aware"), _quadrant),
    "cover": (("of", "from", "value"), _cover),
    "place": (("target", "at", "facing"), _place),
    "paint": (("kind", "spaces"), _paint),
    "aware": (("target",), _aware),
    "notice": (("target", "by"), _notice),
    "reveal": (("target",), _reveal),
    "hide": (("target",), _hide),
    "force": (("faces",), _force),
    "modifier": (("target", "value", "for"), _modifier),
    "allow": (("target", "tn"), _allow),
    "skip": (("target",), _skip),
    "force_stage": ((), _force_stage),
    "initiative": (("target", "value"), _initiative),
    "order": (("target", "place"), _order),
    "owner": (("target", "owner"), _owner),
    "remove": (("target",), _remove),
    "ruling": (("key", "value"), _ruling),
}
"""``do`` -> its parameters and what it does."""

COMMANDS: dict[str, Callable[[Fight, Command], None]] = {
    "override": override,
    "enter": enter,
    "hand_over": hand_over,
}
"""The GM's commands besides ``open_round`` and ``react_all``."""
