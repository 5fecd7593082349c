"""Write .requirements.lock anew from pyproject.toml: every package of every group with its hashes, no address."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

HEAD = "# Made by `python3 manage.py lock` from pyproject.toml; a package stands under each group that needs it.\n"


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--upgrade", action="store_true", help="take the newest indirect dependencies")

    def handle(self, *args: Any, upgrade: bool, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        lock = root / ".requirements.lock"
        groups = tomllib.loads((root / "pyproject.toml").read_text())["dependency-groups"]
        known = (
            [line for line in lock.read_text().splitlines() if "==" in line] if lock.exists() and not upgrade else []
        )
        pins = [re.sub(r" \\$", "", line) for line in known]
        whole = compile_lock(root, list(groups), sorted(set(pins)), run=True)
        versions = [re.sub(r" \\$", "", line) for line in whole.splitlines() if "==" in line]
        text = HEAD + section("run", compile_lock(root, [], versions, run=True))
        for group in groups:
            text += section(group, compile_lock(root, [group], versions, run=False))
        lock.write_text(text)
        self.stdout.write(f"{lock.name}: {len(versions)} packages")


def section(group: str, text: str) -> str:
    return f"\n# group: {group}\n{text}"


def compile_lock(root: Path, groups: list[str], pins: list[str], *, run: bool) -> str:
    """Resolve groups for every platform, held to the pins, with hashes and without comments."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as constraints:
        constraints.write("\n".join(pins))
        constraints.flush()
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
        command += ["--no-annotate", "--no-header", "--python-version", "3.11", "--constraint", constraints.name]
        command += [f"--group={group}" for group in groups]
        command += ["pyproject.toml"] if run else []
        done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)  # noqa: S603
    return done.stdout
