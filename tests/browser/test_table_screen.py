"""The table screen is read from across a room: on a television, on a laptop, and still on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.control import do_share
from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns import demo
from rhean.campaigns.models import User
from tests.browser.conftest import NewContext, axe_faults, overflow

pytestmark = pytest.mark.browser

WINDOWS = ((1920, 1080, 32, 20), (1280, 800, 24, 16), (360, 800, 16, 13))
"""Width, height, the least size of what matters, the least size of anything: in pixels."""
LARGE = ".stage-clock, .waiting-row bdi, .order-name, .log-line:nth-child(-n + 3) .line"
FIRSTS = ".order-row:first-child, .log-line:first-child .line:first-child"
TEXTS = """() => {
  const sizes = {};
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    const seen = walk.currentNode.data.trim() && parent.checkVisibility() && parent.getBoundingClientRect().width > 1;
    if (!seen || parent.closest(".visually-hidden, .skip, svg, script")) continue;
    const name = `${parent.tagName} ${parent.className}`;
    sizes[name] = Math.min(sizes[name] ?? 999, parseFloat(getComputedStyle(parent).fontSize));
  }
  return sizes;
}"""
SIZES = "found => found.map((element) => parseFloat(getComputedStyle(element).fontSize))"


@pytest.fixture(params=["Ambush at the ford", "The toll at Low Fen"])
def fight(site: object, request: pytest.FixtureRequest) -> Encounter:
    """A fight of the demo in its first round, open to the public; the second has a map."""
    demo.load()
    gm = User.objects.get(username=demo.GM_NAME)
    Encounter.objects.update(seed="seed of the screen")
    fight = do_share(do_start(Encounter.objects.get(name=request.param), gm), shared=True)
    for _ in range(14):
        fight.refresh_from_db()
        do_choose(fight, gm, who=engine.system_for(fight).open_decisions(engine.state_of(fight))[0][1])
    return fight


def sizes(page: Page, width: int, height: int) -> tuple[list[float], dict[str, float]]:
    """How large what matters is in a window of that size, and the least size of every kind of text."""
    page.set_viewport_size({"width": width, "height": height})
    return page.eval_on_selector_all(LARGE, SIZES), page.evaluate(TEXTS)


def test_the_table_screen_is_read_from_afar(new_browser: NewContext, fight: Encounter) -> None:
    page = new_browser().new_page()
    page.goto(f"/table/{fight.watch_token}/")
    for width, height, large, least in WINDOWS:
        matters, texts = sizes(page, width, height)
        assert len(matters) > 5
        assert min(matters) >= large, width
        assert {name: size for name, size in texts.items() if size < least} == {}, width
        assert overflow(page) == 0, width
        seen = page.eval_on_selector_all(FIRSTS, "found => found.map((one) => one.getBoundingClientRect().bottom)")
        assert len(seen) == 2
        assert width < 1200 or max(seen) < height
    assert axe_faults(page) == []
