"""What the campaign's pages show."""

from __future__ import annotations

from typing import Any, NamedTuple

from rhean.campaigns.access import Role, may_manage, role_in, roles_to_give, viewer_in
from rhean.campaigns.log import line_for
from rhean.campaigns.models import Campaign, LogEntry, Membership, User
from rhean.campaigns.panels import campaign_panels, styles_of
from rhean.campaigns.rules import system_of
from rhean.live import live_url
from rhean.rules.events import Line, Viewer

RECENT = 15


class LogLine(NamedTuple):
    """A log entry as one viewer reads it, with the dice that fell."""

    entry: LogEntry
    line: Line
    dice: list[Die]


class Die(NamedTuple):
    """A die that fell, and whether it counts."""

    face: int
    counts: bool


class Member(NamedTuple):
    """A member, and whether the one who looks may change or remove him."""

    membership: Membership
    role: Role
    manageable: bool


def lines_of(entries: list[LogEntry], viewer: Viewer) -> list[LogLine]:
    """The entries in words; those that the viewer may not read are left out."""
    found = ((entry, line_for(entry, viewer)) for entry in entries)
    return [LogLine(entry, line, dice_of(entry.seen_by(viewer) or {})) for entry, line in found if line is not None]


def dice_of(payload: dict[str, Any]) -> list[Die]:
    """The dice of a roll, with those that were dropped."""
    groups = payload.get("dice", [])
    return [
        Die(face, counts) for group in groups for face, counts in zip(group["faces"], group["counted"], strict=True)
    ]


def recent_log(campaign: Campaign, user: User) -> list[LogLine]:
    """The newest lines that somebody may read."""
    viewer = viewer_in(campaign, user)
    entries = LogEntry.objects.filter(campaign=campaign).readable_by(viewer).order_by("-seq")[:RECENT]
    return lines_of(list(entries), viewer)


def members_of(campaign: Campaign, role: Role) -> list[Member]:
    """Everybody in the campaign, as a member with this role may manage them."""
    found = campaign.memberships.select_related("user")
    return [Member(one, Role(one.role), may_manage(role, one)) for one in found]


def page_context(campaign: Campaign, user: User) -> dict[str, Any]:
    """The campaign's page."""
    role = role_in(campaign, user)
    assert role is not None  # noqa: S101  # access has been checked
    panels = campaign_panels(campaign, user, role)
    return {
        "campaign": campaign,
        "system": system_of(campaign),
        "role": role,
        "is_gm": role >= Role.GM,
        "is_owner": role >= Role.OWNER,
        "members": members_of(campaign, role),
        "panels": panels,
        "styles": styles_of(panels),
        "lines": recent_log(campaign, user),
        "live_url": live_url(campaign.topic, user.pk),
    }


def members_context(campaign: Campaign, user: User) -> dict[str, Any]:
    """The page of members and invitations."""
    role = role_in(campaign, user)
    assert role is not None  # noqa: S101  # access has been checked
    roles = roles_to_give(role)
    invitations = [one for one in campaign.invitations.all() if one.is_open and one.role in roles]
    return {
        "campaign": campaign,
        "role": role,
        "roles": roles,
        "is_gm": role >= Role.GM,
        "is_owner": role >= Role.OWNER,
        "members": members_of(campaign, role),
        "invitations": [(one, Role(one.role).label) for one in invitations],
        "live_url": live_url(campaign.topic, user.pk),
    }
