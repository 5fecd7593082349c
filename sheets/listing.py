"""Searching, filtering and sorting a list of characters."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import F, OrderBy

from rhean.campaigns.models import Campaign, User
from rhean.rules.systems import all_systems
from sheets.formfields import PlainCharField
from sheets.models import Character, CharacterQuerySet

ORDERS: dict[str, tuple[OrderBy | str, ...]] = {
    "name": ("name", "pk"),
    "-name": ("-name", "-pk"),
    "-changed": ("-changed", "-pk"),
    "campaign": (F("campaign__name").asc(nulls_last=True), "name", "pk"),
    "system": ("system", "name", "pk"),
    "kind": ("-kind", "name", "pk"),
}
ORDER_WORDS = [
    ("name", "Name"),
    ("-name", "Name, last first"),
    ("-changed", "Changed last"),
    ("campaign", "Campaign"),
    ("system", "Rules"),
    ("kind", "Kind"),
]


class ListForm(forms.Form):
    """What to show of a list, and in which order. What makes no sense is left out."""

    q = PlainCharField(label="Find", max_length=100, required=False)
    kind = forms.ChoiceField(label="Kind", required=False, choices=[("", "All kinds"), *Character.Kind.choices])
    campaign = forms.ChoiceField(label="Campaign", required=False)
    system = forms.ChoiceField(label="Rules", required=False)
    archived = forms.ChoiceField(label="Archive", required=False, choices=[("", "In use"), ("1", "In the archive")])
    sort = forms.ChoiceField(label="Order", required=False, choices=ORDER_WORDS)
    page_number = forms.IntegerField(required=False, min_value=1, max_value=100_000)

    def __init__(self, user: User, data: Any, *, campaign: Campaign | None) -> None:
        super().__init__(data)
        self.fields["q"].widget = forms.TextInput(attrs={"type": "search"})
        if campaign is not None:
            del self.fields["campaign"], self.fields["system"]
        else:
            played = Campaign.objects.filter(characters__owner=user).distinct()
            names = [(str(one.code), one.name) for one in played]
            self.fields["campaign"] = forms.ChoiceField(
                label="Campaign", required=False, choices=[("", "All campaigns"), *names, ("none", "None")]
            )
            systems = [(one.key, one.name) for one in all_systems()]
            self.fields["system"] = forms.ChoiceField(
                label="Rules", required=False, choices=[("", "All rules"), *systems]
            )
        self.is_valid()

    @property
    def page(self) -> int:
        """The page asked for."""
        return self.cleaned_data.get("page_number") or 1

    @property
    def query(self) -> str:
        """The filters as part of an address, for links to other pages."""
        shown = {key: value for key, value in self.cleaned_data.items() if value and key != "page_number"}
        return urlencode(shown)

    def apply(self, found: CharacterQuerySet) -> CharacterQuerySet:
        """The characters that match, in order."""
        wanted = self.cleaned_data
        found = found.filter(archived=bool(wanted.get("archived")))
        if wanted.get("q"):
            found = found.filter(name__icontains=wanted["q"].strip())
        for column in ("kind", "system"):
            if wanted.get(column):
                found = found.filter(**{column: wanted[column]})
        if wanted.get("campaign") == "none":
            found = found.filter(campaign=None)
        elif wanted.get("campaign"):
            found = found.filter(campaign__code=wanted["campaign"])
        return found.order_by(*ORDERS[wanted.get("sort") or "name"])
