"""When it becomes the player's turn the page sounds and shakes: exactly as the account's options say."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from rhean.rules.systems import get_system
from tests.browser.conftest import NewContext
from tests.factories.encounters import CombatantFactory, EncounterFactory

pytestmark = pytest.mark.browser

COUNTED = """
  window.alerts = { sound: 0, vibration: 0 };
  navigator.vibrate = () => { window.alerts.vibration += 1; return true; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.alerts.sound += 1; return start.apply(this, when); };
"""


@pytest.fixture
def fight(campaign: Campaign, wren: User, ode: User) -> Encounter:
    """A soldier of Ode's against a goblin: the GM is about to open the round."""
    library = get_system("rhean").library
    made = EncounterFactory.create(campaign=campaign, name="Bridge")
    soldier = library.get("characters", "soldier").sheet
    CombatantFactory.create(encounter=made, name="Soldier", side="party", owner=ode.key, sheet=soldier)
    CombatantFactory.create(encounter=made, name="Goblin", sheet=library.get("creatures", "goblin").sheet)
    return do_start(made, wren)


def player_page(new_browser: NewContext, fight: Encounter, ode: User, sound: bool, vibration: bool) -> Page:
    """The player's page, with an account set so, on a device that counts; she has touched it once."""
    ode.sound, ode.vibration = sound, vibration
    ode.save(update_fields=["sound", "vibration"])
    page = new_browser(ode, width=360, has_touch=True).new_page()
    page.add_init_script(COUNTED)
    page.goto(f"/encounters/{fight.code}/play/")
    page.locator("#table-title").click()
    return page


def open_round(new_browser: NewContext, fight: Encounter, wren: User, player: Page) -> None:
    """The GM opens the round; the player's page tells that it is her turn."""
    gm = new_browser(wren).new_page()
    gm.goto(f"/encounters/{fight.code}/run/")
    gm.get_by_role("button", name="Open").first.click()
    expect(player.locator("#turn-note")).to_have_text("It is your turn.")
    expect(player).to_have_title(f"● {player.title().removeprefix('● ')}")


@pytest.mark.parametrize("sound", [True, False])
@pytest.mark.parametrize("vibration", [True, False])
def test_her_turn_is_heard_and_felt_if_and_only_if_she_wants_it(
    new_browser: NewContext, fight: Encounter, wren: User, ode: User, sound: bool, vibration: bool
) -> None:
    page = player_page(new_browser, fight, ode, sound, vibration)
    assert page.evaluate("alerts") == {"sound": 0, "vibration": 0}
    open_round(new_browser, fight, wren, page)
    assert page.evaluate("alerts") == {"sound": int(sound), "vibration": int(vibration)}


def test_what_is_not_her_turn_makes_no_alert(new_browser: NewContext, fight: Encounter, wren: User, ode: User) -> None:
    page = player_page(new_browser, fight, ode, sound=True, vibration=True)
    open_round(new_browser, fight, wren, page)
    gm = new_browser(wren).new_page()
    gm.goto(f"/encounters/{fight.code}/run/")
    gm.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#turn-note")).to_have_text("Nothing is asked of you now.")
    assert page.evaluate("alerts") == {"sound": 1, "vibration": 1}
