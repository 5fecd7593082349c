"""play, backup and restore."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management.base import CommandError

from rhean.campaigns.management.commands import play

ROOT = Path(settings.BASE_DIR)


class Project:
    """The project with a data folder of its own, used from the command line."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.processes: list[subprocess.Popen[str]] = []
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("RHEAN_", "DATABASE_URL"))}
        self.environment = {**kept, "RHEAN_DATA_DIR": str(self.data), "RHEAN_NO_BOOT": "1", "PYTHONUNBUFFERED": "1"}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)

    def play(self) -> tuple[subprocess.Popen[str], str]:
        """Start serving; returns the process and its address."""
        command = [sys.executable, "-W", "error", "manage.py", "play", "--host", "127.0.0.1", "--port", "0"]
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.processes.append(process)
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"http://localhost:\d+/", line):
                return process, found.group()
        pytest.fail(f"play said no address: {said}")

    def names(self) -> list[str]:
        with closing(sqlite3.connect(self.data / "rhean.sqlite3")) as database:
            return [name for (name,) in database.execute("SELECT username FROM campaigns_user ORDER BY username")]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    project = Project(tmp_path)
    yield project
    for process in project.processes:
        process.terminate()
        process.communicate(timeout=30)


@pytest.fixture
def served(project: Project) -> str:
    return project.play()[1]


def test_play_serves_from_nothing_and_ends_cleanly_on_ctrl_c(project: Project) -> None:
    process, address = project.play()
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert answer.status == 200
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in rest
    assert "Error" not in rest


def test_a_running_group_is_backed_up_and_restored(project: Project, served: str, tmp_path: Path) -> None:
    before = project.names()
    file = tmp_path / "backup.tar.gz"
    assert project.run("backup", str(file)).returncode == 0
    with tarfile.open(file) as archive:
        assert {"rhean.sqlite3", "secret_key"} <= set(archive.getnames())
    elsewhere = Project(tmp_path / "elsewhere")
    done = elsewhere.run("restore", str(file))
    assert done.returncode == 0, done.stderr
    assert elsewhere.names() == before
    assert (elsewhere.data / "secret_key").read_text() == (project.data / "secret_key").read_text()


def test_nothing_is_restored_under_a_running_server(project: Project, served: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar.gz"
    project.run("backup", str(file))
    done = project.run("restore", str(file))
    assert done.returncode == 1
    assert "Stop it first" in done.stderr


def test_a_backup_never_overwrites_a_file(project: Project, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("precious")
    done = project.run("backup", str(tmp_path / "there"))
    assert done.returncode == 1
    assert (tmp_path / "there").read_text() == "precious"


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b\x08\x00"])
def test_what_is_no_backup_changes_nothing(project: Project, tmp_path: Path, content: bytes) -> None:
    project.run("migrate")
    before = (project.data / "secret_key").read_text()
    (tmp_path / "file").write_bytes(content)
    done = project.run("restore", str(tmp_path / "file"))
    assert done.returncode == 1
    assert "no backup" in done.stderr
    assert (project.data / "secret_key").read_text() == before
    assert project.names() == []


def test_play_takes_the_next_port_where_the_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(play, "PORT", taken)
        with play.bind("127.0.0.1", None) as found:
            assert found.getsockname()[1] > taken
        with pytest.raises(CommandError, match=f"Port {taken} is taken"):
            play.bind("127.0.0.1", taken)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("no.such.host.invalid", 0), ("203.0.113.1", 0)])
def test_play_says_why_it_cannot_listen(host: str, port: int) -> None:
    with pytest.raises(CommandError):
        play.bind(host, port)


def test_the_address_for_the_others_is_one_of_this_machine() -> None:
    address = play.lan_address()
    assert address == "" or socket.inet_aton(address)
