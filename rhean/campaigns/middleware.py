"""Sessions that end hurt nobody: they slide while used, and a form sent too late keeps its text."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from rhean.campaigns import drafts
from rhean.middleware import leads_to_log_in, page_of

Answer = Callable[[HttpRequest], HttpResponse]
RENEW_AFTER = 24 * 3600


def sliding_session(get_response: Answer) -> Answer:
    """Renew a session that is used, once a day, so that nobody is signed out in mid-fight."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = int(timezone.now().timestamp())
            if now - request.session.get("renewed", 0) > RENEW_AFTER:
                request.session["renewed"] = now
        return get_response(request)

    return middleware


def kept_drafts(get_response: Answer) -> Answer:
    """Where a form is answered with the way to the sign-in page, take along what was typed.

    A form sent by htmx is left to the browser, which keeps its text and comes back to its page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method != "POST" or is_by_htmx(request) or not leads_to_log_in(response):
            return response
        draft = drafts.draft_of(request)
        return drafts.interrupted(request, draft, page_of(request)) if draft else response

    return middleware


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that was drawn before a sign-in in another tab: offer its text again.

    Only for forms of our own pages: a browser names the page's origin, and it has to be ours.
    """
    draft = drafts.draft_of(request) if is_from_our_page(request) else None
    if draft is None:
        return render(request, "403.html", {"exception": "This form is out of date. Load its page again."}, status=403)
    if not request.user.is_authenticated:
        return drafts.interrupted(request, draft, page_of(request))
    return drafts.offer(request, draft, page_of(request), status=403)


def is_from_our_page(request: HttpRequest) -> bool:
    """Whether the browser says that the form stood on a page of this server."""
    origin = request.headers.get("Origin", "")
    return origin == f"{request.scheme}://{request.get_host()}" or origin in settings.CSRF_TRUSTED_ORIGINS


def is_by_htmx(request: HttpRequest) -> bool:
    """Whether htmx sent this request."""
    return request.headers.get("HX-Request") == "true"
