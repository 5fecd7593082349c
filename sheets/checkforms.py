"""A roll from a sheet as a form: what the check asks for, who sees it, and whose dice."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from django import forms

from rhean.campaigns.fields import WholeNumberField
from rhean.campaigns.models import Campaign
from rhean.campaigns.visibility import Visibility
from rhean.rules.prompts import Parameter
from rhean.rules.system import Check
from sheets.actions.checks import Roll
from sheets.formfields import PlainCharField
from sheets.models import Character

MOST_FACES = 40
WIDEST = 10**6
FACES_HELP = "What the dice show, in order, such as 7 4."


class CheckForm(forms.Form):
    """One roll. Its parameters are named ``p-KEY``."""

    visibility = forms.ChoiceField(label="Who sees it", choices=Visibility.choices, required=False)
    faces = PlainCharField(label="Dice at the table", max_length=200, required=False, help_text=FACES_HELP)

    def __init__(self, character: Character, check: Check, rivals: list[Character], data: Any = None) -> None:
        super().__init__(data)
        self.character = character
        self.check = check
        self.rivals = {f"c{one.code.hex}": one for one in rivals}
        for parameter in check.parameters:
            self.fields[f"p-{parameter.key}"] = parameter_field(parameter, rivals)
        self.order_fields([f"p-{each.key}" for each in check.parameters])
        self.initial["visibility"] = Visibility.GM if character.is_npc else Visibility.PUBLIC
        self.set_dice(character.campaign)

    def set_dice(self, campaign: Campaign | None) -> None:
        """Ask for faces as the campaign wants it."""
        mode = Campaign.DiceMode.EITHER if campaign is None else Campaign.DiceMode(campaign.dice_mode)
        if mode == Campaign.DiceMode.APP:
            del self.fields["faces"]
        elif mode == Campaign.DiceMode.TYPED:
            self.fields["faces"].required = True
        else:
            self.fields["faces"].help_text = f"{FACES_HELP} Empty: the app rolls."
        if campaign is None:
            del self.fields["visibility"]

    @property
    def plain(self) -> list[forms.BoundField]:
        """What is asked at once."""
        advanced = {each.name for each in self.advanced}
        return [each for each in self.visible_fields() if each.name not in advanced]

    @property
    def advanced(self) -> list[forms.BoundField]:
        """What is seldom asked."""
        names = [f"p-{each.key}" for each in self.check.parameters if each.advanced]
        return [self[name] for name in names if name in self.fields]

    @property
    def advanced_open(self) -> bool:
        """Whether something seldom asked is wrong, so that it has to be seen."""
        return any(each.errors for each in self.advanced)

    def clean_faces(self) -> list[int] | None:
        """The faces typed in; None when the app is to roll."""
        text = self.cleaned_data["faces"]
        if not text.strip():
            return None
        words = re.split(r"[\s,;+]+", text.strip())
        if len(words) > MOST_FACES or not all(re.fullmatch(r"\d{1,4}", word) for word in words):
            raise forms.ValidationError("Type the faces as numbers with spaces between them, such as 7 4.")
        return [int(word) for word in words]

    def params(self, source: dict[str, Any]) -> dict[str, Any]:
        """The check's parameters, those left empty left out."""
        given = {each.key: source.get(f"p-{each.key}") for each in self.check.parameters}
        return self.check.fixed | {key: value for key, value in given.items() if value not in (None, "", [])}

    def roll_with(self, params: dict[str, Any]) -> Roll:
        """The roll with these parameters; a rival's id among them brings the rival's sheet along."""
        against = next((self.rivals[str(value)] for value in params.values() if str(value) in self.rivals), None)
        return Roll(check=self.check.key, label=self.check.label, params=params, against=against)

    @property
    def roll(self) -> Roll:
        """The roll asked for."""
        return replace(
            self.roll_with(self.params(self.cleaned_data)),
            visibility=Visibility(self.cleaned_data.get("visibility") or self.initial["visibility"]),
            faces=self.cleaned_data.get("faces"),
        )


def parameter_field(parameter: Parameter, rivals: list[Character]) -> forms.Field:
    """The form field for a parameter; one that asks for another sheet offers the rivals."""
    made = _rival(rivals) if parameter.kind == "sheet" else _MAKERS.get(parameter.kind, _text)(parameter)
    made.label = parameter.label
    made.help_text = parameter.help
    made.required = parameter.required and parameter.kind != "flag"
    made.initial = parameter.default
    return made


def _choices(parameter: Parameter) -> list[tuple[str, str]]:
    return [(one.value, f"{one.label or one.value}{f' ({one.note})' if one.note else ''}") for one in parameter.choices]


def _choice(parameter: Parameter) -> forms.Field:
    choices = _choices(parameter)
    if not parameter.required and "" not in dict(choices) and parameter.default is None:
        choices.insert(0, ("", "-"))
    return forms.ChoiceField(choices=choices)


def _rival(rivals: list[Character]) -> forms.Field:
    return forms.ChoiceField(choices=[("", "nobody"), *((f"c{one.code.hex}", one.name) for one in rivals)])


def _many(parameter: Parameter) -> forms.Field:
    return forms.MultipleChoiceField(choices=_choices(parameter), widget=forms.CheckboxSelectMultiple)


def _integer(parameter: Parameter) -> forms.Field:
    low = -WIDEST if parameter.minimum is None else parameter.minimum
    return WholeNumberField(minimum=low, maximum=WIDEST if parameter.maximum is None else parameter.maximum)


def _flag(parameter: Parameter) -> forms.Field:
    return forms.BooleanField()


def _text(parameter: Parameter) -> forms.Field:
    return PlainCharField(max_length=parameter.maximum or 200)


_MAKERS = {"choice": _choice, "many": _many, "integer": _integer, "flag": _flag, "text": _text}
