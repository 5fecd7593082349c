"""The longest names without a space, of everything that people name, on the width of a phone."""

from __future__ import annotations

import pytest

from encounters.actions.control import do_share
from encounters.actions.play import do_start
from encounters.models import Encounter
from rhean.campaigns import demo
from rhean.campaigns.models import Campaign, User
from sheets.models import Character
from tests.browser.conftest import NewContext, overflow
from tests.factories.sheets import LibraryEntryFactory

pytestmark = pytest.mark.browser

LONG = "W" * 120
CAMPAIGN = ("", "encounters/", "members/", "log/", "edit/", "characters/", "library/", "library/shields/", "rules/")
DRAFT = ("prepare/", "print/")
FIGHT = ("run/", "run/?focus={cid}&override=set_pool", "replay/?step=3", "watch/")
SHEET = ("", "manage/", "print/", "xp/")


@pytest.fixture
def long(site: object) -> Campaign:
    """The demo campaign with everything called as long as can be."""
    demo.load()
    campaign = Campaign.objects.get(encounters__name="Ambush at the ford")
    Campaign.objects.update(name=LONG)
    Encounter.objects.update(name=LONG)
    Character.objects.update(name=LONG)
    for fight in campaign.encounters.all():
        fight.roster.update(name=LONG)
    LibraryEntryFactory.create(campaign=campaign, key="door", name=LONG)
    campaign.refresh_from_db()
    return campaign


def too_wide(new_browser: NewContext, user: User | None, addresses: list[str]) -> dict[str, int]:
    """By how many pixels which of these pages are too wide."""
    page = new_browser(user, width=360).new_page()
    found = {}
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None, address
        assert answer.status == 200, address
        found[address] = overflow(page)
    return {address: wide for address, wide in found.items() if wide}


def test_the_pages_of_a_campaign_stay_as_narrow_as_a_phone(new_browser: NewContext, long: Campaign) -> None:
    gm = User.objects.get(username=demo.GM_NAME)
    sheet = long.characters.first().get_absolute_url()
    draft = f"/encounters/{long.encounters.first().code}/"
    addresses = ["/", "/characters/", *(long.get_absolute_url() + page for page in CAMPAIGN)]
    addresses += [*(sheet + page for page in SHEET), *(draft + page for page in DRAFT)]
    assert too_wide(new_browser, gm, addresses) == {}


@pytest.mark.parametrize("system", ["rhean", "dragonpact"])
def test_the_pages_of_a_fight_stay_as_narrow_as_a_phone(new_browser: NewContext, long: Campaign, system: str) -> None:
    draft = Encounter.objects.filter(campaign__system=system)[0]
    draft.roster.update(name=LONG)
    gm, player = (User.objects.get(username=name) for name in (demo.GM_NAME, demo.PLAYER_NAME))
    fight = do_share(do_start(draft, gm), shared=True)
    home = f"/encounters/{fight.code}/"
    cid = fight.roster.first().cid
    assert too_wide(new_browser, gm, [home + page.format(cid=cid) for page in FIGHT]) == {}
    assert too_wide(new_browser, player, [home + "play/"]) == {}
    assert too_wide(new_browser, None, [f"/table/{fight.watch_token}/"]) == {}
