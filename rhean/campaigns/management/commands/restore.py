"""Put a backup in the place of the present data, which is kept beside it. The server has to be stopped."""

from __future__ import annotations

import shutil
import sqlite3
import tarfile
import tempfile
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from rhean import occupancy

DATABASE = "rhean.sqlite3"


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what `backup` wrote")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The database is PostgreSQL, which has its own tool: pg_restore.")
        try:
            with occupancy.alone(), tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
                unpack(Path(file), Path(folder))
                connection.close()
                kept = exchange(Path(folder))
        except occupancy.InUse:
            raise CommandError("A server is using the data. Stop it first.") from None
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"Restored {file}. What was there before lies in {kept}.")


def unpack(file: Path, folder: Path) -> None:
    """Unpack and look before anything is touched."""
    try:
        with tarfile.open(file, "r:gz") as archive:
            archive.extractall(folder, filter="data")
    except (OSError, tarfile.TarError, EOFError) as problem:
        raise CommandError(f"{file} is no backup, or not whole: {problem}") from None
    if not (folder / DATABASE).is_file() or not is_sound(folder / DATABASE):
        raise CommandError(f"{file} holds no sound database.")


def is_sound(database: Path) -> bool:
    try:
        with closing(sqlite3.connect(database)) as copy:
            verdict: str = copy.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError:
        return False
    return verdict == "ok"


def exchange(folder: Path) -> Path:
    """Move the present data aside and the unpacked data in."""
    kept: Path = settings.DATA_DIR / timezone.now().strftime("before-restore-%Y%m%d-%H%M%S")
    kept.mkdir()
    for name, place in places().items():
        if place.exists():
            shutil.move(place, kept / name)
        if (folder / name).exists():
            shutil.move(folder / name, place)
    return kept


def places() -> dict[str, Path]:
    """Where each thing in a backup belongs. SQLite's own side files go with the database."""
    database = Path(settings.DATABASES["default"]["NAME"])
    side_files = {f"{DATABASE}{end}": database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm")}
    return {DATABASE: database, **side_files, **{name: settings.DATA_DIR / name for name in ("media", "secret_key")}}
