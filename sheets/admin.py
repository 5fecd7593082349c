"""Characters and a group's content for the server's owner. Sheets are changed in the app, where the rules watch."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from sheets.models import Advance, Character, LibraryEntry


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """To look up and to delete, not to change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Character)
class CharacterAdmin(ReadOnly):
    list_display = ("name", "system", "kind", "campaign", "owner", "archived", "changed")
    list_filter = ("system", "kind", "archived")
    search_fields = ("name", "owner__username", "campaign__name")
    list_select_related = ("campaign", "owner")
    exclude = ("gm_notes",)


@admin.register(Advance)
class AdvanceAdmin(ReadOnly):
    list_display = ("label", "amount", "state", "character", "by", "created")
    list_filter = ("state",)
    list_select_related = ("character", "by")


@admin.register(LibraryEntry)
class LibraryEntryAdmin(ReadOnly):
    list_display = ("name", "kind", "key", "campaign", "changed")
    list_filter = ("kind",)
    search_fields = ("name", "campaign__name")
    list_select_related = ("campaign",)
