"""Whoever is hidden tells of himself by no refusal, no way walked, no roll and no state of those he is hidden from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.events import GM, Event, Viewer
from rhean.rules.prompts import Prompt
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import option_of, seen, staged
from tests.rules.rhean.test_map import begun

AMBUSH = """
with ode=man side=party owner=ode weapons=long_sword hide_and_sneak=3:9
with pike=man side=party owner=pike
with shade=man side=foes weapons=spear is=hidden spear=3:5
with gnarl=man side=foes weapons=long_sword
round ode=1 pike=2 shade=3 gnarl=4
"""
NOTHING = {"action": "nothing"}

Deeds = Mapping[tuple[str, int], Mapping[str, Any]]
"""Who declares what in which phase; all else is nothing."""

Stop = Callable[[RheanState, Prompt], bool]


def never(state: RheanState, prompt: Prompt) -> bool:
    """Plays the round out."""
    return False


def play(
    state: RheanState, deeds: Deeds, stop: Stop = never, seed: str = "q"
) -> tuple[RheanState, Sequence[Event[Any]]]:
    """The round played on until its end, or until ``stop``: the state and what happened."""
    events: list[Event[Any]] = []
    number = 0
    while True:
        prompt = SYSTEM.prompts(state)[0]
        if prompt.kind == "open_round" or stop(state, prompt):
            return state, events
        if prompt.kind == "declare":
            params = deeds.get((prompt.who, state.phase), NOTHING)
            command = Command(prompt.who, "declare", params, prompt.owner, prompt.id)
        else:
            usual = next(one for one in prompt.options if one.key == prompt.default)
            command = Command(prompt.who, usual.command, usual.fixed, prompt.owner, prompt.id)
        state, more = SYSTEM.advance(state, command, SeededDice(f"{seed}{number}"))
        events, number = [*events, *more], number + 1


def refusals(state: RheanState, who: str, key: str) -> list[str]:
    """Why somebody may not do something, in words."""
    return [bar.text for bar in option_of(state, who, key).refusals]


def opened(state: RheanState) -> RheanState:
    """The next round."""
    return SYSTEM.advance(state, Command("gm", "open_round"), SeededDice("z"))[0]


def pike_declares(state: RheanState, prompt: Prompt) -> bool:
    """It is Pike's turn."""
    return prompt.who == "pike"


# -- ways, refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["withdraw", "combat_move", "run"])
def test_a_way_from_all_reckons_only_with_those_one_knows_of(action):
    told = []
    for comes in (NOTHING, {"action": "combat_move", "to": "a"}):
        state = opened(begun({"a": [2, 2], "b": [9, 9], "d": [4, 2]}, d={"hidden": True}))
        _, events = play(state, {("d", 1): comes, ("a", 2): {"action": action, "away": "all"}})
        told.append([msgspec.to_builtins(fact) for fact in seen(events, "owner-a") if fact.kind in ("moved", "failed")])
    assert told[0] == told[1] != []


def test_a_way_from_all_leads_away_from_one_who_is_seen():
    state = opened(begun({"a": [2, 2], "b": [9, 9], "d": [4, 2]}))
    deeds = {("d", 1): {"action": "combat_move", "to": "a"}, ("a", 2): {"action": "run", "away": "all"}}
    _, events = play(state, deeds)
    assert [fact.feet > 0 for fact in seen(events, "owner-a") if fact.kind == "moved" and fact.who == "a"] == [True]


def test_who_holds_at_bay_unseen_changes_no_reason_against_close():
    told = []
    for deed in (NOTHING, {"action": "hold_at_bay"}):
        state, _ = play(staged(AMBUSH), {("shade", 1): deed}, lambda s, p: s.phase == 2 and p.who == "pike")
        told.append(refusals(state, "pike", "close"))
    assert told[0] == told[1] == ["is not held at bay"]


@pytest.mark.parametrize("action", ["combat_move", "run", "leap", "sprint"])
def test_one_may_hide_while_somebody_unseen_stands_beside(action):
    told = []
    for deed in (NOTHING, {"action": action, "to": "pike"}):
        state, _ = play(staged(AMBUSH), {("shade", 1): deed})
        state, _ = play(opened(state), {}, pike_declares)
        told.append((refusals(state, "pike", "stealthy_move"), option_of(state, "pike", "dodge").merit))
        SYSTEM.advance(state, Command("pike", "declare", {"action": "stealthy_move"}, by="pike"), SeededDice("h"))
    assert told[0] == told[1]


def test_nobody_hides_who_is_engaged_with_one_whom_he_knows():
    state, _ = play(staged(AMBUSH), {("gnarl", 1): {"action": "combat_move", "to": "pike"}})
    state, _ = play(opened(state), {}, pike_declares)
    assert refusals(state, "pike", "stealthy_move") == ["is engaged"]


def test_nobody_faces_somebody_unseen_from_the_start():
    for hidden, faces in ((True, "s"), (False, "n")):
        state = begun({"a": [5, 5], "b": [5, 9], "d": [5, 3]}, d={"hidden": hidden})
        assert state.fighters[0].facing == faces


# -- hiding -----------------------------------------------------------------------------------------------------


HIDES = {("ode", 1): {"action": "stealthy_move"}}
OPEN = "rule hide_foe_numbers=false\n"


def watches(events: Sequence[Event[Any]], owner: str) -> dict[str, facts.Check]:
    """The rolls of watchers that a person reads."""
    return {fact.who: fact for fact in seen(events, owner) if isinstance(fact, facts.Check)}


@pytest.mark.parametrize("rule", ["", OPEN])
def test_who_hides_reads_no_roll_of_a_watcher_whom_he_does_not_know_of(rule):
    _, events = play(staged(rule + AMBUSH), HIDES)
    full = [event.seen_by(GM) for event in events if isinstance(event.fact, facts.Check)]
    assert [(fact.who, bool(fact.terms)) for fact in full] == [("shade", True), ("gnarl", True)]
    for owner in ("ode", "pike"):
        assert "shade" not in msgspec.json.encode(seen(events, owner)).decode()
        assert set(watches(events, owner)) == {"gnarl"}


def test_who_hides_reads_of_a_watchers_roll_what_he_reads_of_a_defence():
    _, events = play(staged(AMBUSH), HIDES)
    check = watches(events, "ode")["gnarl"]
    assert (check.total, check.terms, check.faces, check.success) == (None, (), (), False)
    (hides,) = [fact for fact in seen(events, "ode") if isinstance(fact, facts.Hides)]
    told = SYSTEM.describe(check, {"gnarl": "Gnarl"})
    assert told.text == f"Gnarl rolls Perception by sight: against {hides.total}, failure."
    assert told.sums == ()
    _, events = play(staged(OPEN + AMBUSH), HIDES)
    assert watches(events, "ode")["gnarl"].terms


WITHOUT_SHADE = AMBUSH.replace("with shade=man side=foes weapons=spear is=hidden spear=3:5\n", "").replace(
    " shade=3", ""
)


def hidden_tale(text: str, deceived: bool, *, already: bool) -> tuple[list[Any], list[Any], RheanState]:
    """Ode hides; Shade, if he is there, is always deceived: what Ode's owner reads of it, sees then, and the state."""
    shade = ((2, 3),) if "shade" in text else ()
    hider, gnarl = ((10, 8), (1, 2)) if deceived else ((3, 4), (10, 9))
    faces = [face for pair in (hider, *shade, gnarl) for face in pair]
    state = staged(text.replace("owner=ode ", "owner=ode is=hidden ") if already else text)
    force = Command("gm", "override", {"do": "force", "faces": faces})
    state, _ = SYSTEM.advance(state, force, SeededDice("f"))
    state, events = play(state, HIDES)
    told = [fact for fact in seen(events, "ode") if fact.kind in ("hides", "condition_gained", "condition_lost")]
    shown = next(one for one in SYSTEM.view(state, Viewer("ode")).combatants if one.id == "ode")
    return told, [shown.concealed, shown.tags], state


@pytest.mark.parametrize("deceived", [True, False])
@pytest.mark.parametrize("already", [True, False])
def test_ones_own_hiding_is_told_alike_whether_or_not_somebody_unseen_is_deceived(deceived, already):
    told, shown, state = hidden_tale(AMBUSH, deceived, already=already)
    assert (told, shown) == hidden_tale(WITHOUT_SHADE, deceived, already=already)[:2]
    assert shown[0] is deceived
    assert next(one for one in SYSTEM.view(state, GM).combatants if one.id == "ode").concealed


def test_who_is_noticed_by_all_he_knows_of_reads_that_he_is_hidden_no_longer_and_so_once_only():
    for text in (AMBUSH, WITHOUT_SHADE):
        state = staged(text.replace("owner=ode ", "owner=ode is=hidden "))
        notice = Command("gm", "override", {"do": "notice", "target": "ode", "by": "gnarl"})
        state, events = SYSTEM.advance(state, notice, SeededDice("n"))
        kinds = [[fact.kind for fact in seen(events, owner)] for owner in ("ode", "pike", None)]
        assert kinds == [["noticed", "condition_lost"], ["noticed", "condition_lost"], ["condition_lost"]]
        assert "shade" not in msgspec.json.encode(seen(events, "ode")).decode()
    state, _ = SYSTEM.advance(staged(AMBUSH.replace("owner=ode ", "owner=ode is=hidden ")), notice, SeededDice("n"))
    reveal = Command("gm", "override", {"do": "reveal", "target": "ode"})
    _, events = SYSTEM.advance(state, reveal, SeededDice("r"))
    assert [fact.kind for fact in seen(events, "ode")] == []
    assert [event.fact.kind for event in events] == ["condition_lost"]


def test_the_gm_reads_from_whom_one_is_hidden_still():
    state = staged(AMBUSH.replace("owner=ode ", "owner=ode is=hidden "))
    notice = Command("gm", "override", {"do": "notice", "target": "ode", "by": "gnarl"})
    _, events = SYSTEM.advance(state, notice, SeededDice("n"))
    told = SYSTEM.describe(events[-1].fact, {"ode": "Ode", "shade": "Shade"}).text
    assert told == "Ode is no longer hidden, as far as his side can tell; Shade did not notice."


def test_under_seal_a_friend_reads_that_one_has_declared_whether_or_not_one_is_hidden_from_somebody():
    told = []
    for start in ("", "is=hidden "):
        text = "rule declarations=sealed\n" + AMBUSH.replace("owner=ode ", f"owner=ode {start}")
        _, events = play(staged(text), {}, lambda s, p: p.who != "ode")
        told.append(seen(events, "pike"))
    assert told[0] == told[1] == [facts.Declared("ode", "")]
