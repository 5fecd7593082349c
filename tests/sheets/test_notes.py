"""Notes, name, portrait."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from PIL import Image

from sheets.models import Character
from sheets.portraits import SIDE
from tests.campaigns.standard import Clients

HTMX = {"HX-Request": "true"}
SECRET = "He is the duke's son."


def post(
    clients: Clients, who: str, character: Character, path: str, data: dict[str, Any], **more: Any
) -> HttpResponse:
    return clients[who].post(f"{character.get_absolute_url()}{path}", data, **more)


def test_notes_are_markdown_made_safe(clients: Clients, brannoc: Character) -> None:
    text = "**Owes** Pike 5 gold <script>alert(1)</script>\n\n[x](javascript:alert(1))"
    answer = post(clients, "ode", brannoc, "text/notes/save/", {"text": text, "base": "1"}, headers=HTMX)
    assert "<strong>Owes</strong>" in answer.text
    assert "<script>" not in answer.text
    assert 'href="javascript' not in answer.text


def test_notes_are_the_owners_and_the_game_masters_and_gm_notes_theirs_alone(
    clients: Clients, brannoc: Character
) -> None:
    post(clients, "ode", brannoc, "text/notes/save/", {"text": "My own thoughts", "base": "1"})
    assert post(clients, "wren", brannoc, "text/gm_notes/save/", {"text": SECRET, "base": "1"}).status_code == 302
    seen = {who: clients[who].get(brannoc.get_absolute_url()).text for who in ("ode", "wren", "pike", "watcher")}
    assert {who for who, html in seen.items() if "My own thoughts" in html} == {"ode", "wren"}
    assert {who for who, html in seen.items() if "duke" in html} == {"wren"}
    for path in ("print/", "export/", "manage/", "changes/?since=0", "xp/"):
        assert "duke" not in clients["ode"].get(f"{brannoc.get_absolute_url()}{path}").text
    assert post(clients, "ode", brannoc, "text/gm_notes/save/", {"text": "x"}).status_code == 403


def test_of_two_who_write_the_later_is_told_and_keeps_his_text(clients: Clients, brannoc: Character) -> None:
    post(clients, "wren", brannoc, "text/notes/save/", {"text": "from Wren", "base": "1"})
    answer = post(clients, "ode", brannoc, "text/notes/save/", {"text": "from Ode", "base": "1"}, headers=HTMX)
    assert answer.status_code == 409
    assert "from Wren" in answer.text
    assert ">from Ode</textarea>" in answer.text
    brannoc.refresh_from_db()
    assert brannoc.notes == "from Wren"
    again = post(clients, "ode", brannoc, "text/notes/save/", {"text": "from Ode", "base": str(brannoc.version)})
    assert again.status_code == 302


def test_notes_that_are_too_long_are_told(clients: Clients, brannoc: Character) -> None:
    answer = post(clients, "ode", brannoc, "text/notes/save/", {"text": "x" * 40_001, "base": "1"})
    assert answer.status_code == 422
    assert "at most 40000 characters" in answer.text


def test_a_name_is_changed_and_the_later_of_two_is_told(clients: Clients, brannoc: Character) -> None:
    assert (
        post(clients, "wren", brannoc, "name/set/", {"name": "Brannoc the Bold", "name:base": "1"}).status_code == 302
    )
    answer = post(clients, "ode", brannoc, "name/set/", {"name": "Bran", "name:base": "1"}, headers=HTMX)
    assert answer.status_code == 409
    assert "Brannoc the Bold" in answer.text
    assert post(clients, "ode", brannoc, "name/set/", {"name": "\u200b"}, headers=HTMX).status_code == 422


def picture(kind: str = "JPEG", size: tuple[int, int] = (1200, 800), **more: Any) -> SimpleUploadedFile:
    """A picture with a place and a camera in it."""
    written = io.BytesIO()
    image = Image.new("RGB", size, (200, 40, 40))
    exif = image.getexif()
    exif[271] = "CameraOfTheDuke"
    image.save(written, kind, exif=exif.tobytes(), **more)
    return SimpleUploadedFile("me.jpg", written.getvalue(), content_type="text/html")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_portrait_is_made_small_and_freed_of_everything_else(clients: Clients, brannoc: Character, kind: str) -> None:
    more = {} if kind != "GIF" else {"save_all": True}
    assert post(clients, "ode", brannoc, "portrait/set/", {"picture": picture(kind, **more)}).status_code == 302
    answer = clients["pike"].get(f"{brannoc.get_absolute_url()}portrait/")
    data = answer.content
    shown = Image.open(io.BytesIO(data))
    assert (shown.format, max(shown.size)) == ("WEBP", SIDE)
    assert b"CameraOfTheDuke" not in data
    assert answer["Content-Type"] == "image/webp"


def test_a_portrait_is_for_those_who_may_read_the_sheet(clients: Clients, gnarl: Character) -> None:
    post(clients, "wren", gnarl, "portrait/set/", {"picture": picture()})
    got = {who: clients[who].get(f"{gnarl.get_absolute_url()}portrait/").status_code for who in clients}
    assert got == {"nobody": 302, "owner": 200, "wren": 200, "ode": 403, "pike": 403, "watcher": 403, "stranger": 404}


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"GIF89a", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"x" * (8 * 1024 * 1024 + 1)]
)
def test_what_is_no_picture_is_refused(clients: Clients, brannoc: Character, data: bytes) -> None:
    file = SimpleUploadedFile("me.png", data, content_type="image/png")
    answer = post(clients, "ode", brannoc, "portrait/set/", {"picture": file}, headers=HTMX)
    assert answer.status_code == 422
    brannoc.refresh_from_db()
    assert not brannoc.portrait


def test_a_picture_that_would_fill_the_memory_is_refused(clients: Clients, brannoc: Character) -> None:
    written = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(written, "PNG")
    file = SimpleUploadedFile("me.png", written.getvalue(), content_type="image/png")
    answer = post(clients, "ode", brannoc, "portrait/set/", {"picture": file}, headers=HTMX)
    assert answer.status_code == 422
    assert "too many points" in answer.text


def test_a_new_portrait_takes_the_old_ones_place_and_it_can_be_taken_away(
    clients: Clients, brannoc: Character, django_capture_on_commit_callbacks: Any
) -> None:
    post(clients, "ode", brannoc, "portrait/set/", {"picture": picture()})
    brannoc.refresh_from_db()
    first = brannoc.portrait.name
    with django_capture_on_commit_callbacks(execute=True):
        post(clients, "ode", brannoc, "portrait/set/", {"picture": picture("PNG")})
    assert not brannoc.portrait.storage.exists(first)
    post(clients, "ode", brannoc, "portrait/remove/", {})
    assert clients["ode"].get(f"{brannoc.get_absolute_url()}portrait/").status_code == 404
