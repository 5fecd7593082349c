"""One locked row, one transaction, one version more: how every change of a sheet is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404

from rhean.live import changed
from rhean.rules.sheet import Document, Field, Problem
from rhean.rules.system import System
from rhean.rules.systems import get_system
from sheets.errors import Unsound
from sheets.library import library_of, rulings_of
from sheets.models import Character

SHEET = ("document", "summary")
STAMPS = ("version", "versions", "changed")
KEYS_KEPT = 40


@contextmanager
def changing(character: Character) -> Iterator[Character]:
    """The character's row, locked and fresh. What is done to it inside is one transaction; the instance given is
    brought up to date afterwards. One that was deleted meanwhile is not found (404)."""
    with transaction.atomic():
        rows = Character.objects.select_for_update(of=("self",)).select_related("campaign", "owner")
        fresh = get_object_or_404(rows, pk=character.pk)
        yield fresh
    for field in Character._meta.concrete_fields:
        setattr(character, field.attname, getattr(fresh, field.attname))


def first_time(character: Character, key: str) -> bool:
    """Whether a form with this key was not carried out yet on a locked character; from now on it was. An empty key
    never was."""
    if key and key in character.recent:
        return False
    if key:
        character.recent = [*character.recent, key][-KEYS_KEPT:]
        character.save(update_fields=["recent"])
    return True


def keep(character: Character, paths: Iterable[str], *columns: str) -> None:
    """Save the columns, note the version at which these paths changed, and tell the viewers after the commit."""
    character.version += 1
    character.versions = {**character.versions, **dict.fromkeys(paths, character.version)}
    character.save(update_fields=[*columns, *STAMPS])
    changed(character.topic, character.version)


def keep_document(character: Character, document: Document, paths: Iterable[str]) -> None:
    """Save a changed sheet, if it has no error that it did not have before."""
    refuse_new_errors(character, document)
    character.document = document
    character.summary = summary_of(character)
    keep(character, paths, *SHEET)


def refuse_new_errors(character: Character, document: Document) -> None:
    """Raise ``Unsound`` for errors of ``document`` that the character's present sheet does not have."""
    before = errors_of(character, character.document)
    after = [problem for problem in errors_of(character, document) if problem not in before]
    if after:
        raise Unsound(*after)


def errors_of(character: Character, document: Document) -> list[Problem]:
    """The errors, warnings left out, of a sheet as this character's campaign reads it."""
    system = get_system(character.system)
    found = system.validate(document, library_of(character), rulings_of(character))
    return [problem for problem in found if problem.level == "error"]


def summary_of(character: Character) -> str:
    """The first choices of a sheet in words ("Dwarf, Medium"), for lists."""
    system: System[Any] = get_system(character.system)
    library = library_of(character)
    words = [
        shown(field, character.document.get(field.key), library.all(field.library)) for field in system.schema[:12]
    ]
    return ", ".join([word for word in words if word][:3])[:200]


def shown(field: Field, value: Any, entries: dict[str, Any]) -> str:
    """A choice in words; empty for every other kind of field."""
    if field.kind not in {"choice", "item"} or not isinstance(value, str) or not value:
        return ""
    if value in entries:
        return str(entries[value].name)
    return dict(field.choices).get(value, "")
