"""Numbers and words of a sheet in templates."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rhean.campaigns.markdown import render
from rhean.campaigns.reference import links_for
from rhean.rules.view import Figure
from sheets.formfields import safe_name

register = template.Library()
register.filter("safe_name", safe_name)


@register.filter
def number(figure: Figure) -> str:
    """A figure's total: with its sign where it is added to a roll, with its unit where it has one."""
    total = figure.value.total
    if figure.unit.startswith("+ "):
        return f"{figure.unit[2:]}{total:+d}" if total else figure.unit[2:]
    if is_bonus(figure):
        return f"{total:+d}"
    return f"{total} {figure.unit}".strip()


def is_bonus(figure: Figure) -> bool:
    """Whether a figure is added to dice: it has no base of its own and belongs to a field."""
    sums = bool(figure.value.terms) and figure.value.terms[0].source in {"attribute", "skill"}
    return bool(figure.field) and "pools." not in figure.field and not figure.unit and sums


@register.filter
def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}"


@register.filter
def last_part(label: str) -> str:
    """What stands after the last colon: "Mace: parry" -> "parry"."""
    return str(label).rpartition(": ")[2]


@register.filter
def markdown(text: str) -> SafeString:
    """Notes as safe HTML."""
    return render(text or "")


@register.simple_tag
def rules_of(place: Any, *texts: Any) -> SafeString:
    """Links to the pages of all words in these texts, or lists of texts, that have one; empty when none has."""
    links = links_for(place)
    found: dict[str, SafeString] = {}
    for text in texts:
        for each in [text] if isinstance(text, str) else text:
            for _, phrase in links.phrases_in(each):
                found.setdefault(links.words[phrase], links.anchor(links.words[phrase], phrase))
    return format_html_join(", ", "{}", ((anchor,) for anchor in found.values()))


@register.simple_tag
def rule_link(campaign: Any, system: str, rule: str, label: str) -> str | SafeString:
    """A word that leads to its page of the rules reference."""
    if not rule:
        return label
    return format_html('<a href="{}">{}</a>', rule_address(campaign, system, rule), label)


def rule_address(campaign: Any, system: str, rule: str) -> str:
    """The address of a rule's page, with the campaign's rulings where there is a campaign."""
    if campaign is not None:
        return reverse("campaigns:campaign_rule", args=[campaign.code, rule])
    return reverse("campaigns:rule", args=[system, rule])
