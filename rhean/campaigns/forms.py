"""What people fill in about accounts, campaigns, members and dice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.utils import timezone

from rhean.campaigns.fields import NameField, WholeNumberField
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.names import fold
from rhean.campaigns.roles import Role
from rhean.campaigns.visibility import Visibility
from rhean.rules.errors import BadDice
from rhean.rules.expression import MAX_DICE, MAX_LENGTH, Tree, parse
from rhean.rules.systems import KEYS, all_systems

NOTES_LENGTH = 50_000
TAKEN = "Somebody has this name already. Add something to it."
NEW_PASSWORD = {"autocomplete": "new-password"}


class KeyForm(forms.Form):
    """Every form that changes something carries a key: the same request sent twice is carried out once."""

    key = forms.CharField(max_length=64, required=False)

    @classmethod
    def key_in(cls, data: Any) -> str:
        """The key of a sending; none where it makes no sense."""
        form = cls(data)
        form.is_valid()
        return str(form.cleaned_data.get("key", ""))


class LogInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": "Name and password do not belong together. Capitals in the name do not matter.",
        "inactive": "This account is closed.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(
            {"autocapitalize": "none", "autocomplete": "username", "dir": "auto"}
        )


class PasswordTwice(forms.Form):
    """A new password, typed twice."""

    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs=NEW_PASSWORD),
        help_text="At least 8 characters.",
    )
    again = forms.CharField(label="Password again", strip=False, widget=forms.PasswordInput(attrs=NEW_PASSWORD))

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        password, again = data.get("password"), data.get("again")
        if password and again and password != again:
            self.add_error("again", "The two passwords differ.")
        if password:
            self.check_password(password)
        return data

    def check_password(self, password: str) -> None:
        """Tell at the field what is wrong with it."""
        try:
            password_validation.validate_password(password, self.user)
        except ValidationError as problem:
            self.add_error("password", problem)


def check_name_is_free(name: str, but: User | None = None) -> None:
    """Raise where another account has this name, or one that only looks different in case or width."""
    others = User.objects.filter(folded=fold(name))
    if (others.exclude(pk=but.pk) if but else others).exists():
        raise ValidationError(TAKEN, code="taken")


class SignUpForm(PasswordTwice):
    """A new account, or name and password for one that has none: ``user`` may keep the name it has."""

    name = NameField(
        label="Name", help_text="What the others call you.", widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    field_order = ("name", "password", "again")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name, but=self.user)
        self.user = User(username=name)
        return name


class PasswordForm(PasswordTwice):
    """The present password, and a new one; who has none yet is not asked for it."""

    old = forms.CharField(
        label="Present password", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    field_order = ("old", "password", "again")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is not None and not self.user.has_usable_password():
            del self.fields["old"]

    def clean_old(self) -> str:
        old: str = self.cleaned_data["old"]
        if self.user is None or not self.user.check_password(old):
            raise ValidationError("This is not your present password.", code="wrong")
        return old


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name and options."""

    username = NameField(label="Name")

    class Meta:
        model = User
        fields = ("username", "theme", "sound", "vibration")
        labels = {"theme": "Light or dark"}

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        check_name_is_free(name, but=self.instance)
        return name

    def validate_unique(self) -> None:
        """Done by ``clean_username``, which also knows about names that differ in case only."""


class CampaignForm(forms.Form):
    """A new campaign."""

    name = NameField(label="Name")
    system = forms.ChoiceField(label="Rules", widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(system.key, f"{system.name}: {system.summary}") for system in all_systems()]
        field.initial = KEYS[0]


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name and options of a campaign."""

    name = NameField(label="Name")

    class Meta:
        model = Campaign
        fields = ("name", "dice_mode", "health_allies", "health_foes", "xp_approval")
        labels = {
            "dice_mode": "Dice",
            "health_allies": "Players see the health of their own side",
            "health_foes": "Players see the health of the other sides",
            "xp_approval": "A game master approves what experience buys",
        }


class NotesForm(forms.Form):
    """Notes in Markdown; ``before`` is the text that the form was drawn from."""

    text = forms.CharField(
        label="Text", required=False, max_length=NOTES_LENGTH, widget=forms.Textarea(attrs={"rows": 14, "dir": "auto"})
    )
    before = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def clean_text(self) -> str:
        return same_line_ends(self.cleaned_data["text"])

    def clean_before(self) -> str:
        return same_line_ends(self.cleaned_data["before"])


def same_line_ends(text: str) -> str:
    """Browsers send carriage returns; stored text has none."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class InvitationForm(forms.Form):
    """A new link."""

    DAYS = (("1", "a day"), ("7", "a week"), ("30", "a month"), ("", "for ever"))

    role = forms.TypedChoiceField(label="They join as", coerce=int)
    days = forms.ChoiceField(label="The link works", choices=DAYS, required=False, initial="7")
    uses = WholeNumberField(
        label="For how many people", required=False, minimum=1, maximum=1000, help_text="Empty: any number."
    )

    def __init__(self, *args: Any, roles: list[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(role.value, role.label) for role in roles]
        field.initial = Role.PLAYER.value

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])

    @property
    def expires(self) -> datetime | None:
        """When the link closes by itself."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=int(days)) if days else None


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.TypedChoiceField(label="Role", coerce=int)

    def __init__(self, *args: Any, roles: list[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(role.value, role.label) for role in roles]

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class RollForm(forms.Form):
    """A roll of the dice tray."""

    expression = forms.CharField(
        label="Dice",
        max_length=MAX_LENGTH * 100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
        help_text="Like 2d10+3, 4d6kh3 (keep the highest three), d%.",
    )
    label = forms.CharField(label="What for", required=False, max_length=80)
    visibility = forms.TypedChoiceField(
        label="Who sees it", choices=Visibility, coerce=Visibility, empty_value=Visibility.PUBLIC, required=False
    )
    faces = forms.CharField(
        label="Rolled at the table",
        required=False,
        max_length=4 * MAX_DICE,
        help_text="The faces in order, like 7 3. Empty: the app rolls.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    QUICK = ("d4", "d6", "d8", "d10", "d12", "d20", "d%", "2d10")

    def __init__(self, data: Any = None, *, dice_mode: str, **kwargs: Any) -> None:
        super().__init__(with_quick(data), **kwargs)
        if dice_mode == Campaign.DiceMode.APP:
            del self.fields["faces"]
        elif dice_mode == Campaign.DiceMode.TYPED:
            self.fields["faces"].required = True
            self.fields["faces"].help_text = "The faces in order, like 7 3."

    def clean_expression(self) -> Tree:
        try:
            return parse(self.cleaned_data["expression"])
        except BadDice as fault:
            raise ValidationError(f"Column {fault.column}: {fault}.", code="dice") from None

    def clean_faces(self) -> tuple[int, ...] | None:
        words = self.cleaned_data["faces"].replace(",", " ").split()
        if not all(word.isdecimal() and len(word) <= 4 for word in words):
            raise ValidationError("Type whole numbers with a space between them, like 7 3.", code="faces")
        return tuple(int(word) for word in words) or None


def with_quick(data: Any) -> Any:
    """What was sent, the dice being those of the button that sent it, where it was one of the quick ones."""
    if not data or not data.get("quick"):
        return data
    return {**data.dict(), "expression": data["quick"]}


class LogFilterForm(forms.Form):
    """Which part of the log."""

    group = forms.ChoiceField(label="Kind", required=False)
    person = forms.ChoiceField(label="Person", required=False)
    page = WholeNumberField(required=False, minimum=1, maximum=1_000_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, groups: list[str], people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("group", [(group, group) for group in groups]), ("person", people)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = [("", "All"), *choices]


class SearchForm(forms.Form):
    """A search in the rules reference."""

    q = forms.CharField(label="Search the rules", required=False, max_length=100)
