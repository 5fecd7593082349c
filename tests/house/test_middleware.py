"""What every answer carries, and where a log-in leads back to."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]

PAGE = "http://testserver/sheets/x/?tab=gear"


@csrf_exempt
@login_required
def save(request: HttpRequest) -> HttpResponse:
    return HttpResponse("saved")


@require_POST
def take(request: HttpRequest) -> HttpResponse:
    return HttpResponse("taken")


urlpatterns = [path("save/", save), path("take/", take), path("account/take/", take), path("", include("rhean.urls"))]


def test_every_answer_forbids_what_does_not_come_from_this_server(client: Client) -> None:
    for address in ("/", "/no/such/page/", "/save/"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        assert "unsafe" not in policy


def test_a_page_comes_back_to_itself_after_the_log_in(client: Client) -> None:
    answer = client.get("/save/?a=1")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("?next=/save/%3Fa%3D1")


def test_a_page_part_sends_the_whole_page_to_the_log_in(client: Client) -> None:
    answer = client.get("/save/", headers={"HX-Request": "true", "HX-Current-URL": PAGE})
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].endswith("?next=%2Fsheets%2Fx%2F%3Ftab%3Dgear")


@pytest.mark.parametrize("sender", ["https://evil.example/x", "javascript:alert(1)", "//evil.example", ""])
def test_a_log_in_never_leads_to_another_server(client: Client, sender: str) -> None:
    answer = client.get("/save/", headers={"HX-Request": "true", "HX-Current-URL": sender})
    assert answer.headers["HX-Redirect"].endswith("?next=%2F")


@pytest.mark.parametrize(
    "address", ["/join/%00/", "/table/a%00b/", "/password/%00/x/set/", "/rules/rhean/%00/", "/no/%00/"]
)
def test_a_null_character_in_an_address_finds_nothing_before_any_database_is_asked(
    client: Client, django_assert_num_queries: Any, address: str
) -> None:
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 404


def test_a_page_with_two_slashes_leads_to_no_other_server(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver//evil.example/x"}
    answer = client.get("/save/", headers=headers)
    assert answer.headers["HX-Redirect"].endswith("?next=%2Fevil.example%2Fx")


AS_PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_an_address_that_only_takes_forms_says_so_and_leads_away(client: Client) -> None:
    answer = client.get("/take/", headers={**AS_PAGE, "Referer": "http://testserver/sheets/?tab=gear"})
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "script-src 'self';" in answer.headers["Content-Security-Policy"]
    assert "This address only takes what a form sends." in answer.text
    assert 'href="/"' in answer.text
    assert 'href="/sheets/">Back' in answer.text


@pytest.mark.parametrize("sender", ["http://evil.example/x", "http://testserver/take/", "javascript:alert(1)", ""])
def test_the_way_back_leads_only_to_another_page_of_ours(client: Client, sender: str) -> None:
    answer = client.get("/take/", headers={**AS_PAGE, "Referer": sender})
    assert answer.status_code == 405
    assert "Back" not in answer.text


def test_whoever_comes_from_nowhere_is_led_to_the_page_above(client: Client) -> None:
    answer = client.get("/account/take/", headers=AS_PAGE)
    assert answer.status_code == 405
    assert 'href="/account/">Back' in answer.text


@pytest.mark.parametrize("headers", [{}, {"Accept": "application/json"}, {**AS_PAGE, "HX-Request": "true"}])
def test_what_is_not_opened_as_a_page_gets_no_page(client: Client, headers: dict[str, str]) -> None:
    answer = client.get("/take/", headers=headers)
    assert (answer.status_code, answer.content) == (405, b"")


def test_another_method_than_get_gets_no_page(client: Client) -> None:
    assert client.put("/take/", headers=AS_PAGE).content == b""
