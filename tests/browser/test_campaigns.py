"""Accounts, campaigns, dice and rules in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rhean.campaigns import demo
from rhean.campaigns.actions import do_edit_notes, do_join, do_remove
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from tests.browser.conftest import NewContext, Site, Watch, axe_faults, overflow
from tests.factories.campaigns import (
    PASSWORD,
    CampaignFactory,
    InvitationFactory,
    LogEntryFactory,
    MembershipFactory,
    UserFactory,
)

pytestmark = pytest.mark.browser
LONG = "A road of the 🐉 with a name of many words, שלום, and a very long one: " + "x" * 49


@pytest.fixture
def table(site: Site) -> Campaign:
    """A campaign with people of every kind of name, notes, a link and a log."""
    campaign = CampaignFactory.create(name=LONG, notes="# So far\n\n- **one**\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    for name, role in (("Olwen", Role.OWNER), ("Wren", Role.GM), ("Ode 🐉🔥", Role.PLAYER), ("x" * 120, Role.WATCHER)):
        MembershipFactory.create(campaign=campaign, user__username=name, user__is_staff=role == Role.OWNER, role=role)
    InvitationFactory.create(campaign=campaign, uses_left=3)
    LogEntryFactory.create(campaign=campaign, seq=1, payload={"who": "שלום עולם"})
    Campaign.objects.filter(pk=campaign.pk).update(log_length=1)
    campaign.refresh_from_db()
    return campaign


def person(name: str) -> User:
    return User.objects.get_by_natural_key(name)


CAMPAIGN_PAGES = (
    *("", "members/", "edit/", "notes/notes/edit/", "rulings/", "log/", "dice/", "rules/", "rules/action.dodge/"),
    "rules/?q=dodge",
)
OWN_PAGES = ("/", "/account/", "/account/password/", "/server/", "/campaigns/create/")
OPEN_PAGES = ("/", "/log-in/", "/sign-up/", "/rules/", "/rules/rhean/")


def small_targets(page: Page) -> list[str]:
    """What can be tapped and is less than 44 pixels high, links in running text left out."""
    return page.evaluate(
        """() => [...document.querySelectorAll('main :is(a, button, select, summary, input:not([type=hidden]))')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
        .filter((one) => !one.matches('[type=checkbox], [type=radio], .visually-hidden'))
        .filter((one) => !(one.tagName === 'A' && one.closest('p, .log-line, .prose, dd, .row-text')))
        .map((one) => one.outerHTML.slice(0, 120))"""
    )


def faults_of(page: Page, addresses: tuple[str, ...]) -> dict[str, object]:
    """What sticks out, is too small to tap, or is found by axe, by address."""
    faults: dict[str, object] = {}
    for address in addresses:
        page.goto(address)
        found = [*axe_faults(page), *small_targets(page), *([f"overflow {overflow(page)}"] if overflow(page) else [])]
        faults |= {address: found} if found else {}
    return faults


@pytest.mark.parametrize(("width", "dark"), [(360, True), (768, False), (1280, True)])
def test_every_page_can_be_read_and_used(new_browser: NewContext, table: Campaign, width: int, dark: bool) -> None:
    link = table.invitations.get()
    page = new_browser(person("Olwen"), width=width, dark=dark).new_page()
    own = (*OWN_PAGES, f"{table.get_absolute_url()}invitations/{link.token}/")
    assert faults_of(page, (*own, *(table.get_absolute_url() + part for part in CAMPAIGN_PAGES))) == {}
    visitor = new_browser(width=width, dark=dark).new_page()
    assert faults_of(visitor, (*OPEN_PAGES, link.get_absolute_url())) == {}


def test_a_newcomer_joins_by_the_link_on_a_phone(new_browser: NewContext, table: Campaign) -> None:
    page = new_browser(width=360, has_touch=True).new_page()
    page.goto(table.invitations.get().get_absolute_url())
    page.get_by_label("Name").fill("🐉🔥")
    page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Make an account and join").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A road of the")
    expect(page.get_by_text("🐉🔥 joined as Player.")).to_be_visible()


def test_a_game_master_sees_who_joins(new_browser: NewContext, table: Campaign) -> None:
    page = new_browser(person("Wren")).new_page()
    page.goto(f"{table.get_absolute_url()}members/")
    do_join(table.invitations.get(), UserFactory.create(username="Newcomer"))
    expect(page.locator("#people-list").get_by_text("Newcomer").first).to_be_visible()


def test_the_demo_opens_with_one_click(new_browser: NewContext, site: Site) -> None:
    demo.load()
    page = new_browser().new_page()
    page.goto("/")
    page.get_by_role("button", name="Continue as the demo GM").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(demo.NAME)


def test_a_roll_shows_at_once_here_and_at_all_others(new_browser: NewContext, table: Campaign) -> None:
    ode, wren = (new_browser(person(name)).new_page() for name in ("Ode 🐉🔥", "Wren"))
    ode.goto(f"{table.get_absolute_url()}dice/")
    wren.goto(table.get_absolute_url())
    ode.get_by_label("Dice").fill("2d10+3")
    ode.get_by_label("What for").fill("luck")
    ode.get_by_role("button", name="Roll", exact=True).click()
    expect(ode.locator(".tray-result .die")).to_have_count(2)
    expect(wren.get_by_text("Ode 🐉🔥 rolled 2d10+3 for luck")).to_be_visible()
    ode.get_by_role("button", name="d20").click()
    expect(ode.locator(".tray-result .die")).to_have_count(1)
    expect(wren.get_by_text("Ode 🐉🔥 rolled 1d20")).to_be_visible()


def test_a_bad_expression_is_told_at_its_field(new_browser: NewContext, table: Campaign, watch: Watch) -> None:
    watch.tolerate_status(422)
    page = new_browser(person("Ode 🐉🔥"), width=360).new_page()
    page.goto(f"{table.get_absolute_url()}dice/")
    page.get_by_label("Dice").fill("2d10+")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Column 6: a number or dice are missing here.")).to_be_visible()
    expect(page.get_by_label("Dice")).to_have_value("2d10+")
    assert axe_faults(page) == []


def test_a_ruling_changes_in_its_place_and_goes_back(new_browser: NewContext, table: Campaign, watch: Watch) -> None:
    watch.tolerate_status(422)
    page = new_browser(person("Wren")).new_page()
    page.goto(f"{table.get_absolute_url()}rulings/")
    row = page.locator(".ruling").filter(has=page.locator("input[type=text]")).first
    default = row.locator("input[name=value]").input_value()
    row.locator("input[name=value]").fill("body + nonsense")
    row.get_by_role("button", name="Set").click()
    expect(row.get_by_text("Column 8")).to_be_visible()
    row.locator("input[name=value]").fill("body + 3")
    row.get_by_role("button", name="Set").click()
    expect(row.get_by_text("Saved")).to_be_visible()
    row.get_by_role("button", name="Put").click()
    expect(row.locator("input[name=value]")).to_have_value(default)


def test_the_rules_are_found_while_one_types(new_browser: NewContext, site: Site) -> None:
    page = new_browser(width=360).new_page()
    page.goto("/rules/rhean/")
    page.keyboard.press("/")
    page.keyboard.type("dodge")
    page.locator("#found").get_by_role("link", name="Dodge", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dodge")


@pytest.mark.parametrize("script", [True, False])
def test_a_long_text_survives_the_end_of_a_session(
    new_browser: NewContext, table: Campaign, script: bool, watch: Watch
) -> None:
    watch.tolerate_status(401)
    context = new_browser(person("Wren"), java_script_enabled=script)
    page = context.new_page()
    page.goto(f"{table.get_absolute_url()}notes/notes/edit/")
    page.get_by_label("Text").fill("An evening's work")
    context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("What you had entered is kept")).to_be_visible()
    page.get_by_label("Name").fill("wren")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("An evening's work")).to_be_visible()
    page.get_by_role("button", name="Send it now").click()
    expect(page.locator(".prose").first).to_contain_text("An evening's work")


def test_without_script_one_rolls_and_rules_too(new_browser: NewContext, table: Campaign) -> None:
    page = new_browser(person("Wren"), java_script_enabled=False).new_page()
    page.goto(f"{table.get_absolute_url()}dice/")
    page.get_by_role("button", name="2d10").click()
    expect(page.get_by_text("Wren rolled 2d10")).to_be_visible()
    page.goto(f"{table.get_absolute_url()}rulings/")
    page.locator(".ruling").first.locator("input[name=value]").fill("body + 1")
    page.locator(".ruling").first.get_by_role("button").click()
    expect(page.locator(".ruling").first.get_by_text("changed")).to_be_visible()


def test_whoever_is_removed_is_out_of_an_open_page(new_browser: NewContext, table: Campaign, watch: Watch) -> None:
    watch.tolerate_status(404)
    page = new_browser(person("Ode 🐉🔥")).new_page()
    page.goto(table.get_absolute_url())
    expect(page.locator("[data-live-state=current]")).to_have_count(1)
    do_remove(table.memberships.get(user=person("Ode 🐉🔥")), person("Wren"))
    page.wait_for_function("document.title && !document.querySelector('[data-live]')")
    do_edit_notes(table, "notes", "MARKER", table.notes, person("Wren"))
    assert "MARKER" not in page.content()
