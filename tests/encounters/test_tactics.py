"""What the app chooses: it looks at every option, and does not throw away what it fights with for want of looking."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from encounters.tactics import Plan, ranked
from rhean.rules.commands import Command
from rhean.rules.systems.dragonpact import SYSTEM as DRAGONPACT
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.systems.rhean.system import SYSTEM
from tests.bench.rhean_tactics import MOST_ROUNDS, fight
from tests.rules.dragonpact.kit import Table
from tests.rules.rhean.staging import prompt_of, staged, take

LONE = "with g=goblin side=foes per=1\n"
PARTY = "".join(f"with h{number}=soldier side=party owner=ode\n" for number in range(8))
FACES = " ".join(f"h{number}={number + 2}" for number in range(8))


def plan(value: float = 0, merit: int = 0, chance: float = 0) -> Plan:
    return Plan(Command("a", "declare"), Fraction(value), merit, Fraction(chance))


def first(state: RheanState, who: str) -> dict[str, Any]:
    """What the app would declare for somebody."""
    return ranked(SYSTEM, state, prompt_of(state, who))[0].params


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (plan(value=2), plan(value=1, merit=5)),
        (plan(merit=6), plan(merit=2, chance=1)),
        (plan(chance=0.5), plan(chance=0.4)),
        (plan(value=1), plan(value=9, merit=-1)),
        (plan(merit=1), plan(value=9, merit=-1)),
    ],
)
def test_harm_comes_before_merit_and_what_the_rules_make_nothing_of_comes_last(better: Plan, worse: Plan) -> None:
    assert better.is_good
    assert better.rank > worse.rank


def test_what_the_rules_make_nothing_of_is_not_done_for_its_chance() -> None:
    assert not plan(merit=-1, chance=0.9).is_good
    assert plan(merit=-1, value=1).is_good
    assert plan(chance=0.9).is_good


def test_among_many_foes_the_last_option_is_looked_at_as_well() -> None:
    one = staged(f"{LONE}with h0=soldier side=party owner=ode\nround g=1 h0=9\n")
    many = staged(f"{LONE}{PARTY}round g=1 {FACES}\n")
    assert first(one, "g")["action"] == first(many, "g")["action"] == "charge"


def test_the_only_weapon_is_not_thrown_while_one_can_come_nearer() -> None:
    state = staged("with a=man side=x weapons=hand_axe axe_hand=3:5\nwith b=man side=y\npair a b near\nround a=1 b=2\n")
    assert first(state, "a")["action"] != "throw_weapon"


def test_a_second_weapon_is_thrown_where_it_does_harm() -> None:
    text = "with a=knife_thrower side=x\nwith b=man side=y\npair a b near\nround a=1 b=10\n"
    state, _ = take(staged(text), "a", "declare", action="combat_move", to="b", stop="near")
    state, _ = take(state, "b", "declare", action="nothing")
    assert first(state, "a")["action"] == "throw_weapon"


def test_who_is_held_off_by_a_longer_weapon_comes_nearer_and_then_strikes() -> None:
    state = staged(
        "with a=man side=x weapons=dagger\nwith b=man side=y weapons=long_spear\npair a b engaged=3\nround a=1 b=2\n"
    )
    assert first(state, "a") == {"action": "combat_move", "to": "b"}
    state, _ = take(state, "a", "declare", action="combat_move", to="b")
    state, _ = take(state, "b", "declare", action="nothing")
    assert first(state, "a")["target"] == "b"


def test_who_can_strike_somebody_does_not_charge_another() -> None:
    people = "".join(
        f"with {who}=man side={side} weapons=long_sword sword_long=2:3\n" for who, side in ("ax", "by", "cy")
    )
    near = staged(f"{people}pair a b near\npair a c near\nround a=1 b=2 c=3\n")
    engaged = staged(f"{people}pair a b engaged=1\npair a c near\nround a=1 b=2 c=3\n")
    assert first(near, "a")["action"] == "charge"
    assert first(engaged, "a")["target"] == "b"


@pytest.mark.parametrize(("stamina", "action"), [(1, "breather"), (2, "melee_attack")])
def test_who_has_not_enough_left_to_strike_gets_his_breath_back(stamina: int, action: str) -> None:
    man = f"with a=man side=x weapons=battle_axe axe_battle=3:5 stamina={stamina}\nwith b=man side=y\n"
    assert first(staged(f"{man}pair a b engaged=1\nround a=1 b=2\n"), "a")["action"] == action


@pytest.mark.parametrize("number", [1, 76, 96, 151])
def test_a_fight_that_the_app_plays_comes_to_an_end(number: int) -> None:
    fought = fight(number)
    assert fought.over
    assert 0 < fought.rounds <= MOST_ROUNDS


def swordsmen(*sides: str) -> str:
    """a, b, c ... with a long sword each, of these sides."""
    gear = "weapons=long_sword sword_long=2:3"
    return "".join(f"with {who}=man side={side} {gear}\n" for who, side in zip("abcd", sides, strict=False))


DOWN = [("b", "dying"), ("b", "unconscious"), ("c", "dying"), ("c", "unconscious")]


@pytest.mark.parametrize(("fallen", "key"), DOWN)
def test_who_stands_is_struck_before_who_is_down(fallen: str, key: str) -> None:
    text = f"{swordsmen(*'xyy')}pair a b engaged=1\npair a c engaged=1\nround a=1 b=2 c=3\n"
    state, _ = take(staged(text), "gm", "override", do="add", target=fallen, key=key)
    chosen = first(state, "a")
    assert (chosen["action"], chosen["target"]) == ("melee_attack", "c" if fallen == "b" else "b")


def test_who_has_only_fallen_foes_beside_him_goes_for_one_who_stands() -> None:
    text = f"{swordsmen(*'xyy')}pair a b engaged=1\npair a c near\nround a=1 b=2 c=3\n"
    state, _ = take(staged(text), "gm", "override", do="add", target="b", key="dying")
    chosen = first(state, "a")
    assert (chosen["action"], chosen["target"]) == ("charge", "c")


def test_who_is_down_is_struck_where_nobody_else_can_be() -> None:
    text = f"{swordsmen(*'xy')}pair a b engaged=1\nround a=1 b=2\n"
    state, _ = take(staged(text), "gm", "override", do="add", target="b", key="unconscious")
    chosen = first(state, "a")
    assert (chosen["action"], chosen["target"]) == ("melee_attack", "b")


@pytest.mark.parametrize("fallen", ["east", "west"])
def test_in_the_other_system_too_who_stands_is_struck_before_who_is_down(fallen: str) -> None:
    fight = Table("knight = hedge_knight at [2, 3]; east = kerra_holt at [3, 3]; west = kerra_holt at [1, 3]")
    fight.do(f"gm: set_pool unit={fallen} pool=health value=0")
    chosen = ranked(DRAGONPACT, fight.state, fight.prompt())[0].params
    assert chosen["target"] == ("west" if fallen == "east" else "east")
