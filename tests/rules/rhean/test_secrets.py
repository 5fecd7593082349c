"""Who may know what: hidden combatants, the figures of a foe, sealed declarations."""

from __future__ import annotations

import msgspec
import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice, SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.events import GM, PUBLIC, Viewer
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import SWORDS, option_of, prompt_of, seen, staged, take

AMBUSH = """
with ode=man side=party owner=ode weapons=long_sword
with pike=man side=party owner=pike
with shade=man side=foes weapons=dagger dagger=2:2 is=hidden
with gnarl=man side=foes weapons=long_sword
pair ode gnarl engaged=1
"""
ODE, PIKE = Viewer("ode"), Viewer("pike")


def everything(state, viewer):
    """All that a viewer is shown, as one text."""
    return msgspec.json.encode(SYSTEM.view(state, viewer)).decode()


@pytest.mark.parametrize("viewer", [ODE, PIKE, PUBLIC])
def test_a_hidden_one_is_in_no_byte_of_what_they_see_who_do_not_know_of_him(viewer):
    state = staged(AMBUSH + "round ode=1 pike=2 shade=3 gnarl=4\n")
    assert "shade" not in everything(state, viewer)
    assert "shade" in everything(state, GM)


def test_the_order_has_no_gap_and_no_count_that_gives_him_away():
    state, events = take(staged(AMBUSH), "gm", "open_round", (10, 1), (10, 2), (10, 3), (10, 4))
    assert "shade" not in msgspec.json.encode(seen(events, "ode")).decode()
    assert [fact.ids for fact in seen(events, "ode") if isinstance(fact, facts.Order)] == [("ode", "pike", "gnarl")]
    assert [entry.id for entry in SYSTEM.view(state, PUBLIC).order] == ["ode", "pike", "gnarl"]


def test_a_tie_with_a_hidden_one_is_told_to_nobody_else():
    faces = [(10, 1), (10, 8), (10, 9), (10, 9), (10, 3), (10, 5)]
    fight = AMBUSH.replace("weapons=long_sword\npair", "weapons=long_sword agi=5\npair")
    _, events = take(staged(fight), "gm", "open_round", *faces)
    assert sum(isinstance(event.fact, facts.TieBreak) for event in events) == 2
    assert not [fact for fact in seen(events, "ode") if isinstance(fact, facts.TieBreak)]


def test_nobody_is_offered_a_target_that_he_does_not_know_of():
    state = staged(AMBUSH + "round ode=1 pike=2 shade=3 gnarl=4\n")
    assert "shade" not in msgspec.json.encode(prompt_of(state, "ode"), enc_hook=list).decode()
    command = Command("ode", "declare", {"action": "aim", "target": "shade"}, by="ode")
    with pytest.raises(IllegalCommand, match="no combatant shade"):
        SYSTEM.advance(state, command, ScriptedDice(()))
    with pytest.raises(IllegalCommand, match="no combatant shade"):
        SYSTEM.advance(state, Command("shade", "declare", {"action": "nothing"}, by="ode"), ScriptedDice(()))


def test_what_a_hidden_one_does_is_told_to_nobody_until_he_strikes():
    state = staged(
        AMBUSH + "round ode=1 pike=2 shade=5 gnarl=4\n> ode declare action=nothing\n> pike declare action=nothing\n"
    )
    state, _ = take(state, "gnarl", "declare", action="nothing")
    state, moved = take(state, "shade", "declare", action="combat_move", to="pike")
    assert [fact.kind for fact in seen(moved, "pike")] == ["phase_ended", "phase_began"]
    for who in ("ode", "pike", "gnarl"):
        state, _ = take(state, who, "declare", action="nothing")
    _, struck = take(state, "shade", "declare", (10, 6), (10, 6), (4, 2), action="melee_attack", target="pike")
    kinds = [fact.kind for fact in seen(struck, "pike")]
    assert "declared" not in kinds
    assert kinds[:3] == ["attack", "condition_lost", "damage"]


def test_whoever_has_noticed_him_knows_of_him_and_his_side_always_does():
    state = staged(AMBUSH + "round ode=1 pike=2 shade=3 gnarl=4\n")
    noticed = Command("gm", "override", {"do": "notice", "target": "shade", "by": "ode"})
    state, events = SYSTEM.advance(state, noticed, ScriptedDice(()))
    assert (seen(events, "pike"), seen(events, "ode")) == ([], [facts.Noticed("shade", "ode")])
    assert "shade" in everything(state, ODE)
    assert "shade" not in everything(state, PIKE)
    assert "shade" not in everything(state, PUBLIC)


def test_a_failed_watch_is_not_told_to_the_watcher():
    text = AMBUSH.replace(" is=hidden", " hide_and_sneak=3:9") + "round ode=2 pike=3 shade=1 gnarl=4\n"
    state = staged(text + "> shade declare action=stealthy_move\n")
    for who in ("ode", "pike", "gnarl") * 2:
        state, _ = take(state, who, "declare", action="nothing")
    state, _ = take(state, "ode", "declare", action="nothing")
    state, _ = take(state, "pike", "declare", action="nothing")
    dice = [(10, 5), (10, 5), (10, 10), (10, 10), (10, 2), (10, 2)]
    state, events = take(state, "gnarl", "declare", *dice, action="nothing")
    assert not [fact for fact in seen(events, "pike") if isinstance(fact, facts.Check | facts.Hides)]
    assert [fact.success for fact in seen(events, "ode") if isinstance(fact, facts.Check)] == [True]
    assert "shade" in everything(state, ODE)
    assert "shade" not in everything(state, PIKE)


# -- figures of a foe -------------------------------------------------------------------------------------------


def attack_facts(ruling=""):
    """What comes of ode's blow at gnarl, as events."""
    state = staged(AMBUSH.replace(" is=hidden", "") + ruling + "round ode=4 pike=1 shade=2 gnarl=3\n")
    for who in ("pike", "shade", "gnarl"):
        state, _ = take(state, who, "declare", action="nothing")
    return take(state, "ode", "declare", (10, 6), (10, 6), (8, 2), action="melee_attack", target="gnarl")[1]


def test_a_foes_defence_is_the_gms_and_others_see_hit_or_miss():
    events = attack_facts()
    for viewer in ("ode", "pike", None):
        (attack,) = [fact for fact in seen(events, viewer) if isinstance(fact, facts.Attack)]
        assert (attack.hit, attack.defence, attack.against) == (True, None, ())
        assert attack.terms
    (full,) = [event.fact for event in events if isinstance(event.fact, facts.Attack)]
    assert full.defence == 11


def test_with_open_figures_everybody_sees_them():
    (attack,) = [
        fact for fact in seen(attack_facts("rule hide_foe_numbers=false\n"), None) if isinstance(fact, facts.Attack)
    ]
    assert attack.defence == 11


def test_exact_pools_are_for_ones_own_side():
    state = staged(AMBUSH + "round ode=1 pike=2 shade=3 gnarl=4\n")
    mine = {one.id: one for one in SYSTEM.view(state, PIKE).combatants}
    assert mine["ode"].gauges[0].exact
    assert not mine["gnarl"].gauges[0].exact
    assert mine["gnarl"].figures == ()
    assert [gauge.word for gauge in mine["gnarl"].gauges] == ["full"]
    _, events = take(state, "gm", "override", do="set_pool", target="gnarl", pool="hits", value=2)
    assert seen(events, "ode") == []


# -- sealed declarations ----------------------------------------------------------------------------------------


def test_sealed_declarations_are_opened_when_all_have_declared():
    state = staged(SWORDS + "rule declarations=sealed\nround a=1 b=2\n")
    state, first = take(state, "a", "declare", action="melee_attack", target="b")
    assert [(fact.who, fact.action) for fact in seen(first, None)] == [("a", "")]
    assert [(fact.who, fact.action) for fact in seen(first, "ode")] == [("a", "melee_attack")]
    shown = {one.id: one for one in SYSTEM.view(state, PUBLIC).combatants}
    assert (shown["a"].declared, shown["a"].spent) == ("has declared", ())
    _, last = take(state, "b", "declare", (10, 2), (10, 3), action="nothing")
    opened = [fact for fact in seen(last, None) if isinstance(fact, facts.Declared) and fact.revealed]
    assert [(fact.who, fact.action) for fact in opened] == [("a", "melee_attack"), ("b", "nothing")]


def test_a_sealed_declaration_does_not_tell_that_it_ends_a_hold():
    state = staged(
        SWORDS + "rule declarations=sealed\nround a=1 b=2\n> a declare action=hold_at_bay\n> b declare action=nothing\n"
    )
    _, events = take(state, "a", "declare", action="combat_move", away="b")
    assert [fact.kind for fact in seen(events, None)] == ["declared"]


@pytest.mark.parametrize("ruling", ["open", "sealed"])
def test_what_others_have_declared_is_reckoned_with_only_when_it_is_open(ruling):
    state = staged(SWORDS.replace("engaged=1", "engaged=2") + f"rule declarations={ruling}\nround a=2 b=1\n")
    assert not option_of(
        staged(SWORDS.replace("engaged=1", "engaged=2") + "round a=1 b=2\n"), "a", "melee_attack"
    ).available
    state, _ = take(state, "b", "declare", action="combat_move", to="a")
    assert option_of(state, "a", "melee_attack").available is (ruling == "open")


# -- the insane, and one's own ----------------------------------------------------------------------------------


def test_the_gm_decides_for_the_insane():
    state = staged(SWORDS.replace("owner=ode", "owner=ode stability=0") + "round a=1 b=2\n")
    assert prompt_of(state, "a").owner == "gm"
    with pytest.raises(IllegalCommand, match="ode does not decide for a"):
        SYSTEM.advance(state, Command("a", "declare", {"action": "nothing"}, by="ode"), SeededDice("x"))


def test_whoever_is_handed_over_is_the_other_persons():
    state = staged(SWORDS + "round a=1 b=2\n")
    state, events = SYSTEM.advance(state, SYSTEM.hand_over(state, "a", "pike"), ScriptedDice(()))
    assert [event.fact for event in events] == [facts.HandedOver("a", "pike")]
    assert prompt_of(state, "a").owner == "pike"


def test_a_total_that_a_defender_may_not_know_is_kept_from_him():
    for ruling in ("", "rule hide_foe_numbers=false\n"):
        events = attack_facts(f"{ruling}rule defence_sees_total=false\n")
        (attack,) = [fact for fact in seen(events, None) if isinstance(fact, facts.Attack)]
        assert (attack.total, attack.terms, attack.hit) == (None, (), True)
        assert SYSTEM.describe(attack, {"ode": "Ode", "gnarl": "Gnarl"}).text == "Ode's long sword hits Gnarl."
