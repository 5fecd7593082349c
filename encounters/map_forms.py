"""What a GM sends while he prepares a map."""

from __future__ import annotations

from typing import Any

from django import forms

from encounters.fields import SpacesField
from encounters.models import Encounter
from rhean.campaigns.fields import WholeNumberField
from rhean.rules.grid import LARGEST, LIGHTS
from rhean.rules.maps import FACING, LARGEST_STEP, PAINTS, Measure

LIGHT_WORDS = {"bright": "Bright", "dim": "Dim", "dark": "Dark"}


class MapForm(forms.Form):
    """The size of a map, its scale where the system leaves it open, and the light."""

    width = WholeNumberField(minimum=1, maximum=LARGEST, label="Spaces wide")
    height = WholeNumberField(minimum=1, maximum=LARGEST, label="Spaces high")
    step = WholeNumberField(minimum=1, maximum=LARGEST_STEP, required=False)
    light = forms.ChoiceField(choices=[(key, LIGHT_WORDS[key]) for key in LIGHTS], label="Light", required=False)

    def __init__(self, data: Any = None, *, measure: Measure, written: dict[str, Any] | None) -> None:
        width, height = (written or {}).get("size", measure.size)
        light = (written or {}).get("light", "bright")
        step = (written or {}).get("scale", measure.step)
        initial = {"width": width, "height": height, "light": light, "step": step}
        super().__init__(data, initial=initial)
        self.fields["step"].label = f"{measure.unit} to a space"
        if not measure.free:
            del self.fields["step"]

    def values(self) -> dict[str, Any]:
        """The size and the rest, ready to be set."""
        sent = self.cleaned_data
        return {**sent, "light": sent["light"] or "bright", "step": sent.get("step")}


class PaintForm(forms.Form):
    """Which spaces become what."""

    kind = forms.ChoiceField(choices=PAINTS, label="Paint")
    spaces = SpacesField(many=True, label="Spaces")


class PlaceForm(forms.Form):
    """Who stands where. Without a space: wherever there is room."""

    cid = forms.ChoiceField(label="Who")
    at = SpacesField(many=False, label="Where", required=False)
    facing = forms.ChoiceField(choices=[("", "as now"), *FACING.choices], label="Faces", required=False)

    def __init__(self, *args: Any, encounter: Encounter, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cid"] = forms.ChoiceField(
            choices=[(one.cid, one.name) for one in encounter.roster.all()], label="Who"
        )
