"""Forms of the sheet itself: its values, name, notes, pools, numbers set by hand, portrait."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.text import slugify

from rhean.campaigns.fields import NameField, WholeNumberField
from rhean.rules.sheet import Field, Library
from rhean.rules.system import System
from sheets.actions.advances import LARGEST_GAIN
from sheets.formfields import PlainCharField, WordsWidget, form_field
from sheets.models import Character
from sheets.page import SheetPage
from sheets.paths import Place
from sheets.portraits import Portrait, read_portrait
from sheets.sections import Cell

LARGEST_POOL = 10_000
NOTES_LIMIT = 40_000
AUTOSAVE = "change, input changed delay:900ms"


class SheetForm(forms.Form):
    """Some or all values of a sheet, each saved on its own as soon as it changes."""

    def __init__(self, character: Character, library: Library, cells: Iterable[Cell], data: Any = None) -> None:
        super().__init__(data)
        self.places: dict[str, Place] = {}
        address = reverse("sheets:set_field", args=[character.code])
        for cell in cells:
            made = form_field(cell.leaf, library, cell.value)
            made.widget.attrs |= self.attributes(cell, made, address)
            self.fields[cell.name] = made
            self.initial[cell.name] = cell.value
            self.places[cell.name] = cell.place
            if cell.figures:
                made.help_text = ""

    @staticmethod
    def attributes(cell: Cell, made: forms.Field, address: str) -> dict[str, str]:
        """What lets a control save its value when it changes."""
        described = f"state-{cell.name}"
        if made.help_text and not cell.figures:
            described += f" id_{cell.name}_helptext"
        names = [cell.name, f"{cell.name}:base"]
        if isinstance(made.widget, WordsWidget):
            names += [f"{cell.name}:{key}" for key, _ in made.widget.opened]
        typed = isinstance(made, PlainCharField)
        return {
            "hx-post": address,
            "hx-trigger": AUTOSAVE if typed else "change",
            "hx-target": f"#state-{cell.name}",
            "hx-swap": "outerHTML",
            "hx-include": f"#state-{cell.name} input" if not isinstance(made.widget, WordsWidget) else "closest form",
            "hx-params": ",".join(["path", *names]),
            "hx-vals": f'{{"path": "{escaped(cell.path)}"}}',
            "hx-sync": "this:queue last",
            "aria-describedby": described,
            "data-field": cell.name,
        }

    def bases(self) -> dict[str, int]:
        """The version that the person saw of each value sent."""
        return {name: read_base(self.data.get(f"{name}:base")) for name in self.fields}


def escaped(path: str) -> str:
    """A path inside JSON."""
    return path.replace("\\", "\\\\").replace('"', '\\"')


def read_base(text: Any) -> int:
    """A version that a form sent; anything else counts as none seen."""
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10 else 0


class FieldForm(forms.Form):
    """Which value is meant."""

    path = forms.CharField(max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.named: str = self.cleaned_data.get("path", "") if self.is_valid() else ""


class SinceForm(forms.Form):
    """The version that a page holds."""

    since = forms.IntegerField(min_value=0, max_value=2**31)

    @property
    def version(self) -> int:
        """The version; 0 for one that makes no sense: then everything is sent."""
        return int(self.cleaned_data["since"]) if self.is_valid() else 0


class CheckKeyForm(forms.Form):
    """Which roll is meant, the key of the sending, and whether the odds of what is typed are wanted."""

    check = forms.CharField(max_length=200)
    key = forms.CharField(max_length=64, required=False)
    odds = forms.BooleanField(required=False)

    @property
    def key_of_check(self) -> str:
        """The key of the check; empty where none was sent."""
        return str(self.cleaned_data["check"]) if self.is_valid() else ""

    @property
    def wants_odds(self) -> bool:
        """Whether only the odds are asked for."""
        return self.is_valid() and bool(self.cleaned_data["odds"])


class MethodForm(forms.Form):
    """A way to get attributes."""

    method = forms.ChoiceField()
    key = forms.CharField(max_length=64, required=False)

    def __init__(self, system: System[Any], data: Any) -> None:
        super().__init__(data)
        methods = [(key, label) for key, label, _ in system.attribute_methods]
        self.fields["method"] = forms.ChoiceField(choices=methods)


class NameForm(forms.Form):
    """The character's name."""

    name = NameField(label="Name")


class NotesForm(forms.Form):
    """Notes in Markdown."""

    text = PlainCharField(
        label="Notes", required=False, max_length=NOTES_LIMIT, widget=forms.Textarea(attrs={"rows": 8, "dir": "auto"})
    )

    def __init__(self, *args: Any, label: str = "Notes", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = label


class PoolForm(forms.Form):
    """Lose or gain some of a pool, or set it."""

    pool = forms.CharField(max_length=40)
    how = forms.ChoiceField(choices=[(how, how) for how in ("lose", "gain", "set", "full")])
    amount = WholeNumberField(label="Amount", minimum=0, maximum=LARGEST_POOL, required=False)
    key = forms.CharField(max_length=64, required=False)

    def __init__(self, page: SheetPage, data: Any) -> None:
        super().__init__(data)
        self.full = {pool.key: pool.maximum for pool in page.pools}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("how") in {"lose", "gain", "set"} and cleaned.get("amount") is None and not self.errors:
            self.add_error("amount", "Type a number.")
        most = self.full.get(cleaned.get("pool", ""))
        if cleaned.get("how") == "set" and most is not None and (cleaned.get("amount") or 0) > most:
            self.add_error("amount", f"At most {most}.")
        return cleaned


class OverrideForm(forms.Form):
    """A number set by hand; empty puts it back."""

    figure = forms.CharField(max_length=120)
    value = WholeNumberField(label="Set by hand", minimum=-1000, maximum=1000, required=False)
    back = forms.BooleanField(required=False)


class TableForm(forms.Form):
    """A table of this sheet."""

    table_key = forms.CharField(max_length=40)
    key = forms.CharField(max_length=64, required=False)

    def __init__(self, page: SheetPage, data: Any) -> None:
        super().__init__(data)
        self.page = page

    def clean_table_key(self) -> str:
        key: str = self.cleaned_data["table_key"]
        if not any(one.key == key and one.kind in {"ranks", "rows"} for one in self.page.fields):
            raise forms.ValidationError("There is no such table on this sheet.")
        return key

    @property
    def field(self) -> Field:
        """The table."""
        return next(one for one in self.page.fields if one.key == self.table)

    @property
    def table(self) -> str:
        """Its key."""
        return str(self.cleaned_data["table_key"])

    @property
    def key_of_sending(self) -> str:
        """The key of this sending of the form."""
        return str(self.cleaned_data["key"])

    @property
    def section(self) -> str:
        """The part of the page in which it stands."""
        return slugify(self.field.group)


class AddRowForm(TableForm):
    """A row to add: an entry of the library, for some with words (the language, the subject)."""

    entry = forms.CharField(max_length=80, required=False)
    words = PlainCharField(max_length=60, required=False)
    both = forms.BooleanField(required=False)
    found: Any = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        kind = self.field.library or next((c.library for c in self.field.columns if c.kind == "item"), "")
        if not kind:
            return cleaned
        found = self.page.library.get(kind, cleaned["entry"])
        if found is None:
            self.add_error("entry", "The library has no such entry.")
        elif found.takes_words and not cleaned["words"].strip():
            self.add_error("words", f"{found.name}: of what? Type it beside the name.")
        else:
            self.found = found
        return cleaned

    @property
    def rows(self) -> list[tuple[str, dict[str, Any]]]:
        """Key and values of the rows to add."""
        if self.found is None:
            return [("", {})]
        if self.field.kind == "rows":
            column = next(column.key for column in self.field.columns if column.kind == "item")
            return [("", {column: self.found.key})]
        words = " ".join(self.cleaned_data["words"].split())
        rows = [(f"{self.found.key}({words})" if self.found.takes_words else self.found.key, dict[str, Any]())]
        pair = self.found.pair
        if self.cleaned_data["both"] and pair and pair not in (self.page.document.get(self.table) or {}):
            rows.append((pair, {}))
        return rows


class RemoveRowForm(TableForm):
    """A row to take away, and the version of the list that the person saw."""

    remove = forms.CharField(max_length=120)
    list_base = forms.IntegerField(min_value=0, max_value=2**31, required=False)

    @property
    def row(self) -> str:
        """Its key."""
        return str(self.cleaned_data["remove"])

    @property
    def base(self) -> int | None:
        """The version that the person saw."""
        base: int | None = self.cleaned_data["list_base"]
        return base


class SearchForm(forms.Form):
    """Words to look for."""

    q = PlainCharField(max_length=100, required=False)

    @property
    def words(self) -> str:
        """What is looked for."""
        return str(self.cleaned_data["q"]).strip() if self.is_valid() else ""


class RestForm(forms.Form):
    """How long somebody rests."""

    hours = WholeNumberField(label="Hours", minimum=0, maximum=24 * 60, initial=8)
    minutes = WholeNumberField(label="Minutes", minimum=0, maximum=59, required=False)
    tended = forms.BooleanField(label="Tended by somebody skilled", required=False)
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    @property
    def total(self) -> int:
        """The whole rest in minutes."""
        return int(self.cleaned_data["hours"]) * 60 + int(self.cleaned_data["minutes"] or 0)


class PortraitForm(forms.Form):
    """A picture."""

    picture = forms.FileField(
        label="Portrait", widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"})
    )

    def clean_picture(self) -> Portrait:
        return read_portrait(self.cleaned_data["picture"])


class GainForm(forms.Form):
    """Experience gained."""

    amount = WholeNumberField(label="XP", minimum=1, maximum=LARGEST_GAIN)
    reason = PlainCharField(label="What for", max_length=200, widget=forms.TextInput(attrs={"dir": "auto"}))
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


class BuyForm(forms.Form):
    """Something to buy with experience."""

    purchase = forms.CharField(max_length=200)
    key = forms.CharField(max_length=64, required=False)


class PaperForm(forms.Form):
    """The paper to print on."""

    size = forms.ChoiceField(choices=[("a4", "A4"), ("letter", "Letter")], required=False)

    @property
    def paper(self) -> str:
        """The paper; A4 unless asked for the other."""
        return (self.cleaned_data["size"] if self.is_valid() else "") or "a4"
