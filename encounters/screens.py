"""The live part of each page, rendered once for each audience."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse

from encounters import engine, logbook
from encounters.access import Seat
from encounters.fields import RulesForm, option_form
from encounters.fragments import CSRF_MARK, Context, for_reader, fragment
from encounters.logbook import Reader
from encounters.map import board_for
from encounters.models import Combatant, Draft, Encounter
from encounters.projection import Card, Names, Table, view_for
from encounters.records import Records, records_of
from encounters.stages import Asked, Slip, asked
from rhean.rules.commands import GM_KEY
from rhean.rules.events import PUBLIC, Viewer
from rhean.rules.prompts import Option
from sheets.library import creature_names

LONGEST = 120
HELD, STRIKE = "held", "strike"
"""The stage in which held actions are carried out, and the decision of whoever holds one."""


@dataclass(frozen=True)
class Look:
    """What somebody has opened on a page: a decision, a combatant, one of its overrides, reinforcements (``more``).
    It travels in the address."""

    who: str = ""
    focus: str = ""
    override: str = ""
    more: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> Look:
        """Out of an address; whatever is not there, or absurdly long, is nothing."""
        return cls(*(query.get(one.name, "")[:LONGEST] for one in fields(cls)))

    @property
    def key(self) -> tuple[str, ...]:
        """What tells one look from another."""
        return tuple(vars(self).values())

    def __str__(self) -> str:
        query = urlencode({key: value for key, value in vars(self).items() if value})
        return f"?{query}" if query else ""


@dataclass(frozen=True)
class OpenRow:
    """An open decision in the GM's list."""

    who: str
    name: str
    kind: str
    owner: str
    gm_runs: bool
    status: str
    opened: bool


@dataclass(frozen=True)
class Focus:
    """The combatant in focus, with everything that can be set by hand."""

    card: Card
    row: Combatant
    overrides: tuple[Option, ...]
    chosen: Option | None
    form: RulesForm | None


def run_part(request: HttpRequest, seat: Seat, look: Look) -> str:
    """The GM's table."""
    encounter = seat.encounter
    part = fragment(
        encounter, seat.viewer, "encounters/run_table.html", look.key, lambda: run_context(encounter, seat.viewer, look)
    )
    return for_reader(request, part)


def play_part(request: HttpRequest, seat: Seat, look: Look) -> str:
    """A player's table."""
    encounter, person = seat.encounter, None if seat.is_gm else seat.user.pk
    part = fragment(
        encounter,
        seat.viewer,
        "encounters/play_table.html",
        look.key,
        lambda: play_context(encounter, seat.viewer, look, person),
    )
    return for_reader(request, part)


def slipped_part(request: HttpRequest, seat: Seat, look: Look, slip: Slip) -> str:
    """The table with an answer that could not be taken, and why, at its fields. Only who sent it reads this."""
    encounter = seat.encounter
    if seat.is_gm:
        template = "encounters/run_table.html"
        context = run_context(encounter, seat.viewer, replace(look, who=slip.who), slip)
    else:
        template = "encounters/play_table.html"
        context = play_context(encounter, seat.viewer, look, seat.user.pk, slip)
    return for_reader(request, render_to_string(template, {**context, "csrf_token": CSRF_MARK}))


def watch_part(encounter: Encounter, viewer: Viewer = PUBLIC) -> str:
    """The table for those who only look on; ``here`` is where its page reads it again."""
    return fragment(encounter, viewer, "encounters/watch_table.html", (), lambda: watch_context(encounter, viewer))


def _base(encounter: Encounter, viewer: Viewer, person: int | None = None) -> tuple[Records, Table, Context]:
    records = records_of(encounter)
    table = view_for(encounter, viewer, records)
    log = logbook.log_for(encounter, Reader(viewer, table.names, person), records.log)
    context: Context = {
        "encounter": encounter,
        "code": encounter.code,
        "table": table,
        "log": log[::-1],
        "latest": logbook.latest(log),
        "interrupting": interrupting(encounter, table),
        "gm": viewer.gm,
        "place": encounter.campaign,
    }
    return records, table, context


def interrupting(encounter: Encounter, table: Table) -> tuple[str, ...]:
    """The names of those whose held action is tripped now, as far as the viewer may know that they exist."""
    if table.segment != HELD or not encounter.is_running:
        return ()
    opened = engine.system_for(encounter).open_decisions(engine.state_of(encounter))
    striking = {who for _, who, kind in opened if kind == STRIKE}
    return tuple(one.name for one in table.waiting if one.id in striking)


def run_context(encounter: Encounter, viewer: Viewer, look: Look, slip: Slip | None = None) -> Context:
    """Everything that the GM's table shows."""
    records, table, context = _base(encounter, viewer)
    rows = open_rows(encounter, records, table, look)
    context |= {
        "look": look,
        "rows": rows,
        "asked": opened_decision(encounter, rows, table, records.drafts, slip),
        "focus": focus_on(encounter, records.roster, table, look, slip),
        "arriving": [one for one in records.roster if not one.entered],
        "people": list(records.owners.items()),
        "stock": creature_names(encounter.campaign) if look.more else (),
        "to_choose": sum(row.gm_runs for row in rows if table.card(row.who)),
    }
    decisions = [context["asked"]] if context["asked"] else []
    by_hand = reverse("encounters:override", args=[encounter.code])
    context["board"] = board_for(encounter, table, decisions, url=f"{by_hand}{look}")
    return context


def play_context(
    encounter: Encounter, viewer: Viewer, look: Look, person: int | None, slip: Slip | None = None
) -> Context:
    """Everything that a player's table shows."""
    records, table, context = _base(encounter, viewer, person)
    mine = [one.id for one in table.waiting if one.mine]
    decisions = [
        asked(encounter, prompt, table.names, records.drafts, table.card(who), slip)
        for who in mine
        for prompt in (engine.prompts_of(encounter, who) if encounter.is_running else ())
        if prompt.owner == viewer.owner
    ]
    turn = ",".join(decision.prompt.id for decision in decisions) or ("next" if table.next_is_mine else "")
    context |= {"look": look, "decisions": decisions, "turn": turn, "board": board_for(encounter, table, decisions)}
    return context


def watch_context(encounter: Encounter, viewer: Viewer) -> Context:
    """Everything that a table screen shows."""
    _, table, context = _base(encounter, viewer)
    context["place"] = encounter.campaign.system
    context["board"] = board_for(encounter, table)
    return context


def open_rows(encounter: Encounter, records: Records, table: Table, look: Look) -> tuple[OpenRow, ...]:
    """Every open decision, without its options: those that the GM runs first."""
    if not encounter.is_running:
        return ()
    by_id = {one.cid: one for one in records.roster}
    status = {one.id: one.status for one in table.waiting}
    rows = []
    for _, who, kind in engine.system_for(encounter).open_decisions(engine.state_of(encounter)):
        owner = by_id[who].decides if who in by_id else GM_KEY
        name = table.names[who] if who in by_id else "The GM"
        rows.append((who, name, kind, owner, status.get(who, "")))
    rows.sort(key=lambda row: row[3] != GM_KEY)
    opened = look.who if any(row[0] == look.who for row in rows) else (rows[0][0] if rows else "")
    return tuple(
        OpenRow(who, name, kind, records.owners.get(owner, ""), owner == GM_KEY, state, who == opened)
        for who, name, kind, owner, state in rows
    )


def opened_decision(
    encounter: Encounter,
    rows: Sequence[OpenRow],
    table: Table,
    drafts: Sequence[Draft],
    slip: Slip | None = None,
) -> Asked | None:
    """The decision that stands open in the GM's list, with its options."""
    row = next((row for row in rows if row.opened), None)
    prompts = engine.prompts_of(encounter, row.who) if row else ()
    if row is None or not prompts:
        return None
    return asked(encounter, prompts[0], table.names, drafts, table.card(row.who), slip)


def focus_on(
    encounter: Encounter, roster: Sequence[Combatant], table: Table, look: Look, slip: Slip | None = None
) -> Focus | None:
    """The combatant that the GM looks at, with what can be set by hand."""
    card = table.card(look.focus)
    row = next((one for one in roster if one.cid == look.focus), None)
    if card is None or row is None:
        return None
    options = engine.system_for(encounter).overrides(engine.state_of(encounter)) if encounter.is_running else ()
    chosen = next((option for option in options if option.key == look.override), None)
    wrong = slip if slip and chosen and (slip.prompt, slip.option) == ("", chosen.key) else None
    form = override_form(chosen, look.focus, table.names, wrong.data if wrong else None) if chosen else None
    return Focus(card, row, tuple(options), chosen, form)


def override_form(option: Option, focus: str, names: Mapping[str, str], data: Any = None) -> RulesForm:
    """The form of an override, with the combatant in focus filled in wherever one is asked for first."""
    initial: dict[str, Any] = {}
    for parameter in option.parameters:
        if any(choice.who == focus for choice in parameter.choices):
            value = next(choice.value for choice in parameter.choices if choice.who == focus)
            initial[parameter.key] = [value] if parameter.kind == "many" else value
            break
    return option_form(option, names, data=data, initial=initial)


def gm_names(encounter: Encounter) -> Names:
    """Every name, for the GM's forms."""
    return Names({one.cid: one.name for one in records_of(encounter).roster})
