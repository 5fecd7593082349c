"""What a fight in preparation would come to: played many times, watched, cancelled, tried with one change."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_POST

from encounters.access import Seat, get_seat
from encounters.actions import forecast as actions
from encounters.errors import EncounterError
from encounters.forecast_page import changes_for, forecast_context
from encounters.forms import ChangeForm, RunsForm
from encounters.responses import UNPROCESSABLE, go_to, say_refusal, with_messages
from rhean.campaigns.access import Role
from rhean.rules.errors import RulesError

PANEL = "encounters/forecast_panel.html"


@require_GET
@login_required
def forecast(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    if not seat.encounter.is_draft:
        return redirect("encounters:run", code)
    return forecast_page(request, seat)


@require_GET
@login_required
def refresh_forecast(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    if not seat.encounter.is_draft:
        return go_to(request, "encounters:run", code)
    return render(request, PANEL, forecast_context(seat.encounter))


@require_POST
@login_required
def start_forecast(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = RunsForm(request.POST)
    if not form.is_valid():
        return forecast_page(request, seat, UNPROCESSABLE, runs_form=form)
    return attempt(request, seat, lambda: actions.do_forecast(seat.encounter, form.cleaned_data["runs"]))


@require_POST
@login_required
def change_forecast(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = ChangeForm(request.POST, changes=changes_for(seat.encounter))
    if not form.is_valid():
        return forecast_page(request, seat, UNPROCESSABLE, change_form=form)
    return attempt(request, seat, lambda: actions.do_forecast_change(seat.encounter, form.cleaned_data["change"]))


@require_POST
@login_required
def cancel_forecast(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    return attempt(request, seat, lambda: actions.do_cancel_forecast(seat.encounter))


def attempt(request: HttpRequest, seat: Seat, act: Callable[[], object]) -> HttpResponse:
    """Do something to the forecast, or say why not."""
    try:
        act()
    except (EncounterError, RulesError) as error:
        return forecast_page(request, seat, say_refusal(request, error))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("encounters:forecast", seat.encounter.code)
    return forecast_page(request, seat)


def forecast_page(request: HttpRequest, seat: Seat, status: int = 200, **forms: Any) -> HttpResponse:
    """The page, or for htmx the panel with what there is to say; the table of a fight that has begun meanwhile."""
    seat.refresh()
    if not seat.encounter.is_draft:
        return go_to(request, "encounters:run", seat.encounter.code)
    context = forecast_context(seat.encounter, **forms)
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "encounters/forecast.html", context, status=status)
    return with_messages(request, render_to_string(PANEL, context, request), status)
