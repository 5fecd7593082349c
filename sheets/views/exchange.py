"""Characters as files: export, import, the published format, creatures from a table."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from rhean.campaigns.access import Role, get_campaign_for
from rhean.campaigns.http import SignedIn
from rhean.campaigns.rules import rulings_for, system_of
from rhean.rules.systems import KEYS, get_system
from sheets import csvfile, exchange
from sheets.access import Need, get_character_for
from sheets.actions import do_import, do_import_all
from sheets.exchangeforms import ImportForm, TableForm
from sheets.library import library_for
from sheets.schema import json_schema


def attachment(text: str, name: str, kind: str) -> HttpResponse:
    """A file to download."""
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@login_required
def export(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The character as one JSON file."""
    character = get_character_for(request.user, code, need=Need.TAKE)
    text = exchange.write(exchange.character_document(character))
    return attachment(text, f"{slugify(character.name) or 'character'}.json", "application/json")


@require_safe
@login_required
def schema(request: SignedIn, system: str) -> HttpResponse:
    """The JSON Schema of the file."""
    if system not in KEYS:
        raise Http404
    return JsonResponse(json_schema(get_system(system)), json_dumps_params={"indent": 2})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_character(request: SignedIn) -> HttpResponse:
    """Read a file into a new character of one's own, and report item by item."""
    sent = request.method == "POST"
    form = ImportForm(request.user, request.POST if sent else None, request.FILES if sent else None)
    context = {"form": form, "systems": [get_system(key) for key in KEYS]}
    if not sent or not form.is_valid():
        return render(request, "sheets/import.html", context, status=422 if sent else 200)
    campaign = form.campaign_chosen
    try:
        parcel = exchange.read(form.cleaned_data["file"].read(exchange.LARGEST_FILE + 1), campaign)
        form.refuse_creatures(parcel.kind)
    except exchange.BadFile as fault:
        return render(request, "sheets/import.html", context | {"fault": fault}, status=422)
    made = do_import(parcel, campaign=campaign, owner=request.user, key=form.cleaned_data["key"])
    return render(request, "sheets/import_report.html", {"made": [made], "report": parcel.report, "campaign": campaign})


@require_safe
@login_required
def table_template(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """A table of creatures to start from."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    return attachment(csvfile.template(system_of(campaign)), "creatures.csv", "text/csv")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_creatures(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """Read a table of creatures: all of them, or none with the line at fault."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    sent = request.method == "POST"
    form = TableForm(request.POST if sent else None, request.FILES if sent else None)
    system = system_of(campaign)
    context = {"form": form, "campaign": campaign, "columns": csvfile.columns_of(system), "system": system}
    if not sent or not form.is_valid():
        return render(request, "sheets/import_creatures.html", context, status=422 if sent else 200)
    data = form.cleaned_data["file"].read(csvfile.LARGEST_FILE + 1)
    try:
        parcels = csvfile.read_table(data, system, library_for(campaign), rulings_for(campaign))
    except exchange.BadFile as fault:
        return render(request, "sheets/import_creatures.html", context | {"fault": fault}, status=422)
    made = do_import_all(parcels, campaign=campaign, owner=request.user, key=form.cleaned_data["key"])
    report = [item for parcel in parcels for item in parcel.report]
    return render(request, "sheets/import_report.html", {"made": made, "report": report, "campaign": campaign})
