"""The server owner's view of accounts and campaigns.

Django's admin classes take type arguments in the stubs only, hence the ignored ``type-arg``.
"""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.http import HttpRequest

from rhean.campaigns.fields import NameField
from rhean.campaigns.forms import check_name_is_free
from rhean.campaigns.models import Campaign, Invitation, LogEntry, Membership, User


class NewPersonForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """A new account, with the same names as in the app."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": NameField}

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        check_name_is_free(name)
        return name


class PersonForm(UserChangeForm):  # type: ignore[type-arg]
    """An account."""

    class Meta:
        model = User
        fields = "__all__"
        field_classes = {"username": NameField}

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        check_name_is_free(name, but=self.instance)
        return name


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    form = PersonForm
    add_form = NewPersonForm
    list_display = ("username", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "folded")
    ordering = ("folded",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Options", {"fields": ("theme", "sound", "vibration")}),
        ("Rights on this server", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Campaign)
class CampaignAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who is in which campaign. What is played there is the group's own: notes are not shown."""

    list_display = ("name", "system", "archived", "created")
    list_filter = ("system", "archived")
    search_fields = ("name",)
    fields = ("name", "system", "archived", "created")
    readonly_fields = ("system", "created")
    inlines = (MembershipInline,)


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("campaign", "role", "expires", "uses_left", "revoked")
    list_filter = ("revoked",)
    fields = ("campaign", "role", "expires", "uses_left", "revoked")
    readonly_fields = ("campaign", "role")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """That something was logged, when and by whom; never changed, and its content is the group's own."""

    list_display = ("campaign", "created", "kind", "actor_name")
    list_filter = ("kind",)
    fields = ("campaign", "created", "kind", "actor_name")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return False
