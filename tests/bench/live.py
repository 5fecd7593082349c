"""Live figures: one process with SQLite, N viewers, and how long after a POST the last of them is told and has re-read.

    .venv/bin/python -m tests.bench.live --viewers 50 200 --posts 15

Serves the project itself on a port of its own with a small page (one row that a POST changes), so that the figures are
of the server, the hub and the database, not of one game screen. All traffic stays on this machine.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if "--serve" not in sys.argv:  # the server process keeps the folder and the secret of the one that measures
    os.environ["RHEAN_DATA_DIR"] = tempfile.mkdtemp(prefix="rhean-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from rhean import live
from rhean.campaigns.management.commands.play import listen
from rhean.campaigns.models import Campaign
from rhean.server import Server, configure

TOPIC = "bench"


@csrf_exempt
def change(request: HttpRequest) -> HttpResponse:
    """Lock the row, change it, tell the viewers: what an action of the game does at least."""
    with transaction.atomic():
        row = Campaign.objects.select_for_update().get()
        row.version += 1
        row.save(update_fields=["version"])
        live.changed(TOPIC, row.version)
    return HttpResponse(str(row.version))


def part(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(Campaign.objects.get().version))


urlpatterns = [path("change/", change), path("part/", part)]


class Viewer:
    """A page: reads its stream and, if asked to, its part again."""

    def __init__(self, port: int, rereads: bool) -> None:
        self.port = port
        self.rereads = rereads
        self.seen = 0
        self.seen_at = 0.0
        self.stream: asyncio.StreamWriter | None = None
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        reader, self.stream = await asyncio.open_connection("127.0.0.1", self.port)
        address = live.live_url(TOPIC, id(self))
        self.stream.write(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await reader.readuntil(b"data: ")
        self.task = asyncio.create_task(self.watch(reader))

    async def watch(self, reader: asyncio.StreamReader) -> None:
        lines = await asyncio.open_connection("127.0.0.1", self.port) if self.rereads else None
        while True:
            line = await reader.readline()
            if not line.startswith(b"data: "):
                continue
            if lines:
                lines[1].write(b"GET /part/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
                head = await lines[0].readuntil(b"\r\n\r\n")
                length = next(
                    int(row.split(b":")[1]) for row in head.split(b"\r\n") if row.lower().startswith(b"content-l")
                )
                await lines[0].readexactly(length)
            self.seen, self.seen_at = int(line[6:]), time.perf_counter()

    def close(self) -> None:
        if self.task:
            self.task.cancel()
        if self.stream:
            self.stream.close()


async def post(port: int) -> tuple[int, float]:
    """Send the change; returns the version it made and when it was sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = time.perf_counter()
    writer.write(b"POST /change/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    return int(answer.split(b"\r\n\r\n")[1]), sent


async def measure(port: int, count: int, posts: int, rereads: bool) -> list[float]:
    """Milliseconds from each POST until the last viewer has it."""
    viewers = [Viewer(port, rereads) for _ in range(count)]
    for viewer in viewers:
        await viewer.open()
    took = []
    for _ in range(posts):
        version, sent = await post(port)
        while any(viewer.seen < version for viewer in viewers):
            await asyncio.sleep(0.001)
        took.append((max(viewer.seen_at for viewer in viewers) - sent) * 1000)
        await asyncio.sleep(0.05)
    for viewer in viewers:
        viewer.close()
    return sorted(took)


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """The server in a process of its own; gives its port and its process id."""
    environment = {**os.environ, "RHEAN_NO_BOOT": "1"}
    command = [sys.executable, "-m", "tests.bench.live", "--serve"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline()), process.pid
        process.terminate()


def serve() -> None:
    call_command("migrate", verbosity=0)
    Campaign.objects.get_or_create(name="bench", system="rhean")
    sock = listen("127.0.0.1", 0)
    sys.stdout.write(f"{sock.getsockname()[1]}\n")
    sys.stdout.flush()
    with override_settings(ROOT_URLCONF=__name__):
        Server(configure(lifespan="off")).run(sockets=[sock])


def memory(process_id: int) -> int:
    """KiB that a process holds."""
    return int(Path(f"/proc/{process_id}/statm").read_text().split()[1]) * 4


def report(counts: list[int], posts: int) -> None:
    for count in counts:
        with served() as (port, process_id):
            asyncio.run(measure(port, 5, 3, rereads=True))
            before = memory(process_id)
            grown = asyncio.run(hold(port, count, process_id)) - before
            for rereads in (False, True):
                took = asyncio.run(measure(port, count, posts, rereads))
                median, high = statistics.median(took), took[int(len(took) * 0.95)]
                what = "have re-read" if rereads else "were told  "
                sys.stdout.write(f"{count:4} viewers {what}: median {median:6.1f} ms, 95th percentile {high:6.1f} ms\n")
            sys.stdout.write(f"     {grown / count:.0f} KiB for each open page\n")


async def hold(port: int, count: int, process_id: int) -> int:
    """What the server holds while so many pages are open."""
    viewers = [Viewer(port, rereads=False) for _ in range(count)]
    for viewer in viewers:
        await viewer.open()
    held = memory(process_id)
    for viewer in viewers:
        viewer.close()
    return held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--posts", type=int, default=15)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve()
    else:
        report(arguments.viewers, arguments.posts)


if __name__ == "__main__":
    main()
