"""Encounters in Django's administration: to look at, and to delete. A fight changes through its own pages only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from encounters.models import Encounter


@admin.register(Encounter)
class EncounterAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Which fights there are, and how large they have grown."""

    list_display = ("name", "campaign", "status", "log_length", "created")
    list_filter = ("status", "campaign")
    search_fields = ("name", "campaign__name")
    fields = readonly_fields = (
        "code",
        "campaign",
        "name",
        "status",
        "log_length",
        "version",
        "created",
        "started",
        "ended",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
