"""Words that have a page of the rules lead to it, and every number says where it comes from."""

from __future__ import annotations

import re

import pytest

from rhean.campaigns.models import User
from rhean.rules.systems import KEYS, get_system
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.campaigns import MembershipFactory
from tests.factories.sheets import CharacterFactory, ready_sheet

PAGES = ("", "abilities/", "build/gear/", "tables/skills/find/")
HELD = re.compile(r"<(summary|button|label)\b(?:(?!</\1>).)*?<a [^>]*rule-link", re.DOTALL)


@pytest.fixture(params=KEYS)
def ash(request: pytest.FixtureRequest, ode: User) -> Character:
    """The first ready-made character of a system, in a campaign that Ode plays in."""
    system = get_system(request.param)
    kind = system.character_kinds[0]
    document = ready_sheet(system.key, kind, next(iter(system.library.all(kind))))
    campaign = MembershipFactory.create(user=ode, campaign__system=system.key).campaign
    return CharacterFactory.create(campaign=campaign, owner=ode, name="Ash", document=document)


def read(clients: Clients, address: str, who: str = "ode") -> str:
    answer = clients[who].get(address)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_sheet_leads_into_the_rules(clients: Clients, ash: Character, path: str) -> None:
    html = read(clients, f"{ash.get_absolute_url()}{path}")
    assert f"/campaigns/{ash.campaign.code}/rules/" in re.sub(r"<header.*?</header>", "", html, flags=re.DOTALL)
    assert not HELD.search(html)


def test_what_experience_buys_leads_into_the_rules(clients: Clients, brannoc: Character) -> None:
    html = read(clients, f"{brannoc.get_absolute_url()}xp/")
    assert f'class="rule-link" href="/campaigns/{brannoc.campaign.code}/rules/skill.sword_long/"' in html
    assert not HELD.search(html)


@pytest.mark.parametrize("path", ["", "skills/", "weapons/"])
def test_the_library_leads_into_the_rules(clients: Clients, ash: Character, path: str) -> None:
    html = read(clients, f"/campaigns/{ash.campaign.code}/library/{path}")
    assert f"/campaigns/{ash.campaign.code}/rules/" in html


def test_paper_has_no_links_into_the_rules(clients: Clients, ash: Character) -> None:
    assert "rule-link" not in read(clients, f"{ash.get_absolute_url()}print/")


def test_a_skill_a_condition_and_a_shield_lead_to_their_pages(clients: Clients, brannoc: Character) -> None:
    brannoc.document = {**brannoc.document, "shield": "kite", "conditions": ["mounted"]}
    brannoc.save(update_fields=["document"])
    html = read(clients, brannoc.get_absolute_url())
    for key in ("skill.sword_long", "condition.mounted", "table.shields", "rule.pools"):
        assert f'class="rule-link" href="/campaigns/{brannoc.campaign.code}/rules/{key}/"' in html


def test_words_in_notes_lead_to_their_pages(clients: Clients, brannoc: Character) -> None:
    brannoc.notes = "Learn **Haggle** from the <b>smith."
    brannoc.save(update_fields=["notes"])
    html = read(clients, brannoc.get_absolute_url())
    assert re.search(r'<strong><a class="rule-link" href="[^"]*/skill.haggle/">Haggle</a></strong>', html)
    assert "<b>smith" not in html


def test_without_a_campaign_the_links_lead_to_the_rules_as_they_ship(clients: Clients, brannoc: Character) -> None:
    brannoc.campaign = None
    brannoc.save(update_fields=["campaign"])
    assert 'href="/rules/rhean/skill.sword_long/"' in read(clients, brannoc.get_absolute_url())


def test_a_number_says_where_each_part_of_it_comes_from(clients: Clients, ash: Character) -> None:
    html = read(clients, ash.get_absolute_url())
    assert '<small class="text-muted">attribute</small>' in html
    assert '<small class="text-muted">gear</small>' in html


def test_readers_too_see_what_a_pool_is_made_of(clients: Clients, brannoc: Character) -> None:
    html = read(clients, brannoc.get_absolute_url(), "pike")
    assert 'id="figure-hits"' in html
    assert "Set by hand</a>" not in html
