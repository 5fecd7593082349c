"""One small form for each ruling of a system, by its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.safestring import SafeString

from rhean.campaigns.actions.campaigns import in_words
from rhean.campaigns.fields import WholeNumberField, read_whole
from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import rulings_for, system_of
from rhean.rules.errors import BadFormula, BadRuling
from rhean.rules.rulings import Ruling

LONGEST = 300


class WholeNumbersField(forms.CharField):
    """Several whole numbers in one line, parted by commas or spaces."""

    def __init__(self, ruling: Ruling, **kwargs: Any) -> None:
        self.ruling = ruling
        super().__init__(max_length=LONGEST, **kwargs)

    def clean(self, value: Any) -> tuple[int, ...]:
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        wanted = len(self.ruling.default)
        if len(words) != wanted:
            raise ValidationError(f"{wanted} numbers belong here; you gave {len(words)}.", code="count")
        return tuple(read_whole(word, self.ruling.minimum, self.ruling.maximum) for word in words)


class RulingForm(forms.Form):
    """The value of one ruling."""

    def __init__(self, data: Any = None, *, ruling: Ruling, value: Any) -> None:
        shown = ", ".join(str(one) for one in value) if ruling.kind == "integers" else value
        super().__init__(data, initial={"value": shown}, auto_id=f"{ruling.key}_%s")
        self.ruling = ruling
        self.fields["value"] = field_of(ruling)

    def clean_value(self) -> Any:
        value = self.cleaned_data["value"]
        value = value == "yes" if self.ruling.kind == "flag" else value
        try:
            return self.ruling.check(value)
        except BadRuling as fault:
            raise ValidationError(words_of(fault), code="ruling") from None


def words_of(fault: BadRuling) -> str:
    """What is wrong, with the place in a formula where that is known."""
    cause = fault.__cause__
    if isinstance(cause, BadFormula):
        return f"Column {cause.column}: {cause}."
    return f"{str(fault)[:1].upper()}{str(fault)[1:]}."


def field_of(ruling: Ruling) -> forms.Field:
    """The field for a ruling's kind."""
    label = ruling.label
    match ruling.kind:
        case "flag":
            return forms.ChoiceField(label=label, choices=[("yes", "Yes"), ("no", "No")])
        case "integer":
            return WholeNumberField(label=label, minimum=ruling.minimum, maximum=ruling.maximum)
        case "choice":
            return forms.ChoiceField(label=label, choices=ruling.choices)
        case "integers":
            return WholeNumbersField(ruling, label=label)
        case "formula":
            return forms.CharField(label=label, max_length=LONGEST)


@dataclass(frozen=True)
class RulingRow:
    """A ruling as the page shows it."""

    ruling: Ruling
    form: RulingForm
    value: str
    default: str
    changed: bool

    @property
    def field(self) -> BoundField:
        """The form's one field."""
        return self.form["value"]

    @property
    def field_html(self) -> SafeString:
        """The input, marked and described for those who do not see it when it has to be mended."""
        field = self.field
        kind = "form-select" if isinstance(field.field, forms.ChoiceField) else "form-control"
        attrs: dict[str, str | bool] = {"class": f"{kind} is-invalid" if field.errors else kind}
        if field.errors:
            attrs |= {"aria-invalid": "true", "aria-describedby": f"{self.ruling.key}_error"}
        return field.as_widget(attrs=attrs)


def ruling_row(campaign: Campaign, ruling: Ruling, value: Any, form: RulingForm | None = None) -> RulingRow:
    """One ruling; ``form`` is one that has to be mended."""
    drawn = form or RulingForm(ruling=ruling, value=form_value(ruling, value))
    changed = ruling.key in campaign.rulings
    return RulingRow(ruling, drawn, in_words(ruling, value), in_words(ruling, ruling.default), changed)


def form_value(ruling: Ruling, value: Any) -> Any:
    """The value as the form's field takes it."""
    return ("yes" if value else "no") if ruling.kind == "flag" else value


def chapters_of(campaign: Campaign, broken: RulingForm | None = None) -> dict[str, list[RulingRow]]:
    """Every ruling of the campaign's system by chapter; ``broken`` is the form that was just refused."""
    values = rulings_for(campaign)
    found: dict[str, list[RulingRow]] = {}
    for ruling in system_of(campaign).rulings:
        form = broken if broken and broken.ruling.key == ruling.key else None
        row = ruling_row(campaign, ruling, values[ruling.key], form)
        found.setdefault(ruling.chapter or "Other", []).append(row)
    return found
