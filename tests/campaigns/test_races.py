"""Two people at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from rhean.campaigns.actions import InvitationClosed, LastOwner, do_join, do_leave, do_log
from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from rhean.rules.events import EVERYONE
from tests.factories.campaigns import CampaignFactory, InvitationFactory, MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> list[str]:
    """Do all of them at the same moment, each in a thread of its own; the names of the errors that came."""
    start = Barrier(len(deeds))

    def do(deed: Callable[[], object]) -> str:
        start.wait()
        try:
            deed()
        except (InvitationClosed, LastOwner) as refusal:
            return type(refusal).__name__
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(deeds)) as pool:
        return sorted(filter(None, pool.map(do, deeds)))


def test_of_five_who_want_the_last_two_places_two_get_them() -> None:
    link = InvitationFactory.create(uses_left=2)
    people = UserFactory.create_batch(5)
    refused = at_once(*(lambda user=user: do_join(link, user) for user in people))
    assert refused == ["InvitationClosed"] * 3
    assert link.campaign.memberships.count() == 2
    link.refresh_from_db()
    assert link.uses_left == 0


def test_a_double_click_joins_once() -> None:
    link = InvitationFactory.create(uses_left=5)
    user = UserFactory.create()
    assert at_once(*[lambda: do_join(link, user)] * 4) == []
    link.refresh_from_db()
    assert (link.uses_left, Membership.objects.filter(user=user).count()) == (4, 1)


def test_of_two_owners_who_leave_at_once_one_stays() -> None:
    campaign = CampaignFactory.create()
    owners = [one.user for one in MembershipFactory.create_batch(2, campaign=campaign, role=Role.OWNER)]
    assert at_once(*(lambda user=user: do_leave(campaign, user) for user in owners)) == ["LastOwner"]
    assert campaign.memberships.get().role == Role.OWNER


def write(campaign: Campaign, user: User, key: str) -> None:
    do_log(campaign, "campaign.archived", {"who": user.username}, audience=EVERYONE, actor=user, key=key)


def test_the_log_numbers_every_entry_once_and_a_repeated_key_writes_none() -> None:
    campaign = CampaignFactory.create()
    user = UserFactory.create()
    keys = [f"key {n % 4}" for n in range(8)]
    assert at_once(*(lambda key=key: write(campaign, user, key) for key in keys)) == []
    assert sorted(campaign.log.values_list("seq", flat=True)) == [1, 2, 3, 4]
    campaign.refresh_from_db()
    assert (campaign.log_length, campaign.version) == (4, 4)
