"""What every answer carries."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

Answer = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: Answer) -> Answer:
    """Tell the browser that nothing but this server's own files may run or load."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return middleware


def come_back_after_log_in(get_response: Answer) -> Answer:
    """When a session has ended, lead from the log-in to the page that the person was on.

    Django would come back to the address that was asked for; for a sent form or a page part that is not a page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        asks_for_part = request.headers.get("HX-Request") == "true"
        if not (asks_for_part or request.method == "POST") or not leads_to_log_in(response):
            return response
        target = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': page_of(request)})}"
        return HttpResponseClientRedirect(target) if asks_for_part else HttpResponseRedirect(target)

    return middleware


def leads_to_log_in(response: HttpResponse) -> bool:
    """Whether the answer sends an anonymous person to the log-in (which names what was asked for as ``next``)."""
    if response.status_code != 302:
        return False
    parts = urlsplit(response.headers["Location"])
    return "next=" in parts.query and parts.path == resolve_url(settings.LOGIN_URL)


def page_of(request: HttpRequest) -> str:
    """The path of the page that sent the request; the start page where the browser does not say."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or "/"
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()):
        return "/"
    parts = urlsplit(page)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
