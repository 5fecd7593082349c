"""Hidden units reach only their own side's people and the GM: in events, views, prompts and refusals."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.events import GM, PUBLIC, Viewer
from rhean.rules.systems.dragonpact import SYSTEM, facts
from tests.rules.dragonpact.brawl import Brawl
from tests.rules.dragonpact.kit import Table

ODE = Viewer("ode")
SHADE = (
    'kerra = kerra_holt at [2, 3] {owner "ode"}; shade = twin_fang at [8, 3] {cond {"hidden": {}}}; '
    'goblin = gutter_goblin at [10, 3]. map light "dark".'
)


def ids_in(value: object) -> str:
    """Everything that a viewer gets, as JSON."""
    return msgspec.json.encode(value).decode()


def hidden_from(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer gets nothing of the shade from the last events, the view and the open prompt."""
    prompts = [p for p in SYSTEM.prompts(table.state) if p.owner == viewer.owner]
    return not any('"shade' in ids_in(part) for part in (table.seen(viewer), SYSTEM.view(table.state, viewer), prompts))


@pytest.mark.parametrize("viewer", [ODE, PUBLIC])
def test_a_hidden_foe_is_in_nothing_that_the_others_get(viewer: Viewer) -> None:
    table = Table(SHADE, begin=False)
    steps = [
        ("gm: begin_fight", "d10:9"),
        ("kerra: guard stat=will", "d10:4"),
        ("kerra: end_turn", ""),
        ("shade: guard stat=strength", ""),
        ("shade: move path=[[7,3],[6,3]]", ""),
        ("shade: item item=shade/adder_venom weapon=shade/shortsword", ""),
        ("shade: end_turn", ""),
    ]
    for words, dice in steps:
        table.do(words, dice)
        assert hidden_from(table, viewer), words
        assert '"shade' in ids_in(SYSTEM.view(table.state, GM))


def test_the_gm_is_told_everything() -> None:
    table = Table(SHADE)
    table.do("kerra: end_turn")
    table.do("shade: move path=[[7,3]]")
    assert [fact.kind for fact in table.seen(GM)] == ["cost_paid", "moved"]
    assert table.seen(ODE) == []


def test_the_own_side_sees_its_hidden_one() -> None:
    table = Table('kerra = kerra_holt at [2, 3] {owner "ode", cond {"hidden": {}}}; foe = road_bandit at [9, 3]')
    assert [one.id for one in SYSTEM.view(table.state, ODE).combatants] == ["kerra", "foe"]
    assert SYSTEM.view(table.state, ODE).combatants[0].concealed
    assert [one.id for one in SYSTEM.view(table.state, PUBLIC).combatants] == ["foe"]


def test_an_attack_from_hiding_names_the_attacker_once_it_is_over() -> None:
    table = Table(
        'kerra = kerra_holt at [2, 3] {owner "ode", stamina 0}; shade = twin_fang at [3, 3] {cond {"hidden": {}}}. '
        'map light "dark".'
    )
    table.do("kerra: end_turn")
    table.do("shade: basic_attack weapon=shade/shortsword target=kerra", "d4:1 d4:1")
    kinds = [fact.kind for fact in table.seen(ODE)]
    assert "cost_paid" not in kinds
    assert kinds[0] == "attack_declared"
    assert table.seen(ODE)[0].attacker == "shade"


def test_while_it_stays_hidden_the_attacker_is_nobody() -> None:
    table = Table(
        'kerra = kerra_holt at [2, 3] {owner "ode"}; shade = twin_fang at [3, 3] {cond {"hidden": {}}}. '
        'map light "dark".',
        hidden_no_reaction=False,
    )
    table.do("kerra: end_turn")
    table.do("shade: basic_attack weapon=shade/shortsword target=kerra")
    assert table.open.startswith("react for kerra")
    assert hidden_from(table, ODE)
    assert table.seen(ODE) == [facts.AttackDeclared("", "kerra", "basic_attack", (), ("melee",))]
    assert "somebody unseen" in table.prompt().about[0]


def test_players_are_not_told_of_an_unseen_watcher() -> None:
    table = Table(
        'nettle at [2, 3] {owner "ode"}; shade = twin_fang at [8, 3] {cond {"hidden": {}}}; '
        'g = gutter_goblin at [11, 0]. map light "dim", wall [[10,0],[10,1],[11,1]].'
    )
    table.do("nettle: hide")
    assert table.tags("nettle") == set()
    assert [fact.kind for fact in table.seen(ODE)] == ["cost_paid", "hide_failed"]
    assert [fact.kind for fact in table.seen(PUBLIC)] == ["cost_paid"]


def test_a_refusal_does_not_name_whom_one_may_not_know() -> None:
    table = Table(SHADE)
    table.do("kerra: end_turn")
    with pytest.raises(IllegalCommand) as caught:
        SYSTEM.advance(table.state, Command("kerra", "guard", {"stat": "will"}, "ode"), SeededDice("x"))
    assert caught.value.reason.who == ()
    assert caught.value.reason.text == "waiting for somebody else"


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_no_viewer_ever_gets_the_id_of_a_unit_hidden_from_him(seed: int) -> None:
    brawl = Brawl(seed)
    for _ in range(50):
        command = brawl.choose()
        if command is None:
            break
        events = brawl.step_with(command)
        secret = [unit.id for unit in brawl.state.units if unit.hidden and unit.side == "foe"]
        for viewer in (ODE, PUBLIC):
            told = [fact for event in events if (fact := event.seen_by(viewer)) is not None]
            prompts = [p for p in SYSTEM.prompts(brawl.state) if p.owner == viewer.owner]
            text = ids_in([told, SYSTEM.view(brawl.state, viewer), prompts])
            assert not [key for key in secret if f'"{key}"' in text], (seed, command)
