"""Hands on a fight, for tests: say who does what, in the words of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.models import Combatant, Encounter
from rhean.campaigns.models import User
from rhean.rules.prompts import Prompt


class Table:
    """A running fight and the people around it."""

    def __init__(self, encounter: Encounter, people: Mapping[str, User]) -> None:
        self.encounter = encounter
        self.people = people
        self.clients: dict[str, Client] = {}

    @property
    def fight(self) -> Encounter:
        """The fight as it is now."""
        self.encounter.refresh_from_db()
        return self.encounter

    def who(self, name: str) -> Combatant:
        """A combatant by name."""
        return self.fight.roster.get(name=name)

    def client(self, person: str) -> Client:
        """Somebody's browser."""
        if person not in self.clients:
            self.clients[person] = Client()
            self.clients[person].force_login(self.people[person], backend="django.contrib.auth.backends.ModelBackend")
        return self.clients[person]

    def url(self, name: str, *args: Any) -> str:
        """An address of this fight."""
        return reverse(f"encounters:{name}", args=[self.encounter.code, *args])

    def prompt(self, name: str) -> Prompt:
        """The open decision of a combatant (``gm``: the GM's own)."""
        who = name if name == "gm" else self.who(name).cid
        return engine.prompts_of(self.fight, who)[0]

    def form(self, name: str, option: str, key: str = "", **params: Any) -> dict[str, Any]:
        """The form that answers a combatant's open decision."""
        prompt = self.prompt(name)
        sent = {f"with-{field}": value for field, value in params.items()}
        return {"prompt": prompt.id, "who": prompt.who, "option": option, "key": key, **sent}

    def answer(self, person: str, name: str, option: str, **params: Any) -> HttpResponse:
        """Somebody answers a combatant's open decision."""
        kind = self.prompt(name).kind
        return self.post(person, "answer", self.form(name, option, **params), kind)

    def post(self, person: str, name: str, data: Mapping[str, Any], *args: Any, htmx: bool = True) -> HttpResponse:
        """Somebody sends a form."""
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client(person).post(self.url(name, *args), data, headers=headers)

    def get(self, person: str, name: str, *args: Any) -> HttpResponse:
        """Somebody opens a page."""
        return self.client(person).get(self.url(name, *args))

    def open_round(self) -> None:
        """The GM opens the next round."""
        answered = self.answer("wren", "gm", "open")
        assert answered.status_code == 200, answered.content

    def choose_next(self) -> None:
        """Whoever is asked first decides as the app thinks best."""
        if self.fight.is_running:
            who = engine.system_for(self.fight).open_decisions(engine.state_of(self.fight))[0][1]
            do_choose(self.fight, self.people["wren"], who=who)

    def everybody_guards(self, *but: str) -> None:
        """All whose decision is open guard, but those named."""
        for one in self.fight.roster.all():
            if one.name not in but and engine.prompts_of(self.fight, one.cid):
                self.answer("wren", one.name, "guard")
