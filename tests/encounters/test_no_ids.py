"""Nobody ever reads the id of a combatant: in no words of any page, whatever people decide."""

from __future__ import annotations

import random
import re
from html import unescape

from django.test import Client
from django.urls import reverse

from encounters import engine
from encounters.actions.play import do_command
from encounters.projection import ID, Names, worded
from rhean.rules.errors import RulesError
from tests.encounters.table import Table
from tests.rules.player import answer, available

STEPS = 90
LOOKED = 10


def decide(table: Table, dice: random.Random) -> None:
    """Somebody takes an option by chance: what lasts (an aim, a hold) is taken as often as a blow."""
    fight = table.fight
    system, state = engine.system_for(fight), engine.state_of(fight)
    prompt = system.prompts(state, dice.choice(system.open_decisions(state))[1])[0]
    for option in sorted(available(prompt), key=lambda one: (one.key not in ("aim", "hold_at_bay"), dice.random())):
        try:
            command = answer(prompt, option, dice.randrange)
            do_command(fight, command, table.people["wren"])
        except RulesError:
            continue
        return


def words(page: str) -> str:
    """What is read of a page, also aloud."""
    aloud = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', page)
    plain = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", page, flags=re.DOTALL)
    return unescape(" ".join([re.sub(r"<[^>]+>", " ", plain), *aloud]))


def pages(table: Table) -> dict[str, str]:
    """Every page of the fight as each may open it."""
    names = {"wren": ("run", "play", "replay"), "ode": ("play", "watch", "replay")}
    found = {
        f"{who} {name}": table.client(who).get(table.url(name), follow=True).content.decode()
        for who, each in names.items()
        for name in each
    }
    public = Client().get(reverse("encounters:table", args=[table.fight.watch_token]))
    return {**found, "public table": public.content.decode()}


def test_no_page_says_an_id(begun: Table) -> None:
    dice = random.Random(5)
    for step in range(STEPS):
        if begun.fight.is_running:
            decide(begun, dice)
        if step % LOOKED == LOOKED - 1:
            said = {name: ID.findall(words(page)) for name, page in pages(begun).items()}
            assert {name: ids for name, ids in said.items() if ids} == {}


def test_a_name_stands_where_the_rules_say_an_id() -> None:
    names = Names({"c0123456789": "Gnarl"})
    assert worded("Aim +1 at c0123456789", names) == "Aim +1 at Gnarl"
    assert worded("Cover: whoever threatens cffffffffff", names) == "Cover: whoever threatens someone"
