"""Campaigns: create, settings, notes, archive, rulings."""

from __future__ import annotations

from typing import Any

from django.db import models, transaction

from rhean.campaigns.actions.log import do_log, lock, tell
from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from rhean.campaigns.rules import system_of
from rhean.campaigns.topics import topics_of
from rhean.live import UNKNOWN, changed
from rhean.rules.errors import BadRuling
from rhean.rules.events import EVERYONE, GM_ONLY
from rhean.rules.rulings import Ruling

SETTINGS = ("name", "dice_mode", "health_allies", "health_foes", "xp_approval")
NOTES = ("notes", "gm_notes")


class NotesChanged(Exception):
    """Somebody else changed the notes after the form was drawn; ``now`` is their present text."""

    def __init__(self, now: str) -> None:
        self.now = now
        super().__init__("the notes have changed")


@transaction.atomic
def do_create_campaign(user: User, name: str, system: str) -> Campaign:
    """A new campaign, owned by the one who makes it."""
    campaign = Campaign.objects.create(name=name, system=system)
    Membership.objects.create(campaign=campaign, user=user, role=Role.OWNER)
    do_log(campaign, "campaign.created", {"who": user.username, "name": name}, audience=EVERYONE, actor=user)
    return campaign


@transaction.atomic
def do_edit_campaign(campaign: Campaign, changes: dict[str, Any], actor: User) -> None:
    """Change the settings that were changed in the form, and leave the others to whoever changes them meanwhile."""
    row = lock(campaign)
    fields = [field for field in SETTINGS if field in changes and getattr(row, field) != changes[field]]
    if not fields:
        return
    for field in fields:
        setattr(row, field, changes[field])
    row.save(update_fields=fields)
    words = [words_of(row, field) for field in fields]
    do_log(row, "campaign.settings", {"who": actor.username, "changes": words}, audience=EVERYONE, actor=actor)
    for topic in topics_of(row):  # what others may see has changed on every open page
        changed(topic, UNKNOWN)


def words_of(campaign: Campaign, field: str) -> str:
    """A setting in words, for the log."""
    value = getattr(campaign, field)
    column = Campaign._meta.get_field(field)
    assert isinstance(column, models.Field)  # noqa: S101  # no relation is among the settings
    shown = dict(column.flatchoices).get(value, value)
    return f"{column.verbose_name}: {'yes' if shown is True else 'no' if shown is False else shown}"


@transaction.atomic
def do_edit_notes(campaign: Campaign, field: str, text: str, before: str, actor: User) -> None:
    """Replace the notes, or those of the GMs; refused where they are no longer what the form was drawn from."""
    if field not in NOTES:
        raise ValueError(field)
    row = lock(campaign)
    now = getattr(row, field)
    if text == now:
        return
    if now != before:
        raise NotesChanged(now)
    setattr(row, field, text)
    row.save(update_fields=[field])
    audience = EVERYONE if field == "notes" else GM_ONLY
    do_log(row, f"campaign.{field}", {"who": actor.username}, audience=audience, actor=actor)


@transaction.atomic
def do_archive(campaign: Campaign, actor: User) -> None:
    """Put a campaign away; it stays readable."""
    set_archived(campaign, True, actor)


@transaction.atomic
def do_restore(campaign: Campaign, actor: User) -> None:
    """Take a campaign out of the archive."""
    set_archived(campaign, False, actor)


def set_archived(campaign: Campaign, archived: bool, actor: User) -> None:
    row = lock(campaign)
    if row.archived == archived:
        return
    row.archived = archived
    row.save(update_fields=["archived"])
    kind = "campaign.archived" if archived else "campaign.restored"
    do_log(row, kind, {"who": actor.username}, audience=EVERYONE, actor=actor)


@transaction.atomic
def do_set_ruling(campaign: Campaign, key: str, value: Any, actor: User) -> None:
    """Settle a ruling in the campaign's own way; raises ``BadRuling``."""
    ruling = ruling_of(campaign, key)
    checked = ruling.check(value)
    row = lock(campaign)
    stored = list(checked) if isinstance(checked, tuple) else checked
    if row.rulings.get(key, ruling.default) == stored and key in row.rulings:
        return
    row.rulings = {**row.rulings, key: stored}
    row.save(update_fields=["rulings"])
    payload = {"who": actor.username, "key": key, "label": ruling.label, "value": in_words(ruling, stored)}
    do_log(row, "campaign.ruling", payload, audience=EVERYONE, actor=actor)


@transaction.atomic
def do_reset_ruling(campaign: Campaign, key: str, actor: User) -> None:
    """Put a ruling back to its default."""
    row = lock(campaign)
    if key not in row.rulings:
        return
    row.rulings = {other: value for other, value in row.rulings.items() if other != key}
    row.save(update_fields=["rulings"])
    known = {ruling.key: ruling for ruling in system_of(row).rulings}
    if key not in known:  # a leftover of an older version of the system
        tell(row)
        return
    ruling = known[key]
    value = in_words(ruling, ruling.default)
    payload = {"who": actor.username, "key": key, "label": ruling.label, "value": value, "default": True}
    do_log(row, "campaign.ruling", payload, audience=EVERYONE, actor=actor)


def ruling_of(campaign: Campaign, key: str) -> Ruling:
    """The ruling with this key; raises ``BadRuling``."""
    for ruling in system_of(campaign).rulings:
        if ruling.key == key:
            return ruling
    raise BadRuling(f"no ruling {key}")


def in_words(ruling: Ruling, value: Any) -> str:
    """A ruling's value as people read it."""
    if ruling.kind == "flag":
        return "yes" if value else "no"
    if ruling.kind == "choice":
        return dict(ruling.choices).get(value, str(value))
    return ", ".join(str(one) for one in value) if ruling.kind == "integers" else str(value)
