"""A GM and a player in two browsers play a round, see each other's moves without reloading, and take one back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from encounters import engine
from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from rhean.rules.systems import get_system
from tests.browser.conftest import NewContext, wait_for
from tests.factories.encounters import CombatantFactory, EncounterFactory

pytestmark = pytest.mark.browser


@pytest.fixture
def fight(campaign: Campaign, wren: User, ode: User) -> Encounter:
    """A soldier of Ode's, engaged with a goblin."""
    library = get_system("rhean").library
    made = EncounterFactory.create(campaign=campaign, name="Bridge")
    soldier = CombatantFactory.create(
        encounter=made, name="Soldier", side="party", owner=ode.key, sheet=library.get("characters", "soldier").sheet
    )
    goblin = CombatantFactory.create(encounter=made, name="Goblin", sheet=library.get("creatures", "goblin").sheet)
    made.scene = {"pairs": [{"a": soldier.cid, "b": goblin.cid, "zone": "engaged", "distance": 1}]}
    made.save(update_fields=["scene"])
    return do_start(made, wren)


@pytest.fixture
def pages(new_browser: NewContext, fight: Encounter, wren: User, ode: User) -> tuple[Page, Page]:
    """The GM at a desk, the player on a phone."""
    gm, player = new_browser(wren).new_page(), new_browser(ode, width=360, has_touch=True).new_page()
    gm.goto(f"/encounters/{fight.code}/run/")
    player.goto(f"/encounters/{fight.code}/play/")
    return gm, player


def clock(fight: Encounter) -> str:
    """What moment it is on the server."""
    fight.refresh_from_db()
    return engine.scene_of(fight).clock


def asked(fight: Encounter) -> str:
    """Whose decision is open now."""
    fight.refresh_from_db()
    who = engine.system_for(fight).open_decisions(engine.state_of(fight))[0][1]
    return "gm" if who == "gm" else fight.roster.get(cid=who).name


def decide(page: Page, option: str) -> None:
    """The player taps an option, a target where one is asked for, and confirms."""
    panel = page.locator(".asked")
    expect(panel).to_be_visible()
    react = panel.get_by_role("button", name="Roll the Reaction")
    if react.count():
        react.click()
        return
    tile = panel.locator(".pick").get_by_role("button", name=option, exact=False).first
    tile.click()
    expect(panel.locator(".chosen")).to_be_visible()
    if option == "Melee Attack":
        expect(panel.get_by_role("radio", name="Goblin")).to_be_checked()
        expect(panel.locator(".odds .figure").first).to_be_visible()
        panel.get_by_role("radio", name="Goblin").dispatch_event("input")  # as a tap on another target does
    panel.get_by_role("button", name="Confirm").click()
    expect(page.locator("form[data-stale]")).to_have_count(0)


def step(fight: Encounter, gm: Page, player: Page, option: str) -> None:
    """Whoever is asked decides; both pages follow."""
    who, version = asked(fight), fight.log_length
    if who == "Soldier":
        decide(player, option)
    else:
        gm.get_by_role("button", name="Let the app choose", exact=False).first.click()
    wait_for(lambda: Encounter.objects.get(pk=fight.pk).log_length > version)
    now = clock(fight)
    expect(player.locator(".stage-clock")).to_have_text(now)
    expect(gm.locator(".stage-clock")).to_have_text(now)


def test_a_full_round_in_two_browsers(fight: Encounter, pages: tuple[Page, Page]) -> None:
    gm, player = pages
    gm.get_by_role("button", name="Open").first.click()
    expect(player.locator("#turn-note")).to_have_text("It is your turn.")
    options = iter(["Melee Attack", "Dodge", "Nothing", "Nothing"])
    while asked(fight) != "gm":
        step(fight, gm, player, next(options) if asked(fight) == "Soldier" and "phase" in clock(fight) else "")
    for page in pages:
        expect(page.locator("form[data-stale], form[data-dirty]")).to_have_count(0)
        expect(page.locator(".log")).to_contain_text("Soldier declares Melee Attack against Goblin")
        expect(page.locator(".log")).to_contain_text("The round ends.")


def test_what_the_gm_takes_back_is_struck_out_for_the_player(fight: Encounter, pages: tuple[Page, Page]) -> None:
    gm, player = pages
    gm.get_by_role("button", name="Open").first.click()
    expect(player.locator(".log")).to_contain_text("Round 1")
    gm.get_by_role("button", name="Undo", exact=True).click()
    expect(player.locator(".log .is-undone")).to_contain_text("Round 1")
    expect(player.locator("#turn-note")).to_have_text("Nothing is asked of you now.")


def test_d17_a_form_being_edited_survives_what_others_do(fight: Encounter, pages: tuple[Page, Page]) -> None:
    gm, _ = pages
    goblin = fight.roster.get(name="Goblin")
    gm.goto(f"/encounters/{fight.code}/run/?focus={goblin.cid}")
    gm.get_by_text("Who decides; name").click()
    box = gm.get_by_label("Otherwise called")
    box.fill("a small shape in the re")
    version = Encounter.objects.get(pk=fight.pk).version
    other = gm.context.new_page()
    other.goto(f"/encounters/{fight.code}/run/")
    other.get_by_role("button", name="Open").first.click()
    wait_for(lambda: Encounter.objects.get(pk=fight.pk).version > version)
    gm.bring_to_front()
    expect(gm.locator(".stage-clock")).to_contain_text("Round 1")
    expect(box).to_have_value("a small shape in the re")
