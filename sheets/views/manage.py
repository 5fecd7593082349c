"""What can be done with a whole character: name, portrait, owner, copy, move, archive."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.http import SignedIn
from sheets.access import Need, get_character_for, rights_of
from sheets.actions import do_archive, do_change_kind, do_duplicate, do_hand_over, do_move, do_restore
from sheets.forms import NameForm, PortraitForm
from sheets.library import library_for, own_copies
from sheets.manageforms import DuplicateForm, HandOverForm, KindForm, MoveForm
from sheets.models import Character
from sheets.page import SheetPage
from sheets.views.common import context_of, faults


@require_safe
@login_required
def manage(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Everything that concerns the character as a whole."""
    character = get_character_for(request.user, code)
    return shown(request, character)


def shown(request: SignedIn, character: Character, status: int = 200) -> HttpResponse:
    """The page."""
    page = SheetPage.for_user(character, request.user)
    context = context_of(request, page) | {
        "name_form": NameForm(initial={"name": character.name}),
        "portrait_form": PortraitForm(),
        "move_form": MoveForm(request.user, character),
        "kind_form": KindForm(initial={"kind": character.kind}),
        "hand_over_form": HandOverForm(character),
        "duplicate_form": DuplicateForm(initial={"name": f"{character.name} (copy)"[:120]}),
    }
    return render(request, "sheets/manage.html", context, status=status)


@require_POST
@login_required
def archive(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Put it away."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    do_archive(character, actor=request.user)
    messages.success(request, f"{character} is in the archive. Nothing is lost.")
    return redirect("sheets:manage", code)


@require_POST
@login_required
def restore(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Take it out of the archive."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    do_restore(character, actor=request.user)
    messages.success(request, f"{character} is back.")
    return redirect("sheets:manage", code)


@require_POST
@login_required
def duplicate(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Make a second one just like it."""
    character = get_character_for(request.user, code, need=Need.TAKE)
    form = DuplicateForm(request.POST)
    if not form.is_valid():
        messages.error(request, faults(form))
        return shown(request, character, 422)
    stays = rights_of(request.user, character).may_edit
    data = form.cleaned_data
    made = do_duplicate(character, data["name"], owner=request.user, stays=stays, key=data["key"])
    messages.success(request, f"{made} is a copy of {character}.")
    return redirect(made)


@require_POST
@login_required
def move(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Take it into another campaign, and say what that one lacks."""
    character = get_character_for(request.user, code, need=Need.TAKE)
    form = MoveForm(request.user, character, request.POST)
    if not form.is_valid():
        messages.error(request, faults(form))
        return shown(request, character, 422)
    target = form.target
    library = library_for(target, character.system)
    lacking = [
        str(data.get("name", key))
        for kind, entries in own_copies(character).items()
        for key, data in entries.items()
        if library.get(kind, key) is None
    ]
    do_move(character, target, actor=request.user)
    messages.success(request, f"{character} plays in {target} now." if target else f"{character} plays in no campaign.")
    if lacking:
        messages.warning(request, f"The library there lacks {', '.join(lacking)}: the sheet brought its own copies.")
    return redirect(character)


@require_POST
@login_required
def change_kind(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Make it a player's character or a figure of the game master's."""
    character = get_character_for(request.user, code, need=Need.GM)
    form = KindForm(request.POST)
    if not form.is_valid():
        messages.error(request, faults(form))
        return shown(request, character, 422)
    do_change_kind(character, form.cleaned_data["kind"], actor=request.user)
    messages.success(request, f"{character} is a {character.get_kind_display()} now.")
    return redirect("sheets:manage", code)


@require_POST
@login_required
def hand_over(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Give it to another member of the campaign."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = HandOverForm(character, request.POST)
    if not form.is_valid():
        messages.error(request, faults(form))
        return shown(request, character, 422)
    do_hand_over(character, form.person, actor=request.user)
    messages.success(request, f"{character} is {form.person}'s now.")
    may_read = rights_of(request.user, character).member
    return redirect("sheets:manage", code) if may_read else redirect("sheets:characters")
