"""Whether a server is using the data folder: one that serves holds a shared lock, which dies with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings


class InUse(Exception):
    """A server is using the data folder."""


@contextmanager
def serving() -> Iterator[None]:
    """Hold the data folder for serving; several processes may."""
    with lock_file() as file:
        hold(file, shared=True)
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Hold the data folder alone, to change what lies in it; raises InUse while a server uses it."""
    with lock_file() as file:
        hold(file, shared=False)
        yield


def lock_file() -> IO[str]:
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / "serving.lock").open("a")


def hold(file: IO[str], *, shared: bool) -> None:
    """Lock the file or raise InUse. Windows knows no shared locks of this kind: there the person has to look."""
    if sys.platform == "win32":
        return
    import fcntl

    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse from None
