"""Rolls of the dice tray."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from rhean.campaigns.actions.log import do_log
from rhean.campaigns.models import Campaign, LogEntry, User
from rhean.campaigns.visibility import Visibility, audience_for
from rhean.rules.dice import SeededDice, TypedDice
from rhean.rules.errors import BadFace
from rhean.rules.expression import Rolled, Tree, notation, roll


def do_roll(
    campaign: Campaign,
    tree: Tree,
    actor: User,
    *,
    visibility: Visibility,
    label: str = "",
    faces: tuple[int, ...] | None = None,
    key: str = "",
) -> LogEntry:
    """Roll into the campaign's log; a ``key`` that was used before gives back the first roll.

    ``faces`` are those that were rolled at the table (None: the app rolls); raises ``DiceNeeded`` or ``BadFace``.
    """
    rolled = throw(tree, faces)
    payload: dict[str, Any] = {
        "who": actor.username,
        "label": label,
        "visibility": visibility.value,
        "typed": faces is not None,
        **msgspec.to_builtins(rolled),
    }
    told = {"who": actor.username, "label": label, "text": notation(tree)} if visibility == Visibility.BLIND else None
    audience = audience_for(visibility, actor)
    return do_log(campaign, "campaign.roll", payload, audience=audience, actor=actor, public=told, key=key)


def throw(tree: Tree, faces: tuple[int, ...] | None) -> Rolled:
    """Roll with the app's dice, or with the faces that people typed in: no more and no fewer than are asked for."""
    if faces is None:
        return roll(tree, SeededDice(secrets.token_hex(16)))
    dice = TypedDice(faces)
    rolled = roll(tree, dice)
    if dice.left:
        used = len(faces) - len(dice.left)
        raise BadFace(f"only {used} {'die is' if used == 1 else 'dice are'} rolled, but {len(faces)} were typed in")
    return rolled
