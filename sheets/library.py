"""The library that a campaign's sheets and fights refer to: what ships, with the group's own laid over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet, Sum

from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import rulings_for
from rhean.rules.errors import BadDocument
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Entry, Library
from rhean.rules.system import System
from rhean.rules.systems import get_system
from sheets.models import Character, LibraryEntry

Stamp = tuple[int, int, int]
Kinds = Mapping[str, Mapping[str, Any]]


class Stock(NamedTuple):
    """A creature or ready-made character that can enter a fight or become a sheet."""

    ref: str
    name: str
    sheet: Document
    own: bool


def stamp_of(campaign: Campaign) -> Stamp:
    """What the group's own content is at this moment: it never comes again once anything changed."""
    found = LibraryEntry.objects.filter(campaign=campaign).aggregate(
        count=Count("pk"), last=Max("pk"), edits=Sum("version")
    )
    return (found["count"], found["last"] or 0, found["edits"] or 0)


def library_for(campaign: Campaign | None, system_key: str = "") -> Library:
    """The library of a campaign, or of a system where there is no campaign."""
    if campaign is None:
        return get_system(system_key).library
    return _library(str(campaign.code), campaign.system, stamp_of(campaign))


@lru_cache(maxsize=64)
def _library(code: str, system_key: str, stamp: Stamp) -> Library:
    """The stamp is part of the key: a library is read once for each state of the group's content."""
    system = get_system(system_key)
    if not stamp[0]:
        return system.library
    own = LibraryEntry.objects.filter(campaign__code=code)
    return system.library.with_entries(read_entries(system, ((one.kind, one.whole()) for one in own)))


def read_entries(system: System[Any], entries: Iterable[tuple[str, Document]]) -> dict[str, dict[str, Entry]]:
    """Entries by kind and key. One that this version of the system no longer takes is left out here; the
    library page lists it with its fault (:func:`faults_of`)."""
    found: dict[str, dict[str, Entry]] = {}
    for kind, data in entries:
        if fault_of(system, kind, data) is None:
            entry = system.read_entry(kind, data)
            found.setdefault(kind, {})[entry.key] = entry
    return found


def fault_of(system: System[Any], kind: str, data: Document) -> BadDocument | None:
    """What keeps an entry from being used, or None."""
    try:
        system.read_entry(kind, data)
    except BadDocument as fault:
        return fault
    return None


def library_of(character: Character) -> Library:
    """The library as one sheet sees it: its campaign's, and under it the copies that the sheet brought along."""
    base = library_for(character.campaign, character.system)
    missing = {
        kind: {key: data for key, data in entries.items() if base.get(kind, key) is None}
        for kind, entries in copies_of(character).items()
    }
    if not any(missing.values()):
        return base
    system = get_system(character.system)
    return base.with_entries(
        read_entries(system, ((kind, data) for kind, entries in missing.items() for data in entries.values()))
    )


def copies_of(character: Character) -> dict[str, dict[str, Document]]:
    """Kind -> key -> data of the group's own content that this sheet carries with it."""
    copies: dict[str, dict[str, Document]] = character.entries
    return copies


def rulings_of(character: Character) -> Rulings:
    """The rulings under which a sheet is read."""
    if character.campaign is None:
        return Rulings.of(get_system(character.system).rulings)
    return rulings_for(character.campaign)


def words_in(value: Any) -> set[str]:
    """Every string in a document, keys included."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return words_in(list(value.keys())) | words_in(list(value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(words_in(item) for item in value))
    return set()


def words_of_kind(system: System[Any], document: Document, kind: str) -> set[str]:
    """Every word in the fields of a sheet that refer to a library kind."""
    fields = [field for field in system.schema if any(kind in each.library_kinds for each in (field, *field.columns))]
    return set().union(*(words_in(document.get(field.key)) for field in fields))


def refers(system: System[Any], document: Document, kind: str, key: str) -> bool:
    """Whether a sheet names a library entry, as such or with words of its own (``lore(plants)``, ``lore_plants``)."""
    words = words_of_kind(system, document, kind)
    return key in words or any(word.startswith((f"{key}(", f"{key}_")) for word in words)


def own_copies(character: Character) -> dict[str, dict[str, Document]]:
    """Copies of all the group's own content that this sheet refers to now: what must travel with it."""
    system = get_system(character.system)
    have = {(kind, key): data for kind, entries in copies_of(character).items() for key, data in entries.items()}
    if character.campaign is not None:
        own = LibraryEntry.objects.filter(campaign=character.campaign)
        have |= {(entry.kind, entry.key): entry.whole() for entry in own}
    copies: dict[str, dict[str, Document]] = {}
    for (kind, key), data in have.items():
        if refers(system, character.document, kind, key):
            copies.setdefault(kind, {})[key] = data
    return copies


def creature_names(campaign: Campaign) -> list[tuple[str, str]]:
    """Reference and name of every creature of :func:`creature_stock`, without their sheets."""
    kind = get_system(campaign.system).character_kinds[1]
    shipped = [(f"{kind}:{entry.key}", entry.name) for entry in library_for(campaign).all(kind).values()]
    return shipped + [(f"character:{code}", name) for code, name in own_creatures(campaign).values_list("code", "name")]


def own_creatures(campaign: Campaign) -> QuerySet[Character]:
    """The figures of a campaign's own that a GM can put into a fight."""
    return Character.objects.filter(campaign=campaign, kind=Character.Kind.NPC, archived=False)


def creature_stock(campaign: Campaign) -> list[Stock]:
    """Every creature that a GM can put into a fight: those of the library, then the campaign's own figures."""
    kind = get_system(campaign.system).character_kinds[1]
    shipped = [
        Stock(f"{kind}:{entry.key}", entry.name, entry.sheet, own=False)
        for entry in library_for(campaign).all(kind).values()
    ]
    own = own_creatures(campaign)
    return shipped + [Stock(f"character:{one.code}", one.name, one.document, own=True) for one in own]
