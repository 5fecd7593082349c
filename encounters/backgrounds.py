"""Pictures under a map: checked, made small, freed of everything but the picture, and named at random."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms

from sheets.portraits import read_portrait

SIDE = 2048
FOLDER = "maps"


def random_path(instance: Any, filename: str) -> str:
    """A name that tells nothing and that nobody guesses; what the file was called before is forgotten."""
    return f"{FOLDER}/{secrets.token_urlsafe(24)}.webp"


class PictureField(forms.FileField):
    """A picture, as the bytes of a fresh WebP."""

    def clean(self, data: Any, initial: Any = None) -> bytes:
        found: Any = super().clean(data, initial)
        return read_portrait(found, SIDE)


class BackgroundForm(forms.Form):
    """The picture under the map."""

    picture = PictureField(
        label="Picture", widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"})
    )
