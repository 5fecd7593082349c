"""Character sheets in a real browser: on a phone and at a desk, by touch and by keyboard, two people at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rhean.campaigns.models import Campaign, User
from sheets.actions import do_set_field, do_set_pools
from sheets.models import Character
from tests.browser.conftest import NewContext, Site, Watch, axe_faults, overflow, sign_in, wait_for
from tests.factories.sheets import AdvanceFactory, LibraryEntryFactory, ReadyFactory

pytestmark = pytest.mark.browser
SIZES = [(360, False), (768, True), (1280, False)]


@pytest.fixture
def brannoc(site: Site, campaign: Campaign, ode: User) -> Character:
    """Ode's soldier."""
    return ReadyFactory.create(campaign=campaign, owner=ode, name="Brannoc")


@pytest.fixture(autouse=True)
def leaving(watch: Watch) -> None:
    """A page that is left amid a request says so on its console."""
    watch.tolerated += ("htmx:afterRequest", "htmx:sendAbort")


def opened(new_browser: NewContext, user: User, character: Character, *, width: int = 360, touch: bool = False) -> Page:
    page = new_browser(user, width=width, has_touch=touch).new_page()
    page.goto(character.get_absolute_url())
    expect(page.locator(".sheet-page")).to_have_attribute("data-live-state", "current")
    return page


def saved(page: Page, name: str) -> None:
    expect(page.locator(f"#state-{name}")).to_have_class(re.compile("is-saved"))


def stored(character: Character, key: str) -> object:
    character.refresh_from_db()
    return character.document[key]


def test_a_value_is_saved_as_soon_as_it_is_left_and_all_follows(
    new_browser: NewContext, brannoc: Character, ode: User
) -> None:
    page = opened(new_browser, ode, brannoc)
    before = page.locator("#vitals").inner_text()
    page.get_by_label("Agility", exact=True).fill("9")
    page.get_by_label("Will", exact=True).focus()
    saved(page, "agility")
    expect(page.locator("#vitals")).not_to_have_text(before)
    expect(page.locator("#figures-agility")).to_contain_text("+3")
    assert stored(brannoc, "agility") == 9


def test_by_keyboard_enter_saves_and_a_fault_is_told_at_its_place(
    new_browser: NewContext, brannoc: Character, ode: User, watch: Watch
) -> None:
    watch.tolerate_status(422)
    page = opened(new_browser, ode, brannoc, width=1280)
    field = page.get_by_label("Strength", exact=True)
    field.fill("99")
    field.press("Enter")
    expect(page.locator("#state-strength [role=alert]")).to_contain_text("At most 30")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("１０")
    field.press("Enter")
    saved(page, "strength")
    assert stored(brannoc, "strength") == 10


def test_quick_taps_on_a_phone_all_count(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    page = opened(new_browser, ode, brannoc, touch=True)
    less = page.get_by_role("button", name="Hits: one less")
    box = less.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    for _ in range(4):
        less.tap()
    expect(page.locator("#pool-hits .pool b")).to_have_text("9/13")
    page.get_by_role("button", name="Hits: one more").tap()
    expect(page.locator("#pool-hits .pool b")).to_have_text("10/13")


def test_a_rest_says_at_once_what_came_back(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    do_set_pools(brannoc, {"stamina": 1}, ode)
    page = opened(new_browser, ode, brannoc, touch=True)
    page.locator("#rest > summary").tap()
    page.get_by_label("Hours").fill("1")
    page.get_by_role("button", name="Rest", exact=True).tap()
    expect(page.locator("#messages")).to_contain_text("After 1 hour: Stamina +6.")
    assert overflow(page) <= 0


def test_a_reader_opens_what_a_pool_is_made_of(new_browser: NewContext, brannoc: Character, pike: User) -> None:
    page = opened(new_browser, pike, brannoc, touch=True)
    page.locator("#figure-hits > summary").tap()
    expect(page.locator("#figure-hits .explain")).to_contain_text("Constitution attribute")
    box = page.locator("#pool-hits .pool-name a").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert overflow(page) <= 0
    assert axe_faults(page) == []


def test_two_people_see_each_others_changes_and_lose_nothing_that_they_type(
    new_browser: NewContext, brannoc: Character, ode: User, wren: User
) -> None:
    mine, theirs = opened(new_browser, ode, brannoc), opened(new_browser, wren, brannoc, width=1280)
    mine.get_by_label("Will", exact=True).press_sequentially("1")
    theirs.get_by_label("Strength", exact=True).fill("9")
    theirs.get_by_label("Strength", exact=True).press("Enter")
    expect(mine.get_by_label("Strength", exact=True)).to_have_value("9")
    expect(mine.get_by_label("Will", exact=True)).to_have_value("15")
    mine.get_by_label("Will", exact=True).fill("7")
    mine.get_by_label("Will", exact=True).press("Enter")
    expect(theirs.get_by_label("Will", exact=True)).to_have_value("7")
    assert (stored(brannoc, "strength"), stored(brannoc, "will")) == (9, 7)


def test_at_the_same_value_the_later_is_told_and_may_keep_his_own(
    new_browser: NewContext, brannoc: Character, ode: User, wren: User, watch: Watch
) -> None:
    watch.tolerate_status(409)
    page = opened(new_browser, ode, brannoc)
    field = page.get_by_label("Strength", exact=True)
    field.press_sequentially("0")
    do_set_field(brannoc, "strength", 9, base=None, actor=wren)
    field.fill("8")
    field.press("Enter")
    told = page.locator("#state-strength [role=alert]")
    expect(told).to_contain_text("It says 9 now; you typed 8")
    expect(field).to_have_value("8")
    page.get_by_role("button", name="Keep mine").click()
    saved(page, "strength")
    assert stored(brannoc, "strength") == 8


def test_with_the_line_down_nothing_typed_is_lost(
    new_browser: NewContext, brannoc: Character, ode: User, watch: Watch
) -> None:
    watch.tolerated += ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
    page = opened(new_browser, ode, brannoc)
    page.context.set_offline(True)
    page.get_by_label("Strength", exact=True).fill("9")
    page.get_by_label("Strength", exact=True).press("Enter")
    expect(page.locator("#cell-strength")).to_have_class(re.compile("is-unsent"))
    page.context.set_offline(False)
    wait_for(lambda: stored(brannoc, "strength") == 9)
    saved(page, "strength")


def test_signed_out_in_the_middle_the_text_is_there_again_after_a_sign_in(
    new_browser: NewContext, brannoc: Character, ode: User, site: Site, watch: Watch
) -> None:
    watch.tolerate_status(401)
    watch.tolerate_status(403)
    page = opened(new_browser, ode, brannoc)
    page.context.clear_cookies()
    page.get_by_label("Strength", exact=True).fill("9")
    page.get_by_label("Strength", exact=True).press("Enter")
    expect(page.locator("#cell-strength")).to_have_class(re.compile("is-signed-out"))
    sign_in(page.context, ode, site)
    page.goto(brannoc.get_absolute_url())
    saved(page, "strength")
    assert stored(brannoc, "strength") == 9


def test_a_skill_is_found_added_raised_and_rolled(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    page = opened(new_browser, ode, brannoc, touch=True)
    page.get_by_text("Add to Skills").tap()
    page.get_by_role("searchbox", name="Find by name").last.fill("climb")
    page.get_by_role("button", name="Add Climbing").tap()
    row = page.locator("#row-skills-climbing")
    expect(row).to_be_attached()
    row.locator("summary").first.tap()
    row.get_by_label("Level").fill("2")
    row.get_by_label("Level").press("Enter")
    expect(row.locator(".row-numbers")).to_contain_text("+2")
    page.get_by_role("link", name="Roll Climbing").tap()
    expect(page.locator("#check-odds")).to_contain_text("%")
    page.get_by_role("button", name="Roll", exact=True).tap()
    expect(page.locator(".check-result .die")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#check")).to_be_empty()
    expect(page.get_by_role("link", name="Roll Climbing")).to_be_focused()
    assert brannoc.campaign.log.filter(kind="sheet.check").count() == 1


def test_every_number_opens_its_explanation_and_is_set_by_hand(
    new_browser: NewContext, brannoc: Character, ode: User
) -> None:
    page = opened(new_browser, ode, brannoc, width=768)
    figure = page.locator("#figure-defence")
    figure.locator("summary").press("Enter")
    expect(figure.locator(".explain")).to_contain_text("base")
    figure.get_by_text("Set by hand").click()
    figure.get_by_label("Passive defence, set by hand").fill("20")
    figure.get_by_role("button", name="Set").click()
    expect(figure.locator("summary b")).to_have_text("20")
    expect(figure).to_have_class(re.compile("is-overridden"))


def test_what_can_i_do_follows_the_sheet(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    page = opened(new_browser, ode, brannoc, width=1280)
    page.locator("#abilities").scroll_into_view_if_needed()
    expect(page.locator("#ability-list")).to_contain_text("Block")
    page.get_by_label("Shield", exact=True).select_option("")
    expect(page.locator("#ability-list .ability", has_text="Shield Bash").first).to_have_class(re.compile("is-refused"))


def test_a_fighter_is_made_step_by_step(new_browser: NewContext, site: Site, campaign: Campaign, ode: User) -> None:
    page = new_browser(ode, width=360, has_touch=True).new_page()
    page.goto(f"/characters/create/?campaign={campaign.code}")
    page.get_by_label("Name", exact=True).fill("Ash")
    page.get_by_label("Name", exact=True).press("Enter")  # step by step is what Enter leads to
    page.get_by_label("Race").select_option("dwarf")
    expect(page.locator("#figures-race")).to_contain_text("onstitution +2")
    expect(page.locator("#since")).to_have_value(str(Character.objects.get().version))
    page.get_by_role("link", name="Next: Attributes").tap()
    page.get_by_role("button", name="Standard array").tap()
    expect(page.locator("#budget-attributes")).to_contain_text("0 left")
    page.get_by_role("link", name=re.compile("5 Skills")).tap()
    page.get_by_text("Add to Skills").tap()
    page.get_by_role("searchbox", name="Find by name").fill("axe battle")
    page.get_by_role("button", name="Add Axe Battle", exact=True).tap()
    expect(page.locator("#budget-novice_units")).to_contain_text("23 left")
    expect(page.locator("#since")).to_have_value(str(Character.objects.get().version))
    page.get_by_role("link", name=re.compile("7 Finish")).tap()
    page.get_by_label("Name", exact=True).fill("Ash of the Vale")
    page.get_by_role("button", name="Done: to the sheet").tap()
    expect(page.get_by_role("heading", name="Ash of the Vale")).to_be_visible()
    made = Character.objects.get()
    assert (made.name, made.building, made.document["race"]) == ("Ash of the Vale", False, "dwarf")


def test_a_box_shows_its_tick_in_the_dark_and_its_help_beneath(
    new_browser: NewContext, brannoc: Character, ode: User
) -> None:
    page = new_browser(ode, width=360, dark=True).new_page()
    page.goto(brannoc.get_absolute_url())
    cell = page.locator("#cell-counted")
    box, words, help_text = (cell.locator(one) for one in ("input[type=checkbox]", "label", ".form-text"))
    box.check()
    expect(box).to_have_css("background-image", re.compile("svg"))
    above, below = words.bounding_box(), help_text.first.bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] > above["y"] + above["height"] - 2


def test_it_works_without_script(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    page = new_browser(ode, java_script_enabled=False).new_page()
    page.goto(brannoc.get_absolute_url())
    page.get_by_label("Strength", exact=True).fill("9")
    page.get_by_role("button", name="Save Attributes").click()
    expect(page.get_by_label("Strength", exact=True)).to_have_value("9")
    page.get_by_role("button", name="Hits: one less").click()
    expect(page.locator("#pool-hits .pool b")).to_have_text("12/13")
    assert stored(brannoc, "strength") == 9


@pytest.mark.parametrize(("width", "dark"), SIZES)
def test_every_page_fits_and_axe_finds_nothing(
    new_browser: NewContext, brannoc: Character, ode: User, wren: User, width: int, dark: bool
) -> None:
    AdvanceFactory.create(character=brannoc)
    LibraryEntryFactory.create(campaign=brannoc.campaign, key="door")
    one, group = brannoc.get_absolute_url(), brannoc.campaign.get_absolute_url()
    page = new_browser(wren, width=width, dark=dark).new_page()
    for address in (
        one, f"{one}xp/", f"{one}manage/", f"{one}print/", f"{one}abilities/", f"{one}build/attributes/",
        f"{one}build/skills/", f"{one}check/?check=skill.sword_long", f"{one}numbers/defence/", "/characters/",
        "/characters/create/", "/characters/import/", f"{group}characters/", f"{group}library/",
        f"{group}library/shields/", f"{group}library/weapons/create/", f"{group}library/shields/door/ask-delete/",
        f"{group}creatures/import/",
    ):  # fmt: skip
        page.goto(address)
        assert axe_faults(page) == [], address
        assert overflow(page) == 0, address


def test_the_pages_of_their_own_work_with_script_too(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    page = new_browser(ode).new_page()
    page.goto(f"{brannoc.get_absolute_url()}check/?check=skill.sword_long")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".check-result .die")).to_have_count(2)
    page.goto(f"{brannoc.get_absolute_url()}numbers/defence/")
    page.get_by_label("Passive defence, set by hand").fill("21")
    page.get_by_role("button", name="Set").click()
    expect(page.get_by_role("heading", name="Passive defence: 21")).to_be_visible()
    page.goto(f"{brannoc.get_absolute_url()}tables/weapons/find/?q=mace")
    page.get_by_role("button", name="Add Mace").click()
    wait_for(lambda: len(stored(brannoc, "weapons")) == 3)  # type: ignore[arg-type]


def test_an_opened_sheet_is_clean_too(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    page = opened(new_browser, ode, brannoc)
    for name in ("#pool-more-hits", "#figure-defence", "#row-skills-sword_long", "#row-weapons-0", "#adder-skills"):
        page.locator(f"{name} > summary").click()
    page.get_by_role("link", name="Roll Sword Long", exact=True).click()
    expect(page.locator("#check-odds")).to_contain_text("%")
    assert axe_faults(page) == []
    assert overflow(page) == 0
