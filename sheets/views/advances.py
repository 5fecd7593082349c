"""Experience: what was gained and spent, and what it buys."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.http import SignedIn
from rhean.rules.errors import BadSheet
from sheets.access import Need, get_character_for, rights_of
from sheets.actions import do_buy, do_decide_advance, do_gain, do_take_back
from sheets.actions.advances import experience_left, history_of
from sheets.errors import Refused
from sheets.forms import BuyForm, GainForm
from sheets.models import Advance, Character
from sheets.page import SheetPage
from sheets.views.common import context_of, words_of


@require_safe
@login_required
def advancement(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """XP, what they buy, and the history."""
    character = get_character_for(request.user, code)
    return shown(request, character)


def shown(request: SignedIn, character: Character, form: GainForm | None = None, status: int = 200) -> HttpResponse:
    """The page, or with htmx its changing part."""
    page = SheetPage.for_user(character, request.user)
    left = experience_left(character)
    context = context_of(request, page) | {
        "left": left,
        "groups": grouped(page, left),
        "advances": character.advances.select_related("by", "decided_by"),
        "form": form or GainForm(),
        "approval": character.campaign is not None and character.campaign.xp_approval,
    }
    template = "sheets/advancement_body.html" if request.htmx else "sheets/advancement.html"
    return render(request, template, context, status=status)


def grouped(page: SheetPage, left: int) -> list[tuple[str, list[dict[str, Any]]]]:
    """What can be bought, by group, with what is lacking."""
    try:
        offers = page.system.purchases(page.document, history_of(page.character), page.library, page.rulings)
    except BadSheet:
        return []
    groups: dict[str, list[dict[str, Any]]] = {}
    for offer in offers:
        lacking = max(0, offer.price.total - left)
        row = {"offer": offer, "lacking": lacking, "possible": not offer.refusals and not lacking}
        groups.setdefault(offer.group, []).append(row)
    return list(groups.items())


def after(request: SignedIn, character: Character, fault: str = "", said: str = "") -> HttpResponse:
    """The page again after a command, with what came of it."""
    if fault:
        messages.error(request, fault)
    elif said:
        messages.success(request, said)
    if not request.htmx:
        return redirect("sheets:advancement", character.code)
    response = shown(request, character, status=422 if fault else 200)
    told = render(request, "messages.html", {"oob": True}).content
    return HttpResponse(response.content + told, status=response.status_code)


@require_POST
@login_required
def gain(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Note XP gained."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = GainForm(request.POST)
    if not form.is_valid():
        return shown(request, character, form, status=422)
    gm = rights_of(request.user, character).gm
    data = form.cleaned_data
    made = do_gain(character, data["amount"], data["reason"], actor=request.user, gm=gm, key=data["key"])
    waits = " The game master has to approve it." if made.state == Advance.State.ASKED else ""
    return after(request, character, said=f"{made.amount} XP noted.{waits}")


@require_POST
@login_required
def buy(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Spend XP."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = BuyForm(request.POST)
    if not form.is_valid():
        raise Http404
    gm = rights_of(request.user, character).gm
    data = form.cleaned_data
    try:
        made = do_buy(character, data["purchase"], actor=request.user, gm=gm, key=data["key"])
    except (Refused, BadSheet) as fault:
        page = SheetPage.for_user(character, request.user)
        return after(request, character, words_of(page, fault) if isinstance(fault, Refused) else str(fault))
    waits = " asked for: the game master has to approve it." if made.state == Advance.State.ASKED else " bought."
    return after(request, character, said=f"{made.label}{waits}")


def line_of(request: SignedIn, code: uuid.UUID, line: uuid.UUID, need: Need) -> Advance:
    """A line of a character's history."""
    character = get_character_for(request.user, code, need=need)
    found = character.advances.filter(code=line).first()
    if found is None:
        raise Http404
    found.character = character
    return found


@require_POST
@login_required
def take_back(request: SignedIn, code: uuid.UUID, line: uuid.UUID) -> HttpResponse:
    """Take a line back."""
    advance = line_of(request, code, line, Need.EDIT)
    gm = rights_of(request.user, advance.character).gm
    try:
        do_take_back(advance, actor=request.user, gm=gm)
    except Refused as fault:
        return after(request, advance.character, str(fault))
    return after(request, advance.character, said=f"Taken back: {advance.label}.")


@require_POST
@login_required
def approve(request: SignedIn, code: uuid.UUID, line: uuid.UUID) -> HttpResponse:
    """Approve what a player asked for."""
    return decided(request, line_of(request, code, line, Need.GM), approve=True)


@require_POST
@login_required
def refuse(request: SignedIn, code: uuid.UUID, line: uuid.UUID) -> HttpResponse:
    """Refuse what a player asked for."""
    return decided(request, line_of(request, code, line, Need.GM), approve=False)


def decided(request: SignedIn, advance: Advance, *, approve: bool) -> HttpResponse:
    """The page after a decision."""
    try:
        do_decide_advance(advance, approve=approve, actor=request.user)
    except (Refused, BadSheet) as fault:
        return after(request, advance.character, str(fault))
    return after(request, advance.character, said="Approved." if approve else "Refused.")
