"""The system's own rolls, beside the dice tray: each character of mine with what it can roll."""

from __future__ import annotations

from typing import Any

from rhean.campaigns.access import Role
from rhean.campaigns.models import Campaign, User
from rhean.rules.system import Check
from sheets.access import characters_owned
from sheets.page import SheetPage

SHOWN = 5


def tray_panel(campaign: Campaign, user: User, role: Role) -> dict[str, Any] | None:
    """My characters in this campaign with their rolls; None without any."""
    mine = characters_owned(user).kept().filter(campaign=campaign).select_related("campaign", "owner")[:SHOWN]
    rows = [(one, groups_of(SheetPage.for_user(one, user).checks)) for one in mine]
    return {"rows": rows} if rows else None


def groups_of(checks: tuple[Check, ...]) -> dict[str, list[Check]]:
    """Rolls by their group, in the order of the system."""
    found: dict[str, list[Check]] = {}
    for check in checks:
        found.setdefault(check.group, []).append(check)
    return found
