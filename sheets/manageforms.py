"""Forms for a character as a whole."""

from __future__ import annotations

from typing import Any

from django import forms

from rhean.campaigns.fields import NameField
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from sheets.creation import places_to_play
from sheets.models import Character

NOWHERE = "none"


class DuplicateForm(forms.Form):
    """The name of the copy."""

    name = NameField(label="Name of the copy")
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


class MoveForm(forms.Form):
    """Where to: a campaign of the same rules in which the person plays, or none."""

    campaign = forms.ChoiceField(label="Campaign", required=False)

    def __init__(self, user: User, character: Character, data: Any = None) -> None:
        super().__init__(data)
        fitting = [one for one in places_to_play(user) if one.system == character.system]
        self.campaigns = {str(one.code): one for one in fitting if one.pk != character.campaign_id}
        names = [(code, one.name) for code, one in self.campaigns.items()]
        if character.campaign_id is not None:
            names.append((NOWHERE, "none"))
        self.fields["campaign"] = forms.ChoiceField(label="Campaign", choices=names)
        self.possible = bool(names)

    @property
    def target(self) -> Campaign | None:
        """The campaign chosen."""
        return self.campaigns.get(self.cleaned_data["campaign"])


class KindForm(forms.Form):
    """Whose it is to play."""

    kind = forms.ChoiceField(label="Kind", choices=Character.Kind.choices)


class HandOverForm(forms.Form):
    """Another member of the campaign who plays."""

    to = forms.ChoiceField(label="Give it to")

    def __init__(self, character: Character, data: Any = None) -> None:
        super().__init__(data)
        members = User.objects.filter(
            memberships__campaign=character.campaign, memberships__role__gte=Role.PLAYER
        ).exclude(pk=character.owner_id or 0)
        self.people = {one.key: one for one in members} if character.campaign is not None else {}
        self.fields["to"] = forms.ChoiceField(
            label="Give it to", choices=[(key, one.username) for key, one in self.people.items()]
        )

    @property
    def person(self) -> User:
        """The one chosen."""
        return self.people[self.cleaned_data["to"]]
