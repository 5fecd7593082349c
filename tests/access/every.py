"""All cases of all apps, and how one is tried without leaving a trace."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from django.db import transaction
from django.http import HttpResponseBase

import tests.access
from tests.access.world import Case, World, ask

MODULES: list[ModuleType] = [
    importlib.import_module(f"tests.access.{module.name}")
    for module in pkgutil.iter_modules(tests.access.__path__)
    if module.name.startswith("cases_")
]
CASES: list[Case] = [case for module in MODULES for case in module.CASES]


def tried_and_undone(case: Case, world: World, who: str, method: str = "") -> HttpResponseBase:
    """The answer; whatever was changed is undone."""
    with transaction.atomic():
        answer = ask(case, world, who, method)
        transaction.set_rollback(True)
    return answer
