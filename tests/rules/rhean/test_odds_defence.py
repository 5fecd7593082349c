"""The odds of an active defence are those of the fight itself: every face counted through ``advance``."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rhean.rules.commands import Command
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.checks import PAIRS
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import SWORDS, option_of, staged, take
from tests.rules.rhean.weighing import Endless, chances

STRIKE = {"action": "melee_attack", "target": "b"}
FIRST = "round a=10 b=1\n"
"""The defender declares first, and does not know yet what the other will do."""
LAST = "round a=1 b=10\n"


def fight(attacker="", defender="", engaged=1):
    """Two with swords, each with changes."""
    text = SWORDS.replace("sword_long=2:3", f"sword_long=4:5 {attacker}").replace("evade=2:4", f"evade=2:4 {defender}")
    return text.replace("engaged=1", f"engaged={engaged}")


def told(state, command, faces):
    """The state after a command of a or b, and the facts of it."""
    after, events = SYSTEM.advance(state, command, Endless(faces, 1))
    return after, [event.fact for event in events]


def weighed(state, commands, kind, good):
    """The share of good answers among all that are rolled: each pair of the attack with each pair of the answer."""
    all_, made = 0, 0
    for first in commands[:-1]:
        state, _ = told(state, first, ())
    for faces, weight in PAIRS:
        after, _ = told(state, commands[-1], faces)
        if after.segment != "defend":
            continue
        for answer, count in PAIRS:
            _, found = told(after, Command("b", "defend"), answer)
            all_ += weight * count
            made += weight * count * sum(good(fact) for fact in found if isinstance(fact, kind))
    return Fraction(made, all_)


def stopped(state, declared, *, first=True, attack=STRIKE):
    """The share of the attack's hits that a defence stops."""
    commands = [Command("b", "declare", declared), Command("a", "declare", attack)]
    return weighed(state, commands if first else commands[:1], facts.Defence, lambda fact: fact.success)


@pytest.mark.parametrize(
    ("attacker", "defender", "action"),
    [
        ("", "", "dodge"),
        ("", "agi=10 armour=leather", "dodge"),
        ("", "sword_long_parry=3:4", "parry"),
        ("", "sword_long_parry=3:4", "line_parry"),
        ("", "sword_long_parry=2:5", "line_parry"),
        ("", "shield=kite shield=kite", "block"),
        ("", "is=prone sword_long_parry=2:2", "parry"),
        ("", "stamina=5 hits=3", "dodge"),
        ("weapons=flail flail=3:4", "sword_long_parry=3:4", "parry"),
        ("str=10", "agi=2", "parry"),
    ],
)
def test_a_defence_in_advance_stops_this_share_of_the_hits_of_a_plain_blow(attacker, defender, action):
    state = staged(fight(attacker, defender) + FIRST)
    shown = chances(state, "b", "declare", action=action)
    assert shown == {"stops a hit by a": stopped(state, {"action": action})}
    assert {one.label: one.value for one in option_of(state, "b", action).odds} == shown


def test_a_double_parry_in_advance():
    two = "weapons=long_sword,dagger off=dagger two_weapon=3:6 sword_long_parry=2:2 dagger_parry=1:0"
    state = staged(
        fight("", two).replace("with b=man side=b owner=gm weapons=long_sword", "with b=man side=b owner=gm") + FIRST
    )
    shown = chances(state, "b", "declare", action="double_parry")
    assert shown == {"stops a hit by a": stopped(state, {"action": "double_parry"})}


@pytest.mark.parametrize("action", ["dodge", "parry"])
@pytest.mark.parametrize("attack", ["great_strike", "sweep_attack", "wide_attack"])
def test_against_an_attack_that_is_declared_the_chance_is_that_attacks(action, attack):
    state = staged(fight("", "shield=round") + LAST + "> gm override do=weapon target=a weapon=long_sword state=set\n")
    state, _ = take(state, "a", "declare", action=attack, target="b")
    shown = chances(state, "b", "declare", action=action)
    assert shown == {"stops a hit by a": stopped(state, {"action": action}, first=False)}


def test_a_shot_that_is_declared_can_be_dodged_from_afar_and_not_parried():
    archer = "with a=man side=a owner=ode weapons=long_bow archery=3:4\n"
    state = staged(archer + "with b=man side=b owner=gm weapons=long_sword evade=2:4 sword_long_parry=2:2\n" + LAST)
    shot = {"action": "missile_attack", "target": "b"}
    state, _ = take(state, "a", "declare", **shot)
    assert chances(state, "b", "declare", action="dodge") == {
        "stops a hit by a": stopped(state, {"action": "dodge"}, first=False)
    }
    assert chances(state, "b", "declare", action="parry") == {}


def test_with_nobody_near_a_defence_promises_nothing():
    state = staged(SWORDS.replace("pair a b engaged=1", "pair a b near") + FIRST)
    assert chances(state, "b", "declare", action="dodge") == {}


def test_of_several_foes_it_is_the_one_who_hits_most_often():
    third = "with c=man side=a owner=ode weapons=mace mace=5:12\npair c b engaged=0\n"
    state = staged(fight() + third + "round a=2 b=1 c=3\n")
    assert set(chances(state, "b", "declare", action="dodge")) == {"stops a hit by c"}
    assert set(chances(state, "b", "declare", action="parry")) == {"stops a hit by c"}


def test_a_blow_from_behind_cannot_be_parried_so_the_other_foe_counts():
    third = "with c=man side=a owner=ode weapons=mace mace=5:12\npair c b engaged=0\nfrom c b quadrant=rear aware=yes\n"
    state = staged(fight() + third + "round a=2 b=1 c=3\n")
    assert set(chances(state, "b", "declare", action="parry")) == {"stops a hit by a"}


def test_a_charge_threatens_in_the_phase_in_which_it_strikes():
    state = staged(fight().replace("pair a b engaged=1", "pair a b near") + LAST)
    state, _ = take(state, "a", "declare", action="charge", target="b")
    assert chances(state, "b", "declare", action="dodge") == {}
    for _ in range(2):
        state, _ = take(state, "b", "declare", action="nothing")
    assert chances(state, "b", "declare", action="dodge") == {
        "stops a hit by a": stopped(state, {"action": "dodge"}, first=False)
    }


def test_where_a_defence_names_its_attacker_it_is_weighed_against_him():
    third = "with c=man side=a owner=ode weapons=mace mace=5:12\npair c b engaged=0\n"
    state = staged("rule defence_choice=named\n" + fight() + third + "round a=10 b=1 c=9\n")
    for foe in ("a", "c"):
        assert set(chances(state, "b", "declare", action="dodge", attacker=foe)) == {f"stops a hit by {foe}"}


# -- Bind -------------------------------------------------------------------------------------------------------


def bound(state):
    """How often b wins the contest of weapons: each of his pairs with each of the other's."""
    won = 0
    for mine, weight in PAIRS:
        for theirs, count in PAIRS:
            _, found = told(state, Command("b", "defend"), (*mine, *theirs))
            won += weight * count * any(isinstance(fact, facts.Bind) and fact.result == "won" for fact in found)
    return Fraction(won, 10_000)


@pytest.mark.parametrize("ruling", ["", "rule contest_tie=higher_level\n", "rule contest_tie=first\n"])
@pytest.mark.parametrize(("attacker", "defender"), [("", "sword_long_parry=3:4"), ("is=prone", "sword_long_parry=2:1")])
def test_a_bind_wins_as_often_as_the_contest_of_all_faces(ruling, attacker, defender):
    before = staged(ruling + fight(attacker, defender) + FIRST)
    state, _ = told(before, Command("b", "declare", {"action": "bind_weapon"}), ())
    state, _ = told(state, Command("a", "declare", STRIKE), (5, 5))
    won = bound(state)
    assert chances(before, "b", "declare", action="bind_weapon") == {"binds a": won}
    assert chances(state, "b", "defend") == {"binds": won}
    assert {one.label: one.value for one in option_of(state, "b", "bind_weapon").odds} == {"binds": won}


def test_a_bind_asks_for_a_weapon_in_a_hand():
    claws = fight().replace("weapons=long_sword sword_long=4:5", "brawling=3:4")
    state = staged(claws.replace("evade=2:4", "evade=2:4 sword_long_parry=3:4") + FIRST)
    assert chances(state, "b", "declare", action="bind_weapon") == {}


# -- Soak and Armor Block ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "action", "kind"),
    [
        ("combat_reflexes=2:3", "soak", facts.Soak),
        ("armour=leather armor_light=3:4", "armor_block", facts.ArmorBlock),
        ("armour=leather armor_light=2:5", "armor_block", facts.ArmorBlock),
    ],
)
def test_a_soak_moves_damage_as_often_as_its_roll_is_above_11(changes, action, kind):
    state = staged(fight("", changes) + FIRST)
    commands = [
        Command("b", "declare", {"action": action, "as": "defence"} if action == "soak" else {"action": action}),
        Command("a", "declare", STRIKE),
    ]
    made = weighed(state, commands, kind, lambda fact: fact.total > 11)
    assert chances(state, "b", "declare", **commands[0].params) == {"moves damage from Hits to Stamina": made}


# -- what one may know ------------------------------------------------------------------------------------------


def test_a_player_reckons_with_an_average_foe_so_armed():
    plain = fight().replace("side=a owner=ode weapons=long_sword sword_long=4:5", "side=a owner=gm weapons=long_sword")
    average = staged(plain.replace("side=b owner=gm", "side=b owner=ode") + FIRST)
    text = (
        fight("str=10 con=9", "")
        .replace("side=a owner=ode", "side=a owner=gm")
        .replace("side=b owner=gm", "side=b owner=ode")
    )
    strong = staged(text.replace("sword_long_parry=2:2\n", "sword_long_parry=2:2 stamina=3\n") + FIRST)
    for action, label in (("dodge", "stops a hit by a"), ("bind_weapon", "binds a")):
        guess = chances(strong, "b", "declare", by="ode", action=action)
        assert guess == {f"{label}, if average": chances(average, "b", "declare", action=action)[label]}
        assert guess[f"{label}, if average"] > chances(strong, "b", "declare", action=action)[label]
