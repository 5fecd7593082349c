"""Workers that are none: a forecast played in the test itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any

from encounters import workers
from encounters.forecast import Prepared
from rhean.rules.errors import BadSetup


class Inline(Executor):
    """Does at once what is asked of it."""

    def __init__(self, count: int, prepared: Prepared, line: object) -> None:
        workers.enter(prepared, None)

    def submit(self, act: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(act(*args, **kwargs))
        except (ArithmeticError, BadSetup) as fault:
            future.set_exception(fault)
        return future


def run_here(prepared: Prepared, seeds: Sequence[str], report: workers.Report) -> None:
    """A job in this thread."""
    workers.Job(prepared, seeds, report).run()


def refusing(words: str) -> Callable[[str], None]:
    """A run in which the rules refuse something."""

    def run(seed: str) -> None:
        raise BadSetup(words)

    return run
