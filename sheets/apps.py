from __future__ import annotations

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    name = "sheets"
    label = "sheets"

    def ready(self) -> None:
        from django.db.models.signals import pre_delete

        from rhean.campaigns.models import Campaign
        from sheets.actions import do_keep_copies
        from sheets.panels import register

        register()
        pre_delete.connect(lambda instance, **_: do_keep_copies(instance), Campaign, weak=False, dispatch_uid="sheets")
