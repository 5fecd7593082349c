"""The group's own content: skills, gear, races ... made in the app."""

from __future__ import annotations

import uuid
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rhean.campaigns.access import Role, get_campaign_for, role_in
from rhean.campaigns.http import SignedIn
from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import system_of
from rhean.rules.errors import BadDocument
from rhean.rules.sheet import Document
from sheets.actions import do_delete_entry, do_save_entry
from sheets.actions.content import users_of
from sheets.entryforms import KEY, NAME, VERSION, EntryForm
from sheets.errors import Stale
from sheets.forms import SearchForm
from sheets.library import fault_of, library_for
from sheets.models import LibraryEntry
from sheets.sections import entry_facts


@require_safe
@login_required
def library(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    """The kinds of things in the library."""
    campaign = get_campaign_for(request.user, code)
    system, whole = system_of(campaign), library_for(campaign)
    own: dict[str, int] = {}
    for entry in LibraryEntry.objects.filter(campaign=campaign):
        own[entry.kind] = own.get(entry.kind, 0) + 1
    kinds = [
        {"kind": kind, "name": system.entry_labels[kind][1], "count": len(whole.all(kind)), "own": own.get(kind, 0)}
        for kind in system.entry_fields
    ]
    return render(request, "sheets/library.html", context_of(request, campaign) | {"kinds": kinds})


def context_of(request: SignedIn, campaign: Campaign) -> dict[str, Any]:
    """What every page of the library reads."""
    role = role_in(campaign, request.user)
    return {
        "campaign": campaign,
        "place": campaign,
        "gm": role is not None and role >= Role.GM,
        "system": system_of(campaign),
    }


def labels_of(campaign: Campaign, kind: str) -> tuple[str, str]:
    """A kind's name, one and many; 404 for a kind of which a group cannot make its own."""
    system = system_of(campaign)
    if kind not in system.entry_fields:
        raise Http404
    return system.entry_labels[kind]


@require_safe
@login_required
def library_kind(request: SignedIn, code: uuid.UUID, kind: str) -> HttpResponse:
    """All entries of a kind, the group's own marked."""
    campaign = get_campaign_for(request.user, code)
    one, many = labels_of(campaign, kind)
    system, shipped = system_of(campaign), system_of(campaign).library
    library, words = library_for(campaign), SearchForm(request.GET).words.casefold()
    own = {entry.key: entry for entry in LibraryEntry.objects.filter(campaign=campaign, kind=kind)}
    faults = {key: fault_of(system, kind, entry.whole()) for key, entry in own.items()}
    rows = [
        {"entry": entry, "own": own.get(key), "replaces": key in own and shipped.get(kind, key) is not None,
         "facts": entry_facts(system, kind, entry, library)}
        for key, entry in library.all(kind).items()
        if words in f"{entry.name} {entry.text}".casefold()
    ]  # fmt: skip
    broken = [(own[key], fault) for key, fault in faults.items() if fault is not None]
    context = {"kind": kind, "one": one, "many": many, "rows": rows, "broken": broken, "words": words}
    return render(request, "sheets/library_kind.html", context_of(request, campaign) | context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entry_create(request: SignedIn, code: uuid.UUID, kind: str) -> HttpResponse:
    """Make a new entry, empty or like one that there is."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    labels_of(campaign, kind)
    like = library_for(campaign).get(kind, SearchForm(request.GET).words)
    start = plain(like) | {"name": f"{like.name} of ours"} if like is not None else None
    return edited(request, campaign, kind, None, start)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entry_edit(request: SignedIn, code: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Change an entry of the group's own, or put one in the place of a shipped one."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    labels_of(campaign, kind)
    own = LibraryEntry.objects.filter(campaign=campaign, kind=kind, key=key).first()
    shipped = library_for(campaign).get(kind, key)
    if own is None and shipped is None:
        raise Http404
    start = own.whole() if own is not None else plain(shipped)
    return edited(request, campaign, kind, own, start, key)


def plain(entry: Any) -> Document:
    """An entry as data."""
    found: Document = msgspec.to_builtins(entry)
    return found


def edited(
    request: SignedIn, campaign: Campaign, kind: str, own: LibraryEntry | None, start: Document | None, key: str = ""
) -> HttpResponse:
    """The form of an entry, and what comes of sending it."""
    one, many = labels_of(campaign, kind)
    sent = request.method == "POST"
    system, whole = system_of(campaign), library_for(campaign)
    form = EntryForm(system, kind, whole, data=request.POST if sent else None, start=start)
    status = 422 if sent else 200
    if sent and form.is_valid():
        try:
            made = do_save_entry(
                campaign, kind, form.cleaned_data[NAME], form.document,
                actor=request.user, entry=own, base=form.cleaned_data[VERSION], key=key,
                sent=form.cleaned_data[KEY],
            )  # fmt: skip
        except BadDocument as fault:
            form.refuse(fault)
        except Stale as fault:
            form.add_error(None, f"{fault} What you typed is still here: save again to put it in its place.")
            typed = request.POST.copy()
            typed[VERSION] = str(fault.version)
            form.data = typed
            status = 409
        else:
            messages.success(request, f"Saved: {made.name}.")
            return redirect("sheets:library_kind", campaign.code, kind)
    form.initial[VERSION] = own.version if own is not None else 0 if key else None
    context = {"form": form, "kind": kind, "one": one, "many": many, "own": own, "key": key}
    return render(request, "sheets/entry.html", context_of(request, campaign) | context, status=status)


@require_safe
@login_required
def entry_ask_delete(request: SignedIn, code: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Where an entry is used, before it is deleted."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    own = own_entry(campaign, kind, key)
    back = system_of(campaign).library.get(kind, key)
    context = {"own": own, "kind": kind, "many": labels_of(campaign, kind)[1], "users": users_of(own), "back": back}
    return render(request, "sheets/entry_delete.html", context_of(request, campaign) | context)


def own_entry(campaign: Campaign, kind: str, key: str) -> LibraryEntry:
    """An entry of the group's own; 404 for any other."""
    labels_of(campaign, kind)
    own = LibraryEntry.objects.filter(campaign=campaign, kind=kind, key=key).first()
    if own is None:
        raise Http404
    return own


@require_POST
@login_required
def entry_delete(request: SignedIn, code: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Delete an entry; sheets that use it keep a copy."""
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    own = own_entry(campaign, kind, key)
    users = do_delete_entry(own, actor=request.user)
    kept = f" {len(users)} sheet{'s keep copies' if len(users) != 1 else ' keeps a copy'}." if users else ""
    messages.success(request, f"Deleted: {own.name}.{kept}")
    return redirect("sheets:library_kind", campaign.code, kind)
