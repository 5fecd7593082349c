"""The rules reference: contents, search, pages, links, as it ships and as a campaign has it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.safestring import mark_safe

from rhean.campaigns.models import Campaign
from rhean.campaigns.reference import Reference, reference_of, shipped
from rhean.rules.system import Page
from rhean.rules.systems import KEYS
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses

pytestmark = pytest.mark.django_db
PAGES = (
    Page(
        "dodge",
        "Dodge",
        "Defences",
        "Get out of the way.",
        (("Costs", "1 Stamina"),),
        ("Dodge", "dodging"),
        ("melee", "no"),
    ),
    Page("melee", "Melee", "Attacks", "Strike. The foe may Dodge.", words=("Melee", "Melee Attack")),
    Page("aim", "Aim", "Moves", "Look along the shaft.", words=("Aim",)),
)


@pytest.fixture
def reference() -> Reference:
    return Reference(PAGES, lambda key: f"/r/{key}/")


def first_key(system: str) -> str:
    return next(iter(shipped(system).pages))


def test_known_words_are_linked_once_the_longest_first(reference: Reference) -> None:
    linked = reference.link("A Melee Attack after Dodge; Dodge again, dodging too.")
    assert linked == (
        'A <a class="rule-link" href="/r/melee/">Melee Attack</a> after '
        '<a class="rule-link" href="/r/dodge/">Dodge</a>; Dodge again, dodging too.'
    )


@pytest.mark.parametrize("text", ["Dodger", "dodge", "a <b>Aimless</b>", "UnDodge"])
def test_only_whole_words_as_written_are_linked(reference: Reference, text: str) -> None:
    assert "rule-link" not in reference.link(text)


def test_linked_text_is_escaped(reference: Reference) -> None:
    assert reference.link('<img src=x onerror="Dodge">') == (
        '&lt;img src=x onerror=&quot;<a class="rule-link" href="/r/dodge/">Dodge</a>&quot;&gt;'
    )


def test_safe_html_is_linked_between_its_tags_and_outside_its_links(reference: Reference) -> None:
    html = mark_safe('<a href="/x" title="Dodge">Dodge</a> <em>Melee</em> &amp; Aim')
    assert reference.link(html, but="aim") == (
        '<a href="/x" title="Dodge">Dodge</a> <em><a class="rule-link" href="/r/melee/">Melee</a></em> &amp; Aim'
    )


@pytest.mark.parametrize(
    ("query", "keys"),
    [("dodge", ["dodge", "melee"]), ("DODGE the", ["dodge", "melee"]), ("stamina", ["dodge"]), ("xyz", []), ("  ", [])],
)
def test_a_search_finds_pages_that_hold_all_words_titles_first(
    reference: Reference, query: str, keys: list[str]
) -> None:
    assert [found.page.key for found in reference.search(query)] == keys


def test_a_page_points_only_to_pages_that_exist(reference: Reference) -> None:
    assert [page.key for page in reference.see_also(PAGES[0])] == ["melee"]


@pytest.mark.parametrize("system", KEYS)
def test_every_page_of_every_system_can_be_read(client: Client, system: str) -> None:
    contents = client.get(reverse("campaigns:rules", args=[system]))
    assert contents.status_code == 200
    for page in shipped(system).pages.values():
        address = reverse("campaigns:rule", args=[system, page.key])
        assert address in contents.text
        assert client.get(address).status_code == 200, page.key


@pytest.mark.parametrize("system", KEYS)
def test_no_word_leads_to_two_pages(system: str) -> None:
    words = [word for page in shipped(system).pages.values() for word in page.words]
    assert sorted({word for word in words if words.count(word) > 1}) == []


def test_the_search_answers_as_one_types_and_without_script(client: Client) -> None:
    title = shipped("rhean").pages[first_key("rhean")].title
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.get("/rules/rhean/", {"q": title}, headers=headers)
        assert title in answer.text
        assert answer.context["found"]
    assert answer.text.strip().startswith('<div id="found"')


@pytest.mark.parametrize("query", ["x" * 101, "\0", "<script>", "%", "\\", "🐉"])
def test_any_search_is_answered(client: Client, query: str) -> None:
    assert client.get("/rules/rhean/", {"q": query}).status_code == 200


def test_a_campaign_has_the_rules_with_links_into_its_own_pages(clients: Clients, campaign: Campaign) -> None:
    home = f"{campaign.get_absolute_url()}rules/"
    page = f"{home}{first_key('rhean')}/"
    assert page in clients["ode"].get(home).text
    expected = {200: ["owner", "wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, home, expected)
    assert_statuses(clients, page, expected)
    assert_leads_nowhere(clients["ode"], home, campaign.code)
    assert clients["ode"].get(f"{home}no-such-page/").status_code == 404


def test_a_changed_ruling_stands_on_the_campaigns_page_at_once(campaign: Campaign) -> None:
    def words(value: str) -> str:
        campaign.rulings = {"declarations": value}
        return str([page.facts for page in reference_of(campaign).pages.values() if "declarations" in page.key])

    assert reference_of(campaign) is reference_of(campaign)
    assert words("sealed") != words("open")


def test_addresses_that_lead_nowhere(client: Client) -> None:
    for address in ("/rules/chess/", "/rules/chess/pawn/", "/rules/rhean/no-such-page/"):
        assert client.get(address).status_code == 404


def test_the_systems_are_listed(client: Client) -> None:
    text = client.get("/rules/").text
    assert all(f"/rules/{key}/" in text for key in KEYS)


def test_other_methods_are_refused(client: Client) -> None:
    for address in ("/rules/", "/rules/rhean/", f"/rules/rhean/{first_key('rhean')}/"):
        assert_only_by("get", client, address)
