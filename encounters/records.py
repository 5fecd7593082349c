"""What the database holds of an encounter, beside the encounter itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from encounters.fragments import Shelf, version_of
from encounters.logbook import newest
from encounters.models import Combatant, Draft, Encounter, LogEntry
from rhean.campaigns.models import User
from rhean.rules.commands import GM_KEY


@dataclass(frozen=True)
class Records:
    """The rows that every view of an encounter is made from; nobody changes them. ``owners`` maps a person's key to
    a name, ``log`` is the newest entries, oldest first, ``answered`` who has answered a decision of this stage."""

    roster: tuple[Combatant, ...]
    owners: Mapping[str, str]
    drafts: tuple[Draft, ...]
    log: tuple[LogEntry, ...]
    answered: frozenset[str]


records_shelf: Shelf[Records] = Shelf(64)


def records_of(encounter: Encounter) -> Records:
    """The rows at the encounter's version, read once for all audiences."""
    return records_shelf.get(version_of(encounter), lambda: read_records(encounter))


def read_records(encounter: Encounter) -> Records:
    """The rows as they are now."""
    return Records(
        roster=tuple(encounter.roster.all()),
        owners=owner_names(encounter),
        drafts=tuple(encounter.drafts.all()),
        log=tuple(newest(encounter)),
        answered=frozenset(_answered(encounter)),
    )


def owner_names(encounter: Encounter) -> dict[str, str]:
    """Person's key -> name, for the members of the campaign."""
    people = User.objects.filter(memberships__campaign=encounter.campaign_id).values_list("key", "username")
    return {GM_KEY: "GM", **dict(people)}


def _answered(encounter: Encounter) -> set[str]:
    steps = encounter.log.filter(kind=LogEntry.Kind.COMMAND, undone_by=None, stage=encounter.stage)
    commands = [command or {} for command in steps.values_list("command", flat=True)]
    return {command["actor"] for command in commands if command.get("prompt")}
