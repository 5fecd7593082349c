"""A fight that is over: nobody is at turn or next, nothing is declared, nothing is offered to be set by hand."""

from __future__ import annotations

from encounters import engine
from encounters.actions.control import do_end, do_resume
from encounters.projection import Table as Shown
from encounters.projection import view_for
from encounters.records import read_records
from encounters.replay import frame_at
from rhean.rules.events import GM, PUBLIC
from tests.encounters.table import Table


def shown(table: Table) -> list[Shown]:
    """The table as the GM and as the public may see it."""
    fight = table.fight
    return [view_for(fight, viewer, read_records(fight)) for viewer in (GM, PUBLIC)]


def under_way(view: Shown) -> list[str]:
    """Everything on a table that tells of somebody who acts or is about to."""
    turns = [one.name for one in view.order if one.active or one.next or one.note]
    deeds = [card.declared for card in view.cards if card.declared] + [
        word for card in view.cards for word in card.spent
    ]
    return turns + deeds + [tag.label for card in view.cards for tag in card.tags if tag.rule.startswith("action.")]


def go_on_till_somebody_acts(table: Table) -> None:
    """Let the app choose until everybody may see that somebody acts."""
    for _ in range(40):
        if not under_way(shown(table)[1]):
            table.choose_next()


def test_when_a_fight_is_ended_by_hand_nothing_is_under_way_till_it_goes_on(begun: Table) -> None:
    go_on_till_somebody_acts(begun)
    before = [under_way(view) for view in shown(begun)]
    assert all(before)
    do_end(begun.fight, begun.people["wren"])
    assert [under_way(view) for view in shown(begun)] == [[], []]
    do_resume(begun.fight, begun.people["wren"])
    assert [under_way(view) for view in shown(begun)] == before


def test_a_fight_that_the_rules_ended_is_shown_like_one_ended_by_hand(asked: Table) -> None:
    for name in ("Gnarl", "Shade"):
        asked.post("wren", "override", {"option": "hits", "with-target": asked.who(name).cid, "with-value": 0})
    assert engine.scene_of(asked.fight).over
    assert [under_way(view) for view in shown(asked)] == [[], []]
    page = asked.client("wren").get(f"{asked.url('run')}?focus={asked.who('Gnarl').cid}").text
    assert "Undo from here" in page
    assert "Set by hand" not in page


def test_the_replay_still_shows_who_was_at_turn(begun: Table) -> None:
    go_on_till_somebody_acts(begun)
    do_end(begun.fight, begun.people["wren"])
    newest = frame_at(begun.fight, GM, None).table
    assert under_way(newest)
    assert (newest.waiting, newest.over) == ((), False)


def test_set_by_hand_is_said_only_while_something_can_be_set(asked: Table) -> None:
    address = f"{asked.url('run')}?focus={asked.who('Gnarl').cid}"
    assert "Set by hand" in asked.client("wren").get(address).text
    do_end(asked.fight, asked.people["wren"])
    told = asked.client("wren").get(address).text
    assert "Who decides; name" in told
    assert "Set by hand" not in told
