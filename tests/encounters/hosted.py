"""A fight on two server processes that share PostgreSQL and Redis, started as whoever hosts a group starts them.

Run as a module, it lays the fight out in the database of the environment and says how to reach it.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.house.services import free_port

TOKEN = "a" * 32
PATIENCE = 60.0  # a busy machine takes its time; nothing here measures how long


def lay_out() -> dict[str, Any]:
    """A fight of eight in which the first to declare is a player's; its addresses, cookies and the player's form."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from encounters import engine
    from encounters.actions.choose import do_choose
    from encounters.actions.control import do_hand_over
    from encounters.actions.play import do_start
    from encounters.stream import address_for
    from rhean.campaigns.models import User
    from rhean.campaigns.roles import Role
    from rhean.rules.systems import get_system
    from tests.factories.campaigns import MembershipFactory, UserFactory
    from tests.factories.encounters import CombatantFactory, EncounterFactory

    def cookie(user: User) -> str:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"

    call_command("migrate", verbosity=0)
    mark = uuid.uuid4().hex[:8]  # several fights stand in one database
    gm, player = (UserFactory.create(username=f"{name} {mark}") for name in ("Wren", "Ode"))
    campaign = MembershipFactory.create(user=gm, role=Role.OWNER).campaign
    MembershipFactory.create(campaign=campaign, user=player, role=Role.PLAYER)
    draft = EncounterFactory.create(campaign=campaign)
    sheet = get_system(campaign.system).library.get("characters", "soldier").sheet
    for side in ("party", "foes") * 4:
        CombatantFactory.create(encounter=draft, side=side, sheet=sheet, start={"reacted": True})
    fight = do_start(draft, gm)
    do_choose(fight, gm, who="gm")
    fight.refresh_from_db()
    prompt, who, kind = engine.system_for(fight).open_decisions(engine.state_of(fight))[0]
    do_hand_over(fight, fight.roster.get(cid=who), player.key, gm)
    return {
        "answer": reverse("encounters:answer", args=[fight.code, kind]),
        "form": {"prompt": prompt, "who": who, "option": "breather", "key": "the player's"},
        "override": reverse("encounters:override", args=[fight.code]),
        "page": reverse("encounters:refresh_run", args=[fight.code]),
        "log": reverse("encounters:download_log", args=[fight.code, "json"]),
        "stream": address_for(fight, gm),
        "who": who,
        "gm": cookie(gm),
        "player": cookie(player),
        "csrf": f"{settings.CSRF_COOKIE_NAME}={TOKEN}",
    }


class Stream:
    """An open page's line to a server: the versions of which it was told."""

    def __init__(self, port: int, address: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.line.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.rows = self.line.makefile("rb")

    def next(self) -> str:
        """The next event that is more than a sign of life."""
        while True:
            row = self.rows.readline()
            assert row, "the stream ended"
            event = row.decode().strip().removeprefix("event: ")
            if row.startswith(b"event: ") and event != "beat":
                return event

    def close(self) -> None:
        self.rows.close()
        self.line.close()


class Host:
    """One server process; can be killed, and started again at the same port."""

    fight: dict[str, Any]

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.port = free_port()
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "rhean.asgi:application", "--port", str(self.port)]
        with (self.folder / f"{self.port}.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def is_up(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            assert self.process.poll() is None, (self.folder / f"{self.port}.log").read_text()
            return False
        return True

    def get(self, name: str) -> str:
        """What the GM reads at one of the fight's addresses."""
        return self.ask("GET", self.fight[name], self.fight["gm"])

    def log(self) -> list[str]:
        """The lines of the log as the GM may read it."""
        return [line["text"] for line in json.loads(self.get("log"))["log"]]

    def answer(self) -> str:
        """The player answers the open decision."""
        return self.ask("POST", self.fight["answer"], self.fight["player"], self.fight["form"])

    def set_stamina(self, value: int, key: str) -> str:
        """The GM sets a pool by hand."""
        form = {"option": "set_pool", "with-target": self.fight["who"], "with-pool": "stamina"}
        return self.ask("POST", self.fight["override"], self.fight["gm"], {**form, "with-value": value, "key": key})

    def ask(self, method: str, address: str, cookie: str, form: dict[str, Any] | None = None) -> str:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            headers = {"Cookie": f"{cookie}; {self.fight['csrf']}", "X-CSRFToken": TOKEN, "HX-Request": "true"}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request(method, address, urlencode(form) if form else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            assert answer.status == 200, f"{answer.status}: {text[:2000]}"
            return text

    def watch(self) -> Stream:
        """Open the GM's stream."""
        return Stream(self.port, self.fight["stream"])


def environment_for(folder: Path, database: str, redis: str) -> dict[str, str]:
    """What both processes are told, as in the README."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RHEAN_", "PYTEST_"))}
    own = {"RHEAN_DATA_DIR": str(folder), "RHEAN_NO_BOOT": "1", "RHEAN_SECRET_KEY": "of two processes" * 4}
    return {**kept, **own, "DATABASE_URL": database, "REDIS_URL": redis, "DJANGO_SETTINGS_MODULE": "rhean.settings"}


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(json.dumps(lay_out()))
