"""How long `manage.py play` takes until the first page: with nothing but Python, with its packages, with its data.

    python3 -m tests.bench.start [--cold]

Runs in a copy of the last commit. With ``--cold`` the copy makes its own environment, which downloads the packages;
otherwise it uses the one that is here. A figure is the time from the command to the first page.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600.0


def copy(folder: Path, own_environment: bool) -> None:
    """The last commit, as somebody gets it."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
    if not own_environment:
        (folder / ".venv").symlink_to(ROOT / ".venv")


def start(folder: Path) -> float:
    """Seconds from the command to the first page; ends the server again."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("RHEAN_", "DJANGO_"))}
    command = [
        getattr(sys, "_base_executable", sys.executable),
        "manage.py",
        "play",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    begun = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            while not answers(port):
                if process.poll() is not None or time.perf_counter() - begun > PATIENCE:
                    raise SystemExit("play does not serve")
                time.sleep(0.02)
            return time.perf_counter() - begun
        finally:
            process.send_signal(signal.SIGINT)


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
            return bool(page.status == 200)
    except urllib.error.URLError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true", help="without packages: the copy installs them first")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rhean-bench-") as name:
        copy(Path(name), asked.cold)
        first = start(Path(name))
        warm = sorted(start(Path(name)) for _ in range(3))[1]
    what = "from Python alone" if asked.cold else "with packages, without data"
    sys.stdout.write(f"first page {what}: {first:.1f} s; once more, with its data: {warm:.1f} s\n")


if __name__ == "__main__":
    main()
