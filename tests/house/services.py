"""Services that the tests bring up for themselves: a Redis, a database on the PostgreSQL that the environment names."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

POSTGRES = "RHEAN_TEST_POSTGRES_URL"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class RedisServer:
    """A Redis of the tests' own, which can be stopped and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("redis-server") is None:
            assert "CI" not in os.environ, "CI has to have redis-server"
            pytest.skip("needs redis-server")
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        place = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *place, "--save", ""], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 10
        with redis.Redis(port=self.port) as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.exceptions.ConnectionError:
                    assert time.monotonic() < end, "Redis did not start"
                    time.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


@contextmanager
def postgres_database() -> Iterator[str]:
    """The address of an empty database of one's own, gone again at the end."""
    server = os.environ.get(POSTGRES)
    if not server:
        pytest.skip(f"needs {POSTGRES}")
    name = f"rhean_{uuid.uuid4().hex[:12]}"
    with closing(psycopg.connect(server, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
