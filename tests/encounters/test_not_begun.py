"""Addresses of a running fight, asked while it is still being prepared."""

from __future__ import annotations

import pytest

from encounters.models import Encounter
from rhean.campaigns.models import User
from tests.encounters.table import Table

COMMANDS = ("undo", "force", "choose", "override", "end", "resume", "share", "set_clock", "write_back")
ON_ONE = ("hand_over", "name", "enter")
SENT = {"ref": "x", "stage": "x", "option": "hits", "to": "nobody", "name": "\u200b", "seconds": "x"}


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("data", [{}, SENT], ids=["empty", "filled"])
def test_no_command_stumbles_over_a_fight_that_has_not_begun(
    draft: Encounter, wren: User, htmx: bool, data: dict[str, str]
) -> None:
    table, cid = Table(draft, {"wren": wren}), draft.roster.get(name="Gnarl").cid
    answers = [table.post("wren", name, data, htmx=htmx) for name in COMMANDS]
    answers += [table.post("wren", name, data, cid, htmx=htmx) for name in ON_ONE]
    answers += [table.post("wren", name, data, "pick", htmx=htmx) for name in ("answer", "save_draft", "drop_draft")]
    where = {answer.headers.get("HX-Redirect") or answer.headers.get("Location") for answer in answers}
    assert where == {table.url("prepare")}
    assert table.fight.is_draft


@pytest.mark.parametrize(
    "name", ["run", "refresh_run", "play", "refresh_play", "watch", "refresh_watch", "replay", "show"]
)
def test_no_page_stumbles_over_a_fight_that_has_not_begun(draft: Encounter, wren: User, name: str) -> None:
    answer = Table(draft, {"wren": wren}).get("wren", name)
    assert answer.status_code == 302
