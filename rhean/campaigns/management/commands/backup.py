"""Write everything that the group has made into one file, while the server runs: database, pictures, secret key."""

from __future__ import annotations

import tarfile
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

KEPT = ("media", "secret_key")
POSTGRES = (
    "The database is PostgreSQL, which has its own tool: pg_dump --format=custom --file=rhean.dump DATABASE_URL.\n"
    "Pictures and secret key lie in {folder}."
)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="default: rhean-DATE.tar.gz in the present folder")

    def handle(self, *args: Any, file: str | None, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(POSTGRES.format(folder=settings.DATA_DIR))
        target = Path(file or timezone.now().strftime("rhean-%Y%m%d-%H%M%S.tar.gz"))
        if target.exists():
            raise CommandError(f"{target} is there already; name another file.")
        try:
            pack(target)
        except OSError as problem:
            raise CommandError(f"{target} cannot be written: {problem.strerror}.") from None
        self.stdout.write(
            f"Written: {target} ({target.stat().st_size // 1024} KiB). It holds the secret key: keep it safe."
        )


def pack(target: Path) -> None:
    """One archive, complete or not there at all."""
    unfinished = target.with_name(f"{target.name}.part")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "rhean.sqlite3"
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])  # one consistent moment, whoever writes meanwhile
        with tarfile.open(unfinished, "w:gz") as archive:
            unfinished.chmod(0o600)
            archive.add(copy, copy.name)
            for name in KEPT:
                if (settings.DATA_DIR / name).exists():
                    archive.add(settings.DATA_DIR / name, name)
    unfinished.rename(target)
