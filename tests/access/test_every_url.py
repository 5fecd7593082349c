"""Every address, tried by everybody: outsiders find nothing, members without the right are told so, a wrong method
is refused, and an address that no case names fails the test.
"""

from __future__ import annotations

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.access.every import CASES, tried_and_undone
from tests.access.world import ANYBODY, Case, World


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


def test_every_address_has_a_case() -> None:
    listed = {case.name for case in CASES}
    known = set(names(get_resolver().url_patterns))
    assert sorted(known - listed) == []
    assert sorted(listed - known) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_address_answers_everybody_as_it_should_and_no_other_method(case: Case, world: World) -> None:
    given = {who: tried_and_undone(case, world, who).status_code for who in sorted(ANYBODY - case.untried)}
    wrong = {who: status for who, status in given.items() if status not in case.expected(who)}
    assert wrong == {}
    allowed = next(iter(sorted(case.allowed)), "owner")
    methods = {method: tried_and_undone(case, world, allowed, method).status_code for method in case.wrong_methods()}
    assert set(methods.values()) <= {405}, methods
