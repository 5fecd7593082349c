from __future__ import annotations

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    name = "encounters"
    label = "encounters"

    def ready(self) -> None:
        from encounters import demo, panels, stream, workers
        from encounters.exchange import documents_of
        from rhean import closing
        from rhean.campaigns import demo as campaign_demo
        from rhean.campaigns import exchange, topics
        from rhean.campaigns.panels import on_campaign, on_home

        on_home("encounters", 10, "encounters/home_panel.html", panels.for_home)
        on_campaign("encounters", 10, "encounters/campaign_panel.html", panels.for_campaign)
        topics.register("encounters", stream.topics_of)
        exchange.register("encounters", documents_of)
        campaign_demo.register("encounters", 50, demo.load)
        closing.register(workers.close)
