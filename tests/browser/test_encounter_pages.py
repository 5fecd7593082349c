"""Every page of an encounter in a real browser: nothing for axe to find, nothing wider than the window, keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.control import do_share
from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns import demo
from rhean.campaigns.models import User
from tests.browser.conftest import NewContext, axe_faults, overflow

pytestmark = pytest.mark.browser

DRAFT = ("prepare/", "print/", "forecast/")
RUN = ("run/", "run/?more=1", "run/?focus={cid}&override=set_pool", "replay/?step=3")
WIDTHS = ((360, False), (768, True), (1280, False), (1280, True))


@pytest.fixture
def ford(site: object) -> Encounter:
    """The demo's ambush, in preparation."""
    demo.load()
    return Encounter.objects.get(name="Ambush at the ford")


@pytest.fixture
def gm(ford: Encounter) -> User:
    return User.objects.get(username=demo.GM_NAME)


@pytest.fixture
def declaring(ford: Encounter, gm: User) -> Encounter:
    """The ambush, at the moment when one of the demo player's declares."""
    fight = do_share(do_start(ford, gm), shared=True)
    player = User.objects.get(username=demo.PLAYER_NAME)
    own = set(fight.roster.filter(owner=player.key).values_list("cid", flat=True))
    for _ in range(60):
        fight.refresh_from_db()
        _, who, kind = engine.system_for(fight).open_decisions(engine.state_of(fight))[0]
        if kind == "declare" and who in own:
            break
        do_choose(fight, gm, who=who)
    return fight


def faults(new_browser: NewContext, user: User | None, address: str, width: int, dark: bool) -> list[str]:
    """What is wrong with a page at a width."""
    page = new_browser(user, width=width, dark=dark).new_page()
    page.goto(address)
    wide = overflow(page)
    return axe_faults(page) + ([f"{wide} px too wide"] if wide else [])


@pytest.mark.parametrize(("width", "dark"), WIDTHS)
def test_the_preparation_is_sound(new_browser: NewContext, ford: Encounter, gm: User, width: int, dark: bool) -> None:
    found = {page: faults(new_browser, gm, f"/encounters/{ford.code}/{page}", width, dark) for page in DRAFT}
    assert found == {page: [] for page in DRAFT}


@pytest.mark.parametrize(("width", "dark"), WIDTHS)
def test_the_table_is_sound(new_browser: NewContext, declaring: Encounter, gm: User, width: int, dark: bool) -> None:
    player = User.objects.get(username=demo.PLAYER_NAME)
    cid = declaring.roster.get(name="Ogre").cid
    home = f"/encounters/{declaring.code}/"
    pages = [(gm, home + page.format(cid=cid)) for page in RUN]
    pages += [(player, home + "play/"), (None, f"/table/{declaring.watch_token}/")]
    found = {address: faults(new_browser, user, address, width, dark) for user, address in pages}
    assert found == {address: [] for _, address in pages}


def test_reinforcements_open_stay_open_and_close(new_browser: NewContext, ford: Encounter, gm: User) -> None:
    fight = do_start(ford, gm)
    page = new_browser(gm).new_page()
    page.goto(f"/encounters/{fight.code}/run/")
    page.get_by_role("link", name="Reinforcements…").click()
    expect(page.locator("#more-title")).to_be_focused()
    page.get_by_label("How many").fill("2")
    do_choose(fight, gm, who="gm")
    expect(page.locator(".stage-clock")).to_contain_text("Round 1")
    expect(page.get_by_label("How many")).to_have_value("2")
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#add-more")).to_have_count(0)
    page.get_by_role("link", name="Reinforcements…").click()
    page.get_by_role("button", name="Add; they wait outside").click()
    expect(page.locator("#arriving-title")).to_be_visible()
    assert fight.roster.filter(entered=False).count() == 1


def test_what_is_set_by_hand_is_left_with_what_was_entered(
    new_browser: NewContext, declaring: Encounter, gm: User
) -> None:
    page = new_browser(gm).new_page()
    cid = declaring.roster.get(name="Ogre").cid
    page.goto(f"/encounters/{declaring.code}/run/?focus={cid}&override=modifier")
    page.locator("#override-modifier input[type=number], #override-modifier input[inputmode=numeric]").first.fill("3")
    page.get_by_role("link", name="Set a pool").click()
    expect(page.locator("form.override")).to_have_count(1)
    expect(page.locator("#override-set_pool")).to_be_visible()
    page.locator("#override-set_pool").get_by_label("Value").fill("4")
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#focus")).to_have_count(0)


def test_keys_run_the_table(new_browser: NewContext, ford: Encounter, gm: User) -> None:
    fight = do_start(ford, gm)
    page = new_browser(gm).new_page()
    page.goto(f"/encounters/{fight.code}/run/")
    page.keyboard.press("?")
    expect(page.locator("#hotkeys")).to_contain_text("Force the stage")
    page.keyboard.press("Escape")
    expect(page.locator("#hotkeys")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(".stage-clock")).to_contain_text("Round 1")
    page.keyboard.press("a")
    expect(page.locator(".waiting-row.is-confirmed")).to_have_count(fight.roster.filter(owner="gm").count())
    page.keyboard.press("u")
    expect(page.locator(".log .is-undone")).to_have_count(1)


def test_enter_belongs_to_what_has_the_focus(new_browser: NewContext, ford: Encounter, gm: User) -> None:
    fight = do_start(ford, gm)
    page = new_browser(gm).new_page()
    page.goto(f"/encounters/{fight.code}/run/")
    page.get_by_role("link", name="Replay", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay/**")
    fight.refresh_from_db()
    assert engine.scene_of(fight).round == 0


def test_the_key_that_forces_the_stage_asks_first(new_browser: NewContext, ford: Encounter, gm: User) -> None:
    fight = do_start(ford, gm)
    page = new_browser(gm).new_page()
    page.goto(f"/encounters/{fight.code}/run/")
    forced = page.get_by_role("button", name="Force it")
    expect(forced).to_be_hidden()
    page.keyboard.press("f")
    expect(forced).to_be_visible()
    expect(page.locator(".stage-clock")).not_to_contain_text("Round 1")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".stage-clock")).to_contain_text("Round 1")
    expect(forced).to_be_hidden()


def test_d52_the_order_has_nothing_that_a_thumb_could_drag(
    new_browser: NewContext, declaring: Encounter, gm: User
) -> None:
    page = new_browser(gm, width=360, has_touch=True).new_page()
    page.goto(f"/encounters/{declaring.code}/run/")
    assert page.locator(".order [draggable=true]").count() == 0
    before = page.locator(".order-name").all_inner_texts()
    page.locator(".order").evaluate("node => node.scrollIntoView()")
    page.touchscreen.tap(180, 300)
    page.mouse.wheel(0, 400)
    assert page.locator(".order-name").all_inner_texts() == before


def test_what_is_set_by_hand_opens_where_one_looks(new_browser: NewContext, declaring: Encounter, gm: User) -> None:
    page = new_browser(gm).new_page()
    cid = declaring.roster.get(name="Ogre").cid
    page.goto(f"/encounters/{declaring.code}/run/?focus={cid}")
    page.get_by_role("link", name="Add a condition").click()
    expect(page.locator("form.override legend").first).to_be_in_viewport()
    expect(page.get_by_role("link", name="Add a condition")).to_have_attribute("aria-current", "true")


def test_what_may_be_left_open_is_let_go_by_a_second_tap(
    new_browser: NewContext, declaring: Encounter, gm: User
) -> None:
    player = User.objects.get(username=demo.PLAYER_NAME)
    page = new_browser(player, width=360).new_page()
    page.goto(f"/encounters/{declaring.code}/play/")
    page.locator("button.tile", has_text="Combat Move").click()
    toward = page.locator("[data-clears]").first.locator("label.tile").first
    toward.click()
    expect(toward.locator("input")).to_be_checked()
    page.locator("[data-clears]").first.locator("label.tile").first.click()
    expect(toward.locator("input")).not_to_be_checked()
