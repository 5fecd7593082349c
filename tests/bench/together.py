"""Twenty people answer at once: how long until the last has his answer, and whether every one of them counts.

    .venv/bin/python -m tests.bench.together --people 20

Everybody declares at the same time, each for one combatant of his own, over a connection of his own. Loopback only.
"""

from __future__ import annotations

import argparse
import http.client
import os
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlencode

os.environ["RHEAN_DATA_DIR"] = tempfile.mkdtemp(prefix="rhean-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.play import do_start
from encounters.actions.prepare import do_create
from encounters.models import Combatant, Encounter, LogEntry
from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from rhean.rules.systems import get_system
from tests.bench.encounters_fight import people
from tests.bench.encounters_live import served, session_of

TOKEN = "a" * 32


@dataclass(frozen=True)
class Answer:
    """What somebody sends."""

    address: str
    body: str
    cookie: str


def crowd(campaign: Campaign, gm: User, count: int) -> Encounter:
    """A fight in which so many people each have somebody, against one foe more."""
    campaign.rulings = {"declarations": "simultaneous"}
    campaign.save(update_fields=["rulings"])
    made = do_create(campaign, "Everybody")
    library = get_system("rhean").library
    for number in range(count + 1):
        user = User.objects.create_user(f"Player {number}", password="not used here 1")
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
        kind, key = ("characters", "soldier") if number else ("creatures", "orc")
        Combatant.objects.create(
            encounter=made, position=number, name=f"Fighter {number}", side="party" if number else "foes",
            owner=user.key if number else "", sheet=library.get(kind, key).sheet, start={"reacted": True},
        )  # fmt: skip
    fight = do_start(made, gm)
    do_choose(fight, gm, who="gm")
    fight.refresh_from_db()
    return fight


def answers(fight: Encounter) -> list[Answer]:
    """What each person declares."""
    cookies = {user.key: session_of(user) for user in User.objects.exclude(username="Bench")}
    owners = dict(fight.roster.exclude(owner="").values_list("cid", "owner"))
    found = []
    for prompt, who, kind in engine.system_for(fight).open_decisions(engine.state_of(fight)):
        if who in owners:
            body = urlencode({"prompt": prompt, "who": who, "option": "dodge", "key": who})
            found.append(Answer(reverse("encounters:answer", args=[fight.code, kind]), body, cookies[owners[who]]))
    return found


def send(port: int, answer: Answer) -> float:
    """Milliseconds until the answer has come."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {
        "Cookie": f"{answer.cookie}; {settings.CSRF_COOKIE_NAME}={TOKEN}", "X-CSRFToken": TOKEN, "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }  # fmt: skip
    start = time.perf_counter()
    line.request("POST", answer.address, answer.body, headers)
    came = line.getresponse()
    text = came.read().decode()
    line.close()
    if came.status != 200:
        raise SystemExit(f"{came.status}: {text[:2000]}")
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=20)
    asked = parser.parse_args()
    call_command("migrate", verbosity=0)
    campaign, gm = people()
    fight = crowd(campaign, gm, asked.people)
    sent = answers(fight)
    if len(sent) != asked.people:
        raise SystemExit(f"{len(sent)} people are asked, not {asked.people}")
    with served() as port, ThreadPoolExecutor(asked.people) as pool:
        took = sorted(pool.map(lambda answer: send(port, answer), sent))
    logged = fight.log.filter(kind=LogEntry.Kind.COMMAND).exclude(user=gm).values("user").distinct().count()
    sys.stdout.write(
        f"{asked.people} people at once: median {statistics.median(took):.0f} ms, the last {took[-1]:.0f} ms; "
        f"{logged} answers in the log\n"
    )


if __name__ == "__main__":
    main()
