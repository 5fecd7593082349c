"""The GM paints the map while the fight runs."""

from __future__ import annotations

from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.maps import PAINTS, painted
from rhean.rules.systems.dragonpact.actions.base import Params, unknown
from rhean.rules.systems.dragonpact.space import check_hidden
from rhean.rules.systems.dragonpact.work import Work


def paint(work: Work, params: Params) -> None:
    """Spaces become something else; no wall falls on anybody, and new light may show who was hidden."""
    kind, spaces = params.wanted("kind"), params.path("spaces")
    if kind not in dict(PAINTS):
        raise unknown(f"no such kind: {kind}")
    buried = next((unit for unit in work.state.units if unit.at in spaces and not unit.dead), None)
    if kind == "wall" and buried is not None:
        raise IllegalCommand(Refusal("path", "{0} stands there", (buried.id,)))
    work.change(grid=painted(work.state.grid, kind, spaces))
    for unit in work.state.units:
        if unit.at in spaces:
            check_hidden(work, unit.id)
