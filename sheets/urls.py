"""Addresses of characters, their parts, and a group's own content."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, register_converter

from sheets.views import advances, checks, content, create, exchange, lists, manage, parts, portrait, printing, sheet

app_name = "sheets"


class NotesConverter:
    """The two kinds of notes."""

    regex = "notes|gm_notes"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(NotesConverter, "notes")

character_urls: list[URLPattern | URLResolver] = [
    path("", sheet.sheet, name="sheet"),
    path("changes/", sheet.changes, name="changes"),
    path("cell/", sheet.cell, name="cell"),
    path("field/set/", sheet.set_field, name="set_field"),
    path("parts/<slug:section>/save/", sheet.save_section, name="save_section"),
    path("name/set/", sheet.set_name, name="set_name"),
    path("text/<notes:column>/save/", sheet.save_notes, name="save_notes"),
    path("pool/set/", parts.set_pool, name="set_pool"),
    path("rest/", parts.rest, name="rest"),
    path("row/add/", parts.add_row, name="add_row"),
    path("row/remove/", parts.remove_row, name="remove_row"),
    path("tables/<slug:table>/find/", parts.entries, name="entries"),
    path("numbers/set/", parts.set_number, name="set_number"),
    path("numbers/<str:figure>/", parts.number, name="number"),
    path("abilities/", parts.abilities, name="abilities"),
    path("check/", checks.check, name="check"),
    path("check/roll/", checks.roll, name="roll"),
    path("portrait/", portrait.portrait, name="portrait"),
    path("portrait/set/", portrait.set_portrait, name="set_portrait"),
    path("portrait/remove/", portrait.remove_portrait, name="remove_portrait"),
    path("build/", create.build, name="build"),
    path("build/<slug:step>/", create.build_step, name="build_step"),
    path("attributes/roll/", create.roll_attributes, name="roll_attributes"),
    path("finish/", create.finish, name="finish"),
    path("xp/", advances.advancement, name="advancement"),
    path("xp/gain/", advances.gain, name="gain"),
    path("xp/buy/", advances.buy, name="buy"),
    path("xp/<uuid:line>/take-back/", advances.take_back, name="take_back"),
    path("xp/<uuid:line>/approve/", advances.approve, name="approve"),
    path("xp/<uuid:line>/refuse/", advances.refuse, name="refuse"),
    path("manage/", manage.manage, name="manage"),
    path("archive/", manage.archive, name="archive"),
    path("restore/", manage.restore, name="restore"),
    path("duplicate/", manage.duplicate, name="duplicate"),
    path("move/", manage.move, name="move"),
    path("kind/set/", manage.change_kind, name="change_kind"),
    path("hand-over/", manage.hand_over, name="hand_over"),
    path("print/", printing.print_sheet, name="print"),
    path("export/", exchange.export, name="export"),
]

campaign_urls: list[URLPattern | URLResolver] = [
    path("characters/", lists.campaign_characters, name="campaign_characters"),
    path("creatures/import/", exchange.import_creatures, name="import_creatures"),
    path("creatures/template/", exchange.table_template, name="table_template"),
    path("library/", content.library, name="library"),
    path("library/<slug:kind>/", content.library_kind, name="library_kind"),
    path("library/<slug:kind>/create/", content.entry_create, name="entry_create"),
    path("library/<slug:kind>/<slug:key>/edit/", content.entry_edit, name="entry_edit"),
    path("library/<slug:kind>/<slug:key>/ask-delete/", content.entry_ask_delete, name="entry_ask_delete"),
    path("library/<slug:kind>/<slug:key>/delete/", content.entry_delete, name="entry_delete"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("characters/", lists.characters, name="characters"),
    path("characters/create/", create.create, name="create"),
    path("characters/import/", exchange.import_character, name="import"),
    path("characters/schema/<slug:system>/", exchange.schema, name="schema"),
    path("characters/<uuid:code>/", include(character_urls)),
    path("campaigns/<uuid:code>/", include(campaign_urls)),
]
