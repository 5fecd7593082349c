"""Under which name failed sign-ins are counted."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from rhean.campaigns.names import fold

LONGEST = 200


def name_tried(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """The name without case and width, so that ``Ode`` and ``oDe`` share their tries."""
    name = (credentials or {}).get("username") or (request.POST.get("username", "") if request else "")
    return fold(str(name))[:LONGEST]
