"""What people send in an encounter, cleaned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from encounters.models import Combatant, Encounter
from encounters.samples import widest
from rhean.campaigns.fields import NameField, WholeNumberField
from rhean.campaigns.forms import KeyForm
from rhean.campaigns.models import Campaign

MOST_FACES = 400


class FacesField(forms.CharField):
    """Faces of dice, parted by spaces or commas."""

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        text = super().to_python(value) or ""
        field = WholeNumberField(minimum=1, maximum=1000)
        return [int(field.clean(part) or 0) for part in text.replace(",", " ").split()[:MOST_FACES]]


class AnswerForm(KeyForm):
    """Which decision is answered with which option, and how the dice come about."""

    prompt = forms.CharField(max_length=200)
    who = forms.CharField(max_length=40)
    option = forms.CharField(max_length=120)
    roll = forms.ChoiceField(choices=[("app", "app"), ("typed", "typed"), ("rest", "rest")], required=False)
    faces = FacesField(required=False)


class DropForm(KeyForm):
    """Whose draft is dropped."""

    who = forms.CharField(max_length=40)


class UndoForm(KeyForm):
    """Which step is taken back."""

    ref = forms.CharField(max_length=32)


class ForceForm(KeyForm):
    """Which stage is forced."""

    stage = forms.CharField(max_length=200)


class ChooseForm(KeyForm):
    """For whom the app chooses: one combatant, or all that the GM runs."""

    who = forms.CharField(max_length=40, required=False)


class OverrideForm(KeyForm):
    """What is set by hand."""

    option = forms.CharField(max_length=120)


class HandOverForm(KeyForm):
    """To whom a combatant is handed."""

    to = forms.ChoiceField(label="Decides now")

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"] = forms.ChoiceField(label="Decides now", choices=people)


class NamesForm(forms.ModelForm):  # type: ignore[type-arg]
    """A combatant's name, its mask, and whether it is worn."""

    name = NameField()
    mask = NameField(required=False, label="Otherwise called", help_text="What players read while the name is hidden.")

    class Meta:
        model = Combatant
        fields = ("name", "mask", "masked")
        labels = {"masked": "Players do not know the name"}


class ShareForm(forms.Form):
    """A new table link, or none."""

    shared = forms.BooleanField(required=False)


class ClockForm(forms.Form):
    """Seconds for a stage."""

    seconds = WholeNumberField(minimum=0, maximum=3600, required=False, label="Seconds for each stage")


class CreateForm(forms.Form):
    """A new encounter."""

    name = NameField(label="Name of the encounter")


class DescribeForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name, notes, dice and clock."""

    name = NameField()
    notes = forms.CharField(required=False, max_length=20000, widget=forms.Textarea(attrs={"rows": 4}))
    dice_mode = forms.ChoiceField(
        required=False, label="Dice", choices=[("", "As the campaign says"), *Campaign.DiceMode.choices]
    )
    clock_seconds = WholeNumberField(
        minimum=0, maximum=3600, required=False, label="Seconds for each stage", help_text="0 or empty: no clock."
    )

    class Meta:
        model = Encounter
        fields = ("name", "notes", "dice_mode", "clock_seconds")

    def clean_clock_seconds(self) -> int:
        return self.cleaned_data["clock_seconds"] or 0


class CreaturesForm(forms.Form):
    """So many of a creature."""

    number = WholeNumberField(minimum=1, maximum=50, initial=1, label="How many")
    side = NameField(initial="foes", label="Side")
    masked = forms.BooleanField(required=False, label="Players do not know their name")

    def __init__(self, *args: Any, stock: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["creature"] = forms.ChoiceField(choices=stock, label="Creature")
        self.order_fields(["number", "creature", "side", "masked"])


class CharactersForm(forms.Form):
    """Some of the campaign's characters."""

    side = NameField(initial="party", label="Side")

    def __init__(self, *args: Any, characters: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["characters"] = forms.MultipleChoiceField(
            choices=characters, label="Characters", widget=forms.CheckboxSelectMultiple
        )


class RosterForm(forms.ModelForm):  # type: ignore[type-arg]
    """A row of the roster, without what the rules ask."""

    name = NameField()
    mask = NameField(required=False, label="Otherwise called")
    side = NameField()
    joins = forms.ChoiceField(
        label="Comes in", choices=[("start", "From the start"), ("hand", "When I say so"), ("round", "With a round")]
    )
    round = WholeNumberField(minimum=1, maximum=999, required=False, label="Round")

    class Meta:
        model = Combatant
        fields = ("name", "mask", "masked", "side", "owner")
        labels = {"masked": "Players do not know the name", "owner": "Who decides"}

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner"] = forms.ChoiceField(choices=people, label="Who decides")
        when = self.instance.round
        self.initial["joins"] = "start" if when is None else "round" if when else "hand"
        self.initial["round"] = when or None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        joins = cleaned.get("joins")
        if joins == "round" and not cleaned.get("round"):
            self.add_error("round", "Say with which round.")
        cleaned["round"] = {"start": None, "hand": Combatant.BY_HAND}.get(joins or "", cleaned.get("round"))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The fields to save."""
        return {key: self.cleaned_data[key] for key in ("name", "mask", "masked", "side", "owner", "round")}


class MoveForm(forms.Form):
    """Up or down the roster."""

    by = WholeNumberField(minimum=-200, maximum=200)


class StepForm(forms.Form):
    """Which moment of a replay."""

    step = WholeNumberField(minimum=0, maximum=10**6, required=False)


RUNS = (100, 400, 1000)
"""How often a fight may be played for a forecast."""


class RunsForm(forms.Form):
    """How often a fight is played for a forecast. ``times`` says in words how long each choice would take, where that
    is known."""

    runs = forms.TypedChoiceField(
        label="How often",
        coerce=int,
        choices=[(runs, f"{runs} times: ± {widest(runs)} at most") for runs in RUNS],
        initial=RUNS[0],
    )

    def __init__(self, *args: Any, times: Mapping[int, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = ", ".join(f"{runs} times {words}" for runs, words in (times or {}).items())
        help_text = f"As fast as the last time: {known}." if known else "It may take a minute or more."
        self.fields["runs"].help_text = help_text


class ChangeForm(forms.Form):
    """Which one change is tried."""

    def __init__(self, *args: Any, changes: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["change"] = forms.ChoiceField(label="What if", choices=changes)
