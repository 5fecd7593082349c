"""What every answer carries."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import is_valid_path
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

Answer = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: Answer) -> Answer:
    """Tell the browser that nothing but this server's own files may run or load."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return middleware


def private_pages(get_response: Answer) -> Answer:
    """Let nobody but the person who asked keep a page, and ask anew each time; a file to take along is not kept at all.

    What a view says itself stays. Expects the person to be known, so it stands after Django's authentication."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.headers.get("Content-Disposition", "").startswith("attachment"):
            response.headers.setdefault("Cache-Control", "no-store")
        elif request.user.is_authenticated or response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return middleware


def no_null_characters(get_response: Answer) -> Answer:
    """Find nothing at an address with a null character: PostgreSQL cannot even be asked for one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            raise Http404
        return get_response(request)

    return middleware


def wrong_method_pages(get_response: Answer) -> Answer:
    """Say on a page of ours that an address only takes what a form sends, where it was opened like a page (loaded
    again after a form was refused, say). The status stays 405, what is asked for by htmx or as anything but a page
    stays empty."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or response.content or not opens_page(request):
            return response
        page = render(request, "405.html", {"back": sender_of(request) or page_above(request.path)}, status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware


def opens_page(request: HttpRequest) -> bool:
    """Whether a browser opens an address as a whole page."""
    wants_page = "text/html" in request.headers.get("Accept", "")
    return request.method == "GET" and wants_page and "HX-Request" not in request.headers


def sender_of(request: HttpRequest) -> str:
    """The path of the page of ours from which somebody came, if it is another one than this; else empty."""
    sender = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sender, {request.get_host()}, request.is_secure()):
        return ""
    path = f"/{urlsplit(sender).path.lstrip('/')}"  # two slashes would name another server
    return "" if path == request.path else path


def page_above(path: str) -> str:
    """The nearest address above this one that leads somewhere; empty where only the start page does."""
    parts = path.strip("/").split("/")
    above = (f"/{'/'.join(parts[:length])}/" for length in range(len(parts) - 1, 0, -1))
    return next((address for address in above if is_valid_path(address)), "")


def come_back_after_log_in(get_response: Answer) -> Answer:
    """When a session has ended, send the whole page to the log-in, and back to itself afterwards.

    Otherwise htmx would put the log-in page in the place of a page part, and lead back to that part.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not leads_to_log_in(response) or not cast(HtmxHttpRequest, request).htmx:
            return response
        return HttpResponseClientRedirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': page_of(request)})}")

    return middleware


class HtmxHttpRequest(HttpRequest):
    htmx: HtmxDetails


def leads_to_log_in(response: HttpResponse) -> bool:
    """Whether the answer sends an anonymous person to the log-in (which names what was asked for as ``next``)."""
    if response.status_code != 302:
        return False
    parts = urlsplit(response.headers["Location"])
    return "next=" in parts.query and parts.path == resolve_url(settings.LOGIN_URL)


def page_of(request: HttpRequest) -> str:
    """The path of the page that sent the request by htmx; the start page where the browser does not say."""
    page = cast(HtmxHttpRequest, request).htmx.current_url or "/"
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()):
        return "/"
    parts = urlsplit(page)
    path = f"/{parts.path.lstrip('/')}"  # two slashes would name another server
    return f"{path}?{parts.query}" if parts.query else path
