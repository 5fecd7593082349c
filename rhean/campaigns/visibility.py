"""Who sees a roll made outside a fight."""

from __future__ import annotations

from django.db import models

from rhean.campaigns.models import User
from rhean.rules.events import EVERYONE, GM_ONLY, Audience


class Visibility(models.TextChoices):
    """Public; the roller and the GMs; or blind: the GMs alone, while all others learn only that it was rolled."""

    PUBLIC = "public", "Everybody sees it"
    GM = "gm", "The game master and I see it"
    BLIND = "blind", "Only the game master sees it"


def audience_for(visibility: Visibility, actor: User) -> Audience:
    """The audience of a roll that somebody makes."""
    if visibility == Visibility.PUBLIC:
        return EVERYONE
    return Audience((actor.key,)) if visibility == Visibility.GM else GM_ONLY
