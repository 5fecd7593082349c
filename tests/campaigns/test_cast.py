"""The cast stands as the other tests expect it."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from rhean.campaigns.access import Role, get_campaign_for, is_gm, role_in, viewer_in
from rhean.campaigns.models import Campaign, User
from rhean.rules.events import PUBLIC, Viewer


def test_everybody_has_the_role_that_the_cast_names(
    campaign: Campaign, owner: User, wren: User, ode: User, pike: User, watcher: User, stranger: User
) -> None:
    roles = [role_in(campaign, user) for user in (owner, wren, ode, pike, watcher, stranger)]
    assert roles == [Role.OWNER, Role.GM, Role.PLAYER, Role.PLAYER, Role.WATCHER, None]


def test_a_member_reaches_the_campaign_and_a_stranger_finds_nothing(
    campaign: Campaign, watcher: User, stranger: User
) -> None:
    assert get_campaign_for(watcher, campaign.code) == campaign
    with pytest.raises(Http404):
        get_campaign_for(stranger, campaign.code)


@pytest.mark.parametrize("code", [str(uuid.UUID(int=7)), "no-code", ""])
def test_an_unknown_or_malformed_code_is_not_found(watcher: User, code: str) -> None:
    with pytest.raises(Http404):
        get_campaign_for(watcher, code)


def test_a_member_without_the_right_is_told_so(campaign: Campaign, ode: User) -> None:
    with pytest.raises(PermissionDenied, match="game master"):
        get_campaign_for(ode, campaign.code, need=Role.GM)


def test_an_owner_key_tells_players_apart(campaign: Campaign, wren: User, ode: User, stranger: User) -> None:
    assert viewer_in(campaign, ode) == Viewer(ode.key)
    assert viewer_in(campaign, wren).gm
    assert viewer_in(campaign, stranger) == PUBLIC
    assert is_gm(campaign, wren)
    assert not is_gm(campaign, ode)
