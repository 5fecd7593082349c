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
    """A panel to show: its template, what the template reads as ``panel``, and the style sheet that it needs."""

    key: str
    template: str
    content: Content
    style: str


class Source(NamedTuple):
    """What an app registered: panels with a smaller order stand first."""

    order: int
    key: str
    template: str
    load: Callable[..., Content | None]
    style: str


_home: dict[str, Source] = {}
_campaign: dict[str, Source] = {}
_tray: dict[str, Source] = {}


def on_home(key: str, order: int, template: str, load: HomeLoader, style: str = "") -> None:
    """Put a panel on everybody's home page."""
    _home[key] = Source(order, key, template, load, style)


def on_campaign(key: str, order: int, template: str, load: CampaignLoader, style: str = "") -> None:
    """Put a panel on every campaign's page."""
    _campaign[key] = Source(order, key, template, load, style)


def on_tray(key: str, order: int, template: str, load: CampaignLoader, style: str = "") -> None:
    """Put a panel beside every campaign's dice tray, for those who roll."""
    _tray[key] = Source(order, key, template, load, style)


def home_panels(user: User) -> list[Panel]:
    """What the other apps have for somebody's home page."""
    return panels_of(_home, user)


def campaign_panels(campaign: Campaign, user: User, role: Role) -> list[Panel]:
    """What the other apps have for a campaign's page, as this member may see it."""
    return panels_of(_campaign, campaign, user, role)


def tray_panels(campaign: Campaign, user: User, role: Role) -> list[Panel]:
    """What the other apps have for a campaign's dice tray."""
    return panels_of(_tray, campaign, user, role)


def panels_of(table: dict[str, Source], *asked: Any) -> list[Panel]:
    """The panels of one place, in order."""
    ordered = sorted(table.values(), key=lambda source: (source.order, source.key))
    found = ((source, source.load(*asked)) for source in ordered)
    return [Panel(one.key, one.template, content, one.style) for one, content in found if content is not None]


def styles_of(panels: list[Panel]) -> list[str]:
    """The style sheets that a page with these panels needs, each once."""
    return list(dict.fromkeys(panel.style for panel in panels if panel.style))
