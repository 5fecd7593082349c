"""Rolls outside a fight: who may try what, with which terms, and the odds of the very roll."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.describe import describe
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE, notation, roll, ruled, skills

SMITH = {"a": {"dexterity": 8, "skills": skills(smithing=(3, 5))}}
WRESTLERS = {"a": {"skills": skills(wrestling=(2, 3))}, "b": {"skills": skills(wrestling=(2, 2))}}


def odds(sheets, name, **params):
    """Label -> chance."""
    found = SIDE.check_odds(sheets, Command("a", name, params), LIBRARY, DEFAULTS)
    return {chance.label: chance.value for chance in found}


def refusal(sheets, name, **params):
    """The words of the refusal of a roll."""
    with pytest.raises(IllegalCommand) as refused:
        roll(name, (), sheets=sheets, **params)
    return str(refused.value)


def test_a_task_of_ones_own_rank_counts_the_full_level():
    fact = roll("skill", (4, 5), sheets=SMITH, skill="smithing", rank=3, tn=16)
    assert (fact.total, fact.success, fact.half) == (16, True, False)
    assert notation(fact) == "dice:9,smithing:5,dexterity:2"


def test_a_task_one_rank_higher_counts_half_the_level():
    fact = roll("skill", (4, 5), sheets=SMITH, skill="smithing", rank=4, tn=16)
    assert (fact.total, fact.success, fact.half) == (13, False, True)
    assert notation(fact) == "dice:9,smithing:2,dexterity:2"


def test_a_task_two_ranks_higher_is_refused():
    assert refusal(SMITH, "skill", skill="smithing", rank=5) == "needs Grandmaster in Smithing; you are Journeyman"


def test_the_gm_may_allow_what_is_refused_and_the_log_says_so():
    request = Command("a", "skill", {"skill": "smithing", "rank": 5, "tn": 10, "allow": True, "gm": -2})
    result = SIDE.check(SMITH, request, LIBRARY, DEFAULTS, ScriptedDice([(10, 4), (10, 5)]))
    overridden, fact = (event.fact for event in result.events)
    assert (overridden.kind, fact.success) == ("overridden", True)
    assert notation(fact) == "dice:9,smithing:2,dexterity:2,gm:-2"
    assert odds(SMITH, "skill", **request.params)["success"] == Fraction(79, 100)


def test_words_typed_as_a_subject_never_become_a_name_in_the_log():
    request = Command("a", "skill", {"skill": "language({0} and {1})", "allow": True})
    result = SIDE.check({"a": {}}, request, LIBRARY, DEFAULTS, ScriptedDice([(10, 4), (10, 5)]))
    told = describe(result.events[0].fact, {"a": "Grog"}).text
    assert told.endswith("Grog may try it all the same: Language: (0) and (1) is for the trained only.")


def test_the_unskilled_try_novice_tasks_at_level_nothing():
    fact = roll("skill", (6, 5), sheets={"a": {"agility": 7}}, skill="climbing", rank=1, tn=12)
    assert notation(fact) == "dice:11,climbing:0,agility:1"
    assert refusal({"a": {}}, "skill", skill="climbing", rank=2) == "needs Apprentice in Climbing; you are unskilled"
    assert "trained only" in refusal({"a": {}}, "skill", skill="language_elvish", tn=2)


def test_two_ones_fail_and_are_a_botch_where_the_ruling_says_so():
    swimmer = {"a": {"skills": skills(swimming=(5, 15))}}
    fact = roll("skill", (1, 1), sheets=swimmer, skill="swimming", tn=5)
    assert (fact.total, fact.success, fact.botch) == (17, False, True)
    calm = {"sheets": swimmer, "skill": "swimming", "tn": 5, "tense": False}
    assert not roll("skill", (1, 1), **calm).botch
    assert roll("skill", (1, 1), rulings=ruled(botch_when="always"), **calm).botch
    assert not roll("skill", (1, 1), rulings=ruled(botch_when="never"), sheets=swimmer, skill="swimming").botch


def test_the_gm_names_another_attribute():
    fact = roll("skill", (1, 2), sheets={"a": {"strength": 9}}, skill="swimming", attribute="strength", tn=6)
    assert notation(fact) == "dice:3,swimming:0,strength:3"


@pytest.mark.parametrize(
    ("faces", "tn", "winner", "against"),
    [
        ((5, 5, 5, 7), None, "b", 14),
        ((5, 5, 5, 6), None, "nobody", 13),
        ((6, 6, 6, 6), 15, "a", 14),
        ((6, 6, 8, 8), 15, "b", 18),
        ((6, 6, 8, 8), 20, "nobody", 18),
        ((1, 1, 1, 2), None, "b", 5),
    ],
)
def test_a_contest_tells_both_totals_and_who_wins(faces, tn, winner, against):
    fact = roll("skill", faces, sheets=WRESTLERS, skill="wrestling", against="b", tn=tn)
    assert (fact.what, fact.winner, fact.against) == ("contest", winner, against)
    assert len(fact.faces) == 4


def test_a_contest_may_be_between_different_skills():
    fact = roll("skill", (5, 5, 5, 5), sheets=WRESTLERS, skill="wrestling", against="b", with_="evade")
    assert [term.key for term in fact.against_terms] == ["dice", "evade", "agility"]


def test_senses_sleep_drink_and_distraction_add_up():
    sheets = {"a": {"perception": 8, "advantages": ["keen_sense(hearing)", "light_sleeper"]}}
    state = {"asleep": True, "intoxicated": "light", "distracted": "moderate"}
    fact = roll("perception", (6, 6), sheets=sheets, sense="hearing", tn=11, **state)
    assert notation(fact) == "dice:12,perception:2,keen:2,asleep:-2,intoxicated:-1,distracted:-3"
    assert notation(roll("perception", (6, 6), sheets=sheets, sense="sight")) == "dice:12,perception:2"


@pytest.mark.parametrize(("advantage", "penalty"), [("light_sleeper", -2), ("deep_sleeper", -6), ("hardy", -4)])
def test_sleep_costs_by_how_deep_it_is(advantage, penalty):
    fact = roll("perception", (6, 6), sheets={"a": {"advantages": [advantage]}}, asleep=True)
    assert notation(fact) == f"dice:12,perception:0,asleep:{penalty}"


def test_whoever_sleeps_by_the_sheet_sleeps_unless_told_otherwise():
    asleep = {"a": {"conditions": ["asleep"]}}
    assert notation(roll("perception", (6, 6), sheets=asleep)) == "dice:12,perception:0,asleep:-4"
    assert notation(roll("perception", (6, 6), sheets=asleep, asleep=False)) == "dice:12,perception:0"


def test_dim_light_is_half_as_bad_for_those_who_see_in_it():
    assert notation(roll("perception", (6, 6), dim=-5)) == "dice:12,perception:0,gm:-5"
    sheets = {"a": {"advantages": ["low_light_vision"]}}
    assert notation(roll("perception", (6, 6), sheets=sheets, dim=-5)) == "dice:12,perception:0,gm:-2"


def test_an_ambushers_tie_keeps_him_hidden():
    sheets = {"a": {}, "b": {"agility": 7, "skills": skills(hide_and_sneak=(2, 3))}}
    assert roll("perception", (7, 7, 5, 5), sheets=sheets, against="b").success is False
    assert roll("perception", (8, 7, 5, 5), sheets=sheets, against="b").success is True
    tie = ruled(contest_tie="first")
    assert roll("perception", (7, 7, 5, 5), sheets=sheets, against="b", rulings=tie).success is False


def test_a_reaction_names_every_reason():
    sheets = {"a": {"perception": 7, "advantages": ["quick_reflexes"]}}
    fact = roll("reaction", (8, 9), sheets=sheets, surprised=True, asleep=True, intoxicated="light")
    assert notation(fact) == "dice:17,perception:1,surprised:-2,asleep:-4,intoxicated:-1,quick_reflexes:2"
    assert (fact.tn, fact.total) == (11, 13)


def test_a_resistance_helps_a_constitution_check_against_its_kind():
    dwarf = {"a": {"race": "dwarf"}}
    assert notation(roll("attribute.constitution", (5, 5), sheets=dwarf, resist="poison")).endswith("resistance:2")
    assert notation(roll("attribute.constitution", (5, 5), sheets=dwarf, resist="love")) == "dice:10,constitution:0"


def test_each_pool_below_half_weakens_every_roll():
    hurt = {"a": {"pools": {"hits": 5, "stamina": 10, "ka": 8}}}
    assert notation(roll("skill", (5, 5), sheets=hurt, skill="evade")) == "dice:10,evade:0,agility:0,weakened:-2"


def test_outside_ones_specialties_a_task_is_one_rank_higher():
    sage = {"a": {"skills": {"lore_kings": {"rank": 1, "level": 3, "specialties": "dynasties"}}}}
    assert roll("skill", (5, 5), sheets=sage, skill="lore_kings", outside=True).half
    assert "needs Journeyman" in refusal(sage, "skill", skill="lore_kings", rank=2, outside=True)


def test_a_closely_related_language_helps_at_one_rank_and_two_levels_less():
    speaker = {"a": {"skills": skills(language_elvish=(3, 4))}}
    fact = roll("skill", (5, 5), sheets=speaker, skill="language_sylvan", rank=2)
    assert notation(fact) == "dice:10,language_sylvan:2,intelligence:0"
    assert "trained only" in refusal(speaker, "skill", skill="language_orcish")


def test_a_skill_bonus_set_by_hand_is_what_is_added():
    fact = roll("skill", (5, 5), sheets={"a": {"overrides": {"skills.evade": 9}}}, skill="evade")
    assert notation(fact) == "dice:10,evade:0,agility:0,override:9"


@pytest.mark.parametrize(
    ("bonus", "tn", "of_hundred"), [(0, 11, 55), (5, 16, 55), (20, 11, 99), (-9, 11, 1), (-10, 11, 0)]
)
def test_bare_odds_are_exact(bonus, tn, of_hundred):
    assert odds({}, "odds", bonus=bonus, tn=tn) == {"success": Fraction(of_hundred, 100)}


def test_odds_past_a_defence_are_told_beside_the_plain_ones():
    assert set(odds({}, "odds", bonus=4, tn=11, defence=2)) == {"success", "past an active defence"}


def test_the_odds_of_a_contest_add_up_to_certainty():
    found = odds(WRESTLERS, "skill", skill="wrestling", against="b")
    assert sum(found.values()) == 1
    assert found["wins"] > found["loses"]


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("dance", {}, "no such check dance"),
        ("skill", {"skill": "dancing"}, "no such skill dancing"),
        ("skill", {"skill": "evade", "rank": 6}, "rank: no such value 6"),
        ("skill", {"skill": "evade", "rank": True}, "rank: no such value True"),
        ("skill", {"skill": "evade", "tn": "{0}"}, "tn: no such value (0)"),
        ("skill", {"skill": "evade", "tn": 10**30}, "tn: no such value"),
        ("skill", {"skill": "evade", "attribute": "luck"}, "attribute: no such value luck"),
        ("skill", {"skill": "evade", "against": "z"}, "no combatant z"),
        ("skill", {"skill": "evade", "luck": 3}, "no such value luck"),
        ("skill", {"skill": ["evade"]}, "skill: no such value"),
        ("perception", {"asleep": "yes"}, "asleep: no such value yes"),
        ("attribute.luck", {}, "no such attribute"),
    ],
)
def test_what_cannot_be_rolled_is_refused_with_its_reason(name, params, words):
    assert words in refusal({"a": {}}, name, **params)


def test_somebody_who_does_not_take_part_cannot_roll():
    with pytest.raises(IllegalCommand, match="no combatant z"):
        roll("perception", (), who="z")


def test_every_roll_that_a_sheet_offers_can_be_made_as_it_stands():
    sheet = LIBRARY.get("characters", "dwarf_axe").sheet
    for check in SIDE.checks(sheet, LIBRARY, DEFAULTS)[:-1]:
        defaults = {parameter.key: parameter.default for parameter in check.parameters if parameter.default is not None}
        fact = roll(check.key, (5, 5), sheets={"a": sheet}, **{**defaults, **check.fixed})
        assert isinstance(fact, facts.Check)
        assert fact.total == 10 + sum(term.value for term in fact.terms[1:])
