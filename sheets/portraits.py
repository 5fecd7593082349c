"""Portraits: checked, made small, and freed of everything but the picture."""

from __future__ import annotations

import io
import struct
import warnings
from typing import IO

from django.core.exceptions import ValidationError
from PIL import ExifTags, Image, UnidentifiedImageError

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
LARGEST_FILE = 8 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 10_000
SIDE = 512

# What the camera's note "orientation" asks for, so that the picture stands upright.
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

Portrait = bytes


def read_portrait(file: IO[bytes], side: int = SIDE) -> Portrait:
    """The picture as a WebP of at most ``side`` x ``side`` without any metadata; raises ``ValidationError``."""
    data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValidationError("This file is too large: at most 8 MB.", code="size")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = opened(data, side)
            return small(picture, side)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error) as fault:
        raise ValidationError("This is not a picture that can be read: use PNG, JPEG, WebP or GIF.") from fault
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise ValidationError("This picture has too many points: at most 40 million.", code="pixels") from fault


def opened(data: bytes, side: int = SIDE) -> Image.Image:
    """The first frame, of one of the formats taken, within the limits."""
    picture: Image.Image = Image.open(io.BytesIO(data), formats=FORMATS)
    longest = max(picture.size)
    if longest > LONGEST_SIDE:
        told = f"This picture is {longest:,} points long on one side: at most {LONGEST_SIDE:,}."
        raise ValidationError(told, code="side")
    if picture.width * picture.height > MOST_PIXELS:
        raise ValidationError("This picture has too many points: at most 40 million.", code="pixels")
    picture.draft("RGB", (2 * side, 2 * side))
    return picture


def small(picture: Image.Image, side: int = SIDE) -> Portrait:
    """Turned upright, scaled down, and written anew: only the points are kept. Of the camera's notes one is read and
    none is written, for what strangers put into them does not bear writing."""
    turn = TURNS.get(picture.getexif().get(ExifTags.Base.Orientation, 1))
    points = picture.convert("RGBA")
    upright = points if turn is None else points.transpose(turn)
    upright.thumbnail((side, side))
    clean = Image.frombytes("RGBA", upright.size, upright.tobytes())
    written = io.BytesIO()
    clean.save(written, "WEBP", quality=82, method=4)
    return written.getvalue()
