from __future__ import annotations

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    name = "sheets"
    label = "sheets"
