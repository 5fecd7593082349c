"""What the views of a sheet share: the forms of the page, and the fragments that bring a page up to date."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from rhean.campaigns.http import SignedIn
from rhean.live import live_url
from rhean.rules.sheet import Step
from sheets import paths
from sheets.errors import Refused, Unsound
from sheets.forms import SheetForm
from sheets.models import Character
from sheets.page import SheetPage
from sheets.sections import Cell


def context_of(request: SignedIn, page: SheetPage) -> dict[str, Any]:
    """What every template of a sheet reads."""
    character = page.character
    return {
        "page": page,
        "character": character,
        "campaign": character.campaign,
        "place": character.campaign or character.system,
        "rights": page.rights,
        "live_url": live_url(character.topic, request.user.pk),
    }


def bound_page(character: Character, request: SignedIn, data: Any = None) -> SheetPage:
    """The page with a form behind every cell."""
    page = stepped_page(character, request)
    page.bind(SheetForm(character, page.library, page.cells, data))
    return page


def stepped_page(character: Character, request: SignedIn) -> SheetPage:
    """The page as the browser shows it: the whole sheet, or one step of guided creation."""
    page = SheetPage.for_user(character, request.user)
    page.step = step_shown(request, page)
    return page


def step_shown(request: SignedIn, page: SheetPage) -> Step | None:
    """The step of guided creation on which the browser is, by the address that htmx sends along."""
    found = re.search(r"/build/([a-z_]+)/", request.htmx.current_url_abs_path or "") if request.htmx else None
    return next((step for step in page.system.steps if found and step.key == found[1]), None)


def changed_parts(request: SignedIn, character: Character, paths_changed: Iterable[str] = ()) -> str:
    """The parts of the page that follow from its values, and these cells or tables, to be swapped out of band."""
    wanted = set(paths_changed)
    page = bound_page(character, request) if wanted else stepped_page(character, request)
    tables = [table for section in page.sections for table in section.tables if table.field.key in wanted]
    inside = {f"{table.field.key}." for table in tables}
    cells = [
        cell for cell in page.cells if cell.path in wanted and not any(cell.path.startswith(each) for each in inside)
    ]
    context = context_of(request, page) | {"cells": cells, "tables": tables, "oob": True}
    context["head_changed"] = page.step is None and bool(wanted & {"name", "portrait"})
    return render(request, "sheets/changes.html", context).content.decode()


def faults(form: Form) -> str:
    """All that is wrong with a form, in one line."""
    return " ".join(str(text) for texts in form.errors.values() for text in texts)


def cell_at(page: SheetPage, path: str) -> Cell:
    """The cell at a path that this person may change; 404 for one that no sheet of the system has."""
    try:
        place = paths.find(page.fields, path)
        return page.cell(place)
    except paths.NoSuchPlace as fault:
        raise Http404(str(fault)) from fault


def words_of(page: SheetPage, fault: Refused) -> str:
    """A refusal in words, each problem with the name of its field."""
    if not isinstance(fault, Unsound):
        return str(fault)
    return "; ".join(f"{paths.label_of(page.system.schema, each.field)} {each.text}" for each in fault.problems) + "."


def back_to_sheet(request: SignedIn, character: Character, part: str = "") -> HttpResponse:
    """The page of this sheet from which the form came, else the sheet itself, at one of its parts."""
    address = character.get_absolute_url()
    came_from = urlsplit(request.META.get("HTTP_REFERER", "")).path
    if came_from.startswith(address) and request.method == "POST" and came_from != request.path:
        address = came_from
    return redirect(f"{address}#{part}" if part else address)


def answer(
    request: SignedIn,
    character: Character,
    changed: Iterable[str] = (),
    *,
    part: str = "",
    fault: str = "",
    said: str = "",
    status: int = 422,
) -> HttpResponse:
    """The answer to a command on a sheet: fragments for a page with script, else the sheet again."""
    if fault:
        messages.error(request, fault)
    elif said:
        messages.success(request, said)
    if not request.htmx:
        return back_to_sheet(request, character, part)
    parts = changed_parts(request, character, changed)
    if fault or said:
        parts += render(request, "messages.html", {"oob": True}).content.decode()
    return HttpResponse(parts, status=status if fault else 200)
