"""What every page of a fight says of a held action, of where a number comes from, and of the rules behind its words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.forms import Form
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.control import do_share
from encounters.actions.play import do_command, do_start
from encounters.logbook import LogLine, Step
from encounters.projection import Place, Relation, view_for
from encounters.records import read_records
from encounters.screens import interrupting
from encounters.stages import Chosen, Refused
from rhean.campaigns.models import Campaign, User
from rhean.rules.commands import Command
from rhean.rules.events import PUBLIC
from rhean.rules.explain import Explained, Term
from rhean.rules.prompts import Option
from rhean.rules.systems import get_system
from tests.encounters.table import Table
from tests.factories.campaigns import CampaignFactory, MembershipFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory

LINK = r'<a class="rule-link" href="[^"]+">Knockdown</a>'


@pytest.fixture
def road(wren: User, ode: User, pike: User) -> Campaign:
    """A campaign in Rhean with the same people."""
    made = CampaignFactory.create(system="rhean")
    for user, role in ((wren, 3), (ode, 2), (pike, 2)):
        MembershipFactory.create(campaign=made, user=user, role=role)
    return made


@pytest.fixture
def table(road: Campaign, wren: User, ode: User, pike: User) -> Table:
    """A foe with a long spear, known as a shape, and Pike's soldier, in phase 1: nobody has declared."""
    fight = EncounterFactory.create(campaign=road, name="Bridge", notes="A Knockdown **stays** here.")
    known = get_system("rhean").library
    spear, soldier = (known.get("characters", key).sheet for key in ("spearman", "soldier"))
    CombatantFactory.create(
        encounter=fight, name="Sarn", side="foes", mask="a shape", masked=True, sheet=spear, start={"reacted": True}
    )
    CombatantFactory.create(
        encounter=fight, name="Runner", side="party", owner=pike.key, sheet=soldier, start={"reacted": True}
    )
    table = Table(do_start(fight, wren), {"wren": wren, "ode": ode, "pike": pike})
    do_choose(table.fight, wren, who="gm")
    do_share(table.fight, shared=True)
    return table


def declare(table: Table, **options: tuple[str, dict[str, str]]) -> None:
    """Each declares in turn, whoever is asked first."""
    for _ in options:
        _, who, kind = engine.system_for(table.fight).open_decisions(engine.state_of(table.fight))[0]
        name = table.fight.roster.get(cid=who).name
        option, params = options[name]
        assert kind == "declare"
        answered = table.answer("wren", name, option, **params)
        assert answered.status_code == 200, answered.content.decode()


@pytest.fixture
def tripped(table: Table) -> Table:
    """Sarn holds the soldier at bay, who comes in all the same."""
    declare(table, Sarn=("hold_at_bay", {}), Runner=("nothing", {}))
    declare(table, Sarn=("nothing", {}), Runner=("combat_move", {"to": table.who("Sarn").cid}))
    assert table.prompt("Sarn").kind == "strike"
    return table


def page(table: Table, viewer: str) -> str:
    """The page of the fight that somebody has open."""
    if viewer == "public":
        return Client().get(reverse("encounters:table", args=[table.fight.watch_token])).content.decode()
    return table.get(viewer, "run" if viewer == "wren" else "play").content.decode()


def notice(text: str) -> str:
    """What a page says of the held action, without its tags."""
    found = re.search(r'<p class="stage-held" role="alert">(.*?)<small>', text)
    return re.sub(r"<[^>]+>", "", found.group(1)).strip() if found else ""


# -- held actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "name"), [("wren", "Sarn"), ("pike", "a shape"), ("ode", "a shape"), ("public", "a shape")]
)
def test_a_tripped_held_action_interrupts_for_everybody(tripped: Table, viewer: str, name: str) -> None:
    assert notice(page(tripped, viewer)) == f"Held action: {name} interrupts."


@pytest.mark.parametrize("viewer", ["wren", "pike", "public"])
def test_nothing_interrupts_while_all_declare(table: Table, viewer: str) -> None:
    assert notice(page(table, viewer)) == ""


def test_a_holder_of_whom_one_may_not_know_is_not_named(tripped: Table) -> None:
    shown = replace(view_for(tripped.fight, PUBLIC, read_records(tripped.fight)), waiting=())
    names = interrupting(tripped.fight, shown)
    text = render_to_string("encounters/stage_bar.html", {"table": shown, "interrupting": names})
    assert names == ()
    assert notice(text) == "A held action interrupts."


# -- odds that name somebody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("viewer", "name"), [("wren", "Sarn"), ("pike", "a shape")])
def test_odds_name_a_foe_as_the_reader_may_know_him(table: Table, viewer: str, name: str) -> None:
    sarn, runner = (table.who(name).cid for name in ("Sarn", "Runner"))
    if engine.prompts_of(table.fight, sarn):
        declare(table, Sarn=("nothing", {}))
    pair = {"do": "pair", "a": sarn, "b": runner, "zone": "engaged", "distance": 3}
    do_command(table.fight, Command("gm", "override", pair), table.people["wren"])
    tiles, opened = page(table, viewer), saved(table, viewer, "Runner", "dodge")
    assert f" stops a hit by {name}, if average</span>" in tiles
    assert f"<span>stops a hit by {name}, if average</span>" in opened


def saved(table: Table, viewer: str, name: str, option: str) -> str:
    """The page of one who has opened an option."""
    answered = table.post(viewer, "save_draft", table.form(name, option), "declare")
    assert answered.status_code == 200
    return answered.content.decode()


# -- where numbers come from, the order of lines -----------------------------------------------------------------------


def test_explanations_show_sources_and_link_their_words(table: Table) -> None:
    value = Explained.of(Term("base", 11, "base", "base"), Term("knockdown", -2, "Knockdown", "condition"))
    text = render_to_string("encounters/explain.html", {"value": value, "place": "rhean"})
    assert re.search(LINK + ' <small class="term-source">condition</small>', text)
    assert text.count("term-source") == 1
    assert '<small class="term-source">' in page(table, "pike")


@pytest.mark.parametrize(("texts", "single"), [(["One."], True), (["One.", "Two."], False)])
def test_the_lines_of_a_step_are_numbered_as_they_followed(texts: list[str], single: bool) -> None:
    step = Step("abc", timezone.now(), "", tuple(LogLine(text) for text in texts))
    text = render_to_string("encounters/log_step.html", {"step": step, "place": "rhean"})
    assert re.findall(r'<li class="line line-minor">\s*(\w+\.)', text) == texts
    assert ('<ol class="lines is-single">' in text) is single


# -- links into the rules ----------------------------------------------------------------------------------------------


def test_reasons_link_into_the_rules() -> None:
    refused = [Refused("Rise", ("needs a Knockdown", "a < b"))]
    text = render_to_string("encounters/refused.html", {"refused": refused, "who": "c1", "place": "rhean"})
    assert re.search("needs a " + LINK + "; a &lt; b", text)
    assert "<a" not in text[: text.index("</summary>")]


def test_the_summary_of_the_chosen_option_links_into_the_rules(table: Table) -> None:
    option = Option("x", "X", "x", summary="Ends in a Knockdown")
    asked = {"who": "c1", "prompt": {"id": "1"}, "sides": 0}
    context = {"chosen": Chosen(option, Form()), "asked": asked, "place": "rhean", "encounter": table.fight}
    assert re.search("<p>Ends in a " + LINK + "</p>", render_to_string("encounters/chosen.html", context))


def test_relations_link_into_the_rules() -> None:
    shown = {"relations": [Relation("Anna", "Bo", "both after a Knockdown")], "notes": ["No Knockdown today."]}
    text = render_to_string("encounters/relations.html", {"table": shown, "place": "rhean"})
    assert len(re.findall(LINK, text)) == 2
    assert "<a" not in text[: text.index("</summary>")]


def test_notes_of_the_order_link_into_the_rules() -> None:
    place = Place("c1", "Anna", "party", False, False, 9, False, False, False, "goes on with Knockdown")
    text = render_to_string("encounters/order.html", {"order": [place], "place": "rhean"})
    assert re.search("goes on with " + LINK, text)


@pytest.mark.parametrize("seat", ["run", "print"])
def test_the_notes_of_a_fight_link_into_the_rules(table: Table, seat: str) -> None:
    text = table.get("wren", seat).content.decode()
    assert re.search("A " + LINK + " <strong>stays</strong> here", text)
