"""The same number of database queries, however many fight."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters.actions.play import do_start
from encounters.fragments import clear_shelves
from rhean.campaigns.models import Campaign, User
from tests.encounters.table import Table
from tests.factories.encounters import CombatantFactory, EncounterFactory


def crowd(campaign: Campaign, wren: User, ode: User, count: int) -> Table:
    """A fight of so many, its first round opened."""
    fight = EncounterFactory.create(campaign=campaign)
    CombatantFactory.create(encounter=fight, side="party", owner=ode.key)
    CombatantFactory.create_batch(count - 1, encounter=fight)
    table = Table(do_start(fight, wren), {"wren": wren, "ode": ode})
    table.open_round()
    return table


def queries(table: Table, person: str, name: str) -> int:
    """What a page costs that nobody has rendered yet."""
    table.get(person, name)
    clear_shelves()
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert table.get(person, name).status_code == 200
    return len(captured)


@pytest.mark.parametrize(("person", "name"), [("wren", "run"), ("ode", "play"), ("ode", "watch"), ("ode", "replay")])
def test_a_page_costs_the_same_for_8_and_30(campaign: Campaign, wren: User, ode: User, person: str, name: str) -> None:
    few, many = crowd(campaign, wren, ode, 8), crowd(campaign, wren, ode, 30)
    assert queries(few, person, name) == queries(many, person, name) <= 22


def test_an_answer_costs_the_same_for_8_and_30(campaign: Campaign, wren: User, ode: User) -> None:
    counts = []
    for size in (8, 30):
        table = crowd(campaign, wren, ode, size)
        name = table.fight.roster.get(owner=ode.key).name
        sent = table.form(name, "guard")
        table.client("ode")
        with CaptureQueriesContext(connection) as captured:
            assert table.post("ode", "answer", sent, "pick").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 40


def test_a_part_that_is_on_the_shelf_costs_next_to_nothing(campaign: Campaign, wren: User, ode: User) -> None:
    table = crowd(campaign, wren, ode, 8)
    table.get("ode", "refresh_play")
    with CaptureQueriesContext(connection) as captured:
        table.get("ode", "refresh_play")
    assert len(captured) <= 5
