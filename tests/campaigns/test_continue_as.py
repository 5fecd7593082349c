"""The demo's own way in."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from rhean.campaigns import demo
from rhean.campaigns.models import Campaign
from rhean.campaigns.roles import Role
from tests.factories.campaigns import PASSWORD, CampaignFactory, MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
LOCAL = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}


@pytest.fixture
def ford() -> Campaign:
    """A demo campaign with its people, without what the other apps add."""
    campaign = CampaignFactory.create(demo=True)
    gm = UserFactory.create(username=demo.GM_NAME, demo=True)
    MembershipFactory.create(campaign=campaign, user=gm, role=Role.OWNER)
    MembershipFactory.create(campaign=campaign, user=UserFactory.create(username=demo.PLAYER_NAME, demo=True))
    return campaign


@pytest.mark.parametrize("who", ["gm", "player"])
@pytest.mark.parametrize("local", [LOCAL, {"REMOTE_ADDR": "::1", "HTTP_HOST": "[::1]:8000"}])
def test_one_is_in_the_demo_with_one_click(client: Client, ford: Campaign, who: str, local: Mapping[str, str]) -> None:
    assert f"/demo/{who}/continue/" in client.get("/", **local).text
    answer = client.post(f"/demo/{who}/continue/", **local)
    assert answer.headers["Location"] == ford.get_absolute_url()
    assert client.get(ford.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {**LOCAL, "REMOTE_ADDR": "192.0.2.7"},
        {**LOCAL, "HTTP_HOST": "rhean.example"},
        {**LOCAL, "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {**LOCAL, "HTTP_X_REAL_IP": "127.0.0.1"},
        {**LOCAL, "HTTP_FORWARDED": "for=192.0.2.7"},
    ],
)
def test_nobody_gets_in_from_elsewhere(client: Client, ford: Campaign, headers: Mapping[str, str]) -> None:
    assert "/continue/" not in client.get("/", **headers).text
    assert client.post("/demo/gm/continue/", **headers).status_code == 404


def test_behind_a_declared_proxy_nobody_is_local(client: Client, ford: Campaign, settings: Any) -> None:
    settings.BEHIND_HTTPS = True
    assert client.post("/demo/gm/continue/", **LOCAL).status_code == 404


def test_it_ends_with_the_first_account(client: Client, ford: Campaign) -> None:
    UserFactory.create()
    assert client.post("/demo/gm/continue/", **LOCAL).status_code == 404


def test_it_ends_with_the_first_campaign(client: Client, ford: Campaign) -> None:
    CampaignFactory.create()
    assert client.post("/demo/gm/continue/", **LOCAL).status_code == 404


def test_without_a_demo_there_is_no_such_way(client: Client) -> None:
    assert client.post("/demo/gm/continue/", **LOCAL).status_code == 404


def test_nobody_else_is_in_the_demo(client: Client, ford: Campaign) -> None:
    assert client.post("/demo/owner/continue/", **LOCAL).status_code == 404
    assert client.get("/demo/gm/continue/", **LOCAL).status_code == 405


def test_who_likes_the_demo_keeps_its_account(client: Client, ford: Campaign) -> None:
    client.post("/demo/gm/continue/", **LOCAL)
    assert "/account/keep/" in client.get("/", **LOCAL).text
    assert client.get("/account/password/", **LOCAL).headers["Location"] == "/account/keep/"
    form = {"name": "Wren", "password": PASSWORD, "again": PASSWORD}
    assert client.post("/account/keep/", {**form, "again": "x"}, **LOCAL).status_code == 422
    assert client.post("/account/keep/", form, **LOCAL).status_code == 302
    kept = ford.memberships.get(role=Role.OWNER).user
    assert (kept.username, kept.demo, kept.is_staff, kept.check_password(PASSWORD)) == ("Wren", False, True, True)
    assert client.get(ford.get_absolute_url(), **LOCAL).status_code == 200
    assert Client().post("/demo/gm/continue/", **LOCAL).status_code == 404


def test_the_demos_gm_is_told_to_take_a_password_and_logs_in_by_the_same_name_then(
    client: Client, ford: Campaign
) -> None:
    gm = ford.memberships.get(role=Role.OWNER).user
    gm.set_unusable_password()
    gm.save()
    client.post("/demo/gm/continue/", **LOCAL)
    link = client.post(
        f"/campaigns/{ford.code}/invitations/invite/",
        {"role": str(Role.PLAYER.value), "uses": "1", "days": "7"},
        **LOCAL,
    )
    pages = (ford.get_absolute_url(), f"/campaigns/{ford.code}/members/", link.headers["Location"])
    assert all("game master without a password" in client.get(page, **LOCAL).text for page in pages)
    UserFactory.create()
    form = {"name": demo.GM_NAME, "password": PASSWORD, "again": PASSWORD}
    assert client.post("/account/keep/", form, **LOCAL).status_code == 302
    assert not any("without a password" in client.get(page, **LOCAL).text for page in pages)
    again = Client()
    assert again.post("/log-in/", {"username": demo.GM_NAME, "password": PASSWORD}).status_code == 302
    assert again.get(pages[0]).status_code == 200


def test_the_demos_player_is_not_called_its_game_master(client: Client, ford: Campaign) -> None:
    ford.memberships.get(role=Role.PLAYER).user.set_unusable_password()
    client.post("/demo/player/continue/", **LOCAL)
    assert "without a password" not in client.get(ford.get_absolute_url(), **LOCAL).text


def test_nobody_takes_the_name_of_another_while_keeping(client: Client, ford: Campaign) -> None:
    client.post("/demo/gm/continue/", **LOCAL)
    form = {"name": demo.PLAYER_NAME, "password": PASSWORD, "again": PASSWORD}
    assert client.post("/account/keep/", form, **LOCAL).status_code == 422


def test_nobody_else_has_an_account_to_keep(client: Client) -> None:
    client.force_login(UserFactory.create(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/account/keep/").headers["Location"] == "/account/"
    assert client.put("/account/keep/").status_code == 405


def test_the_demo_is_loaded_into_an_empty_server_only() -> None:
    UserFactory.create()
    with pytest.raises(CommandError, match="empty one only"):
        call_command("load_demo")


def test_the_demo_has_its_people_a_link_and_no_passwords() -> None:
    call_command("load_demo", stdout=StringIO())
    campaign = demo.campaign()
    assert [str(one.user) for one in campaign.memberships.all()] == [demo.GM_NAME, demo.PLAYER_NAME]
    assert campaign.invitations.get().is_open
    assert not any(one.user.has_usable_password() for one in campaign.memberships.all())
    assert demo.is_all_there_is()
