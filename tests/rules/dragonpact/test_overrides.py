"""What the GM does by hand."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import BadSetup, IllegalCommand
from rhean.rules.state import Entrant
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.overrides import ALIASES, OVERRIDES
from tests.rules.dragonpact.brawl import sheet
from tests.rules.dragonpact.kit import LIBRARY, Table

FOUR = "a = kerra_holt at [1, 1]; b = osric_vane at [1, 2]; c = road_bandit at [5, 1]; d = road_bandit at [5, 2]"


def order(table: Table) -> tuple[str, ...]:
    """The order of turns."""
    return table.state.order


def test_removing_another_leaves_the_active_one_active() -> None:
    table = Table(FOUR)
    table.do("a: end_turn")
    table.do("b: end_turn")
    told = table.do("gm: remove_unit unit=a")
    assert told == ["override logged", "a leaves"]
    assert (order(table), table.state.waits_for) == (("b", "c", "d"), "c")


def test_removing_the_active_one_begins_the_next_turn_once() -> None:
    table = Table(FOUR)
    table.do("a: end_turn")
    table.do("b: end_turn")
    told = table.do("gm: remove_unit unit=c")
    assert told == ["override logged", "c leaves", "d's turn (round 1), Stamina 3"]
    assert "round 2" in table.do("gm: remove_unit unit=d") or table.state.stage == "over"


def test_removing_a_target_ends_the_attack_on_it() -> None:
    table = Table(FOUR.replace("[5, 1]", "[2, 1]"))
    table.do("a: basic_attack weapon=a/longsword target=c")
    told = table.do("gm: remove_unit unit=c")
    assert told == ["override logged", "c leaves", "attack lost"]
    assert (table.state.stage, table.state.waits_for) == ("act", "a")


def test_units_enter_after_another_and_act_from_their_next_turn() -> None:
    table = Table(FOUR)
    table.do("gm: add_unit unit=e side=foe at=[7,7] after=a", sheet=sheet("cave_wolf"))
    assert order(table) == ("a", "e", "b", "c", "d")
    assert table.state.waits_for == "a"
    table.do("a: end_turn")
    assert table.state.waits_for == "e"
    bar = table.refused("gm: add_unit unit=f side=foe at=[7,7]", sheet=sheet("cave_wolf"))
    assert bar.text == "that space is taken"


def test_reinforcements_carry_all_that_they_need() -> None:
    table = Table(FOUR)
    command = SYSTEM.reinforce(table.state, [Entrant("e", sheet("swamp_rat"), "foe", "gm", {"at": [7, 7]})], LIBRARY)
    assert command.name == "enter"
    table.give(command, "")
    assert order(table)[-1] == "e"
    assert table.unit("e").at == (7, 7)
    with pytest.raises(BadSetup):
        SYSTEM.reinforce(table.state, [Entrant("e", sheet("swamp_rat"), "foe")], LIBRARY)


def test_the_order_changes_and_the_active_one_stays_active() -> None:
    table = Table(FOUR)
    table.do("a: end_turn")
    table.do('gm: reorder order=["d","c","b","a"]')
    assert (order(table), table.state.waits_for) == (("d", "c", "b", "a"), "b")
    table.do("gm: reorder unit=a to=1")
    assert (order(table), table.state.waits_for) == (("a", "d", "c", "b"), "b")
    assert table.refused('gm: reorder order=["a","a","b","c"]').code == "unknown"


def test_nothing_may_be_under_way_when_a_turn_is_skipped() -> None:
    table = Table(FOUR.replace("[5, 1]", "[2, 1]"))
    table.do("a: basic_attack weapon=a/longsword target=c")
    assert table.refused("gm: skip_turn").text == "an attack is being resolved"
    told = table.do("gm: force_stage", "d10:1")
    assert told[:2] == ["override logged", "c no reaction possible"]
    assert table.state.waits_for == "a"
    table.do("gm: force_stage")
    assert table.state.waits_for == "b"


def test_a_pool_at_zero_fells_and_above_it_raises() -> None:
    table = Table(FOUR)
    assert table.do("gm: set_pool unit=b pool=health value=0") == ["override logged", "b dying", "b prone"]
    assert table.do("gm: set_pool unit=b pool=health value=2") == ["override logged", "b no longer dying (gm)"]
    assert table.do("gm: set_pool unit=c pool=health value=0") == ["override logged", "c dead"]
    for words in ("value=-1", "value=x", "pool=luck value=1", ""):
        assert table.refused(f"gm: set_pool unit=b {words}".strip()).code == "unknown"


def test_conditions_come_and_go_by_hand() -> None:
    table = Table(FOUR)
    table.do('gm: condition unit=c condition=grappled on=true data={"by":"d"}')
    assert table.unit("c").condition("grappled").by == "d"  # type: ignore[union-attr]
    table.do("gm: override do=condition unit=c condition=slowed on=true amount=2")
    assert table.unit("c").amount("slowed") == 2
    assert table.do("gm: condition unit=a condition=dead on=true")[:2] == ["override logged", "a dead"]
    assert table.refused("gm: condition unit=c condition=bored on=true").code == "unknown"
    assert table.refused("gm: condition unit=c condition=grappled on=true").code == "unknown"


@pytest.mark.parametrize("condition", ["dying", "stable"])
def test_who_is_laid_low_by_hand_lets_go_and_guards_no_more(condition: str) -> None:
    table = Table(FOUR)
    table.do('gm: condition unit=c condition=grappled on=true data={"by":"d"}')
    table.do(f"gm: condition unit=d condition={condition} on=true")
    assert not table.unit("c").has("grappled")
    assert table.unit("d").guard is None
    assert table.refused('gm: condition unit=c condition=grappled on=true data={"by":"d"}').code == "unknown"


def test_hiding_and_revealing_by_hand() -> None:
    table = Table(FOUR)
    table.do("gm: hide unit=c")
    assert table.unit("c").hidden
    assert table.do("gm: reveal unit=c") == ["override logged", "c no longer hidden (gm)"]


def test_placing_checks_finds_light_and_holds() -> None:
    table = Table(
        'a = kerra_holt at [1, 1]; c = twin_fang at [5, 1] {cond {"hidden": {}}}. map light "dark", wall [[7,7]].'
    )
    assert "c no longer hidden (found)" in table.do("gm: place_unit unit=a at=[4,1]")
    assert table.refused("gm: place_unit unit=a at=[7,7]").code == "path"
    assert table.refused("gm: place_unit unit=a at=[70,7]").code == "path"
    assert table.refused("gm: place_unit unit=a at=[5,1]").text == "that space is taken"


def test_checks_are_called_for_in_the_fight() -> None:
    table = Table(FOUR)
    told = table.do("gm: call_check unit=c skill=intimidation difficulty=7")
    assert told == ["c intimidation 5 fixed +1 Strength +1 Intimidation = 7 v difficulty 7: success"]
    assert table.refused("gm: call_check unit=c skill=juggling difficulty=7").text == "no such skill: juggling"


def test_a_ruling_changes_in_the_middle_of_the_fight() -> None:
    table = Table(FOUR)
    assert table.do("gm: ruling key=guard_share value=half") == ['ruling guard_share "half"']
    assert "Guard will 2" in table.do("a: guard stat=will", "d10:4")
    table.do("gm: override do=ruling key=weapon_price value=1,2,3")
    assert table.state.rules.rulings["weapon_price"] == (1, 2, 3)
    table.do("gm: override do=ruling key=auto_end value=no")
    assert table.state.rules.rulings["auto_end"] is False
    assert table.refused("gm: ruling key=guard_share value=double").code == "unknown"
    assert table.refused("gm: ruling key=luck value=1").code == "unknown"


def test_a_unit_is_handed_over() -> None:
    table = Table(FOUR)
    table.give(SYSTEM.hand_over(table.state, "a", "pike"), "")
    assert table.prompt().owner == "pike"
    with pytest.raises(BadSetup):
        SYSTEM.hand_over(table.state, "nobody", "pike")


def test_a_forced_result_is_used_up_by_one_contest() -> None:
    table = Table(FOUR.replace("[5, 1]", "[2, 1]"))
    table.do("gm: force success=false")
    table.do("a: tripping_attack weapon=a/longsword stat=strength target=c")
    assert table.do("c: pass", "d10:10")[-1].endswith("failure (forced)")
    assert table.state.forced is None


@pytest.mark.parametrize("key", [key for key in OVERRIDES if key not in ALIASES])
def test_every_override_is_offered_and_refused_to_all_but_the_gm(key: str) -> None:
    table = Table(FOUR)
    option = next(option for option in SYSTEM.overrides(table.state) if option.key == key)
    assert (option.command, option.fixed) == ("override", {"do": key})
    with pytest.raises(IllegalCommand) as caught:
        SYSTEM.advance(table.state, Command("gm", "override", {"do": key}, "ode"), SeededDice("x"))
    assert caught.value.reason.code == "not_yours"


def test_before_and_after_the_fight_only_what_fits_is_possible() -> None:
    table = Table(FOUR, begin=False)
    assert table.refused("a: end_turn").text == "the fight has not begun"
    assert table.refused("gm: skip_turn").text == "the fight has not begun"
    table.do('gm: begin_fight order=["a","b","c","d"]')
    assert table.refused("gm: begin_fight").text == "the fight has begun"
    table.do("gm: end_fight")
    assert table.refused("a: end_turn").text == "the fight is over"
    assert SYSTEM.prompts(table.state) == ()
    assert table.do("gm: set_pool unit=a pool=health value=1") == ["override logged"]
