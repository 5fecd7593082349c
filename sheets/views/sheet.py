"""The sheet: its page, and the changes of single values."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.http import SignedIn
from sheets.access import Need, get_character_for
from sheets.actions import do_set_field, do_set_fields, do_set_name, do_set_notes
from sheets.errors import Refused, Stale
from sheets.forms import FieldForm, NameForm, NotesForm, SheetForm, SinceForm, read_base
from sheets.models import Character
from sheets.page import SheetPage
from sheets.sections import Cell
from sheets.views.common import answer, back_to_sheet, bound_page, cell_at, changed_parts, context_of, faults, words_of

NOTES = {"notes": "Notes", "gm_notes": "Notes of the game master"}


@require_safe
@login_required
def sheet(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The whole sheet."""
    character = get_character_for(request.user, code)
    return render(request, "sheets/sheet.html", context_of(request, bound_page(character, request)))


@require_safe
@login_required
def changes(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """What changed since the version that the page holds."""
    character = get_character_for(request.user, code)
    since = SinceForm(request.GET).version
    if since >= character.version:
        return HttpResponse(status=204)
    changed = [path for path, version in character.versions.items() if version > since]
    return HttpResponse(changed_parts(request, character, changed))


@require_POST
@login_required
def set_field(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Save one value, as soon as it was changed."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    cell = cell_at(page, FieldForm(request.POST).named)
    form = SheetForm(character, page.library, [cell], request.POST)
    if not form.is_valid():
        return state(request, character, cell, form.bases()[cell.name], error=faults(form))
    value = form.cleaned_data[cell.name]
    try:
        do_set_field(character, cell.path, value, base=form.bases()[cell.name], actor=request.user)
    except Stale as fault:
        return state(request, character, cell, fault.version, fault=fault, mine=value)
    except Refused as fault:
        return state(request, character, cell, form.bases()[cell.name], error=words_of(page, fault))
    saved = state(request, character, cell, character.version)
    return HttpResponse(saved.content.decode() + changed_parts(request, character))


def state(
    request: SignedIn,
    character: Character,
    cell: Cell,
    base: int,
    *,
    error: str = "",
    fault: Stale | None = None,
    mine: object = None,
) -> HttpResponse:
    """What stands beside a value after it was sent: saved, refused (422), or changed by somebody else (409)."""
    context = {"cell": cell, "character": character, "base": base, "error": error, "fault": fault, "mine": mine}
    context["saved"] = not error and fault is None
    status = 409 if fault else 422 if error else 200
    return render(request, "sheets/field_state.html", context, status=status)


@require_safe
@login_required
def cell(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """One value as it stands now."""
    character = get_character_for(request.user, code)
    page = SheetPage.for_user(character, request.user)
    found = cell_at(page, FieldForm(request.GET).named)
    found.bound = SheetForm(character, page.library, [found])[found.name]
    return render(request, "sheets/cell.html", context_of(request, page) | {"cell": found})


@require_POST
@login_required
def save_section(request: SignedIn, code: uuid.UUID, section: str) -> HttpResponse:
    """Save a whole section at once: what a page without script sends."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    part = page.section(section)
    cells = part.all_cells if part else []
    form = SheetForm(character, page.library, cells, request.POST)
    if form.is_valid():
        bases = form.bases()
        values = {form.places[name].path: (value, bases[name]) for name, value in form.cleaned_data.items()}
        try:
            do_set_fields(character, values, actor=request.user)
        except Refused as fault:
            form.add_error(None, words_of(page, fault))
            status = 409 if isinstance(fault, Stale) else 422
        else:
            return back_to_sheet(request, character, section)
    else:
        status = 422
    page.bind(SheetForm(character, page.library, page.cells))
    page.bind(form)
    context = context_of(request, page) | {"failed": section, "form": form}
    return render(request, "sheets/sheet.html", context, status=status)


@require_POST
@login_required
def set_name(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Give it another name."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = NameForm(request.POST)
    if not form.is_valid():
        return answer(request, character, fault=faults(form))
    base = read_base(form.data.get("name:base"))
    try:
        do_set_name(character, form.cleaned_data["name"], base=base, actor=request.user)
    except Stale as fault:
        return answer(request, character, fault=f"{fault} It is “{fault.theirs}” now.", status=409)
    return answer(request, character, ["name"])


@require_POST
@login_required
def save_notes(request: SignedIn, code: uuid.UUID, column: str) -> HttpResponse:
    """Write notes; those of the game master only he does."""
    need = Need.GM if column == "gm_notes" else Need.EDIT
    character = get_character_for(request.user, code, need=need)
    form = NotesForm(request.POST, label=NOTES[column])
    base = read_base(form.data.get("base"))
    fault: Stale | None = None
    if form.is_valid():
        try:
            do_set_notes(character, column, form.cleaned_data["text"], base=base, actor=request.user)
        except Stale as stale:
            fault = stale
    status = 409 if fault else 422 if form.errors else 200
    if not request.htmx and status == 200:
        return back_to_sheet(request, character, column)
    page = SheetPage.for_user(character, request.user)
    context = context_of(request, page) | {"column": column, "form": form, "fault": fault}
    context["text"] = getattr(character, column)
    template = "sheets/notes.html" if request.htmx else "sheets/notes_page.html"
    return render(request, template, context, status=status)
