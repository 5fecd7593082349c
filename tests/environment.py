"""Set before the settings are read (pytest loads this first): tests never touch a group's data or its services."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

FOLDER = "RHEAN_DATA_DIR"
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ  # a worker shares the folder that the first process made

if not IS_WORKER:
    for name in [name for name in os.environ if name == "REDIS_URL" or name.startswith("RHEAN_")]:
        if not name.startswith("RHEAN_TEST_"):
            del os.environ[name]
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="rhean-tests-")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    if not IS_WORKER:
        shutil.rmtree(Path(os.environ[FOLDER]), ignore_errors=True)
