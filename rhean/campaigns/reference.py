"""The rules reference: pages of a system, found by chapter, by search and by the words that stand in a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import library_of_campaign, rulings_for, system_of
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Library
from rhean.rules.system import Page
from rhean.rules.systems import get_system

SHORTEST_WORD = 2
MOST_FOUND = 40
MOST_KEPT = 64
TAG = re.compile(r"(<[^>]*>)")
WORD = re.compile(r"\w+")


class Found(NamedTuple):
    """A page that a search found, with a piece of its text around the first hit."""

    page: Page
    excerpt: str


class Kept(NamedTuple):
    """A campaign's reference, and what it was made of."""

    library: Library
    rulings: dict[str, Any]
    reference: Reference


class Reference:
    """All pages of a system, as one campaign has them or as they ship."""

    def __init__(self, pages: Iterable[Page], address: Callable[[str], str]) -> None:
        self.pages = {page.key: page for page in pages}
        self.address = lru_cache(maxsize=1024)(address)

    @cached_property
    def chapters(self) -> dict[str, list[Page]]:
        """Chapter -> its pages, in the order of the system."""
        found: dict[str, list[Page]] = {}
        for page in self.pages.values():
            found.setdefault(page.chapter, []).append(page)
        return found

    @cached_property
    def words(self) -> dict[str, str]:
        """Every word that leads to a page -> that page's key; a title only where its page claims it."""
        found = {word: page.key for page in self.pages.values() for word in page.words}
        return {word: key for word, key in found.items() if len(word) >= SHORTEST_WORD}

    @cached_property
    def phrases(self) -> dict[str, list[str]]:
        """First word -> the words and phrases that begin with it, the longest first."""
        found: dict[str, list[str]] = {}
        for phrase in sorted(self.words, key=len, reverse=True):
            if begins := WORD.match(phrase):
                found.setdefault(begins.group(), []).append(phrase)
        return found

    def phrases_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Where known words stand in a text, whole and in the spelling of their page, the longest at each place."""
        end = 0
        for match in WORD.finditer(text):
            for phrase in self.phrases.get(match.group(), ()) if match.start() >= end else ():
                after = match.start() + len(phrase)
                if text.startswith(phrase, match.start()) and not WORD.match(text, after):
                    yield match.start(), phrase
                    end = after
                    break

    def see_also(self, page: Page) -> list[Page]:
        """The pages that this one points to."""
        return [self.pages[key] for key in page.see if key in self.pages]

    def search(self, query: str) -> list[Found]:
        """Pages in which every word of the query stands, those with the word in the title first."""
        wanted = query.casefold().split()
        ranked = [(rank, page) for page in self.pages.values() if (rank := rank_of(page, wanted)) is not None]
        ranked.sort(key=lambda item: (item[0], item[1].title))
        return [Found(page, excerpt(page.text, wanted[0])) for _, page in ranked[:MOST_FOUND]] if wanted else []

    def link(self, text: str, but: str = "") -> SafeString:
        """The text, escaped, with each known word linked to its page where it first stands; ``but`` is left out."""
        seen = {but}
        parts = TAG.split(text) if hasattr(text, "__html__") else [text]
        depth = 0
        linked = []
        for part in parts:
            if hasattr(text, "__html__") and TAG.fullmatch(part):
                depth += part.startswith("<a ") - part.startswith("</a")
                linked.append(part)
            else:
                linked.append(self.link_plain(part, seen, escaped=hasattr(text, "__html__")) if not depth else part)
        return mark_safe("".join(linked))  # noqa: S308  # every part is escaped or was safe before

    def link_plain(self, text: str, seen: set[str], *, escaped: bool) -> str:
        """Text between tags; what stands between the links is escaped unless it is already."""
        done = []
        at = 0
        for start, phrase in self.phrases_in(text):
            key = self.words[phrase]
            if key in seen:
                continue
            seen.add(key)
            between = text[at:start]
            done += [between if escaped else conditional_escape(between), self.anchor(key, phrase)]
            at = start + len(phrase)
        return "".join([*done, text[at:] if escaped else conditional_escape(text[at:])])

    def anchor(self, key: str, words: str) -> SafeString:
        """A link to a page; plain words where there is no such page."""
        if key not in self.pages:
            return conditional_escape(words)
        return format_html('<a class="rule-link" href="{}">{}</a>', self.address(key), words)


_recent: dict[UUID, Kept] = {}


def rank_of(page: Page, wanted: list[str]) -> int | None:
    """How well a page answers a search: 0 is best; None if a word is nowhere in it."""
    title = page.title.casefold()
    known = " ".join((title, page.chapter.casefold(), *(word.casefold() for word in page.words)))
    whole = " ".join((known, page.text.casefold(), *(f"{a} {b}".casefold() for a, b in page.facts)))
    if not all(word in whole for word in wanted):
        return None
    if title.startswith(" ".join(wanted)):
        return 0
    return 1 if all(word in title for word in wanted) else 2 if all(word in known for word in wanted) else 3


def excerpt(text: str, word: str, around: int = 80) -> str:
    """A piece of the text around the word, or its beginning."""
    flat = " ".join(re.sub(r"[*_`#|>]", "", text).split())
    at = max(0, flat.casefold().find(word) - around)
    piece = flat[at : at + 2 * around + len(word)]
    return f"{'…' if at else ''}{piece}{'…' if at + len(piece) < len(flat) else ''}"


@lru_cache(maxsize=16)
def shipped(system_key: str) -> Reference:
    """The reference of a system as it ships."""
    system = get_system(system_key)
    pages = system.reference(system.library, Rulings.of(system.rulings))
    return Reference(pages, lambda key: reverse("campaigns:rule", args=[system_key, key]))


def reference_of(campaign: Campaign) -> Reference:
    """The reference with a campaign's rulings and own content, made anew where one of these has changed."""
    library = library_of_campaign(campaign)
    kept = _recent.get(campaign.code)
    if kept is not None and kept.library is library and kept.rulings == campaign.rulings:
        return kept.reference
    pages = system_of(campaign).reference(library, rulings_for(campaign))
    reference = Reference(pages, lambda key: reverse("campaigns:campaign_rule", args=[campaign.code, key]))
    if len(_recent) >= MOST_KEPT:
        _recent.clear()
    _recent[campaign.code] = Kept(library, campaign.rulings, reference)
    return reference


def links_for(place: Any) -> Reference:
    """The words that are linked in a campaign, or in anything of a system."""
    return campaign_links(place.system, place.code) if isinstance(place, Campaign) else shipped(str(place))


@lru_cache(maxsize=256)
def campaign_links(system: str, code: UUID) -> Reference:
    """A campaign's own rulings do not change which words there are, so all campaigns of a system share one table and
    each links into its own pages."""
    base = shipped(system)
    own = Reference((), lambda key: reverse("campaigns:campaign_rule", args=[code, key]))
    own.pages, own.words, own.phrases = base.pages, base.words, base.phrases
    return own
