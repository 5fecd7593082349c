"""The roles of a campaign, each with all the rights of those below it."""

from __future__ import annotations

from django.db import models


class Role(models.IntegerChoices):
    """What a member may do: a watcher reads, a player plays his own, a GM runs all, the owner owns the campaign."""

    WATCHER = 1, "Watcher"
    PLAYER = 2, "Player"
    GM = 3, "Game master"
    OWNER = 4, "Owner"
