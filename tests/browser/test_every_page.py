"""Every page of the demo that links lead to, as each kind of person: axe, width, both themes, touch, console."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.urls import resolve
from playwright.sync_api import Page

from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from tests.browser.conftest import NewContext, Site, axe_faults, overflow, small_targets

pytestmark = [pytest.mark.browser]

EACH = 1  # page of a kind is looked at: the next character's sheet shows nothing new


@pytest.fixture
def demo(site: Site) -> Campaign:
    call_command("load_demo", verbosity=0)
    return Campaign.objects.get(system="rhean")


def person(role: Role) -> User:
    return Membership.objects.filter(role=role)[0].user


def walk(page: Page, start: str) -> Iterator[str]:
    """Open every page that links lead to, near ones first."""
    waiting, seen, kinds = deque([start]), {start}, Counter[str]()
    while waiting:
        path = waiting.popleft()
        kind = resolve(urlsplit(path).path).view_name
        kinds[kind] += 1
        if kinds[kind] > EACH or not is_page(page, path):
            continue
        page.goto(path)
        yield path
        for link in page.eval_on_selector_all("a[href]", "links => links.map(link => link.getAttribute('href'))"):
            target = urlsplit(link)._replace(fragment="").geturl()
            if target.startswith("/") and target not in seen:
                seen.add(target)
                waiting.append(target)


def is_page(page: Page, path: str) -> bool:
    """Whether an address answers with a whole page, not with a file."""
    answer = page.request.get(path)
    assert answer.ok, f"{path} answers {answer.status}"
    return "text/html" in answer.headers["content-type"] and "<html" in answer.text()


def faults_of(page: Page, start: str, width: int) -> list[str]:
    faults = []
    for path in walk(page, start):
        found = axe_faults(page)
        if wide := overflow(page):
            found.append(f"{wide} px wider than the window")
        if width < 768:
            found += small_targets(page)
        faults += [f"{path}: {fault}" for fault in found]
    return faults


@pytest.mark.parametrize(
    ("role", "width", "dark"),
    [(Role.OWNER, 1280, False), (Role.OWNER, 360, True), (Role.PLAYER, 360, False), (Role.PLAYER, 768, True)],
)
def test_every_page_is_sound(new_browser: NewContext, demo: Campaign, role: Role, width: int, dark: bool) -> None:
    page = new_browser(person(role), width=width, dark=dark).new_page()
    faults = faults_of(page, "/", width)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("width", "dark"), [(1280, True), (360, False)])
def test_every_page_for_somebody_without_an_account_is_sound(
    new_browser: NewContext, demo: Campaign, width: int, dark: bool
) -> None:
    page = new_browser(width=width, dark=dark).new_page()
    assert faults_of(page, "/", width) == []


def test_pages_can_be_read_without_script(new_browser: NewContext, demo: Campaign) -> None:
    page = new_browser(person(Role.OWNER), java_script_enabled=False).new_page()
    read = [path for path in walk_without_script(page) if page.locator("main h1").count() == 1]
    assert len(read) >= 10


def walk_without_script(page: Page) -> Iterator[str]:
    page.goto("/")
    paths = [link.get_attribute("href") or "" for link in page.locator("main a[href^='/']").all()]
    page.goto(paths[0])
    paths += [link.get_attribute("href") or "" for link in page.locator("main a[href^='/']").all()]
    for path in dict.fromkeys(paths):
        if is_page(page, path):
            page.goto(path)
            yield path
