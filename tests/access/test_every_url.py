"""Every address, tried by everybody: outsiders find nothing, members without the right are told so, a wrong method
is refused, and an address that no case names fails the test.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver

import tests.access
from rhean.campaigns.models import Campaign, User
from tests.access.world import ANYBODY, Case, World, ask
from tests.factories.campaigns import UserFactory

MODULES: list[ModuleType] = [
    importlib.import_module(f"tests.access.{module.name}")
    for module in pkgutil.iter_modules(tests.access.__path__)
    if module.name.startswith("cases_")
]
CASES: list[Case] = [case for module in MODULES for case in module.CASES]


@pytest.fixture
def world(campaign: Campaign, owner: User, wren: User, ode: User, pike: User, watcher: User, stranger: User) -> World:
    host = UserFactory.create(username="Host", is_staff=True, is_superuser=True)
    people = {"owner": owner, "wren": wren, "ode": ode, "pike": pike, "watcher": watcher, "stranger": stranger}
    made = World(campaign, {**people, "host": host})
    for module in MODULES:
        if hasattr(module, "build"):
            module.build(made)
    return made


def names(patterns: list[URLPattern | URLResolver], prefix: str = "") -> list[str]:
    """The full name of every address; Django's own administration stands apart."""
    found: list[str] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            found += [] if pattern.namespace == "admin" else names(pattern.url_patterns, inner)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            found.append(prefix + pattern.name)
    return found


def tried_and_undone(case: Case, world: World, who: str, method: str = "") -> HttpResponseBase:
    """The answer; whatever was changed is undone."""
    with transaction.atomic():
        answer = ask(case, world, who, method)
        transaction.set_rollback(True)
    return answer


def test_every_address_has_a_case() -> None:
    listed = {case.name for case in CASES}
    known = set(names(get_resolver().url_patterns))
    assert sorted(known - listed) == []
    assert sorted(listed - known) == []


@pytest.mark.database
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_address_answers_everybody_as_it_should_and_no_other_method(case: Case, world: World) -> None:
    given = {who: tried_and_undone(case, world, who).status_code for who in sorted(ANYBODY - case.untried)}
    wrong = {who: status for who, status in given.items() if status not in case.expected(who)}
    assert wrong == {}
    allowed = next(iter(sorted(case.allowed)), "owner")
    methods = {method: tried_and_undone(case, world, allowed, method).status_code for method in case.wrong_methods()}
    assert set(methods.values()) <= {405}, methods
