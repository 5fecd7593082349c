"""The sheet's page, what changed since, and what it shows to whom."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from rhean.campaigns.models import User
from rhean.rules.systems import KEYS, get_system
from sheets.actions import do_set_field
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.campaigns import MembershipFactory
from tests.factories.sheets import CharacterFactory, ready_sheet


def page(clients: Clients, who: str, character: Character) -> str:
    answer = clients[who].get(character.get_absolute_url())
    assert answer.status_code == 200
    return answer.text


def test_the_owner_reads_and_edits_his_sheet(clients: Clients, brannoc: Character) -> None:
    html = page(clients, "ode", brannoc)
    assert "Brannoc" in html
    assert "Sword Long" in html
    assert 'name="strength"' in html
    assert "<fieldset disabled>" not in html
    assert "check-button" in html


def test_the_others_of_the_party_read_it_only(clients: Clients, brannoc: Character) -> None:
    for who in ("pike", "watcher"):
        html = page(clients, who, brannoc)
        assert "<fieldset disabled>" in html
        assert "check-button" not in html
        assert "Set by hand" not in html


def test_a_sheet_with_errors_says_so_and_can_still_be_opened(clients: Clients, brannoc: Character) -> None:
    brannoc.document = {"strength": "many", "skills": [], "weapons": {"x": 1}, "pools": 7, "advantages": "hardy"}
    brannoc.save(update_fields=["document"])
    html = page(clients, "ode", brannoc)
    assert "until then nothing is worked out" in html
    for path in ("abilities/", "xp/", "print/", "export/", "manage/", "build/attributes/"):
        assert clients["ode"].get(f"{brannoc.get_absolute_url()}{path}").status_code == 200


def test_what_changed_since_is_sent_and_nothing_when_nothing_did(clients: Clients, brannoc: Character) -> None:
    address = reverse("sheets:changes", args=[brannoc.code])
    seen = brannoc.version
    assert clients["ode"].get(address, {"since": seen}).status_code == 204
    do_set_field(brannoc, "strength", 9, base=None, actor=brannoc.owner)
    changed = clients["ode"].get(address, {"since": seen}).text
    assert 'id="cell-strength"' in changed
    assert 'id="cell-will"' not in changed
    assert clients["ode"].get(address, {"since": "never"}).status_code == 200


@pytest.mark.parametrize("system", KEYS)
def test_every_ready_made_one_of_every_system_has_a_sheet(clients: Clients, ode: User, system: str) -> None:
    rules = get_system(system)
    campaign = MembershipFactory.create(user=ode, campaign__system=system).campaign
    for kind in rules.character_kinds:
        for key, entry in rules.library.all(kind).items():
            one = CharacterFactory.create(
                campaign=campaign, owner=ode, name=entry.name, document=ready_sheet(system, kind, key)
            )
            html = page(clients, "ode", one)
            assert "until then nothing is worked out" not in html, (kind, key)
            assert "pool-card" in html


@pytest.mark.parametrize("system", KEYS)
def test_a_sheet_of_every_system_prints_advances_and_is_built(clients: Clients, ode: User, system: str) -> None:
    campaign = MembershipFactory.create(user=ode, campaign__system=system).campaign
    one = CharacterFactory.create(campaign=campaign, owner=ode, name="Ash")
    for path in ("print/", "xp/", "abilities/", "manage/"):
        assert clients["ode"].get(f"{one.get_absolute_url()}{path}").status_code == 200
    for step in get_system(system).steps:
        assert clients["ode"].get(f"{one.get_absolute_url()}build/{step.key}/").status_code == 200
    assert clients["ode"].get(f"/characters/schema/{system}/").status_code == 200


def test_on_paper_stands_what_is_worked_out_and_entries_by_their_names(clients: Clients, brannoc: Character) -> None:
    brannoc.document = {**brannoc.document, "shield": "kite", "armour": "scale", "movement": 0}
    brannoc.document |= {"advantages": ["ambidextrous", "keen_sense(smell)"], "conditions": ["prone"]}
    brannoc.save(update_fields=["document"])
    html = clients["ode"].get(f"{brannoc.get_absolute_url()}print/").text
    assert re.findall(r"<span>Movement</span><b[^>]*>(\d+)", html) == ["10", "10"]
    assert "Kite shield" in html
    assert "Skill Sword Long" in html
    assert "sword long" not in html
    assert "keen_sense" not in html
    assert "Keen sense: smell" in html
