"""The server as it runs: pages, streams, uploads and its end."""

from __future__ import annotations

import http.client
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from rhean import live
from rhean.server import Server, configure
from tests.house.viewers import token

pytestmark = [
    pytest.mark.urls(__name__),
    pytest.mark.django_db,  # threads of a server that ran in this process before still hold lines to the database
]


@csrf_exempt
def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.method} {len(request.body)} {request.META['REMOTE_ADDR']}")


urlpatterns = [path("echo/", echo), path("", include("rhean.urls"))]


class Running:
    """A server in a thread."""

    def __init__(self) -> None:
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.server = Server(configure(lifespan="off"))
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))
        self.thread.start()
        until(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(30)
        self.socket.close()
        assert not self.thread.is_alive(), "the server did not stop"

    def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> tuple[int, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body or None, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def open_stream(self, address: str) -> socket.socket:
        """Open a stream and read its first event."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        line.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        received = b""
        while b"event: " not in received:
            received += line.recv(4096)
        return line


def until(condition: object, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(live, "hub", live.Hub())
    monkeypatch.setattr("rhean.server.hub", live.hub)
    running = Running()
    yield running
    running.stop()


def test_a_stream_goes_out_beside_the_pages(server: Running) -> None:
    with server.open_stream(f"/live/{token()}") as line:
        live.hub.publish("fight", 8)
        assert b"event: changed\nid: 8\ndata: 8\n" in line.recv(4096)
        assert server.ask("GET", "/echo/") == (200, "GET 0 127.0.0.1")


def test_streams_hold_neither_threads_nor_descriptors_once_they_are_closed(server: Running) -> None:
    server.ask("GET", "/echo/")
    threads, descriptors = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        lines = [server.open_stream(f"/live/{token()}") for _ in range(100)]
        assert live.hub.count() == 100
        assert threading.active_count() == threads
        for line in lines:
            line.close()
        until(lambda: live.hub.count() == 0)
    until(lambda: len(os.listdir("/proc/self/fd")) <= descriptors)


def test_the_server_stops_though_pages_are_open_and_says_nothing(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    lines = [server.open_stream(f"/live/{token()}") for _ in range(5)]
    server.stop()
    for line in lines:
        line.close()
    assert [record.getMessage() for record in caplog.records] == []


def test_slow_uploads_keep_nobody_waiting(server: Running) -> None:
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(12)]
    for line in slow:
        line.sendall(b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc")
    assert server.ask("GET", "/echo/")[0] == 200
    for line in slow:
        line.close()


def test_a_large_body_arrives_and_a_larger_one_is_refused_in_words(server: Running) -> None:
    assert server.ask("POST", "/echo/", b"x" * 3_000_000, {"Content-Type": "text/plain"}) == (
        200,
        "POST 3000000 127.0.0.1",
    )
    status, page = server.ask("POST", "/echo/", b"x" * 33 * 1024 * 1024, {"Content-Type": "text/plain"})
    assert status == 413
    assert "too large" in page


def test_only_a_trusted_proxy_says_where_a_request_came_from(server: Running) -> None:
    assert server.ask("GET", "/echo/", headers={"X-Forwarded-For": "203.0.113.9"}) == (200, "GET 0 203.0.113.9")


def test_nonsense_on_the_line_is_answered_with_a_4xx(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(b"\x16\x03\x01 what\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")
