"""A decision taken: the answer to a prompt, or an override by the GM."""

from __future__ import annotations

from typing import Any

import msgspec

GM_KEY = "gm"


class Command(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody decided.

    ``actor`` is the combatant that acts (or ``gm``, or an owner key for a command that answers for all of his).
    ``params`` are plain JSON values; a system reads them by its parameters' kinds and refuses all others.
    ``by`` is the owner key of the person who decides; ``gm`` may decide for everybody.
    ``prompt`` may carry the id of the prompt that it answers; one that is no longer open is refused.
    """

    actor: str
    name: str
    params: dict[str, Any] = {}
    by: str = GM_KEY
    prompt: str = ""
