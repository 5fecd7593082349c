"""The server's entry point: the live streams in the event loop, everything else in Django's plain threads.

With several processes: ``uvicorn rhean.asgi:application --workers 2 --timeout-graceful-shutdown 2`` and REDIS_URL.
"""

from __future__ import annotations

import gc
import os
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template.loader import render_to_string
from django.urls import get_resolver

from rhean import closing, stream
from rhean.body import BodyBuffer
from rhean.rules.systems import KEYS, get_system
from rhean.shared import Shared
from rhean.stream import Application, Receive, Scope, Send

THREADS = 6
OLD_ROUNDS = 200
"""So many times the garbage collector looks through middle-aged objects before it looks through old ones."""


class Server:
    """Sends each request to the half that answers it."""

    def __init__(self) -> None:
        django = get_wsgi_application()
        buffered = BodyBuffer(
            cast(Application, WSGIMiddleware(cast(Any, django), workers=THREADS)),
            settings.MAX_BODY,
            render_to_string("413.html", {"limit": settings.MAX_BODY // 1024**2}).encode(),
        )
        self.pages = Shared(buffered)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(stream.PREFIX):
            await stream.endpoint(scope, receive, send)
        elif scope["type"] == "http":
            await self.pages(scope, receive, send)
        else:
            await send({"type": "websocket.close"})


async def lifespan(receive: Receive, send: Send) -> None:
    """Nothing to set up; the work beside the pages ends when the server stops."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        else:
            await closing.close()
            await send({"type": "lifespan.shutdown.complete"})
            return


def settle() -> None:
    """Load now what every page needs, and keep the garbage collector from looking through it ever again, and from
    looking through all the rest often: each time holds up everybody, for 60 and 40 ms. What a request leaves behind
    goes with the young objects."""
    get_resolver().url_patterns  # noqa: B018  # read for what it loads
    for key in KEYS:
        get_system(key).library  # noqa: B018
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, OLD_ROUNDS)


application = Server()
settle()
