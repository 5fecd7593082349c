"""Who hears of a fight's changes, and who no longer does."""

from __future__ import annotations

import pytest

from encounters.actions.control import do_share
from encounters.stream import address_for, address_for_table, topics_of
from rhean.campaigns.actions.members import do_leave, do_remove, do_set_role
from rhean.campaigns.models import User
from rhean.campaigns.roles import Role
from rhean.live import hub, read_token
from tests.encounters.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def dropped(table: Table, user: object) -> bool:
    """Whether somebody's streams of the fight were ended."""
    return (table.encounter.topic, str(user)) in hub.dropped


def test_a_page_carries_an_address_of_its_own_reader(asked: Table, ode: User) -> None:
    ticket = read_token(address_for(asked.encounter, ode).removeprefix("/live/"))
    assert (ticket.topic, ticket.user_id) == (asked.encounter.topic, str(ode.pk))


def test_every_change_is_told_after_commit(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "guard")
    assert hub.newest[asked.encounter.topic] == asked.fight.version


def test_a_refused_command_tells_nobody(asked: Table) -> None:
    before = hub.newest[asked.encounter.topic]
    asked.answer("ode", "Ode's knight", "fly")
    assert hub.newest[asked.encounter.topic] == before


def test_the_campaign_knows_the_topics_of_its_fights(asked: Table) -> None:
    assert asked.encounter.topic in topics_of(asked.fight.campaign)


def test_a_removed_member_loses_the_stream_at_once(asked: Table, ode: User, wren: User) -> None:
    do_remove(ode.memberships.get(), wren)
    assert dropped(asked, ode.pk)


def test_whoever_leaves_loses_the_stream_at_once(asked: Table, pike: User) -> None:
    do_leave(asked.fight.campaign, pike)
    assert dropped(asked, pike.pk)


def test_a_changed_role_ends_the_stream_so_that_the_page_is_read_anew(asked: Table, ode: User, wren: User) -> None:
    do_set_role(ode.memberships.get(), Role.WATCHER, wren)
    assert dropped(asked, ode.pk)


def test_a_revoked_link_ends_the_streams_that_it_opened(asked: Table) -> None:
    shared = do_share(asked.encounter, shared=True)
    listener = read_token(address_for_table(shared).removeprefix("/live/")).user_id
    do_share(asked.encounter, shared=False)
    assert dropped(asked, listener)
