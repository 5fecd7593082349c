"""The rules reference, as it ships and as a campaign has it."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rhean.campaigns import markdown
from rhean.campaigns.access import get_campaign_for
from rhean.campaigns.forms import SearchForm
from rhean.campaigns.http import SignedIn
from rhean.campaigns.models import Campaign
from rhean.campaigns.reference import Reference, reference_of, shipped
from rhean.rules.system import System
from rhean.rules.systems import KEYS, all_systems, get_system


def system_or_404(key: str) -> System[Any]:
    """The system with this key."""
    if key not in KEYS:
        raise Http404
    return get_system(key)


def show_contents(request: HttpRequest, reference: Reference, **place: Any) -> HttpResponse:
    """The contents and the search; htmx gets the results alone."""
    form = SearchForm(request.GET)
    query = form.cleaned_data["q"] if form.is_valid() else ""
    context = {"form": form, "query": query, "reference": reference, "found": reference.search(query), **place}
    template = "campaigns/rules_found.html" if request.headers.get("HX-Request") else "campaigns/rules.html"
    return render(request, template, context)


def show_page(request: HttpRequest, reference: Reference, key: str, **place: Any) -> HttpResponse:
    """One page with its facts and what it points to."""
    page = reference.pages.get(key)
    if page is None:
        raise Http404
    text = reference.link(markdown.render(page.text), but=key)
    context = {"page": page, "text": text, "reference": reference, "see": reference.see_also(page), **place}
    return render(request, "campaigns/rule.html", context)


@require_safe
def systems(request: HttpRequest) -> HttpResponse:
    return render(request, "campaigns/systems.html", {"systems": all_systems()})


@require_safe
def rules(request: HttpRequest, system: str) -> HttpResponse:
    found = system_or_404(system)
    home = reverse("campaigns:rules", args=[system])
    return show_contents(request, shipped(system), system=found, home=home)


@require_safe
def rule(request: HttpRequest, system: str, key: str) -> HttpResponse:
    found = system_or_404(system)
    home = reverse("campaigns:rules", args=[system])
    return show_page(request, shipped(system), key, system=found, home=home)


def of_campaign(campaign: Campaign) -> dict[str, Any]:
    """What the pages of a campaign's reference know of it."""
    home = reverse("campaigns:campaign_rules", args=[campaign.code])
    return {"campaign": campaign, "system": get_system(campaign.system), "home": home}


@require_safe
@login_required
def campaign_rules(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    return show_contents(request, reference_of(campaign), **of_campaign(campaign))


@require_safe
@login_required
def campaign_rule(request: SignedIn, code: uuid.UUID, key: str) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    return show_page(request, reference_of(campaign), key, **of_campaign(campaign))
