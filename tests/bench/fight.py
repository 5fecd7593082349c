"""Figures of a fight: what a decision costs that settles a stage, and what the game master's page costs.

    .venv/bin/python -m tests.bench.fight --sizes 8 30 --rounds 2

Lays out the demo's party against as many creatures as the size needs, and answers every decision through the pages, one
by one, as the game master does. A decision after which the stage is another is one that resolved it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time

os.environ["RHEAN_DATA_DIR"] = tempfile.mkdtemp(prefix="rhean-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from encounters import engine
from encounters.actions.play import do_start
from encounters.actions.prepare import do_add_characters, do_add_creatures, do_create
from encounters.fragments import clear_shelves
from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from sheets.library import creature_stock
from sheets.models import Character


class Fight:
    """A running fight of so many, and the game master's browser."""

    def __init__(self, campaign: Campaign, gm: User, size: int) -> None:
        self.row = do_create(campaign, f"{size} fight")
        party = list(Character.objects.filter(campaign=campaign)[: min(4, size // 2)])
        do_add_characters(self.row, party)
        do_add_creatures(self.row, creature_stock(campaign)[0], size - len(party))
        do_start(self.row, gm)
        self.client = Client(HTTP_HX_REQUEST="true")
        self.client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")

    def stage(self) -> str:
        self.row = Encounter.objects.get(pk=self.row.pk)
        return engine.stage_of(engine.scene_of(self.row))

    def open(self) -> str:
        """Who has a decision to take; empty for nobody."""
        opened = engine.system_for(self.row).open_decisions(engine.state_of(self.row))
        return next((actor for _, actor, _ in opened), "")

    def post(self, name: str, **data: str) -> float:
        """Milliseconds that a POST takes."""
        start = time.perf_counter()
        answer = self.client.post(reverse(f"encounters:{name}", args=[self.row.code]), data)
        took = (time.perf_counter() - start) * 1000
        assert answer.status_code < 400, f"{name} {data}: {answer.status_code}"
        return took

    def play(self, rounds: int) -> tuple[list[float], list[float]]:
        """Play on; the times of decisions that settle a stage, and of the others."""
        settling, others = [], []
        before = self.stage()
        while self.row.is_running and engine.scene_of(self.row).round <= rounds and (who := self.open()):
            took = self.post("choose", who=who, key=os.urandom(8).hex())
            after = self.stage()
            (others if after == before else settling).append(took)
            before = after
        return settling, others

    def page(self) -> tuple[float, int]:
        """Milliseconds and queries of the game master's page, rendered anew."""
        address = reverse("encounters:run", args=[self.row.code])
        clear_shelves()
        with CaptureQueriesContext(connection) as captured:
            start = time.perf_counter()
            assert self.client.get(address).status_code == 200
            return (time.perf_counter() - start) * 1000, len(captured)


def shown(times: list[float]) -> str:
    if not times:
        return "none"
    ordered = sorted(times)
    middle, high = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    return f"median {middle:.0f}, 95th percentile {high:.0f}, longest {ordered[-1]:.0f} ms ({len(ordered)} times)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8, 30])
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("load_demo", verbosity=0)
    campaign = Campaign.objects.get(system="rhean")
    gm = campaign.memberships.get(role=Role.OWNER).user
    for size in arguments.sizes:
        fight = Fight(campaign, gm, size)
        settling, others = fight.play(arguments.rounds)
        took, queries = fight.page()
        sys.stdout.write(f"{size} combatants\n  a decision that settles a stage: {shown(settling)}\n")
        sys.stdout.write(
            f"  any other decision: {shown(others)}\n  the game master's page: {took:.0f} ms, {queries} queries\n"
        )


if __name__ == "__main__":
    main()
