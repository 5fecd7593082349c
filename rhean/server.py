"""uvicorn, run by us: it closes the live streams and ends the work beside the pages first, so that stopping takes no
time and leaves no trace."""

from __future__ import annotations

import socket
import sys

import uvicorn
from django.conf import settings

from rhean import closing
from rhean.live import hub

MANY = 65_536


class Server(uvicorn.Server):
    """A server whose open streams do not hold up its end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await hub.close()
        await closing.close()
        await super().shutdown(sockets)


def allow_many_pages() -> None:
    """Take as many open files as the system lets this process have: each open page is one."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MANY if most == resource.RLIM_INFINITY else min(most, MANY)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


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
