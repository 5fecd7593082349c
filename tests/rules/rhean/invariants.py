"""What has to hold after every command of every fight of Rhean, whoever decides what."""

from __future__ import annotations

from collections.abc import Sequence

from rhean.rules.commands import Command
from rhean.rules.events import PUBLIC, Event, Fact, Viewer
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean import facts as f
from rhean.rules.systems.rhean.entries import POOLS
from rhean.rules.systems.rhean.state import Condition, RheanState

SYSTEM = get_system("rhean")

Facts = Sequence[Fact]


def check_step(
    before: RheanState, command: Command, after: RheanState, events: Sequence[Event], *, by_hand: bool
) -> None:
    """Everything that one command must have kept; ``by_hand``: the GM has moved somebody in this round's order."""
    told = [event.fact for event in events]
    check_pools(after)
    check_types(after)
    if not by_hand:
        check_order(after)
    check_hits(told)
    check_json(after)
    check_secrets(after)
    check_words(events)
    if command.actor != "gm" or command.name == "open_round":
        check_costs(before, after, told)
        check_dead(before, after)


def check_pools(state: RheanState) -> None:
    """Every pool is between 0 and its maximum."""
    for fighter in state.fighters:
        maxima = state.fixed.profiles[fighter.id].maxima
        assert all(0 <= fighter.pool(pool) <= maxima[pool] for pool in POOLS), fighter


def check_types(state: RheanState) -> None:
    """Nobody has used up an action of the round twice."""
    for fighter in state.fighters:
        assert len(set(fighter.turn.spent)) == len(fighter.turn.spent), fighter.turn


def check_order(state: RheanState) -> None:
    """The order of declaration is by initiative, lowest first."""
    here = {fighter.id: fighter for fighter in state.fighters}
    totals = [here[who].turn.total for who in state.order if who in here]
    assert None not in totals
    assert totals == sorted(totals)


def check_hits(told: Facts) -> None:
    """A hit does at least 1 to Hits, and no more than it did in all."""
    for fact in told:
        if isinstance(fact, f.Damage):
            assert 1 <= fact.hits <= fact.taken == fact.hits + fact.stamina


def check_costs(before: RheanState, after: RheanState, told: Facts) -> None:
    """Pools change by what the log tells, to the point."""
    expected = {fighter.id: {pool: fighter.pool(pool) for pool in POOLS} for fighter in before.fighters}
    for fact in told:
        for who, pool, change in changes(fact):
            expected[who][pool] = max(0, expected[who][pool] + change)
    for fighter in after.fighters:
        assert {pool: fighter.pool(pool) for pool in POOLS} == expected[fighter.id], fighter.id


def changes(fact: Fact) -> list[tuple[str, str, int]]:
    """(who, pool, change) of one fact."""
    if isinstance(fact, f.Cost):
        return [(fact.who, fact.pool, -fact.amount)]
    if isinstance(fact, f.Upkeep):
        return [(fact.who, "stamina", -fact.amount)]
    if isinstance(fact, f.Damage):
        return [(fact.who, "hits", -fact.hits), (fact.who, "stamina", -fact.stamina)]
    if isinstance(fact, f.Breather):
        return [(fact.who, "stamina", fact.gained), (fact.who, "stability", -fact.gained)]
    return []


def check_dead(before: RheanState, after: RheanState) -> None:
    """The dead stay dead, but for those of whom the GM has said until when they are."""
    dead = {fighter.id for fighter in before.fighters if (known := fighter.condition("dead")) and lasts(known)}
    assert dead <= {fighter.id for fighter in after.fighters if fighter.has("dead")}


def lasts(condition: Condition) -> bool:
    """Whether a condition does not end by itself."""
    return condition.until is None and condition.until_round is None


def check_json(state: RheanState) -> None:
    """To JSON and back without loss, the same bytes again."""
    data = SYSTEM.encode_state(state)
    again = SYSTEM.decode_state(data)
    assert again == state
    assert SYSTEM.encode_state(again) == data


def check_secrets(state: RheanState) -> None:
    """Nobody who may not know of a hidden one finds him in what he is shown."""
    for fighter in state.fighters:
        if fighter.has("hidden"):
            for viewer in viewers(state):
                scene = SYSTEM.view(state, viewer)
                if viewer == PUBLIC:
                    assert fighter.id not in {shown.id for shown in scene.combatants}
                assert all(entry.id in {shown.id for shown in scene.combatants} for entry in scene.order)


def viewers(state: RheanState) -> list[Viewer]:
    """The public and every person who decides for somebody."""
    return [PUBLIC, *(Viewer(owner) for owner in sorted({fighter.owner for fighter in state.fighters} - {"gm"}))]


def check_words(events: Sequence[Event]) -> None:
    """Every event goes to JSON and back, and has words for everybody who may know of it."""
    assert SYSTEM.decode_events(SYSTEM.encode_events(events)) == tuple(events)
    for event in events:
        for fact in (event.fact, event.public):
            if fact is not None:
                text = SYSTEM.describe(fact, {}).text
                assert text
                assert "None" not in text
                assert "_" not in text


def check_prompts(state: RheanState) -> None:
    """What is open is the same however it is asked for, and each decision once."""
    prompts = SYSTEM.prompts(state)
    decisions = SYSTEM.open_decisions(state)
    assert sorted((prompt.id, prompt.who, prompt.kind) for prompt in prompts) == sorted(decisions)
    assert len({prompt.id for prompt in prompts}) == len(prompts)
    for prompt in prompts:
        assert [prompt] == [one for one in SYSTEM.prompts(state, prompt.who) if one.id == prompt.id]
