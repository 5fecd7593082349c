"""Rules beside the golden cases: conditions, dying, holds, items, hiding, and what rulings change."""

from __future__ import annotations

import pytest

from tests.rules.dragonpact.kit import Table

PAIR = "kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3]"


# -- turns --------------------------------------------------------------------------------------------------


def test_poison_then_bleeding_then_the_turn() -> None:
    table = Table(
        'goblin = gutter_goblin at [9, 3]; nettle at [2, 3] {cond {"poisoned": {"potency": 7}, "bleeding": {}}}'
    )
    told = table.do("goblin: end_turn", "d10:6 d10:1")
    assert told[1:] == [
        "poisoned: 6 d10 +1 Vigor = 7",
        "nettle no longer poisoned (shaken off)",
        "bleeding: 1 d10 +1 Vigor = 2",
        "nettle Health 3",
    ]


def test_an_active_unit_felled_by_a_riposte_ends_its_turn() -> None:
    table = Table('kerra = kerra_holt at [2, 3] {health 1}; osric = osric_vane at [3, 3] {side "foe"}')
    table.set("kerra", health=1)
    table.do("kerra: basic_attack weapon=kerra/longsword target=osric")
    table.do("osric: parry stat=strength", "d10:10 d10:1")
    table.do("osric: riposte weapon=osric/greatsword")
    told = table.do("kerra: pass", "d8:7 d8:7")
    assert told[-1] == "fight over, winner foe"
    assert table.tags("kerra") == {"dying", "prone"}


def test_the_dying_of_the_winners_are_saved() -> None:
    table = Table(
        'kerra = kerra_holt at [2, 3]; nettle at [1, 3] {health 0, stamina 0, cond {"dying": {"marks": 1}}}; '
        "goblin = gutter_goblin at [3, 3]"
    )
    table.do("kerra: basic_attack weapon=kerra/longsword target=goblin")
    told = table.do("goblin: pass", "d10:5")
    assert told[-3:] == ["fight over, winner party", "nettle no longer dying (fight won)", "nettle stable"]


def test_a_wounded_stable_unit_is_dying_again() -> None:
    table = Table(
        'ogre = marsh_ogre at [3, 3]; nettle at [2, 3] {health 0, stamina 0, cond {"stable": {}}}; '
        "k = kerra_holt at [9, 3]"
    )
    told = table.do("ogre: basic_attack weapon=ogre/waraxe target=nettle", "d8:1 d8:1")
    assert told[-3:] == ["nettle no longer stable (wounded)", "nettle dying", "nettle death marks 1"]


# -- holds --------------------------------------------------------------------------------------------------


def test_a_hold_of_another_is_taken_over() -> None:
    table = Table(
        "kerra = kerra_holt at [2, 3]; osric = osric_vane at [4, 3]; "
        'bandit = road_bandit at [3, 3] {stamina 0, cond {"grappled": {"by": "osric"}}}'
    )
    told = table.do("kerra: grappling_attack stat=strength target=bandit", "d10:10")
    assert told[-2:] == ["bandit no longer grappled (taken over)", "bandit grappled"]
    assert table.unit("bandit").condition("grappled").by == "kerra"  # type: ignore[union-attr]


def test_letting_go_is_free_and_a_shove_away_ends_the_hold() -> None:
    table = Table('kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3] {cond {"grappled": {"by": "kerra"}}}')
    assert table.do("kerra: let_go") == ["bandit no longer grappled (let go)"]
    assert table.refused("kerra: let_go").text == "you hold nobody"
    table = Table('kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3] {cond {"grappled": {"by": "kerra"}}}')
    table.set("bandit", stamina=0)
    told = table.do("kerra: shoving_attack target=bandit direction=[1,0]", "d10:9")
    assert told[-2:] == ["bandit pushed to [4, 3]", "bandit no longer grappled (apart)"]


# -- items --------------------------------------------------------------------------------------------------


def test_a_bomb_burns_friend_and_foe_in_roster_order_and_nobody_behind_walls() -> None:
    table = Table(
        'nettle at [2, 3] with gear ["frost_flask:pack:2"]; kerra = kerra_holt at [5, 3]; '
        "goblin = gutter_goblin at [4, 4]; rat = swamp_rat at [6, 4]. map wall [[6,3],[5,4]]."
    )
    told = table.do("nettle: item item=nettle/frost_flask at=[5,3]", "d6:6")
    assert [phrase.partition(":")[0] for phrase in told if "resistance" in phrase] == ["kerra", "goblin"]
    assert table.refused("nettle: item item=nettle/frost_flask at=[6,3]").code == "once"


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ("at=[6,3]", "target", "that space is solid"),
        ("at=[9,3]", "range", "that space is 7 spaces away; reach 5"),
        ("at=[7,4]", "sight", "no line of sight to that space"),
        ("at=[99,3]", "unknown", "no such space: [99, 3]"),
        ("", "unknown", "at is missing"),
    ],
)
def test_a_bomb_needs_a_space_in_range_and_sight(words: str, code: str, text: str) -> None:
    table = Table(
        'nettle at [2, 3] with gear ["frost_flask:pack:2"]; goblin = gutter_goblin at [5, 4]. map wall [[6,3],[6,4]].'
    )
    bar = table.refused(f"nettle: item item=nettle/frost_flask {words}".strip())
    assert (bar.code, bar.text) == (code, text)


def test_tonic_antidote_and_bandage() -> None:
    header = (
        'nettle at [2, 3] with gear ["stamina_tonic:pack", "antidote:pack", "bandage:pack"]; '
        'kerra = kerra_holt at [3, 3] {cond {"poisoned": {"potency": 7}, "bleeding": {}}}; '
        'osric = osric_vane at [2, 2] {health 0, stamina 0, cond {"stable": {}}}; goblin = gutter_goblin at [9, 3]'
    )
    table = Table(header)
    assert table.refused("nettle: item item=nettle/stamina_tonic target=osric").text == "{0} cannot drink"
    assert "kerra no longer poisoned (antidote)" in table.do("nettle: item item=nettle/antidote target=kerra")
    table = Table(header)
    assert "kerra no longer bleeding (bandage)" in table.do("nettle: item item=nettle/bandage target=kerra")
    assert table.refused("nettle: item item=nettle/antidote target=goblin").code == "once"
    table = Table(header)
    table.set("kerra", stamina=1)
    assert "kerra +2 Stamina = 3" in table.do("nettle: item item=nettle/stamina_tonic target=kerra")
    assert table.refused("nettle: item item=nettle/bandage target=goblin").code == "once"


def test_a_two_handed_weapon_empties_both_hands() -> None:
    table = Table(
        'kerra = kerra_holt at [2, 3] with gear ["longsword:main", "round_shield:off", "greatsword:pack"]; '
        "g = gutter_goblin at [9, 3]"
    )
    told = table.do("kerra: item item=kerra/greatsword")
    assert told[1:] == ["kerra/longsword stowed", "kerra/round_shield stowed", "kerra/greatsword in both"]
    table = Table("sable = sable_wren at [2, 3]; g = gutter_goblin at [9, 3]")
    told = table.do("sable: item item=sable/shortsword hand=off")
    assert told[1:] == ["sable/longbow stowed", "sable/shortsword in off"]


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ("item item=sable/arrow", "gear", "ammunition is used by shooting"),
        ("item item=sable/leather_jack", "gear", "worn armour is not changed in a fight"),
        ("item item=sable/longbow", "gear", "Longbow is already in hand"),
        ("item item=far/spear", "range", "Spear is out of reach"),
        ("item item=nothing", "unknown", "no such item: nothing"),
        ("basic_attack weapon=sable/leather_jack target=g", "gear", "Leather jack is no weapon"),
        ("basic_attack weapon=sable/longbow grip=one target=g", "gear", "Longbow is not wielded in one hand"),
        ("basic_attack weapon=sable/longbow mode=melee target=g", "unknown", "no such mode of Longbow: melee"),
        (
            "tripping_attack weapon=sable/longbow stat=vigor target=g",
            "unknown",
            "Tripping Attack takes strength or agility",
        ),
        ("shoving_attack target=g direction=[0,0]", "unknown", "direction is none of the eight ways: [0, 0]"),
        ("move path=[[2,3]]", "path", "the path must go from space to neighbouring space"),
        ("move path=[[3,3]] mode=fly", "unknown", "no such mode: fly"),
        ("break_free stat=strength", "condition", "you are not grappled"),
        ("guard", "unknown", "Guard takes strength, agility, intelligence or will"),
        ("guard stat=will luck=7", "unknown", "no such parameter: luck"),
    ],
)
def test_what_cannot_be_is_refused_in_the_words_of_the_table(words: str, code: str, text: str) -> None:
    table = Table(
        "sable = sable_wren at [2, 3]; g = gutter_goblin at [4, 3]. "
        'ground [{"id":"far/spear","item":"spear","qty":1,"coat":null,"at":[8,3]}].'
    )
    bar = table.refused(f"sable: {words}")
    assert (bar.code, bar.text) == (code, text)


# -- hiding and moving --------------------------------------------------------------------------------------


def test_an_unseen_unit_in_the_way_stops_a_move_before_it() -> None:
    table = Table(
        'kerra = kerra_holt at [1, 1]; shade = twin_fang at [3, 1] {cond {"hidden": {}}}. map light "dark".',
        hidden_ends="never",
    )
    told = table.do("kerra: move path=[[2,1],[3,1],[4,1]]")
    assert told == ["kerra Stamina 3", "kerra at [2, 1], cost 1, points left 3"]


def test_one_does_not_stop_on_a_friend_when_somebody_is_found() -> None:
    table = Table(
        "kerra = kerra_holt at [1, 1]; osric = osric_vane at [2, 1]; "
        'shade = twin_fang at [3, 0] {cond {"hidden": {}}}. '
        'map light "dark".'
    )
    told = table.do("kerra: move path=[[2,1],[3,1],[4,1]]")
    assert told[1:] == ["shade no longer hidden (found)", "kerra at [3, 1], cost 2, points left 2"]


def test_the_hidden_are_seen_in_bright_light_and_found_at_their_turns_end() -> None:
    table = Table(
        'nettle at [1, 1] {cond {"hidden": {}}}; g = gutter_goblin at [6, 1]. map light "dark", bright [[2,1]].'
    )
    assert "nettle no longer hidden (seen in bright light)" in table.do("nettle: move path=[[2,1]]")
    table = Table('nettle at [1, 1] {cond {"hidden": {}}}; g = gutter_goblin at [4, 1]. map light "dark".')
    assert table.do("nettle: move path=[[2,1],[3,1]]")[-1].startswith("nettle at [3, 1]")
    assert "nettle no longer hidden (found)" in table.do("nettle: end_turn")


def test_fliers_pass_over_enemies_and_swimmers_through_water() -> None:
    table = Table("drake = ember_drake at [1, 1]; kerra = kerra_holt at [2, 1]. map rough [[3,1]].")
    assert table.refused("drake: move path=[[2,1],[3,1]]").text == "{0} stands in the way"
    assert "drake at [3, 1], cost 2, points left 3" in table.do("drake: move path=[[2,1],[3,1]] mode=fly")
    table = Table("rat = swamp_rat at [1, 1]; kerra = kerra_holt at [9, 1]. map water [[2,1]].")
    assert "rat at [2, 1], cost 1, points left 3" in table.do("rat: move path=[[2,1]] mode=swim")


def test_a_tiny_unit_shares_a_space() -> None:
    table = Table("rat = swamp_rat at [1, 1]; kerra = kerra_holt at [2, 1]")
    assert "rat at [2, 1], cost 1, points left 3" in table.do("rat: move path=[[2,1]]")


# -- rulings ------------------------------------------------------------------------------------------------


def test_late_reactions_see_the_damage_first() -> None:
    table = Table(PAIR, reaction_timing="after_roll")
    told = table.do("kerra: basic_attack weapon=kerra/longsword target=bandit", "d10:4")
    assert "longsword damage 4 1d10 +1 Strength = 5" in told
    assert "damage 5" in table.prompt().about
    assert table.do("bandit: block")[-1] == "5 - Armor 11 (1 Strength +2 Leather jack +8 Block) = -6: 0 wound(s)"


@pytest.mark.parametrize(
    ("ruling", "value", "check"),
    [
        ("reactions_per_attack", 0, ""),
        ("riposte_parry", False, "react for bandit (block, dodge, parry)"),
    ],
)
def test_rulings_close_windows(ruling: str, value: object, check: str) -> None:
    table = Table(PAIR, **{ruling: value})
    dice = "" if check else "d10:2"
    table.do("kerra: basic_attack weapon=kerra/longsword target=bandit", dice)
    assert table.open == check


def test_half_a_guard_and_other_ties() -> None:
    table = Table(PAIR, guard_share="half")
    assert "Guard strength 3" in table.do("kerra: guard stat=strength", "d10:6")
    table = Table(PAIR, roller_wins_ties=False)
    table.do("kerra: tripping_attack weapon=kerra/longsword stat=strength target=bandit")
    assert table.do("bandit: pass", "d10:10")[-1].endswith("failure")


def test_a_shove_may_have_to_go_straight_away() -> None:
    table = Table(PAIR, push_direction="away")
    assert table.refused("kerra: shoving_attack target=bandit direction=[0,1]").code == "unknown"
    table.do("kerra: shoving_attack target=bandit direction=[1,0]")
    assert table.open.startswith("react for bandit")


def test_stamina_may_come_back_by_the_round() -> None:
    table = Table(PAIR, stamina_refresh="round")
    table.do("kerra: guard stat=will", "d10:5")
    table.do("kerra: end_turn")
    assert table.unit("kerra").stamina == 3
    table.do("bandit: end_turn")
    assert table.unit("kerra").stamina == 4


def test_hopeless_hiding_is_paid_for_if_the_table_says_so() -> None:
    table = Table(PAIR, hide_precheck=False)
    assert table.do("kerra: hide") == ["kerra Stamina 3", "kerra hide failed"]


def test_readying_may_be_free() -> None:
    table = Table("sable = sable_wren at [2, 3]; g = gutter_goblin at [9, 3]", item_ready="free")
    table.do("sable: item item=sable/shortsword")
    table.do("sable: item item=sable/longbow")
    assert table.unit("sable").stamina == 4
