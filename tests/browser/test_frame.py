"""The page around every page: theme, menu, keys, the way past the header, and a sign-in in the middle of writing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import live_page
from tests.browser.conftest import NewContext, Watch, axe_faults, overflow
from tests.factories.campaigns import PASSWORD, UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.browser.live_page")]


@pytest.fixture(autouse=True)
def fresh_board() -> None:
    live_page.board.reset()


@pytest.fixture
def page(new_browser: NewContext) -> Page:
    page = new_browser().new_page()
    page.goto("/board/")
    return page


def theme(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-bs-theme")


@pytest.mark.parametrize(("dark", "expected"), [(False, "light"), (True, "dark")])
def test_the_theme_follows_the_device(new_browser: NewContext, dark: bool, expected: str) -> None:
    page = new_browser(dark=dark).new_page()
    page.goto("/board/")
    assert theme(page) == expected


def test_a_chosen_theme_is_kept(page: Page) -> None:
    page.get_by_text("Menu").click()
    page.get_by_role("button", name="Light or dark").click()
    assert theme(page) == "dark"
    page.reload()
    assert theme(page) == "dark"


def test_the_first_tab_leads_past_the_header(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_the_menu_opens_by_keyboard_and_closes_by_escape(page: Page) -> None:
    menu = page.locator("details.menu")
    page.locator("details.menu > summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(page.locator("details.menu > summary")).to_be_focused()


def test_a_question_mark_lists_the_keys_of_the_page(page: Page) -> None:
    page.locator("#content").focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys on this page")
    expect(sheet.get_by_role("row", name="s Save")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_keys_act_except_where_somebody_writes(page: Page) -> None:
    page.get_by_label("Note").press_sequentially("ss?")
    expect(page.get_by_label("Note")).to_have_value("ss?")
    assert live_page.board.posts == []
    page.locator("#content").focus()
    page.keyboard.press("s")
    expect(page.locator("#saved")).to_have_text("ss?")


@pytest.mark.parametrize("dark", [False, True])
def test_the_frame_holds_what_axe_asks_and_fits_a_small_phone(new_browser: NewContext, dark: bool) -> None:
    page = new_browser(width=360, dark=dark).new_page()
    page.goto("/board/")
    page.locator("details.menu > summary").click()
    assert axe_faults(page) == []
    assert overflow(page) == 0


def test_a_note_survives_a_sign_in_in_the_middle_of_writing(new_browser: NewContext) -> None:
    user = UserFactory.create(username="Ode")
    context = new_browser(user)
    page = context.new_page()
    page.goto("/board/private/")
    expect(page.locator("[data-live-state=current]")).to_have_count(1)  # nothing is read any more
    page.get_by_label("Note").fill("a long letter")
    context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Name").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/board/private/")
    expect(page.get_by_label("Note")).to_have_value("a long letter")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_have_text("a long letter")


def test_a_failed_request_says_so_and_keeps_what_was_written(page: Page, watch: Watch) -> None:
    watch.tolerate_status(403)
    page.get_by_label("Note").fill("forbidden")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_text("You may not do that.")
    expect(page.get_by_label("Note")).to_have_value("forbidden")
