"""Units that enter: at the beginning and in a running fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rhean.rules.commands import Command
from rhean.rules.errors import BadSetup, BadSheet, IllegalCommand, Refusal
from rhean.rules.sheet import Library
from rhean.rules.state import Entrant
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.actions.base import Params, unknown
from rhean.rules.systems.dragonpact.entering import make_unit
from rhean.rules.systems.dragonpact.library import Catalogue
from rhean.rules.systems.dragonpact.state import GM, DragonpactState
from rhean.rules.systems.dragonpact.work import Work


def reinforce(state: DragonpactState, entrants: Sequence[Entrant], library: Library) -> Command:
    """The GM's command ``enter``, with whatever of the library the fight does not have yet."""
    catalogue = Catalogue.of(library)
    missing = {
        kind: {key: entry for key, entry in getattr(catalogue, kind).items() if key not in getattr(own, kind)}
        for own in (state.rules.catalogue,)
        for kind in Catalogue.__struct_fields__
    }
    scratch = Work(msgspec.structs.replace(state, rules=_wider(state, missing)), NoDice())
    for entrant in entrants:
        unit = make_unit(scratch.state, entrant, False)
        scratch.change(units=(*scratch.state.units, unit))
    params: dict[str, Any] = {"entrants": [msgspec.to_builtins(entrant) for entrant in entrants]}
    wanted = {kind: msgspec.to_builtins(entries) for kind, entries in missing.items() if entries}
    if wanted:
        params["catalogue"] = wanted
    return Command(GM, "enter", params)


def _wider(state: DragonpactState, more: Mapping[str, Mapping[str, Any]]) -> Any:
    """The rules with entries added that the fight does not have."""
    own = state.rules.catalogue
    kinds = {kind: {**more.get(kind, {}), **getattr(own, kind)} for kind in Catalogue.__struct_fields__}
    return msgspec.structs.replace(state.rules, catalogue=Catalogue(**kinds))


class NoDice:
    """Where nothing is rolled."""

    def roll(self, sides: int) -> int:
        """Never asked."""
        raise BadSetup(f"a d{sides} out of turn")


def enter(work: Work, params: Params) -> None:
    """Several units enter, as prepared by :func:`reinforce`."""
    try:
        entrants = msgspec.convert(params.params.get("entrants"), tuple[Entrant, ...])
        more = msgspec.convert(params.params.get("catalogue") or {}, Catalogue)
    except msgspec.ValidationError as error:
        raise unknown(str(error)) from error
    work.change(rules=_wider(work.state, {kind: getattr(more, kind) for kind in Catalogue.__struct_fields__}))
    for entrant in entrants:
        _enter(work, entrant, params.text("after"))


def add_unit(work: Work, params: Params) -> None:
    """One unit enters after the named one in the order, else last; it acts from its next turn."""
    sheet = params.params.get("sheet")
    if not isinstance(sheet, dict):
        raise unknown("sheet is not an object")
    start = params.params.get("start") or {}
    if not isinstance(start, dict):
        raise unknown("start is not an object")
    at = params.params.get("at")
    entrant = Entrant(
        params.wanted("unit"),
        sheet,
        params.wanted("side"),
        params.text("owner") or GM,
        {**start, "at": at} if at is not None else start,
    )
    _enter(work, entrant, params.text("after"))


def _enter(work: Work, entrant: Entrant, after: str) -> None:
    """Into the roster, last; into the order after the named unit, else last."""
    if after and after not in work.state.order:
        raise unknown(f"no such unit: {after}")
    try:
        unit = make_unit(work.state, entrant, False)
    except (BadSetup, BadSheet) as error:
        taken = "taken" in str(error)
        raise IllegalCommand(
            Refusal("path", "that space is taken") if taken else Refusal("unknown", str(error))
        ) from error
    order = work.state.order
    index = order.index(after) + 1 if after else len(order)
    turn = work.state.turn + (1 if index <= work.state.turn and work.state.round else 0)
    work.change(units=(*work.state.units, unit), order=(*order[:index], unit.id, *order[index:]), turn=turn)
    work.tell(facts.Entered(unit.id))
