"""Characters, what they earned and bought, and a group's own content."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from rhean.campaigns.models import Campaign
from rhean.campaigns.names import NAME_STORED


class CharacterQuerySet(models.QuerySet["Character"]):
    """Ways to ask for characters."""

    def kept(self) -> CharacterQuerySet:
        """Those that are not in the archive."""
        return self.filter(archived=False)

    def light(self) -> CharacterQuerySet:
        """Without the documents, for lists."""
        return self.defer("document", "extra", "versions", "entries", "notes", "gm_notes", "recent")


class Character(models.Model):
    """A character sheet: a player's character, or a figure of the GM's.

    ``document`` is the sheet as its system knows it; ``extra`` holds what an import brought that the system does
    not know; ``entries`` holds copies of a group's own content that the sheet uses, so that it stays whole wherever
    it goes. ``key`` is that of the form that made it, ``recent`` holds those of the last forms that were carried out
    on it. ``version`` grows with every change; ``versions`` tells for each path at which version it last changed.
    """

    class Kind(models.TextChoices):
        PC = "pc", "player character"
        NPC = "npc", "creature or other figure"

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="characters")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="characters"
    )
    system = models.CharField(max_length=40)
    kind = models.CharField(max_length=3, choices=Kind, default=Kind.PC)
    name = models.CharField(max_length=NAME_STORED)
    summary = models.CharField(max_length=200, blank=True, default="")
    document = models.JSONField(default=dict)
    extra = models.JSONField(default=dict, blank=True)
    entries = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    versions = models.JSONField(default=dict, blank=True)
    notes = models.TextField(blank=True, default="")
    gm_notes = models.TextField(blank=True, default="")
    portrait = models.FileField(upload_to="portraits/", blank=True, default="")
    building = models.BooleanField(default=False)
    archived = models.BooleanField(default=False)
    key = models.CharField(max_length=64, blank=True, default="")
    recent = models.JSONField(default=list, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    objects = CharacterQuerySet.as_manager()

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=("campaign", "archived", "name")),
            models.Index(fields=("owner", "archived", "name")),
        )
        constraints = (
            models.UniqueConstraint(fields=("owner", "key"), condition=~models.Q(key=""), name="one_character_a_key"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("sheets:sheet", args=[self.code])

    @property
    def topic(self) -> str:
        """The topic of its live updates."""
        return f"sheet:{self.code}"

    @property
    def is_npc(self) -> bool:
        """Whether it is the GM's."""
        return self.kind == self.Kind.NPC

    def version_of(self, path: str) -> int:
        """At which version this path, or the list that it stands in, last changed as one."""
        versions: dict[str, int] = self.versions
        return versions.get(path, 0)


class Advance(models.Model):
    """Experience gained or spent, one line of a character's history. Lines are never deleted.

    ``amount`` is positive for a gain and negative for a purchase. ``changes`` pairs, for each field that a purchase
    changed, its value before and after, so that it can be taken back.
    """

    class State(models.TextChoices):
        ASKED = "asked", "waits for the GM"
        DONE = "done", "done"
        REFUSED = "refused", "refused"
        TAKEN_BACK = "taken_back", "taken back"

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="advances")
    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.DONE)
    amount = models.IntegerField()
    purchase = models.CharField(max_length=200, blank=True, default="")
    label = models.CharField(max_length=300)
    changes = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    key = models.CharField(max_length=64, blank=True, default="")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("character", "key"), condition=~models.Q(key=""), name="one_advance_a_key"),
        )

    def __str__(self) -> str:
        return f"{self.label} ({self.amount:+d})"

    @property
    def is_gain(self) -> bool:
        """Whether experience was gained, not spent."""
        return not self.purchase


class LibraryEntry(models.Model):
    """One thing of a group's own: a skill, a weapon, a race ... with the same fields as those that ship.

    ``sent`` is the key of the form that made it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="library_entries")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    name = models.CharField(max_length=NAME_STORED)
    data = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    sent = models.CharField(max_length=64, blank=True, default="")
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("kind", "name", "pk")
        verbose_name_plural = "library entries"
        constraints = (
            models.UniqueConstraint(fields=("campaign", "kind", "key"), name="one_entry_a_key"),
            models.UniqueConstraint(
                fields=("campaign", "sent"), condition=~models.Q(sent=""), name="one_entry_a_sending"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def whole(self) -> dict[str, Any]:
        """The entry's data with its key and name, as the system reads it."""
        return {**self.data, "key": self.key, "name": self.name}
