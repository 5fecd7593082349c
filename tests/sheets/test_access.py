"""Who may what with a character."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import Campaign, Membership, User
from rhean.campaigns.roles import Role
from sheets.access import Need, rights_in, rights_of
from sheets.models import Character
from tests.campaigns.standard import Clients


@pytest.mark.parametrize(
    ("role", "owns", "npc", "plays", "level"),
    [
        (None, False, False, True, None), (None, False, True, True, None), (None, True, False, False, Need.EDIT),
        (None, True, False, True, Need.TAKE), (Role.WATCHER, False, False, True, Need.READ),
        (Role.WATCHER, False, True, True, 0), (Role.WATCHER, True, False, True, Need.TAKE),
        (Role.PLAYER, False, False, True, Need.READ), (Role.PLAYER, False, True, True, 0),
        (Role.PLAYER, True, False, True, Need.EDIT), (Role.PLAYER, True, True, True, Need.EDIT),
        (Role.GM, False, True, True, Need.GM), (Role.OWNER, False, False, True, Need.GM),
    ],
)  # fmt: skip
def test_the_rights_of_each(role: Role | None, owns: bool, npc: bool, plays: bool, level: int | None) -> None:
    rights = rights_in(role, owns=owns, npc=npc, plays=plays)
    assert rights.member == (level is not None)
    assert rights.level == (level or 0)
    assert rights.gm == (level == Need.GM)


def leave(campaign: Campaign, user: User) -> None:
    Membership.objects.filter(campaign=campaign, user=user).delete()


def test_an_owner_who_left_takes_his_character_along_and_changes_nothing(
    clients: Clients, brannoc: Character, ode: User
) -> None:
    leave(brannoc.campaign, ode)
    one = brannoc.get_absolute_url()
    ode_client = clients["ode"]
    assert ode_client.post(f"{one}check/roll/", {"check": "skill.sword_long"}).status_code == 403
    assert ode_client.post(f"{one}pool/set/", {"pool": "hits", "how": "lose", "amount": "1"}).status_code == 403
    assert "You no longer play in" in ode_client.get(f"{one}manage/").text
    assert ode_client.get(f"{one}export/").status_code == 200
    ode_client.post(f"{one}duplicate/", {"name": "Brannoc abroad"})
    assert Character.objects.get(name="Brannoc abroad").campaign is None
    assert ode_client.post(f"{one}move/", {"campaign": "none"}).status_code == 302
    brannoc.refresh_from_db()
    assert brannoc.campaign is None
    assert rights_of(ode, brannoc).may_edit


def test_nobodys_character_is_the_game_masters(clients: Clients, brannoc: Character, stranger: User) -> None:
    brannoc.owner = None
    brannoc.save(update_fields=["owner"])
    assert clients["wren"].get(brannoc.get_absolute_url()).status_code == 200
    assert rights_of(stranger, brannoc).member is False
