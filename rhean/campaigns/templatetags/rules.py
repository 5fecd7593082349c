"""Links into the rules reference, notes in Markdown, and where a number's terms come from.

``{{ text|rules_links:campaign }}`` links the words that have a page; ``{% rule campaign "dodge" "Dodge" %}`` links one.
In the place of the campaign a system's key leads to the reference as it ships.
"""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.utils.safestring import SafeString

from rhean.campaigns import markdown as notes
from rhean.campaigns.reference import links_for
from rhean.rules.explain import Term

register = template.Library()

SOURCES = {"gm": "GM", "override": "set by hand"}
"""Sources of a number's terms that do not read as they are called."""


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


@register.filter
def source_word(term: Term) -> str:
    """Where a term comes from, in a word; empty where its name or note says so already.

    >>> source_word(Term("agility", 2, "Agility", "attribute")), source_word(Term("base", 11, "base", "base"))
    ('attribute', '')
    """
    word = SOURCES.get(term.source, term.source)
    said = re.search(rf"\b{word}\b", f"{term.name} {term.note}", re.IGNORECASE)
    return "" if said else word
