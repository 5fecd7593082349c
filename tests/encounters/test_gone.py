"""What was read before the lock may be gone, or old, once the lock is held: two people at the same moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import Http404

from encounters.actions import control, play, prepare
from encounters.errors import MovedOn, NotNow
from encounters.models import Combatant, Encounter
from rhean.campaigns.models import User
from tests.encounters.table import Table
from tests.encounters.test_undo import last_step

Deed = Callable[[Encounter, User], object]
DEEDS: dict[str, Deed] = {
    "start": play.do_start,
    "force": lambda fight, user: play.do_force(fight, user, stage=fight.stage),
    "end": control.do_end,
    "resume": control.do_resume,
    "share": lambda fight, user: control.do_share(fight, True),
    "undo": lambda fight, user: control.do_undo(fight, user, seq=1),
    "clone": lambda fight, user: prepare.do_clone(fight, "again"),
    "describe": lambda fight, user: prepare.do_describe(fight, name="x", notes="", dice_mode="", clock_seconds=0),
    "delete": lambda fight, user: prepare.do_delete(fight),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS.keys())
def test_a_fight_deleted_in_the_same_moment_is_not_found(fight: Encounter, wren: User, deed: Deed) -> None:
    prepare.do_delete(Encounter.objects.get(pk=fight.pk))
    with pytest.raises(Http404):
        deed(fight, wren)


def test_a_combatant_taken_out_in_the_same_moment_is_told_so(draft: Encounter, wren: User) -> None:
    late = draft.roster.get(name="Shade")
    prepare.do_remove_combatant(Combatant.objects.get(pk=late.pk))
    for deed in (
        lambda: control.do_hand_over(draft, late, "gm", wren),
        lambda: control.do_name(draft, late, name="Shade", mask="", masked=False, user=wren),
        lambda: prepare.do_change_combatant(late, name="Shadow"),
    ):
        with pytest.raises(MovedOn, match="Shade is not in this encounter any more"):
            deed()


def test_a_name_for_somebody_taken_out_is_refused_on_the_page(
    asked: Table, monkeypatch: pytest.MonkeyPatch, shade: Combatant
) -> None:
    def taken_out(*args: object, **kwargs: object) -> None:
        raise MovedOn("Shade is not in this encounter any more.")

    monkeypatch.setattr("encounters.views.control.do_name", taken_out)
    answer = asked.post("wren", "name", {"name": "Shade", "mask": ""}, shade.cid)
    assert answer.status_code == 409
    assert "not in this encounter any more" in answer.content.decode()


def test_a_players_undo_never_takes_back_what_came_while_it_was_asked(asked: Table, ode: User) -> None:
    asked.answer("ode", "Ode's knight", "guard")
    own = last_step(asked).seq
    asked.answer("pike", "Pike's thief", "guard")
    with pytest.raises(NotNow, match="Only the newest"):
        control.do_undo(asked.encounter, ode, seq=own, gm=False)
    assert last_step(asked).seq == own + 1
