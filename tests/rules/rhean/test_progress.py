"""Creation budgets, experience and rest."""

from __future__ import annotations

import pytest

from rhean.rules.dice import ScriptedDice, SeededDice
from rhean.rules.errors import BadDocument
from rhean.rules.systems.rhean.entries import ATTRIBUTES
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE, ruled, skills


def left(rulings=DEFAULTS, **fields):
    """Budget -> what is left."""
    return {budget.key: budget.left for budget in SIDE.budgets(fields, LIBRARY, rulings)}


def warnings(**fields):
    """Field -> text of every warning."""
    return {problem.field: problem.text for problem in SIDE.validate(fields, LIBRARY, DEFAULTS)}


def offer(key, history=(), rulings=DEFAULTS, **fields):
    """One purchase: price and refusals."""
    found = next(each for each in SIDE.purchases(fields, history, LIBRARY, rulings) if each.key == key)
    return found.price.total, found.refusals


# -- creation


def test_an_average_man_spends_exactly_his_attribute_and_trait_points():
    assert left() == {
        "attributes": 0,
        "traits": 0,
        "advantages": 4,
        "novice_units": 24,
        "skill_points": 60,
        "language_units": 6,
        "language_points": 10,
    }


def test_what_the_race_gives_is_not_paid_for():
    dwarf = {"race": "dwarf", "strength": 6, "constitution": 7, "agility": 4, "dexterity": 4, "presence": 4}
    assert left(**dwarf)["attributes"] == 0
    assert left(**dwarf)["advantages"] == 4


@pytest.mark.parametrize(("ruling", "ogre", "dwarf"), [("table", 4, 0), ("game", 0, 0), ("none", 0, 0)])
def test_racial_modifiers_follow_the_ruling(ruling, ogre, dwarf):
    rulings = ruled(racial_modifiers=ruling)
    assert left(rulings, race="ogre")["attributes"] == ogre
    assert left(rulings, race="dwarf")["attributes"] == dwarf
    rolled = SIDE.roll_attributes("array", SeededDice("deal"), {"race": "ogre"}, LIBRARY, rulings)
    assert sum(rolled.values()) == 40 + ogre


def test_a_change_of_race_moves_the_attributes_and_back_again():
    human = SIDE.new_sheet()
    dwarf = {**human, "race": "dwarf"}
    moved = SIDE.follow(human, dwarf, LIBRARY, DEFAULTS)
    assert moved == {"strength": 6, "constitution": 7, "agility": 4, "dexterity": 4, "presence": 4}
    back = SIDE.follow({**dwarf, **moved}, {**dwarf, **moved, "race": "human"}, LIBRARY, DEFAULTS)
    assert back == dict.fromkeys(moved, 5)
    assert left(**{**dwarf, **moved})["attributes"] == 0


@pytest.mark.parametrize("after", [{"strength": 9}, {"race": "dwarf", "counted": False}, {"race": "dwarf", "will": 99}])
def test_nothing_else_moves_the_attributes(after):
    assert SIDE.follow({}, after, LIBRARY, DEFAULTS) == {}


def test_ranks_cost_one_two_three_and_levels_their_own_number():
    spent = left(skills=skills(evade=(3, 5), shield=(1, 2)))
    assert (spent["novice_units"], spent["skill_points"]) == (24 - 6 - 1, 60 - 15 - 3)


def test_languages_have_a_budget_of_their_own_and_the_homelands_is_free():
    spent = left(homeland="high_woods", intelligence=8, skills=skills(language_elvish=(2, 2), language_sylvan=(4, 5)))
    assert (spent["language_units"], spent["language_points"]) == (6 + 2 - 3 - 4, 10 + 2 - 3 - 5)
    assert (spent["novice_units"], spent["skill_points"]) == (24, 60)


def test_advantages_cost_and_disadvantages_give_back():
    assert left(advantages=["quick_reflexes", "hardy", "deep_sleeper"])["advantages"] == 4 - 2 - 1 + 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"strength": 6}, "strength"),
        ({"strength": 10, "will": 1, "agility": 4}, "strength"),
        ({"body": 7}, "body"),
        ({"skills": skills(evade=(4, 1))}, "skills.evade.rank"),
        ({"skills": skills(evade=(3, 6))}, "skills.evade.level"),
        ({"advantages": ["quick_reflexes", "ambidextrous", "hardy"]}, "advantages"),
    ],
)
def test_a_sheet_beyond_its_budget_is_marked_and_can_be_kept(fields, field):
    assert "over budget" in warnings(**fields)[field]
    assert all(problem.level == "warning" for problem in SIDE.validate(fields, LIBRARY, DEFAULTS))
    assert warnings(**fields, counted=False) == {}


def test_languages_may_start_above_journeyman():
    assert warnings(homeland="deep_halls", skills=skills(language_dwarvish=(4, 5))) == {}


def test_the_budget_is_a_ruling():
    assert left(ruled(creation_budget=[50, 1, 12, 20, 30, 80, 6]))["attributes"] == 10


def test_the_standard_array_is_dealt_within_the_budget():
    rolled = SIDE.roll_attributes("array", SeededDice("deal"), {}, LIBRARY, DEFAULTS)
    assert sorted(rolled.values()) == [2, 3, 4, 5, 5, 6, 7, 8]
    assert tuple(rolled) == ATTRIBUTES


def test_random_attributes_are_two_dice_each_changed_by_race():
    dice = ScriptedDice([(4, face) for face in (2, 3) * 8])
    rolled = SIDE.roll_attributes("random", dice, {"race": "dwarf"}, LIBRARY, DEFAULTS)
    assert rolled == {
        **dict.fromkeys(ATTRIBUTES, 5),
        "strength": 6,
        "constitution": 7,
        "agility": 4,
        "dexterity": 4,
        "presence": 4,
    }


def test_heroic_attributes_leave_out_the_lowest_of_three_dice():
    dice = ScriptedDice([(4, face) for face in (1, 3, 4) * 8])
    assert set(SIDE.roll_attributes("heroic", dice, {}, LIBRARY, DEFAULTS).values()) == {8}


def test_an_unknown_method_is_refused():
    with pytest.raises(BadDocument, match="no such method"):
        SIDE.roll_attributes("wish", SeededDice("x"), {}, LIBRARY, DEFAULTS)


# -- experience


@pytest.mark.parametrize(("history", "price"), [((), 6), (("attribute.strength",), 12), (("attribute.will",), 6)])
def test_an_attribute_costs_its_new_value_times_the_number_of_raises(history, price):
    assert offer("attribute.strength", history) == (price, ())


@pytest.mark.parametrize(("raises", "price"), [(0, 3), (1, 6), (4, 15)])
def test_a_trait_costs_three_more_with_each_raise(raises, price):
    assert offer("trait.mind", ["trait.mind"] * raises)[0] == price


def test_a_trait_is_not_raised_out_of_balance():
    assert offer("trait.body", body=12)[1] == ("the other traits are too far below",)
    assert offer("trait.body", body=30, mind=30, spirit=30)[1] == ("is at 30 already",)


def test_a_new_skill_costs_five_and_may_need_another():
    assert offer("skill.evade") == (5, ())
    assert offer("skill.armor_medium") == (5, ("needs training in Armor Light",))
    assert offer("skill.archery", dexterity=1) == (5, ("needs Dexterity 2; you have 1",))


def test_a_level_costs_its_number_times_the_skills_cost_up_to_the_cap():
    assert offer("level.evade", skills=skills(evade=(2, 4))) == (10, ())
    assert offer("level.evade", skills=skills(evade=(2, 6))) == (14, ("Apprentice ends at level 6",))


def test_a_rank_costs_by_its_number_and_needs_the_cap_before():
    assert offer("rank.evade", skills=skills(evade=(2, 6))) == (5 * 3 * 2, ())
    assert offer("rank.evade", skills=skills(evade=(2, 5)))[1] == ("needs level 6 first; you have 5",)
    assert offer("rank.evade", (), ruled(rank_needs_cap=False, rank_xp=2), skills=skills(evade=(2, 0))) == (12, ())


def test_a_rank_of_archery_needs_dexterity():
    archer = {"skills": skills(archery=(3, 9)), "counted": False}
    assert offer("rank.archery", **archer, dexterity=4)[1] == ("needs Dexterity 5; you have 4",)
    assert offer("rank.archery", **archer, dexterity=5)[1] == ()


def test_of_a_weapon_and_its_parry_the_lower_one_costs_one_less():
    pair = {"skills": skills(mace=(2, 4), mace_parry=(2, 3), brawling=(1, 1), brawling_parry=(1, 2))}
    assert offer("level.mace_parry", **pair)[0] == 4
    assert offer("level.mace", **pair)[0] == 10
    assert offer("level.brawling", **pair)[0] == 2


def test_nothing_is_sold_beyond_grandmaster():
    keys = {each.key for each in SIDE.purchases({"skills": skills(evade=(5, 20))}, [], LIBRARY, DEFAULTS)}
    assert "rank.evade" not in keys
    assert "skill.evade" not in keys


@pytest.mark.parametrize(
    ("key", "field", "after"),
    [
        ("attribute.will", "will", 6),
        ("trait.body", "body", 7),
        ("level.evade", "skills", {"evade": {"rank": 1, "level": 3, "specialties": ""}}),
        ("rank.evade", "skills", {"evade": {"rank": 2, "level": 2, "specialties": ""}}),
    ],
)
def test_a_purchase_changes_one_thing_and_not_the_document_given(key, field, after):
    document = {"skills": {"evade": {"rank": 1, "level": 2, "specialties": ""}}}
    bought = SIDE.purchase(document, key, LIBRARY)
    assert bought[field] == after
    assert document == {"skills": {"evade": {"rank": 1, "level": 2, "specialties": ""}}}


def test_a_homelands_language_is_raised_from_what_it_gives():
    bought = SIDE.purchase({"homeland": "deep_halls"}, "level.language_dwarvish", LIBRARY)
    assert bought["skills"] == {"language_dwarvish": {"rank": 3, "level": 5}}


def test_a_skill_named_on_the_sheet_can_be_learnt():
    document = {"skills": {"lore(kings)": {"rank": 0, "level": 0}}}
    assert offer("skill.lore(kings)", **document) == (5, ())
    assert SIDE.purchase(document, "skill.lore(kings)", LIBRARY)["skills"]["lore(kings)"]["rank"] == 1


@pytest.mark.parametrize("key", ["", "attribute.luck", "level.dancing", "gold.5", "trait"])
def test_a_key_that_buys_nothing_is_refused(key):
    with pytest.raises(BadDocument, match="buys nothing"):
        SIDE.purchase({}, key, LIBRARY)


# -- rest


def rested(minutes, *, tended=False, rulings=DEFAULTS, **fields):
    """The pools after a rest from 1 in each."""
    document = {"pools": {"hits": 1, "stamina": 1, "stability": 1, "ka": 1}, **fields}
    return tuple(SIDE.rest(document, minutes, tended, LIBRARY, rulings)["pools"].values())


@pytest.mark.parametrize(
    ("minutes", "pools"), [(9, (1, 1, 1, 1)), (10, (1, 2, 1, 1)), (125, (1, 13, 3, 3)), (1440, (2, 22, 16, 16))]
)
def test_rest_gives_back_by_the_clock_and_never_more_than_full(minutes, pools):
    assert rested(minutes) == pools


def test_the_tended_the_hardy_and_the_untiring_recover_faster():
    assert rested(1440, tended=True)[0] == 3
    assert rested(1440, advantages=["hardy"])[0] == 3
    assert rested(30, advantages=["untiring"])[1] == 7


def test_recovery_is_a_ruling():
    assert rested(60, rulings=ruled(recovery=[0, 0, 1, 2, 1, 2])) == (1, 1, 1, 1)
    assert rested(60, rulings=ruled(recovery=[30, 20, 1, 2, 1, 2])) == (1, 3, 4, 4)


def test_a_rest_keeps_what_is_not_a_pool_of_this_sheet_out_of_the_change():
    assert set(SIDE.rest({}, 60, False, LIBRARY, DEFAULTS)) == {"pools"}
