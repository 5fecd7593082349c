"""A ruling that the GM changes while the fight runs: a step like any other."""

from __future__ import annotations

import pytest

from encounters import engine
from encounters.actions.play import do_start
from encounters.logbook import ref_of
from rhean.campaigns.models import User
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.fight import Fight
from tests.encounters.table import Table
from tests.factories.campaigns import CampaignFactory, MembershipFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory


@pytest.fixture
def duel(wren: User) -> Table:
    """A running fight of two in Rhean."""
    campaign = CampaignFactory.create(system="rhean")
    MembershipFactory.create(campaign=campaign, user=wren, role=3)
    made = EncounterFactory.create(campaign=campaign)
    sheet = get_system("rhean").library.get("characters", "soldier").sheet
    for side in ("party", "foes"):
        CombatantFactory.create(encounter=made, side=side, sheet=sheet)
    return Table(do_start(made, wren), {"wren": wren})


def test_it_counts_from_then_on_is_logged_and_can_be_taken_back(duel: Table) -> None:
    before = engine.state_of(duel.fight)
    sent = {"option": "ruling", "with-key": "declarations", "with-value": "sealed"}
    assert duel.post("wren", "override", sent).status_code == 200
    assert Fight(engine.state_of(duel.fight)).rulings["declarations"] == "sealed"
    step = duel.fight.log.last()
    focus = {"focus": duel.fight.roster.first().cid}
    page = duel.client("wren").get(duel.url("run"), focus).content.decode()
    assert "From now on" in page
    assert "Change a ruling" in page
    duel.post("wren", "undo", {"ref": ref_of(duel.encounter, step.seq)})
    assert engine.state_of(duel.fight) == before


def test_a_formula_with_a_fault_is_refused_with_its_place(duel: Table) -> None:
    sent = {"option": "ruling", "with-key": "hits_formula", "with-value": "body + luck"}
    answer = duel.post("wren", "override", sent)
    assert answer.status_code == 422
    assert "no value &#x27;luck&#x27;" in answer.content.decode()
    assert "column 8" in answer.content.decode()
