"""Starting a character, and guided creation."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rhean.campaigns.http import SignedIn
from rhean.rules.sheet import Budget, Step
from sheets.access import Need, get_character_for
from sheets.actions import do_create_character, do_finish_building, do_roll_attributes, do_set_fields, do_set_name
from sheets.creation import CreateForm, PlaceForm, start_of
from sheets.errors import Refused, Stale
from sheets.forms import MethodForm, NameForm, SheetForm
from sheets.models import Character
from sheets.page import SheetPage
from sheets.views.common import answer, context_of, faults, words_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: SignedIn) -> HttpResponse:
    """Start a character: guided, empty, or from a ready-made one in one tap. ``choose`` shows what there is to start
    from elsewhere, and keeps what was entered."""
    sent = request.method == "POST" and "choose" not in request.POST
    place = PlaceForm(request.user, request.POST or request.GET or None)
    if not sent and not place.is_bound:
        place = PlaceForm(request.user, {name: field.initial for name, field in place.fields.items()})
    place.is_valid()
    campaign, system, library, gm = start_of(request.user, place)
    form = CreateForm(system, library, gm=gm, data=request.POST if sent else None, initial=request.POST.dict())
    if sent and place.is_valid() and form.is_valid():
        made = do_create_character(owner=request.user, campaign=campaign, **form.values)
        return redirect("sheets:build", made.code) if made.building else redirect(made)
    kinds = system.character_kinds if gm else system.character_kinds[:1]
    ready = [(system.entry_labels.get(kind, (kind, kind))[1], kind, library.all(kind).values()) for kind in kinds]
    context = {"place": place, "form": form, "ready": ready, "system": system, "campaign": campaign, "gm": gm}
    return render(request, "sheets/create.html", context, status=422 if sent else 200)


def steps_of(page: SheetPage) -> list[Step]:
    """The steps of guided creation."""
    return list(page.system.steps)


def step_at(page: SheetPage, key: str) -> Step:
    """The step with this key; 404 for one that the system does not have."""
    found = next((step for step in page.system.steps if step.key == key), None)
    if found is None:
        raise Http404
    return found


@require_safe
@login_required
def build(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Guided creation, from its first step."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    if not page.system.steps:
        return redirect(character)
    return redirect("sheets:build_step", code, page.system.steps[0].key)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def build_step(request: SignedIn, code: uuid.UUID, step: str) -> HttpResponse:
    """One step: its fields, and the budgets spent and left. Sent, it goes on to the next."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    page.step = step_at(page, step)
    if request.method != "POST":
        page.bind(SheetForm(character, page.library, page.cells))
        return render(request, "sheets/build.html", build_context(request, page))
    form = SheetForm(character, page.library, page.cells, request.POST)
    fault, status = "", 422
    if form.is_valid():
        bases = form.bases()
        values = {form.places[name].path: (value, bases[name]) for name, value in form.cleaned_data.items()}
        try:
            do_set_fields(character, values, actor=request.user)
            return redirect("sheets:build_step", code, next_step(page).key)
        except Refused as refused:
            fault, status = words_of(page, refused), 409 if isinstance(refused, Stale) else 422
    page.bind(form)
    return render(request, "sheets/build.html", build_context(request, page) | {"fault": fault}, status=status)


def next_step(page: SheetPage) -> Step:
    """The step after this one; the last leads to itself."""
    steps = steps_of(page)
    here = next(number for number, step in enumerate(steps) if page.step and step.key == page.step.key)
    return steps[min(here + 1, len(steps) - 1)]


def build_context(request: SignedIn, page: SheetPage) -> dict[str, Any]:
    """What the page of a step reads."""
    steps = steps_of(page)
    here = next(number for number, step in enumerate(steps) if page.step and step.key == page.step.key)
    return context_of(request, page) | {
        "steps": steps,
        "step": steps[here],
        "number": here + 1,
        "before": steps[here - 1] if here else None,
        "next": steps[min(here + 1, len(steps) - 1)],
        "last": here == len(steps) - 1,
        "unspent": unspent_of(page) if here == len(steps) - 1 else [],
        "methods": page.system.attribute_methods if steps[here].key == "attributes" else (),
    }


def unspent_of(page: SheetPage) -> list[tuple[Budget, Step | None]]:
    """What is still to spend, each with the first step that touches it."""
    left = [budget for budget in page.budgets if budget.left > 0]
    return [(one, next((step for step in steps_of(page) if one.key in step.budgets), None)) for one in left]


@require_POST
@login_required
def roll_attributes(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Get the attributes by one of the system's methods."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    form = MethodForm(page.system, request.POST)
    if not form.is_valid():
        return answer(request, character, fault=faults(form))
    seed = f"{character.code}/{form.cleaned_data['key'] or secrets.token_hex(8)}"
    try:
        do_roll_attributes(character, form.cleaned_data["method"], seed, actor=request.user)
    except Refused as fault:
        return answer(request, character, fault=words_of(page, fault))
    changed = [path for path, version in character.versions.items() if version == character.version]
    return answer(request, character, changed)


@require_POST
@login_required
def finish(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Guided creation is over: the sheet is ready to play."""
    character: Character = get_character_for(request.user, code, need=Need.EDIT)
    form = NameForm(request.POST)
    if not form.is_valid():
        return answer(request, character, fault=faults(form))
    if form.cleaned_data["name"] != character.name:
        do_set_name(character, form.cleaned_data["name"], base=None, actor=request.user)
    do_finish_building(character, actor=request.user)
    return redirect(character)
