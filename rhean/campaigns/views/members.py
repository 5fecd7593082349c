"""Members, invitations, joining and leaving."""

from __future__ import annotations

import uuid
from io import BytesIO
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from rhean.campaigns.access import (
    Role,
    at_this_machine,
    get_campaign_for,
    get_invitation,
    get_invitation_for,
    get_member_for,
    role_in,
    roles_to_give,
)
from rhean.campaigns.actions import (
    InvitationClosed,
    LastOwner,
    NameTaken,
    do_hand_over,
    do_invite,
    do_join,
    do_leave,
    do_once,
    do_remove,
    do_revoke,
    do_set_role,
    do_sign_up_and_join,
)
from rhean.campaigns.forms import TAKEN, InvitationForm, KeyForm, RoleForm, SignUpForm
from rhean.campaigns.http import SignedIn
from rhean.campaigns.models import Campaign, Invitation, User
from rhean.campaigns.pages import members_context

BACKEND = "django.contrib.auth.backends.ModelBackend"
LAST_OWNER = "A campaign needs an owner: hand it over to somebody first."


def show_members(request: SignedIn, campaign: Campaign, status: int = 200, **more: Any) -> HttpResponse:
    """The page of members; ``more`` may hold a form that has to be mended."""
    context = members_context(campaign, request.user)
    if context["is_gm"]:
        context["form"] = InvitationForm(roles=context["roles"])
    return render(request, "campaigns/members.html", {**context, **more}, status=status)


@require_safe
@login_required
def members(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    return show_members(request, get_campaign_for(request.user, code))


@require_POST
@login_required
def set_role(request: SignedIn, code: uuid.UUID, key: str) -> HttpResponse:
    member = get_member_for(request.user, code, key)
    role = role_in(member.campaign, request.user)
    form = RoleForm(request.POST, roles=roles_to_give(role) if role else [])
    if not form.is_valid():
        messages.error(request, "There is no such role to give.")
        return show_members(request, member.campaign, status=422)
    try:
        do_set_role(member, form.cleaned_data["role"], request.user)
    except LastOwner:
        messages.error(request, LAST_OWNER)
        return show_members(request, member.campaign, status=409)
    return redirect("campaigns:members", code)


@require_POST
@login_required
def remove(request: SignedIn, code: uuid.UUID, key: str) -> HttpResponse:
    member = get_member_for(request.user, code, key)
    try:
        do_remove(member, request.user)
    except LastOwner:
        messages.error(request, LAST_OWNER)
        return show_members(request, member.campaign, status=409)
    messages.success(request, f"{member.user} is no longer in the campaign. Revoke the open links if need be.")
    return redirect("campaigns:members", code)


@require_POST
@login_required
def hand_over(request: SignedIn, code: uuid.UUID, key: str) -> HttpResponse:
    member = get_member_for(request.user, code, key, need=Role.OWNER)
    if member.user == request.user:
        messages.error(request, "The campaign is yours already.")
        return show_members(request, member.campaign, status=409)
    do_hand_over(member.campaign, member, request.user)
    messages.success(request, f"{member.user} owns the campaign now; you are a game master.")
    return redirect("campaigns:members", code)


@require_POST
@login_required
def leave(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code)
    try:
        do_leave(campaign, request.user)
    except LastOwner:
        messages.error(request, LAST_OWNER)
        return show_members(request, campaign, status=409)
    messages.success(request, f"You have left “{campaign}”.")
    return redirect("campaigns:home")


@require_POST
@login_required
def invite(request: SignedIn, code: uuid.UUID) -> HttpResponse:
    campaign = get_campaign_for(request.user, code, need=Role.GM)
    role = role_in(campaign, request.user)
    form = InvitationForm(request.POST, roles=roles_to_give(role) if role else [])
    if not form.is_valid():
        return show_members(request, campaign, status=422, form=form)
    role, uses, days = (form.cleaned_data[key] for key in ("role", "uses", "days"))
    token = do_once(
        request.user,
        lambda: do_invite(campaign, role, request.user, expires=form.expires, uses=uses).token,
        *("invitation", code, role.value, uses, days),
        key=KeyForm.key_in(request.POST),
    )
    return redirect("campaigns:invitation", code, token)


@require_safe
@login_required
def invitation(request: SignedIn, code: uuid.UUID, token: str) -> HttpResponse:
    """The link to pass on, with its QR code."""
    found = get_invitation_for(request.user, code, token)
    link = request.build_absolute_uri(found.get_absolute_url())
    only_here = at_this_machine(request)
    context = {"campaign": found.campaign, "invitation": found, "link": link, "only_here": only_here}
    return render(request, "campaigns/invitation.html", {**context, "role_label": Role(found.role).label})


@require_safe
@login_required
def invitation_code(request: SignedIn, code: uuid.UUID, token: str) -> HttpResponse:
    """The link as a QR code, as a picture."""
    found = get_invitation_for(request.user, code, token)
    picture = BytesIO()
    link = request.build_absolute_uri(found.get_absolute_url())
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@require_POST
@login_required
def revoke(request: SignedIn, code: uuid.UUID, token: str) -> HttpResponse:
    do_revoke(get_invitation_for(request.user, code, token), request.user)
    messages.success(request, "The link is closed.")
    return redirect("campaigns:members", code)


def show_invitation(request: HttpRequest, found: Invitation, form: SignUpForm, status: int) -> HttpResponse:
    """The page behind the link; one that is closed says so and tells nothing of the campaign."""
    if not found.is_open:
        return render(request, "campaigns/join_closed.html", status=410)
    context = {"invitation": found, "form": form, "role_label": Role(found.role).label}
    return render(request, "campaigns/join.html", context, status=status)


@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the link leads to; a member goes straight on."""
    found = get_invitation(token)
    if role_in(found.campaign, request.user) is not None:
        return redirect(found.campaign)
    return show_invitation(request, found, SignUpForm(), 200)


@require_POST
@login_required
def join_accept(request: SignedIn, token: str) -> HttpResponse:
    found = get_invitation(token)
    try:
        do_join(found, request.user)
    except InvitationClosed:
        return render(request, "campaigns/join_closed.html", status=410)
    return redirect(found.campaign)


@require_POST
@sensitive_post_parameters()
def join_sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Make an account and land in the campaign, in one step."""
    found = get_invitation(token)
    if isinstance(request.user, User):
        return redirect("campaigns:join", token)
    form = SignUpForm(request.POST)
    if not found.is_open or not form.is_valid():
        return show_invitation(request, found, form, 422)
    try:
        user = do_sign_up_and_join(found, form.cleaned_data["name"], form.cleaned_data["password"])
    except NameTaken:
        form.add_error("name", TAKEN)
        return show_invitation(request, found, form, 422)
    except InvitationClosed:
        return render(request, "campaigns/join_closed.html", status=410)
    login(request, user, backend=BACKEND)
    return redirect(found.campaign)
