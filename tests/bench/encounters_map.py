"""Figures of a map: 100 tokens on 60 x 60, how long the page's part takes and how large it is, and a move on it.

    .venv/bin/python -m tests.bench.encounters_map --tokens 100 --side 60

Lays out a fight of a system that needs a map, paints a fifth of it, and measures the game master's table with the
map on it (made anew and from the shelf), the map alone, and the answer to a move.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from typing import Any

os.environ["RHEAN_DATA_DIR"] = tempfile.mkdtemp(prefix="rhean-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

import django

django.setup()

from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from encounters import engine
from encounters.actions.map import do_paint, do_set_map
from encounters.actions.play import do_command, do_start
from encounters.actions.prepare import do_add_characters, do_add_creatures, do_create
from encounters.fragments import clear_shelves
from encounters.map import board_for
from encounters.models import Encounter
from encounters.projection import view_for
from encounters.records import read_records
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from rhean.rules.commands import Command
from rhean.rules.events import GM
from sheets.library import creature_stock
from sheets.models import Character


def laid_out(campaign: Campaign, gm: User, tokens: int, side: int) -> Encounter:
    """A running fight of so many on a painted map."""
    row = do_create(campaign, f"{tokens} on {side} x {side}")
    do_set_map(row, width=side, height=side, light="bright", step=None)
    chance = random.Random(0)
    spaces = [(x, y) for x in range(2, side - 2) for y in range(side) if chance.random() < 0.2]
    for kind in ("wall", "rough", "water", "dim"):
        do_paint(row, kind, chance.sample(spaces, len(spaces) // 4))
    party = list(Character.objects.filter(campaign=campaign)[:4])
    do_add_characters(row, party)
    do_add_creatures(row, creature_stock(campaign)[0], tokens - len(party))
    do_start(row, gm)
    do_command(row, Command("gm", "begin_fight"), gm)
    return Encounter.objects.get(pk=row.pk)


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds, the quickest of three, and what came of it."""
    best, found = float("inf"), None
    for _ in range(3):
        start = time.perf_counter()
        found = act()
        best = min(best, 1000 * (time.perf_counter() - start))
    return best, found


def page_of(client: Client, row: Encounter, *, fresh: bool) -> bytes:
    """The game master's table as htmx reads it."""
    if fresh:
        clear_shelves()
    return client.get(reverse("encounters:refresh_run", args=[row.code])).content


def moved(client: Client, row: Encounter) -> float:
    """Milliseconds of the answer to a move of whoever is asked."""
    ((prompt, who, kind),) = engine.system_for(row).open_decisions(engine.state_of(row))
    found = engine.prompt_with(row, who, prompt)
    assert found is not None
    option = next(one for one in found.options if any(p.kind == "path" and p.choices for p in one.parameters))
    path = next(p for p in option.parameters if p.kind == "path")
    sent = {
        "prompt": prompt,
        "who": who,
        "option": option.key,
        "key": "bench",
        f"with-{path.key}": path.choices[0].value,
    }
    start = time.perf_counter()
    answer = client.post(reverse("encounters:answer", args=[row.code, kind]), sent)
    assert answer.status_code == 200, answer.status_code
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--side", type=int, default=60)
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("load_demo", verbosity=0)
    campaign = Campaign.objects.filter(system="dragonpact")[0]
    gm = User.objects.get(memberships__campaign=campaign, memberships__role=Role.OWNER)
    row = laid_out(campaign, gm, given.tokens, given.side)
    client = Client(HTTP_HX_REQUEST="true")
    client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    whole, page = timed(lambda: page_of(client, row, fresh=True))
    again, _ = timed(lambda: page_of(client, row, fresh=False))
    records = read_records(row)
    making, board = timed(lambda: board_for(row, view_for(row, GM, records)))
    drawing, text = timed(lambda: render_to_string("encounters/map_svg.html", {"board": board, "encounter": row}))
    print(f"{given.tokens} tokens, {given.side} x {given.side}, a fifth of it painted")
    print(
        f"the game master's table, made anew: {whole:.0f} ms, {len(page) / 1024:.0f} kB; from the shelf: {again:.0f} ms"
    )
    print(f"the map alone: {making:.0f} ms to make, {drawing:.0f} ms to draw, {len(text) / 1024:.0f} kB")
    print(f"a move through the page, with the fresh table: {moved(client, row):.0f} ms")


if __name__ == "__main__":
    main()
