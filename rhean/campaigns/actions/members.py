"""Members: invite, join, leave, remove, roles, ownership."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import get_object_or_404

from rhean.campaigns.access import may_manage, require, role_in
from rhean.campaigns.actions.accounts import do_sign_up
from rhean.campaigns.actions.log import do_log, lock
from rhean.campaigns.models import Campaign, Invitation, Membership, User
from rhean.campaigns.roles import Role
from rhean.campaigns.topics import topics_of
from rhean.live import hub
from rhean.rules.events import EVERYONE, GM_ONLY


class InvitationClosed(Exception):
    """The invitation is used up, out of date or revoked."""


class LastOwner(Exception):
    """A campaign cannot be without an owner."""


@transaction.atomic
def do_invite(campaign: Campaign, role: Role, actor: User, *, expires: datetime | None, uses: int | None) -> Invitation:
    """A new link by which people join."""
    row = lock(campaign)
    invitation = Invitation.objects.create(campaign=row, role=role, expires=expires, uses_left=uses, created_by=actor)
    payload = {"who": actor.username, "role": role.label}
    do_log(row, "campaign.invited", payload, audience=GM_ONLY, actor=actor)
    return invitation


@transaction.atomic
def do_revoke(invitation: Invitation, actor: User) -> None:
    """Close a link for good."""
    row = lock(invitation.campaign)
    if not Invitation.objects.filter(pk=invitation.pk, revoked=False).update(revoked=True):
        return
    payload = {"who": actor.username, "role": Role(invitation.role).label}
    do_log(row, "campaign.revoked", payload, audience=GM_ONLY, actor=actor)


@transaction.atomic
def do_join(invitation: Invitation, user: User) -> Membership:
    """Join by a link, once: a member who comes again stays what he is and uses nothing up.

    The campaign's row is locked first, so that of two people who want the last use one gets it.
    """
    row = lock(invitation.campaign)
    member = Membership.objects.filter(campaign=row, user=user).first()
    if member is not None:
        return member
    fresh = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not fresh.is_open:
        raise InvitationClosed
    if fresh.uses_left is not None:
        fresh.uses_left -= 1
        fresh.save(update_fields=["uses_left"])
    member = Membership.objects.create(campaign=row, user=user, role=fresh.role)
    payload = {"who": user.username, "role": Role(fresh.role).label}
    do_log(row, "campaign.joined", payload, audience=EVERYONE, actor=user)
    return member


@transaction.atomic
def do_sign_up_and_join(invitation: Invitation, name: str, password: str) -> User:
    """A new account that joins by a link, or neither: raises ``NameTaken`` or ``InvitationClosed``."""
    user = do_sign_up(name, password, at_the_machine=False)
    do_join(invitation, user)
    return user


@transaction.atomic
def do_leave(campaign: Campaign, user: User) -> None:
    """Go; raises ``LastOwner``. Who has gone already goes no second time."""
    row = lock(campaign)
    member = Membership.objects.filter(campaign=row, user=user).first()
    if member is None:
        return
    take_out(member)
    do_log(row, "campaign.left", {"who": user.username}, audience=EVERYONE, actor=user)


@transaction.atomic
def do_remove(member: Membership, actor: User) -> None:
    """Send somebody away, at once: open streams end, the next request finds nothing. Raises ``LastOwner``."""
    row = lock(member.campaign)
    now = Membership.objects.filter(pk=member.pk).first()
    if now is None:
        return
    require_manages(row, actor, now)
    take_out(now)
    payload = {"who": actor.username, "whom": member.user.username}
    do_log(row, "campaign.removed", payload, audience=EVERYONE, actor=actor)


@transaction.atomic
def do_set_role(member: Membership, role: Role, actor: User) -> None:
    """Give a member another role; raises ``LastOwner``."""
    row = lock(member.campaign)
    now = present(member)
    if now.role == role:
        return
    require_manages(row, actor, now)
    if now.role == Role.OWNER:
        keep_an_owner(now)
    change_role(now, role)
    payload = {"who": actor.username, "whom": member.user.username, "role": role.label}
    do_log(row, "campaign.role", payload, audience=EVERYONE, actor=actor)


@transaction.atomic
def do_hand_over(campaign: Campaign, member: Membership, actor: User) -> None:
    """Make a member the owner; the one who hands over stays as a game master."""
    row = lock(campaign)
    require(role_in(row, actor), Role.OWNER)
    change_role(present(member), Role.OWNER)
    change_role(Membership.objects.get(campaign=row, user=actor), Role.GM)
    payload = {"who": actor.username, "whom": member.user.username}
    do_log(row, "campaign.handed_over", payload, audience=EVERYONE, actor=actor)


def present(member: Membership) -> Membership:
    """The membership as it is now, under the campaign's lock; 404 for one that has ended meanwhile."""
    return get_object_or_404(Membership, pk=member.pk)


def require_manages(campaign: Campaign, actor: User, member: Membership) -> None:
    """Ask again, under the campaign's lock, whether the actor may: roles may have changed since the page was asked."""
    if not may_manage(require(role_in(campaign, actor), Role.WATCHER), member):
        raise PermissionDenied("Only for the owner of this campaign.")


def keep_an_owner(member: Membership) -> None:
    """Raise ``LastOwner`` if this is the only one. Expects the campaign's row to be locked."""
    owners = Membership.objects.filter(campaign=member.campaign, role=Role.OWNER)
    if not owners.exclude(pk=member.pk).exists():
        raise LastOwner


def take_out(member: Membership) -> None:
    """Delete a membership and end its streams after commit. Expects the campaign's row to be locked."""
    if member.role == Role.OWNER:
        keep_an_owner(member)
    end_streams(member)
    Membership.objects.filter(pk=member.pk).delete()


def change_role(member: Membership, role: Role) -> None:
    """Save another role and end the streams that were granted to the old one."""
    member.role = role
    member.save(update_fields=["role"])
    end_streams(member)


def end_streams(member: Membership) -> None:
    """After commit: every open page of this campaign asks anew what this person may see."""
    for topic in topics_of(member.campaign):
        transaction.on_commit(partial(hub.drop, topic, member.user_id))
