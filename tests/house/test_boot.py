"""The environment that manage.py makes for itself."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap
import threading
import tomllib
from pathlib import Path

import pytest

from rhean import boot

ROOT = Path(boot.ROOT)


@pytest.fixture
def venv(tmp_path: Path) -> str:
    return str(tmp_path / "the venv")


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Notes what would be installed, and makes an environment of nothing."""
    noted: list[list[str]] = []
    monkeypatch.setattr(boot, "create", lambda venv: os.makedirs(venv, exist_ok=True))
    monkeypatch.setattr(boot, "install", lambda venv, groups: noted.append(groups))
    return noted


def test_play_needs_the_run_group_only_and_test_needs_all() -> None:
    assert boot.groups_for(["manage.py", "play"], {}) == ["run"]
    assert boot.groups_for(["manage.py"], {}) == ["run"]
    assert boot.groups_for(["manage.py", "test"], {}) == ["run", "browser", "lint", "scale", "test"]


@pytest.mark.parametrize("variable", ["DATABASE_URL", "REDIS_URL"])
def test_a_host_with_postgresql_or_redis_gets_their_drivers(variable: str) -> None:
    assert boot.groups_for(["manage.py", "play"], {variable: "x"}) == ["run", "scale"]


def test_an_environment_is_made_once(venv: str, installs: list[list[str]]) -> None:
    boot.sync(venv, ["run"])
    boot.sync(venv, ["run"])
    assert installs == [["run"]]


def test_groups_do_not_undo_each_other(venv: str, installs: list[list[str]]) -> None:
    boot.sync(venv, ["run"])
    boot.sync(venv, ["run", "test"])
    boot.sync(venv, ["run"])
    assert installs == [["run"], ["run", "test"]]


def test_a_changed_lock_is_installed(venv: str, installs: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    boot.sync(venv, ["run"])
    changed = {**boot.sections(), "run": ["django==9.9 --hash=sha256:00"]}
    monkeypatch.setattr(boot, "sections", lambda: changed)
    boot.sync(venv, ["run"])
    assert len(installs) == 2


def test_an_install_that_was_cut_short_is_done_again(
    venv: str, installs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(venv: str, groups: list[str]) -> None:
        raise boot.BootError("no network")

    with monkeypatch.context() as patch:
        patch.setattr(boot, "install", fails)
        with pytest.raises(boot.BootError):
            boot.sync(venv, ["run"])
    boot.sync(venv, ["run"])
    assert installs == [["run"]]


def test_of_two_at_once_one_installs_and_the_other_waits(venv: str, installs: list[list[str]]) -> None:
    threads = [threading.Thread(target=boot.sync, args=(venv, ["run"])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert installs == [["run"]]


def test_a_failed_install_says_what_to_do(
    venv: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boot.subprocess, "call", lambda command, **more: 1)
    with pytest.raises(boot.BootError, match="run the same command again"):
        boot.install(venv, ["run"])
    assert "Installing packages" in capsys.readouterr().err


def test_a_python_without_venv_names_the_package_to_install(venv: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boot, "run_quietly", lambda command: 1)
    with pytest.raises(boot.BootError, match="apt-get install python3-venv"):
        boot.create(venv)


def test_an_old_python_is_told_which_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(boot.SKIP, raising=False)
    monkeypatch.setattr(boot.sys, "version_info", (3, 10, 2))
    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer is needed"):
        boot.enter(["manage.py", "play"])


def test_boot_parses_on_older_pythons() -> None:
    source = (ROOT / "rhean" / "boot.py").read_text()
    assert ast.parse(source, feature_version=(3, 7))
    assert ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 7))


def test_boot_needs_nothing_but_the_standard_library() -> None:
    code = textwrap.dedent("""
        import sys
        from rhean import boot
        print([name for name in sys.modules if name.split(".")[0] in {"django", "msgspec", "uvicorn"}])
    """)
    shown = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_containers_may_skip_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(boot.SKIP, "1")
    monkeypatch.setattr(boot, "sync", lambda *given: pytest.fail("was not skipped"))
    assert boot.enter(["manage.py", "play"]) is None


def test_every_dependency_is_pinned_and_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {"run": project["project"]["dependencies"], **project["dependency-groups"]}
    locked = boot.sections()
    assert locked.keys() == wanted.keys()
    for group, requirements in wanted.items():
        names = {block.split(" ")[0].split(";")[0].split("[")[0] for block in locked[group]}
        for requirement in requirements:
            name, version = requirement.split("==")
            assert f"{name.split('[')[0]}=={version}" in names or any(
                block.startswith(requirement) for block in locked[group]
            )
        assert all("--hash=sha256:" in block for block in locked[group])
