"""Load the demo campaign into an empty server."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rhean.campaigns import demo


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        if not demo.is_wanted():
            raise CommandError("There is something on this server already; the demo goes into an empty one only.")
        campaign = demo.load()
        if verbosity:
            self.stdout.write(f"Loaded “{campaign}”.")
