"""Every address of accounts, campaigns and the rules reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.tokens import default_token_generator

from rhean.campaigns.roles import Role
from tests.access.world import (
    ANYBODY,
    GMS,
    HOST,
    MEMBERS,
    OWNER,
    PLAYERS,
    SIGNED_IN,
    Case,
    World,
    nothing,
    of_campaign,
)
from tests.factories.campaigns import InvitationFactory, LogEntryFactory, MembershipFactory


def build(world: World) -> None:
    """An invitation, and one more player who can be managed by all GMs."""
    world.things["invitation"] = InvitationFactory.create(campaign=world.campaign)
    world.things["extra"] = MembershipFactory.create(campaign=world.campaign, role=Role.PLAYER).user
    LogEntryFactory.create(campaign=world.campaign, seq=9999)


def of_invitation(world: World) -> Mapping[str, Any]:
    return {"code": world.campaign.code, "token": world.things["invitation"].token}


def of_token(world: World) -> Mapping[str, Any]:
    return {"token": world.things["invitation"].token}


def of_member(world: World) -> Mapping[str, Any]:
    return {"code": world.campaign.code, "key": world.things["extra"].key}


def of_ruling(world: World) -> Mapping[str, Any]:
    return {"code": world.campaign.code, "key": "declarations"}


def of_password_link(world: World) -> Mapping[str, Any]:
    person = world.people["ode"]
    person.refresh_from_db()  # logging in changes what the link is signed with
    return {"key": person.key, "token": default_token_generator.make_token(person)}


def of_person(world: World) -> Mapping[str, Any]:
    return {"key": world.people["ode"].key}


def of_rule(world: World) -> Mapping[str, Any]:
    return {"system": "rhean", "key": "action.dodge"}


def of_campaign_rule(world: World) -> Mapping[str, Any]:
    return {"code": world.campaign.code, "key": "action.dodge"}


CASES = [
    Case("campaigns:home", ANYBODY, nothing),
    Case("campaigns:log_in", ANYBODY, nothing),
    Case("campaigns:log_out", ANYBODY, nothing, "post"),
    Case("campaigns:sign_up", ANYBODY, nothing),
    Case("campaigns:continue_as", frozenset(), lambda _: {"who": "gm"}, "post", insiders=frozenset(), signed_out=404),
    Case("campaigns:password_link", ANYBODY, of_password_link),
    Case("campaigns:account", SIGNED_IN, nothing),
    Case("campaigns:account_edit", SIGNED_IN, nothing, "post"),
    Case("campaigns:password", SIGNED_IN, nothing),
    Case("campaigns:keep", SIGNED_IN, nothing),
    Case("campaigns:server", HOST, nothing, insiders=frozenset()),
    Case("campaigns:backup", HOST, nothing, "post", insiders=frozenset(), untried=HOST),
    Case("campaigns:password_link_make", HOST, of_person, "post", insiders=frozenset()),
    Case("campaigns:join", ANYBODY, of_token),
    Case("campaigns:join_accept", SIGNED_IN, of_token, "post"),
    Case("campaigns:join_sign_up", ANYBODY, of_token, "post"),
    Case("campaigns:create", SIGNED_IN, nothing),
    Case("campaigns:campaign", MEMBERS),
    Case("campaigns:recent", MEMBERS),
    Case("campaigns:edit", GMS),
    Case("campaigns:archive", OWNER, of_campaign, "post"),
    Case("campaigns:restore", OWNER, of_campaign, "post"),
    Case("campaigns:export", GMS),
    Case("campaigns:leave", MEMBERS, of_campaign, "post"),
    Case("campaigns:edit_notes", GMS, lambda world: {"code": world.campaign.code, "which": "gm-notes"}),
    Case("campaigns:members", MEMBERS),
    Case("campaigns:set_role", GMS, of_member, "post"),
    Case("campaigns:remove", GMS, of_member, "post"),
    Case("campaigns:hand_over", OWNER, of_member, "post"),
    Case("campaigns:invite", GMS, of_campaign, "post"),
    Case("campaigns:invitation", GMS, of_invitation),
    Case("campaigns:invitation_code", GMS, of_invitation),
    Case("campaigns:revoke", GMS, of_invitation, "post"),
    Case("campaigns:rulings", MEMBERS),
    Case("campaigns:set_ruling", GMS, of_ruling, "post"),
    Case("campaigns:reset_ruling", GMS, of_ruling, "post"),
    Case("campaigns:log", MEMBERS),
    Case("campaigns:log_download", MEMBERS, lambda world: {"code": world.campaign.code, "kind": "md"}),
    Case("campaigns:tray", MEMBERS),
    Case("campaigns:roll", PLAYERS, of_campaign, "post"),
    Case("campaigns:campaign_rules", MEMBERS),
    Case("campaigns:campaign_rule", MEMBERS, of_campaign_rule),
    Case("campaigns:systems", ANYBODY, nothing),
    Case("campaigns:rules", ANYBODY, lambda _: {"system": "rhean"}),
    Case("campaigns:rule", ANYBODY, of_rule),
]
