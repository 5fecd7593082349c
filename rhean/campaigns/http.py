"""Requests as views know them."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from rhean.campaigns.models import User


class SignedIn(HttpRequest):
    """A request of somebody who is logged in."""

    user: User
    htmx: HtmxDetails
