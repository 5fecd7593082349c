"""What is offered is accepted, what is barred is refused with the same words, and nobody is asked twice."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import SWORDS, option_of, prompt_of, staged, take

SHEETS = [(kind, key) for kind in ("characters", "creatures") for key in SYSTEM.library.all(kind)]


def facing(kind, key):
    """A ready-made sheet that declares first, against two men, one toe to toe, one near."""
    sheet = SYSTEM.library.get(kind, key).sheet
    foes = [Entrant(who, {"race": "human"}, "foes", "gm", {"reacted": True}) for who in ("close", "near")]
    scene = {"pairs": [{"a": "me", "b": "close", "distance": 1}], "ground": [{"item": "dagger"}]}
    setup = Setup((Entrant("me", sheet, "own", "gm", {"reacted": True}), *foes), scene)
    state = SYSTEM.begin(setup, SYSTEM.library, Rulings.of(RULINGS))
    state, _ = SYSTEM.advance(state, Command("gm", "open_round"), SeededDice(key))
    order = Command("gm", "override", {"do": "order", "target": "me", "place": 1})
    return SYSTEM.advance(state, order, SeededDice(key))[0]


def filled(option):
    """Every way to fill what an option cannot do without, one parameter at a time varied over its open choices."""
    needed = [one for one in option.parameters if one.required]
    base = {one.key: one.default for one in needed if one.default is not None}
    for one in needed:
        open_choices = [choice.value for choice in one.choices if choice.available]
        if one.key not in base and one.kind == "many":
            base[one.key] = open_choices[:1]
        elif one.key not in base:
            base[one.key] = open_choices[0] if open_choices else one.minimum
    yield base
    for one in needed:
        for choice in one.choices:
            if choice.available:
                yield {**base, one.key: [choice.value] if one.kind == "many" else choice.value}


@pytest.mark.parametrize(("kind", "key"), SHEETS)
def test_what_is_offered_is_accepted_and_what_is_barred_is_refused_with_the_same_words(kind, key):
    state = facing(kind, key)
    options = prompt_of(state, "me").options
    assert {option.key for option in options if option.command == "declare"} == set(ACTIONS)
    for option in options:
        if option.available:
            for params in filled(option):
                command = Command("me", option.command, {**option.fixed, **params})
                assert SYSTEM.advance(state, command, SeededDice("offered"))[1]
        else:
            with pytest.raises(IllegalCommand) as refused:
                SYSTEM.advance(state, Command("me", option.command, option.fixed), SeededDice("barred"))
            assert str(refused.value.reason) == str(option.refusals[0])


@pytest.mark.parametrize(("kind", "key"), SHEETS)
def test_a_target_that_is_barred_is_refused_with_the_same_words(kind, key):
    state = facing(kind, key)
    for option in prompt_of(state, "me").options:
        base = next(filled(option)) if option.available else {}
        for one in option.parameters:
            if one.key not in ("target", "targets"):
                continue
            for choice in one.choices:
                if choice.available:
                    continue
                params = {**option.fixed, **base, one.key: choice.value}
                with pytest.raises(IllegalCommand) as refused:
                    SYSTEM.advance(state, Command("me", option.command, params), SeededDice("barred"))
                assert str(refused.value.reason) == str(choice.refusals[0])


def test_all_reasons_are_told_if_there_are_several():
    state = staged(SWORDS + "round a=1 b=2\n")
    reasons = [str(reason) for reason in option_of(state, "a", "great_strike").refusals]
    assert reasons == ["needs Set Weapon before", "needs Master in Sword Long; you are Apprentice"]


def test_a_stretch_is_offered_as_such():
    state = staged(SWORDS + "round a=1 b=2\n")
    assert option_of(state, "a", "dazing_attack").stretch
    assert not option_of(state, "a", "sweep_attack").stretch


def test_another_weapon_is_offered_where_the_usual_one_will_not_do():
    state = staged(SWORDS.replace("ode weapons=long_sword", "ode weapons=short_bow") + "round a=1 b=2\n")
    (weapon,) = [one for one in option_of(state, "a", "parry").parameters if one.key == "weapon"]
    assert (weapon.default, weapon.required) == ("fist", True)


def test_the_prompt_of_one_is_that_of_all():
    state = staged(SWORDS + "rule declarations=simultaneous\nround a=1 b=2\n")
    both = SYSTEM.prompts(state)
    assert [prompt.who for prompt in both] == ["a", "b"]
    assert both == (*SYSTEM.prompts(state, "a"), *SYSTEM.prompts(state, "b"))
    assert SYSTEM.open_decisions(state) == tuple((prompt.id, prompt.who, prompt.kind) for prompt in both)


def test_a_prompt_keeps_its_id_while_it_is_open_and_never_comes_again():
    state = staged(SWORDS + "round a=1 b=2\n")
    first = prompt_of(state, "a").id
    same, _ = take(state, "gm", "override", do="set_pool", target="b", pool="ka", value=3)
    assert prompt_of(same, "a").id == first
    ids = [first]
    for who in "babab":
        state, _ = take(state, "a" if who == "b" else "b", "declare", action="nothing")
        ids.append(prompt_of(state, who).id)
    assert len(set(ids)) == len(ids)


def test_an_answer_to_a_prompt_that_is_closed_is_told_that_the_fight_has_moved_on():
    state = staged(SWORDS + "round a=1 b=2\n")
    stale = Command("a", "declare", {"action": "nothing"}, prompt=prompt_of(state, "a").id)
    state, _ = SYSTEM.advance(state, stale, SeededDice("once"))
    with pytest.raises(IllegalCommand, match="the fight has moved on"):
        SYSTEM.advance(state, stale, SeededDice("twice"))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (Command("a", "declare", {"action": "nothing"}, by="pike"), "pike does not decide for a"),
        (Command("b", "declare", {"action": "nothing"}, by="ode"), "ode does not decide for b"),
        (Command("gm", "open_round", by="ode"), "only the GM may do that"),
        (Command("gm", "override", {"do": "reveal"}, by="ode"), "only the GM may do that"),
        (Command("ode", "react_all", by="pike"), "pike does not decide for ode"),
        (Command("a", "declare", {"action": "nothing", "loud": True}), "no such parameter loud"),
        (Command("a", "declare", {"action": 7}), "no such 7"),
        (Command("a", "declare", {"action": "melee_attack", "target": {"b": 1}}), "no such"),
        (Command("a", "declare", {"action": "melee_attack", "target": "b" * 5000}), "no such"),
        (Command("a", "declare", {"action": "melee_attack", "target": "{0}"}), "no combatant (0)"),
        (Command("a", "sing", {}), "no command sing"),
        (Command("zed", "declare", {}), "no combatant zed"),
        (Command("gm", "override", {"do": "set_pool", "target": "b", "pool": "hits", "value": True}), "no such True"),
        (Command("gm", "override", {"do": "add", "target": "b", "key": "prone", "why": "x"}), "no such parameter why"),
        (Command("gm", "enter", {"newcomers": 3}), "not a reinforcement"),
    ],
)
def test_a_command_that_is_wrong_in_any_way_is_refused_and_changes_nothing(command, words):
    state = staged(SWORDS + "round a=1 b=2\n")
    kept = SYSTEM.encode_state(state)
    with pytest.raises(IllegalCommand) as refused:
        SYSTEM.advance(state, command, SeededDice("wrong"))
    assert words in str(refused.value.reason)
    assert SYSTEM.encode_state(state) == kept


def choices_of(state, who, key, parameter):
    """The choices of a parameter of an option, by value."""
    found = next(one for one in option_of(state, who, key).parameters if one.key == parameter)
    return {choice.value: [reason.text for reason in choice.refusals] for choice in found.choices}


PLACES = (("a", 1), ("b", 5))
EMPTY_BOW = """
with a=man side=a owner=ode weapons=short_bow archery=3:4
with b=man side=b owner=gm
pair a b feet=30
round a=1 b=9
> a declare action=missile_attack target=b
> b declare action=nothing
d 10:1 10:2
"""


def test_loading_asks_for_no_free_hand():
    state = staged(EMPTY_BOW)
    assert choices_of(state, "a", "ready_weapon", "hand") == {"main": [], "off": [], "both": []}
    assert SYSTEM.advance(
        state, Command("a", "declare", {"action": "ready_weapon", "hand": "off"}, "ode"), SeededDice("")
    )


def test_what_falls_cannot_be_loaded():
    command = Command("a", "declare", {"action": "ready_weapon", "drop": "short_bow"}, "ode")
    with pytest.raises(IllegalCommand, match="cannot load what falls"):
        SYSTEM.advance(staged(EMPTY_BOW), command, SeededDice(""))


def test_a_trick_that_cannot_be_paid_says_so():
    archer = "with a=man side=a owner=ode weapons=long_bow archery=3:4 tricks=rapid_shot stamina=3"
    state = staged(f"{archer}\nwith b=man side=b owner=gm\npair a b feet=30\nround a=1 b=9")
    assert choices_of(state, "a", "missile_attack", "trick") == {"rapid_shot": ["costs 4 Stamina; you have 3"]}


def test_the_way_one_faces_already_is_no_way_to_turn():
    entrants = [Entrant(who, {"race": "human"}, who, "gm", {"reacted": True, "at": [at, at]}) for who, at in PLACES]
    state = SYSTEM.begin(Setup(tuple(entrants), {"map": {"size": [8, 8]}}), SYSTEM.library, Rulings.of(RULINGS))
    state, _ = SYSTEM.advance(state, Command("gm", "open_round"), SeededDice("way"))
    first = SYSTEM.open_decisions(state)[0][1]
    found = {way: told for way, told in choices_of(state, first, "turn_way", "facing").items() if told}
    assert found == {{"a": "se", "b": "nw"}[first]: ["faces that way already"]}


@pytest.mark.parametrize(("has", "down"), [("dying", True), ("unconscious", True), ("stunned", False)])
@pytest.mark.parametrize(("action", "key"), [("melee_attack", "target"), ("combat_move", "to")])
def test_a_foe_who_is_down_is_marked_wherever_he_may_be_chosen(has, down, action, key):
    state, _ = take(staged(f"{SWORDS}round a=1 b=2\n"), "gm", "override", do="add", target="b", key=has)
    (named,) = (one for one in option_of(state, "a", action).parameters if one.key == key)
    assert [(choice.who, choice.down) for choice in named.choices] == [("b", down)]


def test_a_hidden_foe_who_is_down_is_not_even_named():
    state = staged(f"{SWORDS}with c=man side=b owner=gm\nround a=1 b=2 c=3\n")
    state, _ = take(state, "gm", "override", do="add", target="c", key="hidden")
    state, _ = take(state, "gm", "override", do="add", target="c", key="unconscious")
    option = option_of(state, "a", "melee_attack")
    assert [choice.who for one in option.parameters for choice in one.choices if choice.who] == ["b"]
