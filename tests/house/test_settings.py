"""Settings: they work without any environment, and nonsense stops the start with a sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from rhean import settings


@pytest.mark.parametrize(("text", "value"), [("1", True), ("Yes", True), (" on ", True), ("0", False), ("off", False)])
def test_a_yes_or_no_is_read(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("RHEAN_X", text)
    assert settings.envbool("RHEAN_X", not value) is value


def test_what_is_not_set_keeps_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RHEAN_X", "")
    assert settings.envbool("RHEAN_X", True) is True
    assert settings.envint("RHEAN_X", 7) == 7
    assert settings.envlist("RHEAN_X") == []


@pytest.mark.parametrize("read", [lambda: settings.envbool("RHEAN_X", True), lambda: settings.envint("RHEAN_X", 1)])
def test_nonsense_names_the_variable(monkeypatch: pytest.MonkeyPatch, read: object) -> None:
    monkeypatch.setenv("RHEAN_X", "maybe")
    with pytest.raises(ImproperlyConfigured, match="RHEAN_X is 'maybe'"):
        read()  # type: ignore[operator]


def test_names_are_parted_by_commas_or_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RHEAN_X", "a.example, b.example c.example")
    assert settings.envlist("RHEAN_X") == ["a.example", "b.example", "c.example"]


def test_a_secret_is_made_once_and_kept_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "data" / "secret"
    first = settings.envsecret("RHEAN_X", file)
    assert settings.envsecret("RHEAN_X", file) == first
    assert len(first) >= 50
    assert file.stat().st_mode & 0o077 == 0


def test_a_secret_may_come_from_the_environment_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "given").write_text("from the file\n")
    monkeypatch.setenv("RHEAN_X_FILE", str(tmp_path / "given"))
    assert settings.envsecret("RHEAN_X", tmp_path / "kept") == "from the file"
    monkeypatch.setenv("RHEAN_X", "from the environment")
    assert settings.envsecret("RHEAN_X", tmp_path / "kept") == "from the environment"


def test_a_secret_file_that_is_missing_or_empty_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RHEAN_X_FILE", str(tmp_path / "missing"))
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        settings.envsecret("RHEAN_X", tmp_path / "kept")
    (tmp_path / "missing").touch()
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        settings.envsecret("RHEAN_X", tmp_path / "kept")


def test_a_database_is_named_by_an_address(tmp_path: Path) -> None:
    postgres = settings.database("postgres://ode:p%40ss@db.example:5433/table?sslmode=require")
    assert (postgres["USER"], postgres["PASSWORD"], postgres["HOST"]) == ("ode", "p@ss", "db.example")
    assert (postgres["PORT"], postgres["NAME"]) == ("5433", "table")
    assert postgres["OPTIONS"]["sslmode"] == "require"
    assert settings.database(f"sqlite://{tmp_path}/x.sqlite3")["NAME"] == tmp_path / "x.sqlite3"


@pytest.mark.parametrize("address", ["mysql://a/b", "postgres://host", "nonsense", "sqlite://"])
def test_an_address_of_no_database_stops_the_start(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        settings.database(address)


def test_sqlite_waits_for_other_writers(tmp_path: Path) -> None:
    options = settings.sqlite(tmp_path / "x.sqlite3")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "PRAGMA journal_mode=WAL;" in options["init_command"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [("RHEAN_DEBUG", "perhaps"), ("RHEAN_MAX_BODY_MIB", "much"), ("DATABASE_URL", "x"), ("RHEAN_SESSION_DAYS", "1.5")],
)
def test_a_wrong_value_fails_at_the_start(tmp_path: Path, variable: str, value: str) -> None:
    environment = {**os.environ, "RHEAN_DATA_DIR": str(tmp_path), variable: value, "RHEAN_NO_BOOT": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {variable}" in done.stderr


def test_the_readme_names_every_variable_and_no_other() -> None:
    source = (settings.BASE_DIR / "rhean" / "settings.py").read_text() + (
        settings.BASE_DIR / "rhean/boot.py"
    ).read_text()
    readme = (settings.BASE_DIR / "README.md").read_text()
    name = re.compile(r"\b(RHEAN_[A-Z_]+|DATABASE_URL|REDIS_URL)\b")
    missing = set(name.findall(source)) - set(name.findall(readme))
    assert missing == {"RHEAN_DEBUG"}, "only what is for developers may be missing"
    assert set(name.findall(readme)) - set(name.findall(source)) == {"RHEAN_SECRET_KEY_FILE", "RHEAN_TEST_POSTGRES_URL"}
