"""Who may what in a campaign. Outsiders learn nothing (404); members without the right are told so (403)."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from rhean.rules.events import PUBLIC, Viewer

__all__ = ["Role", "get_campaign_for", "is_gm", "require", "role_in", "viewer_in"]


def role_in(campaign: Campaign, user: User | AnonymousUser) -> Role | None:
    """Somebody's role in a campaign; None for an outsider."""
    if not user.is_authenticated:
        return None
    found = Membership.objects.filter(campaign=campaign, user=user).values_list("role", flat=True).first()
    return None if found is None else Role(found)


def require(role: Role | None, need: Role) -> Role:
    """The role, if it reaches what is needed: 404 for an outsider, 403 for a member without the right."""
    if role is None:
        raise Http404
    if role < need:
        raise PermissionDenied(f"Only for the {need.label.lower()} of this campaign.")
    return role


def get_campaign_for(user: User | AnonymousUser, code: uuid.UUID | str, *, need: Role = Role.WATCHER) -> Campaign:
    """The campaign, for a member whose role reaches ``need``."""
    try:
        campaign = Campaign.objects.get(code=uuid.UUID(str(code)))
    except (Campaign.DoesNotExist, ValueError):
        raise Http404 from None
    require(role_in(campaign, user), need)
    return campaign


def is_gm(campaign: Campaign, user: User | AnonymousUser) -> bool:
    """Whether somebody runs this campaign (its owner does too)."""
    role = role_in(campaign, user)
    return role is not None and role >= Role.GM


def viewer_in(campaign: Campaign, user: User | AnonymousUser) -> Viewer:
    """Somebody as the rules core knows those who look on."""
    role = role_in(campaign, user)
    if role is None or isinstance(user, AnonymousUser):
        return PUBLIC
    return Viewer(user.key, gm=role >= Role.GM)
