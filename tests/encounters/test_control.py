"""The GM's hand on a running fight."""

from __future__ import annotations

import re

import pytest

from encounters import engine
from encounters.actions.control import do_share
from encounters.actions.prepare import do_add_creatures
from encounters.models import Combatant, Encounter
from sheets.library import Stock
from tests.encounters.table import Table
from tests.encounters.test_undo import undo
from tests.factories.encounters import CombatantFactory
from tests.factories.sheets import CharacterFactory


def fighters(table: Table) -> dict[str, str]:
    """Who is in the fight, and who decides for each."""
    return {one.id: one.owner for one in engine.scene_of(table.fight).combatants}


@pytest.fixture
def brute(asked: Table) -> Combatant:
    """Somebody who waits outside."""
    return CombatantFactory.create(encounter=asked.encounter, name="Brute", round=0, entered=False, position=9)


def test_a_combatant_is_brought_in_by_hand(asked: Table, brute: Combatant) -> None:
    assert asked.post("wren", "enter", {"key": "k"}, brute.cid).status_code == 200
    assert brute.cid in fighters(asked)
    assert asked.post("wren", "enter", {"key": "k"}, brute.cid).status_code == 200
    assert asked.post("wren", "enter", {"key": "other"}, brute.cid).status_code == 409


def test_taking_it_back_sends_the_reinforcement_out_again(asked: Table, brute: Combatant) -> None:
    asked.post("wren", "enter", {}, brute.cid)
    undo(asked)
    brute.refresh_from_db()
    assert brute.cid not in fighters(asked)
    assert not brute.entered


def test_a_reinforcement_comes_with_its_round_and_goes_with_it(asked: Table, brute: Combatant) -> None:
    brute.round = 2
    brute.save()
    asked.everybody_guards()
    asked.open_round()
    assert brute.cid in fighters(asked)
    step = asked.fight.log.filter(command__name="open").last()
    undo(asked, step=step)
    assert brute.cid not in fighters(asked)
    assert engine.scene_of(asked.fight).round == 1


def test_creatures_added_to_a_running_fight_wait_outside(asked: Table) -> None:
    do_add_creatures(asked.fight, Stock("brute", "Brute", {}, own=False), 1)
    page = asked.get("wren", "run").content.decode()
    assert "Not here yet" in page
    assert "Brute" not in asked.get("ode", "play").content.decode()


def test_a_combatant_is_handed_over_and_given_back(asked: Table) -> None:
    gnarl, ode = asked.who("Gnarl"), asked.people["ode"]
    asked.post("wren", "hand_over", {"to": ode.key}, gnarl.cid)
    assert fighters(asked)[gnarl.cid] == ode.key
    assert asked.answer("ode", "Gnarl", "guard").status_code == 200
    asked.post("wren", "hand_over", {"to": "gm"}, gnarl.cid)
    assert fighters(asked)[gnarl.cid] == "gm"
    assert asked.who("Gnarl").lent_to == ""


def test_whoever_is_lent_a_combatant_reads_its_name(asked: Table) -> None:
    asked.post("wren", "hand_over", {"to": asked.people["ode"].key}, asked.who("Gnarl").cid)
    assert "Gnarl" in asked.get("ode", "play").content.decode()
    assert "Gnarl" not in asked.get("pike", "play").content.decode()


def test_taking_back_a_handing_over_restores_both(asked: Table) -> None:
    gnarl = asked.who("Gnarl")
    asked.post("wren", "hand_over", {"to": asked.people["ode"].key}, gnarl.cid)
    undo(asked)
    assert fighters(asked)[gnarl.cid] == "gm"
    assert asked.who("Gnarl").lent_to == ""


def test_nobody_but_a_member_can_be_handed_a_combatant(asked: Table) -> None:
    assert asked.post("wren", "hand_over", {"to": "u0"}, asked.who("Gnarl").cid).status_code == 422


def test_the_app_chooses_for_all_that_the_gm_runs(asked: Table) -> None:
    assert asked.post("wren", "choose", {"key": "c"}).status_code == 200
    done = [step.command["actor"] for step in asked.fight.log.filter(note__chosen=True)]
    assert set(done) == {asked.who("Gnarl").cid, asked.who("Shade").cid}
    assert asked.post("wren", "choose", {"key": "c"}).status_code == 200
    assert asked.post("wren", "choose", {"key": "d"}).status_code == 409


def test_the_app_chooses_for_one(asked: Table) -> None:
    asked.post("wren", "choose", {"who": asked.who("Ode's knight").cid})
    assert [step.command["actor"] for step in asked.fight.log.filter(note__chosen=True)] == [
        asked.who("Ode's knight").cid
    ]


def test_an_end_by_hand_can_be_gone_back_on(asked: Table) -> None:
    asked.post("wren", "end", {})
    assert asked.fight.status == Encounter.Status.OVER
    assert asked.post("wren", "override", {"option": "show", "with-target": "x"}).status_code == 409
    asked.post("wren", "resume", {})
    assert asked.fight.is_running


def test_a_fight_that_the_rules_end_is_over_until_a_step_is_taken_back(asked: Table) -> None:
    for name in ("Gnarl", "Shade"):
        sent = {"option": "hits", "with-target": asked.who(name).cid, "with-value": 0}
        asked.post("wren", "override", sent)
    assert asked.fight.status == Encounter.Status.OVER
    assert "The fight is over" in asked.get("ode", "play").content.decode()
    assert asked.post("wren", "resume", {}).status_code == 422
    undo(asked)
    assert asked.fight.is_running


def test_a_table_link_is_made_renewed_and_revoked(asked: Table) -> None:
    asked.post("wren", "share", {"shared": "1"})
    first = asked.fight.watch_token
    assert asked.client("ode").get(f"/table/{first}/").status_code == 200
    asked.post("wren", "share", {"shared": "1"})
    assert asked.client("ode").get(f"/table/{first}/").status_code == 404
    second = asked.fight.watch_token
    asked.post("wren", "share", {})
    assert asked.fight.watch_token is None
    assert asked.client("ode").get(f"/table/{second}/refresh/").status_code == 404


def test_a_table_link_shows_nothing_before_the_fight(draft: Encounter) -> None:
    from django.test import Client

    token = do_share(draft, shared=True).watch_token
    assert Client().get(f"/table/{token}/").status_code == 404


def test_a_stage_gets_a_deadline_from_the_server(asked: Table) -> None:
    assert asked.post("wren", "set_clock", {"seconds": "30"}).status_code == 200
    asked.everybody_guards()
    assert asked.fight.deadline is not None
    assert "data-deadline" in asked.get("ode", "play").content.decode()
    asked.post("wren", "set_clock", {"seconds": ""})
    assert asked.fight.deadline is None


@pytest.mark.parametrize("seconds", ["-1", "1e3", "999999", "soon"])
def test_a_deadline_that_makes_no_sense_is_refused(asked: Table, seconds: str) -> None:
    assert asked.post("wren", "set_clock", {"seconds": seconds}).status_code == 422


@pytest.mark.parametrize("value", ["", "-1", "1e3", "3.5", "100", "x"])
def test_d46_an_override_takes_whole_numbers_within_bounds(asked: Table, value: str) -> None:
    sent = {"option": "hits", "with-target": asked.who("Gnarl").cid, "with-value": value}
    before = bytes(asked.fight.state)
    assert asked.post("wren", "override", sent).status_code == 422
    assert bytes(asked.fight.state) == before


def test_an_override_reads_full_width_digits_and_nought(asked: Table) -> None:
    for value in ("１２", "0"):
        sent = {"option": "hits", "with-target": asked.who("Ode's knight").cid, "with-value": value}
        assert asked.post("wren", "override", sent).status_code == 200


@pytest.mark.parametrize("name", ["🐉🔥", "👩‍👩‍👧", "עברית", "a" * 120, "e" + "\u0301" * 60, "<b>x</b>", '"; --'])
def test_d40_a_name_of_any_kind_is_shown_as_it_is(asked: Table, name: str) -> None:
    sent = {"name": name, "mask": "", "masked": ""}
    assert asked.post("wren", "name", sent, asked.who("Gnarl").cid).status_code == 200
    assert asked.get("ode", "play").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "a" * 121])
def test_d40_a_blank_or_endless_name_is_refused(asked: Table, name: str) -> None:
    assert asked.post("wren", "name", {"name": name}, asked.who("Gnarl").cid).status_code == 422
    assert asked.fight.roster.filter(name="Gnarl").exists()


def test_d47_the_fight_outlives_the_character(asked: Table) -> None:
    character = CharacterFactory.create(campaign=asked.fight.campaign, owner=asked.people["ode"], name="Sir Ode")
    asked.fight.roster.filter(name="Ode's knight").update(character=character)
    character.delete()
    assert asked.answer("ode", "Ode's knight", "guard").status_code == 200
    assert "Ode&#x27;s knight ready." in asked.get("ode", "play").content.decode()


@pytest.mark.parametrize(
    ("what", "sentence"), [("force", "It can be undone."), ("end", "You can go on fighting later.")]
)
def test_what_moves_everybody_says_first_what_happens(asked: Table, what: str, sentence: str) -> None:
    page = asked.get("wren", "run").text
    folded = [
        part for part in re.findall(r'<details class="confirm".*?</details>', page, re.DOTALL) if sentence in part
    ]
    assert len(folded) == 1
    assert f'action="{asked.url(what)}"' in folded[0]
    assert "open" not in folded[0].partition(">")[0]
