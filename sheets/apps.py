from __future__ import annotations

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    name = "sheets"
    label = "sheets"

    def ready(self) -> None:
        from sheets.panels import register

        register()
