"""Accounts, campaigns, members, invitations, log entries."""

from __future__ import annotations

from typing import Any

import factory

from rhean.campaigns.models import Campaign, Invitation, LogEntry, Membership, User
from rhean.campaigns.roles import Role

PASSWORD = "correct horse 7"  # what everybody of the cast types


class UserFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"Person {n}")

    @factory.post_generation
    def password(self: User, create: bool, extracted: str | None, **kwargs: Any) -> None:
        self.set_password(extracted or PASSWORD)
        self.save(update_fields=["password"])


class CampaignFactory(factory.django.DjangoModelFactory[Campaign]):
    class Meta:
        model = Campaign

    name = factory.Sequence(lambda n: f"Campaign {n}")
    system = "rhean"


class MembershipFactory(factory.django.DjangoModelFactory[Membership]):
    class Meta:
        model = Membership

    campaign = factory.SubFactory(CampaignFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.PLAYER


class InvitationFactory(factory.django.DjangoModelFactory[Invitation]):
    class Meta:
        model = Invitation

    campaign = factory.SubFactory(CampaignFactory)
    role = Role.PLAYER


class LogEntryFactory(factory.django.DjangoModelFactory[LogEntry]):
    class Meta:
        model = LogEntry

    campaign = factory.SubFactory(CampaignFactory)
    seq = factory.Sequence(lambda n: n + 1)
    kind = "campaign.archived"
    payload = factory.LazyFunction(lambda: {"who": "Somebody"})
