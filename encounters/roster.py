"""Forms for how a combatant begins and how the place is, out of the system's own description of a setup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from encounters.engine import system_for
from encounters.fields import EMPTY, choices_of, setup_field, space_text
from encounters.models import Combatant, Encounter
from rhean.campaigns.rules import rulings_for
from rhean.rules.sheet import COMBATANTS, Field, Library
from rhean.rules.view import Tag
from sheets.library import library_for

Ids = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class RosterRow:
    """A row of the prepare page: the combatant, its side, and how it begins in words."""

    combatant: Combatant
    owner: str
    tags: tuple[Tag, ...]


@dataclass(frozen=True)
class SceneRows:
    """A list in the scene (how pairs stand, what covers whom) with the form for one more."""

    field: Field
    rows: tuple[tuple[int, str], ...]
    form: forms.Form


def ids_of(roster: Sequence[Combatant]) -> list[tuple[str, str]]:
    """The roster as choices."""
    return [(one.cid, one.name) for one in roster]


def simple(fields: Sequence[Field]) -> list[Field]:
    """The fields with one value."""
    return [field for field in fields if field.kind not in ("rows", "ranks", "pools", "map")]


def form_field(field: Field, library: Library, ids: Ids) -> forms.Field:
    """A form field; a combatant is chosen from the roster."""
    if field.library == COMBATANTS:
        return forms.ChoiceField(choices=[EMPTY, *ids], label=field.label, required=False, help_text=field.help)
    return setup_field(field, library, ids)


def fields_form(fields: Sequence[Field], library: Library, ids: Ids, **kwargs: Any) -> forms.Form:
    """A form of several fields."""
    form = forms.Form(**kwargs)
    for field in fields:
        if field.kind == "pools":
            continue
        form.fields[field.key] = form_field(field, library, ids)
    return form


def start_form(encounter: Encounter, combatant: Combatant | None, data: Any = None) -> forms.Form:
    """How a combatant begins."""
    fields = simple(system_for(encounter).entrant_fields)
    initial = {field.key: field.default for field in fields} | (combatant.start if combatant else {})
    return fields_form(fields, library_for(encounter.campaign), (), data=data, initial=initial, prefix="start")


def start_of(encounter: Encounter, cleaned: dict[str, Any]) -> dict[str, Any]:
    """What differs from the defaults."""
    fields = simple(system_for(encounter).entrant_fields)
    return {
        field.key: cleaned[field.key]
        for field in fields
        if cleaned.get(field.key) not in (None, "", []) and cleaned[field.key] != field.default
    }


def rows_for(encounter: Encounter, roster: Sequence[Combatant], owners: dict[str, str]) -> list[RosterRow]:
    """The roster with how everybody begins in words."""
    fields = simple(system_for(encounter).entrant_fields)
    return [RosterRow(one, owners.get(one.owner, ""), tuple(_tags(one, fields))) for one in roster]


@dataclass(frozen=True)
class PrintedRow:
    """A combatant on paper: its pools to tick off and its figures."""

    row: RosterRow
    pools: tuple[tuple[str, int, int], ...]
    figures: tuple[tuple[str, int], ...]


def printed_rows(encounter: Encounter, roster: Sequence[Combatant], owners: dict[str, str]) -> list[PrintedRow]:
    """The roster for paper. A sheet that the rules do not take is printed without its figures."""
    system, library = system_for(encounter), library_for(encounter.campaign)
    rulings = rulings_for(encounter.campaign)
    printed = []
    for row in rows_for(encounter, roster, owners):
        sheet = row.combatant.sheet
        sound = not any(problem.level == "error" for problem in system.validate(sheet, library, rulings))
        pools = system.pools(sheet, library, rulings) if sound else {}
        figures = system.derive(sheet, library, rulings) if sound else ()
        printed.append(
            PrintedRow(
                row,
                tuple((key.replace("_", " ").capitalize(), now, most) for key, (now, most) in pools.items()),
                tuple((figure.label, figure.value.total) for figure in figures if not figure.field),
            )
        )
    return printed


def _tags(one: Combatant, fields: Sequence[Field]) -> list[Tag]:
    if one.round is not None:
        joins = Tag("joins", f"from round {one.round}" if one.round else "when I say so", tone="info")
        return [joins, *_start_tags(one, fields)]
    return _start_tags(one, fields)


def _start_tags(one: Combatant, fields: Sequence[Field]) -> list[Tag]:
    tags = []
    for field in fields:
        value = one.start.get(field.key, field.default)
        if value == field.default or value in (None, "", []):
            continue
        if field.kind == "space":
            tags.append(Tag(field.key, f"at {space_text(value)}"))
        elif isinstance(value, bool):
            tags.append(Tag(field.key, field.label.lower() if value else f"not {field.label.lower()}", tone="warn"))
        else:
            tags.append(Tag(field.key, f"{field.label}: {dict(field.choices).get(str(value), value)}"))
    return tags


def scene_rows(encounter: Encounter, roster: Sequence[Combatant]) -> list[SceneRows]:
    """Every list of the scene, in words, with a form for one more row."""
    library, ids = library_for(encounter.campaign), ids_of(roster)
    lists = [field for field in system_for(encounter).scene_fields if field.kind == "rows"]
    return [
        SceneRows(
            field,
            tuple((at, row_words(field, row, dict(ids))) for at, row in enumerate(encounter.scene.get(field.key, []))),
            fields_form(field.columns, library, ids, prefix=f"row-{field.key}"),
        )
        for field in lists
    ]


def row_words(field: Field, row: dict[str, Any], names: dict[str, str]) -> str:
    """A row of the scene in words: "Grog and Ogre: far"."""
    people, rest = [], []
    for column in field.columns:
        value = row.get(column.key)
        if value is None or value == "" or value is False:
            continue
        if column.library == COMBATANTS:
            people.append(names.get(str(value), "someone"))
        elif value is True:
            rest.append(column.label.lower())
        elif column.choices:
            rest.append(dict(column.choices).get(str(value), str(value)))
        else:
            rest.append(f"{column.label.lower()} {value}")
    return ": ".join(part for part in (" and ".join(people), ", ".join(rest)) if part)


def scene_form(encounter: Encounter, data: Any = None) -> forms.Form:
    """The single values of the scene."""
    fields = simple(system_for(encounter).scene_fields)
    initial = {field.key: field.default for field in fields} | encounter.scene
    return fields_form(fields, library_for(encounter.campaign), (), data=data, initial=initial, prefix="scene")


def row_form(encounter: Encounter, field: Field, data: Any) -> forms.Form:
    """The form of one more row of a list of the scene."""
    ids = ids_of(list(encounter.roster.all()))
    form = fields_form(field.columns, library_for(encounter.campaign), ids, prefix=f"row-{field.key}", data=data)
    for column in field.columns:
        if column.library == COMBATANTS:
            form.fields[column.key].required = True
    return form


NOBODY = "Choose some combatants first."
UNCHANGED = ("", "unchanged")
EMPTIES = "-"
"""What is typed or chosen to empty a value."""
YES, NO = ("yes", "yes"), ("no", "no")


class BulkForm(forms.Form):
    """The same beginning for several: who, and a control for each thing; what is left empty stays as it is."""

    def __init__(self, data: Any = None, *, encounter: Encounter) -> None:
        super().__init__(data, prefix="bulk")
        fields = simple(system_for(encounter).entrant_fields)
        self.known = {field.key: field for field in fields if field.kind not in ("space", "set")}
        self.library = library_for(encounter.campaign)
        everybody = ids_of(list(encounter.roster.all()))
        self.fields["cids"] = forms.MultipleChoiceField(choices=everybody, error_messages={"required": NOBODY})
        for key, field in self.known.items():
            self.fields[key] = self.control(field)

    def control(self, field: Field) -> forms.Field:
        """A control that can also leave its thing as it is."""
        if field.kind == "flag":
            wrong = {"invalid_choice": "Choose yes or no, or leave it unchanged."}
            return forms.ChoiceField(
                choices=[UNCHANGED, YES, NO], label=field.label, required=False, error_messages=wrong
            )
        if field.kind in ("choice", "item"):
            choices = [UNCHANGED, (EMPTIES, EMPTY[1]), *choices_of(field, self.library)]
            return forms.ChoiceField(choices=choices, label=field.label, required=False)
        widget = forms.TextInput(attrs={"placeholder": UNCHANGED[1], "autocomplete": "off"})
        return forms.CharField(max_length=200, label=field.label, required=False, widget=widget)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        self.values: dict[str, Any] = {}
        for key, field in self.known.items():
            sent = cleaned.get(key, "")
            if sent:
                try:
                    self.values[key] = self.value_of(field, sent)
                except ValidationError as problem:
                    self.add_error(key, problem)
        if not self.values and not self.errors:
            raise ValidationError("Say what to set for those that are ticked.")
        return cleaned

    def value_of(self, field: Field, sent: str) -> Any:
        """What is set by what was sent."""
        if field.kind == "flag":
            return sent == YES[0]
        return None if sent == EMPTIES else form_field(field, self.library, ()).clean(sent)

    @property
    def controls(self) -> list[forms.BoundField]:
        """The controls, without the ticks of the roster."""
        return [self[key] for key in self.known]

    @property
    def ticked(self) -> list[str]:
        """Who was ticked when it was sent."""
        return self["cids"].value() or []
