"""The form of a library entry of the group's own: for every kind of every system it saves what it shows."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from rhean.campaigns.models import Campaign
from rhean.rules.systems import KEYS, get_system
from sheets.entryforms import KEY, NAME, VERSION
from sheets.library import library_for
from sheets.models import LibraryEntry
from tests.campaigns.standard import Clients
from tests.factories.sheets import LibraryEntryFactory

KINDS = [(system, kind) for system in KEYS for kind in get_system(system).entry_fields]


class Filled(HTMLParser):
    """What a browser sends of the entry's form if nothing is touched."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.inside, self.name, self.text = False, "", ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        each = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.inside = "entry-form" in each.get("class", "")
        if tag in {"select", "textarea"}:
            self.name, self.text = each.get("name", ""), ""
        if not self.inside:
            return
        if tag == "input" and (each.get("type") not in {"checkbox", "radio"} or "checked" in each):
            self.sent.setdefault(each["name"], []).append(each.get("value", "on" if "checked" in each else ""))
        if tag == "option" and ("selected" in each or self.name not in self.sent):
            self.sent[self.name] = [each.get("value", "")]

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.inside:
            self.sent[self.name] = [self.text.removeprefix("\n")]


def address(campaign: Campaign, path: str) -> str:
    return f"/campaigns/{campaign.code}/library/{path}"


def shown(clients: Clients, campaign: Campaign, path: str) -> dict[str, Any]:
    """The form as a browser would send it back."""
    return Filled(clients["wren"].get(address(campaign, path)).text).sent


def playing(campaign: Campaign, system: str) -> Campaign:
    Campaign.objects.filter(pk=campaign.pk).update(system=system)
    campaign.refresh_from_db()
    return campaign


@pytest.mark.parametrize("system", KEYS)
def test_no_field_of_a_system_is_one_of_the_forms_own(system: str) -> None:
    for fields in get_system(system).entry_fields.values():
        assert all(one.key.isidentifier() for one in fields)
    assert not any(own.isidentifier() for own in (NAME, KEY, VERSION))


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_every_shipped_entry_is_saved_as_it_is(clients: Clients, campaign: Campaign, system: str, kind: str) -> None:
    playing(campaign, system)
    shipped = get_system(system).library.all(kind)
    for key, entry in shipped.items():
        path = f"{kind}/{key}/edit/"
        for _ in range(2):  # put in the place of what ships, then changed
            answer = clients["wren"].post(address(campaign, path), shown(clients, campaign, path))
            assert (key, answer.status_code) == (key, 302), answer.context["form"].errors
        assert get_system(system).read_entry(kind, LibraryEntry.objects.get(kind=kind, key=key).whole()) == entry
    assert dict(library_for(campaign).all(kind)) == dict(shipped)


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_a_new_one_is_made_like_one_that_ships(clients: Clients, campaign: Campaign, system: str, kind: str) -> None:
    playing(campaign, system)
    key, entry = next(iter(get_system(system).library.all(kind).items()))
    path = f"{kind}/create/?q={key}"
    sent = shown(clients, campaign, path) | {NAME: "One of ours"}
    assert clients["wren"].post(address(campaign, path), sent).status_code == 302
    made = library_for(campaign).get(kind, "one_of_ours")
    assert made == msgspec.structs.replace(entry, key="one_of_ours", name="One of ours")


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_an_empty_form_with_a_name_is_saved_or_says_what_is_missing(
    clients: Clients, campaign: Campaign, system: str, kind: str
) -> None:
    playing(campaign, system)
    for sent in (shown(clients, campaign, f"{kind}/create/"), {}):
        answer = clients["wren"].post(address(campaign, f"{kind}/create/"), sent | {NAME: "Ours"})
        assert answer.status_code == 302 or answer.context["form"].errors
        assert LibraryEntry.objects.exists() is (answer.status_code == 302)
        LibraryEntry.objects.all().delete()


@pytest.mark.parametrize(
    ("typed", "gold"), [("0.1", 0.1), ("0,25", 0.25), ("５", 5), ("5.0", 5), ("", 0), ("1e3", None), ("-1", None),
    ("nan", None), ("0.1.2", None), ("9" * 20, None), ("²", None)],
)  # fmt: skip
def test_a_price_may_be_a_fraction(clients: Clients, campaign: Campaign, typed: str, gold: float | None) -> None:
    playing(campaign, "dragonpact")
    key = next(iter(get_system("dragonpact").library.all("shields")))
    sent = shown(clients, campaign, f"shields/{key}/edit/")
    assert "." not in sent["gold"][0]
    answer = clients["wren"].post(address(campaign, f"shields/{key}/edit/"), sent | {"gold": typed})
    assert answer.status_code == (422 if gold is None else 302)
    if gold is None:
        assert list(answer.context["form"].errors) == ["gold"]
    else:
        assert library_for(campaign).get("shields", key).gold == gold


def test_of_two_who_replace_what_ships_the_later_is_told(clients: Clients, campaign: Campaign) -> None:
    sent = shown(clients, campaign, "shields/kite/edit/")
    LibraryEntryFactory.create(campaign=campaign, key="kite", version=1)
    answer = clients["wren"].post(address(campaign, "shields/kite/edit/"), sent)
    assert answer.status_code == 409
    again = Filled(answer.text).sent
    assert clients["wren"].post(address(campaign, "shields/kite/edit/"), again).status_code == 302


def test_what_the_rules_refuse_is_told_at_its_field(clients: Clients, campaign: Campaign) -> None:
    sent = shown(clients, campaign, "weapons/create/") | {NAME: "Ours", "throw": "50/x"}
    answer = clients["wren"].post(address(campaign, "weapons/create/"), sent)
    assert list(answer.context["form"].errors) == ["throw"]
