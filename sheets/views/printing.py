"""The sheet on paper."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rhean.campaigns.http import SignedIn
from sheets.access import get_character_for
from sheets.forms import PaperForm
from sheets.views.common import bound_page, context_of
from sheets.views.parts import grouped


@require_safe
@login_required
def print_sheet(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """A page laid out for A4 or Letter, with boxes for the pencil."""
    character = get_character_for(request.user, code)
    page = bound_page(character, request)
    paper = PaperForm(request.GET)
    context = context_of(request, page) | {"paper": paper.paper, "abilities": grouped(page)}
    return render(request, "sheets/print.html", context)
