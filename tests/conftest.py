"""Fixtures of the whole suite."""

from __future__ import annotations

import os
import tempfile

# Tests never touch a group's data: settings read this when pytest-django loads them.
os.environ.setdefault("RHEAN_DATA_DIR", tempfile.mkdtemp(prefix="rhean-tests-"))

pytest_plugins = ["tests.cast"]
