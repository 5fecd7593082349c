"""How far it is from nothing to the first resolved phase: clicks and seconds, in Chromium, on a server of its own.

    .venv/bin/python -m tests.bench.first_phase

Serves from an empty data folder, opens "/", goes on as the demo's GM, begins the ambush at the ford and plays it by
the app's choice until the first phase has been resolved. The seconds count from opening "/"; the server's own start
stands apart. Nobody reads or thinks here: the figure is what the software takes, and the clicks are what it asks.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
MOST_CLICKS = 80


@contextmanager
def served(folder: str) -> Iterator[str]:
    """The server, from nothing; gives its address."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("RHEAN_", "DATABASE_URL"))}
    environment = {**kept, "RHEAN_DATA_DIR": folder, "RHEAN_NO_BOOT": "1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield address_said(process)
        finally:
            process.terminate()


def address_said(process: subprocess.Popen[str]) -> str:
    """The address that the server says it is reached at."""
    for line in process.stdout or ():
        if found := re.search(r"http://localhost:\d+/", line):
            return found.group()
    raise SystemExit("play says no address")


class Hand:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, what: Locator) -> None:
        what.first.click()
        self.clicks += 1

    def click_at_table(self, what: Locator) -> None:
        """Click, and wait until the table shows what came of it."""
        version = self.page.locator("#table").get_attribute("data-version")
        self.click(what)
        self.page.wait_for_function(
            "before => document.querySelector('#table')?.dataset.version !== before", arg=version
        )


def reach_the_ford(hand: Hand, address: str) -> None:
    """From the first page to the table of the fight, begun."""
    page = hand.page
    page.goto(address)
    hand.click(page.get_by_role("button", name="Continue as the demo GM"))
    hand.click(page.get_by_role("link", name="Ambush at the ford"))
    hand.click(page.get_by_role("button", name="Begin the fight"))
    page.wait_for_selector("#table")


def resolve_a_phase(hand: Hand) -> None:
    """Open the round, then let the app choose for all until the log tells the end of the first phase."""
    page = hand.page
    hand.click_at_table(page.get_by_role("button", name="Open"))
    ended = page.locator(".log").get_by_text("The phase ends.")
    for_all = page.locator(".run-commands").get_by_role("button", name="Let the app choose")
    for_one = page.locator(".choose-one").get_by_role("button")
    while not ended.count():
        if hand.clicks > MOST_CLICKS:
            raise SystemExit(
                f"no phase is over after {hand.clicks} clicks: {page.locator('.stage-clock').inner_text()}"
            )
        hand.click_at_table(for_all if for_all.is_enabled() else for_one)


def measure(address: str) -> tuple[int, float, float]:
    """Clicks, seconds until the fight has begun, and seconds until its first phase is resolved."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        hand = Hand(browser.new_page())
        begun = time.perf_counter()
        reach_the_ford(hand, address)
        at_the_table = time.perf_counter() - begun
        resolve_a_phase(hand)
        resolved = time.perf_counter() - begun
        browser.close()
    return hand.clicks, at_the_table, resolved


def main() -> None:
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="rhean-bench-") as folder, served(folder) as address:
        start = time.perf_counter() - begun
        clicks, at_the_table, resolved = measure(address)
    sys.stdout.write(
        f"server up: {start:.1f} s; from / to the table of the ford: {at_the_table:.1f} s; "
        f"to the first resolved phase: {resolved:.1f} s and {clicks} clicks\n"
    )


if __name__ == "__main__":
    main()
