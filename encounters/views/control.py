"""The GM's hand on a running fight: take back, force, choose, set by hand, hand over, names, the end."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from encounters import engine, logbook
from encounters.access import Seat, get_combatant, get_seat
from encounters.actions.after import do_write_back
from encounters.actions.choose import do_choose
from encounters.actions.control import (
    do_end,
    do_enter,
    do_hand_over,
    do_name,
    do_resume,
    do_set_clock,
    do_share,
    do_undo,
)
from encounters.actions.play import do_command, do_force
from encounters.errors import MovedOn, NotNow
from encounters.fields import RulesForm, option_form
from encounters.forms import (
    ChooseForm,
    ClockForm,
    ForceForm,
    HandOverForm,
    NamesForm,
    OverrideForm,
    ShareForm,
    UndoForm,
)
from encounters.records import owner_names
from encounters.responses import UNPROCESSABLE, refuse, says_why, table_answer
from encounters.screens import Look, gm_names
from encounters.stages import Slip
from rhean.campaigns.access import Role
from rhean.campaigns.forms import KeyForm
from rhean.rules.commands import GM_KEY, Command
from rhean.rules.prompts import Option


@require_POST
@login_required
def undo(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    return take_back(request, get_seat(request.user, code, need=Role.PLAYER))


@says_why
def take_back(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = UndoForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    seq = logbook.seq_with(seat.encounter, form.cleaned_data["ref"])
    if seq is None:
        raise MovedOn("That step is not in the log.")
    do_undo(seat.encounter, seat.user, seq=seq, key=form.cleaned_data["key"], gm=seat.is_gm)
    return table_answer(request, seat)


@require_POST
@login_required
def force(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    return force_on(request, get_seat(request.user, code, need=Role.GM))


@says_why
def force_on(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = ForceForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    do_force(seat.encounter, seat.user, stage=form.cleaned_data["stage"], key=form.cleaned_data["key"])
    return table_answer(request, seat)


@require_POST
@login_required
def choose(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    return let_choose(request, get_seat(request.user, code, need=Role.GM))


@says_why
def let_choose(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = ChooseForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    do_choose(seat.encounter, seat.user, who=form.cleaned_data["who"], key=form.cleaned_data["key"])
    return table_answer(request, seat)


@require_POST
@login_required
def override(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    return set_by_hand(request, get_seat(request.user, code, need=Role.GM))


@says_why
def set_by_hand(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = OverrideForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    if not seat.encounter.is_running:
        raise MovedOn("The fight is over.")
    options = engine.system_for(seat.encounter).overrides(engine.state_of(seat.encounter))
    option = next((one for one in options if one.key == form.cleaned_data["option"]), None)
    if option is None:
        raise NotNow("That cannot be set by hand.")
    asked = option_form(option, gm_names(seat.encounter), data=request.POST)
    if not asked.is_valid():
        return refuse_by_hand(request, seat, option, asked)
    command = Command(GM_KEY, option.command, {**option.fixed, **asked.params()})
    do_command(seat.encounter, command, seat.user, key=form.cleaned_data["key"])
    return table_answer(request, seat)


def refuse_by_hand(request: HttpRequest, seat: Seat, option: Option, asked: RulesForm) -> HttpResponse:
    """Say in the form that stands open what is wrong; on top of the page if it was sent from elsewhere (the map)."""
    look = Look.of(request.GET)
    there = {one.id for one in engine.scene_of(seat.encounter).combatants}
    if look.override != option.key or look.focus not in there:
        return refuse(request, seat, asked)
    return table_answer(request, seat, UNPROCESSABLE, Slip("", look.who, option.key, request.POST))


@require_POST
@login_required
def hand_over(request: HttpRequest, code: uuid.UUID, cid: str) -> HttpResponse:
    return hand(request, get_seat(request.user, code, need=Role.GM), cid)


@says_why
def hand(request: HttpRequest, seat: Seat, cid: str) -> HttpResponse:
    combatant = get_combatant(seat, cid)
    form = HandOverForm(request.POST, people=list(owner_names(seat.encounter).items()))
    if not form.is_valid():
        return refuse(request, seat, form)
    do_hand_over(seat.encounter, combatant, form.cleaned_data["to"], seat.user, key=form.cleaned_data["key"])
    return table_answer(request, seat)


@require_POST
@login_required
def name(request: HttpRequest, code: uuid.UUID, cid: str) -> HttpResponse:
    return give_name(request, get_seat(request.user, code, need=Role.GM), cid)


@says_why
def give_name(request: HttpRequest, seat: Seat, cid: str) -> HttpResponse:
    combatant = get_combatant(seat, cid)
    form = NamesForm(request.POST, instance=combatant)
    if not form.is_valid():
        return refuse(request, seat, form)
    do_name(seat.encounter, combatant, user=seat.user, **form.cleaned_data)
    return table_answer(request, seat)


@require_POST
@login_required
def enter(request: HttpRequest, code: uuid.UUID, cid: str) -> HttpResponse:
    return bring_in(request, get_seat(request.user, code, need=Role.GM), cid)


@says_why
def bring_in(request: HttpRequest, seat: Seat, cid: str) -> HttpResponse:
    combatant = get_combatant(seat, cid)
    form = KeyForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    do_enter(seat.encounter, [combatant], seat.user, key=form.cleaned_data["key"])
    return table_answer(request, seat)


@require_POST
@login_required
def end(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    do_end(seat.encounter, seat.user)
    return table_answer(request, seat)


@require_POST
@login_required
def resume(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    return go_on(request, get_seat(request.user, code, need=Role.GM))


@says_why
def go_on(request: HttpRequest, seat: Seat) -> HttpResponse:
    do_resume(seat.encounter, seat.user)
    return table_answer(request, seat)


@require_POST
@login_required
def share(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = ShareForm(request.POST)
    form.is_valid()
    do_share(seat.encounter, form.cleaned_data["shared"])
    return table_answer(request, seat)


@require_POST
@login_required
def set_clock(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    seat = get_seat(request.user, code, need=Role.GM)
    form = ClockForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    do_set_clock(seat.encounter, form.cleaned_data["seconds"] or 0)
    return table_answer(request, seat)


@require_POST
@login_required
def write_back(request: HttpRequest, code: uuid.UUID) -> HttpResponse:
    return write_pools(request, get_seat(request.user, code, need=Role.GM))


@says_why
def write_pools(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = do_write_back(seat.encounter, seat.user)
    say = messages.warning if done.gone or done.changed else messages.success
    say(request, done.words)
    return table_answer(request, seat)
