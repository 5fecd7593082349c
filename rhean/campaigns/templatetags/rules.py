"""Links into the rules reference, and notes in Markdown.

``{{ text|rules_links:campaign }}`` links the words that have a page; ``{% rule campaign "dodge" "Dodge" %}`` links one.
In the place of the campaign a system's key leads to the reference as it ships.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from rhean.campaigns import markdown as notes
from rhean.campaigns.reference import links_for

register = template.Library()


@register.filter
def rules_links(text: Any, place: Any) -> SafeString:
    """The text, escaped unless it is safe, with every known word linked where it first stands."""
    return links_for(place).link(text if isinstance(text, str) else str(text))


@register.simple_tag
def rule(place: Any, key: str, words: str) -> SafeString:
    """A link to one page, or the bare words where there is no such page."""
    return links_for(place).anchor(key, words)


@register.filter
def markdown(text: str) -> SafeString:
    """Notes in Markdown as safe HTML."""
    return notes.render(text)
