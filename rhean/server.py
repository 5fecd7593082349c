"""uvicorn, run by us: it closes the live streams first, so that stopping takes no time and leaves no trace."""

from __future__ import annotations

import socket

import uvicorn
from django.conf import settings

from rhean.live import hub


class Server(uvicorn.Server):
    """A server whose open streams do not hold up its end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await hub.close()
        await super().shutdown(sockets)


def configure(lifespan: str = "on") -> uvicorn.Config:
    """How the project is served, whoever starts it."""
    from rhean.asgi import application

    return uvicorn.Config(
        application,
        lifespan="on" if lifespan == "on" else "off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
