"""Encounters: what was prepared, who takes part, and everything that happened."""

from __future__ import annotations

import secrets
import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from encounters.backgrounds import random_path
from rhean.campaigns.models import Campaign
from rhean.campaigns.names import NAME_STORED
from rhean.rules.commands import GM_KEY
from sheets.models import Character


def new_seed() -> str:
    """What the app's dice of one encounter are drawn from."""
    return secrets.token_hex(16)


def new_combatant_id() -> str:
    """An opaque id: neither its order nor its gaps tell how many there are."""
    return f"c{secrets.token_hex(5)}"


def new_token() -> str:
    """The secret part of a table screen's address."""
    return secrets.token_urlsafe(16)


class Encounter(models.Model):
    """A fight: prepared, running or over.

    ``begun`` is the state before anything happened and ``state`` the present one, both as the system writes them.
    ``log_length`` is the number of the newest log entry, ``version`` counts every change that a screen can show.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", "Being prepared"
        RUNNING = "running", "Running"
        OVER = "over", "Over"

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="encounters")
    name = models.CharField(max_length=NAME_STORED)
    notes = models.TextField("notes for the GM", blank=True)
    scene = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.DRAFT)
    dice_mode = models.CharField(max_length=8, blank=True, choices=Campaign.DiceMode)
    clock_seconds = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True, editable=False)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    begun = models.BinaryField(default=bytes, editable=False)
    state = models.BinaryField(default=bytes, editable=False)
    stage = models.CharField(max_length=200, blank=True, editable=False)
    log_length = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    background = models.FileField(upload_to=random_path, blank=True, editable=False)
    watch_token = models.CharField(max_length=32, null=True, blank=True, unique=True)  # null: revoked
    created = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True, editable=False)
    ended = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def topic(self) -> str:
        """Where viewers of this encounter hear of changes."""
        return f"encounter:{self.code}"

    @property
    def is_draft(self) -> bool:
        """Whether it is still being prepared."""
        return self.status == self.Status.DRAFT

    @property
    def is_running(self) -> bool:
        """Whether commands are taken."""
        return self.status == self.Status.RUNNING

    @property
    def carried_over(self) -> LogEntry | None:
        """The note that its outcome was written to the sheets, if nothing was fought since."""
        note = self.log.filter(kind=LogEntry.Kind.NOTE, note__has_key="written").order_by("-seq").first()
        fought = self.log.filter(kind__in=(LogEntry.Kind.COMMAND, LogEntry.Kind.UNDO))
        return None if note is None or fought.filter(seq__gt=note.seq).exists() else note

    @property
    def dice(self) -> str:
        """Who rolls: the encounter's own choice, else the campaign's."""
        return self.dice_mode or self.campaign.dice_mode


class Combatant(models.Model):
    """Somebody in the roster. It holds its own copy of the sheet: nothing that is deleted elsewhere harms it.

    ``mask`` is what those who do not know the name read instead, as long as ``masked`` holds. ``round`` is when it
    joins: null from the start, 0 when the GM says so, else with that round.
    """

    BY_HAND = 0

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="roster")
    cid = models.CharField(max_length=24, default=new_combatant_id, editable=False)
    position = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=NAME_STORED)
    mask = models.CharField(max_length=NAME_STORED, blank=True)
    masked = models.BooleanField(default=False)
    character = models.ForeignKey(Character, null=True, blank=True, on_delete=models.SET_NULL, related_name="fights")
    sheet = models.JSONField(default=dict)
    side = models.CharField(max_length=NAME_STORED, default="foes")
    owner = models.CharField(max_length=16, default=GM_KEY)
    lent_to = models.CharField(max_length=16, blank=True)
    start = models.JSONField(default=dict, blank=True)
    round = models.PositiveIntegerField(null=True, blank=True)
    entered = models.BooleanField(default=True)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [models.UniqueConstraint(fields=["encounter", "cid"], name="one_combatant_an_id")]

    def __str__(self) -> str:
        return self.name

    @property
    def decides(self) -> str:
        """The key of the person who decides for it now."""
        return self.lent_to or self.owner

    def name_for(self, gm: bool, mine: bool) -> str:
        """The name that somebody may know."""
        return self.name if gm or mine or not self.masked else self.mask or "a figure"


class LogEntry(models.Model):
    """One step of a fight. Never edited but for the mark that it was taken back.

    ``place`` counts the steps that stood when it was made, so that the same step at the same place can be known
    again. ``chained`` steps came by themselves with the one before and are taken back with it. ``snapshot`` is a
    cache of the state after it.
    """

    class Kind(models.TextChoices):
        BEGIN = "begin", "The fight begins"
        COMMAND = "command", "A decision"
        UNDO = "undo", "Taken back"
        NOTE = "note", "A note"
        FAULT = "fault", "The rules stumbled"
        END = "end", "The fight ends"

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.COMMAND)
    place = models.PositiveIntegerField(default=0)
    chained = models.BooleanField(default=False)
    stage = models.CharField(max_length=200, blank=True)
    command = models.JSONField(null=True, blank=True)
    faces = models.JSONField(default=list, blank=True)
    events = models.TextField(default="[]")
    note = models.JSONField(default=dict, blank=True)
    snapshot = models.BinaryField(null=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    user_name = models.CharField(max_length=NAME_STORED, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001  # null: not unique
    undone_by = models.PositiveIntegerField(null=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seq"]
        verbose_name_plural = "log entries"
        constraints = [
            models.UniqueConstraint(fields=["encounter", "seq"], name="one_step_a_number"),
            models.UniqueConstraint(fields=["encounter", "key"], name="one_step_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def stands(self) -> bool:
        """Whether it is a decision that was not taken back."""
        return self.kind == self.Kind.COMMAND and self.undone_by is None


class Draft(models.Model):
    """What somebody has entered for a decision and not confirmed. A draft of a decision that has passed is kept,
    and offered again when the next of its kind is open. ``faces`` are the dice typed in so far, and ``sides`` the
    die that is wanted next (0: none is)."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="drafts")
    cid = models.CharField(max_length=24)
    prompt = models.CharField(max_length=200)
    kind = models.CharField(max_length=60)
    option = models.CharField(max_length=120)
    label = models.CharField(max_length=200, blank=True)
    params: models.JSONField[dict[str, Any]] = models.JSONField(default=dict, blank=True)
    faces = models.JSONField(default=list, blank=True)
    sides = models.PositiveIntegerField(default=0)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["cid"]
        constraints = [models.UniqueConstraint(fields=["encounter", "cid", "kind"], name="one_draft_a_decision")]

    def __str__(self) -> str:
        return f"{self.option} for {self.cid}"


LABEL_STORED, FAULT_STORED = 200, 300
"""Characters of a change's name, and of what went wrong, that are kept with a forecast."""


class Forecast(models.Model):
    """What so many fights of a preparation came to: played as prepared (``change`` is empty), or with one change.

    The process that plays writes ``tally`` and ``beat`` about once a second, and stops when the row is gone or not
    running any more: that is how another process cancels it. ``wanted`` is how many fights were asked for, ``cast`` id,
    name and side of everybody, ``stamp`` what the preparation was. It holds names that players may not know; it goes
    when the fight begins.
    """

    class Status(models.TextChoices):
        RUNNING = "running", "Playing"
        DONE = "done", "Done"
        TIME = "time", "Stopped, since it took too long"
        CANCELLED = "cancelled", "Cancelled"
        STOPPED = "stopped", "Stopped, since the server ended"
        FAILED = "failed", "Stopped, since something went wrong"

    LOST = timedelta(seconds=20)
    """A process from which nothing was heard for so long is not there any more."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="forecasts")
    change = models.CharField(max_length=60, blank=True)
    label = models.CharField(max_length=LABEL_STORED, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    wanted = models.PositiveIntegerField()
    tally = models.JSONField(default=dict)
    cast = models.JSONField(default=list)
    stamp = models.CharField(max_length=64)
    fault = models.CharField(max_length=FAULT_STORED, blank=True)
    started = models.DateTimeField(default=timezone.now)
    beat = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["encounter", "change"]
        constraints = [
            models.UniqueConstraint(fields=["encounter"], condition=Q(change=""), name="one_forecast"),
            models.UniqueConstraint(fields=["encounter"], condition=~Q(change=""), name="one_changed_forecast"),
        ]

    def __str__(self) -> str:
        return f"{self.label or self.encounter_id}: {self.status}"

    @property
    def is_running(self) -> bool:
        """Whether some process plays it."""
        return self.status == self.Status.RUNNING and timezone.now() - self.beat < self.LOST

    @property
    def words(self) -> str:
        """How it ended, for the GM."""
        lost = self.status == self.Status.RUNNING and not self.is_running
        return "Stopped: who played it was not heard from any more" if lost else str(self.get_status_display())
