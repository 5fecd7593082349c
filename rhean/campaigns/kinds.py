"""The kinds of entries that this app writes into a campaign's log, and how each reads."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rhean.campaigns.log import Payload, register
from rhean.rules.events import Line
from rhean.rules.explain import Explained


def sentence(pattern: str) -> Callable[[Payload], Line]:
    """Words that are one sentence with the payload's values in it."""
    return lambda payload: Line(pattern.format_map(payload))


def ruling_words(payload: Payload) -> Line:
    back = " (the default)" if payload.get("default") else ""
    return Line(f"{payload['who']} set the ruling “{payload['label']}” to {payload['value']}{back}.", weight="major")


def settings_words(payload: Payload) -> Line:
    return Line(f"{payload['who']} changed the campaign: {'; '.join(payload['changes'])}.")


def roll_words(payload: Payload) -> Line:
    """A roll of the dice tray, or its public form, which has no result."""
    what = f"{payload['text']} for {payload['label']}" if payload["label"] else payload["text"]
    if "value" not in payload:
        return Line(f"{payload['who']} rolled {what} blind: only the game master sees it.")
    value = msgspec.convert(payload["value"], Explained)
    by_hand = " with dice at the table" if payload["typed"] else ""
    hidden = {"gm": " (not shown to the others)", "blind": " (blind)"}.get(payload["visibility"], "")
    text = f"{payload['who']} rolled {what}{by_hand}: {value.total}{hidden}"
    return Line(text, ((payload["text"], value),), "major")


SENTENCES = (
    ("campaign.created", "Campaign", "{who} began the campaign “{name}”."),
    ("campaign.joined", "Members", "{who} joined as {role}."),
    ("campaign.left", "Members", "{who} left the campaign."),
    ("campaign.removed", "Members", "{who} removed {whom} from the campaign."),
    ("campaign.role", "Members", "{who} gave {whom} the role {role}."),
    ("campaign.handed_over", "Members", "{who} handed the campaign over to {whom}."),
    ("campaign.invited", "Members", "{who} made an invitation for the role {role}."),
    ("campaign.revoked", "Members", "{who} revoked an invitation for the role {role}."),
    ("campaign.notes", "Campaign", "{who} changed the campaign's notes."),
    ("campaign.gm_notes", "Campaign", "{who} changed the game masters' notes."),
    ("campaign.archived", "Campaign", "{who} put the campaign into the archive."),
    ("campaign.restored", "Campaign", "{who} took the campaign out of the archive."),
)


def register_kinds() -> None:
    """Declare them all."""
    for key, group, pattern in SENTENCES:
        register(key, group, sentence(pattern))
    register("campaign.settings", "Campaign", settings_words)
    register("campaign.ruling", "Rulings", ruling_words)
    register("campaign.roll", "Dice", roll_words)
