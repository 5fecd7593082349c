"""One fight on two server processes: PostgreSQL and Redis between them, as a larger group hosts it."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPException

import pytest

from tests.encounters.hosted import PATIENCE, Host, environment_for, until
from tests.house.services import RedisServer, postgres_database


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, redis: RedisServer) -> Iterator[dict[str, str]]:
    """What both processes are told."""
    with postgres_database() as database:
        yield environment_for(tmp_path_factory.mktemp("data"), database, redis.url)


@pytest.fixture(scope="module")
def pair(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, Host]]:
    """Two processes."""
    folder = tmp_path_factory.mktemp("logs")
    pair = Host(folder, environment), Host(folder, environment)
    yield pair
    for host in pair:
        host.kill()


@pytest.fixture
def hosts(pair: tuple[Host, Host], environment: dict[str, str]) -> tuple[Host, Host]:
    """Two processes that serve the same new fight."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.encounters.hosted"], env=environment, capture_output=True, timeout=PATIENCE
    )
    assert made.returncode == 0, made.stderr.decode()
    for host in pair:
        host.fight = json.loads(made.stdout)
        until(host.is_up)
    return pair


def text_of(page: str) -> str:
    """What of a page is read, without its tags."""
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def attempt(host: Host, value: int) -> bool:
    """Whether the server took the GM's figure; its end in the middle of it says no."""
    try:
        host.set_stamina(value, f"key {value}")
    except (OSError, HTTPException):
        return False
    return True


def test_an_answer_given_to_one_process_appears_at_the_viewers_of_the_other(hosts: tuple[Host, Host]) -> None:
    here, there = hosts
    with closing(there.watch()) as page:
        until(lambda: page.next() == "changed")
        before = there.log()
        here.answer()
        assert page.next() == "changed"
        added = there.log()[len(before) :]
        assert added
        assert added[0] in text_of(there.get("page"))


def test_an_answer_sent_to_both_processes_at_once_acts_once(hosts: tuple[Host, Host]) -> None:
    before = len(hosts[0].log())
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda host: host.answer(), [*hosts, *hosts]))
    after = hosts[0].log()
    hosts[1].answer()
    assert len(after) > before
    assert hosts[1].log() == after


def test_a_redis_that_stops_and_starts_again_heals_by_itself(hosts: tuple[Host, Host], redis: RedisServer) -> None:
    here, there = hosts
    with closing(there.watch()) as page:
        until(lambda: page.next() == "changed")
        redis.stop()
        here.answer()  # saved, though nobody elsewhere can be told of it
        redis.start()
        assert page.next() == "changed"
        saved = there.log()
        here.set_stamina(3, "after the healing")
        assert page.next() == "changed"
        until(lambda: len(there.log()) > len(saved))


def test_killing_one_process_in_the_middle_of_a_fight_loses_nothing(hosts: tuple[Host, Host]) -> None:
    here, there = hosts
    before = len(there.log())
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(attempt, here, value) for value in range(1, 13)]
        until(lambda: any(one.done() for one in sent))
        here.kill()
        taken = [one.result() for one in sent]
    assert taken.count(False), "the process outlived all that it was sent"
    for value in range(1, 13):  # a page that got no answer sends the same again, here to whoever is left
        assert attempt(there, value)
    assert len(there.log()) == before + 12
    here.start()
    until(here.is_up)
    assert here.log() == there.log()
