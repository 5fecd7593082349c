"""Figures of fights on the server: the POST that works a phase out, the queries of the GM's page, a soak.

    .venv/bin/python -m tests.bench.encounters_fight [--soak 10000]

One process, SQLite in a scratch folder, Django's own test client: the figures are of the code, not of a network.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time

os.environ.setdefault("RHEAN_DATA_DIR", tempfile.mkdtemp(prefix="rhean-bench-"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.play import do_start
from encounters.actions.prepare import do_create
from encounters.fragments import clear_shelves
from encounters.models import Combatant, Encounter, LogEntry
from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from rhean.rules.systems import get_system


def people() -> tuple[Campaign, User]:
    """A campaign and its GM."""
    gm = User.objects.create_user("Bench", password="not used here 1")
    campaign = Campaign.objects.create(name="Bench", system="rhean")
    Membership.objects.create(campaign=campaign, user=gm, role=Role.OWNER)
    return campaign, gm


def fight_of(campaign: Campaign, gm: User, size: int) -> Encounter:
    """So many, half against half, all of whom have reacted; the first round is open."""
    library = get_system("rhean").library
    sheets = [library.get("characters", "soldier").sheet, library.get("creatures", "orc").sheet]
    made = do_create(campaign, f"{size} fighters")
    for number in range(size):
        Combatant.objects.create(
            encounter=made,
            position=number,
            name=f"Fighter {number}",
            side=("party", "foes")[number % 2],
            sheet=sheets[number % 2],
            start={"reacted": True},
        )
    fight = do_start(made, gm)
    do_choose(fight, gm, who="gm")
    fight.refresh_from_db()
    return fight


def answer(fight: Encounter, client: Client) -> float:
    """The GM answers the decision that is open by the page's own form; gives the milliseconds of the POST."""
    fight.refresh_from_db()
    _, who, kind = engine.system_for(fight).open_decisions(engine.state_of(fight))[0]
    prompt = engine.prompts_of(fight, who)[0]
    free = [option for option in prompt.options if option.available]
    wanted = [option for option in free if option.key == "melee_attack"] or free
    option = wanted[0] if kind != "declare" or wanted is not free else engine.default_option(prompt) or free[-1]
    sent = {"prompt": prompt.id, "who": who, "option": option.key, "key": f"{fight.version}"}
    for parameter in option.parameters:
        if parameter.required:
            sent[f"with-{parameter.key}"] = next(choice.value for choice in parameter.choices if choice.available)
    start = time.perf_counter()
    answered = client.post(reverse("encounters:answer", args=[fight.code, kind]), sent, headers={"HX-Request": "true"})
    taken = 1000 * (time.perf_counter() - start)
    if answered.status_code != 200:
        raise SystemExit(f"{answered.status_code}: {answered.content.decode()[-2000:]}")
    return taken


def phases(fight: Encounter, client: Client, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of the POSTs that ended a phase, and of all others."""
    ends, others = [], []
    while len(ends) < count and Encounter.objects.get(pk=fight.pk).is_running:
        before = Encounter.objects.get(pk=fight.pk).stage
        taken = answer(fight, client)
        (others if Encounter.objects.get(pk=fight.pk).stage == before else ends).append(taken)
    return ends, others


def queries(client: Client, address: str) -> int:
    """Queries of a page that nobody has rendered yet."""
    client.get(address)
    clear_shelves()
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return len(captured)


def soak(campaign: Campaign, gm: User, commands: int) -> None:
    """So many commands by the app's own choice, a new fight whenever one is over; nothing may be lost or doubled."""
    start, done = time.perf_counter(), 0
    while done < commands:
        fight = fight_of(campaign, gm, 8)
        while fight.is_running and done < commands:
            who = engine.system_for(fight).open_decisions(engine.state_of(fight))[0][1]
            done += len(do_choose(fight, gm, who=who))
            fight.refresh_from_db()
        seqs = list(LogEntry.objects.filter(encounter=fight).order_by("seq").values_list("seq", flat=True))
        if seqs != list(range(1, fight.log_length + 1)):
            raise SystemExit(f"the log of {fight.code} has a gap or a double")
    taken = time.perf_counter() - start
    print(f"soak: {done} commands in {taken:.0f} s, {done / taken:.0f} a second; no gap, no double")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soak", type=int, default=0)
    asked = parser.parse_args()
    call_command("migrate", verbosity=0)
    campaign, gm = people()
    client = Client()
    client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    for size in (8, 30):
        fight = fight_of(campaign, gm, size)
        page = queries(client, reverse("encounters:run", args=[fight.code]))
        ends, others = phases(fight, client, 6)
        print(
            f"{size} combatants: POST that works a phase out {statistics.median(ends):.0f} ms, another POST "
            f"{statistics.median(others):.0f} ms (medians, the page's new part included); run page {page} queries"
        )
    if asked.soak:
        soak(campaign, gm, asked.soak)


if __name__ == "__main__":
    main()
