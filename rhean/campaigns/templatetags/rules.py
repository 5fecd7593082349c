"""Links into the rules reference, notes in Markdown, where a number's terms come from, and chances for people.

``{{ text|rules_links:campaign }}`` links the words that have a page; ``{% rule campaign "dodge" "Dodge" %}`` links one.
In the place of the campaign a system's key leads to the reference as it ships.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.utils.safestring import SafeString

from rhean.campaigns import markdown as notes
from rhean.campaigns.reference import links_for
from rhean.rules.explain import Term
from rhean.rules.prompts import Chance

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


@register.filter
def percent(chance: Chance) -> str:
    """A chance in whole per cent, but never 0 % or 100 % for what is not certain; any other figure with one decimal.

    >>> [percent(Chance.of("hits", Fraction(part, 1000))) for part in (4, 125, 995, 1000)]
    ['<1 %', '13 %', '>99 %', '100 %']
    >>> percent(Chance.mean("damage", Fraction(49, 20)))
    '2.5'
    """
    value = chance.value
    if chance.kind != "chance":
        return str((Decimal(value.numerator) / value.denominator).quantize(Decimal("0.1"), ROUND_HALF_UP))
    if 0 < value < Fraction(1, 100):
        return "<1 %"
    if Fraction(99, 100) < value < 1:
        return ">99 %"
    return f"{int(value * 100 + Fraction(1, 2))} %"
