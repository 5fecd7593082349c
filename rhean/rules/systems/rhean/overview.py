"""What the GM may set by hand, as options."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.deferred import Deferred
from rhean.rules.maps import PAINT, PLACE, facing_choices, paint_parameters
from rhean.rules.prompts import Choice, Option, Parameter
from rhean.rules.systems.rhean import conditions, overrides
from rhean.rules.systems.rhean.entries import POOLS
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import QUADRANTS, RheanState
from rhean.rules.systems.rhean.wording import condition_label, pool_label, spaced

LABELS: dict[str, tuple[str, str]] = {
    "set_pool": ("Set a pool", "Pools and conditions"),
    "add": ("Add a condition", "Pools and conditions"),
    "end": ("End a condition or a held action", "Pools and conditions"),
    "tend": ("Tend a dying one", "Pools and conditions"),
    "weapon": ("Change a weapon", "Pools and conditions"),
    "pair": ("Place two enemies", "Places"),
    "quadrant": ("Set where attacks come from", "Places"),
    "cover": ("Set cover", "Places"),
    "place": ("Place on the map", "Places"),
    "paint": ("Paint the map", "Places"),
    "aware": ("Make aware", "Who knows what"),
    "notice": ("Let one notice a hidden one", "Who knows what"),
    "reveal": ("Reveal", "Who knows what"),
    "hide": ("Hide", "Who knows what"),
    "force": ("Fix the next dice", "Rolls"),
    "modifier": ("Modify the next roll", "Rolls"),
    "allow": ("Allow what rank and skill forbid", "Rolls"),
    "skip": ("Declare nothing for one", "Going on"),
    "force_stage": ("Go on without those who have not answered", "Going on"),
    "initiative": ("Correct an Initiative Total", "Order"),
    "order": ("Move in the order", "Order"),
    "owner": ("Hand over to another person", "Taking part"),
    "remove": ("Take out of the fight", "Taking part"),
    "ruling": ("Change a ruling", "Rulings"),
}


def options(state: RheanState) -> tuple[Option, ...]:
    """Every override as an option of the command ``override``."""
    fight = Fight(state)
    return tuple(
        _option(fight, do) for do in overrides.OVERRIDES if fight.board is not None or do not in (PLACE, PAINT)
    )


def _option(fight: Fight, do: str) -> Option:
    label, group = LABELS[do]
    return Option(do, label, "override", {"do": do}, group, parameters=Deferred(lambda: _parameters(fight, do)))


def _parameters(fight: Fight, do: str) -> Iterator[Parameter]:
    """What an override asks for."""
    for key in overrides.OVERRIDES[do][0]:
        if key in ("target", "a", "b", "of", "from", "by"):
            yield Parameter(key, WHO[key], "choice", _everybody(fight), required=True)
        elif do == "ruling" and key == "key":
            choices = tuple(Choice(ruling.key, ruling.label, note=ruling.text) for ruling in RULINGS)
            yield Parameter(key, "Ruling", "choice", choices, required=True)
        elif do == PAINT:
            yield next(parameter for parameter in paint_parameters() if parameter.key == key)
        else:
            yield _VALUES[do, key]


WHO = {"target": "Whom", "a": "One", "b": "The other", "of": "Whose side", "from": "Attacks of", "by": "Noticed by"}


def _everybody(fight: Fight) -> tuple[Choice, ...]:
    return tuple(Choice(fighter.id, who=fighter.id) for fighter in fight)


def _choices(values: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(value, spaced(value) or "until ended") for value in values)


def _named(values: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(value, condition_label(value)) for value in values)


_POOLS = tuple(Choice(pool, pool_label(pool)) for pool in POOLS)
_VALUES: dict[tuple[str, str], Parameter] = {
    ("set_pool", "pool"): Parameter("pool", "Pool", "choice", _POOLS, required=True),
    ("set_pool", "value"): Parameter("value", "Value", "integer", required=True, minimum=0, maximum=999),
    ("add", "key"): Parameter("key", "Condition", "choice", _named(conditions.KEYS), required=True),
    ("add", "until"): Parameter("until", "Ends with", "choice", _choices(overrides.UNTIL), default=""),
    ("end", "key"): Parameter("key", "What", "choice", _named((*conditions.KEYS, "hold")), required=True),
    ("weapon", "weapon"): Parameter("weapon", "Weapon", "text", required=True, maximum=80),
    ("weapon", "state"): Parameter(
        "state", "Is now", "choice", _choices((*overrides.WEAPON_STATES, "main", "off", "both")), required=True
    ),
    ("pair", "zone"): Parameter("zone", "Zone", "choice", _choices(("near", "far", "engaged"))),
    ("pair", "distance"): Parameter(
        "distance", "Engaged at distance", "integer", minimum=0, maximum=overrides.MAX_DISTANCE
    ),
    ("pair", "feet"): Parameter("feet", "Feet", "integer", minimum=0, maximum=overrides.MAX_FEET),
    ("quadrant", "value"): Parameter("value", "Quadrant", "choice", _choices(QUADRANTS), required=True),
    ("quadrant", "aware"): Parameter("aware", "Is seen all the same", "flag", default=False),
    ("cover", "value"): Parameter(
        "value", "Per cent", "integer", required=True, minimum=0, maximum=overrides.MAX_COVER
    ),
    ("place", "at"): Parameter("at", "Where", "space", help="Column,row."),
    ("place", "facing"): Parameter("facing", "Faces", "choice", facing_choices(), advanced=True),
    ("force", "faces"): Parameter("faces", "Faces", "text", required=True, maximum=80, help="Separated by commas."),
    ("modifier", "value"): Parameter(
        "value", "Modifier", "integer", required=True, minimum=-overrides.MAX_MODIFIER, maximum=overrides.MAX_MODIFIER
    ),
    ("modifier", "for"): Parameter("for", "On the next", "choice", _choices(overrides.ROLLS), required=True),
    ("allow", "tn"): Parameter("tn", "Harder by", "integer", default=0, minimum=0, maximum=overrides.MAX_MODIFIER),
    ("initiative", "value"): Parameter("value", "Total", "integer", required=True, minimum=-50, maximum=200),
    ("order", "place"): Parameter("place", "Place, 1 the first", "integer", required=True, minimum=1, maximum=300),
    ("owner", "owner"): Parameter("owner", "Person", "text", required=True, maximum=80),
    ("ruling", "value"): Parameter("value", "Value", "text", required=True, maximum=80),
}
