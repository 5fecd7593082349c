"""Rolls from a sheet: odds before, dice after."""

from __future__ import annotations

import uuid

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.http import SignedIn
from rhean.rules.errors import BadFace, DiceNeeded, IllegalCommand
from rhean.rules.events import Line
from rhean.rules.prompts import Chance
from sheets.access import Need, characters_of, get_character_for
from sheets.actions import do_check
from sheets.actions.checks import command_for, sheets_of
from sheets.checkforms import CheckForm
from sheets.forms import CheckKeyForm
from sheets.models import Character
from sheets.page import SheetPage
from sheets.views.common import context_of


def form_for(request: SignedIn, page: SheetPage, key: str, data: object = None) -> CheckForm:
    """The form of the check with this key; 404 for one that the sheet does not offer."""
    found = next((check for check in page.checks if check.key == key), None)
    if found is None:
        raise Http404
    return CheckForm(page.character, found, rivals_of(request, page.character), data)


def rivals_of(request: SignedIn, character: Character) -> list[Character]:
    """Whom this character can be rolled against: those of the campaign that the person may read."""
    if character.campaign is None:
        return []
    return list(characters_of(character.campaign, request.user).kept().exclude(pk=character.pk))


@require_safe
@login_required
def check(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """What the roll asks for, with its odds as it stands."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    asked = CheckKeyForm(request.GET)
    typed = request.GET if asked.wants_odds else None
    form = form_for(request, page, asked.key_of_check, typed)
    context = context_of(request, page) | {"form": form, "check": form.check} | chances(request, page, form)
    if request.htmx and asked.wants_odds:
        return render(request, "sheets/check_odds.html", context)
    return render(request, "sheets/check.html" if request.htmx else "sheets/check_page.html", context)


def chances(request: SignedIn, page: SheetPage, form: CheckForm) -> dict[str, object]:
    """The odds of the roll as the form stands, or why there are none."""
    initial = {f"p-{each.key}": each.default for each in form.check.parameters}
    params = form.params(form.cleaned_data if form.is_bound and form.is_valid() else initial)
    roll = form.roll_with(params)
    command = command_for(page.character, roll, request.user)
    odds: tuple[Chance, ...] = ()
    try:
        odds = page.system.check_odds(sheets_of(page.character, roll), command, page.library, page.rulings)
    except IllegalCommand as fault:
        names = {key: one.name for key, one in form.rivals.items()}
        return {"odds": odds, "refusals": [reason.words(names) for reason in fault.reasons]}
    return {"odds": odds, "refusals": []}


@require_POST
@login_required
def roll(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Roll."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    page = SheetPage.for_user(character, request.user)
    asked = CheckKeyForm(request.POST)
    form = form_for(request, page, asked.key_of_check, request.POST)
    context = context_of(request, page) | {"form": form, "check": form.check}
    if form.is_valid():
        try:
            result = do_check(character, form.roll, actor=request.user, key=asked.cleaned_data["key"])
        except (IllegalCommand, DiceNeeded, BadFace) as fault:
            form.add_error(
                "faces" if "faces" in form.fields and not isinstance(fault, IllegalCommand) else None, str(fault)
            )
        else:
            context |= {"result": result, "lines": lines_of(result)}
            template = "sheets/check_result.html" if request.htmx else "sheets/check_result_page.html"
            return render(request, template, context)
    context |= chances(request, page, form)
    return render(request, "sheets/check.html" if request.htmx else "sheets/check_page.html", context, status=422)


def lines_of(result: dict[str, object]) -> list[Line]:
    """The result in words."""
    return [msgspec.convert(line, Line) for line in result["lines"]]  # type: ignore[attr-defined]
