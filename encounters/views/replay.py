"""Step through a fight, look at its figures, take its log along; print and export a preparation."""

from __future__ import annotations

import json
import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from encounters import exchange
from encounters import replay as records
from encounters import roster as setups
from encounters.access import get_seat
from encounters.forms import StepForm
from encounters.map import board_for
from encounters.records import owner_names
from rhean.campaigns.access import Role

TYPES = {"md": "text/markdown", "json": "application/json", "csv": "text/csv"}


@require_GET
@login_required
def replay(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code)
    if seat.encounter.is_draft:
        return redirect("encounters:prepare", code)
    form = StepForm(request.GET)
    at = form.cleaned_data["step"] if form.is_valid() else None
    frame = records.frame_at(seat.encounter, seat.viewer, at)
    context = {
        "encounter": seat.encounter,
        "frame": frame,
        "table": frame.table,
        "steps": frame.steps[::-1],
        "gm": seat.is_gm,
        "board": board_for(seat.encounter, frame.table),
        "statistics": records.statistics_for(seat.encounter, seat.viewer),
    }
    return render(request, "encounters/replay.html", context)


@require_GET
@login_required
def download_log(request: HttpRequest, code: uuid.UUID, form: str) -> HttpResponse:
    seat = get_seat(request.user, code)
    if seat.encounter.is_draft or form not in TYPES:
        raise Http404
    steps = records.steps_for(seat.encounter, seat.viewer)
    body = {
        "md": lambda: records.as_markdown(seat.encounter, steps),
        "json": lambda: records.as_json(seat.encounter, steps),
        "csv": lambda: records.as_csv(steps),
    }[form]()
    return attachment(body, TYPES[form], f"{file_name(seat.encounter.name)}-log.{form}")


@require_GET
@login_required
def export(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    body = json.dumps(exchange.document_of(seat.encounter), ensure_ascii=False, indent=1)
    return attachment(body, TYPES["json"], f"{file_name(seat.encounter.name)}.json")


@require_GET
@login_required
def print_out(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    roster = list(seat.encounter.roster.all())
    context = {
        "encounter": seat.encounter,
        "rows": setups.printed_rows(seat.encounter, roster, owner_names(seat.encounter)),
        "lists": setups.scene_rows(seat.encounter, roster),
    }
    return render(request, "encounters/print.html", context)


def attachment(body: str, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(body, content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def file_name(name: str) -> str:
    return slugify(name) or "encounter"
