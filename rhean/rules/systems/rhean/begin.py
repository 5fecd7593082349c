"""How a fight begins: sheets read, gear copied, everybody put in place; and how reinforcements join it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rhean.rules import maps
from rhean.rules.errors import BadDocument, BadSetup
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import COMBATANTS, Field, Library
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean import boards, conditions, derived, gear, reach
from rhean.rules.systems.rhean.entries import POOLS, Weapon
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.sheet import Carried as SheetWeapon
from rhean.rules.systems.rhean.sheet import Sheet, read_sheet
from rhean.rules.systems.rhean.state import (
    DEFAULT_HIDING,
    Bearing,
    Bond,
    Carried,
    Condition,
    Fighter,
    Fixed,
    Profile,
    Quadrant,
    RheanState,
    Stock,
    Thing,
    Wielded,
    Zone,
)

GRADES = (("", "no"), ("light", "lightly"), ("moderate", "moderately"), ("heavy", "heavily"))

ENTRANT_FIELDS = (
    Field("aware", "Aware of the foe", "flag", default=True),
    Field("reacted", "Has reacted already", "flag", default=False, help="Else a Reaction roll is asked first."),
    Field("surprised", "Taken by surprise", "flag", default=False),
    Field("hidden", "Hidden", "flag", default=False),
    Field("hiding", "Hiding total", "integer", default=DEFAULT_HIDING, minimum=2, maximum=99),
    Field("asleep", "Asleep", "flag", default=False),
    Field("was_asleep", "Just woken", "flag", default=False),
    Field("intoxicated", "Intoxicated", "choice", default="", choices=GRADES),
    Field("distracted", "Distracted", "choice", default="", choices=GRADES),
    Field("mounted", "Mounted", "flag", default=False),
    Field("prone", "On the ground", "flag", default=False),
    maps.AT,
    maps.FACING,
    *(Field(key, key.capitalize(), "integer", default=None, minimum=0, maximum=999) for key in POOLS),
)
"""What may be said of a combatant when he enters."""

ZONES = (("near", "near"), ("far", "far"), ("engaged", "engaged"))
SIDES = (("front", "front"), ("left", "left"), ("right", "right"), ("rear", "rear"))

SCENE_FIELDS = (
    maps.MAP,
    Field(
        "pairs",
        "How enemies stand",
        "rows",
        default=[],
        columns=(
            Field("a", "One", "choice", library=COMBATANTS),
            Field("b", "The other", "choice", library=COMBATANTS),
            Field("zone", "Apart or engaged", "choice", default="near", choices=ZONES),
            Field("distance", "Distance in Reach points", "integer", minimum=0, maximum=20),
            Field("feet", "Feet", "integer", minimum=0, maximum=5000),
        ),
    ),
    Field(
        "bearings",
        "From where attacks come",
        "rows",
        default=[],
        columns=(
            Field("of", "Defender", "choice", library=COMBATANTS),
            Field("from", "Attacker", "choice", library=COMBATANTS),
            Field("quadrant", "Side", "choice", default="front", choices=SIDES),
            Field("aware", "Aware of what is behind", "flag", default=False),
            Field("cover", "Cover in per cent", "integer", default=0, minimum=0, maximum=300),
        ),
    ),
    Field("ground", "Lying on the ground", "rows", default=[], columns=(Field("item", "Thing", "text"),)),
)
"""What may be said of the place."""

COMBAT_SKILLS = (
    "evade",
    "shield",
    "two_weapon",
    "combat_reflexes",
    "concentration",
    "endurance",
    "ride",
    "jumping",
    "hide_and_sneak",
    "throwing",
    "throwing_parry",
    "brawling",
    "brawling_parry",
    "fisticuffs",
    "wrestling",
    "first_aid",
    "armor_light",
    "armor_medium",
    "armor_heavy",
)
"""Skills that a fight may ask of anybody."""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a combatant enters (see ``ENTRANT_FIELDS``)."""

    aware: bool = True
    reacted: bool = False
    surprised: bool = False
    hidden: bool = False
    hiding: int = DEFAULT_HIDING
    asleep: bool = False
    was_asleep: bool = False
    intoxicated: str = ""
    distracted: str = ""
    mounted: bool = False
    prone: bool = False
    at: tuple[int, int] | str | None = None
    facing: str = ""
    hits: int | None = None
    stamina: int | None = None
    stability: int | None = None
    ka: int | None = None
    conditions: tuple[str, ...] = ()


class PairRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the scene's pairs."""

    a: str
    b: str
    zone: Zone | None = None
    distance: int | None = None
    feet: int | None = None


class BearingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the scene's bearings."""

    of: str
    from_: str = msgspec.field(name="from")
    quadrant: Quadrant = "front"
    aware: bool = False
    cover: int = 0


class ThingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing on the ground."""

    item: str


class SceneRows(msgspec.Struct, frozen=True):
    """The scene of a setup."""

    pairs: tuple[PairRow, ...] = ()
    bearings: tuple[BearingRow, ...] = ()
    ground: tuple[ThingRow, ...] = ()
    map: dict[str, Any] | None = None


class Newcomer(msgspec.Struct, frozen=True):
    """A combatant with all that he needs, so that no library is asked again."""

    id: str
    sheet: Sheet
    side: str
    owner: str
    start: Start = Start()


def begin(setup: Setup, library: Library, rulings: Rulings) -> RheanState:
    """The state before anything happened; raises ``BadSetup`` or ``BadSheet``."""
    newcomers = tuple(newcomer(entrant, library) for entrant in setup.entrants)
    ids = [one.id for one in newcomers]
    if len(set(ids)) != len(ids):
        raise BadSetup("two combatants have the same id")
    scene = _convert(setup.scene, SceneRows, "scene")
    sheets = [one.sheet for one in newcomers]
    stock = stock_for(sheets, library, [row.item for row in scene.ground])
    fixed = Fixed(rulings, stock, {one.id: profile(one.sheet, rulings) for one in newcomers})
    fighters = tuple(fighter(one, fixed) for one in newcomers)
    fight = Fight(RheanState(fixed, fighters))
    boards.set_board(fight, scene.map, {one.id: (one.start.at, one.start.facing) for one in newcomers})
    _set_scene(fight, scene)
    for who in fight.fighters:
        conditions.settle_pools(fight, who)
    return fight.close()


def newcomer(entrant: Entrant, library: Library) -> Newcomer:
    """A combatant read from what the encounter's setup says."""
    plain = bool(entrant.id) and not any(letter.isspace() or letter in "{}," for letter in entrant.id)
    if not plain or entrant.id in ("gm", "all", "none") or not entrant.side:
        raise BadSetup(f"a combatant needs a side and an id in one word: {entrant.id!r}")
    start = _convert(entrant.start, Start, f"{entrant.id}: start")
    unknown = [key for key in start.conditions if key not in conditions.KEYS]
    if unknown:
        raise BadSetup(f"{entrant.id}: no condition {unknown[0]}")
    for grade in (start.intoxicated, start.distracted):
        if grade not in dict(GRADES):
            raise BadSetup(f"{entrant.id}: no such {grade}")
    return Newcomer(entrant.id, read_sheet(entrant.sheet, library), entrant.side, entrant.owner, start)


def _convert(data: Any, kind: Any, place: str) -> Any:
    """Plain data in its proper shape; raises ``BadSetup`` naming the place."""
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetup(f"{place}: {error}") from error


# -- the fixed part ---------------------------------------------------------------------------------------------


def profile(sheet: Sheet, rulings: Rulings) -> Profile:
    """A sheet with the figures worked out from it; its weapons are kept with the combatant."""
    return Profile(
        sheet=replace(sheet, weapons=()),
        maxima=derived.maxima(sheet, rulings),
        initiative=derived.initiative(sheet, rulings).total,
        movement=derived.movement(sheet, rulings).total,
        shortfall=derived.shortfall(sheet, rulings),
    )


def stock_for(sheets: Iterable[Sheet], library: Library, ground: Iterable[str] = ()) -> Stock:
    """Copies of all library entries that these sheets and things need in a fight."""
    sheets = tuple(sheets)
    carried = {kind_of(one): make_of(one) for sheet in sheets for one in sheet.weapons}
    plain = {key: library.get("weapons", key) for key in ("fist", "improvised", *ground)}
    weapons = {**{key: make for key, make in plain.items() if make is not None}, **carried}
    skills = {*COMBAT_SKILLS, *(make.skill for make in weapons.values())}
    skills |= {other for make in weapons.values() for other in make.others}
    known = {key: library.get("skills", key) for key in skills}
    pairs = {skill.parried_by for skill in known.values() if skill is not None and skill.parried_by}
    known.update({key: library.get("skills", key) for key in pairs})
    return Stock(
        weapons=weapons,
        shields={sheet.shield.key: sheet.shield for sheet in sheets if sheet.shield},
        armour={sheet.armour.key: sheet.armour for sheet in sheets if sheet.armour},
        skills={key: skill for key, skill in known.items() if skill is not None},
        unlocks=dict(library.all("unlocks")),
        missile_ranks=dict(library.all("missile_ranks")),
        tricks=dict(library.all("tricks")),
    )


def kind_of(carried: SheetWeapon) -> str:
    """The key of a weapon in the stock; one that does other damage in these hands is a kind of its own."""
    dice = carried.damage
    if dice == carried.weapon.roll:
        return carried.weapon.key
    return f"{carried.weapon.key}@{dice.count}d{dice.sides}{dice.constant:+d}"


def make_of(carried: SheetWeapon) -> Weapon:
    """The weapon with the damage that it does in these hands."""
    dice = carried.damage
    constant = f"{dice.constant:+d}" if dice.constant else ""
    return replace(carried.weapon, damage=f"{dice.count}d{dice.sides}{constant}")


# -- the combatants ---------------------------------------------------------------------------------------------


def fighter(one: Newcomer, fixed: Fixed) -> Fighter:
    """A combatant as he enters."""
    maxima, start, sheet = fixed.profiles[one.id].maxima, one.start, one.sheet
    present = derived.present(sheet, fixed.rulings)
    asleep = start.asleep or "asleep" in sheet.conditions
    wanted = {"hits": start.hits, "stamina": start.stamina, "stability": start.stability, "ka": start.ka}
    pool = {key: present[key] if value is None else max(0, min(value, maxima[key])) for key, value in wanted.items()}
    return Fighter(
        id=one.id,
        side=one.side,
        owner=one.owner,
        hits=pool["hits"],
        stamina=pool["stamina"],
        stability=pool["stability"],
        ka=pool["ka"],
        weapons=_weapons(sheet, fixed),
        shield=_shield(sheet),
        conditions=_conditions(start, sheet),
        aware=start.aware and not asleep,
        reacted=start.reacted and start.aware and not asleep,
        surprised=start.surprised,
        asleep=asleep,
        was_asleep=start.was_asleep,
        intoxicated=start.intoxicated,
        distracted=start.distracted,
    )


def _weapons(sheet: Sheet, fixed: Fixed) -> tuple[Wielded, ...]:
    """The weapons of a sheet, each with an id of its own."""
    found: list[Wielded] = []
    for number, carried in enumerate(sheet.weapons):
        ident = gear.apart(carried.weapon.key, {wielded.id for wielded in found})
        hand = "natural" if carried.hand == "body" else carried.hand
        plain = {"id": ident, "kind": kind_of(carried), "hand": hand, "loaded": carried.loaded}
        by_hand = derived.weapon_deltas(sheet, number, fixed.stock.skills, fixed.rulings)
        found.append(msgspec.convert({**plain, "by_hand": by_hand}, Wielded))
    return tuple(found)


def _shield(sheet: Sheet) -> Carried | None:
    """The shield on the arm, with the Durability that is left of it."""
    if sheet.shield is None:
        return None
    left = sheet.shield.durability if sheet.shield_left is None else sheet.shield_left
    return Carried(sheet.shield.key, sheet.shield_arm, min(left, sheet.shield.durability))


def _conditions(start: Start, sheet: Sheet) -> tuple[Condition, ...]:
    """The conditions with which somebody enters: those of the setup and of the sheet."""
    keys = dict.fromkeys((*start.conditions, *(key for key in sheet.conditions if key != "asleep")))
    for key in ("mounted", "prone"):
        if getattr(start, key):
            keys[key] = None
    found = [Condition(key) for key in keys if key != "hidden"]
    if start.hidden or "hidden" in keys:
        found.append(Condition("hidden", total=start.hiding))
    return tuple(found)


def _set_scene(fight: Fight, scene: SceneRows) -> None:
    """Pairs, bearings and the things on the ground."""
    for row in scene.pairs:
        _check_ids(fight, row.a, row.b)
        zone: Zone = row.zone or ("near" if row.distance is None else "engaged")
        reach.set_bond(fight, row.a, row.b, Bond(zone, row.distance or 0, row.feet))
    for bearing in scene.bearings:
        _check_ids(fight, bearing.of, bearing.from_)
        reach.set_bearing(fight, bearing.from_, bearing.of, Bearing(bearing.quadrant, bearing.aware, bearing.cover))
    weapons = fight.fixed.stock.weapons
    fight.ground = tuple(Thing(row.item, row.item if row.item in weapons else "") for row in scene.ground)


def _check_ids(fight: Fight, *ids: str) -> None:
    for who in ids:
        if who not in fight.fighters:
            raise BadSetup(f"no combatant {who}")


# -- reinforcements ---------------------------------------------------------------------------------------------


class Reinforcement(msgspec.Struct, frozen=True):
    """What the command ``enter`` carries."""

    newcomers: tuple[Newcomer, ...]
    stock: Stock


def reinforcement(state: RheanState, entrants: Iterable[Entrant], library: Library) -> Mapping[str, Any]:
    """The parameters of ``enter`` for these entrants; raises ``BadSetup`` or ``BadSheet``."""
    newcomers = tuple(newcomer(entrant, library) for entrant in entrants)
    taken = {known.id for known in state.fighters}
    for one in newcomers:
        if one.id in taken:
            raise BadSetup(f"{one.id} is in the fight already")
        taken.add(one.id)
    found = Reinforcement(newcomers, stock_for([one.sheet for one in newcomers], library))
    document: dict[str, Any] = msgspec.to_builtins(found)
    return document


def read_reinforcement(params: Mapping[str, Any]) -> Reinforcement:
    """What an ``enter`` brings; raises ``BadDocument``."""
    try:
        return msgspec.convert(dict(params), Reinforcement)
    except msgspec.ValidationError as error:
        raise BadDocument(f"not a reinforcement: {error}") from error


def join(fight: Fight, reinforcement_: Reinforcement) -> tuple[str, ...]:
    """Newcomers enter the running fight; who has to react does so at the next round's opening."""
    fixed = fight.fixed
    stock = _merged(fixed.stock, reinforcement_.stock)
    profiles = {one.id: profile(one.sheet, fixed.rulings) for one in reinforcement_.newcomers}
    fight.fixed = Fixed(fixed.rulings, stock, {**fixed.profiles, **profiles})
    for one in reinforcement_.newcomers:
        fight.fighters[one.id] = fighter(one, fight.fixed)
    boards.enter(fight, {one.id: (one.start.at, one.start.facing) for one in reinforcement_.newcomers})
    return tuple(one.id for one in reinforcement_.newcomers)


def _merged(old: Stock, new: Stock) -> Stock:
    """Both stocks; what is known already stays as it is."""
    return Stock(**{key: {**getattr(new, key), **getattr(old, key)} for key in Stock.__struct_fields__})


def refigure(fight: Fight, rulings: Rulings) -> None:
    """Other rulings: every figure that follows from them is worked out anew, pools are cut to their new maxima."""
    profiles = {who: profile(known.sheet, rulings) for who, known in fight.fixed.profiles.items()}
    fight.fixed = Fixed(rulings, fight.fixed.stock, profiles)
    for known in fight:
        maxima = profiles[known.id].maxima
        fight.change(known.id, **{pool: min(known.pool(pool), maxima[pool]) for pool in POOLS})
