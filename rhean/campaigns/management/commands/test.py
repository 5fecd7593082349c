"""Run the whole test suite; whatever follows goes to pytest (`python3 manage.py test -k undo`).

Where RHEAN_TEST_POSTGRES_URL names a PostgreSQL server, the tests that touch the database run there as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

NO_TESTS = 5  # pytest's way of saying that a selection was empty


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Pass the arguments through as they are: they are pytest's."""
        self.execute_tests(argv[2:])

    def handle(self, *args: Any, **options: Any) -> None:
        self.execute_tests([])

    def execute_tests(self, arguments: list[str]) -> None:
        chosen = arguments or ["-n", "2", "--dist", "worksteal"]
        code = pytest(chosen, {})
        postgres = os.environ.get("RHEAN_TEST_POSTGRES_URL")
        if code == 0 and postgres:
            sys.stdout.write("\nOnce more on PostgreSQL, what touches the database:\n")
            sys.stdout.flush()
            code = pytest(["-m", "database", *chosen], {"DATABASE_URL": postgres})
            code = 0 if code == NO_TESTS and arguments else code
        raise SystemExit(code)


def pytest(arguments: list[str], environment: dict[str, str]) -> int:
    """Run pytest in a process of its own, so that it loads the settings itself."""
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.call(command, cwd=settings.BASE_DIR, env={**os.environ, **environment})  # noqa: S603
