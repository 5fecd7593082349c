"""Every ability of Dragonpact: its row and, beside it, what bars it and what it does."""

from __future__ import annotations

from rhean.rules.systems.dragonpact.actions.attacks import ATTACKS
from rhean.rules.systems.dragonpact.actions.base import Ability, Given
from rhean.rules.systems.dragonpact.actions.items import ITEMS
from rhean.rules.systems.dragonpact.actions.reactions import REACTIONS
from rhean.rules.systems.dragonpact.actions.techniques import TECHNIQUES

ABILITIES: dict[str, Ability] = {
    ability.key: ability
    for ability in (*TECHNIQUES[:2], *ITEMS, *TECHNIQUES[2:4], *ATTACKS, *TECHNIQUES[4:], *REACTIONS)
}
"""Every ability by key, in the order of section 6."""

__all__ = ["ABILITIES", "Ability", "Given"]
