"""A group's own library entries as forms, made of the system's fields for their kind."""

from __future__ import annotations

from typing import Any

from django import forms

from rhean.campaigns.fields import NameField, WholeNumberField
from rhean.rules.sheet import Document, Field, Library
from rhean.rules.system import System
from sheets.formfields import form_field

WIDEST = 1000


class EntryForm(forms.Form):
    """One entry: its name and its fields. A table of numbers (``pools``) is one number for each of its choices."""

    name = NameField(label="Name")
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    base = forms.IntegerField(required=False, min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(
        self, system: System[Any], kind: str, library: Library, *, data: Any = None, start: Document | None = None
    ) -> None:
        super().__init__(data)
        self.described = system.entry_fields[kind]
        start = start or {}
        self.initial["name"] = start.get("name", "")
        for one in self.described:
            if one.kind == "pools":
                self.add_numbers(one, start.get(one.key) or {})
            else:
                self.add(one, library, start.get(one.key, one.default))

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
        """The entry's data; what is at its default is left out."""
        found: Document = {}
        for one in self.described:
            if one.kind == "pools":
                given = {key: self.cleaned_data.get(f"{one.key}-{key}") for key, _ in one.choices}
                value: Any = {key: number for key, number in given.items() if number}
            else:
                value = self.cleaned_data.get(one.key)
            if value not in (None, "", [], {}) and value != one.default:
                found[one.key] = value
        return {one.key: one.default for one in self.described if needed(one)} | found


def needed(one: Field) -> bool:
    """Whether a field's default says something that an entry has to hold."""
    return one.kind in {"integer", "choice", "item"} and one.default not in (None, "")


def in_a_line(value: Any) -> Any:
    """A list as it is typed in one line: ``10/20/30``."""
    return "/".join(str(each) for each in value) if isinstance(value, list | tuple) else value
