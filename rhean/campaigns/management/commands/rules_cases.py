"""``manage.py rules_cases SYSTEM FILE``: golden cases of a rule system held against its rules."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rhean.rules import cases, systems
from rhean.rules.errors import BadDocument


class Command(BaseCommand):
    """Prints each line that does not hold, and the counts at the end; fails if one does not."""

    help = "Holds the golden cases of a file (plain text, or Markdown with case blocks) against the rules."

    def add_arguments(self, parser: CommandParser) -> None:
        """The system and the file."""
        parser.add_argument("system", choices=systems.KEYS)
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs every case of the file."""
        notation = notation_of(options["system"])
        try:
            found = notation.parse(options["file"].read_text("utf-8"))
        except (OSError, UnicodeDecodeError, BadDocument) as error:
            raise CommandError(f"{options['file']}: {error}") from error
        counts = {"hold": 0, "fail": 0, "need": 0}
        for case in found:
            counts[self.report(case, notation)] += 1
        self.stdout.write(
            f"{len(found)} cases: {counts['hold']} hold, {counts['fail']} do not, "
            f"{counts['need']} need actions that do not exist"
        )
        if counts["fail"] or not found:
            raise CommandError("no case was found" if not found else "there are cases that do not hold")

    def report(self, case: Any, notation: cases.Notation) -> str:
        """One case; what came of it."""
        action = notation.missing(case)
        if action:
            self.stdout.write(f"{case.id}: needs {action}")
            return "need"
        faults = notation.run(case)
        for fault in faults:
            self.stdout.write(str(fault))
        return "fail" if faults else "hold"


def notation_of(system: str) -> cases.Notation:
    """How a system's cases are read and held."""
    name = f"{systems.__name__}.{system}.cases"
    notation = getattr(import_module(name), "NOTATION", None) if find_spec(name) else None
    if not isinstance(notation, cases.Notation):
        raise CommandError(f"{system} has no golden cases")
    return notation
