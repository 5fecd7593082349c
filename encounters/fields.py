"""Form fields out of the rules' own descriptions: parameters of an option, fields of a setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rhean.campaigns.fields import WholeNumberField
from rhean.rules.prompts import Choice, Option, Parameter
from rhean.rules.sheet import Field, Library

PREFIX = "with"
EMPTY = ("", "—")
TEXT_LIMIT = 200


@dataclass(frozen=True)
class Tile:
    """A value that can be chosen, or not and why not."""

    choice: Choice
    label: str
    reasons: tuple[str, ...]


class Tiles(forms.RadioSelect):
    """Choices as big tiles; the page lays them out from ``tiles``."""

    tiles: Sequence[Tile] = ()


class ManyTiles(forms.CheckboxSelectMultiple):
    """Several of them."""

    tiles: Sequence[Tile] = ()


def space_text(value: Any) -> str:
    """Spaces as people write them: ``3,4``, or several of them."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        return " ".join(space_text(one) for one in value)
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class SpacesField(forms.CharField):
    """Spaces of the map as ``x,y`` pairs."""

    def __init__(self, *, many: bool, **kwargs: Any) -> None:
        self.many = many
        super().__init__(max_length=4000, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else space_text(value)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            pairs = [[int(part) for part in pair.split(",")] for pair in text.replace(";", " ").split()]
        except ValueError:
            raise ValidationError("Write spaces as column,row: 3,4 or 3,4 4,4 5,5.") from None
        if any(len(pair) != 2 for pair in pairs) or (not self.many and len(pairs) != 1):
            raise ValidationError("Write spaces as column,row: 3,4 or 3,4 4,4 5,5.")
        return pairs if self.many else pairs[0]


def label_of(choice: Choice, names: Mapping[str, str]) -> str:
    """What a choice is called by this reader: combatants by the name that he may know."""
    if choice.who:
        return names[choice.who]
    return choice.label or choice.value


def parameter_field(parameter: Parameter, names: Mapping[str, str]) -> forms.Field:
    """The form field of a parameter."""
    common: dict[str, Any] = {
        "label": parameter.label,
        "required": parameter.required and parameter.kind != "flag",
        "help_text": parameter.help,
        "initial": parameter.default,
    }
    if parameter.kind in ("choice", "many"):
        return _choice_field(parameter, names, common)
    if parameter.kind == "integer":
        return WholeNumberField(**_bounds(parameter.minimum, parameter.maximum), **common)
    if parameter.kind == "flag":
        return forms.BooleanField(**common)
    if parameter.kind in ("path", "space"):
        return SpacesField(many=parameter.kind == "path", **common)
    return forms.CharField(max_length=parameter.maximum or TEXT_LIMIT, **common)


def _choice_field(parameter: Parameter, names: Mapping[str, str], common: dict[str, Any]) -> forms.Field:
    choices = [(one.value, label_of(one, names)) for one in parameter.choices]
    widget: Tiles | ManyTiles = ManyTiles() if parameter.kind == "many" else Tiles()
    widget.tiles = [
        Tile(one, label_of(one, names), tuple(reason.words(names) for reason in one.refusals))
        for one in parameter.choices
    ]
    kind = forms.MultipleChoiceField if parameter.kind == "many" else forms.ChoiceField
    return kind(choices=choices, widget=widget, **common)


def _bounds(minimum: int | None, maximum: int | None) -> dict[str, int]:
    bounds = {"minimum": minimum, "maximum": maximum}
    return {key: value for key, value in bounds.items() if value is not None}


def is_empty(value: Any) -> bool:
    """Whether nothing was entered; nought is something."""
    return value is None or value is False or value == "" or value == []


class RulesForm(forms.Form):
    """A form made of the rules' descriptions; ``params`` are the plain values that were entered."""

    def params(self) -> dict[str, Any]:
        """What was entered, without what was left empty."""
        return {key: value for key, value in self.cleaned_data.items() if not is_empty(value)}

    @property
    def has_advanced(self) -> bool:
        """Whether some of it is seldom used."""
        return any(getattr(field, "advanced", False) for field in self.fields.values())

    @property
    def advanced_used(self) -> bool:
        """Whether something seldom used is filled in, or wrong."""
        used = {*self.initial, *self.errors}
        return any(getattr(field, "advanced", False) and key in used for key, field in self.fields.items())

    def params_so_far(self) -> dict[str, Any]:
        """What was entered and holds, in a form that may be unfinished."""
        self.is_valid()
        return self.params()


def only_choices(option: Option) -> dict[str, Any]:
    """What has to be chosen where only one thing can be: it is chosen already."""
    found: dict[str, Any] = {}
    for parameter in option.parameters:
        free = [choice.value for choice in parameter.choices if choice.available]
        if parameter.required and parameter.default is None and len(free) == 1:
            found[parameter.key] = free if parameter.kind == "many" else free[0]
    return found


def option_form(
    option: Option, names: Mapping[str, str], *, data: Any = None, initial: Mapping[str, Any] | None = None
) -> RulesForm:
    """The form of an option's parameters, the advanced ones last."""
    form = RulesForm(data, prefix=PREFIX, initial={**(initial or {})})
    for parameter in sorted(option.parameters, key=lambda one: one.advanced):
        field = parameter_field(parameter, names)
        field.advanced = parameter.advanced  # type: ignore[attr-defined]
        form.fields[parameter.key] = field
    return form


def setup_field(field: Field, library: Library, ids: Sequence[tuple[str, str]]) -> forms.Field:
    """The form field of one thing that a setup may hold. ``ids`` are the roster's ids and names, for columns that
    name a combatant."""
    common: dict[str, Any] = {"label": field.label, "help_text": field.help, "required": False}
    if field.kind == "flag":
        return forms.BooleanField(**common)
    if field.kind == "integer":
        return WholeNumberField(**_bounds(field.minimum, field.maximum), **common)
    if field.kind in ("choice", "item"):
        return forms.ChoiceField(choices=[EMPTY, *choices_of(field, library)], **common)
    if field.kind == "space":
        return SpacesField(many=False, **common)
    if field.kind == "set":
        return forms.MultipleChoiceField(choices=choices_of(field, library), **common)
    return forms.CharField(max_length=4000 if field.kind == "long_text" else TEXT_LIMIT, **common)


def choices_of(field: Field, library: Library) -> list[tuple[str, str]]:
    """What a choice field offers."""
    if field.library:
        return [(key, entry.name) for key, entry in library.all(field.library).items()]
    return list(field.choices)
