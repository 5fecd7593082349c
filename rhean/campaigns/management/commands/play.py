"""Serve the group: bring the database up to date, load the demo into an empty one, print where to go, and serve."""

from __future__ import annotations

import errno
import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from rhean import occupancy
from rhean.campaigns.models import Invitation

PORT = 8000
TRIES = 20  # ports that are looked at when nobody asked for a certain one


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=None, help=f"default: {PORT}, or the next free one")
        parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1 serves this machine only")  # noqa: S104
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, port: int | None, host: str, no_demo: bool, **options: Any) -> None:
        bring_up_to_date()
        if not no_demo and "load_demo" in get_commands() and not get_user_model().objects.exists():
            call_command("load_demo", verbosity=0)
        with occupancy.serving():
            server = bind(host, port)
            self.welcome(host, server.getsockname()[1])
            connection.close()
            serve(server)

    def welcome(self, host: str, port: int) -> None:
        """Print the addresses, and the one for the others as a QR code."""
        here = f"http://localhost:{port}/"
        others = lan_address() if host in {"0.0.0.0", "::"} else host  # noqa: S104
        self.stdout.write(f"\n  On this machine:      {here}")
        if others and not others.startswith("127."):
            link = f"http://{others}:{port}{path_to_join()}"
            self.stdout.write(f"  For the others:       {link}\n\n")
            self.show_code(link)
        self.stdout.write("  Stop with Ctrl-C.\n")
        self.stdout.flush()

    def show_code(self, link: str) -> None:
        if self.stdout.isatty():
            segno.make(link, error="l").terminal(border=2, compact=True)


def bring_up_to_date() -> None:
    """Migrate where there is something to migrate; looking costs a tenth of migrating nothing."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket on the port asked for, or on the first free one from the usual port on."""
    candidates = [port] if port is not None else range(PORT, PORT + TRIES)
    for candidate in candidates:
        try:
            return listen(host, candidate)
        except OverflowError:
            raise CommandError(f"{candidate} is no port: say a number from 0 to 65535.") from None
        except OSError as problem:
            if problem.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise CommandError(f"Cannot listen on {host}: {problem.strerror}.") from None
    raise CommandError(f"Port {candidates[0]} is taken or not allowed. Say another with --port.")


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there the option would let two servers share a port
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind((host, port))
        server.listen(2048)
    except BaseException:
        server.close()
        raise
    return server


def lan_address() -> str:
    """The address by which others on the same network reach this machine; empty without a network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept free for documentation
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def path_to_join() -> str:
    """The newest open invitation; the start page where there is none."""
    for invitation in Invitation.objects.filter(revoked=False)[:20]:
        if invitation.is_open:
            return reverse("campaigns:join", args=[invitation.token])
    return "/"


def serve(sock: socket.socket) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    from rhean.server import Server, allow_many_pages, configure

    allow_many_pages()
    server = Server(configure())
    try:
        server.run(sockets=[sock])
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    finally:
        sock.close()
