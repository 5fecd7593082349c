"""A mark in everything hidden, in every system; then every address is read by everybody, whatever it answers."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.http import HttpResponseBase

from rhean.campaigns.models import Campaign
from rhean.rules.systems import KEYS
from tests.access.every import CASES, tried_and_undone
from tests.access.marked import (
    GMS_ALONE,
    KEPT,
    WITH_ODE,
    bad_posts,
    everywhere,
    first_bytes,
    mark,
    sender_for,
    text_of,
    told_to_ode,
)
from tests.access.world import ANYBODY, GMS, OWNER, World
from tests.factories.campaigns import CampaignFactory

OTHERS = ("nobody", "stranger", "host", "watcher", "pike", "ode")


@pytest.fixture(params=KEYS)
def campaign(request: pytest.FixtureRequest, db: None) -> Campaign:
    """The cast's campaign, in each system."""
    return CampaignFactory.create(name="The Salt Road", system=request.param)


@pytest.fixture
def marked(world: World) -> World:
    """The world with its marks."""
    return mark(world)


def secrets_from(world: World, who: str) -> tuple[str, ...]:
    """What somebody may not read, wherever it is."""
    odes, pikes = told_to_ode(world), (KEPT,)
    theirs = {"ode": pikes, "pike": odes}.get(who, (*odes, *pikes))
    return (*GMS_ALONE, world.things["fight"].seed, *theirs)


def found(world: World, who: str, words: tuple[str, ...]) -> set[tuple[str, str]]:
    """Which of the words somebody reads, and at which address."""
    tried = [one for case in CASES if who not in case.untried for one in everywhere(case, world)]
    pages = [(case.name, text_of(tried_and_undone(case, world, who))) for case in tried]
    return {(name, word) for name, page in pages for word in words if word in page}


def refusals(world: World, who: str) -> list[tuple[str, HttpResponseBase]]:
    """The answers to everything that is sent to pry, by htmx and without; whatever was changed is undone."""
    answers = []
    for name, address, form in bad_posts(world):
        for headers in ({"HX-Request": "true"}, {}):
            with transaction.atomic():
                answers.append((name, sender_for(world, who)(address, form, headers=headers)))
                transaction.set_rollback(True)
    return answers


@pytest.mark.parametrize("who", OTHERS)
def test_no_answer_of_any_address_holds_what_somebody_may_not_know(marked: World, who: str) -> None:
    assert found(marked, who, secrets_from(marked, who)) == set()


@pytest.mark.parametrize("who", sorted(GMS - OWNER))
def test_who_may_know_it_reads_every_mark_so_that_the_walk_cannot_pass_empty(marked: World, who: str) -> None:
    marks = {*GMS_ALONE, *told_to_ode(marked), KEPT}
    assert {word for _, word in found(marked, who, tuple(marks))} == marks


def test_a_player_reads_what_is_his(marked: World) -> None:
    marks = told_to_ode(marked)
    assert {word for _, word in found(marked, "ode", marks)} == set(marks) > set(WITH_ODE)


@pytest.mark.parametrize("who", OTHERS)
def test_no_refusal_holds_what_somebody_may_not_know(marked: World, who: str) -> None:
    secret = secrets_from(marked, who)
    answers = refusals(marked, who)
    assert [(name, word) for name, answer in answers for word in secret if word in text_of(answer)] == []


@pytest.mark.parametrize(("who", "statuses"), [("pike", {403, 409, 422}), ("ode", {403}), ("stranger", {404})])
def test_what_is_sent_to_pry_is_refused(marked: World, who: str, statuses: set[int]) -> None:
    given = {answer.status_code for _, answer in refusals(marked, who)}
    assert statuses <= given <= {200, 302, 403, 404, 409, 422}


def test_the_streams_tell_nothing_but_a_version(marked: World) -> None:
    told = b"".join(first_bytes(marked, who) for who in sorted(ANYBODY))
    assert set(told.split()) <= {b"retry:", b"1000", b"event:", b"changed", b"id:", b"data:", b"0"}
    assert b"changed" in told
