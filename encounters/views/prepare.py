"""Prepare an encounter: who takes part, how they begin, how the place is."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from encounters import roster as setups
from encounters.access import Seat, get_combatant, get_seat
from encounters.actions import prepare as actions
from encounters.actions.play import do_start
from encounters.errors import EncounterError
from encounters.forms import CharactersForm, CreateForm, CreaturesForm, DescribeForm, MoveForm, RosterForm
from encounters.map_page import map_context
from encounters.models import Combatant, Encounter
from encounters.ready import ready_made
from encounters.records import owner_names
from encounters.responses import UNPROCESSABLE, go_to, refuse, say_refusal
from encounters.stream import address_for
from rhean.campaigns.access import Role, get_campaign_for, is_gm
from rhean.campaigns.actions import do_once
from rhean.campaigns.forms import KeyForm
from rhean.campaigns.models import Campaign, User
from rhean.rules.errors import RulesError
from sheets.library import creature_names, creature_stock
from sheets.models import Character

NOT_SAID = frozenset({"key", "csrfmiddlewaretoken"})


@require_GET
@login_required
def encounters(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    return encounters_page(request, campaign, CreateForm())


def encounters_page(request: HttpRequest, campaign: Campaign, form: CreateForm, status: int = 200) -> HttpResponse:
    gm = is_gm(campaign, request.user)
    rows = campaign.encounters.all() if gm else campaign.encounters.exclude(status=Encounter.Status.DRAFT)
    context = {
        "campaign": campaign,
        "rows": rows.defer("state", "begun", "notes", "scene"),
        "form": form,
        "gm": gm,
        "ready": ready_made(campaign) if gm else [],
    }
    return render(request, "encounters/encounters.html", context, status=status)


@require_POST
@login_required
def create(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    form = CreateForm(request.POST)
    if not form.is_valid():
        return encounters_page(request, campaign, form, UNPROCESSABLE)
    made = once(request, lambda: actions.do_create(campaign, form.cleaned_data["name"]).code)
    return redirect("encounters:prepare", made)


@require_POST
@login_required
def create_ready(request: HttpRequest, code: uuid.UUID, key: str) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    entry = next((one for one in ready_made(campaign) if one.key == key), None)
    if entry is None:
        messages.error(request, "There is no such ready-made encounter.")
        return encounters_page(request, campaign, CreateForm(), UNPROCESSABLE)
    made = once(request, lambda: actions.do_create_ready(campaign, entry).code)
    return redirect("encounters:prepare", made)


@require_GET
@login_required
def prepare(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    if not seat.encounter.is_draft:
        return redirect("encounters:run", code)
    return prepare_page(request, seat)


def prepare_page(request: HttpRequest, seat: Seat, status: int = 200, **forms: Any) -> HttpResponse:
    encounter, campaign = seat.encounter, seat.encounter.campaign
    roster = list(encounter.roster.all())
    there = {one.character_id for one in roster}
    party = list(Character.objects.filter(campaign=campaign, archived=False, kind=Character.Kind.PC).light())
    context = {
        "encounter": encounter,
        "rows": setups.rows_for(encounter, roster, owner_names(encounter)),
        "party": [one for one in party if one.pk not in there],
        "describe": DescribeForm(instance=encounter),
        "creatures": CreaturesForm(stock=creature_names(campaign)),
        "bulk": setups.BulkForm(encounter=encounter),
        "scene": setups.scene_form(encounter),
        "lists": setups.scene_rows(encounter, roster),
        "live": address_for(encounter, seat.user),
        **map_context(encounter),
        **forms,
    }
    return render(request, "encounters/prepare.html", context, status=status)


def once(request: HttpRequest, act: Callable[[], object]) -> str:
    """Do what this very form asks, unless it was sent and done before; gives what came of it."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # every view here wants somebody who is logged in
    said = sorted((name, *values) for name, values in request.POST.lists() if name not in NOT_SAID)
    return do_once(user, act, request.path, said, key=KeyForm.key_in(request.POST))


def attempt(request: HttpRequest, seat: Seat, act: Callable[[], object]) -> HttpResponse:
    """Do something to the preparation, once, or say on its page why not."""

    def done() -> str:
        act()
        return ""

    try:
        once(request, done)
    except (EncounterError, RulesError) as error:
        status = say_refusal(request, error)
        seat.refresh()
        if not seat.encounter.is_draft:
            return go_to(request, "encounters:run", seat.encounter.code)
        return prepare_page(request, seat, status)
    return go_to(request, "encounters:show", seat.encounter.code)


@require_POST
@login_required
def describe(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = DescribeForm(request.POST, instance=seat.encounter)
    if request.htmx:  # type: ignore[attr-defined]
        return describe_by_itself(request, seat, form)
    if not form.is_valid():
        seat.refresh()
        return prepare_page(request, seat, UNPROCESSABLE, describe=form)
    return attempt(request, seat, lambda: actions.do_describe(seat.encounter, **form.cleaned_data))


def describe_by_itself(request: HttpRequest, seat: Seat, form: DescribeForm) -> HttpResponse:
    """Save while the page stays as it is, and say so beside the button."""
    sound = form.is_valid()
    if sound:
        once(request, lambda: actions.do_describe(seat.encounter, **form.cleaned_data).code)
    context = {"form": form, "saved": sound}
    return render(request, "encounters/prepare_saved.html", context, status=200 if sound else UNPROCESSABLE)


@require_POST
@login_required
def add_party(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    party = Character.objects.filter(campaign=seat.encounter.campaign, archived=False, kind=Character.Kind.PC)
    return attempt(request, seat, lambda: actions.do_add_characters(seat.encounter, party.select_related("owner")))


@require_POST
@login_required
def add_characters(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    own = Character.objects.filter(campaign=seat.encounter.campaign, archived=False).select_related("owner")
    form = CharactersForm(request.POST, characters=[(str(one.code), one.name) for one in own.light()])
    if not form.is_valid():
        return prepare_page(request, seat, UNPROCESSABLE, characters=form)
    chosen = own.filter(code__in=form.cleaned_data["characters"])
    side = form.cleaned_data["side"]
    return attempt(request, seat, lambda: actions.do_add_characters(seat.encounter, chosen, side))


@require_POST
@login_required
def add_creatures(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = CreaturesForm(request.POST, stock=creature_names(seat.encounter.campaign))
    if not form.is_valid():
        if not seat.encounter.is_draft:
            return refuse(request, seat, form)
        return prepare_page(request, seat, UNPROCESSABLE, creatures=form)
    sent = form.cleaned_data
    stock = next(one for one in creature_stock(seat.encounter.campaign) if one.ref == sent["creature"])
    return attempt(
        request,
        seat,
        lambda: actions.do_add_creatures(
            seat.encounter, stock, sent["number"] or 1, side=sent["side"], masked=sent["masked"]
        ),
    )


@require_http_methods(["GET", "POST"])
@login_required
def change(request: HttpRequest, code: uuid.UUID, cid: str) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    combatant = get_combatant(seat, cid)
    data = request.POST if request.method == "POST" else None
    people = list(owner_names(seat.encounter).items())
    form = RosterForm(data, instance=combatant, people=people)
    start = setups.start_form(seat.encounter, combatant, data)
    if data is None or not (form.is_valid() and start.is_valid()):
        return combatant_page(request, seat, combatant, form, start, 200 if data is None else UNPROCESSABLE)
    kept = setups.start_of(seat.encounter, start.cleaned_data)
    return attempt(request, seat, lambda: actions.do_change_combatant(combatant, **form.values(), start=kept))


def combatant_page(
    request: HttpRequest, seat: Seat, combatant: Combatant, form: RosterForm, start: Any, status: int
) -> HttpResponse:
    context = {"encounter": seat.encounter, "combatant": combatant, "form": form, "start": start}
    return render(request, "encounters/combatant.html", context, status=status)


@require_POST
@login_required
def remove(request: HttpRequest, code: uuid.UUID, cid: str) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    combatant = get_combatant(seat, cid)
    return attempt(request, seat, lambda: actions.do_remove_combatant(combatant))


@require_POST
@login_required
def move(request: HttpRequest, code: uuid.UUID, cid: str) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    combatant = get_combatant(seat, cid)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return prepare_page(request, seat, UNPROCESSABLE)
    return attempt(request, seat, lambda: actions.do_move_combatant(combatant, form.cleaned_data["by"] or 0))


@require_POST
@login_required
def set_starts(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = setups.BulkForm(request.POST, encounter=seat.encounter)
    if not form.is_valid():
        for text in (*form.errors.get("cids", ()), *form.non_field_errors()):
            messages.error(request, str(text))
        return prepare_page(request, seat, UNPROCESSABLE, bulk=form)
    cids = form.cleaned_data["cids"]
    return attempt(request, seat, lambda: actions.do_set_start(seat.encounter, cids, form.values))


@require_POST
@login_required
def set_scene(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = setups.scene_form(seat.encounter, request.POST)
    if not form.is_valid():
        return prepare_page(request, seat, UNPROCESSABLE, scene=form)
    return attempt(request, seat, lambda: actions.do_set_scene_values(seat.encounter, form.cleaned_data))


@require_POST
@login_required
def add_row(request: HttpRequest, code: uuid.UUID, field: str) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    lists = setups.scene_rows(seat.encounter, list(seat.encounter.roster.all()))
    found = next((one for one in lists if one.field.key == field), None)
    if found is None:
        return prepare_page(request, seat, UNPROCESSABLE)
    form = setups.row_form(seat.encounter, found.field, request.POST)
    if not form.is_valid():
        for key, errors in form.errors.items():
            label = form.fields[key].label if key in form.fields else ""
            messages.error(request, f"{label}: {' '.join(str(one) for one in errors)}")
        return prepare_page(request, seat, UNPROCESSABLE)
    row = {key: value for key, value in form.cleaned_data.items() if value not in (None, "", [])}
    return attempt(request, seat, lambda: actions.do_add_scene_row(seat.encounter, field, row))


@require_POST
@login_required
def remove_row(request: HttpRequest, code: uuid.UUID, field: str, at: int) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    return attempt(request, seat, lambda: actions.do_remove_scene_row(seat.encounter, field, at))


@require_POST
@login_required
def start(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    return attempt(request, seat, lambda: do_start(seat.encounter, seat.user))


@require_POST
@login_required
def clone(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    made = once(request, lambda: actions.do_clone(seat.encounter, f"{seat.encounter.name} (copy)"[:120]).code)
    return go_to(request, "encounters:prepare", made)


@require_POST
@login_required
def delete(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    campaign = seat.encounter.campaign.code
    actions.do_delete(seat.encounter)
    return go_to(request, "encounters:encounters", campaign)
