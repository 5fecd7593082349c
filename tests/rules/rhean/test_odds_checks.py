"""The odds of a Breather, of looking and of hiding: every face counted through ``advance``."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rhean.rules.commands import Command
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.checks import PAIRS
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import option_of, staged
from tests.rules.rhean.weighing import Endless, chances

APART = """
with a=man side=a owner=ode endurance=2:4 hide_and_sneak=2:3 stamina=8
with b=man side=b owner=gm per=8
pair a b far
"""
NOTHING = {"action": "nothing"}


def after(state, declared, faces):
    """The end of a round in which only a does something, and its facts; the dice are those of the last command."""
    state, _ = SYSTEM.advance(state, Command("a", "declare", declared), Endless((), 1))
    others = [who for who in state.order if who != "a"]
    while True:
        who = SYSTEM.open_decisions(state)[0][1]
        last = state.phase == 3 and who == others[-1]
        state, events = SYSTEM.advance(state, Command(who, "declare", NOTHING), Endless(faces if last else (), 1))
        if last:
            return state, [event.fact for event in events]


def breaths(state):
    """The Stamina that a Breather gives, with its weight, over every pair of faces."""
    for faces, weight in PAIRS:
        _, told = after(state, {"action": "breather"}, faces)
        yield weight, next(fact.gained for fact in told if isinstance(fact, facts.Breather))


@pytest.mark.parametrize(
    "changes",
    ["", "stability=1", "stability=3", "stamina=full", "con=10", "endurance=0:0 con=1", "stamina=3 hits=2 ka=1"],
)
def test_a_breather_gives_this_much_this_often(changes):
    text = APART.replace("stamina=8", "") if "stamina" in changes else APART
    changes = changes.replace("stamina=full", "")
    state = staged(text.replace("endurance=2:4", f"endurance=2:4 {changes}") + "round a=1 b=2\n")
    gained = list(breaths(state))
    average = Fraction(sum(weight * points for weight, points in gained), 100)
    some = Fraction(sum(weight for weight, points in gained if points), 100)
    shown = chances(state, "a", "declare", action="breather")
    assert shown == {"gives breath back": some, **({"expected Stamina back": average} if average else {})}
    assert {one.label: one.value for one in option_of(state, "a", "breather").odds} == shown


def test_what_a_breather_gives_is_no_harm_done():
    option = option_of(staged(APART + "round a=1 b=2\n"), "a", "breather")
    assert [one.kind for one in option.odds] == ["chance", "gain"]


def test_the_gms_word_counts_in_the_odds_of_a_check():
    word = "> gm override do=modifier target=a value=3 for=check\n"
    plain, helped = (staged(APART + more + "round a=1 b=2\n") for more in ("", word))
    for action in ("breather", "stealthy_move", "perception"):
        before, now = (sum(chances(state, "a", "declare", action=action).values()) for state in (plain, helped))
        assert now > before


# -- hiding -----------------------------------------------------------------------------------------------------


def hidden_from(state, declared, watcher="b"):
    """How often a is hidden from a watcher at the end of the round."""
    missed = Fraction(0)
    for faces, weight in PAIRS:
        for theirs, count in PAIRS:
            done, _ = after(state, declared, (*faces, *theirs))
            hiding = next(one for one in done.fighters if one.id == "a").condition("hidden")
            missed += Fraction(weight * count, 10_000) * (hiding is not None and watcher not in hiding.known_to)
    return missed


@pytest.mark.parametrize(
    ("mine", "theirs", "moves"),
    [("", "", 0), ("", "", 3), ("agi=9", "per=4 intoxicated=light", 1), ("hits=2", "hits=2 is=prone", 0)],
)
def test_a_stealthy_move_hides_this_often(mine, theirs, moves):
    text = APART.replace("endurance=2:4", f"endurance=2:4 {mine}").replace("per=8", f"per=8 {theirs}")
    state = staged(text + "round a=1 b=10\n")
    declared = {"action": "stealthy_move", "moves": moves}
    assert chances(state, "a", "declare", **declared) == {"hides from b": hidden_from(state, declared)}


def test_of_several_watchers_the_sharpest_counts_and_nobody_who_sees_nothing():
    more = "with c=man side=b owner=gm per=10\nwith d=man side=b owner=gm per=10 is=stunned\n"
    state = staged(APART + more + "round a=1 b=2 c=3 d=4\n")
    assert set(chances(state, "a", "declare", action="stealthy_move")) == {"hides from c"}


# -- looking ----------------------------------------------------------------------------------------------------


def noticed(state, total, **params):
    """How often a look of a's reaches a total."""
    made = 0
    for faces, weight in PAIRS:
        looked, _ = SYSTEM.advance(state, Command("a", "declare", {"action": "perception", **params}), Endless((), 1))
        _, events = SYSTEM.advance(looked, Command("b", "declare", NOTHING), Endless(faces, 1))
        told = [event.fact for event in events]
        (check,) = [fact for fact in told if isinstance(fact, facts.Check)]
        reached = check.total >= total and faces != (1, 1)
        assert any(isinstance(fact, facts.Noticed) for fact in told) is (reached and hides_at(state) == total)
        made += weight * reached
    return Fraction(made, 100)


def hides_at(state):
    """The total that notices the hidden one, if there is one."""
    return next((one.condition("hidden").total for one in state.fighters if one.has("hidden")), None)


@pytest.mark.parametrize("params", [{}, {"sense": "hearing"}])
def test_a_look_at_nobody_known_is_weighed_against_the_usual_total(params):
    state = staged(APART.replace("stamina=8", "per=9 adv=keen_hearing") + "round a=1 b=10\n")
    shown = chances(state, "a", "declare", action="perception", **params)
    assert shown == {"would notice one who hides well (20)": noticed(state, 20, **params)}


def test_the_gm_sees_how_often_a_look_finds_the_one_who_hides():
    hider = APART.replace("per=8", "per=8 is=hidden").replace("stamina=8", "per=9")
    state = staged(hider + "round a=1 b=10\n> gm override do=end target=b key=hidden\n> gm override do=hide target=b\n")
    assert chances(state, "a", "declare", action="perception") == {"notices b": noticed(state, hides_at(state))}
