"""The demo: accounts without a password, a campaign for each of several systems, and what the other apps add.

An app registers a loader in ``AppConfig.ready``; loaders run in order, each in the same transaction, with a demo
campaign and its people. The demo is loaded once, into an empty server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from rhean.campaigns.models import Campaign, Invitation, Membership, User
from rhean.campaigns.roles import Role

NAME = "Demo: the ford"
GM_NAME = "Demo GM"
PLAYER_NAME = "Demo player"


class People(NamedTuple):
    """Who plays the demo."""

    gm: User
    player: User


Loader = Callable[[Campaign, People], None]
_loaders: dict[str, tuple[int, Loader]] = {}


def register(key: str, order: int, load: Loader) -> None:
    """Add something to the demo; loaders with the smaller order run first."""
    _loaders[key] = (order, load)


def is_all_there_is() -> bool:
    """Whether the server holds the demo and nothing that people made."""
    has_demo = Campaign.objects.filter(demo=True).exists()
    return has_demo and not (Campaign.objects.filter(demo=False).exists() or User.objects.filter(demo=False).exists())


def is_wanted() -> bool:
    """Whether the server is empty, so that the demo may be loaded."""
    return not (Campaign.objects.exists() or User.objects.exists())


@transaction.atomic
def load() -> Campaign:
    """Load the demo campaigns with everything that the apps add; gives the first."""
    people = People(gm=demo_account(GM_NAME), player=demo_account(PLAYER_NAME))
    first, *_ = [_load(people, *demo) for demo in DEMOS]
    return first


def _load(people: People, name: str, system: str, welcome: str) -> Campaign:
    campaign = Campaign.objects.create(name=name, system=system, demo=True, notes=welcome)
    Membership.objects.create(campaign=campaign, user=people.gm, role=Role.OWNER)
    Membership.objects.create(campaign=campaign, user=people.player, role=Role.PLAYER)
    Invitation.objects.create(campaign=campaign, role=Role.PLAYER, created_by=people.gm)
    for _, loader in sorted(_loaders.values(), key=lambda item: item[0]):
        loader(campaign, people)
    return campaign


def demo_account(name: str) -> User:
    """An account that nobody can log in to with a password."""
    user = User(username=name, demo=True)
    user.set_unusable_password()
    user.save()
    return user


WELCOME = """Look around: the sheets, the creatures, and the fight **Ambush at the ford**, ready to run.

Nothing here matters, so try everything. It is yours until somebody makes an account; then this server is your group's.
"""


FEN = """A campaign in other rules: the sheets, the creatures, and the fight **The toll at Low Fen**, played on a map.

Nothing here matters, so try everything.
"""

DEMOS = ((NAME, "rhean", WELCOME), ("Demo: the fen", "dragonpact", FEN))
"""Name, system and notes of each demo campaign."""


def person(who: str) -> User | None:
    """The demo's ``gm`` or ``player``."""
    name = {"gm": GM_NAME, "player": PLAYER_NAME}.get(who)
    return User.objects.filter(demo=True, username=name).first() if name else None


def campaign() -> Campaign:
    """The demo campaign that one comes to first."""
    return Campaign.objects.filter(demo=True).earliest("pk")
