"""The pages of a campaign's log, and the log as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db.models import QuerySet

from rhean.campaigns.access import viewer_in
from rhean.campaigns.forms import LogFilterForm
from rhean.campaigns.log import groups
from rhean.campaigns.models import Campaign, LogEntry, User
from rhean.campaigns.pages import LogLine, lines_of

PAGE = 50
MOST_DOWNLOADED = 20_000
FORMULA_STARTS = ("=", "+", "-", "@", "\t")


class LogPage(NamedTuple):
    """One page of the log."""

    lines: list[LogLine]
    page: int
    newer: int
    older: int


def people_in(campaign: Campaign, user: User) -> list[tuple[str, str]]:
    """Everybody of whom the log tells something that this person may read, by key."""
    entries = LogEntry.objects.filter(campaign=campaign, actor__isnull=False).readable_by(viewer_in(campaign, user))
    found = entries.order_by("actor__folded").values_list("actor__key", "actor__username").distinct()
    return [(key, name) for key, name in found]


def filter_form(campaign: Campaign, user: User, data: Any) -> LogFilterForm:
    """The form that chooses a part of the log."""
    return LogFilterForm(data, groups=list(groups()), people=people_in(campaign, user))


def chosen(campaign: Campaign, user: User, form: LogFilterForm) -> QuerySet[LogEntry]:
    """The entries that the person may read and asked for, newest first."""
    entries = LogEntry.objects.filter(campaign=campaign).readable_by(viewer_in(campaign, user)).order_by("-seq")
    if form.cleaned_data["group"]:
        entries = entries.filter(kind__in=groups()[form.cleaned_data["group"]])
    if form.cleaned_data["person"]:
        entries = entries.filter(actor__key=form.cleaned_data["person"])
    return entries


def page_of(campaign: Campaign, user: User, form: LogFilterForm) -> LogPage:
    """One page. Pages are counted over what this person may read, so that nothing shows by a gap."""
    page = form.cleaned_data["page"] or 1
    first = (page - 1) * PAGE
    entries = list(chosen(campaign, user, form)[first : first + PAGE + 1])
    lines = lines_of(entries[:PAGE], viewer_in(campaign, user))
    return LogPage(lines, page, newer=page - 1, older=page + 1 if len(entries) > PAGE else 0)


def download(campaign: Campaign, user: User, form: LogFilterForm, kind: str) -> str:
    """The log from the beginning, as this person may read it, in one of ``WRITERS``."""
    entries = list(chosen(campaign, user, form)[:MOST_DOWNLOADED])
    entries.reverse()
    return WRITERS[kind](campaign, lines_of(entries, viewer_in(campaign, user)))


def sums_of(one: LogLine) -> list[str]:
    """The sums behind a line, in one line each."""
    return [f"{label}: {value.text()}" for label, value in one.line.sums]


def time_of(one: LogLine) -> str:
    return one.entry.created.isoformat(timespec="seconds")


def as_markdown(campaign: Campaign, lines: list[LogLine]) -> str:
    """A list, with the sums indented below."""
    rows = [f"# {plain(campaign.name)}", ""]
    for one in lines:
        rows.append(f"- {time_of(one)} {plain(one.line.text)}")
        rows.extend(f"  - {plain(text)}" for text in sums_of(one))
    return "\n".join(rows) + "\n"


def plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in text)


def as_json(campaign: Campaign, lines: list[LogLine]) -> str:
    """Time, person, kind, words and sums."""
    rows = [
        {
            "time": time_of(one),
            "person": one.entry.actor_name,
            "kind": one.entry.kind,
            "text": one.line.text,
            "sums": sums_of(one),
        }
        for one in lines
    ]
    return json.dumps({"campaign": campaign.name, "log": rows}, ensure_ascii=False, indent=1)


def as_csv(campaign: Campaign, lines: list[LogLine]) -> str:
    """One line an entry, for a spreadsheet; nothing in it is taken for a formula."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(("time", "person", "kind", "text", "sums"))
    for one in lines:
        row = (time_of(one), one.entry.actor_name, one.entry.kind, one.line.text, "; ".join(sums_of(one)))
        writer.writerow([f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell for cell in row])
    return table.getvalue()


WRITERS: dict[str, Callable[[Campaign, list[LogLine]], str]] = {"md": as_markdown, "json": as_json, "csv": as_csv}
CONTENT_TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8"}
