"""The answers to a stage's decisions, each stage at its own address.

What a stage asks, and what may be answered, comes from the rules; how it looks is ``phases/<stage>.html``.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from encounters import engine
from encounters.access import Seat, get_seat, require_decides
from encounters.actions.base import repeated
from encounters.actions.play import do_command, do_drop_draft, do_keep_answer, do_save_draft
from encounters.engine import Rolls
from encounters.errors import MovedOn, NotNow
from encounters.fields import PREFIX, RulesForm, option_form
from encounters.forms import AnswerForm, DropForm
from encounters.models import Draft
from encounters.responses import UNPROCESSABLE, names_of, refuse, says_why, table_answer
from encounters.stages import Slip
from rhean.campaigns.access import Role
from rhean.campaigns.models import Campaign
from rhean.rules.commands import GM_KEY
from rhean.rules.errors import DiceNeeded
from rhean.rules.prompts import Option, Prompt

Mode = Campaign.DiceMode


@require_POST
@login_required
def answer(request: HttpRequest, code: uuid.UUID, kind: str) -> HttpResponse:
    return answer_stage(request, get_seat(request.user, code, need=Role.PLAYER), kind)


@require_POST
@login_required
def save_draft(request: HttpRequest, code: uuid.UUID, kind: str) -> HttpResponse:
    return keep_draft(request, get_seat(request.user, code, need=Role.PLAYER), kind)


@require_POST
@login_required
def drop_draft(request: HttpRequest, code: uuid.UUID, kind: str) -> HttpResponse:
    return forget_draft(request, get_seat(request.user, code, need=Role.PLAYER), kind)


@says_why
def answer_stage(request: HttpRequest, seat: Seat, kind: str) -> HttpResponse:
    """Give the command that answers a decision, or ask for the next die that has to be typed in."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    sent = form.cleaned_data
    require_decides(seat, sent["who"])
    if repeated(seat.encounter, seat.user, sent["key"]) is not None:
        return table_answer(request, seat)
    prompt, option = find(request, seat, kind, sent)
    asked = option_form(option, names_of(seat), data=request.POST)
    if not asked.is_valid():
        return refuse_at_fields(request, seat, prompt, option, asked)
    command = engine.command_for(prompt, option, asked.params(), seat.by)
    rolls = rolls_for(seat, prompt, sent["roll"], sent["faces"])
    try:
        do_command(seat.encounter, command, seat.user, key=sent["key"], rolls=rolls)
    except DiceNeeded as needed:
        do_save_draft(seat.encounter, prompt, option, asked.params(), seat.user, rolls.typed or (), needed.sides)
    except MovedOn:
        keep_answer(request, seat, kind, sent)
        raise
    return table_answer(request, seat)


@says_why
def keep_draft(request: HttpRequest, seat: Seat, kind: str) -> HttpResponse:
    """Keep what is entered so far; nothing is decided."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    sent = form.cleaned_data
    require_decides(seat, sent["who"])
    prompt, option = find(request, seat, kind, sent)
    params = option_form(option, names_of(seat), data=request.POST).params_so_far()
    do_save_draft(seat.encounter, prompt, option, params, seat.user)
    return table_answer(request, seat)


@says_why
def forget_draft(request: HttpRequest, seat: Seat, kind: str) -> HttpResponse:
    """Back to all options."""
    form = DropForm(request.POST)
    if not form.is_valid():
        return refuse(request, seat, form)
    require_decides(seat, form.cleaned_data["who"])
    do_drop_draft(seat.encounter, form.cleaned_data["who"], kind)
    return table_answer(request, seat)


def find(request: HttpRequest, seat: Seat, kind: str, sent: dict[str, Any]) -> tuple[Prompt, Option]:
    """The open decision and the option; ``MovedOn`` if that decision is no longer open, with the answer kept."""
    running = seat.encounter.is_running
    prompt = engine.prompt_with(seat.encounter, sent["who"], sent["prompt"]) if running else None
    if prompt is None or prompt.kind != kind:
        keep_answer(request, seat, kind, sent)
        raise MovedOn
    option = engine.option_with(prompt, sent["option"])
    if option is None:
        raise NotNow("There is no such choice here.")
    return prompt, option


def keep_answer(request: HttpRequest, seat: Seat, kind: str, sent: dict[str, Any]) -> None:
    """What was sent too late is offered again at the next decision of its kind."""
    params = {
        key.removeprefix(f"{PREFIX}-"): request.POST.getlist(key) for key in request.POST if key.startswith(PREFIX)
    }
    do_keep_answer(seat.encounter, sent["who"], kind, sent["option"], params, seat.user)


def rolls_for(seat: Seat, prompt: Prompt, roll: str, faces: Sequence[int]) -> Rolls:
    """Who rolls for this answer: as the campaign says, or as was said for this roll."""
    mode = seat.encounter.dice
    typed = mode == Mode.TYPED or (mode == Mode.EITHER and roll in ("typed", "rest"))
    if not typed:
        return engine.APP_ROLLS
    drafts = Draft.objects.filter(encounter=seat.encounter, cid=prompt.who, prompt=prompt.id)
    before: Sequence[int] = next((draft.faces for draft in drafts if draft.sides), ())
    rest_by_app = roll == "rest" and (mode == Mode.EITHER or seat.by == GM_KEY)
    return Rolls((*before, *faces), rest_by_app)


def refuse_at_fields(
    request: HttpRequest, seat: Seat, prompt: Prompt, option: Option, asked: RulesForm
) -> HttpResponse:
    """Say in the option's own form what is wrong, with what was entered so far kept."""
    if not option.available:
        return refuse(request, seat, asked)
    draft = Draft.objects.filter(encounter=seat.encounter, cid=prompt.who, prompt=prompt.id, option=option.key).first()
    if draft is None or (draft.params != asked.params() and not draft.sides):
        do_save_draft(seat.encounter, prompt, option, asked.params(), seat.user)
    return table_answer(request, seat, UNPROCESSABLE, Slip(prompt.id, prompt.who, option.key, request.POST))
