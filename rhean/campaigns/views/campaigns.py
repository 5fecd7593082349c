"""A campaign's page, settings, notes, archive, export."""

from __future__ import annotations

import json
import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rhean.campaigns.access import Role, get_campaign_for, role_in
from rhean.campaigns.actions import (
    NotesChanged,
    do_archive,
    do_create_campaign,
    do_edit_campaign,
    do_edit_notes,
    do_once,
    do_restore,
)
from rhean.campaigns.exchange import campaign_document
from rhean.campaigns.forms import CampaignForm, KeyForm, NotesForm, SettingsForm
from rhean.campaigns.http import SignedIn
from rhean.campaigns.models import Campaign
from rhean.campaigns.pages import page_context, recent_log

NOTES = {"notes": (Role.WATCHER, "Notes"), "gm-notes": (Role.GM, "Notes of the game masters")}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: SignedIn) -> HttpResponse:
    form = CampaignForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "campaigns/create.html", {"form": form}, status=422 if form.errors else 200)
    name, system, key = form.cleaned_data["name"], form.cleaned_data["system"], KeyForm.key_in(request.POST)
    code = do_once(
        request.user, lambda: do_create_campaign(request.user, name, system).code, "campaign", name, system, key=key
    )
    return redirect("campaigns:campaign", code)


@require_safe
@login_required
def campaign(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    return render(request, "campaigns/campaign.html", page_context(campaign, request.user))


@require_safe
@login_required
def recent(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The newest lines of the log, for a page that is open."""
    campaign = get_campaign_for(request.user, code)
    context = {"campaign": campaign, "lines": recent_log(campaign, request.user)}
    return render(request, "campaigns/campaign_log.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    drawn = Campaign.objects.get(pk=campaign.pk)  # the form writes into it; the page shows the campaign as it is
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=drawn)
    if request.method != "POST" or not form.is_valid():
        context = {"campaign": campaign, "form": form, "role": role_in(campaign, request.user)}
        return render(request, "campaigns/edit.html", context, status=422 if form.errors else 200)
    do_edit_campaign(campaign, form.cleaned_data, request.user)
    messages.success(request, "Saved.")
    return redirect(campaign)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_notes(request: SignedIn, code: uuid.UUID, which: str) -> HttpResponse:
    """Edit the notes, or those of the GMs; the text stays in the form if somebody else changed them meanwhile."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    if which not in NOTES:
        raise Http404
    field = which.replace("-", "_")
    text = getattr(campaign, field)
    form = NotesForm(request.POST if request.method == "POST" else None, initial={"text": text, "before": text})
    context = {"campaign": campaign, "form": form, "title": NOTES[which][1]}
    if request.method != "POST" or not form.is_valid():
        return render(request, "campaigns/notes.html", context, status=422 if form.errors else 200)
    try:
        do_edit_notes(campaign, field, form.cleaned_data["text"], form.cleaned_data["before"], request.user)
    except NotesChanged as conflict:
        form = NotesForm(initial={"text": form.cleaned_data["text"], "before": conflict.now})
        return render(request, "campaigns/notes.html", {**context, "form": form, "now": conflict.now}, status=409)
    return redirect(campaign)


@require_POST
@login_required
def archive(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.OWNER)
    do_archive(campaign, request.user)
    return redirect(campaign)


@require_POST
@login_required
def restore(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.OWNER)
    do_restore(campaign, request.user)
    return redirect(campaign)


@require_safe
@login_required
def export(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The whole campaign as one JSON file, secrets included."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    text = json.dumps(campaign_document(campaign), ensure_ascii=False, indent=1)
    name = slugify(campaign.name) or "campaign"
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return HttpResponse(text, content_type="application/json", headers=headers)
