"""Members who changed between the question and the answer: what holds is what is so under the campaign's lock."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from rhean.campaigns.actions import LastOwner, do_edit_notes, do_hand_over, do_leave, do_remove, do_set_role
from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role


def membership(campaign: Campaign, user: User) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(campaign=campaign, user=user)


def test_who_is_removed_twice_or_leaves_twice_goes_once(campaign: Campaign, wren: User, ode: User, pike: User) -> None:
    old = membership(campaign, ode)
    do_remove(membership(campaign, ode), wren)
    do_remove(old, wren)
    do_leave(campaign, pike)
    do_leave(campaign, pike)
    kinds = list(campaign.log.order_by("seq").values_list("kind", flat=True))
    assert kinds == ["campaign.removed", "campaign.left"]


def test_a_role_for_somebody_removed_meanwhile_is_not_found(campaign: Campaign, wren: User, ode: User) -> None:
    old = membership(campaign, ode)
    do_remove(membership(campaign, ode), wren)
    with pytest.raises(Http404):
        do_set_role(old, Role.WATCHER, wren)
    with pytest.raises(Http404):
        do_hand_over(campaign, old, campaign.memberships.get(role=Role.OWNER).user)
    assert campaign.memberships.filter(role=Role.OWNER).count() == 1


def test_who_became_the_owner_meanwhile_is_not_removed(campaign: Campaign, owner: User, wren: User, ode: User) -> None:
    old = membership(campaign, ode)
    do_hand_over(campaign, membership(campaign, ode), owner)
    with pytest.raises(PermissionDenied):
        do_remove(old, wren)
    with pytest.raises(PermissionDenied):
        do_set_role(old, Role.WATCHER, owner)
    with pytest.raises(LastOwner):
        do_remove(old, ode)
    assert campaign.memberships.get(role=Role.OWNER).user == ode


def test_who_was_removed_meanwhile_removes_nobody(campaign: Campaign, owner: User, wren: User, ode: User) -> None:
    do_remove(membership(campaign, wren), owner)
    with pytest.raises(Http404):
        do_remove(membership(campaign, ode), wren)
    assert membership(campaign, ode).role == Role.PLAYER


def test_a_campaign_deleted_meanwhile_is_not_found(campaign: Campaign, wren: User) -> None:
    Campaign.objects.get(pk=campaign.pk).delete()
    with pytest.raises(Http404):
        do_edit_notes(campaign, "notes", "new", "", wren)
