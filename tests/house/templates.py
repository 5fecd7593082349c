"""Compile every template: ``python -m tests.house.templates`` names each that does not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.template import TemplateSyntaxError
from django.template.loader import get_template


def broken() -> list[str]:
    """The faults found, one line each."""
    root = Path(settings.BASE_DIR) / "templates"
    faults = []
    for file in sorted(root.rglob("*.html")):
        try:
            get_template(str(file.relative_to(root)))
        except TemplateSyntaxError as fault:
            faults.append(f"{file.relative_to(root)}: {fault}")
    return faults


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")
    django.setup()
    sys.exit("\n".join(broken()) or 0)
