"""The factories build what the app itself would accept."""

from __future__ import annotations

import pytest

from tests.factories import campaigns as factories

NAMES = ("UserFactory", "CampaignFactory", "MembershipFactory", "InvitationFactory", "LogEntryFactory")


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_what_a_factory_builds_is_valid(name: str) -> None:
    made = getattr(factories, name).create()
    made.full_clean()
    assert made.pk
