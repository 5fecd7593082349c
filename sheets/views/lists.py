"""Lists of characters: one's own, and those of a campaign."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rhean.campaigns.access import Role, get_campaign_for, role_in
from rhean.campaigns.http import SignedIn
from sheets.access import characters_of, characters_owned
from sheets.listing import ListForm
from sheets.models import Character, CharacterQuerySet

PAGE = 50


@require_safe
@login_required
def characters(request: SignedIn) -> HttpResponse:
    """All my characters."""
    return listed(request, characters_owned(request.user), {"title": "My characters", "campaign": None})


@require_safe
@login_required
def campaign_characters(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The characters of a campaign that I may read."""
    campaign = get_campaign_for(request.user, code)
    role = role_in(campaign, request.user)
    context = {"title": f"Characters of {campaign}", "campaign": campaign, "gm": role is not None and role >= Role.GM}
    context["may_add"] = role is not None and role >= Role.PLAYER
    return listed(request, characters_of(campaign, request.user), context)


def listed(request: SignedIn, found: CharacterQuerySet, context: dict[str, Any]) -> HttpResponse:
    """A page of a list, filtered and sorted as asked for."""
    form = ListForm(request.user, request.GET, campaign=context["campaign"])
    chosen = form.apply(found.light().select_related("campaign", "owner"))
    page = Paginator(chosen, PAGE).get_page(form.page)
    context |= {"form": form, "list": page, "query": form.query, "kinds": Character.Kind}
    return render(request, "sheets/list_rows.html" if request.htmx else "sheets/list.html", context)
