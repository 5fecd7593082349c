"""A campaign's rule system and the rulings in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rhean.campaigns.models import Campaign
from rhean.rules.errors import RulesError
from rhean.rules.rulings import Ruling, Rulings
from rhean.rules.sheet import Library
from rhean.rules.system import System
from rhean.rules.systems import get_system


def system_of(campaign: Campaign) -> System[Any]:
    """The campaign's system."""
    return get_system(campaign.system)


def rulings_for(campaign: Campaign) -> Rulings:
    """The rulings in force: the system's defaults with what the campaign changed."""
    system = system_of(campaign)
    return Rulings.of(system.rulings, settled(system, campaign.rulings))


def settled(system: System[Any], changed: dict[str, Any]) -> dict[str, Any]:
    """The changes that this version of the system still knows; :func:`outdated` lists the others."""
    table = {ruling.key: ruling for ruling in system.rulings}
    return {key: value for key, value in changed.items() if key in table and fits(table[key], value)}


def outdated(campaign: Campaign) -> dict[str, Any]:
    """Stored changes that the system no longer knows or takes: kept, shown on the rulings page, without effect."""
    known = settled(system_of(campaign), campaign.rulings)
    return {key: value for key, value in campaign.rulings.items() if key not in known}


def fits(ruling: Ruling, value: Any) -> bool:
    """Whether a stored value is still one that the ruling takes."""
    try:
        ruling.check(value)
    except RulesError:
        return False
    return True


LibraryFor = Callable[[Campaign], Library]
_library: list[LibraryFor] = []


def use_library(provider: LibraryFor) -> None:
    """Set (in ``AppConfig.ready``) who knows a campaign's library: what ships with the group's own laid over it."""
    _library[:] = [provider]


def library_of_campaign(campaign: Campaign) -> Library:
    """The campaign's library; what ships, where no app keeps a group's own content."""
    return _library[0](campaign) if _library else system_of(campaign).library
