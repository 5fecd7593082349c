"""A group's own library entries as forms, made of the system's fields for their kind."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from django import forms
from django.core.exceptions import ValidationError

from rhean.campaigns.fields import LARGEST, MOST_DIGITS, SIGNS, NameField, WholeNumberField
from rhean.rules.errors import BadDocument
from rhean.rules.sheet import Document, Field, Library
from rhean.rules.system import System
from sheets.formfields import form_field

WIDEST = 1000
NAME, KEY, VERSION = "own:name", "own:key", "own:version"
"""The form's own fields. No field of a system can be called so: theirs are plain words."""


class NumberField(WholeNumberField):
    """A number that may be a fraction, in the digits of any script; left empty it is the field's default. Whole ones
    are whole."""

    def __init__(self, field: Field) -> None:
        low = -LARGEST if field.minimum is None else field.minimum
        high = LARGEST if field.maximum is None else field.maximum
        super().__init__(minimum=low, maximum=high, required=False)
        self.default = field.default
        self.widget.attrs["inputmode"] = "decimal" if low >= 0 else "text"
        if field.default is not None:
            self.widget.attrs["placeholder"] = str(field.default)

    def to_python(self, value: Any) -> Any:
        text = "" if value is None else str(value)
        return read_number(text, self.minimum, self.maximum) if text.strip() else None

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return self.default if number is None else number

    def prepare_value(self, value: Any) -> Any:
        return int(value) if isinstance(value, float) and value.is_integer() else value


def read_number(text: str, minimum: int = -LARGEST, maximum: int = LARGEST) -> int | float:
    """The number that was typed; raises ``ValidationError`` with a sentence that helps.

    >>> read_number("5.0"), read_number(" 0,1 "), read_number("１２"), read_number("−3")
    (5, 0.1, 12, -3)
    """
    plain = text.strip().translate(SIGNS).replace(",", ".").replace("．", ".")
    found = re.fullmatch(r"([+-]?)(\d+)(?:\.(\d+))?", plain)
    if found is None:
        raise ValidationError(f"“{text.strip()[:40]}” is not a number: write digits, like 12 or 0.5.", code="number")
    if len(found[2].lstrip("0")) > MOST_DIGITS or len(found[3] or "") > MOST_DIGITS:
        raise ValidationError(f"At most {MOST_DIGITS} digits before and after the point.", code="bounds")
    number = float("".join(char if char in "+-." else str(unicodedata.digit(char)) for char in plain))
    if number < minimum:
        raise ValidationError(f"At least {minimum}.", code="bounds")
    if number > maximum:
        raise ValidationError(f"At most {maximum}.", code="bounds")
    return int(number) if number.is_integer() else number


class EntryForm(forms.Form):
    """One entry: its name and its fields. A table of numbers (``pools``) is one number for each of its choices."""

    def __init__(
        self, system: System[Any], kind: str, library: Library, *, data: Any = None, start: Document | None = None
    ) -> None:
        super().__init__(data)
        self.described = system.entry_fields[kind]
        self.type = system.entry_types[kind]
        self.start = start or {}
        self.fields[NAME] = NameField(label="Name")
        self.fields[KEY] = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
        self.fields[VERSION] = forms.IntegerField(
            required=False, min_value=0, max_value=2**31, widget=forms.HiddenInput
        )
        self.initial[NAME] = self.start.get("name", "")
        fractions = fractions_of(self.type)
        for one in self.described:
            if one.kind == "pools":
                self.add_numbers(one, self.standing(one) or {})
            elif one.key in fractions:
                self.fields[one.key] = NumberField(one)
                self.label(one, self.standing(one))
            else:
                self.add(one, library, self.standing(one))

    @property
    def name(self) -> forms.BoundField:
        """The field with the entry's name."""
        return self[NAME]

    def standing(self, one: Field) -> Any:
        """What a field shows at first. An entry that does not say it has what the system puts there."""
        return (defaults_of(self.type) | self.start if self.start else {}).get(one.key, one.default)

    def label(self, one: Field, value: Any) -> None:
        """Words and first value of a field that was made here."""
        self.fields[one.key].label, self.fields[one.key].help_text = one.label, one.help
        self.initial[one.key] = value

    def add(self, one: Field, library: Library, value: Any) -> None:
        """A plain field."""
        shown = in_a_line(value) if one.kind == "text" else value
        self.fields[one.key] = form_field(one, library, shown)
        self.initial[one.key] = shown
        if one.kind == "long_text":
            self.fields[one.key].widget.attrs["rows"] = 2

    def add_numbers(self, one: Field, values: Document) -> None:
        """A table of numbers."""
        low = -WIDEST if one.minimum is None else one.minimum
        high = WIDEST if one.maximum is None else one.maximum
        for key, label in one.choices:
            name = f"{one.key}-{key}"
            self.fields[name] = WholeNumberField(
                label=f"{one.label}: {label}", minimum=low, maximum=high, required=False
            )
            self.initial[name] = values.get(key)

    @property
    def document(self) -> Document:
        """The entry's data. Left out is only what the system puts there by itself; what no field of the form shows
        stays as it was."""
        known = {one.name for one in msgspec.structs.fields(self.type)} - {"key", "name"}
        found = {key: value for key, value in self.start.items() if key in known}
        found |= {one.key: self.value_of(one) for one in self.described}
        defaults = defaults_of(self.type)
        return {key: value for key, value in found.items() if value is not None and value != defaults.get(key)}

    def value_of(self, one: Field) -> Any:
        """What was given for a field: nothing is its default, and a set in another order is the same set."""
        if one.kind == "pools":
            given = {key: self.cleaned_data.get(f"{one.key}-{key}") for key, _ in one.choices}
            return {key: number for key, number in given.items() if number}
        value, before = self.cleaned_data.get(one.key), self.start.get(one.key)
        if one.kind == "set" and isinstance(before, list | tuple) and sorted(map(str, before)) == sorted(value or ()):
            return list(before)
        return one.default if value in (None, "") else value

    def refuse(self, fault: BadDocument) -> None:
        """Show what the system does not take: at its field, where there is one."""
        place = fault.place.replace(".", "-")
        names = [place, place.split("-", 1)[0].split("[", 1)[0], NAME if place == "name" else ""]
        self.add_error(next((name for name in names if name in self.fields), None), str(fault))


def fractions_of(kind: type) -> set[str]:
    """The fields of a kind of entry that take fractions."""
    return {one.name for one in msgspec.structs.fields(kind) if float in (one.type, *get_args(one.type))}


def defaults_of(kind: type) -> Document:
    """What an entry of a kind holds where its data says nothing; what has to be said is not among it."""
    found: Document = {}
    for one in msgspec.structs.fields(kind):
        if one.default is not msgspec.NODEFAULT:
            found[one.name] = list(one.default) if isinstance(one.default, tuple) else one.default
        elif one.default_factory is not msgspec.NODEFAULT:
            found[one.name] = one.default_factory()
    return found


def in_a_line(value: Any) -> Any:
    """A list as it is typed in one line: numbers ``10/20/30``, rows ``2: quick; 3: accuracy 1, evasion 1``.

    >>> in_a_line([10, 20]), in_a_line([{"level": 2, "does": ["quick"]}, {"level": 3, "does": ["a 1", "b 1"]}])
    ('10/20', '2: quick; 3: a 1, b 1')
    """
    if not isinstance(value, list | tuple):
        return value
    if any(isinstance(each, Mapping) for each in value):
        return "; ".join(row_in_a_line(each) for each in value)
    return "/".join(str(each) for each in value)


def row_in_a_line(row: Mapping[str, Any]) -> str:
    """``3: accuracy 1, evasion 1``."""
    words = (each if isinstance(each, list | tuple) else [each] for each in row.values())
    return ": ".join(", ".join(map(str, each)) for each in words)
