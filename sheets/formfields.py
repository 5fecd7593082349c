"""A field of a system's schema as a form field: the same for every system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString, mark_safe

from rhean.campaigns.fields import WholeNumberField
from rhean.rules.sheet import Field, Library

GONE = "(no longer in the library)"
TEXT_LIMIT = 200
LONG_TEXT_LIMIT = 20_000
Choices = list[tuple[str, str]]


def safe_name(path: str) -> str:
    """A path as the name of a form field, fit for an id and a selector.

    >>> safe_name("skills.sword_long.level"), safe_name("skills.lore(old kings).rank")
    ('skills-sword_long-level', 'skills-lore_x28_old_x20_kings_x29_-rank')
    """
    return re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_x{ord(found[0]):x}_", path.replace(".", "-"))


def offered(field: Field, library: Library, now: Iterable[str] = ()) -> Choices:
    """What a choice offers, with what stands there now even if it is gone from the library."""
    entries = library.all(field.library) if field.library else {}
    choices: Choices = [(key, entry.name) for key, entry in entries.items()] or list(field.choices)
    if field.kind == "item":
        choices.insert(0, ("", "none"))
    known = {key for key, _ in choices}
    return choices + [(key, f"{key} {GONE}") for key in now if key and key not in known]


class WordsWidget(forms.Widget):
    """Tick boxes, and for each entry that is named by words a line of text with the words, parted by commas."""

    template_name = "sheets/widgets/words.html"
    use_fieldset = True

    def __init__(self, closed: Choices, opened: Choices) -> None:
        super().__init__()
        self.closed = closed
        self.opened = opened

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        chosen = list(value or ())
        context["boxes"] = [
            {"id": f"{name}-{number}", "key": key, "label": label, "checked": key in chosen}
            for number, (key, label) in enumerate(self.closed)
        ]
        context["lines"] = [
            {"id": f"{name}-w{number}", "name": f"{name}:{key}", "label": label, "value": ", ".join(words(chosen, key))}
            for number, (key, label) in enumerate(self.opened)
        ]
        return context

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        return mark_safe(render_to_string(self.template_name, self.get_context(name, value, attrs)))  # noqa: S308

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> list[str]:
        chosen: list[str] = data.getlist(name) if isinstance(data, MultiValueDict) else list(data.get(name, ()))
        for key, _ in self.opened:
            for word in printable(str(data.get(f"{name}:{key}", ""))).split(","):
                if word.strip():
                    chosen.append(f"{key}({' '.join(word.split())})")
        return list(dict.fromkeys(chosen))

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return False  # no box ticked is an answer


def words(chosen: Iterable[str], key: str) -> list[str]:
    """The words by which an entry is named in a set.

    >>> words(["hardy", "keen_sense(smell)", "keen_sense(hearing)"], "keen_sense")
    ['smell', 'hearing']
    """
    return [one[len(key) + 1 : -1] for one in chosen if one.startswith(f"{key}(") and one.endswith(")")]


class WordsField(forms.Field):
    """A set of library entries, some of them named by words."""

    def __init__(self, closed: Choices, opened: Choices, **kwargs: Any) -> None:
        super().__init__(widget=WordsWidget(closed, opened), required=False, **kwargs)
        self.allowed = {key for key, _ in closed}
        self.opened = {key for key, _ in opened}

    def clean(self, value: Any) -> list[str]:
        for one in value or ():
            if one not in self.allowed and one.partition("(")[0] not in self.opened:
                raise ValidationError(f"There is no choice “{one[:40]}”.", code="choice")
        return list(value or ())

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(initial or ()) != list(data or ())


class PlainCharField(forms.CharField):
    """Text without control characters; its lines stay."""

    def to_python(self, value: Any) -> str:
        text = str(super().to_python(value) or "").replace("\r\n", "\n")
        return printable(text)


def printable(text: str) -> str:
    """Text without control characters; its lines stay."""
    return "".join(char for char in text if char in "\n\t" or char.isprintable() or not char.isascii())


def form_field(field: Field, library: Library, now: Any = None) -> forms.Field:
    """The form field for a field of the schema whose present value is ``now``."""
    made = _MAKERS[field.kind](field, library, now)
    made.label = field.label
    made.help_text = field.help
    return made


def _text(field: Field, library: Library, now: Any) -> forms.Field:
    made = PlainCharField(required=False, max_length=field.maximum or TEXT_LIMIT)
    made.widget.attrs["dir"] = "auto"
    return made


def _long_text(field: Field, library: Library, now: Any) -> forms.Field:
    area = forms.Textarea(attrs={"rows": 3, "dir": "auto"})
    return PlainCharField(required=False, max_length=field.maximum or LONG_TEXT_LIMIT, widget=area)


def _integer(field: Field, library: Library, now: Any) -> forms.Field:
    if field.choices:
        labels = dict(field.choices)
        choices = [(str(key), label) for key, label in field.choices]
        if now is not None and str(now) not in labels:
            choices.append((str(now), str(now)))
        return forms.TypedChoiceField(choices=choices, coerce=int, required=False, empty_value=field.default)
    return BoundedField(field)


class BoundedField(WholeNumberField):
    """A whole number; left empty it is the field's default."""

    def __init__(self, field: Field) -> None:
        bounds = {"minimum": field.minimum, "maximum": field.maximum}
        super().__init__(required=False, **{key: bound for key, bound in bounds.items() if bound is not None})
        self.default = field.default
        if field.default is not None:
            self.widget.attrs["placeholder"] = str(field.default)

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return self.default if number is None else number


def _flag(field: Field, library: Library, now: Any) -> forms.Field:
    return forms.BooleanField(required=False)


def _choice(field: Field, library: Library, now: Any) -> forms.Field:
    choices = offered(field, library, [now] if isinstance(now, str) else ())
    return forms.ChoiceField(choices=choices, required=False)


def _set(field: Field, library: Library, now: Any) -> forms.Field:
    entries = library.all(field.library) if field.library else {}
    opened = [(key, entry.name) for key, entry in entries.items() if field.open_set and entry.takes_words]
    names = {key for key, _ in opened}
    chosen = [one for one in now if isinstance(one, str)] if isinstance(now, list | tuple) else []
    closed_now = [one for one in chosen if one.partition("(")[0] not in names]
    closed = [(key, label) for key, label in offered(field, library, closed_now) if key not in names]
    return WordsField(closed, opened)


_MAKERS = {
    "text": _text,
    "long_text": _long_text,
    "integer": _integer,
    "flag": _flag,
    "choice": _choice,
    "item": _choice,
    "set": _set,
}
