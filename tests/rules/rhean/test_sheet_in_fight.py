"""What a sheet says counts in a fight: figures set by hand, each as a term that says so, conditions, a worn shield."""

from __future__ import annotations

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.events import GM
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean.begin import begin
from rhean.rules.systems.rhean.combat import advance
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, ruled, skills

SWORD = {"weapons": [{"weapon": "long_sword"}], "skills": skills(sword_long=(2, 2), sword_long_parry=(2, 2))}


def fight(a, b, *commands, rulings=DEFAULTS):
    """All facts of a fight of two, toe to toe, ``a`` first."""
    entrants = (Entrant("a", a, "one", start={"reacted": True}), Entrant("b", b, "two", start={"reacted": True}))
    scene = {"pairs": [{"a": "a", "b": "b", "zone": "engaged", "distance": 1}]}
    state = begin(Setup(entrants, scene), LIBRARY, rulings)
    facts = []
    opening = (Command("gm", "open_round"), ((10, 1), (10, 9)))
    for command, faces in (opening, *commands):
        state, events = advance(state, command, ScriptedDice(faces))
        facts += [event.fact for event in events]
    return facts


def told(facts, kind):
    """The terms of the only fact of a kind."""
    (found,) = [fact for fact in facts if fact.kind == kind]
    return ",".join(f"{term.key}:{term.value}" for term in found.terms)


STRIKE = (Command("a", "declare", {"action": "melee_attack", "target": "b"}), ())


def test_attack_and_damage_of_a_weapon_are_as_set_by_hand():
    a = {**SWORD, "overrides": {"attack.0": 7, "damage.0": 3}}
    facts = fight(a, {}, STRIKE, (Command("b", "declare", {"action": "nothing"}), ((10, 5), (10, 5), (8, 4))))
    assert told(facts, "attack") == "dice:10,sword_long:2,strength:0,override:5"
    assert told(facts, "damage") == "dice:4,override:3"


def test_a_parry_is_as_set_by_hand():
    b = {**SWORD, "overrides": {"parry.0": -1}}
    parry = (Command("b", "declare", {"action": "parry"}), ((10, 9), (10, 9)))
    facts = fight(SWORD, b, STRIKE, parry, (Command("b", "defend"), ((10, 10), (10, 10), (8, 1))))
    assert told(facts, "defence") == "dice:20,sword_long_parry:2,strength:0,override:-3"


def test_a_skill_set_by_hand_counts_in_every_attack_with_it():
    a = {**SWORD, "overrides": {"skills.sword_long": 9}}
    facts = fight(a, {}, STRIKE, (Command("b", "declare", {"action": "nothing"}), ((10, 5), (10, 5), (8, 4))))
    assert told(facts, "attack") == "dice:10,sword_long:2,strength:0,override:7"


def test_conditions_and_a_worn_shield_come_along_from_the_sheet():
    sheet = {"conditions": ["prone", "mounted", "asleep"], "shield": "round", "shield_left": 3}
    (one,) = begin(Setup((Entrant("a", sheet, "one"),)), LIBRARY, DEFAULTS).fighters
    assert {condition.key for condition in one.conditions} == {"prone", "mounted"}
    assert (one.asleep, one.aware, one.shield.left) == (True, False, 3)


ANSWER = Command("b", "declare", {"action": "melee_attack", "target": "a"})
TWICE = ((10, 9), (10, 9), (10, 9), (10, 9), (8, 8))


def test_by_default_nobody_is_spared_a_blow_because_its_striker_falls_in_the_same_phase():
    facts = fight(SWORD, {**SWORD, "pools": {"hits": 1}}, STRIKE, (ANSWER, (*TWICE, (8, 8))))
    assert [fact.who for fact in facts if fact.kind == "damage"] == ["b", "a"]


def test_a_ruling_lets_each_blow_tell_at_once():
    rulings = ruled(resolve_order="in_order")
    facts = fight(SWORD, {**SWORD, "pools": {"hits": 1}}, STRIKE, (ANSWER, TWICE), rulings=rulings)
    assert [fact.who for fact in facts if fact.kind == "damage"] == ["b"]
    assert [fact.who for fact in facts if fact.kind == "failed"] == ["b"]


def test_the_initiative_of_the_sheet_is_called_so_beside_the_total_of_the_round():
    state = begin(Setup((Entrant("a", SWORD, "one"),)), LIBRARY, DEFAULTS)
    (one,) = SYSTEM.view(state, GM).combatants
    labels = {figure.key: figure.label for figure in one.figures}
    assert labels["initiative"] == "Initiative (sheet)"
