"""A fight with N viewers: how long after a GM's POST the last of them holds the new part of the page.

    .venv/bin/python -m tests.bench.encounters_live --viewers 10 50 200 --posts 15

One server process, SQLite; or several, with an empty database of PostgreSQL and a Redis between them:

    DATABASE_URL=... REDIS_URL=... .venv/bin/python -m tests.bench.encounters_live --processes 2

Of the viewers one is the GM, four are players, all others hold the table screen's link;
each reads the stream and then its part again over a connection of its own, as a browser does; the GM, who posts, has
it with the answer. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

if __name__ == "__main__" and "--serve" not in sys.argv:
    os.environ["RHEAN_DATA_DIR"] = tempfile.mkdtemp(prefix="rhean-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from encounters.actions.control import do_share
from encounters.models import Encounter
from encounters.stream import address_for, address_for_table
from rhean.campaigns.management.commands.play import listen
from rhean.campaigns.models import Membership, User
from rhean.campaigns.roles import Role
from rhean.server import Server, configure
from tests.bench.encounters_fight import fight_of, people

PLAYERS = 4
PATIENCE = 60.0
WARM_UP = 3


@dataclass
class Page:
    """An open page: where its stream is, where its part is read again ("": its own answers bring it), and its
    cookie."""

    stream: str
    part: str
    cookie: str = ""
    seen: int = 0
    seen_at: float = 0.0
    task: asyncio.Task[None] | None = None
    line: asyncio.StreamWriter | None = None

    def ask(self, address: str) -> bytes:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        return f"GET {address} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode()

    async def open(self, port: int) -> None:
        reader, self.line = await asyncio.open_connection("127.0.0.1", port)
        self.line.write(self.ask(self.stream))
        await reader.readuntil(b"data: ")
        self.task = asyncio.create_task(self.watch(port, reader))

    async def watch(self, port: int, news: asyncio.StreamReader) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while line := await news.readline():
            if not line.startswith(b"data: ") or not self.part:
                continue
            writer.write(self.ask(self.part))
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            if b" 200 " not in head.splitlines()[0]:
                raise SystemExit(head.decode())
            length = next(int(row.split(b":")[1]) for row in head.split(b"\r\n") if row.startswith(b"content-length"))
            await reader.readexactly(length)
            self.seen, self.seen_at = int(line[6:]), time.perf_counter()


def session_of(user: User) -> str:
    """A cookie of somebody who is logged in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def pages(fight: Encounter, gm: User, players: list[User], count: int) -> list[Page]:
    """The GM, the players, and the rest of so many before table screens."""
    made = [Page(address_for(fight, gm), "", session_of(gm))]
    part = reverse("encounters:refresh_play", args=[fight.code])
    made += [Page(address_for(fight, one), part, session_of(one)) for one in players]
    table = reverse("encounters:refresh_table", args=[fight.watch_token])
    return made + [Page(address_for_table(fight), table) for _ in range(count - len(made))]


async def post(port: int, fight: Encounter, fighters: Sequence[str], page: Page, number: int) -> float:
    """The GM sets a pool by hand on his page, to what makes a state that was not there before; gives when it was
    sent."""
    token = "a" * 32
    turn, who = divmod(number, len(fighters))
    body = f"option=set_pool&with-target={fighters[who]}&with-pool=stamina&with-value={1 + turn}&key=k{number}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = time.perf_counter()
    writer.write(
        (
            f"POST {reverse('encounters:override', args=[fight.code])} HTTP/1.1\r\nHost: localhost\r\n"
            "HX-Request: true\r\n"
            f"Cookie: {page.cookie}; {settings.CSRF_COOKIE_NAME}={token}\r\n"
            f"X-CSRFToken: {token}\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()
    )
    answer = await reader.read()
    writer.close()
    if b" 200 " not in answer.splitlines()[0]:
        raise SystemExit(answer.decode()[:2000])
    page.seen, page.seen_at = number + 1, time.perf_counter()
    return sent


async def measure(
    ports: Sequence[int], fight: Encounter, fighters: Sequence[str], opened: list[Page], version: int, posts: int
) -> list[float]:
    """Milliseconds from each POST until the last page holds its new part; pages are spread over the processes."""
    for number, page in enumerate(opened):
        await page.open(ports[number % len(ports)])
    await asyncio.sleep(0.5)
    took = []
    for number in range(WARM_UP + posts):
        sent = await post(ports[0], fight, fighters, opened[0], version + number)
        while any(page.seen < version + number + 1 for page in opened):
            if time.perf_counter() - sent > PATIENCE:
                raise SystemExit(f"a viewer was not told: {[page.seen for page in opened]}, {opened[0].task}")
            await asyncio.sleep(0.001)
        took.append(1000 * (max(page.seen_at for page in opened) - sent))
        await asyncio.sleep(0.1)
    for page in opened:
        if page.task:
            page.task.cancel()
    return sorted(took[WARM_UP:])


@contextmanager
def served() -> Iterator[int]:
    """The server in a process of its own; gives its port."""
    command = [sys.executable, "-m", "tests.bench.encounters_live", "--serve"]
    environment = {**os.environ, "RHEAN_NO_BOOT": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None:
            raise SystemExit("no server")
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


def serve() -> None:
    sock = listen("127.0.0.1", 0)
    sys.stdout.write(f"{sock.getsockname()[1]}\n")
    sys.stdout.flush()
    Server(configure(lifespan="off")).run(sockets=[sock])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--posts", type=int, default=15)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        return serve()
    call_command("migrate", verbosity=0)
    campaign, gm = people()
    players = [User.objects.create_user(f"Player {n}", password="not used here 1") for n in range(PLAYERS)]
    for one in players:
        Membership.objects.create(campaign=campaign, user=one, role=Role.PLAYER)
    for count in asked.viewers:
        fight = do_share(fight_of(campaign, gm, 8), shared=True)
        fighters = list(fight.roster.values_list("cid", flat=True))
        opened = pages(fight, gm, players, count)
        with ExitStack() as stack:
            ports = [stack.enter_context(served()) for _ in range(asked.processes)]
            took = asyncio.run(measure(ports, fight, fighters, opened, fight.version, asked.posts))
        high = took[int(len(took) * 0.95)]
        sys.stdout.write(
            f"{count:4} viewers hold the new part: median {statistics.median(took):6.1f} ms, "
            f"95th percentile {high:6.1f} ms\n"
        )
        sys.stdout.flush()
    return None


if __name__ == "__main__":
    main()
