"""Every kind of fact has words for the log, whatever the reader may know of it."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from rhean.rules.events import Fact
from rhean.rules.explain import Term
from rhean.rules.systems.rhean import facts as f
from rhean.rules.systems.rhean.describe import describe
from rhean.rules.systems.rhean.wording import term_label

KINDS = get_args(f.RheanFact)
NAMES = {"c1": "Grog", "c2": "Gnarl"}
TERMS = (Term("dice", 12), Term("axe_battle", 4), Term("strength", 2))

PEOPLE = ("who", "target", "a", "b", "by", "foe", "toward", "winner")
SAMPLES: dict[str, Any] = {
    **{field: "c1" if field in ("who", "a") else "c2" for field in PEOPLE},
    "ids": ("c1", "c2"),
    "targets": ("c2",),
    "about": ("c1", "c2"),
    "still": ("c2",),
    "away": "all",
    "action": "critical_strike",
    "as_": "attack",
    "what": "line_parry",
    "weapon": "battle_axe",
    "called": "left_eye",
    "item": "round",
    "place": "the_ford",
    "key": "prone",
    "pool": "stamina",
    "zone": "engaged",
    "state": "needs_reset",
    "result": "won",
    "reason": "{1} is not in reach of {0}",
    "trigger": "{1} comes near",
    "text": "{0} is moved next to {1}",
    "sense": "hearing",
    "dice": "1d8+1",
    "side": "the_party",
    "owner": "u3f9a1c",
    "terms": TERMS,
    "against_terms": TERMS,
    "faces": ((10, 6), (10, 6)),
    "at": (3, 4),
    "path": ((3, 3), (3, 4)),
    "facing": "ne",
}


def sample(kind: type[Fact], *, full: bool) -> Fact:
    """A fact with all fields, or with none but the required ones."""
    return kind(**{field.name: value(kind, field) for field in msgspec.structs.fields(kind) if full or field.required})


def value(kind: type[Fact], field: msgspec.structs.FieldInfo) -> Any:
    """Something that fits a field."""
    if kind is f.Attack and field.name == "against":
        return TERMS
    if field.name in ("reason", "trigger", "text") and "about" not in kind.__struct_fields__:
        return "the_weapon is used"
    if field.name in SAMPLES:
        return SAMPLES[field.name]
    return True if field.type is bool else 3


@pytest.mark.parametrize("full", [True, False], ids=["all fields", "required fields only"])
@pytest.mark.parametrize("names", [NAMES, {}], ids=["named", "strangers"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_fact_reads_as_a_clean_sentence(kind, names, full):
    line = describe(sample(kind, full=full), names)
    assert line.text[0].isupper() or not line.text[0].isalpha()
    assert line.weight in ("major", "minor", "heading")
    assert line.weight == "heading" or line.text.endswith((".", "!"))
    assert not re.search(r"None|_|\bc[12]\b|u3f9a1c|[{}]|  | [,.:]|\(\)", line.text), line.text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_names_come_from_the_mapping_alone(kind):
    told = describe(sample(kind, full=True), {"c1": "🐉🔥", "c2": "{0} <b>Ó'Shea</b>"}).text
    hidden = describe(sample(kind, full=True), {}).text
    assert "Grog" not in told
    assert ("🐉🔥" in told) == ("a figure" in hidden.lower().replace("another figure", ""))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "terms" in kind.__struct_fields__])
def test_a_roll_shows_its_sum_with_labelled_terms(kind):
    line = describe(sample(kind, full=True), NAMES)
    label, sum_ = line.sums[0]
    assert label
    assert [(term.label, term.source) for term in sum_.terms] == [
        ("dice", "dice"),
        ("Axe Battle", "skill"),
        ("Strength", "attribute"),
    ]
    assert describe(sample(kind, full=False), NAMES).sums == ()


def test_a_blow_reads_like_talk_at_the_table():
    blow = f.Attack(1, "c1", "c2", "melee_attack", 18, True, defence=16, weapon="battle_axe")
    assert describe(blow, NAMES).text == "Grog's battle axe hits Gnarl: 18 against 16."
    assert describe(blow, {"c1": "Grog"}).text == "Grog's battle axe hits a figure: 18 against 16."


def test_who_may_not_know_the_defence_reads_the_attack_alone():
    blow = f.Attack(1, "c1", "c2", "critical_strike", 22, True, critical=True, weapon="battle_axe")
    assert describe(blow, NAMES).text == "Grog's Critical Strike with the battle axe critically hits Gnarl: 22."


def test_a_foe_whose_roll_is_not_known_still_parries():
    parry = f.Defence("c2", 1, "parry", None, 18, True)
    assert describe(parry, NAMES).text == "Gnarl parries against 18."


def test_two_strangers_are_told_apart():
    assert describe(f.PassedBy("c1", "c2"), {}).text == "A figure lets another figure go by."


def test_a_called_shot_says_where():
    shot = f.Declared("c1", "missile_attack", target="c2", weapon="long_bow", called="yes")
    told = "Grog declares Missile Attack against Gnarl with the long bow, a called shot"
    assert describe(shot, NAMES).text == f"{told}."
    assert describe(msgspec.structs.replace(shot, called="eye"), NAMES).text == f"{told} at the eye."


def test_a_contest_names_both_sides_and_the_winner():
    contest = f.Check("c1", "hide_and_sneak", 15, foe="c2", against=12, winner="c1")
    assert describe(contest, NAMES).text == "Grog rolls Hide and Sneak: 15 against Gnarl's 12, Grog wins."


def test_a_check_by_one_sense_names_it():
    check = f.Check("c1", "perception", 15, 11, True, half=True, sense="hearing")
    assert describe(check, NAMES).text == "Grog rolls Perception by hearing at half level: 15 against 11, success."


def test_one_hit_is_one_hit():
    wound = f.Damage("c2", "c1", "1d8+1", 2, 1, 1, 1, 0)
    assert describe(wound, NAMES).text == "Gnarl loses 1 Hit to Grog (1d8+1)."


def test_braces_typed_by_a_person_do_no_harm():
    fact = f.Overridden("note", "{0} gets {99} {} {x}", ("c1",))
    assert describe(fact, NAMES).text == "By the GM's hand: Grog gets a figure {} {x}."


SPECIFIED_TERMS = str.split(
    """dice base agility armour natural shield evade stance mount_work run leap running_attack spring_attack wide_attack
    full_round charge prone dazed gm behind stance_parry stance_shield shield_work cover weakened two_weapon against
    aim focus line_parry off_hand inside range called improvised unskilled_throw mount shortfall weapon surprised
    asleep intoxicated distracted quick_reflexes slow_reflexes perception keen dull strength held leaping close
    reduction least"""
)


def test_every_term_of_the_specification_has_a_label_in_words():
    labels = {key: term_label(key) for key in SPECIFIED_TERMS}
    assert not [key for key, label in labels.items() if "_" in label or not label]
    assert len(set(labels.values())) == len(labels)
