"""The map in a real browser: by drag, by tap and tap, by keyboard and by buttons; on a phone; two at once; painting."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from encounters import engine
from encounters.actions.play import do_command, do_start
from encounters.actions.prepare import do_create_ready
from encounters.models import Combatant, Encounter
from encounters.ready import ready_made
from rhean.campaigns.models import Campaign, User
from rhean.rules.commands import Command
from tests.browser.conftest import NewContext, axe_faults, overflow, small_targets, wait_for
from tests.factories.campaigns import CampaignFactory

pytestmark = pytest.mark.browser


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """The cast's campaign, in a system that needs a map."""
    return CampaignFactory.create(name="The Low Fen", system="dragonpact")


@pytest.fixture
def draft(campaign: Campaign, wren: User, ode: User) -> Encounter:
    """The toll at Low Fen in preparation; Kerra is Ode's."""
    ready = next(one for one in ready_made(campaign) if one.key == "low_fen")
    made = do_create_ready(campaign, ready)
    made.roster.filter(name="Kerra Holt").update(owner=ode.key)
    return made


@pytest.fixture
def kerra(draft: Encounter) -> Combatant:
    return draft.roster.get(name="Kerra Holt")


@pytest.fixture
def fight(draft: Encounter, kerra: Combatant, wren: User) -> Encounter:
    """The fight begun; Kerra's turn comes first."""
    begun = do_start(draft, wren)
    order = [kerra.cid, *begun.roster.exclude(cid=kerra.cid).values_list("cid", flat=True)]
    do_command(begun, Command("gm", "begin_fight", {"order": order}), wren)
    return begun


@pytest.fixture
def player(new_browser: NewContext, fight: Encounter, ode: User) -> Page:
    """Kerra's player on a phone."""
    return opened(new_browser(ode, width=360, has_touch=True).new_page(), fight, "play")


def opened(page: Page, fight: Encounter, where: str) -> Page:
    page.goto(f"/encounters/{fight.code}/{where}/")
    expect(page.locator("#map-drawing")).to_be_visible()
    return page


def place(fight: Encounter, who: Combatant) -> tuple[int, int] | None:
    """Where somebody stands on the server."""
    fight.refresh_from_db()
    return next(one.at for one in engine.scene_of(fight).combatants if one.id == who.cid)


def token(page: Page, who: Combatant) -> Locator:
    return page.locator(f"#token-{who.cid}")


def centre(page: Page, x: int, y: int) -> tuple[float, float]:
    """The middle of a space in the window, scrolled into view."""
    script = """([x, y]) => {
      const drawing = document.getElementById("map-drawing");
      document.getElementById("map-scroll").scrollIntoView({ block: "center" });
      const point = new DOMPoint(x * 20 + 10, y * 20 + 10).matrixTransform(drawing.getScreenCTM());
      return [point.x, point.y];
    }"""
    found = page.evaluate(script, [x, y])
    return found[0], found[1]


def confirm(page: Page, price: str) -> None:
    """The price stands on the button before it is pressed."""
    button = page.locator("form.map-way:not([hidden]) button").first
    expect(button).to_contain_text(price)
    button.click()


def test_a_token_is_dragged(player: Page, fight: Encounter, kerra: Combatant) -> None:
    player.mouse.move(*centre(player, 2, 3))
    player.mouse.down()
    player.mouse.move(*centre(player, 3, 3))
    player.mouse.move(*centre(player, 4, 3))
    player.mouse.up()
    assert place(fight, kerra) == (2, 3)
    confirm(player, "2 points")
    wait_for(lambda: place(fight, kerra) == (4, 3))
    expect(token(player, kerra)).to_have_attribute("data-x", "4")


def test_a_token_moves_by_tap_and_tap(player: Page, fight: Encounter, kerra: Combatant) -> None:
    player.touchscreen.tap(*centre(player, 2, 3))
    expect(player.locator("#map-says")).to_contain_text("choose a space")
    player.touchscreen.tap(*centre(player, 3, 2))
    confirm(player, "1 point")
    wait_for(lambda: place(fight, kerra) == (3, 2))


def test_a_token_moves_by_keyboard(player: Page, fight: Encounter, kerra: Combatant) -> None:
    token(player, kerra).focus()
    player.keyboard.press("ArrowRight")
    player.keyboard.press("ArrowRight")
    expect(player.locator("#map-says")).to_contain_text("2 points")
    player.keyboard.press("Enter")
    wait_for(lambda: place(fight, kerra) == (4, 3))


def test_a_token_moves_by_buttons_out_of_the_list(player: Page, fight: Encounter, kerra: Combatant) -> None:
    player.get_by_role("button", name="Move Kerra Holt").click()
    player.get_by_role("button", name="Down right").click()
    expect(player.locator("#map-says")).to_contain_text("1 point")
    player.get_by_role("button", name="Right", exact=True).click()
    confirm(player, "2 points")
    wait_for(lambda: place(fight, kerra) == (4, 4) or place(fight, kerra) == (4, 3))


def test_what_is_too_far_cannot_be_confirmed_and_escape_lets_go(player: Page, kerra: Combatant) -> None:
    token(player, kerra).focus()
    for _ in range(11):
        player.keyboard.press("PageDown")
    expect(player.locator("#map-says")).to_contain_text("too far")
    expect(player.locator("form.map-way:not([hidden])")).to_have_count(0)
    player.keyboard.press("Escape")
    expect(player.locator("#map-move")).to_be_hidden()


def test_the_gms_page_follows_without_reloading(
    player: Page, new_browser: NewContext, fight: Encounter, kerra: Combatant, wren: User
) -> None:
    gm = opened(new_browser(wren).new_page(), fight, "run")
    token(player, kerra).focus()
    player.keyboard.press("ArrowUp")
    player.keyboard.press("Enter")
    expect(token(gm, kerra)).to_have_attribute("data-y", "2")
    expect(gm.locator(".map-list li").first).to_contain_text("Kerra Holt party, 2,2")


def rough(fight: Encounter) -> set[tuple[int, int]]:
    """The spaces of difficult ground."""
    scene = engine.scene_of(Encounter.objects.get(pk=fight.pk))
    return set(scene.map.spaces["rough"])


def test_the_gm_places_by_hand_and_paints(new_browser: NewContext, fight: Encounter, wren: User) -> None:
    gm = opened(new_browser(wren).new_page(), fight, "run")
    knight = fight.roster.get(name="Hedge knight")
    token(gm, knight).click()
    gm.mouse.click(*centre(gm, 9, 6))
    gm.get_by_role("button", name="Place by hand").click()
    wait_for(lambda: place(fight, knight) == (9, 6))
    expect(token(gm, knight)).to_have_attribute("data-x", "9")
    gm.get_by_role("button", name="Paint", exact=True).click()
    gm.locator("#map-kind").select_option("rough")
    gm.mouse.move(*centre(gm, 0, 0))
    gm.mouse.down()
    gm.mouse.move(*centre(gm, 1, 0))
    gm.mouse.up()
    wait_for(lambda: {(0, 0), (1, 0)} <= rough(fight))
    assert (2, 0) not in rough(fight)


def test_a_push_amid_a_stroke_changes_neither_kind_nor_stroke(
    new_browser: NewContext, fight: Encounter, kerra: Combatant, wren: User
) -> None:
    gm = opened(new_browser(wren).new_page(), fight, "run")
    gm.get_by_role("button", name="Paint", exact=True).click()
    gm.locator("#map-kind").select_option("rough")
    gm.mouse.move(*centre(gm, 0, 0))
    gm.mouse.down()
    do_command(fight, Command("gm", "place", {"unit": kerra.cid, "at": "3,3"}), wren)
    expect(token(gm, kerra)).to_have_attribute("data-x", "3")
    gm.mouse.move(*centre(gm, 1, 0))
    gm.mouse.up()
    wait_for(lambda: {(0, 0), (1, 0)} <= rough(fight))
    assert place(fight, kerra) == (3, 3)


def test_the_tape_measures_as_the_system_counts(player: Page) -> None:
    player.get_by_role("button", name="Measure").click()
    player.touchscreen.tap(*centre(player, 0, 0))
    player.touchscreen.tap(*centre(player, 2, 2))
    expect(player.locator("#map-says")).to_have_text("0,0 to 2,2: 3 m")


def test_a_map_is_prepared_by_hand(new_browser: NewContext, draft: Encounter, kerra: Combatant, wren: User) -> None:
    gm = opened(new_browser(wren).new_page(), draft, "prepare")
    gm.get_by_role("button", name="Move Kerra Holt", exact=True).click()
    gm.mouse.click(*centre(gm, 4, 6))
    gm.get_by_role("button", name="Place by hand").click()
    wait_for(lambda: Combatant.objects.get(pk=kerra.pk).start.get("at") == [4, 6])
    gm.get_by_role("button", name="Paint", exact=True).click()
    before = Encounter.objects.get(pk=draft.pk).scene["map"]["wall"]
    gm.mouse.click(*centre(gm, 0, 7))
    wait_for(lambda: Encounter.objects.get(pk=draft.pk).scene["map"]["wall"] != before)
    assert [0, 7] in Encounter.objects.get(pk=draft.pk).scene["map"]["wall"]


def test_a_tap_fills_the_path_that_an_open_form_asks_for(player: Page, fight: Encounter, kerra: Combatant) -> None:
    player.locator(".pick").get_by_role("button", name="Move", exact=False).first.click()
    field = player.locator(".chosen input[data-map=path]")
    expect(field).to_be_visible()
    player.touchscreen.tap(*centre(player, 4, 2))
    expect(field).not_to_have_value("")
    player.get_by_role("button", name="Confirm").click()
    wait_for(lambda: place(fight, kerra) == (4, 2))


def test_a_picture_lies_under_the_map(new_browser: NewContext, draft: Encounter, wren: User, tmp_path: Path) -> None:
    Image.new("RGB", (120, 80), "olive").save(tmp_path / "fen.png")
    gm = opened(new_browser(wren).new_page(), draft, "prepare")
    gm.locator("#map-settings summary").click()
    gm.locator("#map-settings input[type=file]").set_input_files(tmp_path / "fen.png")
    gm.get_by_role("button", name="Put it under the map").click()
    address = gm.locator("#map-drawing image").get_attribute("href")
    assert address is not None
    assert gm.request.get(address).headers["content-type"] == "image/webp"


def test_a_map_is_used_where_it_is_optional(new_browser: NewContext, campaign: Campaign, wren: User, ode: User) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(system="rhean")
    campaign.refresh_from_db()
    made = do_create_ready(campaign, next(one for one in ready_made(campaign) if one.key == "ambush_at_the_ford"))
    gm = new_browser(wren).new_page()
    gm.goto(f"/encounters/{made.code}/prepare/")
    gm.locator("#map-settings summary").click()
    gm.get_by_role("button", name="Use a map of this size").click()
    expect(gm.locator("#map-drawing")).to_be_visible()
    gm.get_by_role("button", name="Place Grog", exact=True).click()
    gm.mouse.click(*centre(gm, 3, 5))
    gm.locator("#map-facing").select_option("ne")
    gm.get_by_role("button", name="Place by hand").click()
    expect(gm.get_by_role("button", name="Move Grog", exact=True)).to_be_visible()
    assert made.roster.get(name="Grog").start["facing"] == "ne"


@pytest.mark.parametrize("where", ["run", "play", "watch", "replay", "prepare"])
@pytest.mark.parametrize(("width", "dark"), [(360, False), (768, True), (1280, False)])
def test_every_page_with_a_map_is_sound(
    request: pytest.FixtureRequest, new_browser: NewContext, where: str, width: int, dark: bool, wren: User, ode: User
) -> None:
    encounter = request.getfixturevalue("draft" if where == "prepare" else "fight")
    who = ode if where == "play" else wren
    page = opened(new_browser(who, width=width, dark=dark).new_page(), encounter, where)
    take = page.locator("[data-map-take]").first
    if take.count():
        take.click()
        page.locator("[data-map-go=e]").click()
    assert axe_faults(page) == []
    assert overflow(page) == 0
    in_the_log = ">Undo<"
    assert [fault for fault in small_targets(page) if in_the_log not in fault] == []
