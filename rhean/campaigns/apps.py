from __future__ import annotations

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "rhean.campaigns"
    label = "campaigns"
    verbose_name = "Accounts and campaigns"

    def ready(self) -> None:
        from rhean.campaigns.kinds import register_kinds

        register_kinds()
