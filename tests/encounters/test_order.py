"""The order of a round, in Rhean: removals, ties, corrections, conditions."""

from __future__ import annotations

import pytest

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.play import do_start
from encounters.logbook import ref_of
from encounters.models import LogEntry
from encounters.projection import view_for
from encounters.records import read_records
from rhean.campaigns.models import Campaign, User
from rhean.rules.events import GM, PUBLIC, Viewer
from rhean.rules.systems import get_system
from tests.encounters.table import Table
from tests.factories.campaigns import CampaignFactory, MembershipFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory

NAMES = ("Anna", "Bruno", "Carla", "Dario")


@pytest.fixture
def road(wren: User, ode: User) -> Campaign:
    """A campaign in Rhean with the same people."""
    made = CampaignFactory.create(system="rhean")
    MembershipFactory.create(campaign=made, user=wren, role=3)
    MembershipFactory.create(campaign=made, user=ode, role=2)
    return made


@pytest.fixture
def phase(road: Campaign, wren: User, ode: User) -> Table:
    """Phase 1 of round 1: four fighters, two on each side, who all have reacted already; nobody has declared."""
    sheet = get_system("rhean").library.get("characters", "soldier").sheet
    fight = EncounterFactory.create(campaign=road)
    for name in NAMES:
        side, owner = ("party", ode.key) if name in NAMES[:2] else ("foes", "gm")
        CombatantFactory.create(
            encounter=fight, name=name, side=side, owner=owner, sheet=sheet, start={"reacted": True}
        )
    table = Table(do_start(fight, wren), {"wren": wren, "ode": ode})
    do_choose(table.fight, wren, who="gm")
    for place, name in enumerate(NAMES, 1):
        by_hand(table, "order", target=name, place=place)
    return table


def by_hand(table: Table, option: str, **values: object) -> None:
    """The GM sets something by hand; combatants by name."""
    sent = {f"with-{key}": table.who(str(value)).cid if value in NAMES else value for key, value in values.items()}
    answered = table.post("wren", "override", {"option": option, **sent})
    assert answered.status_code == 200, answered.content.decode()


def order(table: Table, viewer: Viewer = GM) -> list[str]:
    """The order as somebody sees it."""
    fight = table.fight
    return [one.name for one in view_for(fight, viewer, read_records(fight)).order]


def active(table: Table) -> str:
    """Whose turn it is to declare."""
    _, who, kind = engine.system_for(table.fight).open_decisions(engine.state_of(table.fight))[0]
    assert kind == "declare"
    return table.fight.roster.get(cid=who).name


def declare(table: Table, *names: str) -> None:
    """These declare nothing, one after the other."""
    for name in names:
        answered = table.answer("wren", name, "nothing")
        assert answered.status_code == 200, answered.content.decode()


def test_d1_when_another_leaves_the_active_one_stays_active(phase: Table) -> None:
    declare(phase, "Anna", "Bruno")
    by_hand(phase, "remove", target="Anna")
    assert active(phase) == "Carla"
    assert order(phase) == ["Bruno", "Carla", "Dario"]


def test_d1_when_the_active_one_leaves_the_next_is_active_once(phase: Table) -> None:
    declare(phase, "Anna", "Bruno")
    by_hand(phase, "remove", target="Carla")
    assert active(phase) == "Dario"
    declare(phase, "Dario")
    assert engine.scene_of(phase.fight).clock.startswith("Round 1, phase 2")


def test_d2_nobody_is_passed_over_when_one_who_has_acted_falls(phase: Table) -> None:
    for name in NAMES[:3]:
        by_hand(phase, "initiative", target=name, value=12)
    by_hand(phase, "initiative", target="Dario", value=20)
    for place, name in enumerate(NAMES[:3], 1):
        by_hand(phase, "order", target=name, place=place)
    declare(phase, "Anna")
    by_hand(phase, "set_pool", target="Anna", pool="hits", value=0)
    declare(phase, "Bruno")
    assert active(phase) == "Carla"


def test_d3_a_corrected_number_begins_no_turn_and_ends_none(phase: Table) -> None:
    for value, name in zip((5, 7, 8, 20), NAMES, strict=True):
        by_hand(phase, "initiative", target=name, value=value)
    before, state = order(phase), engine.scene_of(phase.fight)
    by_hand(phase, "initiative", target="Carla", value=9)
    after = engine.scene_of(phase.fight)
    told = engine.read_events(phase.fight, phase.fight.log.last())
    assert order(phase) == before
    assert {event.fact.kind for event in told} <= {"initiative", "overridden"}
    assert [one.gauges for one in after.combatants] == [one.gauges for one in state.combatants]
    assert active(phase) == "Anna"


def test_d5_a_wound_in_phase_1_leaves_the_order_of_the_round_as_it_was_set(phase: Table) -> None:
    before = order(phase)
    by_hand(phase, "set_pool", target="Bruno", pool="hits", value=2)
    by_hand(phase, "set_pool", target="Bruno", pool="stamina", value=3)
    for _ in range(2):
        declare(phase, *NAMES)
        assert order(phase) == before


def test_d8_tied_ones_stand_exactly_as_last_placed_for_everybody(phase: Table, ode: User) -> None:
    for name in NAMES:
        by_hand(phase, "initiative", target=name, value=12)
    expected = order(phase)
    for _ in range(5):
        by_hand(phase, "order", target=expected[-1], place=1)
        expected.insert(0, expected.pop())
        by_hand(phase, "order", target=expected[0], place=2)
        expected.insert(1, expected.pop(0))
    assert order(phase) == order(phase, Viewer(ode.key)) == order(phase, PUBLIC) == expected


def test_d13_stamina_and_what_is_spent_come_back(phase: Table) -> None:
    before = bytes(phase.fight.state)
    answered = phase.answer("ode", "Anna", "dodge")
    assert answered.status_code == 200
    step = phase.fight.log.filter(kind=LogEntry.Kind.COMMAND).last()
    phase.post("wren", "undo", {"ref": ref_of(phase.encounter, step.seq)})
    assert bytes(phase.fight.state) == before


def test_d35e_no_die_falls_before_every_choice_is_locked(phase: Table) -> None:
    by_hand(phase, "pair", a="Anna", b="Carla", zone="engaged", distance=1)
    phase.answer("ode", "Anna", "melee_attack", target=phase.who("Carla").cid)
    phase.answer("wren", "Bruno", "nothing")
    phase.answer("wren", "Carla", "dodge")
    assert all(step.faces == [] for step in phase.fight.log.filter(command__name="declare"))
    phase.answer("wren", "Dario", "nothing")
    assert phase.fight.log.last().faces


@pytest.mark.parametrize("whose", ["Anna", "Dario"])
@pytest.mark.parametrize(
    ("until", "lasts"),
    [("phase", [False, False, False]), ("next_phase", [True, False, False]), ("round", [True, True, False])],
)
def test_d57_a_condition_ends_exactly_then_whoever_has_it(
    phase: Table, whose: str, until: str, lasts: list[bool]
) -> None:
    by_hand(phase, "add", target=whose, key="dazed", until=until)
    who = phase.who(whose).cid
    seen = []
    for _ in lasts:
        declare(phase, *NAMES)
        combatants = engine.scene_of(phase.fight).combatants
        seen.append(any(tag.key == "dazed" for one in combatants if one.id == who for tag in one.tags))
    assert seen == lasts


def test_every_role_opens_its_own_page(phase: Table) -> None:
    assert phase.get("wren", "run").status_code == 200
    assert phase.get("ode", "play").status_code == 200
    assert "What do you do in phase 1?" in phase.get("ode", "play").content.decode()
