"""The page of the server's owner."""

from __future__ import annotations

import tempfile
from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.contrib.auth.tokens import default_token_generator
from django.db import connection
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.access import get_person_for, require_server_owner
from rhean.campaigns.http import SignedIn
from rhean.campaigns.management.commands.backup import pack
from rhean.campaigns.models import User
from rhean.campaigns.server import campaign_sizes, sizes


@require_safe
@login_required
def server(request: SignedIn) -> HttpResponse:
    require_server_owner(request.user)
    context = {
        "sizes": sizes(),
        "campaigns": campaign_sizes(),
        "people": User.objects.order_by("folded"),
        "has_backup": connection.vendor == "sqlite",
    }
    return render(request, "campaigns/server.html", context)


@require_POST
@login_required
def password_link_make(request: SignedIn, key: str) -> HttpResponse:
    """A link by which somebody who forgot the password sets a new one, to be passed on by hand."""
    person = get_person_for(request.user, key)
    path = reverse("campaigns:password_link", args=[person.key, default_token_generator.make_token(person)])
    context = {"person": person, "link": request.build_absolute_uri(path)}
    return render(request, "campaigns/password_link_made.html", context)


@require_POST
@login_required
def backup(request: SignedIn) -> HttpResponse | FileResponse:
    """Everything in one file, of one consistent moment, while people go on playing."""
    require_server_owner(request.user)
    if connection.vendor != "sqlite":
        raise Http404
    name = timezone.now().strftime("rhean-%Y%m%d-%H%M%S.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        pack(Path(folder) / name)
        # The open file outlives its name, so nothing is left behind.
        file = (Path(folder) / name).open("rb")
    return FileResponse(file, as_attachment=True, filename=name)
