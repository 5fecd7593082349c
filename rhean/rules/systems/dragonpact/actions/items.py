"""The ability Item: drink, throw, coat, draw, swap, pick up (sections 6 and 9.3)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rhean.rules.dice import roll_all
from rhean.rules.errors import Refusal
from rhean.rules.explain import Term
from rhean.rules.grid import Space
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.actions.base import Ability, Given, able_bar, unknown
from rhean.rules.systems.dragonpact.actions.techniques import once_bar
from rhean.rules.systems.dragonpact.aim import Bar, sight_bar, stamina_bar, target_bar
from rhean.rules.systems.dragonpact.arms import dice_of, find_arm
from rhean.rules.systems.dragonpact.conditions import end, heal, wound
from rhean.rules.systems.dragonpact.damage import words
from rhean.rules.systems.dragonpact.library import Armour, Item, Shield, Weapon
from rhean.rules.systems.dragonpact.odds import wounds
from rhean.rules.systems.dragonpact.sheet import Gear, gear_id
from rhean.rules.systems.dragonpact.space import distance
from rhean.rules.systems.dragonpact.stack import set_coat, take_one
from rhean.rules.systems.dragonpact.state import ACT, DragonpactState, Lying, Unit
from rhean.rules.systems.dragonpact.values import armor, at_least, resistance, stamina_max, total
from rhean.rules.systems.dragonpact.window import thing_name
from rhean.rules.systems.dragonpact.work import Work


class Found(msgspec.Struct, frozen=True):
    """The thing that an Item names: one's own, or one on the ground, and what it is."""

    id: str
    item: str
    quantity: int
    own: Gear | None
    lying: Lying | None
    entry: Weapon | Shield | Armour | Item


def find(given: Given) -> Found:
    """One's own thing, or one on the ground; anything else is unknown."""
    key = given.wanted("item")
    own = given.unit.thing(key)
    lying = None if own else next((thing for thing in given.state.ground if thing.id == key), None)
    thing = own or lying
    entry = given.state.rules.catalogue.gear(thing.item) if thing else None
    if thing is None or entry is None:
        raise unknown(f"no such item: {key}")
    return Found(key, thing.item, thing.quantity, own, lying, entry)


def is_free(state: DragonpactState, entry: object) -> bool:
    """Whether readying costs nothing (ruling ``item_ready``)."""
    return state.rules.rulings["item_ready"] == "free" and isinstance(entry, Weapon | Shield)


def item_cost(state: DragonpactState, entry: object) -> int:
    """1 Stamina, unless readying is free."""
    return 0 if is_free(state, entry) else 1


def item_bar(given: Given) -> Bar:
    """Once a turn, own or within reach, no armour, some left, no own ammunition, Stamina, and the kind's own bars."""
    if not is_free(given.state, _peek(given)):
        bar = able_bar(given) or once_bar(given.unit, "item")
        if bar:
            return bar
    found = find(given)
    return (
        able_bar(given)
        or reach_bar(given.state, given.unit, found)
        or sort_bar(found)
        or stamina_bar(given.unit, item_cost(given.state, found.entry))
        or kind_bar(given, found)
    )


def _peek(given: Given) -> object:
    """What the named item is, or nothing if there is none."""
    key = given.wanted("item")
    thing = given.unit.thing(key) or next((thing for thing in given.state.ground if thing.id == key), None)
    return given.state.rules.catalogue.gear(thing.item) if thing else None


def reach_bar(state: DragonpactState, unit: Unit, found: Found) -> Bar:
    """A thing on the ground lies within 1 space in sight."""
    if found.lying is None or unit.at is None:
        return None
    if state.grid.distance(unit.at, found.lying.at) > 1 or not state.grid.sees(unit.at, found.lying.at):
        return Refusal("range", f"{found.entry.name} is out of reach")
    return None


def sort_bar(found: Found) -> Bar:
    """No armour, nothing that is used up, no ammunition of one's own."""
    if isinstance(found.entry, Armour):
        return Refusal("gear", "worn armour is not changed in a fight")
    if found.quantity < 1:
        return Refusal("gear", f"no {found.entry.name} left")
    if found.own and isinstance(found.entry, Item) and found.entry.sort == "ammo":
        return Refusal("gear", "ammunition is used by shooting")
    return None


def kind_bar(given: Given, found: Found) -> Bar:
    """What each kind of thing asks for."""
    if isinstance(found.entry, Weapon | Shield):
        return _ready_bar(given, found)
    if isinstance(found.entry, Item) and found.entry.sort in KIND_BARS:
        return KIND_BARS[found.entry.sort](given, found.entry)
    return None


# -- weapons and shields ------------------------------------------------------------------------------------


def hand_for(given: Given, found: Found) -> str:
    """Both hands for two-handed things, else the hand named, ``main`` by default."""
    hand = given.one_of("hand", ("main", "off"), "main")
    two = isinstance(found.entry, Weapon) and "two_handed" in found.entry.qualities
    return "both" if two else hand


def _ready_bar(given: Given, found: Found) -> Bar:
    hand_for(given, found)
    if found.own and found.own.slot != "pack":
        return Refusal("gear", f"{found.entry.name} is already in hand")
    return None


def ready(work: Work, key: str, found: Found, hand: str) -> None:
    """Takes a thing in hand; what is in that hand is put away."""
    for thing in work.unit(key).held:
        if hand == "both" or thing.slot in (hand, "both"):
            _set_slot(work, key, thing.id, "pack")
            work.tell(facts.ItemStowed(key, thing.id))
    taken = found.id
    if found.lying:
        pick_up(work, key, found.lying, hand)
    elif found.quantity > 1:
        taken = _take_from_bundle(work, key, found, hand)
    else:
        _set_slot(work, key, found.id, hand)
    work.tell(facts.ItemReadied(key, taken, hand))


def _take_from_bundle(work: Work, key: str, found: Found, hand: str) -> str:
    """One of several of a kind in hand, with an id of its own; the rest stay packed."""
    take_one(work, key, found.id)
    known = [thing.id for unit in work.state.units for thing in unit.gear] + [thing.id for thing in work.state.ground]
    taken = gear_id(key, found.item, known)
    work.set(key, gear=(*work.unit(key).gear, Gear(taken, found.item, hand)))
    return taken


def _set_slot(work: Work, key: str, thing: str, slot: str) -> None:
    gear = (msgspec.structs.replace(own, slot=slot) if own.id == thing else own for own in work.unit(key).gear)
    work.set(key, gear=tuple(gear))


def pick_up(work: Work, key: str, lying: Lying, slot: str) -> None:
    """A thing from the ground is one's own."""
    work.change(ground=tuple(thing for thing in work.state.ground if thing.id != lying.id))
    thing = Gear(lying.id, lying.item, slot, lying.quantity, lying.coat)
    work.set(key, gear=(*work.unit(key).gear, thing))


# -- what is used up ----------------------------------------------------------------------------------------


def receiver(given: Given) -> Unit:
    """Whom an item is for: oneself unless another is named."""
    return given.other() if given.text("target") else given.unit


def _receiver_bar(given: Given, item: Item) -> Bar:
    """Somebody within 1 space in view, not dead."""
    target = receiver(given)
    if target.id == given.unit.id:
        return None
    bar = target_bar(given.state, given.unit, target)
    if bar:
        return bar
    if distance(given.state, given.unit, target) > 1:
        return Refusal("range", "{0} is out of reach", (target.id,))
    return sight_bar(given.state, given.unit, target)


def _drink_bar(given: Given, item: Item) -> Bar:
    """A tonic is for somebody able."""
    bar = _receiver_bar(given, item)
    if bar is None and not receiver(given).able:
        return Refusal("target", "{0} cannot drink", (receiver(given).id,))
    return bar


def _bomb_bar(given: Given, item: Item) -> Bar:
    """A space in range and sight that is not solid."""
    space, start = given.space("at"), given.unit.at
    if space is None:
        raise unknown("at is missing")
    if start is None or not given.state.grid.inside(space):
        raise unknown(f"no such space: [{space[0]}, {space[1]}]")
    if not given.state.grid.open(space):
        return Refusal("target", "that space is solid")
    far = given.state.grid.distance(start, space)
    if far > item.range:
        return Refusal("range", f"that space is {far} spaces away; reach {item.range}")
    if not given.state.grid.sees(start, space):
        return Refusal("sight", "no line of sight to that space")
    return None


def _poison_bar(given: Given, item: Item) -> Bar:
    """A held or natural weapon."""
    weapon = given.wanted("weapon")
    if find_arm(given.state.rules, given.unit, weapon):
        return None
    thing = given.unit.thing(weapon)
    if thing is None:
        raise unknown(f"no such weapon: {weapon}")
    if isinstance(given.state.rules.catalogue.gear(thing.item), Weapon | Shield):
        return Refusal("gear", f"{thing_name(given.state, given.unit, weapon)} is not in hand")
    return Refusal("gear", f"{thing_name(given.state, given.unit, weapon)} is no weapon")


KIND_BARS: dict[str, Callable[[Given, Item], Bar]] = {
    "heal": _receiver_bar,
    "cure": _receiver_bar,
    "stamina": _drink_bar,
    "bomb": _bomb_bar,
    "poison": _poison_bar,
}


def use_item(work: Work, given: Given) -> None:
    """Pays, uses up one, and does what the kind does."""
    key, found = given.unit.id, find(given)
    if not is_free(work.state, found.entry):
        work.pay(key, 1)
        work.use(key, "item")
    if isinstance(found.entry, Weapon | Shield):
        ready(work, key, found, hand_for(given, found))
    elif isinstance(found.entry, Item) and found.entry.sort in DEEDS:
        work.tell(facts.ItemUsed(key, found.id, _use_up(work, key, found)))
        DEEDS[found.entry.sort](work, given, found.entry)
    elif found.lying:
        pick_up(work, key, found.lying, "pack")
        work.tell(facts.ItemStowed(key, found.id))
    else:
        work.tell(facts.ItemUsed(key, found.id, found.quantity))


def _use_up(work: Work, key: str, found: Found) -> int:
    """One less of it; tells how many are left."""
    if found.lying is None:
        return take_one(work, key, found.id)
    left = found.quantity - 1
    rest = tuple(thing for thing in work.state.ground if thing.id != found.id)
    work.change(ground=(*rest, msgspec.structs.replace(found.lying, quantity=left)) if left else rest)
    return left


def _heal(work: Work, given: Given, item: Item) -> None:
    heal(work, receiver(given).id, item.wounds)


def _cure(work: Work, given: Given, item: Item) -> None:
    for condition in item.ends:
        end(work, receiver(given).id, condition, item.key)


def _refresh(work: Work, given: Given, item: Item) -> None:
    unit = work.unit(receiver(given).id)
    stamina = max(unit.stamina, min(unit.stamina + item.amount, stamina_max(work.rules, unit).total))
    work.set(unit.id, stamina=stamina)
    work.tell(facts.StaminaGained(unit.id, stamina - unit.stamina, stamina))


def _coat(work: Work, given: Given, item: Item) -> None:
    set_coat(work, given.unit.id, given.text("weapon"), item.potency)
    work.tell(facts.WeaponCoated(given.unit.id, given.text("weapon"), item.potency))


def _burst(work: Work, given: Given, item: Item) -> None:
    """The dice once for all in the area, in roster order, friend or not; the thrower is no longer hidden."""
    space, element = given.space("at"), item.element or "fire"
    if space is None:
        return
    dice = dice_of(item.dice)
    faces = roll_all(work.dice, *dice)
    value = total([Term("dice", sum(faces), words(dice), "dice")])
    work.tell(facts.DamageRolled(given.unit.id, given.text("item"), faces, value))
    for unit in in_area(work.state, space, item.radius):
        _scorch(work, unit.id, value.total, element)
    end(work, given.unit.id, "hidden", "attacked")


def in_area(state: DragonpactState, space: Space, radius: int) -> list[Unit]:
    """Everybody not dead within a radius of a space and in its sight, in roster order."""
    return [
        unit
        for unit in state.units
        if unit.at is not None
        and not unit.dead
        and state.grid.distance(space, unit.at) <= radius
        and state.grid.sees(space, unit.at)
    ]


def _scorch(work: Work, key: str, damage: int, element: str) -> None:
    """Elemental damage: less Resistance, at least 0, less Armor (section 8)."""
    unit = work.unit(key)
    resist = resistance(work.rules, unit, element)
    value = at_least(armor(work.rules, unit), 0)
    left = max(0, damage - resist.total) - value.total
    number = wounds(left, work.ruling("wound_step"))
    work.tell(facts.DamageSettled(key, damage, value, left, number, element, resist))
    wound(work, key, number, "bomb")


DEEDS: dict[str, Callable[[Work, Given, Item], None]] = {
    "heal": _heal,
    "cure": _cure,
    "stamina": _refresh,
    "bomb": _burst,
    "poison": _coat,
}


ITEMS = (
    Ability(
        "item",
        "Item",
        "technique",
        ACT,
        "1, once a turn",
        ("item", "target", "at", "weapon", "hand"),
        item_bar,
        use_item,
    ),
)
