"""The rulings of a campaign."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.access import Role, get_campaign_for, is_gm
from rhean.campaigns.actions import do_reset_ruling, do_set_ruling
from rhean.campaigns.http import SignedIn
from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import outdated, rulings_for, system_of
from rhean.campaigns.ruling_forms import RulingForm, chapters_of, form_value, ruling_row
from rhean.rules.rulings import Ruling


def ruling_or_404(campaign: Campaign, key: str) -> Ruling:
    """The ruling with this key."""
    for ruling in system_of(campaign).rulings:
        if ruling.key == key:
            return ruling
    raise Http404


def show(request: SignedIn, campaign: Campaign, broken: RulingForm | None = None, status: int = 200) -> HttpResponse:
    """The page of all rulings."""
    context = {
        "campaign": campaign,
        "system": system_of(campaign),
        "is_gm": is_gm(campaign, request.user),
        "chapters": chapters_of(campaign, broken),
        "outdated": outdated(campaign),
    }
    return render(request, "campaigns/rulings.html", context, status=status)


def answer(request: SignedIn, campaign: Campaign, ruling: Ruling) -> HttpResponse:
    """After a change: the one row for htmx, else the page, at that row."""
    if not request.htmx:
        return redirect(f"{reverse('campaigns:rulings', args=[campaign.code])}#ruling-{ruling.key}")
    fresh = Campaign.objects.get(pk=campaign.pk)
    row = ruling_row(fresh, ruling, rulings_for(fresh)[ruling.key])
    return render(request, "campaigns/ruling.html", {"campaign": fresh, "row": row, "is_gm": True, "saved": True})


@require_safe
@login_required
def rulings(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    return show(request, get_campaign_for(request.user, code))


@require_POST
@login_required
def set_ruling(request: SignedIn, code: uuid.UUID, key: str) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    ruling = ruling_or_404(campaign, key)
    value = rulings_for(campaign)[key]
    form = RulingForm(request.POST, ruling=ruling, value=form_value(ruling, value))
    if form.is_valid():
        do_set_ruling(campaign, key, form.cleaned_data["value"], request.user)
        return answer(request, campaign, ruling)
    if not request.htmx:
        return show(request, campaign, broken=form, status=422)
    context = {"campaign": campaign, "row": ruling_row(campaign, ruling, value, form), "is_gm": True}
    return render(request, "campaigns/ruling.html", context, status=422)


@require_POST
@login_required
def reset_ruling(request: SignedIn, code: uuid.UUID, key: str) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    if key in outdated(campaign):
        do_reset_ruling(campaign, key, request.user)
        return redirect("campaigns:rulings", code)
    ruling = ruling_or_404(campaign, key)
    do_reset_ruling(campaign, key, request.user)
    return answer(request, campaign, ruling)
