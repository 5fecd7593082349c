"""Fixtures of the whole suite; tests/environment.py sets up what the settings read."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

pytest_plugins = ["tests.cast"]
DATABASE_FIXTURES = {"db", "transactional_db"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever uses the database is marked so, and repeated on PostgreSQL; not what needs a browser besides."""
    for item in items:
        uses = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db")
        if uses and not item.get_closest_marker("browser"):
            item.add_marker("database")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite in a file, one for each process: a server in another thread sees the same database, as in real life."""
    database: dict[str, Any] = settings.DATABASES["default"]
    if "sqlite3" in database["ENGINE"]:
        worker = getattr(request.config, "workerinput", {}).get("workerid", "main")
        database.setdefault("TEST", {})["NAME"] = str(settings.DATA_DIR / f"test-{worker}.sqlite3")
