"""A request that is sent twice is carried out once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import transaction

from rhean.campaigns.models import Sending, User

KEPT = 100
"""Sendings of one person that are remembered."""


def own_key(user: User | None, *what: object, key: str) -> str:
    """A form's key as it is stored: it counts only for this person and this deed. No key stays none."""
    if not key:
        return ""
    parts = (user.key if user else "", *what, key)
    return hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=24).hexdigest()


def do_once(user: User, deed: Callable[[], Any], *what: object, key: str) -> str:
    """Do something that a form with this key asks for, unless it was done: gives what came of it, or had come of it
    the first time, as text. Of two at the same moment the second waits for the first. A deed that raises was not done.
    """
    with transaction.atomic():
        if not key:
            return str(deed())
        own = own_key(user, *what, key=key)
        sending, first = Sending.objects.get_or_create(user=user, key=own)
        if not first:
            return sending.result
        sending.result = str(deed())
        sending.save(update_fields=["result"])
        old = Sending.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[KEPT:]
        Sending.objects.filter(pk__in=list(old)).delete()
        return sending.result
