"""The map of a fight in preparation, and the picture under it."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from encounters.access import Seat, get_background_for, get_seat
from encounters.actions import map as actions
from encounters.backgrounds import BackgroundForm
from encounters.engine import system_for
from encounters.errors import EncounterError
from encounters.map_forms import MapForm, PaintForm, PlaceForm
from encounters.map_page import map_context
from encounters.responses import UNPROCESSABLE, say_faults, say_refusal, with_messages
from encounters.views.prepare import prepare_page
from rhean.campaigns.access import Role
from rhean.rules.errors import RulesError


def map_answer(request: HttpRequest, seat: Seat, status: int = 200) -> HttpResponse:
    """The fresh map for htmx; otherwise the page."""
    seat.refresh()
    if not seat.encounter.is_draft:
        return redirect("encounters:run", seat.encounter.code)
    if not request.htmx:  # type: ignore[attr-defined]
        return (
            prepare_page(request, seat, status)
            if status != 200
            else redirect("encounters:prepare", seat.encounter.code)
        )
    part = render_to_string("encounters/prepare_map.html", map_context(seat.encounter), request)
    return with_messages(request, part, status)


def answer(request: HttpRequest, seat: Seat, form: forms.Form, act: Callable[[], object]) -> HttpResponse:
    """Do what a form asks, or say why not."""
    if not form.is_valid():
        say_faults(request, form)
        return map_answer(request, seat, UNPROCESSABLE)
    try:
        act()
    except (EncounterError, RulesError) as error:
        return map_answer(request, seat, say_refusal(request, error))
    return map_answer(request, seat)


@require_POST
@login_required
def set_map(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    written = actions.map_of(seat.encounter)
    form = MapForm(request.POST, measure=system_for(seat.encounter).map_measure, written=written)
    return answer(request, seat, form, lambda: actions.do_set_map(seat.encounter, **form.values()))


@require_POST
@login_required
def drop_map(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    return answer(request, seat, forms.Form({}), lambda: actions.do_drop_map(seat.encounter))


@require_POST
@login_required
def paint(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = PaintForm(request.POST)
    return answer(
        request,
        seat,
        form,
        lambda: actions.do_paint(
            seat.encounter, form.cleaned_data["kind"], [(x, y) for x, y in form.cleaned_data["spaces"]]
        ),
    )


@require_POST
@login_required
def place(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = PlaceForm(request.POST, encounter=seat.encounter)

    def act() -> None:
        at = form.cleaned_data["at"]
        facing = form.cleaned_data["facing"]
        actions.do_place(seat.encounter, form.cleaned_data["cid"], (at[0], at[1]) if at else None, facing)

    return answer(request, seat, form, act)


@require_POST
@login_required
def set_background(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = BackgroundForm(request.POST, request.FILES)
    return answer(request, seat, form, lambda: actions.do_set_background(seat.encounter, form.cleaned_data["picture"]))


@require_POST
@login_required
def drop_background(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    return answer(request, seat, forms.Form({}), lambda: actions.do_set_background(seat.encounter, None))


@require_safe
def background(request: HttpRequest, code: uuid.UUID, name: str) -> HttpResponse:
    """The picture itself; its name changes with it."""
    encounter = get_background_for(request.user, code, name)
    with encounter.background.open("rb") as file:
        response = HttpResponse(file.read(), content_type="image/webp")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
