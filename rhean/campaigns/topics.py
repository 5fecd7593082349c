"""Every live topic of a campaign, so that a person's streams can be ended at once. Apps add theirs at start-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rhean.campaigns.models import Campaign

Topics = Callable[[Campaign], Iterable[str]]
_more: dict[str, Topics] = {}


def register(key: str, topics: Topics) -> None:
    """Name the topics of an app's objects in a campaign (sheets, encounters)."""
    _more[key] = topics


def topics_of(campaign: Campaign) -> list[str]:
    """The campaign's own topic and those of everything in it."""
    return [campaign.topic, *(topic for topics in _more.values() for topic in topics(campaign))]
