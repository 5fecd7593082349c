"""The rule systems by key. Each is a package of this one with the same rooms inside."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from rhean.rules.errors import BadDocument
from rhean.rules.system import System

KEYS = ("rhean", "dragonpact")
"""The systems that ship, in the order in which people are offered them."""


@cache
def get_system(key: str) -> System[Any]:
    """The system with this key; raises ``BadDocument`` for one that does not exist."""
    if key not in KEYS:
        raise BadDocument(f"no system {key}")
    system: System[Any] = import_module(f"{__name__}.{key}").SYSTEM
    return system


def all_systems() -> tuple[System[Any], ...]:
    """Every system."""
    return tuple(get_system(key) for key in KEYS)
