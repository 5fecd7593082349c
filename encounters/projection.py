"""An encounter as one viewer may see it: the only shapes that templates, downloads and streams receive.

``view_for`` gives the table (order, cards, who is waited for), ``asked_of`` the decisions that a viewer has to take,
``log_for`` what happened. Names are worked out at each read: whoever may not know one reads its mask, in old log
lines too. Combatants that a viewer may not know of are in none of these.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from msgspec.structs import replace

from encounters import engine
from encounters.models import Combatant, Encounter
from encounters.records import Records
from rhean.campaigns.models import Campaign
from rhean.rules.commands import GM_KEY
from rhean.rules.events import GM, Viewer
from rhean.rules.view import CombatantView, Figure, Gauge, Item, Link, MapView, OrderEntry, Scene, Tag

Health = Campaign.Health
SOMEONE = "someone"
ACTION = "action."
"""How the rule of a tag begins that tells of an action under way, in every system."""
ID = re.compile(r"\bc[0-9a-f]{10}\b")
WORDS = ((0, "down"), (25, "critical"), (50, "badly hurt"), (75, "hurt"), (99, "scratched"), (100, "unhurt"))
LEFT = ((0, "spent"), (25, "nearly spent"), (50, "half spent"), (75, "well left"), (99, "nearly full"), (100, "full"))
"""Words for the first pool, which is health, and for the others: up to so many per cent."""

NOTHING, SENT, CONFIRMED = "nothing sent", "sent, not confirmed", "confirmed"


class Names(dict[str, str]):
    """Combatant id -> the name that one viewer may know; an id that he may not know reads as "someone"."""

    def __missing__(self, key: str) -> str:
        return SOMEONE

    def get(self, key: str, default: object = None) -> str:
        """Never the id itself, whatever the caller would fall back to."""
        return self[key]


def worded(text: str, names: Mapping[str, str]) -> str:
    """A text of the rules' with the combatants' ids put as the names that the reader may know."""
    return ID.sub(lambda found: names[found.group()], text)


@dataclass(frozen=True)
class Bar:
    """A pool as a viewer may see it: a figure, a word, a bar in quarters, or nothing."""

    key: str
    label: str
    kind: str
    current: int = 0
    maximum: int = 0
    word: str = ""


@dataclass(frozen=True)
class Card:
    """A combatant on the table."""

    id: str
    name: str
    side: str
    owner: str
    mine: bool
    concealed: bool
    down: bool
    masked: bool
    bars: tuple[Bar, ...]
    tags: tuple[Tag, ...]
    figures: tuple[Figure, ...]
    items: tuple[Item, ...]
    spent: tuple[str, ...]
    declared: str
    place: CombatantView

    @property
    def says_hidden(self) -> bool:
        """Whether one of the tags says already that it is hidden."""
        return any("hidden" in tag.label.lower() for tag in self.tags)


@dataclass(frozen=True)
class Place:
    """A place in the order."""

    id: str
    name: str
    side: str
    mine: bool
    down: bool
    total: int | None
    active: bool
    done: bool
    next: bool
    note: str


@dataclass(frozen=True)
class Waiting:
    """Somebody whose decision the stage waits for, or who has taken it: ``status`` is one of three."""

    id: str
    name: str
    mine: bool
    status: str


@dataclass(frozen=True)
class Relation:
    """How two combatants stand to each other."""

    a: str
    b: str
    words: str


@dataclass(frozen=True)
class Table:
    """The whole table for one viewer."""

    code: str
    name: str
    status: str
    version: int
    stage: str
    clock: str
    segment: str
    round: int
    over: bool
    winner: str
    order: tuple[Place, ...] = ()
    cards: tuple[Card, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    relations: tuple[Relation, ...] = ()
    ground: tuple[Item, ...] = ()
    notes: tuple[str, ...] = ()
    map: MapView | None = None
    deadline: datetime | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def my_turn(self) -> bool:
        """Whether a decision of the viewer's is open."""
        return any(one.mine and one.status != CONFIRMED for one in self.waiting)

    @property
    def waited_for(self) -> tuple[Waiting, ...]:
        """Those whom the stage still waits for."""
        return tuple(one for one in self.waiting if one.status != CONFIRMED)

    @property
    def confirmed(self) -> tuple[Waiting, ...]:
        """Those who have answered in this stage."""
        return tuple(one for one in self.waiting if one.status == CONFIRMED)

    @property
    def next_is_mine(self) -> bool:
        """Whether the viewer is next in the order."""
        return any(one.next and one.mine for one in self.order)

    @property
    def my_cards(self) -> tuple[Card, ...]:
        """The viewer's own combatants."""
        return tuple(card for card in self.cards if card.mine)

    @property
    def fallen(self) -> tuple[Card, ...]:
        """The viewer's own combatants if all of them are down, else nobody."""
        return self.my_cards if all(card.down for card in self.my_cards) else ()

    @property
    def others(self) -> tuple[Card, ...]:
        """All the others."""
        return tuple(card for card in self.cards if not card.mine)

    def card(self, who: str) -> Card | None:
        """A combatant's card."""
        return next((card for card in self.cards if card.id == who), None)


def names_for(roster: Sequence[Combatant], scene: Scene, viewer: Viewer) -> Names:
    """The names that a viewer may know: of combatants that he may see, masked where they are masked."""
    seen = {one.id for one in scene.combatants}
    return Names(
        {
            one.cid: one.name_for(viewer.gm, viewer.owner is not None and one.decides == viewer.owner)
            for one in roster
            if viewer.gm or one.cid in seen
        }
    )


def view_for(encounter: Encounter, viewer: Viewer, records: Records, *, past: bool = False) -> Table:
    """The table as a viewer may see it. ``past`` is a moment that was: nothing is asked in it, and it is over only if
    the rules had ended the fight by then."""
    scene = engine.scene_of(encounter, viewer)
    over = scene.over or (encounter.status == Encounter.Status.OVER and not past)
    names = names_for(records.roster, scene, viewer)
    everything = {one.id: one for one in engine.scene_of(encounter, GM).combatants}
    friends = _friendly_sides(scene, viewer)
    masked = {one.cid for one in records.roster if one.masked}
    cards = tuple(
        _card(one, everything[one.id], names, viewer, encounter.campaign, friends, records.owners, one.id in masked)
        for one in scene.combatants
    )
    if over:
        cards = tuple(_at_rest(card) for card in cards)
    return Table(
        code=str(encounter.code),
        name=encounter.name,
        status=encounter.status,
        version=encounter.version,
        stage=encounter.stage,
        clock=scene.clock,
        segment=scene.segment,
        round=scene.round,
        over=over,
        winner=scene.winner,
        order=_order(scene.order, cards, names, over),
        cards=cards,
        waiting=() if past else _waiting(encounter, scene, cards, records),
        relations=tuple(_relation(link, names) for link in scene.links),
        ground=_items(scene.ground, names),
        notes=tuple(worded(note, names) for note in scene.notes),
        map=scene.map,
        deadline=encounter.deadline,
        names=names,
    )


def _friendly_sides(scene: Scene, viewer: Viewer) -> set[str]:
    """The sides that a viewer is on; for one who has nobody there, the sides that people play."""
    own = {one.side for one in scene.combatants if one.mine}
    return own or {one.side for one in scene.combatants if one.owner not in ("", GM_KEY)}


def _card(
    one: CombatantView,
    whole: CombatantView,
    names: Names,
    viewer: Viewer,
    campaign: Campaign,
    friends: set[str],
    owners: Mapping[str, str],
    masked: bool,
) -> Card:
    exact = viewer.gm or one.mine
    health = Health.NUMBER if exact else campaign.health_allies if one.side in friends else campaign.health_foes
    return Card(
        id=one.id,
        name=names[one.id],
        side=one.side,
        owner=owners.get(one.owner, ""),
        mine=one.mine,
        concealed=one.concealed,
        down=one.down,
        masked=masked,
        bars=_bars(one, whole, health),
        tags=_tags(one.tags, names),
        figures=one.figures,
        items=_items(one.items, names),
        spent=one.spent,
        declared=worded(one.declared, names),
        place=one,
    )


def _at_rest(card: Card) -> Card:
    """A card when the fight is over: nobody acts any more, so what was declared, used or under way is gone."""
    tags = tuple(tag for tag in card.tags if not tag.rule.startswith(ACTION))
    return dataclasses.replace(card, tags=tags, declared="", spent=())


def _tags(tags: Sequence[Tag], names: Names) -> tuple[Tag, ...]:
    return tuple(replace(tag, label=worded(tag.label, names), until=worded(tag.until, names)) for tag in tags)


def _items(items: Sequence[Item], names: Names) -> tuple[Item, ...]:
    return tuple(
        replace(item, label=worded(item.label, names), place=worded(item.place, names), tags=_tags(item.tags, names))
        for item in items
    )


def _bars(one: CombatantView, whole: CombatantView, health: str) -> tuple[Bar, ...]:
    """The pools that a viewer knows of, each from its true value in the way in which it may be shown."""
    known = {gauge.key for gauge in one.gauges}
    made = (
        _bar(gauge, health, LEFT if number else WORDS)
        for number, gauge in enumerate(whole.gauges)
        if gauge.key in known
    )
    return tuple(bar for bar in made if bar is not None)


def _bar(gauge: Gauge, health: str, words: Sequence[tuple[int, str]]) -> Bar | None:
    """A pool in the way in which it may be shown."""
    if health == Health.NOTHING:
        return None
    if health == Health.NUMBER:
        return Bar(gauge.key, gauge.label, health, gauge.current, gauge.maximum)
    share = 100 * max(gauge.current, 0) // max(gauge.maximum, 1)
    if health == Health.BAR:
        return Bar(gauge.key, gauge.label, health, -(-share // 25), 4)
    return Bar(gauge.key, gauge.label, health, word=next(word for most, word in words if share <= most))


def _order(order: Sequence[OrderEntry], cards: Sequence[Card], names: Names, over: bool) -> tuple[Place, ...]:
    """The order; when the fight is ``over`` nobody is at turn, done or next."""
    if over:
        order = tuple(replace(entry, active=False, done=False, note="") for entry in order)
    by_id = {card.id: card for card in cards}
    active = next((index for index, entry in enumerate(order) if entry.active), None)
    rest = range(len(order)) if active is None else range(active + 1, len(order))
    after = next((index for index in rest if not order[index].done and not by_id[order[index].id].down), None)
    return tuple(
        Place(
            id=entry.id,
            name=by_id[entry.id].name,
            side=by_id[entry.id].side,
            mine=by_id[entry.id].mine,
            down=by_id[entry.id].down,
            total=entry.total,
            active=entry.active,
            done=entry.done,
            next=active is not None and index == after,
            note=worded(entry.note, names),
        )
        for index, entry in enumerate(order)
    )


def _waiting(encounter: Encounter, scene: Scene, cards: Sequence[Card], records: Records) -> tuple[Waiting, ...]:
    """Whom the stage waits for, and who has answered in it, as far as the viewer may know that they exist."""
    if not encounter.is_running:
        return ()
    opened = {who: prompt for prompt, who, _ in engine.system_for(encounter).open_decisions(engine.state_of(encounter))}
    sent = {draft.cid for draft in records.drafts if opened.get(draft.cid) == draft.prompt}
    rows = []
    for card in cards:
        if card.id in scene.waits_for:
            rows.append(Waiting(card.id, card.name, card.mine, SENT if card.id in sent else NOTHING))
        elif card.id in records.answered:
            rows.append(Waiting(card.id, card.name, card.mine, CONFIRMED))
    if GM_KEY in scene.waits_for:
        rows.append(Waiting(GM_KEY, "the GM", False, NOTHING))
    return tuple(rows)


def _relation(link: Link, names: Names) -> Relation:
    distance = "" if link.distance is None else f" {link.distance}"
    return Relation(names[link.a], names[link.b], worded(f"{link.label}{distance}", names))
