"""The page of the server's owner, and the backup."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from rhean.campaigns.models import Campaign, User
from rhean.campaigns.views import server as views
from tests.campaigns.standard import Clients, assert_only_by, assert_statuses
from tests.cast import ClientOf
from tests.factories.campaigns import UserFactory


@pytest.fixture
def host(db: None, client_of: ClientOf) -> Client:
    return client_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


def test_it_shows_accounts_campaigns_and_sizes(host: Client, campaign: Campaign, owner: User) -> None:
    page = host.get("/server/").text
    for words in ("Olwen", "The Salt Road", "Database", "Pictures", "Pages open now"):
        assert words in page


def test_it_tells_nothing_of_what_is_played(host: Client, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(notes="MARKER", gm_notes="MARKER")
    for address in ("/server/", "/admin/campaigns/campaign/", f"/admin/campaigns/campaign/{campaign.pk}/change/"):
        answer = host.get(address)
        assert answer.status_code == 200
        assert "MARKER" not in answer.text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own tool for backups")
def test_a_backup_holds_all_and_leaves_nothing_behind(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[Path] = []

    def pack(target: Path) -> None:
        places.append(target)
        with tarfile.open(target, "w:gz") as archive:
            archive.addfile(tarfile.TarInfo("rhean.sqlite3"))

    monkeypatch.setattr(views, "pack", pack)
    answer = host.post("/server/backup/")
    content = b"".join(answer.streaming_content)
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        assert archive.getnames() == ["rhean.sqlite3"]
    assert "attachment" in answer.headers["Content-Disposition"]
    assert not places[0].exists()


def test_nobody_else_finds_it(clients: Clients) -> None:
    assert_statuses(clients, "/server/", {404: ["owner", "wren", "stranger"], 302: ["nobody"]})
    assert_statuses(clients, "/server/backup/", {404: ["owner", "stranger"], 302: ["nobody"]}, method="post")


def test_other_methods_are_refused(host: Client) -> None:
    assert_only_by("get", host, "/server/")
    assert_only_by("post", host, "/server/backup/")


def test_an_account_is_made_the_servers_by_command(db: None) -> None:
    user = UserFactory.create(username="Ode 🐉")
    call_command("server_owner", "ODE 🐉", stdout=io.StringIO())
    user.refresh_from_db()
    assert user.is_staff
    assert user.is_superuser
    with pytest.raises(CommandError, match="no account Pike"):
        call_command("server_owner", "Pike")


ADMIN = "/admin/campaigns"


@pytest.mark.parametrize("place", ["user", "campaign", "invitation", "logentry", "user/add"])
def test_the_administration_lists_everything(host: Client, campaign: Campaign, place: str) -> None:
    assert host.get(f"{ADMIN}/{place}/").status_code == 200


@pytest.mark.parametrize(("name", "made"), [("New 🐉", True), ("host", False), ("\u200b", False)])
def test_the_administration_makes_accounts_with_the_same_names(host: Client, name: str, made: bool) -> None:
    form: dict[str, Any] = {"username": name, "password1": "correct horse 7", "password2": "correct horse 7"}
    host.post(f"{ADMIN}/user/add/", {**form, "usable_password": "true"})
    assert (User.objects.count() == 2) is made
