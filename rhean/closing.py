"""What has to end before the server does: work that goes on beside its pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_ends: list[Callable[[], None]] = []


def register(end: Callable[[], None]) -> None:
    """Have this called (in ``AppConfig.ready`` say so) when the server stops; it may be called more than once."""
    _ends.append(end)


async def close() -> None:
    """End all of it, away from the event loop."""
    for end in _ends:
        await asyncio.to_thread(end)
