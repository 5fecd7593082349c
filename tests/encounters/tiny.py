"""A whole rule system in under a hundred lines: the proof that the screens need no more than the contract.

Every round the GM opens, all fighters decide at once (strike somebody, or guard), then all blows fall together.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rhean.rules.commands import Command
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.events import EVERYONE, GM_ONLY, Audience, Event, Fact, Line
from rhean.rules.explain import Explained, Term
from rhean.rules.prompts import Chance, Choice, Option, Parameter, Prompt
from rhean.rules.sheet import Field, Library
from rhean.rules.state import State
from rhean.rules.system import System
from rhean.rules.view import CombatantView, Figure, Gauge, OrderEntry, Scene


class Fighter(State, frozen=True):
    id: str
    side: str
    owner: str
    hits: int = 10
    hidden: bool = False


class Duel(State, frozen=True):
    fighters: tuple[Fighter, ...]
    round: int = 0
    answers: dict[str, str] = {}
    asking: bool = False

    def one(self, who: str) -> Fighter:
        return next(one for one in self.fighters if one.id == who)


class Told(Fact, frozen=True):
    who: str
    what: str
    target: str = ""
    face: int = 0


class Tiny(System[Duel]):
    key, name, summary = "tiny", "Tiny", "Two options."
    schema = (Field("hits", "Hits", "integer", default=10),)
    rulings = ()
    library = Library({})
    entry_fields = entry_labels = entry_types = {}
    entrant_fields = (Field("hidden", "Hidden", "flag", default=False), Field("hits", "Hits", "integer"))
    state_type, event_type = Duel, Event[Told]
    broken = False

    def new_sheet(self, name=""):
        return {"hits": 10}

    def validate(self, sheet, library, rulings):
        return ()

    def derive(self, sheet, library, rulings):
        return ()

    def pools(self, sheet, library, rulings):
        return {"hits": (sheet.get("hits", 10), 10)}

    def abilities(self, sheet, library, rulings):
        return ()

    def checks(self, sheet, library, rulings):
        return ()

    def check(self, sheets, request, library, rulings, dice):
        raise AssertionError("a duel has no checks")

    def check_odds(self, sheets, request, library, rulings):
        return ()

    def reference(self, library, rulings):
        return ()

    def begin(self, setup, library, rulings):
        return Duel(
            tuple(
                Fighter(
                    e.id, e.side, e.owner, e.start.get("hits", e.sheet.get("hits", 10)), e.start.get("hidden", False)
                )
                for e in setup.entrants
            )
        )

    def reinforce(self, state, entrants, library):
        return Command("gm", "enter", {"fighters": [[e.id, e.side, e.owner] for e in entrants]})

    def hand_over(self, state, who, owner):
        return Command("gm", "hand_over", {"target": who, "owner": owner})

    def open_decisions(self, state):
        if not state.asking:
            return ((f"open:{state.round + 1}", "gm", "open_round"),)
        return tuple(
            (f"{state.round}:{f.id}", f.id, "pick") for f in state.fighters if f.hits > 0 and f.id not in state.answers
        )

    def prompts(self, state, who=None):
        return tuple(self._prompt(state, *opened) for opened in self.open_decisions(state) if who in (None, opened[1]))

    def _prompt(self, state: Duel, key: str, who: str, kind: str) -> Prompt:
        if kind == "open_round":
            return Prompt(key, "gm", "gm", kind, "Open the round?", (Option("open", "Open the round", "open"),))
        foes = tuple(
            Choice(f.id, who=f.id, refusals=() if f.hits > 0 else (Refusal("target", "{0} is down", (f.id,)),))
            for f in state.fighters
            if f.side != state.one(who).side and not f.hidden
        )
        strike = Option(
            "strike",
            "Strike",
            "strike",
            parameters=(Parameter("target", "Whom", "choice", foes, required=True),),
            odds=(Chance("to hit", 1, 2),),
        )
        fly = Option(
            "fly",
            "Fly away",
            "fly",
            refusals=(Refusal("wings", "needs wings"), Refusal("cost", "costs 3 Breath; you have 0")),
        )
        return Prompt(
            key,
            who,
            state.one(who).owner,
            kind,
            "What do you do?",
            (strike, Option("guard", "Guard", "guard"), fly),
            default="guard",
        )

    def odds(self, state, command):
        return (Chance("to hit", 1, 2),) if command.name == "strike" else ()

    def overrides(self, state):
        whom = Parameter(
            "target", "Whom", "choice", tuple(Choice(f.id, who=f.id) for f in state.fighters), required=True
        )
        hits = Parameter("value", "Hits", "integer", minimum=0, maximum=99, required=True)
        return (
            Option("hits", "Set hits", "override", {"do": "hits"}, parameters=(whom, hits)),
            Option("show", "Reveal", "override", {"do": "show"}, parameters=(whom,)),
        )

    def advance(self, state, command, dice):
        if self.broken and state.asking:
            return 1 // 0, ()
        if command.name not in ("open", "strike", "guard", "override", "enter", "hand_over") or (
            command.name == "strike" and command.params.get("target") not in [f.id for f in state.fighters]
        ):
            raise IllegalCommand(Refusal("command", "no such thing"))
        return getattr(self, f"_{command.name}")(state, command, dice)

    def _tell(self, state: Duel, who: str, what: str, **more: Any) -> Event[Told]:
        hidden = who != "gm" and state.one(who).hidden
        return Event(Told(who, what, **more), Audience((state.one(who).owner,)) if hidden else EVERYONE)

    def _open(self, state, command, dice):
        return replace(state, round=state.round + 1, asking=True, answers={}), (self._tell(state, "gm", "opened"),)

    def _enter(self, state, command, dice):
        return replace(state, fighters=(*state.fighters, *(Fighter(*row) for row in command.params["fighters"]))), (
            Event(Told("gm", "came"), GM_ONLY),
        )

    def _strike(self, state, command, dice):
        return self._answer(state, command.actor, command.params["target"], dice)

    def _guard(self, state, command, dice):
        return self._answer(state, command.actor, "", dice)

    def _hand_over(self, state, command, dice):
        return self._change(state, command.params["target"], owner=command.params["owner"]), ()

    def _override(self, state, command, dice):
        change = {"hits": command.params["value"]} if command.params["do"] == "hits" else {"hidden": False}
        after = self._change(state, command.params["target"], **change)
        return after, (self._tell(after, command.params["target"], "set"),)

    def _change(self, state: Duel, who: str, **change: Any) -> Duel:
        return replace(state, fighters=tuple(replace(f, **change) if f.id == who else f for f in state.fighters))

    def _answer(self, state, who, target, dice):
        state = replace(state, answers={**state.answers, who: target})
        events = [self._tell(state, who, "ready")]
        if any(f.hits > 0 and f.id not in state.answers for f in state.fighters):
            return state, tuple(events)
        for actor, at in state.answers.items():
            if at and (face := dice.roll(6)) >= 4:
                state = self._change(state, at, hits=max(state.one(at).hits - face, 0))
                events.append(self._tell(state, actor, "hit", target=at, face=face))
        return replace(state, asking=False), tuple(events)

    def view(self, state, viewer):
        seen = [f for f in state.fighters if viewer.gm or f.owner == viewer.owner or not f.hidden]
        sides = {f.side for f in state.fighters if f.hits > 0}
        return Scene(
            state.round,
            "pick" if state.asking else "opening",
            f"Round {state.round}",
            len(sides) < 2,
            next(iter(sides), "") if len(sides) < 2 else "",
            tuple(OrderEntry(f.id, done=f.id in state.answers) for f in seen),
            tuple(f.id for f in seen if state.asking and f.hits > 0 and f.id not in state.answers)
            or (() if state.asking else ("gm",)),
            tuple(
                CombatantView(
                    f.id,
                    f.side,
                    f.owner,
                    f.owner == viewer.owner,
                    f.hidden,
                    f.hits == 0,
                    (Gauge("hits", "Hits", f.hits, 10, viewer.gm or f.owner == viewer.owner),),
                    figures=(Figure("luck", "Luck", Explained.of(Term("base", 3))),),
                )
                for f in seen
            ),
        )

    def describe(self, fact, names):
        sums = (("Blow", Explained.of(Term("dice", fact.face, "Dice", "dice"))),) if fact.face else ()
        text = {"opened": "A round begins.", "came": "Somebody came."}.get(
            fact.what
        ) or f"{names[fact.who]} {fact.what}{' ' + names[fact.target] if fact.target else ''}."
        return Line(text, sums, "heading" if fact.what == "opened" else "major" if fact.face else "minor")


SYSTEM = Tiny()
