"""The first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rhean.campaigns import demo
from rhean.campaigns.access import at_this_machine
from rhean.campaigns.models import Membership, User
from rhean.campaigns.panels import home_panels, styles_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is mine, what goes on, what waits for me; for somebody who is not logged in, the way in."""
    if not isinstance(request.user, User):
        offers_demo = at_this_machine(request) and demo.is_all_there_is()
        return render(request, "campaigns/welcome.html", {"offers_demo": offers_demo})
    memberships = Membership.objects.filter(user=request.user).select_related("campaign").order_by("campaign__name")
    panels = home_panels(request.user)
    context = {
        "memberships": [one for one in memberships if not one.campaign.archived],
        "archived": [one for one in memberships if one.campaign.archived],
        "panels": panels,
        "styles": styles_of(panels),
    }
    return render(request, "campaigns/home.html", context)
