"""The campaign's log and the dice tray that writes into it."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.access import Role, get_campaign_for, role_in, viewer_in
from rhean.campaigns.actions import do_roll
from rhean.campaigns.forms import LogFilterForm, RollForm
from rhean.campaigns.http import SignedIn
from rhean.campaigns.log_pages import CONTENT_TYPES, download, filter_form, page_of
from rhean.campaigns.models import Campaign, LogEntry
from rhean.campaigns.pages import lines_of, recent_log
from rhean.campaigns.panels import tray_panels
from rhean.campaigns.visibility import Visibility
from rhean.live import live_url
from rhean.rules.errors import BadFace, DiceNeeded


def filters_in_address(form: LogFilterForm) -> str:
    """The chosen part of the log, for the links of the page."""
    chosen = {name: form.cleaned_data[name] for name in ("group", "person") if form.cleaned_data[name]}
    return urlencode(chosen)


@require_safe
@login_required
def log(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    form = filter_form(campaign, request.user, request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest("There is no such part of the log.")
    context = {
        "campaign": campaign,
        "form": form,
        "shown": page_of(campaign, request.user, form),
        "filters": filters_in_address(form),
        "live_url": live_url(campaign.topic, request.user.pk),
    }
    part = "campaigns/log_page.html" if request.htmx else "campaigns/log.html"
    return render(request, part, context)


@require_safe
@login_required
def log_download(request: SignedIn, code: uuid.UUID, kind: str) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    form = filter_form(campaign, request.user, request.GET)
    if kind not in CONTENT_TYPES:
        raise Http404
    if not form.is_valid():
        return HttpResponseBadRequest("There is no such part of the log.")
    name = f"{slugify(campaign.name) or 'campaign'}-log.{kind}"
    text = download(campaign, request.user, form, kind)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=CONTENT_TYPES[kind], headers=headers)


def tray_context(campaign: Campaign, request: SignedIn, form: RollForm | None) -> dict[str, Any]:
    """The dice tray."""
    return {
        "campaign": campaign,
        "form": form,
        "lines": recent_log(campaign, request.user),
        "live_url": live_url(campaign.topic, request.user.pk),
    }


@require_safe
@login_required
def tray(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The dice tray; a watcher sees what is rolled."""
    campaign = get_campaign_for(request.user, code)
    role = role_in(campaign, request.user)
    form = RollForm(dice_mode=campaign.dice_mode, initial={"visibility": Visibility.PUBLIC})
    if role is None or role < Role.PLAYER:
        return render(request, "campaigns/tray.html", tray_context(campaign, request, None))
    context = tray_context(campaign, request, form) | {"panels": tray_panels(campaign, request.user, role)}
    return render(request, "campaigns/tray.html", context)


@require_POST
@login_required
def roll(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Roll; the form stays filled in for the next roll, and the result stands above it."""
    campaign = get_campaign_for(request.user, code, need=Role.PLAYER)
    form = RollForm(request.POST, dice_mode=campaign.dice_mode)
    entry = roll_of(campaign, request, form) if form.is_valid() else None
    if entry is not None and not request.htmx:
        return redirect("campaigns:tray", code)
    context = tray_context(campaign, request, form)
    if entry is not None:
        context["result"] = lines_of([entry], viewer_in(campaign, request.user))[0]
    template = "campaigns/tray_form.html" if request.htmx else "campaigns/tray.html"
    return render(request, template, context, status=200 if entry else 422)


def roll_of(campaign: Campaign, request: SignedIn, form: RollForm) -> LogEntry | None:
    """The entry of the roll; None where the typed-in dice do not fit, which the form then says."""
    data = form.cleaned_data
    try:
        return do_roll(
            campaign,
            data["expression"],
            request.user,
            visibility=data["visibility"],
            label=data["label"],
            faces=data.get("faces"),
            key=data["key"],
        )
    except (DiceNeeded, BadFace) as problem:
        form.add_error("faces", f"{str(problem)[:1].upper()}{str(problem)[1:]}.")
        return None
