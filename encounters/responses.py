"""What a command is answered with: the fresh table, or why not. The one place where errors become answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from encounters.access import Seat
from encounters.engine import scene_of
from encounters.errors import EncounterError, MovedOn
from encounters.projection import Names, names_for
from encounters.records import records_of
from encounters.screens import Look, gm_names, play_part, run_part, slipped_part
from encounters.stages import Slip
from encounters.stream import address_for
from rhean.campaigns.access import Role
from rhean.rules.errors import BadSheet, IllegalCommand, RulesError

CONFLICT, UNPROCESSABLE = 409, 422

P = ParamSpec("P")
Command = Callable[Concatenate[HttpRequest, Seat, P], HttpResponse]


def home_of(seat: Seat) -> str:
    """The name of the page on which somebody sits: the GM runs, a player plays, a watcher watches."""
    if seat.encounter.is_draft:
        return "encounters:prepare"
    if seat.is_gm:
        return "encounters:run"
    return "encounters:play" if seat.role >= Role.PLAYER else "encounters:watch"


def table_part(request: HttpRequest, seat: Seat, slip: Slip | None = None) -> str:
    """The live part of somebody's page."""
    if slip is not None:
        return slipped_part(request, seat, Look.of(request.GET), slip)
    part = run_part if seat.is_gm else play_part
    return part(request, seat, Look.of(request.GET))


def table_page(request: HttpRequest, seat: Seat, status: int = 200, slip: Slip | None = None) -> HttpResponse:
    """Somebody's whole page."""
    context = {
        "encounter": seat.encounter,
        "table_part": table_part(request, seat, slip),
        "live": address_for(seat.encounter, seat.user),
        "is_gm": seat.is_gm,
    }
    template = "encounters/run.html" if seat.is_gm else "encounters/play.html"
    return render(request, template, context, status=status)


def table_answer(request: HttpRequest, seat: Seat, status: int = 200, slip: Slip | None = None) -> HttpResponse:
    """The answer to a command: the fresh part for htmx; otherwise back to the page, or the page with what was wrong.
    A fight in preparation has no table: its GM goes back to the preparation, and reads there what was wrong."""
    if seat.encounter.is_draft:
        return go_to(request, "encounters:prepare", seat.encounter.code)
    if not request.htmx:  # type: ignore[attr-defined]
        if status == 200:
            return redirect(reverse(home_of(seat), args=[seat.encounter.code]) + str(Look.of(request.GET)))
        return table_page(request, seat, status, slip)
    return with_messages(request, table_part(request, seat, slip), status)


def with_messages(request: HttpRequest, part: str, status: int = 200) -> HttpResponse:
    """A fresh part of a page for htmx, and what there is to say besides."""
    shown = render_to_string("messages.html", {"messages": messages.get_messages(request), "oob": True})
    return HttpResponse(part + shown, status=status)


def explain(request: HttpRequest, seat: Seat, error: EncounterError | RulesError) -> HttpResponse:
    """Why a command was not carried out, on the page as it is now."""
    seat.refresh()
    for text in reasons_of(error, names_of(seat)):
        messages.error(request, text)
    return table_answer(request, seat, CONFLICT if isinstance(error, MovedOn) else UNPROCESSABLE)


def refuse(request: HttpRequest, seat: Seat, form: forms.BaseForm) -> HttpResponse:
    """Say at which field something is wrong; what was entered stays in the form."""
    say_faults(request, form)
    return table_answer(request, seat, UNPROCESSABLE)


def say_faults(request: HttpRequest, form: forms.BaseForm) -> None:
    """Say what is wrong in a form, each fault with the label of its field."""
    for key, errors in form.errors.items():
        label = form.fields[key].label or key.capitalize() if key in form.fields else ""
        for text in errors:
            messages.error(request, f"{label}: {text}" if label else str(text))


def say_refusal(request: HttpRequest, error: EncounterError | RulesError) -> int:
    """Say why nothing was changed in a preparation; gives the status of the answer: 409 for what cannot be done at
    present, 422 for what the rules refuse."""
    for text in reasons_of(error):
        messages.error(request, text)
    return CONFLICT if isinstance(error, EncounterError) else UNPROCESSABLE


def reasons_of(error: EncounterError | RulesError, names: Names | None = None) -> list[str]:
    """An error in words, with names that the reader may know."""
    if isinstance(error, IllegalCommand):
        return [_sentence(reason.words(names)) for reason in error.reasons]
    if isinstance(error, BadSheet):
        return [f"{problem.field}: {problem.text}" for problem in error.problems]
    return [_sentence(str(error))]


def names_of(seat: Seat) -> Names:
    """The names that somebody may know."""
    if seat.is_gm:
        return gm_names(seat.encounter)
    return names_for(records_of(seat.encounter).roster, scene_of(seat.encounter, seat.viewer), seat.viewer)


def go_to(request: HttpRequest, name: str, *args: Any) -> HttpResponse:
    """Lead on to another page, by htmx too."""
    url = reverse(name, args=args)
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]


def says_why(command: Command[P]) -> Command[P]:
    """Answer what a command raises on purpose with its reasons."""

    def answered(request: HttpRequest, seat: Seat, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return command(request, seat, *args, **kwargs)
        except (EncounterError, RulesError) as error:
            return explain(request, seat, error)

    return answered


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
