"""A real server and a real browser.

pytest-django's own server knows no streams, so the server here is the project's, in a thread of this process:
tests can look at the hub and the database. Whatever a page asks of any other host is refused, and a console error or
a failed script fails the test that caused it.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect

from rhean import live
from rhean.campaigns.models import User
from rhean.server import Server, configure

# Playwright's sync interface leaves a running loop in the thread; Django would refuse the database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

AXE = Path(__file__).with_name("axe.min.js")
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)

# Seconds until a wait is given up: long, since a machine that also runs other tests is slow at times.
PATIENCE = 20.0
expect.set_options(timeout=PATIENCE * 1000)


class Site:
    """The project's server on a port of its own; it can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        live.hub.closing = False
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", self.port))
        self.port = self.socket.getsockname()[1]
        self.server = Server(configure(lifespan="off"))
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))
        self.thread.start()
        wait_for(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.socket.close()
        assert not self.thread.is_alive(), "the server did not stop"


@dataclass
class Watch:
    """What a browser must not do, noted while a test runs. A test that restarts the server tolerates lost lines."""

    faults: list[str] = field(default_factory=list)
    tolerated: tuple[str, ...] = ()

    def fault(self, text: str) -> None:
        if not any(part in text for part in self.tolerated):
            self.faults.append(text)

    def tolerate_restart(self) -> None:
        self.tolerated += ("ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
        self.tolerated += ("ERR_EMPTY_RESPONSE", "htmx:afterRequest", "htmx:sendError")

    def tolerate_status(self, status: int) -> None:
        """Chromium and htmx write each 4xx answer to the console, also one that the test asks for."""
        self.tolerated += (f"status of {status}", f"Status Error Code {status}")


def wait_for(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is so; fail if it takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.fail("the browser tests need Chromium: apt-get install --no-install-recommends chromium")
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS.split()}


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    server = Site()
    yield server
    server.stop()
    live.hub.closing = False


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    assert watch.faults == []


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_browser(browser: Browser, site: Site, watch: Watch) -> Iterator[NewContext]:
    """Open another browser: ``new_browser(user, width=360, dark=True)``, logged in as the user, or as nobody."""
    opened: list[BrowserContext] = []

    def open_one(user: User | None = None, *, width: int = 1280, dark: bool = False, **more: Any) -> BrowserContext:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            **more,
        )
        opened.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        guard(context, site, watch)
        if user is not None:
            sign_in(context, user, site)
        return context

    yield open_one
    for context in opened:
        context.close()


def guard(context: BrowserContext, site: Site, watch: Watch) -> None:
    """Refuse what leaves the server, and note it; note every error on the console and every broken script."""

    def elsewhere(route: Route) -> None:
        watch.fault(f"a request left the server: {route.request.url}")
        route.abort()

    def heard(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            watch.fault(f"console: {message.text} ({message.page.url if message.page else ''})")

    def broke(error: Any) -> None:
        watch.fault(f"script: {error.error}")

    # A pattern, not a function: the browser's driver sorts it out itself and does not wait for this thread.
    context.route(re.compile(rf"^(?!{re.escape(site.url)}/|data:|blob:|about:)"), elsewhere)
    context.on("console", heard)
    context.on("weberror", broke)


def sign_in(context: BrowserContext, user: User, site: Site) -> None:
    """Log in without the form, which has its own tests."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site.url}])


def axe_faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands, one line each; empty is right."""
    page.evaluate(AXE.read_text())
    options = {"runOnly": {"type": "tag", "values": AXE_RULES}}
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:160]} -- {node['failureSummary'][:240]}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window; 0 is right."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def small_targets(page: Page) -> list[str]:
    """What is to be touched and is smaller than a fingertip; links within a line of text may be."""
    return list(page.evaluate(SMALL_TARGETS))


SMALL_TARGETS = """() => {
  const touched = "button, summary, select, textarea, input:not([type=hidden]), nav a, .btn, .tile, [role=button]";
  return [...document.querySelectorAll(touched)].filter((element) => {
    const box = (element.matches("[type=checkbox], [type=radio]") && element.closest("label, .form-check") || element)
      .getBoundingClientRect();
    const hidden = !element.checkVisibility({ visibilityProperty: true }) || element.closest(".visually-hidden, .skip");
    return !hidden && box.width > 1 && (box.height < 43.5 || box.width < 43.5);
  }).map((element) => `smaller than 44 px: ${element.outerHTML.slice(0, 140)}`);
}"""
