"""The odds that are shown are those of the fight itself: every face counted through ``advance``."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rhean.rules.commands import Command
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.checks import PAIRS
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import SWORDS, option_of, staged
from tests.rules.rhean.weighing import Endless, chances

STRUCK = """
round a=2 b=1
> b declare action=dodge
> a declare action=melee_attack target=b
d 10:6 10:6
"""


def resolved(state, dice, **params):
    """The facts of a's attack on b, who declares nothing."""
    state, first = SYSTEM.advance(state, Command("a", "declare", params), dice)
    _, second = SYSTEM.advance(state, Command("b", "declare", {"action": "nothing"}), dice)
    return [event.fact for event in (*first, *second)]


def enumerated(state, sides, **params):
    """(chance to hit, mean damage) over every fall of the attack's dice and one die of damage."""
    hits = damage = Fraction(0)
    for faces, weight in PAIRS:
        for face in range(1, sides + 1):
            told = resolved(state, Endless(faces, face), **params)
            share = Fraction(weight, 100 * sides)
            hits += share * any(isinstance(fact, facts.Attack) and fact.hit for fact in told)
            damage += share * sum(fact.taken for fact in told if isinstance(fact, facts.Damage))
    return hits, damage


@pytest.mark.parametrize(
    ("changes", "sides", "action"),
    [
        ("", 8, "melee_attack"),
        ("armour=leather armor_light=1:1 natural_defense=3", 8, "melee_attack"),
        ("shield=tower agi=10", 8, "melee_attack"),
        ("is=prone armour=full_plate", 8, "melee_attack"),
        ("shield=kite", 8, "wide_attack"),
        ("natural_reduction=10", 8, "sweep_attack"),
    ],
)
def test_to_hit_and_mean_damage_are_those_of_every_fall_of_the_dice(changes, sides, action):
    state = staged(SWORDS.replace("evade=2:4", f"evade=2:4 {changes}") + "round a=1 b=2\n")
    odds = chances(state, "a", "declare", action=action, target="b")
    hits, damage = enumerated(state, sides, action=action, target="b")
    assert (odds["to hit"], odds["expected damage"]) == (hits, damage)


def test_a_critical_strike_counts_its_doubled_dice():
    fight = SWORDS.replace("ode weapons=long_sword", "ode weapons=dagger dagger=3:6").replace("engaged=1", "engaged=0")
    state = staged(fight + "round a=1 b=2\n> gm override do=weapon target=a weapon=dagger state=set\n")
    odds = chances(state, "a", "declare", action="critical_strike", target="b")
    total = Fraction(0)
    for faces, weight in PAIRS:
        for first in range(1, 5):
            for second in range(1, 5):
                told = resolved(state, Endless((*faces, first), second), action="critical_strike", target="b")
                total += Fraction(weight, 1600) * sum(f.taken for f in told if isinstance(f, facts.Damage))
    assert odds["expected damage"] == total


def test_past_the_declared_defence_every_pair_against_every_pair():
    state = staged(SWORDS + "round a=2 b=1\n> b declare action=dodge\n")
    odds = chances(state, "a", "declare", action="melee_attack", target="b")
    stands = Fraction(0)
    for faces, weight in PAIRS:
        dice = Endless(faces, 1)
        after, events = SYSTEM.advance(state, Command("a", "declare", {"action": "melee_attack", "target": "b"}), dice)
        if not any(isinstance(event.fact, facts.Attack) and event.fact.hit for event in events):
            continue
        for answer, count in PAIRS:
            _, told = SYSTEM.advance(after, Command("b", "defend"), Endless(answer, 1))
            stands += Fraction(weight * count, 10_000) * any(isinstance(event.fact, facts.Damage) for event in told)
    assert odds["past the best defence"] == stands


def test_a_defence_against_a_known_total():
    state = staged(SWORDS + STRUCK)
    (shown,) = option_of(state, "b", "dodge").odds
    made = sum(
        Fraction(weight, 100)
        for faces, weight in PAIRS
        if SYSTEM.advance(state, Command("b", "defend"), Endless(faces, 1))[1][1].fact.success
    )
    assert (shown.label, shown.value) == ("stops it", made)
    assert chances(state, "b", "defend") == {"stops it": made}


def test_a_total_that_the_defender_may_not_know_gives_no_odds():
    state = staged(SWORDS + "rule defence_sees_total=false\n" + STRUCK)
    assert option_of(state, "b", "dodge").odds == ()


def test_reactions_and_checks():
    state = staged(SWORDS.replace("owner=ode", "owner=ode reacted=no surprised=yes") + "> gm open_round\n")
    assert chances(state, "a", "react") == {"reacts": Fraction(36, 100)}
    rider = staged(SWORDS.replace("owner=ode", "owner=ode is=mounted ride=2:3") + "round a=1 b=2\n")
    assert chances(rider, "a", "declare", action="control_mount") == {"obeys": Fraction(79, 100)}


def test_a_player_reckons_with_an_average_foe_so_armed():
    strong = SWORDS.replace("evade=2:4", "agi=10 natural_defense=5 shield=round natural_reduction=4")
    plain = SWORDS.replace("evade=2:4", "shield=round")
    hidden, average = (staged(text + "round a=1 b=2\n") for text in (strong, plain))
    ask = {"action": "melee_attack", "target": "b"}
    guess = chances(hidden, "a", "declare", by="ode", **ask)
    assert set(guess) == {"to hit an average foe so armed", "past its best defence", "expected damage"}
    assert guess["to hit an average foe so armed"] == chances(average, "a", "declare", **ask)["to hit"]
    assert guess["past its best defence"] == chances(average, "a", "declare", **ask)["past the best defence"]
    assert chances(hidden, "a", "declare", **ask)["to hit"] < guess["to hit an average foe so armed"]


def test_with_open_figures_a_player_knows_as_much_as_the_gm():
    state = staged(SWORDS.replace("evade=2:4", "agi=10") + "rule hide_foe_numbers=false\nround a=1 b=2\n")
    ask = {"action": "melee_attack", "target": "b"}
    assert chances(state, "a", "declare", by="ode", **ask) == chances(state, "a", "declare", **ask)


def test_odds_change_nothing_and_roll_nothing():
    state = staged(SWORDS + "round a=1 b=2\n")
    kept = SYSTEM.encode_state(state)
    assert chances(state, "a", "declare", action="charge", target="b") != {}
    assert SYSTEM.encode_state(state) == kept


TWO_BLADES = """with a=man side=a owner=ode weapons=long_sword sword_long=3:4
with b=man side=b owner=gm weapons=long_sword,dagger off=dagger sword_long_parry=2:2 two_weapon=3:6 dagger_parry=1:0
pair a b engaged=1
"""


def test_the_best_defence_that_is_still_open_may_be_a_double_parry():
    ask = {"action": "melee_attack", "target": "b"}
    before = chances(staged(TWO_BLADES + "round a=1 b=2\n"), "a", "declare", **ask)
    declared = staged(TWO_BLADES + "round a=2 b=1\n> b declare action=double_parry\n")
    assert before["past the best defence"] == Fraction(28, 125)
    assert chances(declared, "a", "declare", **ask)["past the best defence"] == Fraction(28, 125)
