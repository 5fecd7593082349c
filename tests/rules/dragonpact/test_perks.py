"""What weapon perks do, one after the other."""

from __future__ import annotations

import pytest

from rhean.rules.systems.dragonpact import perks
from rhean.rules.systems.dragonpact.arms import find_arm
from rhean.rules.systems.dragonpact.library import Weapon
from rhean.rules.systems.dragonpact.values import accuracy, armor, evasion
from tests.rules.dragonpact.kit import LIBRARY, Table

FOE = "foe = road_bandit at [3, 3] {stamina 0} with health 9, gear []"


def armed(weapon: str, slot: str = "main", foe: str = FOE, **rulings: object) -> Table:
    """Osric with every stat at 5 and one weapon."""
    gear = f'["{weapon}:{slot}"]'
    foe = foe.replace(" {stamina 0}", "").replace("road_bandit at [3, 3]", "road_bandit at [3, 3]")
    header = f"me = osric_vane at [2, 3] with strength 5, agility 5, trained {TRAINED}, gear {gear}; {foe}"
    table = Table(header, **rulings)
    table.set("foe", stamina=0)
    return table


TRAINED = '["blades", "axes", "polearms", "maces", "bows", "crossbows", "shields"]'


@pytest.mark.parametrize(
    "words", ["base 2d", "wound fly", "crit", "accuracy much", "dance", "knockback 1", "quality shiny"]
)
def test_an_operation_that_does_not_exist_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="no perk operation"):
        perks.read(words)


def test_every_shipped_perk_has_words() -> None:
    weapons = [*LIBRARY.all("weapons").values(), *LIBRARY.all("naturals").values()]
    operations = [words for weapon in weapons for perk in weapon.perks for words in perk.does]
    assert len(operations) > 60
    assert all(perks.words(words) for words in operations)


def test_perks_open_with_the_stat_and_only_for_the_trained() -> None:
    table = armed("greatsword", "both")
    arm = find_arm(table.state.rules, table.unit("me"), "me/greatsword")
    assert arm is not None
    assert (arm.base, arm.crit) == ("3d10", "1d10")
    untrained = Table(f"me = osric_vane at [2, 3] with strength 5, trained []; {FOE}")
    arm = find_arm(untrained.state.rules, untrained.unit("me"), "me/greatsword")
    assert arm is not None
    assert (arm.base, arm.perks) == ("2d8", ())


def test_a_greatsword_breaks_and_fells() -> None:
    table = armed("greatsword", "both")
    table.do("me: basic_attack weapon=me/greatsword target=foe", "d10:10 d10:1 d10:1 d10:1")
    assert {"prone", "broken"} <= table.tags("foe")


def test_a_handaxe_slows_and_bleeds_and_slowing_adds_up() -> None:
    table = armed("handaxe")
    for _ in range(2):
        table.do("me: basic_attack weapon=me/handaxe grip=one target=foe", "d8:8 d8:1 d8:1")
    assert table.unit("foe").amount("slowed") == 2
    assert "bleeding" in table.tags("foe")


def test_a_handaxe_in_two_hands_has_its_own_dice() -> None:
    table = armed("handaxe")
    told = table.do("me: basic_attack weapon=me/handaxe grip=two target=foe", "d4:1 d4:1 d4:1 d4:2")
    assert "handaxe damage 5 4d4 +10 Strength x2 = 15" in told


def test_a_battleaxe_braces_wards_and_rolls_strength_on_a_crit() -> None:
    table = armed("battleaxe")
    assert armor(table.state.rules, table.unit("me")).total == 5 + 1 + 1
    told = table.do("me: basic_attack weapon=me/battleaxe grip=two target=foe", "d10:10 d10:1 d10:3")
    assert "battleaxe damage 10 1d10 +1 crit 1d10 +8 crit Strength +10 Strength x2 = 29, crit" in told
    assert table.unit("me").amount("braced") == 2
    assert "ward" in table.tags("me")


def test_a_ward_undoes_the_next_attack_in_melee() -> None:
    table = Table('foe = road_bandit at [3, 3]; kerra = kerra_holt at [2, 3] {cond {"ward": {}}}')
    told = table.do("foe: basic_attack weapon=foe/handaxe target=kerra")
    assert told == ["foe Stamina 2", "kerra no longer ward (used)", "negated by ward"]


def test_a_hatchet_repeats_on_the_same_target_only() -> None:
    table = armed("hatchet", foe=FOE + "; foe2 = hedge_knight at [2, 4]")
    table.set("foe2", stamina=0)
    table.do("me: basic_attack weapon=me/hatchet target=foe", "d6:1")
    table.do("me: basic_attack weapon=me/hatchet target=foe2", "d6:1")
    told = table.do("me: basic_attack weapon=me/hatchet target=foe", "d6:1 d6:4")
    assert "hatchet damage 1 1d6 +4 repeat 1d6 +5 Strength = 10" in told


def test_a_dagger_is_quick_once_a_turn() -> None:
    table = armed("dagger")
    table.do("me: basic_attack weapon=me/dagger target=foe", "d4:1")
    assert table.unit("me").stamina == 4
    table.do("me: basic_attack weapon=me/dagger target=foe", "d4:1")
    assert table.unit("me").stamina == 3


def test_a_hookpole_shifts_where_one_likes_and_wounds_by_it() -> None:
    table = armed("hookpole")
    told = table.do("me: basic_attack weapon=me/hookpole target=foe push_to=[3,2]", "d4:1 d4:1 d4:1")
    assert "foe pushed to [3, 2]" in told
    assert table.unit("foe").health == 7
    bar = table.refused("me: basic_attack weapon=me/hookpole target=foe push_to=[3,5]")
    assert (bar.code, bar.text) == ("unknown", "push_to is not next to the target")


def test_an_arba_drives_back_on_a_crit_and_serves_as_a_club() -> None:
    table = armed("arba", "both")
    table.set("me", gear=(*table.unit("me").gear,))
    told = table.do("me: basic_attack weapon=me/arba target=foe", "d8:8 d8:1 d8:1 d8:1 d8:1")
    assert any(phrase.startswith("arba damage 9 2d8") for phrase in told)
    assert "foe pushed to [4, 3]" in told
    bar = table.refused("me: basic_attack weapon=me/arba target=foe")
    assert bar.text == "no bolts left"


def test_a_repeater_shoots_twice_each_with_its_bolt_and_window() -> None:
    table = Table(
        f"me = osric_vane at [2, 3] with agility 3, strength 1, trained {TRAINED}, "
        'gear ["repeater:both", "bolt:pack:2"]; '
        "foe = road_bandit at [5, 3] with health 9"
    )
    table.do("me: basic_attack weapon=me/repeater target=foe")
    told = table.do("foe: dodge", "d10:1")
    assert "bolts left 0" in told
    assert table.open.startswith("react for foe")
    told = table.do("foe: pass", "d6:2")
    assert "attack shot in two hands" not in told
    assert table.state.stack == ()


def test_a_recurve_rolls_accuracy_once_more_against_a_dodge_that_worked() -> None:
    table = Table(
        f'me = osric_vane at [2, 3] with agility 5, trained {TRAINED}, gear ["recurve:both", "arrow:pack:2"]; '
        'foe = nettle at [5, 3] {side "foe"}'
    )
    table.do("me: basic_attack weapon=me/recurve target=foe")
    table.do("foe: dodge", "d10:10 d10:1 d10:9 d6:1")
    fact = next(event.fact for event in table.events if event.fact.kind == "contest")
    assert (fact.reroll, fact.b.die, fact.success) == (1, 9, False)


def test_a_halberd_parries_with_two_dice_and_keeps_the_better() -> None:
    table = Table(
        "foe = road_bandit at [3, 3]; "
        f'me = osric_vane at [2, 3] with strength 3, agility 1, trained {TRAINED}, gear ["halberd:both"]'
    )
    table.do("foe: basic_attack weapon=foe/handaxe target=me")
    told = table.do("me: parry stat=strength", "d10:2 d10:7 d8:1")
    assert "parry: 7 d10 +3 Strength = 10" in told
    assert next(event.fact for event in table.events if event.fact.kind == "rolled").dice == (2, 7)


def test_a_longsword_parries_arrows_too() -> None:
    table = Table(
        "archer = bone_archer at [7, 3]; "
        f'me = osric_vane at [2, 3] with strength 2, trained {TRAINED}, gear ["longsword:main"]'
    )
    table.do("archer: basic_attack weapon=archer/shortbow target=me")
    assert table.open == "react for me (no block: gear, dodge, parry)"
    table.do("me: parry stat=strength", "d10:9 d4:1")
    assert table.open == ""


def test_a_bite_holds_and_what_it_holds_is_lost() -> None:
    table = Table("wolf = cave_wolf at [3, 3] with strength 5; me = osric_vane at [2, 3] with vigor 5")
    table.do("wolf: basic_attack weapon=wolf/bite target=me")
    assert "me grappled" in table.do("me: pass", "d10:4")
    assert table.unit("me").condition("grappled").by == "wolf"  # type: ignore[union-attr]
    told = table.do("wolf: basic_attack weapon=wolf/bite target=me", "d10:1 d10:2")
    assert "me no reaction possible" in told
    assert "bite damage 1 1d10 +2 crit 1d10 +5 Strength = 8, crit" in told
    assert "8 - Armor 0 (0 held) = 8: 1 wound(s)" in told
    assert table.unit("wolf").stamina == 2
    assert table.refused("wolf: grappling_attack stat=strength target=me").code == "condition"


def test_a_curvesword_adds_evasion_and_accuracy_to_damage() -> None:
    table = armed("curvesword")
    me = table.unit("me")
    told = table.do("me: basic_attack weapon=me/curvesword grip=one target=foe", "d8:1")
    total = 1 + 5 + evasion(table.state.rules, me).total + accuracy(table.state.rules, me).total
    assert any(f"= {total}" in phrase for phrase in told)


def test_a_greatbow_knocks_back_and_crits_from_eight() -> None:
    table = Table(
        f"me = osric_vane at [1, 3] with strength 2, agility 5, trained {TRAINED}, "
        'gear ["greatbow:both", "arrow:pack:1"]; '
        "foe = road_bandit at [10, 3] {stamina 0} with health 9".replace(" {stamina 0}", "")
    )
    table.set("foe", stamina=0)
    told = table.do("me: basic_attack weapon=me/greatbow target=foe", "d10:8 d10:1 d10:1")
    assert "foe pushed to [11, 3]" in told


def test_buck_drives_back_by_half_of_strength() -> None:
    table = Table(
        f'me = osric_vane at [2, 3] with strength 4, natural ["buck"], gear []; {FOE}'.replace(" {stamina 0}", "")
    )
    table.set("foe", stamina=0)
    told = table.do("me: basic_attack weapon=me/buck target=foe", "d6:6 d6:1 d6:1 d6:1")
    assert "foe pushed to [5, 3]" in told
    assert "prone" in table.tags("foe")


def test_a_still_repeater_is_surer_than_one_on_the_move() -> None:
    table = Table(
        f'me = osric_vane at [2, 3] with agility 4, trained {TRAINED}, gear ["repeater:both"]; {FOE}'.replace(
            " {stamina 0}", ""
        )
    )
    arm = find_arm(table.state.rules, table.unit("me"), "me/repeater")
    assert accuracy(table.state.rules, table.unit("me"), arm).total == 7
    table.do("me: move path=[[1,3]]")
    assert accuracy(table.state.rules, table.unit("me"), arm).total == 4


def test_a_javelin_has_other_crit_dice_when_thrown() -> None:
    weapon = LIBRARY.get("weapons", "javelin")
    assert isinstance(weapon, Weapon)
    table = armed("javelin", foe="foe = road_bandit at [8, 3] with health 9")
    told = table.do("me: basic_attack weapon=me/javelin target=foe", "d6:6 d6:1 d6:1 d6:1")
    assert any("+3 crit 3d6" in phrase for phrase in told)
    assert "me/javelin on the ground at [8, 3] (thrown)" in told
