"""Pictures that people send: made anew, turned upright, and refused with a sentence where they are broken."""

from __future__ import annotations

import io
import random

import pytest
from django.core.exceptions import ValidationError
from PIL import ExifTags, Image, ImageFile, ImageOps

from sheets.portraits import read_portrait

DAWN = "at the ford, at dawn"
TEXT, RATIONAL = b"\x01\x0e\x00\x02\x00\x00\x00\x15", b"\x01\x0e\x00\x05\x00\x00\x00\x01"
"""How the note says that it is 21 characters, and how it would say that it is one fraction."""


def picture(kind: str, *, turned: int = 6, broken: bool = False) -> bytes:
    """A picture with a camera's notes; ``broken``: one of them is of another type than it has to be."""
    notes = Image.Exif()
    notes[ExifTags.Base.Orientation] = turned
    notes[ExifTags.Base.ImageDescription] = DAWN
    written = notes.tobytes()
    shape = Image.new("RGB", (60, 40), "white")
    shape.paste("red", (0, 0, 20, 10))
    made = io.BytesIO()
    shape.save(made, kind, exif=written.replace(TEXT, RATIONAL) if broken else written)
    return made.getvalue()


@pytest.mark.parametrize("turned", range(1, 9))
def test_a_picture_stands_upright_without_its_notes(turned: int) -> None:
    sent = picture("PNG", turned=turned)
    shown = Image.open(io.BytesIO(read_portrait(io.BytesIO(sent))))
    wanted = ImageOps.exif_transpose(Image.open(io.BytesIO(sent)))
    assert shown.size == wanted.size
    assert not shown.getexif()
    corners = [(2, 2), (2, shown.height - 3), (shown.width - 3, 2), (shown.width - 3, shown.height - 3)]
    red = [wanted.getpixel(corner) == (255, 0, 0) for corner in corners]
    assert [shown.convert("RGB").getpixel(corner)[1] < 128 for corner in corners] == red  # type: ignore[index]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_broken_notes_of_a_camera_harm_nobody(kind: str) -> None:
    sent = picture(kind, broken=True)
    assert RATIONAL in sent
    assert Image.open(io.BytesIO(read_portrait(io.BytesIO(sent)))).size == (40, 60)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_picture_with_bytes_changed_is_read_or_refused(kind: str) -> None:
    chance, refused = random.Random(7), 0
    for _ in range(150):
        sent = bytearray(picture(kind))
        for _ in range(chance.choice((1, 4, 16))):
            sent[chance.randrange(min(len(sent), 300))] = chance.randrange(256)
        try:
            assert read_portrait(io.BytesIO(bytes(sent))).startswith(b"RIFF")
        except ValidationError:
            refused += 1
    assert refused > 0


@pytest.mark.parametrize("size", [(1, 39_999_999), (39_999_999, 1), (10_001, 2)])
def test_a_picture_too_long_on_one_side_is_refused_before_it_is_read(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = io.BytesIO()
    Image.new("1", size).save(made, "PNG")
    made.seek(0)
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda self: pytest.fail("it was read"))
    with pytest.raises(ValidationError, match=f"{max(size):,} points long on one side: at most 10,000"):
        read_portrait(made)


def test_a_picture_as_long_as_may_be_is_taken() -> None:
    made = io.BytesIO()
    Image.new("1", (10_000, 4)).save(made, "PNG")
    made.seek(0)
    assert Image.open(io.BytesIO(read_portrait(made))).width == 512
