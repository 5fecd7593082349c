"""The portrait, for those who may read the sheet."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.http import SignedIn
from sheets.access import Need, get_character_for
from sheets.actions import do_set_portrait
from sheets.forms import PortraitForm
from sheets.views.common import answer, faults


@require_safe
@login_required
def portrait(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The picture."""
    character = get_character_for(request.user, code)
    if not character.portrait:
        raise Http404
    with character.portrait.open("rb") as file:
        response = HttpResponse(file.read(), content_type="image/webp")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@require_POST
@login_required
def set_portrait(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Take a new picture."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    form = PortraitForm(request.POST, request.FILES)
    if not form.is_valid():
        return answer(request, character, fault=faults(form))
    do_set_portrait(character, form.cleaned_data["picture"], actor=request.user)
    return answer(request, character, ["portrait"])


@require_POST
@login_required
def remove_portrait(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Take the picture away."""
    character = get_character_for(request.user, code, need=Need.EDIT)
    do_set_portrait(character, None, actor=request.user)
    return answer(request, character, ["portrait"])
