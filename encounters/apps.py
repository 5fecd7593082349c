from __future__ import annotations

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    name = "encounters"
    label = "encounters"
