"""The map as one viewer sees it: squares, tokens, who is where, and the moves that an open decision offers on it.

Everything here is made from a ``Table`` (what the viewer may know) and from decisions that are the viewer's own: a
token that he may not know of is in none of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from encounters import engine
from encounters.models import Encounter
from encounters.projection import WORDS, Bar, Card, Table
from encounters.stages import Asked
from rhean.rules.maps import FACING_LABELS, FACINGS, PAINT, PLACE, distance
from rhean.rules.prompts import Choice, Cost, Option, Parameter
from rhean.rules.view import CombatantView, MapView

CELL = 20
"""Units of the drawing in a space."""

RADII = {"tiny": 5.0, "small": 6.5, "large": 9.2, "huge": 9.8}
USUAL_RADIUS = 8.0
SHAPES = ("circle", "square", "diamond", "hexagon")
"""How the tokens of the first, second ... side look: a side is told by its shape as well as by its colour."""

LAYERS = {
    "rough": "difficult ground",
    "water": "water",
    "dim": "dim light",
    "dark": "darkness",
    "cover": "cover",
    "wall": "wall",
}
"""What is drawn of the spaces, from below to above; bright light is the plain ground."""

DENSE = 24
"""A larger map has a number on every fifth row and column only."""

Space = tuple[int, int]


@dataclass(frozen=True)
class Layer:
    """All spaces of one kind as a single path."""

    kind: str
    label: str
    path: str
    spaces: int


@dataclass(frozen=True)
class Token:
    """Somebody on the map."""

    id: str
    name: str
    mark: str
    side: str
    number: int
    shape: str
    at: Space | None
    radius: float = USUAL_RADIUS
    facing: str = ""
    mine: bool = False
    active: bool = False
    down: bool = False
    concealed: bool = False
    movable: bool = False
    stop: bool = False
    health: str = ""
    share: int | None = None
    rings: tuple[tuple[str, str, int], ...] = ()

    @property
    def centre(self) -> str:
        """Where it is drawn."""
        x, y = self.at or (0, 0)
        return f"{x * CELL + CELL // 2} {y * CELL + CELL // 2}"

    @property
    def radius_twice(self) -> float:
        """How wide it is drawn."""
        return 2 * self.radius

    @property
    def outline(self) -> str:
        """The path of a diamond or a hexagon."""
        far, half = round(1.2 * self.radius, 1), round(self.radius / 2, 1)
        if self.shape == "diamond":
            return f"M0 -{far}L{far} 0L0 {far}L-{far} 0z"
        wide = round(self.radius * 1.08, 1)
        return f"M-{half} -{self.radius}h{2 * half}L{wide} 0L{half} {self.radius}h-{2 * half}L-{wide} 0z"

    @property
    def angle(self) -> int | None:
        """How far it is turned from looking up, in degrees."""
        return FACINGS.index(self.facing) * 45 if self.facing in FACINGS else None

    @property
    def words(self) -> str:
        """All that the token shows, in words."""
        parts = [self.name, self.side]
        if self.at is not None:
            parts.append(f"at {self.at[0]},{self.at[1]}")
        if self.facing in FACINGS:
            parts.append(f"faces {FACING_LABELS[FACINGS.index(self.facing)]}")
        marks = {"down": self.down, "hidden": self.concealed, "yours": self.mine, "to act": self.active}
        return ", ".join([*parts, self.health, *(word for word, holds in marks.items() if holds)]).replace(", ,", ",")

    @property
    def bar(self) -> float:
        """How long the line of its health is."""
        return round(16 * (self.share or 0) / 100, 1)

    @property
    def rings_json(self) -> str:
        """Its reach and ranges for the script."""
        return json.dumps(self.rings)


@dataclass(frozen=True)
class Way:
    """An option of an open decision that asks for a path or a space, with every end that is offered."""

    asked: Asked
    option: Option
    parameter: Parameter
    fixed: tuple[tuple[str, str], ...]
    whole: bool

    @property
    def who(self) -> str:
        """Whose token it moves."""
        return self.asked.who

    @property
    def costs(self) -> tuple[Cost, ...]:
        """What it takes besides what the price of each end says."""
        notes = " ".join(choice.note for choice in self.parameter.choices).lower()
        return tuple(cost for cost in self.option.costs if cost.pool not in notes)

    @property
    def ends(self) -> str:
        """Space -> the path to it and its price, for the script."""
        return json.dumps({choice.label: [choice.value, choice.note] for choice in self.parameter.choices})

    @property
    def id(self) -> str:
        """An id on the page."""
        return re.sub(r"\W", "-", f"way-{self.who}-{self.option.key}-{self.parameter.key}")


@dataclass(frozen=True)
class Hand:
    """Something that the GM does on the map by hand: the form's address and the names of its fields."""

    url: str
    fixed: tuple[tuple[str, str], ...]
    first: str
    spaces: str
    choices: tuple[Choice, ...] = ()
    turn: str = ""
    facings: tuple[Choice, ...] = ()
    target: str = "#table"


@dataclass(frozen=True)
class Whereabouts:
    """A row of the list of who is where."""

    token: Token
    far: str


PAD = (
    ("nw", "Up left", "↖"),
    ("n", "Up", "↑"),
    ("ne", "Up right", "↗"),
    ("w", "Left", "←"),
    ("", "Where it stands", "•"),
    ("e", "Right", "→"),
    ("sw", "Down left", "↙"),
    ("s", "Down", "↓"),
    ("se", "Down right", "↘"),
)
"""The buttons of the eight ways, as they lie."""


@dataclass(frozen=True)
class Board:
    """The whole map."""

    view: MapView
    layers: tuple[Layer, ...]
    tokens: tuple[Token, ...]
    where: tuple[Whereabouts, ...]
    origin: Token | None = None
    ways: tuple[Way, ...] = ()
    place: Hand | None = None
    paint: Hand | None = None
    background: str = ""

    @property
    def pad(self) -> tuple[tuple[str, str, str], ...]:
        """The buttons of the eight ways."""
        return PAD

    @property
    def width(self) -> int:
        """Units from side to side."""
        return self.view.width * CELL

    @property
    def height(self) -> int:
        """Units from top to bottom."""
        return self.view.height * CELL

    @property
    def columns(self) -> list[tuple[int, int]]:
        """Numbers along the top, with where they stand."""
        return _numbers(self.view.width)

    @property
    def rows(self) -> list[tuple[int, int]]:
        """Numbers down the side."""
        return _numbers(self.view.height)

    @property
    def placed(self) -> tuple[Token, ...]:
        """Those who stand on it; the viewer's own and those who lie are drawn so that they hide nobody."""
        there = [token for token in self.tokens if token.at is not None]
        return tuple(sorted(there, key=lambda token: (not token.down, token.mine, token.active)))

    @property
    def sides(self) -> list[tuple[str, str, int]]:
        """Side, shape and number of each side, for the legend."""
        return list(dict.fromkeys((token.side, token.shape, token.number) for token in self.tokens))


def _numbers(many: int) -> list[tuple[int, int]]:
    step = 1 if many <= DENSE else 5
    return [(number, number * CELL + CELL // 2) for number in range(0, many, step)]


# -- making it --------------------------------------------------------------------------------------------------


def board_for(encounter: Encounter, table: Table, decisions: Sequence[Asked] = (), *, url: str = "") -> Board | None:
    """The map of a table, if there is one. ``url`` is where a GM's hand on it is sent; empty for all others."""
    if table.map is None:
        return None
    hands = _hands(encounter, url) if url and encounter.is_running else {}
    movable = {one.who for one in decisions}
    tokens = tuple(
        replace(
            token, movable=bool(hands) or token.id in movable, stop=token.mine or token.active or token.id in movable
        )
        for token in tokens_of(table)
    )
    board = board_of(table.map, tokens)
    return replace(
        board,
        ways=tuple(sorted(ways_of(decisions), key=lambda way: sum(cost.amount for cost in way.option.costs))),
        place=hands.get(PLACE),
        paint=hands.get(PAINT),
        background=background_of(encounter),
    )


def background_of(encounter: Encounter) -> str:
    """The name of the picture under the map, empty for none."""
    return str(encounter.background.name).rpartition("/")[2].removesuffix(".webp") if encounter.background else ""


def board_of(view: MapView, tokens: tuple[Token, ...]) -> Board:
    """Squares and tokens, with the distances of all from the one that is looked from."""
    origin = next(
        (one for wanted in ("stop", "mine") for one in tokens if getattr(one, wanted) and one.at is not None), None
    )
    layers = tuple(
        Layer(kind, label, outline(view.spaces[kind]), len(view.spaces[kind]))
        for kind, label in LAYERS.items()
        if view.spaces.get(kind)
    )
    where = tuple(Whereabouts(token, _far(view, origin, token)) for token in tokens)
    return Board(view, layers, tokens, where, origin)


def _far(view: MapView, origin: Token | None, token: Token) -> str:
    if token.at is None:
        return "not on the map"
    if origin is None or origin.at is None or origin.id == token.id:
        return ""
    return f"{distance(view, origin.at, token.at)} {view.unit} from {origin.name}"


def outline(spaces: Iterable[Space]) -> str:
    """Spaces as one path: each run along a row is a rectangle.

    >>> outline([(0, 0), (1, 0), (3, 1)])
    'M0 0h40v20h-40zM60 20h20v20h-20z'
    """
    parts = []
    for row, in_row in groupby(sorted(spaces, key=lambda space: (space[1], space[0])), key=lambda space: space[1]):
        for _, run in groupby(enumerate(x for x, _ in in_row), key=lambda pair: pair[1] - pair[0]):
            columns = [x for _, x in run]
            wide = len(columns) * CELL
            parts.append(f"M{columns[0] * CELL} {row * CELL}h{wide}v{CELL}h-{wide}z")
    return "".join(parts)


def tokens_of(table: Table) -> tuple[Token, ...]:
    """Everybody whom the viewer knows."""
    sides = list(dict.fromkeys(card.side for card in table.cards))
    active = {place.id for place in table.order if place.active}
    return tuple(_token(card, sides.index(card.side), card.id in active) for card in table.cards)


def _token(card: Card, side: int, active: bool) -> Token:
    place: CombatantView = card.place
    words, share = _health(card.bars[0]) if card.bars else ("", None)
    return Token(
        id=card.id,
        name=card.name,
        mark=mark_of(card.name),
        side=card.side,
        number=side % len(SHAPES),
        shape=SHAPES[side % len(SHAPES)],
        at=place.at,
        radius=RADII.get(place.size, USUAL_RADIUS),
        facing=place.facing,
        mine=card.mine,
        active=active,
        down=card.down,
        concealed=card.concealed,
        health=words,
        share=share,
        rings=tuple((ring.kind, ring.label, ring.spaces) for ring in place.rings),
    )


def _health(bar: Bar) -> tuple[str, int | None]:
    """The first pool in words, and as a share of a hundred: no more than the viewer may know."""
    if bar.kind == "number":
        return f"{bar.label} {bar.current} of {bar.maximum}", 100 * max(bar.current, 0) // max(bar.maximum, 1)
    if bar.kind == "bar":
        return f"{bar.label} {bar.current} of 4 quarters", 25 * bar.current
    return bar.word, next((most for most, word in WORDS if word == bar.word), None)


def mark_of(name: str) -> str:
    """Two letters that stand for a name: of its first and of its last word, which tells those of a kind apart.

    >>> mark_of("Goblin Moss"), mark_of("Gutter goblin Holly"), mark_of("Grog"), mark_of("\U0001f409")
    ('GM', 'GH', 'Gr', '\U0001f409')
    """
    words = name.split()
    return (words[0][0] + words[-1][0]).upper() if len(words) > 1 else name[:2]


# -- moving -----------------------------------------------------------------------------------------------------


def ways_of(decisions: Iterable[Asked]) -> Iterable[Way]:
    """Every option that is open and asks for a path or a space out of some."""
    for asked in decisions:
        for option in asked.available:
            for parameter in option.parameters:
                if parameter.kind in ("path", "space") and parameter.choices:
                    yield _way(asked, option, parameter)


def _way(asked: Asked, option: Option, parameter: Parameter) -> Way:
    others = [other for other in option.parameters if other.required and other.key != parameter.key]
    fixed = tuple((other.key, str(other.default)) for other in others if other.default is not None)
    return Way(asked, option, parameter, fixed, len(fixed) == len(others))


def _hands(encounter: Encounter, url: str) -> Mapping[str, Hand]:
    """What a GM may do by hand on the map now, out of the system's overrides."""
    options = engine.system_for(encounter).overrides(engine.state_of(encounter))
    return {
        option.key: hand_of(option.parameters, url, (("option", option.key),), "with-")
        for option in options
        if option.key in (PLACE, PAINT)
    }


def hand_of(
    parameters: Sequence[Parameter], url: str, fixed: tuple[tuple[str, str], ...], prefix: str, target: str = "#table"
) -> Hand:
    """A form for the map: its first choice, its spaces, and a second choice (the facing) where there is one."""
    choices = [one for one in parameters if one.kind == "choice"]
    spaces = next(one for one in parameters if one.kind in ("path", "space"))
    second = choices[1] if len(choices) > 1 else None
    return Hand(
        url=url,
        fixed=fixed,
        first=f"{prefix}{choices[0].key}",
        spaces=f"{prefix}{spaces.key}",
        choices=choices[0].choices,
        turn=f"{prefix}{second.key}" if second else "",
        facings=second.choices if second else (),
        target=target,
    )
