"""Small words of the encounter templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.forms import BoundField
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from encounters.fields import ManyTiles, Tile, Tiles
from encounters.fragments import CSRF_MARK, pieces_shelf
from encounters.logbook import Step
from encounters.projection import Card, Place, worded
from encounters.stages import Asked
from rhean.campaigns.models import Campaign

register = template.Library()


class Row(NamedTuple):
    """A tile of a field, and whether it is chosen."""

    tile: Tile
    checked: bool
    id: str


class Rows(NamedTuple):
    """A field's tiles: those that can be chosen, those that cannot, and how many may be."""

    free: list[Row]
    refused: list[Row]
    type: str


@register.simple_tag
def posts(url: str, look: str = "", target: str = "#table") -> SafeString:
    """The attributes of a form that changes something: it works as a plain form and by htmx."""
    return format_html(
        'method="post" action="{0}{1}" hx-post="{0}{1}" hx-target="{2}" hx-swap="morph:outerHTML"', url, look, target
    )


@register.simple_tag(takes_context=True)
def log_step(context: Context, step: Step) -> SafeString:
    """A step of the log. It stays the same for all who read the same, so it is rendered once."""
    undo_url = context.get("undo_url", "") if step.undo else ""
    look = str(context.get("look", "")) if undo_url else ""
    return piece(context, "encounters/log_step.html", {"step": step, "undo_url": undo_url, "look": look})


@register.simple_tag(takes_context=True)
def fighter(context: Context, card: Card, *, whole: bool = False, pre: str = "") -> SafeString:
    """A combatant's card, ``whole`` with figures and gear; ``pre`` tells it from another card of the same one. Most
    stay as they are from one version to the next, and are the same for many who look on."""
    given = {"card": card, "whole": whole, "pre": pre, "gm": bool(context.get("gm"))}
    given["focus_url"] = context.get("focus_url", "") if not whole else ""
    return piece(context, "encounters/card.html", given)


@register.simple_tag(takes_context=True)
def ordered(context: Context, order: tuple[Place, ...]) -> SafeString:
    """The order: the same for all who see the same."""
    given = {"order": order, "gm": bool(context.get("gm")), "focus_url": context.get("focus_url", "")}
    return piece(context, "encounters/order.html", given)


@register.simple_tag(takes_context=True)
def offered(context: Context, asked: Asked) -> SafeString:
    """What can be done now, as tiles: the same as long as nothing about it changes."""
    given = {"groups": asked.groups, "prompt": asked.prompt.id, "who": asked.who}
    given |= {"save_url": context["save_url"], "look": str(context.get("look", ""))}
    return piece(context, "encounters/options.html", given)


@register.simple_tag(takes_context=True)
def refused(context: Context, asked: Asked) -> SafeString:
    """What cannot be done now, and every reason: the same as long as nothing about it changes."""
    if not asked.refused or asked.chosen:
        return SafeString("")
    return piece(context, "encounters/refused.html", {"refused": asked.refused, "who": asked.who})


def piece(context: Context, template_name: str, given: dict[str, Any]) -> SafeString:
    """A piece of a page that depends on what is given and on whose rules its words link to; rendered once."""
    place = context.get("place")
    known = (place.pk, place.version) if isinstance(place, Campaign) else place
    context_of_piece = {**given, "place": place, "csrf_token": CSRF_MARK}
    key = (template_name, known, *given.values())
    part = pieces_shelf.get(key, lambda: render_to_string(template_name, context_of_piece))
    return SafeString(part)  # rendered by a template


@register.simple_tag
def rows_of(bound: BoundField) -> Rows | None:
    """The tiles of a field, or None for a field without tiles."""
    widget = bound.field.widget
    if not isinstance(widget, Tiles | ManyTiles):
        return None
    value: Any = bound.value()
    chosen = {str(one) for one in (value if isinstance(value, list | tuple) else [value]) if one is not None}
    rows = [
        Row(tile, tile.choice.value in chosen, f"{bound.auto_id}_{index}") for index, tile in enumerate(widget.tiles)
    ]
    return Rows(
        [row for row in rows if row.tile.choice.available],
        [row for row in rows if not row.tile.choice.available],
        "checkbox" if isinstance(widget, ManyTiles) else "radio",
    )


@register.filter
def signed(number: int) -> str:
    """A number with its sign."""
    return f"{number:+d}".replace("-", "\u2212")


@register.filter
def faces(sides: int) -> range:
    """The faces of a die."""
    return range(1, sides + 1)


@register.filter
def boxes(number: int) -> range:
    """So many boxes to tick off on paper."""
    return range(min(number, 60))


@register.filter
def words(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ")


@register.filter
def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text of the rules' with the combatants' ids put as the names that the reader may know."""
    return worded(text, names)
