"""Rhean on a map: the squares tell feet, zones, sight, cover and side; moves are walked and end engagements."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import BadSetup, IllegalCommand
from rhean.rules.events import GM, PUBLIC
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean import places, reach
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.brawl import Brawl, random_setup
from tests.rules.rhean.staging import option_of, prompt_of, take

FIELD = {"size": [30, 12]}


def begun(at: dict[str, Any], field: dict[str, Any] | None = None, **starts: dict[str, Any]) -> RheanState:
    """Those named on a map, ``a`` and ``c`` on one side, the rest on the other; everybody has reacted."""
    entrants = tuple(
        Entrant(
            who,
            SYSTEM.library.get("characters", "soldier").sheet,
            "a" if who in ("a", "c") else "b",
            f"owner-{who}",
            {"reacted": True, "at": place, **starts.get(who, {})},
        )
        for who, place in at.items()
    )
    return SYSTEM.begin(Setup(entrants, {"map": field or FIELD}), SYSTEM.library, Rulings.of(RULINGS))


def declaring(state: RheanState, first: str = "a") -> RheanState:
    """The first phase of a round, in which ``first`` declares first."""
    state, _ = SYSTEM.advance(state, Command("gm", "open_round"), SeededDice("round"))
    order = Command("gm", "override", {"do": "order", "target": first, "place": 1})
    return SYSTEM.advance(state, order, SeededDice("order"))[0]


def moved(state: RheanState, who: str = "a", **params: Any) -> RheanState:
    """One declares a move, the others nothing."""
    state = SYSTEM.advance(state, Command(who, "declare", params, by="gm"), SeededDice("move"))[0]
    while state.segment == "declare" and (opened := SYSTEM.open_decisions(state)) and state.phase == 1:
        nothing = Command(opened[0][1], "declare", {"action": "nothing"}, by="gm")
        state = SYSTEM.advance(state, nothing, SeededDice("nothing"))[0]
    return state


def one(state: RheanState, who: str) -> Any:
    return next(fighter for fighter in state.fighters if fighter.id == who)


def zone(state: RheanState, a: str = "a", b: str = "b") -> str:
    return reach.bond(Fight(state), a, b).zone


MOVEMENT = Fight(begun({"a": [0, 0], "b": [9, 9]})).profile("a").movement


def test_without_a_map_nobody_stands_anywhere():
    soldier = Entrant("a", SYSTEM.library.get("characters", "soldier").sheet, "a")
    state = SYSTEM.begin(Setup((soldier,)), SYSTEM.library, Rulings.of(RULINGS))
    assert one(state, "a").at is None
    assert SYSTEM.view(state, GM).map is None
    assert not {"place", "paint"} & {option.key for option in SYSTEM.overrides(state)}


def test_whoever_is_not_placed_gets_a_free_space_and_faces_the_foe():
    state = begun({"a": None, "c": None, "b": None})
    spaces = [one(state, who).at for who in "acb"]
    assert len(set(spaces)) == 3
    assert (one(state, "a").facing, one(state, "b").facing) == ("e", "w")


@pytest.mark.parametrize(
    "at",
    [
        {"a": [1, 1], "b": [1, 1]},
        {"a": [99, 1]},
        {"a": "nowhere"},
    ],
)
def test_nobody_begins_where_nobody_can_stand(at):
    with pytest.raises(BadSetup):
        begun(at)


def test_feet_are_straight_and_rounded_up():
    assert places.feet(Fight(begun({"a": [0, 0], "b": [1, 1]})), "a", "b") == 8
    assert places.feet(Fight(begun({"a": [0, 0], "b": [3, 4]}, {**FIELD, "scale": 10})), "a", "b") == 50


@pytest.mark.parametrize("squares", range(1, 8))
def test_near_is_within_movement_and_five_feet(squares):
    state = begun({"a": [0, 0], "b": [squares, 0]})
    assert zone(state) == ("near" if 5 * squares <= MOVEMENT + 5 else "far")


def test_a_move_in_has_to_cover_the_feet_less_five():
    near, far = MOVEMENT // 5 + 1, MOVEMENT // 5 + 2
    state = moved(declaring(begun({"a": [0, 0], "b": [near, 0]})), action="combat_move", to="b")
    assert (zone(state), one(state, "a").at) == ("engaged", (near - 1, 0))
    state = moved(declaring(begun({"a": [0, 0], "b": [far, 0]})), action="combat_move", to="b")
    assert (zone(state), one(state, "a").at) == ("near", (far - 2, 0))


def test_a_path_that_ends_beside_a_foe_is_a_move_in():
    state = moved(declaring(begun({"a": [0, 0], "b": [2, 1]})), action="combat_move", path=[[1, 0]])
    assert zone(state) == "engaged"
    assert one(state, "a").facing == "se"
    state = moved(declaring(begun({"a": [0, 0], "b": [2, 1]})), action="combat_move", path="1,0", stop="near")
    assert zone(state) == "near"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("2,0", "neighbouring"),
        ("0,1 0,2 0,3 0,4 0,5 0,6", "covers"),
        ("1,0", "wall"),
        ("0,-1", "leaves the map"),
        ("0,1", "taken"),
        ("1,1 2,2", "stands in the way"),
    ],
)
def test_a_path_that_cannot_be_walked_is_refused(path, words):
    state = declaring(begun({"a": [0, 0], "c": [0, 1], "b": [1, 1]}, {**FIELD, "wall": [[1, 0]]}))
    with pytest.raises(IllegalCommand) as refused:
        take(state, "a", "declare", action="combat_move", path=path)
    assert words in refused.value.reasons[0].text


def test_what_is_offered_for_a_path_is_taken_and_priced_in_feet():
    state = declaring(begun({"a": [2, 2], "b": [9, 9]}, {**FIELD, "rough": [[3, 2]]}))
    for option in prompt_of(state, "a").options:
        for parameter in option.parameters:
            for choice in parameter.choices if parameter.kind == "path" else ():
                assert SYSTEM.advance(
                    state, Command("a", "declare", {**option.fixed, "path": choice.value}), SeededDice("path")
                )
    notes = {choice.label: choice.note for choice in _paths(state, "run")}
    assert (notes["2,3"], notes["3,2"], notes["1,1"]) == ("5 feet", "10 feet", "8 feet")


def _paths(state: RheanState, action: str) -> Any:
    return next(p.choices for p in option_of(state, "a", action).parameters if p.key == "path")


def test_no_path_is_offered_into_a_wall_or_onto_a_friend_and_the_unseen_leave_no_gap():
    state = declaring(begun({"a": [2, 2], "c": [2, 3], "b": [3, 2]}, {**FIELD, "wall": [[1, 2]]}, b={"hidden": True}))
    labels = {choice.label for choice in _paths(state, "run")}
    assert not {"1,2", "2,3", "2,2"} & labels
    assert "3,2" in labels


def test_the_unseen_stop_one_before_them():
    state = declaring(begun({"a": [2, 2], "b": [4, 2]}, b={"hidden": True}))
    assert one(moved(state, action="run", path="3,2 4,2"), "a").at == (3, 2)


def test_an_engagement_ends_when_the_two_are_too_far_apart():
    state = moved(declaring(begun({"a": [0, 0], "b": [2, 0]})), action="combat_move", to="b")
    distance = reach.bond(Fight(state), "a", "b").distance
    squares = 2 + distance
    stays, _ = take(state, "gm", "override", do="place", target="b", at=[1 + squares, 0])
    assert zone(stays) == "engaged"
    ends, events = take(state, "gm", "override", do="place", target="b", at=[1, squares + 1])
    assert zone(ends) != "engaged"
    assert events[-1].fact.kind == "pair"


def test_a_withdraw_goes_away_and_keeps_the_face_to_the_foe():
    state = moved(declaring(begun({"a": [4, 4], "b": [5, 4]})), action="combat_move", to="b")
    state = moved(state, action="withdraw", away="b", path="3,4") if state.phase == 1 else state
    assert one(state, "a").facing == "e"


def test_away_from_all_runs_to_where_nobody_is_near():
    state = moved(declaring(begun({"a": [5, 5], "b": [6, 5]})), action="run", away="b")
    assert places.feet(Fight(state), "a", "b") > 5
    assert zone(state) != "engaged"


def test_the_side_follows_from_facing_and_bearing():
    state = begun({"a": [5, 5], "b": [5, 9]}, a={"facing": "n"})
    assert reach.bearing(Fight(state), "b", "a").quadrant == "rear"
    state = begun({"a": [5, 5], "b": [9, 5]}, a={"facing": "n"})
    assert reach.bearing(Fight(state), "b", "a").quadrant == "right"


def test_nobody_is_behind_one_who_is_engaged_unless_the_gm_says_so():
    state = begun({"a": [5, 5], "b": [5, 6]}, a={"facing": "n"})
    state, _ = take(state, "gm", "override", do="pair", a="a", b="b", distance=1)
    assert reach.bearing(Fight(state), "b", "a").quadrant == "left"
    state, _ = take(state, "gm", "override", do="quadrant", of="a", **{"from": "b"}, value="rear")
    assert reach.bearing(Fight(state), "b", "a").quadrant == "rear"
    with pytest.raises(IllegalCommand):
        take(state, "gm", "override", do="quadrant", of="a", **{"from": "b"}, value="front")


def test_whoever_declares_may_turn_once_to_a_foe_or_any_way():
    state = declaring(begun({"a": [5, 5], "b": [5, 9]}, a={"facing": "n"}))
    turned, _ = take(state, "a", "turn", to="b")
    assert one(turned, "a").facing == "s"
    with pytest.raises(IllegalCommand):
        take(turned, "a", "turn", facing="e")
    turned, _ = take(state, "a", "turn", facing="ne")
    assert one(turned, "a").facing == "ne"


def test_walls_stop_sight_and_painted_cover_counts():
    fight = Fight(begun({"a": [0, 0], "b": [4, 0]}, {**FIELD, "wall": [[2, 0]]}))
    assert not places.sees(fight, "a", "b")
    fight = Fight(begun({"a": [0, 0], "b": [4, 0]}, {**FIELD, "cover": [[3, 0]]}))
    assert reach.bearing(fight, "a", "b").cover == 25


def test_a_missile_is_barred_by_a_wall_and_measured_in_feet():
    archer = SYSTEM.library.get("characters", "elf_archer").sheet
    for wall, barred in (([[3, 0]], True), ([], False)):
        foes = Entrant("b", SYSTEM.library.get("creatures", "goblin").sheet, "b", "gm", {"reacted": True, "at": [6, 0]})
        mine = Entrant("a", archer, "a", "ode", {"reacted": True, "at": [0, 0]})
        setup = Setup((mine, foes), {"map": {**FIELD, "wall": wall}})
        state = declaring(SYSTEM.begin(setup, SYSTEM.library, Rulings.of(RULINGS)))
        assert reach.feet(Fight(state), "a", "b") == 30
        shot = option_of(state, "a", "missile_attack")
        assert ("no target" in [reason.text for reason in shot.refusals]) == barred


def test_a_charge_runs_through_the_round_and_strikes_in_its_last_phase():
    state = declaring(begun({"a": [0, 5], "b": [8, 5]}))
    charge = Command("a", "declare", {"action": "charge", "target": "b"}, by="gm")
    state = SYSTEM.advance(state, charge, SeededDice("charge"))[0]
    while state.round == 1 and (opened := SYSTEM.open_decisions(state)) and opened[0][2] != "open_round":
        _, who, kind = opened[0]
        name, params = ("declare", {"action": "nothing"}) if kind == "declare" else ("defend", {"do": "none"})
        state = SYSTEM.advance(state, Command(who, name, params, by="gm"), SeededDice("y"))[0]
    assert one(state, "a").at == (7, 5)
    assert zone(state) == "engaged"


def test_a_charge_that_cannot_arrive_is_refused():
    state = declaring(begun({"a": [0, 0], "b": [29, 11]}))
    with pytest.raises(IllegalCommand) as refused:
        take(state, "a", "declare", action="charge", target="b")
    assert "too far to be charged" in refused.value.reasons[0].text


def test_the_gm_paints_and_places_and_both_are_refused_where_they_cannot_be():
    state = begun({"a": [0, 0], "b": [5, 5]})
    state, _ = take(state, "gm", "override", do="paint", kind="wall", spaces="3,3 3,4")
    assert SYSTEM.view(state, PUBLIC).map.spaces["wall"] == ((3, 3), (3, 4))
    for params in (
        {"do": "paint", "kind": "wall", "spaces": "0,0"},
        {"do": "place", "target": "a", "at": [3, 3]},
        {"do": "place", "target": "a", "at": [5, 5]},
        {"do": "place", "target": "a", "at": [99, 0]},
        {"do": "paint", "kind": "lava", "spaces": "1,1"},
    ):
        with pytest.raises(IllegalCommand):
            take(state, "gm", "override", **params)
    state, _ = take(state, "gm", "override", do="place", target="a", at=[2, 2], facing="s")
    assert (one(state, "a").at, one(state, "a").facing) == ((2, 2), "s")


def test_a_hidden_token_and_its_moves_reach_only_those_who_know_of_it():
    state = declaring(begun({"a": [0, 0], "b": [9, 9]}, b={"hidden": True}), "b")
    assert [seen.id for seen in SYSTEM.view(state, PUBLIC).combatants] == ["a"]
    after, events = take(state, "gm", "override", do="place", target="b", at=[8, 9])
    assert all(event.seen_by(PUBLIC) is None for event in events)
    assert SYSTEM.view(after, PUBLIC) == SYSTEM.view(state, PUBLIC)


def test_a_state_with_a_map_survives_json():
    state = moved(declaring(begun({"a": [0, 0], "b": [2, 0]}, {**FIELD, "rough": [[1, 1]]})), action="run", path="1,1")
    assert SYSTEM.decode_state(SYSTEM.encode_state(state)) == state


def test_newcomers_stand_where_they_were_prepared_or_on_a_free_space():
    state = begun({"a": [0, 0], "b": [9, 9]})
    sheet = SYSTEM.library.get("creatures", "goblin").sheet
    new = [Entrant("g", sheet, "b", "gm", {"at": "4,4"}), Entrant("h", sheet, "b", "gm", {"at": [9, 9]})]
    state = SYSTEM.advance(state, SYSTEM.reinforce(state, new, SYSTEM.library), SeededDice("in"))[0]
    assert one(state, "g").at == (4, 4)
    assert one(state, "h").at not in (None, (9, 9))


@pytest.mark.parametrize("seed", range(6))
def test_a_random_fight_on_a_map_keeps_everybody_on_a_free_space(seed):
    chance = random.Random(seed)
    spaces = [[chance.randrange(14), chance.randrange(10)] for _ in range(24)]
    scene = {"map": {"size": [14, 10], "wall": spaces[:8], "rough": spaces[8:16], "cover": spaces[16:]}}
    fight = Brawl(msgspec.structs.replace(random_setup(chance, 6), scene=scene), Rulings.of(RULINGS), f"map-{seed}")
    for _ in range(90):
        if fight.over:
            break
        walk_or_play(fight, chance)
        assert fight.state.board is not None
        standing = [fighter.at for fighter in fight.state.fighters if not fighter.has("dead")]
        assert len(set(standing)) == len(standing)
        assert all(at is not None and fight.state.board.grid.open(at) for at in standing)


def walk_or_play(fight: Brawl, chance: random.Random) -> None:
    """A path that is offered, if there is one and chance will; else any decision."""
    for prompt in SYSTEM.prompts(fight.state):
        for option in chance.sample(prompt.options, len(prompt.options)):
            paths = next((one.choices for one in option.parameters if one.kind == "path"), ())
            if paths and chance.random() < 0.4:
                params = {**option.fixed, "path": chance.choice(paths).value}
                fight.take(Command(prompt.who, option.command, params, by="gm", prompt=prompt.id))
                return
    fight.play(chance)
