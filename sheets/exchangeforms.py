"""Files to import."""

from __future__ import annotations

from typing import Any

from django import forms

from rhean.campaigns.access import is_gm
from rhean.campaigns.models import Campaign, User
from sheets.creation import places_to_play
from sheets.exchange import BadFile
from sheets.models import Character


class TableForm(forms.Form):
    """A table of creatures."""

    file = forms.FileField(label="Table", widget=forms.ClearableFileInput(attrs={"accept": ".csv,text/csv"}))
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


class ImportForm(forms.Form):
    """A character's file, and where it is to play."""

    file = forms.FileField(label="File", widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}))
    campaign = forms.ChoiceField(label="Campaign", required=False)
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, user: User, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.user = user
        self.campaigns = {str(one.code): one for one in places_to_play(user)}
        names = [("", "none yet"), *((code, one.name) for code, one in self.campaigns.items())]
        self.fields["campaign"] = forms.ChoiceField(label="Campaign", required=False, choices=names)

    @property
    def campaign_chosen(self) -> Campaign | None:
        """The campaign."""
        return self.campaigns.get(self.cleaned_data["campaign"])

    def refuse_creatures(self, kind: str) -> None:
        """Creatures come into a campaign by its game master only."""
        campaign = self.campaign_chosen
        if kind == Character.Kind.NPC and campaign is not None and not is_gm(campaign, self.user):
            raise BadFile("A creature is brought into a campaign by its game master.", "kind")
