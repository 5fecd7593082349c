"""What the sheets put on home, on a campaign's page, into its log, its export and the demo."""

from __future__ import annotations

from typing import Any

import msgspec

from rhean.campaigns import demo, exchange, log, panels, topics
from rhean.campaigns.access import Role
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.rules import use_library
from rhean.rules.events import Line
from rhean.rules.systems import get_system
from sheets.access import characters_of, characters_owned
from sheets.actions import do_create_character
from sheets.actions.resting import words_of_rest
from sheets.exchange import character_document
from sheets.library import library_for
from sheets.models import Advance, Character, CharacterQuerySet, LibraryEntry
from sheets.tray import tray_panel

SHOWN = 8
GM_SHOWN = 12


def waiting(found: CharacterQuerySet) -> list[Character]:
    """Those whose experience waits for a GM."""
    return list(found.filter(advances__state=Advance.State.ASKED).light().distinct())


def home_panel(user: User) -> dict[str, Any]:
    """My characters, and what waits for me as a GM."""
    mine = characters_owned(user).kept().light().select_related("campaign").order_by("-changed", "-pk")
    run = Character.objects.filter(
        campaign__memberships__user=user, campaign__memberships__role__gte=Role.GM, campaign__archived=False
    )
    return {"characters": list(mine[:SHOWN]), "waiting": waiting(run)}


def campaign_panel(campaign: Campaign, user: User, role: Role) -> dict[str, Any]:
    """The party of a campaign."""
    party = characters_of(campaign, user).kept().filter(kind=Character.Kind.PC).light().select_related("owner")
    total = party.count()
    return {
        "campaign": campaign,
        "characters": list(party[:GM_SHOWN]),
        "total": total,
        "more": total > GM_SHOWN,
        "may_add": role >= Role.PLAYER,
        "waiting": waiting(Character.objects.filter(campaign=campaign)) if role >= Role.GM else [],
    }


def check_words(payload: dict[str, Any]) -> Line:
    """A roll from a sheet, or its public form, which has no result."""
    who, check = payload["who"], payload["check"]
    if "lines" not in payload:
        return Line(f"{who} rolled {check} blind: only the game master sees it.")
    lines = [msgspec.convert(line, Line) for line in payload["lines"]]
    hidden = {"gm": " (not shown to the others)", "blind": " (blind)"}.get(payload["visibility"], "")
    by_hand = " With dice at the table." if payload["typed"] else ""
    sums = tuple(each for line in lines for each in line.sums)
    text = " ".join(line.text for line in lines)
    return Line(f"{text}{hidden}{by_hand}", sums, "major")


def rest_words(payload: dict[str, Any]) -> Line:
    """A rest and what it brought."""
    return Line(f"{payload['who']} rested. {words_of_rest(payload)}")


STATES = {
    "asked": "{who} asks for: {label} ({amount:+d} XP).",
    "refused": "Refused for {who}: {label}.",
    "taken_back": "{who} took back: {label} ({amount:+d} XP).",
}


def advance_words(payload: dict[str, Any]) -> Line:
    """Experience gained or spent."""
    done = "{who} gained {amount} XP: {label}." if payload["gain"] else "{who} bought {label} ({amount:+d} XP)."
    return Line(STATES.get(payload["state"], done).format_map(payload))


def topics_of(campaign: Campaign) -> list[str]:
    """The live topics of a campaign's sheets."""
    codes = Character.objects.filter(campaign=campaign).values_list("code", flat=True)
    return [f"sheet:{code}" for code in codes]


def characters_part(campaign: Campaign) -> list[dict[str, Any]]:
    """The characters of a campaign's export."""
    found = Character.objects.filter(campaign=campaign).select_related("owner").order_by("name", "pk")
    return [
        {**character_document(one), "player": one.owner.username if one.owner else "", "gm_notes": one.gm_notes}
        for one in found
    ]


def library_part(campaign: Campaign) -> dict[str, dict[str, Any]]:
    """The group's own content of a campaign's export."""
    found: dict[str, dict[str, Any]] = {}
    for entry in LibraryEntry.objects.filter(campaign=campaign):
        found.setdefault(entry.kind, {})[entry.key] = entry.whole()
    return found


def load_demo(campaign: Campaign, people: demo.People) -> None:
    """The ready-made characters, the first two the player's."""
    system = get_system(campaign.system)
    for number, entry in enumerate(system.library.all(system.character_kinds[0]).values()):
        do_create_character(
            owner=people.player if number < 2 else people.gm,
            campaign=campaign,
            system=system.key,
            name=entry.name,
            document=system.new_sheet(entry.name) | entry.sheet,
        )


def register() -> None:
    """Declare it all; called at start-up."""
    panels.on_home("characters", 20, "sheets/panel_home.html", home_panel, "sheets.css")
    panels.on_campaign("characters", 20, "sheets/panel_campaign.html", campaign_panel, "sheets.css")
    panels.on_tray("checks", 10, "sheets/panel_tray.html", tray_panel)
    use_library(library_for)
    log.register("sheet.check", "Rolls from sheets", check_words)
    log.register("sheet.rest", "Rests", rest_words)
    log.register("sheet.advance", "Experience", advance_words)
    topics.register("sheets", topics_of)
    exchange.register("characters", characters_part)
    exchange.register("library", library_part)
    demo.register("characters", 10, load_demo)
