"""A page of the tests' own, so that live.js and forms.js are tested apart from any game."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from django.contrib.auth.decorators import login_required
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template import Context, RequestContext, Template
from django.template.loader import render_to_string
from django.urls import include, path
from django.views.decorators.http import require_POST

from rhean import live

PAGE = """{% extends "base.html" %}{% block content %}
<h1>Board</h1>
<div data-live="{{ live_url }}" data-version="{{ board.version }}">{{ part|safe }}</div>
{% endblock %}"""

PART = """<section id="board" hx-get="{{ place }}part/" hx-trigger="live:changed from:closest [data-live]"
  hx-swap="outerHTML">
<p id="news">{{ board.text }}</p>
<p id="saved">{% if board.posts %}{{ saved }}{% endif %}</p>
{% if board.with_form %}<form id="write" method="post" action="{{ place }}save/" hx-post="{{ place }}save/"
  hx-target="#board" hx-swap="outerHTML"><input type="hidden" name="version" value="{{ board.version }}">
<label for="note">Note</label><input id="note" name="note" class="form-control">
<button class="btn btn-primary" data-hotkey="s">Save</button>
</form>{% endif %}</section>"""


@dataclass
class Board:
    """What the page shows, held in memory."""

    text: str = "nothing yet"
    saved: str = ""
    version: int = 1
    with_form: bool = True
    posts: list[dict[str, str]] = field(default_factory=list)
    answers: threading.Event = field(default_factory=threading.Event)  # cleared: what is sent waits for its answer
    reads: threading.Event = field(default_factory=threading.Event)  # cleared: what was read waits on its way

    def reset(self) -> None:
        self.__init__()  # type: ignore[misc]
        self.answers.set()
        self.reads.set()
        live.hub.newest.clear()

    def write(self, text: str) -> None:
        self.text = text
        self.version += 1
        live.hub.publish("board", self.version)


board = Board()


def page(request: HttpRequest, place: str) -> HttpResponse:
    values = {"live_url": live.live_url("board", "viewer"), "board": board, "part": part_html(place)}
    return HttpResponse(Template(PAGE).render(RequestContext(request, values)))


def part_html(place: str) -> str:
    return Template(PART).render(Context({"board": board, "saved": board.saved, "place": place}))


def told(text: str) -> str:
    """A message beside the part, as the app sends it."""
    return render_to_string("messages.html", {"messages": [Message(constants.ERROR, text)], "oob": True})


def show(request: HttpRequest) -> HttpResponse:
    return page(request, "/board/")


def part(request: HttpRequest) -> HttpResponse:
    answer = HttpResponse(part_html("/board/"))
    board.reads.wait(10)
    return answer


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    board.posts.append(request.POST.dict())
    answer = answer_to(request.POST)
    board.answers.wait(10)
    return answer


def answer_to(sent: QueryDict) -> HttpResponse:
    if sent["version"] != str(board.version):
        return HttpResponse(part_html("/board/") + told("The fight has moved on"), status=409)
    if sent["note"] == "forbidden":
        raise PermissionDenied
    if sent["note"] == "refuse":
        return HttpResponse(part_html("/board/") + told("Not that"), status=422)
    board.saved = sent["note"]
    board.version += 1
    return HttpResponse(part_html("/board/"))


@login_required
def private(request: HttpRequest) -> HttpResponse:
    return page(request, "/board/private/")


@login_required
def private_part(request: HttpRequest) -> HttpResponse:
    return HttpResponse(part_html("/board/private/"))


@require_POST
@login_required
def private_save(request: HttpRequest) -> HttpResponse:
    return save(request)


urlpatterns = [
    path("board/", show),
    path("board/part/", part),
    path("board/save/", save),
    path("board/private/", private),
    path("board/private/part/", private_part),
    path("board/private/save/", private_save),
    path("", include("rhean.urls")),
]
