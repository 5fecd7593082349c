"""What the database holds of an encounter, beside the encounter itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encounters.fragments import Shelf, version_of
from encounters.logbook import SHOWN, recent
from encounters.models import Combatant, Draft, Encounter, LogEntry
from rhean.campaigns.models import User
from rhean.rules.commands import GM_KEY


@dataclass(frozen=True)
class Records:
    """The rows that every view of an encounter is made from; nobody changes them. ``owners`` maps a person's key to
    a name, ``steps`` are the entries of the log that a page shows and those of the present ``stage``, oldest first,
    ``answered`` who has answered a decision of this stage."""

    roster: tuple[Combatant, ...]
    owners: Mapping[str, str]
    drafts: tuple[Draft, ...]
    stage: str
    steps: tuple[LogEntry, ...]
    answered: frozenset[str]

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """The newest entries, oldest first."""
        return self.steps[-SHOWN:]


records_shelf: Shelf[Records] = Shelf(64)


def records_of(encounter: Encounter) -> Records:
    """The rows at the encounter's version, read once for all audiences."""
    return records_shelf.get(version_of(encounter), lambda: read_records(encounter))


def read_records(encounter: Encounter) -> Records:
    """The rows as they are now; of the log only what is new, where the moment before is known."""
    code, version, *campaign = version_of(encounter)
    before = records_shelf.peek((code, version - 1, *campaign))
    steps = recent(encounter, before.steps if before and before.stage == encounter.stage else ())
    return Records(
        roster=tuple(encounter.roster.all()),
        owners=owner_names(encounter),
        drafts=tuple(encounter.drafts.all()),
        stage=encounter.stage,
        steps=tuple(steps),
        answered=frozenset(_answered(encounter, steps)),
    )


def owner_names(encounter: Encounter) -> dict[str, str]:
    """Person's key -> name, for the members of the campaign."""
    people = User.objects.filter(memberships__campaign=encounter.campaign_id).values_list("key", "username")
    return {GM_KEY: "GM", **dict(people)}


def _answered(encounter: Encounter, steps: Sequence[LogEntry]) -> set[str]:
    commands = [step.command or {} for step in steps if step.stands and step.stage == encounter.stage]
    return {command["actor"] for command in commands if command.get("prompt")}
