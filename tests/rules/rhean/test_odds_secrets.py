"""Odds use only what the one who decides may know: nobody hidden, and no hidden figure of a foe, changes a byte."""

from __future__ import annotations

import msgspec
import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.staging import prompt_of, staged
from tests.rules.rhean.weighing import chances

BASE = """
with ode=man side=party owner=ode weapons=long_sword sword_long=2:3 sword_long_parry=2:3 evade=1:2 hide_and_sneak=2:2
with ash=man side=party owner=ode
with gnarl=man side=foes owner=gm weapons=long_sword shield=round armour=leather {gnarl}
{shade}
pair ode gnarl {gap}
"""
HIDER = "with shade=man side=foes owner=gm is=hidden"
SHADES = {
    "weak": HIDER,
    "sharp": f"{HIDER} per=10 weapons=long_bow archery=5:20",
    "near": f"{HIDER} weapons=dagger per=10\npair ode shade engaged=0",
    "strong": f"{HIDER} weapons=mace mace=5:20 str=10 per=10\npair ode shade engaged=0",
}
GNARLS = {
    "plain": "",
    "able": "str=9 per=10 dex=9 con=9 sword_long=4:9 sword_long_parry=4:9 shield=round",
    "armoured": "natural_defense=4 natural_reduction=3 armor_light=4:9",
    "worn out": "stamina=1 hits=2 stability=2 ka=1",
    "gifted": "adv=keen_sight+light_sleeper",
}
OPEN = "rule hide_foe_numbers=false\n"
OWN = ("perception", "stealthy_move", "breather", "dodge", "parry", "bind_weapon", "line_parry", "melee_attack")


def asked(gnarl="", shade="", gap="engaged=1", rule=""):
    """The decision of ode, who declares first, and the state; whoever else is there comes later."""
    text = rule + BASE.format(gnarl=gnarl, shade=shade, gap=gap)
    later = "shade=10 " if shade else ""
    return staged(f"{text}round ode=1 ash=9 gnarl=8 {later}\n".replace("\n\n", "\n"))


def bytes_of(state):
    """All that ode is asked and told about it."""
    odds = {}
    for action in OWN:
        params = {"action": action, **({"target": "gnarl"} if action == "melee_attack" else {})}
        odds[action] = [*chances(state, "ode", "declare", by="ode", **params).items()]
    shown = msgspec.json.encode(prompt_of(state, "ode"), enc_hook=list).decode()
    assert "odds" in shown
    return shown, odds


@pytest.mark.parametrize(
    ("shade", "gap"),
    [("weak", "engaged=1"), ("weak", "far"), ("sharp", "far"), ("near", "engaged=1"), ("strong", "engaged=1")],
)
@pytest.mark.parametrize("rule", ["", OPEN])
def test_whoever_is_hidden_changes_nothing(shade, gap, rule):
    assert bytes_of(asked(shade=SHADES[shade], gap=gap, rule=rule)) == bytes_of(asked(gap=gap, rule=rule))


@pytest.mark.parametrize("gap", ["engaged=1", "far"])
@pytest.mark.parametrize("gnarl", [key for key in GNARLS if key != "plain"])
def test_a_foes_hidden_figures_change_nothing(gnarl, gap):
    assert bytes_of(asked(gnarl=GNARLS[gnarl], gap=gap)) == bytes_of(asked(gap=gap))


def test_the_gm_and_open_figures_do_see_a_difference():
    plain, able = (asked(gnarl=GNARLS[key], rule=OPEN) for key in ("plain", "able"))
    assert bytes_of(plain) != bytes_of(able)
    for action in ("dodge", "bind_weapon"):
        params = {"action": action}
        assert chances(able, "ode", "declare", by="ode", **params) == chances(able, "ode", "declare", **params)


def test_what_the_gm_set_by_hand_on_a_foes_weapon_and_his_word_on_the_next_roll_stay_his():
    state = asked()
    for do in ({"do": "modifier", "value": 5, "for": "attack"}, {"do": "modifier", "value": 5, "for": "defence"}):
        state, _ = SYSTEM.advance(state, Command("gm", "override", {"target": "gnarl", **do}), ScriptedDice(()))
    assert bytes_of(state) == bytes_of(asked())


def test_what_a_foe_has_declared_under_seal_changes_no_defence():
    rule = "rule declarations=sealed\n"
    text = rule + BASE.format(gnarl="", shade="", gap="engaged=1") + "round ode=10 ash=9 gnarl=1\n"
    answers = []
    for declared in ("action=nothing", "action=great_strike target=ode", "action=melee_attack target=ode"):
        set_ = "> gm override do=weapon target=gnarl weapon=long_sword state=set\n> gm override do=allow target=gnarl\n"
        state = staged(f"{text}{set_}> gnarl declare {declared}\n> ash declare action=nothing\n")
        answers.append(chances(state, "ode", "declare", by="ode", action="parry"))
    assert answers[0] == answers[1] == answers[2] != {}


NOTICED = Command("gm", "override", {"do": "notice", "target": "shade", "by": "ash"})


@pytest.mark.parametrize(("rule", "label"), [("", "would notice one who hides well (20)"), (OPEN, "notices shade")])
def test_a_hider_seen_by_another_of_ones_own_is_known_and_his_total_with_open_figures_only(rule, label):
    state = asked(shade=SHADES["weak"], rule=rule)
    assert set(chances(state, "ode", "declare", by="ode", action="perception")) == {
        "would notice one who hides well (20)"
    }
    state, _ = SYSTEM.advance(state, NOTICED, ScriptedDice(()))
    assert set(chances(state, "ode", "declare", by="ode", action="perception")) == {label}
    assert set(chances(state, "ode", "declare", action="perception")) == {"notices shade"}
