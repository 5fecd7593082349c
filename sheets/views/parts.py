"""Pools, rows of tables, numbers set by hand, rest, and what one can do."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.actions import own_key
from rhean.campaigns.http import SignedIn
from rhean.rules.errors import BadSheet
from rhean.rules.prompts import Option
from sheets import paths
from sheets.access import Need, get_character_for
from sheets.actions import (
    do_add_rows,
    do_change_pool,
    do_remove_row,
    do_rest,
    do_set_override,
    do_set_pools,
)
from sheets.actions.resting import words_of_rest
from sheets.errors import Refused, Stale
from sheets.forms import AddRowForm, OverrideForm, PoolForm, RemoveRowForm, RestForm, SearchForm
from sheets.models import Character
from sheets.page import SheetPage
from sheets.views.common import answer, context_of, faults, words_of

FOUND = 30


@require_POST
@login_required
def set_pool(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Lose, gain, set or fill a pool."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = PoolForm(SheetPage.for_user(character, request.user), request.POST)
    if not form.is_valid():
        return answer(request, character, fault=faults(form), part="vitals")
    pool, how, amount = (form.cleaned_data[key] for key in ("pool", "how", "amount"))
    key = own_key(request.user, "pool", pool, how, amount, key=form.cleaned_data["key"])
    try:
        if how in {"lose", "gain"}:
            do_change_pool(character, pool, amount if how == "gain" else -amount, actor=request.user, key=key)
        else:
            do_set_pools(character, {pool: amount if how == "set" else None}, request.user, key=key)
    except (Refused, BadSheet, paths.NoSuchPlace) as fault:
        return answer(request, character, fault=sentence(character, request, fault), part="vitals")
    return answer(request, character, part="vitals")


def sentence(character: Character, request: SignedIn, fault: Exception) -> str:
    """A refusal in words."""
    if isinstance(fault, Refused):
        return words_of(SheetPage.for_user(character, request.user), fault)
    return str(fault)


@require_POST
@login_required
def rest(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Rest for so long."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = RestForm(request.POST)
    if not form.is_valid():
        return answer(request, character, fault="Type how many hours and minutes.", part="vitals")
    before, data = character.document, form.cleaned_data
    try:
        done = do_rest(character, form.total, tended=data["tended"], actor=request.user, key=data["key"])
    except (Refused, BadSheet) as fault:
        return answer(request, character, fault=sentence(character, request, fault), part="vitals")
    changed = [key for key, value in character.document.items() if value != before.get(key)]
    return answer(request, character, changed, part="vitals", said=words_of_rest(done) if done else "")


@require_POST
@login_required
def add_row(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Add a skill, a weapon ..., and the one that belongs beside it if that is wanted."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    form = AddRowForm(page, request.POST)
    if not form.is_valid():
        return answer(request, character, fault=faults(form))
    table = form.table
    try:
        do_add_rows(character, table, form.rows, actor=request.user, key=form.key_of_sending)
    except (Refused, paths.NoSuchPlace) as fault:
        return answer(request, character, [table], fault=sentence(character, request, fault))
    return answer(request, character, [table], part=form.section)


@require_POST
@login_required
def remove_row(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Take a row away."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    form = RemoveRowForm(page, request.POST)
    if not form.is_valid():
        raise Http404
    try:
        do_remove_row(character, form.table, form.row, base=form.base, actor=request.user, key=form.key_of_sending)
    except Stale as fault:
        return answer(request, character, [form.table], fault=str(fault), status=409)
    except (Refused, paths.NoSuchPlace) as fault:
        return answer(request, character, [form.table], fault=sentence(character, request, fault))
    return answer(request, character, [form.table], part=form.section)


@require_safe
@login_required
def entries(request: SignedIn, code: uuid.UUID, table: str) -> HttpResponse:
    """What can be added to a table, found by name."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    found = next((each for section in page.sections for each in section.tables if each.field.key == table), None)
    if found is None:
        raise Http404
    wanted = SearchForm(request.GET).words.casefold()
    have = {row.key for row in found.rows} if found.field.kind == "ranks" else set()
    matching = [
        entry
        for entry in page.library.all(found.library).values()
        if entry.key not in have and wanted in f"{entry.name} {entry.text} {getattr(entry, 'group', '')}".casefold()
    ]
    context = context_of(request, page) | {"table": found, "entries": matching[:FOUND], "more": len(matching) - FOUND}
    template = "sheets/entries.html" if request.htmx else "sheets/entries_page.html"
    return render(request, template, context | {"words": wanted})


@require_safe
@login_required
def number(request: SignedIn, code: uuid.UUID, figure: str) -> HttpResponse:
    """One number: how it comes about, and setting it by hand."""
    character = get_character_for(request.user, code)
    page = SheetPage.for_user(character, request.user)
    found = next((each for each in page.figures if each.key == figure), None)
    if found is None:
        raise Http404
    by_hand = page.document.get(page.system.overrides_field) or {}
    initial = {"figure": figure, "value": by_hand.get(figure)}
    context = context_of(request, page) | {"figure": found, "form": OverrideForm(initial=initial)}
    return render(request, "sheets/number.html" if request.htmx else "sheets/number_page.html", context)


@require_POST
@login_required
def set_number(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Set a computed number by hand, or put it back."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = OverrideForm(request.POST)
    if not form.is_valid():
        return answer(request, character, fault=faults(form))
    value = None if form.cleaned_data["back"] else form.cleaned_data["value"]
    try:
        do_set_override(character, form.cleaned_data["figure"], value, actor=request.user)
    except (Refused, BadSheet, paths.NoSuchPlace) as fault:
        return answer(request, character, fault=sentence(character, request, fault))
    return answer(request, character)


@require_safe
@login_required
def abilities(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """What can I do? Every action of the system, available or not and why not."""
    character = get_character_for(request.user, code)
    page = SheetPage.for_user(character, request.user)
    context = context_of(request, page) | {"groups": grouped(page)}
    return render(request, "sheets/abilities.html" if request.htmx else "sheets/abilities_page.html", context)


def grouped(page: SheetPage) -> list[tuple[str, list[Option]]]:
    """The abilities by group, those that can be done first; none while the sheet has errors."""
    try:
        options = page.system.abilities(page.document, page.library, page.rulings)
    except BadSheet:
        return []
    groups: dict[str, list[Option]] = {}
    for option in sorted(options, key=lambda one: not one.available):
        groups.setdefault(option.group, []).append(option)
    return list(groups.items())
