"""Accounts, campaigns, their members, invitations and log."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.urls import reverse
from django.utils import timezone

from rhean.campaigns.names import NAME_STORED, fold
from rhean.campaigns.roles import Role
from rhean.rules.events import Audience, Viewer


def new_user_key() -> str:
    """A short opaque key by which the rules core knows an owner."""
    return f"u{secrets.token_hex(5)}"


def new_token() -> str:
    """The secret part of a link."""
    return secrets.token_urlsafe(16)


class People(UserManager["User"]):
    """Accounts, found by name without regard to case."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(folded=fold(username or ""))


class User(AbstractUser):
    """A person with an account. The user name is the name shown: any script, emoji."""

    class Theme(models.TextChoices):
        AUTO = "auto", "As my device"
        LIGHT = "light", "Light"
        DARK = "dark", "Dark"

    username = models.CharField("name", max_length=NAME_STORED, unique=True)
    folded = models.CharField(max_length=NAME_STORED, unique=True, editable=False)
    key = models.CharField(max_length=16, unique=True, editable=False, default=new_user_key)
    theme = models.CharField(max_length=8, choices=Theme, default=Theme.AUTO)
    sound = models.BooleanField("sound when it is my turn", default=False)
    vibration = models.BooleanField("vibration when it is my turn", default=True)
    demo = models.BooleanField("account of the demo campaign", default=False)

    objects: ClassVar[People] = People()

    class Meta(AbstractUser.Meta):
        abstract = False

    def __str__(self) -> str:
        return self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Kept as it was typed; what two names share is worked out by ``fold``."""
        return username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.folded = fold(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "folded"}
        super().save(*args, update_fields=update_fields, **kwargs)


class Campaign(models.Model):
    """A group's game: one system, its members, its rulings."""

    class DiceMode(models.TextChoices):
        APP = "app", "The app rolls"
        TYPED = "typed", "We roll at the table and type it in"
        EITHER = "either", "Either, roll by roll"

    class Health(models.TextChoices):
        NUMBER = "number", "As a number"
        WORD = "word", "As a word"
        BAR = "bar", "As a bar"
        NOTHING = "nothing", "Not at all"

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=NAME_STORED)
    system = models.CharField(max_length=40)
    rulings = models.JSONField(default=dict, blank=True)
    dice_mode = models.CharField("dice", max_length=8, choices=DiceMode, default=DiceMode.APP)
    health_allies = models.CharField("health of their own side", max_length=8, choices=Health, default=Health.NUMBER)
    health_foes = models.CharField("health of other sides", max_length=8, choices=Health, default=Health.WORD)
    xp_approval = models.BooleanField("a game master approves what experience buys", default=False)
    notes = models.TextField(blank=True)
    gm_notes = models.TextField("notes of the game masters", blank=True)
    archived = models.BooleanField(default=False)
    demo = models.BooleanField(default=False, editable=False)
    log_length = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    members = models.ManyToManyField(User, through="Membership", related_name="campaigns")

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The campaign's page."""
        return reverse("campaigns:campaign", args=[self.code])

    @property
    def topic(self) -> str:
        """Where viewers of this campaign hear of changes."""
        return f"campaign:{self.code}"


class Membership(models.Model):
    """Somebody's part in a campaign."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=Role, default=Role.PLAYER)
    joined = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-role", "user__folded"]
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_a_person")]

    def __str__(self) -> str:
        return f"{self.user} in {self.campaign}"


class Invitation(models.Model):
    """A link that lets people join, until it is used up, out of date or revoked."""

    token = models.CharField(max_length=32, unique=True, editable=False, default=new_token)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    role = models.PositiveSmallIntegerField(choices=Role, default=Role.PLAYER)
    expires = models.DateTimeField(null=True, blank=True)
    uses_left = models.PositiveIntegerField(null=True, blank=True)
    revoked = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"invitation to {self.campaign}"

    def get_absolute_url(self) -> str:
        """The page on which one joins."""
        return reverse("campaigns:join", args=[self.token])

    @property
    def is_open(self) -> bool:
        """Whether somebody can still join by it."""
        in_time = self.expires is None or timezone.now() < self.expires
        return in_time and not self.revoked and self.uses_left != 0


class Sending(models.Model):
    """A form that somebody sent: with its key again, it is not carried out again. ``result`` is what came of it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    result = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_sending_a_key")]

    def __str__(self) -> str:
        return self.key


EVERYBODY = "*"


def readers_of(owners: Iterable[str] | None, has_public: bool) -> str:
    """Who reads anything of an entry besides the GMs, as a column that can be searched: ``*`` or `` key key ``."""
    return EVERYBODY if owners is None or has_public else f" {' '.join(owners)} "


class LogEntryQuerySet(models.QuerySet["LogEntry"]):
    """Ways to ask for log entries."""

    def readable_by(self, viewer: Viewer) -> LogEntryQuerySet:
        """Those of which this viewer reads the whole or a public form."""
        if viewer.gm:
            return self
        own = models.Q(readers__contains=f" {viewer.owner} ") if viewer.owner else models.Q(pk__in=())
        return self.filter(models.Q(readers=EVERYBODY) | own)


class LogEntry(models.Model):
    """One thing that happened in a campaign. Never edited.

    ``audience`` holds the owner keys of those who read ``payload`` besides the GMs (null: everybody); all others
    read ``public``, or nothing where that is null. ``readers`` says the same in a form that can be searched.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    public = models.JSONField(null=True, blank=True)
    audience = models.JSONField(null=True, blank=True)
    readers = models.TextField(default=EVERYBODY, editable=False)
    actor = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    actor_name = models.CharField(max_length=NAME_STORED, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001  # null: not unique
    created = models.DateTimeField(default=timezone.now)

    objects = LogEntryQuerySet.as_manager()

    class Meta:
        ordering = ["campaign", "-seq"]
        verbose_name_plural = "log entries"
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seq"], name="one_log_entry_a_number"),
            models.UniqueConstraint(fields=["campaign", "key"], name="one_log_entry_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.readers = readers_of(self.audience, self.public is not None)
        super().save(*args, **kwargs)

    def seen_by(self, viewer: Viewer) -> dict[str, Any] | None:
        """What this viewer reads of it: the payload, its public form, or nothing."""
        owners = None if self.audience is None else tuple(self.audience)
        shown: dict[str, Any] | None = self.payload if Audience(owners).includes(viewer) else self.public
        return shown
