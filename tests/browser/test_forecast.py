"""The forecast in a real browser: started, seen to move, read; its figures fit a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from encounters import workers
from encounters.changes import stamp_for
from encounters.models import Encounter
from rhean.campaigns.models import User
from rhean.campaigns.roles import Role
from tests.browser.conftest import NewContext, axe_faults, overflow, small_targets
from tests.encounters.drafted import drafted
from tests.factories.campaigns import MembershipFactory
from tests.factories.encounters import ForecastFactory

pytestmark = pytest.mark.browser


@pytest.fixture
def fight(site: object) -> Encounter:
    """Two against two, in preparation."""
    return drafted("dragonpact")


@pytest.fixture
def gm(fight: Encounter) -> User:
    return MembershipFactory.create(campaign=fight.campaign, role=Role.GM).user


def test_a_forecast_is_begun_seen_to_move_and_read(
    new_browser: NewContext, fight: Encounter, gm: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = new_browser(gm).new_page()
    page.goto(f"/encounters/{fight.code}/prepare/")
    page.get_by_role("link", name="Forecast").click()
    page.get_by_label("How often").select_option("1000")
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("progressbar")).to_have_attribute("max", "1000")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", re.compile("[1-9]"))
    monkeypatch.setattr(workers, "MOST_SECONDS", 0.0)
    expect(page.locator("#forecast [role=status]")).to_contain_text("took too long")
    expect(page.get_by_role("rowheader", name="side “party” wins")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator("#forecast")).not_to_have_attribute("hx-trigger", re.compile("."))
    monkeypatch.undo()
    page.get_by_role("button", name="Play it anew").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#forecast [role=status]")).to_contain_text("Cancelled")
    workers.close()


def test_the_figures_fit_a_phone(new_browser: NewContext, fight: Encounter, gm: User) -> None:
    cast = [[one.cid, one.name, one.side] for one in fight.roster.all()]
    given = {"encounter": fight, "cast": cast, "stamp": stamp_for(fight)}
    ForecastFactory.create(**given)
    ForecastFactory.create(**given, change="more.x", label="One more: Marsh troll of the lower fen")
    page = new_browser(gm, width=360, dark=True).new_page()
    page.goto(f"/encounters/{fight.code}/forecast/")
    expect(page.get_by_text("no difference that these runs could tell").first).to_be_visible()
    assert axe_faults(page) == []
    assert overflow(page) == 0
    assert small_targets(page) == []
