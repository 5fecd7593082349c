"""Sheets: read from documents, judged field by field, never raising whatever a document holds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.errors import BadSheet
from rhean.rules.systems.rhean.schema import SCHEMA
from rhean.rules.systems.rhean.sheet import Sheet, read_sheet
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE, man, ruled, shipped_sheet, skills


def problems(rulings=DEFAULTS, library=LIBRARY, **fields):
    """Field and level -> text of every problem."""
    found = SIDE.validate(fields, library, rulings)
    return {(problem.field, problem.level): problem.text for problem in found}


def errors(**fields):
    """Field -> text of every error."""
    return {field: text for (field, level), text in problems(**fields).items() if level == "error"}


def test_an_empty_document_is_the_average_man():
    sheet = man()
    assert set(sheet.attributes.values()) == {5}
    assert set(sheet.traits.values()) == {6}
    assert (sheet.race.key, sheet.size, sheet.weapons) == ("human", "M", ())
    assert problems() == {}


def test_a_new_sheet_has_every_field_at_its_default_and_shares_none():
    first, second = SIDE.new_sheet(), SIDE.new_sheet()
    assert set(first) == {field.key for field in SCHEMA}
    assert SIDE.validate(first, LIBRARY, DEFAULTS) == ()
    first["skills"]["evade"] = {"rank": 1}
    assert second["skills"] == {}


def test_the_first_weapon_is_in_hand_and_the_rest_sheathed():
    rows = [{"weapon": "great_sword"}, {"weapon": "dagger"}, {"weapon": "short_bow"}, {"weapon": "bite"}]
    carried = man(weapons=rows).weapons
    assert [each.hand for each in carried] == ["both", "sheathed", "sheathed", "body"]
    assert [each.loaded for each in carried] == [False, False, True, False]


def test_a_row_may_give_a_weapon_other_dice():
    assert str(shipped_sheet("ogre").weapons[0].damage) == str(
        man(weapons=[{"weapon": "great_sword"}]).weapons[0].damage
    )
    assert errors(weapons=[{"weapon": "club", "damage": "heavy"}]) == {
        "weapons.0.damage": "damage 'heavy' is not of the form 1d8+1"
    }


def test_size_and_advantages_come_with_the_race():
    dwarf, halfling = man(race="dwarf", advantages=["hardy", "light_sleeper"]), man(race="halfling")
    assert halfling.size == "S"
    assert dwarf.advantages.count("hardy") == 1
    assert dwarf.has("resistance(poison)")
    assert dwarf.has("light_sleeper")


def test_a_homeland_gives_its_language_and_local_knowledge_unless_one_has_more():
    native = man(homeland="deep_halls", skills=skills(local_knowledge=(3, 1)))
    assert (native.rank("language_dwarvish"), native.level("language_dwarvish")) == (3, 4)
    assert (native.rank("local_knowledge"), native.level("local_knowledge")) == (3, 1)


@pytest.mark.parametrize("kind", ["creatures", "characters"])
def test_every_ready_made_sheet_goes_to_json_and_back(kind):
    for key in LIBRARY.all(kind):
        sheet = shipped_sheet(key)
        assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"strength": 0}, "strength"),
        ({"strength": 31}, "strength"),
        ({"strength": "5"}, "strength"),
        ({"strength": True}, "strength"),
        ({"strength": 5.5}, "strength"),
        ({"race": "martian"}, "race"),
        ({"size": "XL"}, "size"),
        ({"skills": {"dancing": {"rank": 1}}}, "skills.dancing"),
        ({"skills": {"evade": {"rank": 6}}}, "skills.evade.rank"),
        ({"skills": {"evade": 3}}, "skills.evade"),
        ({"skills": []}, "skills"),
        ({"advantages": ["rich"]}, "advantages"),
        ({"advantages": ["keen_sense"]}, "advantages"),
        ({"advantages": ["hardy(very)"]}, "advantages"),
        ({"weapons": [{"weapon": "laser"}]}, "weapons.0.weapon"),
        ({"weapons": [{"weapon": "mace", "hand": "foot"}]}, "weapons.0.hand"),
        ({"weapons": "mace"}, "weapons"),
        ({"shield": "lid"}, "shield"),
        ({"natural_defense": 11}, "natural_defense"),
        ({"movement": 61}, "movement"),
        ({"pools": {"hits": -1}}, "pools.hits"),
        ({"pools": {"mana": 3}}, "pools.mana"),
        ({"counted": "no"}, "counted"),
        ({"conditions": ["happy"]}, "conditions"),
        ({"shield_left": -1}, "shield_left"),
    ],
)
def test_a_value_that_does_not_fit_is_a_problem_at_its_field(fields, field):
    assert list(errors(**fields)) == [field]
    with pytest.raises(BadSheet):
        read_sheet(fields, LIBRARY)


@pytest.mark.parametrize(
    ("traits", "field"),
    [((3, 6, 12), ""), ((3, 7, 10), "mind"), ((3, 6, 13), "spirit"), ((2, 5, 11), "mind"), ((11, 4, 5), "body")],
)
def test_traits_stay_in_balance(traits, field):
    body, mind, spirit = traits
    found = errors(body=body, mind=mind, spirit=spirit)
    assert (field in found) if field else found == {}


@pytest.mark.parametrize(
    ("rank", "level", "sound"), [(1, 3, True), (1, 4, False), (3, 9, True), (5, 20, True), (0, 1, False), (0, 0, True)]
)
def test_a_level_stays_within_the_cap_of_its_rank(rank, level, sound):
    found = errors(skills=skills(evade=(rank, level)), counted=False)
    assert found == ({} if sound else {"skills.evade.level": found.get("skills.evade.level")})


def test_the_cap_of_a_rank_is_a_ruling():
    rulings = ruled(level_cap_by_rank=[5, 6, 9, 12, 20])
    assert problems(rulings, skills=skills(evade=(1, 4))) == {}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([("mace", "main"), ("dagger", "main")], {"weapons.1.hand": "the main hand already holds Mace"}),
        ([("great_axe", "both"), ("dagger", "off")], {"weapons.1.hand": "the off hand already holds Great Axe"}),
        ([("great_axe", "main")], {"weapons.0.hand": "Great Axe cannot be held in the main hand"}),
        ([("mace", "both")], {"weapons.0.hand": "Mace cannot be held in both hands"}),
        ([("spear", "both"), ("dagger", "sheathed")], {}),
        ([("mace", "main"), ("dagger", "off")], {}),
    ],
)
def test_a_hand_holds_one_thing(rows, words):
    assert errors(weapons=[{"weapon": weapon, "hand": hand} for weapon, hand in rows]) == words


def test_a_shield_takes_the_hand_of_its_arm():
    rows = [{"weapon": "dagger", "hand": "off"}]
    assert errors(weapons=rows, shield="round") == {"weapons.0.hand": "the off hand already holds Round shield"}
    assert errors(weapons=rows, shield="round", shield_arm="right") == {}


def test_a_grip_with_both_hands_makes_a_shield_useless_but_is_allowed():
    found = problems(weapons=[{"weapon": "great_sword"}], shield="round")
    assert list(found) == [("weapons.0.hand", "warning")]


def test_tricks_are_learnt_in_missile_skills_as_many_as_the_rank_teaches():
    tricks = ["rapid_shot", "stand_and_fire"]
    assert errors(skills={"archery": {"rank": 4, "level": 1, "tricks": tricks}}, counted=False) == {}
    assert list(errors(skills={"archery": {"rank": 3, "level": 1, "tricks": tricks}})) == ["skills.archery.tricks"]
    assert list(errors(skills={"evade": {"rank": 4, "level": 1, "tricks": tricks[:1]}})) == ["skills.evade.tricks"]


@pytest.mark.parametrize(
    ("rank", "specialties", "sound"), [(1, "kings", True), (1, "kings, gods", False), (2, "a, b, c", True)]
)
def test_broad_knowledge_has_as_many_specialties_as_its_ranks_add_up_to(rank, specialties, sound):
    row = {"rank": rank, "level": 0, "specialties": specialties}
    found = problems(skills={"lore(old times)": row})
    assert (found == {}) if sound else list(found) == [("skills.lore(old times).specialties", "warning")]


def test_other_skills_have_no_specialties():
    found = problems(skills={"evade": {"rank": 1, "specialties": "arrows"}})
    assert list(found) == [("skills.evade.specialties", "warning")]


def test_armour_skills_build_on_one_another_with_a_warning():
    found = problems(skills=skills(armor_medium=(1, 1)))
    assert found == {("skills.armor_medium.rank", "warning"): "needs training in Armor Light"}


def test_more_in_a_pool_than_it_holds_is_told_and_does_not_count():
    assert list(problems(pools={"hits": 99})) == [("pools.hits", "warning")]
    assert SIDE.pools({"pools": {"hits": 99, "ka": 3}}, LIBRARY, DEFAULTS) == {
        "hits": (11, 11),
        "stamina": (22, 22),
        "stability": (16, 16),
        "ka": (3, 16),
    }


def test_a_shield_has_no_more_durability_than_a_new_one():
    assert list(problems(shield="round", shield_left=11)) == [("shield_left", "warning")]
    assert man(shield="round", shield_left=4).shield_left == 4


def test_a_figure_that_is_gone_can_no_longer_be_set_by_hand():
    assert list(problems(overrides={"attack.0": 3, "hits": 9})) == [("overrides.attack.0", "warning")]


def test_gear_of_the_group_whose_skill_is_gone_is_told_and_does_no_harm():
    own = SIDE.read_entry("weapons", {"key": "scythe", "name": "Scythe", "skill": "farming", "reach": 1})
    library = LIBRARY.with_entries({"weapons": {"scythe": own}})
    fields: dict[str, Any] = {"weapons": [{"weapon": "scythe"}]}
    assert list(problems(library=library, **fields)) == [("weapons.0.weapon", "error")]
    assert SIDE.derive(fields, library, DEFAULTS)


def test_fields_that_the_schema_does_not_know_are_left_alone():
    assert problems(eye_colour="green") == {}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
ROW = st.dictionaries(
    st.sampled_from(["rank", "level", "tricks", "specialties", "weapon", "hand", "damage", "loaded"]), JSON
)
WORDS = st.sampled_from(
    ["evade", "archery", "lore(x)", "language_x", "mace", "bite", "hardy", "keen_sense(", "hits", "x.y"]
)
LIKELY = st.dictionaries(
    st.sampled_from([field.key for field in SCHEMA]),
    JSON | st.dictionaries(WORDS | st.text(max_size=5), ROW | JSON, max_size=4) | st.lists(ROW | WORDS, max_size=4),
)


@settings(max_examples=300)
@given(document=JSON | LIKELY)
def test_no_document_makes_the_judgement_raise(document):
    for problem in SIDE.validate(document, LIBRARY, DEFAULTS):
        assert problem.text
        assert problem.level in {"error", "warning"}


@settings(max_examples=200)
@given(document=LIKELY)
def test_a_document_without_errors_can_be_read_derived_and_rolled(document):
    if any(problem.level == "error" for problem in SIDE.validate(document, LIBRARY, DEFAULTS)):
        return
    sheet = read_sheet(document, LIBRARY)
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet
    assert SIDE.derive(document, LIBRARY, DEFAULTS)
    assert SIDE.checks(document, LIBRARY, DEFAULTS)
    assert SIDE.purchases(document, [], LIBRARY, DEFAULTS)
    assert SIDE.budgets(document, LIBRARY, DEFAULTS)
