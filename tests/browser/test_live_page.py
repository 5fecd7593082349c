"""live.js and forms.js in a real browser, on a page of the tests' own with one live section and one form."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rhean import live
from tests.browser import live_page
from tests.browser.conftest import NewContext, Site, Watch, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.browser.live_page")]


@pytest.fixture
def board() -> live_page.Board:
    live_page.board.reset()
    return live_page.board


@pytest.fixture
def page(new_browser: NewContext, board: live_page.Board) -> Page:
    page = new_browser().new_page()
    page.goto("/board/")
    expect(page.locator("[data-live-state=current]")).to_have_count(1)
    return page


def test_a_change_reaches_the_open_page_without_a_reload(page: Page, board: live_page.Board) -> None:
    board.write("Gnarl falls")
    expect(page.locator("#news")).to_have_text("Gnarl falls")


def test_a_restart_with_a_change_meanwhile_is_caught_up(
    page: Page, board: live_page.Board, site: Site, watch: Watch
) -> None:
    watch.tolerate_restart()
    site.stop()
    expect(page.locator("#live-status")).to_contain_text("Reconnecting")
    board.text = "changed while the server was away"
    site.start()
    expect(page.locator("#news")).to_have_text("changed while the server was away")
    expect(page.locator("#live-status")).to_be_empty()


def test_a_hidden_tab_gives_its_stream_up_and_is_current_when_shown(page: Page, board: live_page.Board) -> None:
    page.evaluate(HIDE)
    wait_for(lambda: live.hub.count() == 0)
    board.write("unseen")
    page.evaluate(SHOW)
    expect(page.locator("#news")).to_have_text("unseen")
    expect(page.locator("#live-status")).to_be_empty()


def test_a_form_being_edited_survives_a_push(page: Page, board: live_page.Board) -> None:
    note = page.get_by_label("Note")
    note.fill("half a sent")
    page.evaluate("document.querySelector('#note').setSelectionRange(4, 4)")
    board.write("Gnarl falls")
    expect(page.locator("#news")).to_have_text("Gnarl falls")
    expect(note).to_have_value("half a sent")
    expect(note).to_be_focused()
    assert page.evaluate("document.querySelector('#note').selectionStart") == 4


def test_what_was_refused_for_good_survives_a_push(page: Page, board: live_page.Board, watch: Watch) -> None:
    watch.tolerate_status(403)
    page.get_by_label("Note").fill("forbidden")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_text("You may not do that.")
    board.write("meanwhile")
    expect(page.locator("#news")).to_have_text("meanwhile")
    expect(page.get_by_label("Note")).to_have_value("forbidden")


def test_a_form_that_the_push_takes_away_stays_until_its_text_is_discarded(page: Page, board: live_page.Board) -> None:
    page.get_by_label("Note").fill("kept")
    board.with_form = False
    board.write("the stage is over")
    expect(page.locator("#news")).to_have_text("the stage is over")
    expect(page.get_by_label("Note")).to_have_value("kept")
    page.get_by_role("button", name="Discard it").click()
    expect(page.get_by_label("Note")).to_have_count(0)


def test_a_double_click_sends_once(page: Page, board: live_page.Board) -> None:
    page.get_by_label("Note").fill("once")
    page.get_by_role("button", name="Save").dblclick()
    expect(page.locator("#saved")).to_have_text("once")
    page.wait_for_timeout(200)
    assert len(board.posts) == 1
    assert len(board.posts[0]["key"]) == 32


def test_each_submit_that_was_answered_is_followed_by_one_with_a_new_key(
    page: Page, board: live_page.Board, watch: Watch
) -> None:
    watch.tolerate_status(422)
    for text in ("refuse", "first", "second"):
        page.get_by_label("Note").fill(text)
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#messages") if text == "refuse" else page.locator("#saved")).not_to_have_text("")
        wait_for(lambda text=text: board.posts and board.posts[-1]["note"] == text)
        expect(page.locator("form[data-sending]")).to_have_count(0)
    assert len({post["key"] for post in board.posts}) == 3


def test_a_submit_while_the_first_is_under_way_is_not_sent(page: Page, board: live_page.Board) -> None:
    page.get_by_label("Note").fill("once")
    page.evaluate("() => { const form = document.forms.write; form.requestSubmit(); form.requestSubmit(); }")
    expect(page.locator("#saved")).to_have_text("once")
    page.wait_for_timeout(200)
    assert len(board.posts) == 1


def test_after_the_fight_has_moved_on_the_text_stays_and_can_be_sent_from_the_present_page(
    page: Page, board: live_page.Board, watch: Watch
) -> None:
    watch.tolerate_status(409)
    page.get_by_label("Note").fill("my move")
    board.version += 1  # somebody else was quicker, and no push has come yet
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("The fight has moved on")
    expect(page.get_by_label("Note")).to_have_value("my move")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_have_text("my move")


def test_news_wait_for_an_answer_under_way_and_come_after_it(page: Page, board: live_page.Board) -> None:
    board.answers.clear()
    page.get_by_label("Note").fill("once")
    page.get_by_role("button", name="Save").click()
    wait_for(lambda: board.posts)
    with page.expect_request("**/board/part/"):
        board.write("Gnarl falls")
        board.answers.set()
    expect(page.locator("#saved")).to_have_text("once")
    expect(page.locator("#news")).to_have_text("Gnarl falls")


def test_what_was_read_before_an_answer_does_not_come_over_it(page: Page, board: live_page.Board) -> None:
    board.reads.clear()
    with page.expect_request("**/board/part/"):
        board.write("too old")
    page.evaluate("version => { document.forms.write.elements.version.value = version; }", str(board.version))
    page.get_by_label("Note").fill("once")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_have_text("once")
    board.text = "as it is now"
    board.reads.set()
    expect(page.locator("#news")).to_have_text("as it is now")
    expect(page.locator("[data-live-state=current]")).to_have_count(1)


@pytest.mark.parametrize("note", ["once", "refuse"])
def test_an_answer_reaches_the_page_though_its_form_was_replaced(
    page: Page, board: live_page.Board, watch: Watch, note: str
) -> None:
    watch.tolerate_status(422)
    board.answers.clear()
    page.get_by_label("Note").fill(note)
    page.get_by_role("button", name="Save").click()
    wait_for(lambda: board.posts)
    page.evaluate("document.forms.write.replaceWith(document.forms.write.cloneNode(true))")
    board.answers.set()
    place, text = ("#saved", "once") if note == "once" else ("#messages", "Not that")
    expect(page.locator(place)).to_have_text(text)
    board.write("Gnarl falls")
    expect(page.locator("#news")).to_have_text("Gnarl falls")


def test_somebody_who_was_dropped_is_sent_to_the_page_as_it_is_now(page: Page, board: live_page.Board) -> None:
    board.text = "you are out"
    live.hub.drop("board", "viewer")
    expect(page.locator("#news")).to_have_text("you are out")


HIDE = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
