"""What other apps put on the home page, on a campaign's page and beside its dice tray.

An app registers in ``AppConfig.ready``; its template is included with ``panel`` being what its loader returned. A
loader returns None where there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role

Content = dict[str, Any]
HomeLoader = Callable[[User], Content | None]
CampaignLoader = Callable[[Campaign, User, Role], Content | None]


class Panel(NamedTuple):
    """A panel to show: its template and what the template reads as ``panel``."""

    key: str
    template: str
    content: Content


_home: dict[str, tuple[int, str, HomeLoader]] = {}
_campaign: dict[str, tuple[int, str, CampaignLoader]] = {}
_tray: dict[str, tuple[int, str, CampaignLoader]] = {}


def on_home(key: str, order: int, template: str, load: HomeLoader) -> None:
    """Put a panel on everybody's home page; those with the smaller order stand first."""
    _home[key] = (order, template, load)


def on_campaign(key: str, order: int, template: str, load: CampaignLoader) -> None:
    """Put a panel on every campaign's page."""
    _campaign[key] = (order, template, load)


def on_tray(key: str, order: int, template: str, load: CampaignLoader) -> None:
    """Put a panel beside every campaign's dice tray, for those who roll."""
    _tray[key] = (order, template, load)


def home_panels(user: User) -> list[Panel]:
    """What the other apps have for somebody's home page."""
    ordered = sorted(_home.items(), key=lambda item: item[1][0])
    found = ((key, template, load(user)) for key, (_, template, load) in ordered)
    return [Panel(key, template, content) for key, template, content in found if content is not None]


def campaign_panels(campaign: Campaign, user: User, role: Role) -> list[Panel]:
    """What the other apps have for a campaign's page, as this member may see it."""
    return panels_of(_campaign, campaign, user, role)


def tray_panels(campaign: Campaign, user: User, role: Role) -> list[Panel]:
    """What the other apps have for a campaign's dice tray."""
    return panels_of(_tray, campaign, user, role)


def panels_of(
    table: dict[str, tuple[int, str, CampaignLoader]], campaign: Campaign, user: User, role: Role
) -> list[Panel]:
    """The panels of one place in a campaign, in order."""
    ordered = sorted(table.items(), key=lambda item: item[1][0])
    found = ((key, template, load(campaign, user, role)) for key, (_, template, load) in ordered)
    return [Panel(key, template, content) for key, template, content in found if content is not None]
