"""Form fields for what people type: names of every kind, numbers of every kind."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rhean.campaigns.names import NAME_STORED, clean_name

MOST_DIGITS = 12
SIGNS = str.maketrans({"\u2212": "-", "\uff0d": "-", "\uff0b": "+"})
LARGEST = 10**9


class NameField(forms.CharField):
    """A name: stored in one form of Unicode, trimmed, at most 120 characters, never blank to the eye."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"strip": True, **kwargs})
        self.widget.attrs.setdefault("maxlength", str(NAME_STORED))
        self.widget.attrs.setdefault("dir", "auto")

    def clean(self, value: Any) -> str:
        text = self.to_python(value)
        if not text and not self.required:
            return ""
        if not text:
            raise ValidationError(self.error_messages["required"], code="required")
        name = clean_name(text)
        self.run_validators(name)
        return name


class WholeNumberField(forms.Field):
    """A whole number in the digits of any script, full-width ones included, within bounds; empty is None."""

    widget = forms.TextInput

    def __init__(self, *, minimum: int = -LARGEST, maximum: int = LARGEST, **kwargs: Any) -> None:
        self.minimum = minimum
        self.maximum = maximum
        super().__init__(**kwargs)
        self.widget.attrs.setdefault("inputmode", "numeric" if minimum >= 0 else "text")
        self.widget.attrs.setdefault("autocomplete", "off")

    def to_python(self, value: Any) -> int | None:
        text = "" if value is None else str(value)
        return None if not text.strip() else read_whole(text, self.minimum, self.maximum)


def read_whole(text: str, minimum: int = -LARGEST, maximum: int = LARGEST) -> int:
    """The whole number that was typed; raises ``ValidationError`` with a sentence that helps.

    >>> read_whole(" １２ "), read_whole("−3"), read_whole("+5")
    (12, -3, 5)
    """
    plain = text.strip().translate(SIGNS)
    if not re.fullmatch(r"[+-]?\d+", plain):
        shown = text.strip()[:40]
        raise ValidationError(f"“{shown}” is not a whole number: write digits only, like 12 or -3.", code="whole")
    if len(plain.lstrip("+-").lstrip("0")) > MOST_DIGITS:
        raise ValidationError(f"Too large a number: at most {maximum}.", code="bounds")
    number = int(plain)
    if number < minimum:
        raise ValidationError(f"At least {minimum}.", code="bounds")
    if number > maximum:
        raise ValidationError(f"At most {maximum}.", code="bounds")
    return number
