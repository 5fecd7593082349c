"""Run, play, watch: the pages of a running fight and the parts that they read again."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from encounters.access import get_seat, get_watched
from encounters.responses import go_to, home_of, table_page, table_part
from encounters.screens import watch_part
from encounters.stream import address_for, address_for_table
from rhean.campaigns.access import Role


@require_GET
@login_required
def show(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code)
    return redirect(home_of(seat), code)


@require_GET
@login_required
def run(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    if seat.encounter.is_draft:
        return redirect("encounters:prepare", code)
    return table_page(request, seat)


@require_GET
@login_required
def refresh_run(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    if seat.encounter.is_draft:
        return go_to(request, "encounters:prepare", code)
    return HttpResponse(table_part(request, seat))


@require_GET
@login_required
def play(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.PLAYER)
    if seat.is_gm:
        return redirect("encounters:run", code)
    return table_page(request, seat)


@require_GET
@login_required
def refresh_play(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.PLAYER)
    if seat.encounter.is_draft:
        return go_to(request, "encounters:prepare", code)
    return HttpResponse(table_part(request, seat))


@require_GET
@login_required
def watch(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code)
    if seat.encounter.is_draft:
        return redirect("encounters:prepare", code)
    context = {
        "encounter": seat.encounter,
        "table_part": watch_part(seat.encounter),
        "live": address_for(seat.encounter, seat.user),
        "refresh": "encounters:refresh_watch",
        "handle": code,
    }
    return render(request, "encounters/watch.html", context)


@require_GET
@login_required
def refresh_watch(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code)
    if seat.encounter.is_draft:
        return go_to(request, "encounters:prepare", code)
    return HttpResponse(watch_part(seat.encounter))


@require_GET
def table(request: HttpRequest, token: str) -> HttpResponse:
    encounter = get_watched(token)
    context = {
        "encounter": encounter,
        "table_part": watch_part(encounter),
        "live": address_for_table(encounter),
        "refresh": "encounters:refresh_table",
        "handle": token,
    }
    return render(request, "encounters/watch.html", context)


@require_GET
def refresh_table(request: HttpRequest, token: str) -> HttpResponse:
    encounter = get_watched(token)
    return HttpResponse(watch_part(encounter))
