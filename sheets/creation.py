"""Starting a character: what one can start from, and the form that asks for it."""

from __future__ import annotations

from typing import Any

from django import forms

from rhean.campaigns.access import role_in
from rhean.campaigns.fields import NameField
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from rhean.rules.sheet import Document, Library, SheetEntry
from rhean.rules.system import System
from rhean.rules.systems import KEYS, all_systems, get_system
from sheets.library import library_for
from sheets.models import Character

GUIDED, BLANK = "guided", "blank"


def places_to_play(user: User) -> list[Campaign]:
    """The campaigns into which somebody can bring a character."""
    mine = Campaign.objects.filter(memberships__user=user, memberships__role__gte=Role.PLAYER, archived=False)
    return list(mine.distinct())


class PlaceForm(forms.Form):
    """Where a character is to play: a campaign, or none and then by which rules."""

    campaign = forms.ChoiceField(label="Campaign", required=False)
    system = forms.ChoiceField(label="Rules, where it plays in no campaign", required=False)

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.campaigns = {str(one.code): one for one in places_to_play(user)}
        names = [(code, one.name) for code, one in self.campaigns.items()]
        self.fields["campaign"] = forms.ChoiceField(
            label="Campaign", required=False, choices=[*names, ("", "none yet")], initial=names[0][0] if names else ""
        )
        self.fields["system"] = forms.ChoiceField(
            label="Rules, without a campaign",
            required=False,
            choices=[(one.key, one.name) for one in all_systems()],
            initial=KEYS[0],
        )

    @property
    def campaign_chosen(self) -> Campaign | None:
        """The campaign."""
        return self.campaigns.get(self.cleaned_data.get("campaign", ""))

    @property
    def system_chosen(self) -> str:
        """The key of the rules."""
        campaign = self.campaign_chosen
        return campaign.system if campaign else self.cleaned_data.get("system") or KEYS[0]


class CreateForm(forms.Form):
    """What to start from: the guided way, an empty sheet, or a ready-made character or creature."""

    start = forms.CharField(max_length=200)
    name = NameField(label="Name", required=False)
    npc = forms.BooleanField(label="A figure of the game master's", required=False)
    key = forms.CharField(max_length=64, required=False)

    def __init__(
        self, system: System[Any], library: Library, *, gm: bool, data: Any = None, initial: Any = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.system = system
        self.library = library
        self.gm = gm
        self.entry: SheetEntry | None = None
        if not gm:
            del self.fields["npc"]

    def clean_start(self) -> str:
        start: str = self.cleaned_data["start"]
        kind, _, key = start.partition(":")
        self.entry = self.library.get(kind, key) if kind in self.system.character_kinds else None
        if self.entry is None and start not in {GUIDED, BLANK}:
            raise forms.ValidationError("There is nothing like that to start from.")
        if kind == self.system.character_kinds[1] and not self.gm:
            raise forms.ValidationError("Creatures are the game master's.")
        return start

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("name") and "name" not in self.errors:
            cleaned["name"] = self.entry.name if self.entry is not None else "Nobody yet"
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """What the new character is made of."""
        creature = self.cleaned_data["start"].startswith(f"{self.system.character_kinds[1]}:")
        npc = creature or bool(self.cleaned_data.get("npc"))
        return {
            "system": self.system.key,
            "name": self.cleaned_data["name"],
            "kind": Character.Kind.NPC if npc else Character.Kind.PC,
            "document": self.document,
            "building": self.cleaned_data["start"] == GUIDED,
            "key": self.cleaned_data["key"],
        }

    @property
    def document(self) -> Document | None:
        """The sheet of the ready-made one, over an empty sheet."""
        if self.entry is None:
            return None
        return self.system.new_sheet(self.cleaned_data["name"]) | self.entry.sheet


def start_of(user: User, place: PlaceForm) -> tuple[Campaign | None, System[Any], Library, bool]:
    """Campaign, rules, library, and whether the person runs that campaign."""
    campaign = place.campaign_chosen
    system = get_system(place.system_chosen)
    role = role_in(campaign, user) if campaign else None
    gm = campaign is None or (role is not None and role >= Role.GM)
    return campaign, system, library_for(campaign, system.key), gm
