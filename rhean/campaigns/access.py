"""Who may what in a campaign. Outsiders learn nothing (404); members without the right are told so (403)."""

from __future__ import annotations

import ipaddress
import uuid

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from rhean.campaigns.models import Campaign, Invitation, Membership, User
from rhean.campaigns.roles import Role
from rhean.rules.events import PUBLIC, Viewer

__all__ = [
    "Role",
    "at_this_machine",
    "get_campaign_for",
    "get_invitation",
    "get_invitation_for",
    "get_member_for",
    "get_person_for",
    "is_gm",
    "may_manage",
    "require",
    "require_server_owner",
    "role_in",
    "roles_to_give",
    "viewer_in",
]

FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA")


def role_in(campaign: Campaign, user: User | AnonymousUser) -> Role | None:
    """Somebody's role in a campaign; None for an outsider."""
    if not user.is_authenticated:
        return None
    found = (
        Membership.objects.filter(campaign=campaign, user=user).values_list("role", flat=True).order_by("pk").first()
    )
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


def roles_to_give(role: Role) -> list[Role]:
    """The roles that somebody with this role may give: an owner all, a GM those below his own."""
    if role >= Role.OWNER:
        return list(Role)
    return [other for other in Role if other < role] if role >= Role.GM else []


def may_manage(role: Role, member: Membership) -> bool:
    """Whether somebody with this role may change or remove this member: an owner all, a GM those below him."""
    return role >= Role.OWNER or (role >= Role.GM and member.role < role)


def get_member_for(user: User | AnonymousUser, code: uuid.UUID | str, key: str, *, need: Role = Role.GM) -> Membership:
    """The membership of the person with this key, for somebody who may manage it."""
    campaign = get_campaign_for(user, code, need=need)
    try:
        member = Membership.objects.select_related("campaign", "user").get(campaign=campaign, user__key=key)
    except Membership.DoesNotExist:
        raise Http404 from None
    role = role_in(campaign, user)
    if role is None or not may_manage(role, member):
        raise PermissionDenied("Only for the owner of this campaign.")
    return member


def get_invitation_for(user: User | AnonymousUser, code: uuid.UUID | str, token: str) -> Invitation:
    """An invitation of a campaign, for its GMs; one that leads higher than they may give is the owner's."""
    campaign = get_campaign_for(user, code, need=Role.GM)
    try:
        invitation = Invitation.objects.select_related("campaign").get(campaign=campaign, token=token)
    except Invitation.DoesNotExist:
        raise Http404 from None
    role = role_in(campaign, user)
    if role is None or invitation.role not in roles_to_give(role):
        raise PermissionDenied("Only for the owner of this campaign.")
    return invitation


def get_invitation(token: str) -> Invitation:
    """The invitation with this token, open or not, for whoever holds the link."""
    try:
        return Invitation.objects.select_related("campaign").get(token=token)
    except Invitation.DoesNotExist:
        raise Http404 from None


def require_server_owner(user: User | AnonymousUser) -> None:
    """404 for everybody but those who look after the server."""
    if not (user.is_authenticated and user.is_staff):
        raise Http404


def get_person_for(owner: User | AnonymousUser, key: str) -> User:
    """An account that the server's owner looks after."""
    require_server_owner(owner)
    return get_object_or_404(User, key=key, is_active=True)


def at_this_machine(request: HttpRequest) -> bool:
    """Whether the browser runs on the server itself: a loopback address at both ends, and no proxy in between.

    A proxy on the same machine connects from loopback too, so any header that a proxy sets speaks against it, and
    behind a declared HTTPS proxy nobody counts as local. The name asked for has to be local as well.
    """
    if settings.BEHIND_HTTPS or any(header in request.META for header in FORWARDED):
        return False
    host = request.META.get("HTTP_HOST", "").rsplit(":", 1)[0] if request.META.get("HTTP_HOST") else ""
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or is_loopback(host.strip("[]")))


def is_loopback(address: str) -> bool:
    """Whether this is an address of the machine itself.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.0.2.7"), is_loopback("")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
