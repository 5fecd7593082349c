"""A mark in everything that is hidden; then every address is read by everybody, whatever it answers."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest

from encounters import engine
from encounters.actions.choose import do_choose
from encounters.actions.control import do_share
from encounters.actions.play import do_command, do_start
from encounters.models import Encounter
from rhean.campaigns.actions import do_log, do_roll
from rhean.campaigns.models import Campaign
from rhean.campaigns.visibility import Visibility
from rhean.rules.commands import GM_KEY, Command
from rhean.rules.events import GM_ONLY, Audience
from rhean.rules.expression import parse
from sheets.models import Character
from tests.access.every import CASES, tried_and_undone
from tests.access.world import GMS, OWNER, Case, World
from tests.factories.encounters import CombatantFactory, EncounterFactory
from tests.factories.sheets import CreatureFactory

BLIND = (839, 877, 919)  # the faces of a blind roll; its label is told to all, its result is the mark
GMS_ALONE = (
    "MARK-CAMPAIGN", "MARK-SHEET", "MARK-CREATURE", "MARK-BEAST", "MARK-PLAN", "MARK-DRAFT", "MARK-HIDDEN",
    "MARK-MASK", "MARK-NAME", "MARK-LATE", "MARK-LOG", "MARK-ROLL", str(prod(BLIND)),
)  # fmt: skip
WITH_ODE = ("MARK-DIARY", "MARK-WHISPER", "MARK-SEALED", "MARK-THROW")
FORMS = ("md", "json", "csv")


@pytest.fixture
def marked(world: World) -> World:
    """The world with a mark in every hidden field, and a fight with one hidden, one unnamed and one who waits."""
    wren, sheet = world.people["wren"], world.things["sheet"]
    Campaign.objects.filter(pk=world.campaign.pk).update(gm_notes="MARK-CAMPAIGN", rulings={"declarations": "sealed"})
    world.campaign.refresh_from_db()
    Character.objects.filter(pk=sheet.pk).update(gm_notes="MARK-SHEET", notes="MARK-DIARY")
    beast = CreatureFactory.create(campaign=world.campaign, owner=wren, name="MARK-CREATURE", gm_notes="MARK-BEAST")
    EncounterFactory.create(campaign=world.campaign, name="MARK-DRAFT")
    made = EncounterFactory.create(campaign=world.campaign, name="At the well", notes="MARK-PLAN")
    CombatantFactory.create(encounter=made, side="party", owner=world.people["ode"].key, sheet=sheet.document)
    CombatantFactory.create(encounter=made, name="MARK-NAME", mask="a figure", masked=True, sheet=beast.document)
    shade = {"name": "MARK-HIDDEN", "mask": "MARK-MASK", "start": {"hidden": True}}
    hidden = CombatantFactory.create(encounter=made, sheet=beast.document, **shade)
    CombatantFactory.create(encounter=made, name="MARK-LATE", sheet=beast.document, round=99)
    world.things["fight"] = seal(do_share(do_start(made, wren), shared=True), world)
    world.things["fight_late"] = hidden
    do_log(world.campaign, "campaign.left", {"who": "MARK-LOG"}, audience=GM_ONLY, actor=wren)
    audience = Audience((world.people["ode"].key,))
    do_log(world.campaign, "campaign.left", {"who": "MARK-WHISPER"}, audience=audience, actor=wren)
    roll_marks(world)
    return world


def roll_marks(world: World) -> None:
    """A roll that the GM keeps to himself, one that Ode shows to the GMs only, and one that she makes blind."""
    for who, label, shown in (
        ("wren", "MARK-ROLL", Visibility.GM),
        ("ode", "MARK-THROW", Visibility.GM),
        ("ode", "Listening", Visibility.BLIND),
    ):
        tree = parse("d1000*d1000*d1000") if shown == Visibility.BLIND else parse("d20")
        faces = BLIND if shown == Visibility.BLIND else None
        do_roll(world.campaign, tree, world.people[who], visibility=shown, label=label, faces=faces)


def seal(fight: Encounter, world: World) -> Encounter:
    """The fight where Ode has declared under seal that she runs to MARK-SEALED, and others have still to declare."""
    wren, ode = world.people["wren"], world.people["ode"]
    mine = fight.roster.get(owner=ode.key).cid
    do_choose(fight, wren, who=GM_KEY)
    fight.refresh_from_db()
    for _, who, _ in engine.system_for(fight).open_decisions(engine.state_of(fight)):
        (react,) = engine.prompts_of(fight, who)
        faces = engine.Rolls((7, 6) if who == mine else (9, 9), rest_by_app=True)  # the slowest declares first
        do_command(fight, engine.command_for(react, react.options[0], {}, GM_KEY), wren, rolls=faces)
        fight.refresh_from_db()
    (declare,) = engine.prompts_of(fight, mine)
    run = Command(mine, "declare", {"action": "run", "place": "MARK-SEALED"}, ode.key, declare.id)
    do_command(fight, run, ode)
    fight.refresh_from_db()
    assert engine.scene_of(fight).clock == "Round 1, phase 1: declaring"
    return fight


def with_every_form(case: Case) -> list[Case]:
    """The case; a download once in each of its forms."""
    key = {"encounters:download_log": "form", "campaigns:log_download": "kind"}.get(case.name)
    if key is None:
        return [case]
    given = case.arguments
    return [replace(case, arguments=lambda world, form=form: {**given(world), key: form}) for form in FORMS]


def read(case: Case, world: World, who: str) -> str:
    """Every byte of the answer, and its headers."""
    answer = tried_and_undone(case, world, who)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode("utf-8", "replace") + str(answer.headers)


def found(world: World, who: str, words: tuple[str, ...]) -> set[tuple[str, str]]:
    """Which of the words somebody reads, and at which address."""
    tried = [one for case in CASES if who not in case.untried for one in with_every_form(case)]
    pages = [(case.name, read(case, world, who)) for case in tried]
    return {(name, word) for name, page in pages for word in words if word in page}


@pytest.mark.parametrize("who", ["nobody", "stranger", "host", "watcher", "pike", "ode"])
def test_no_answer_of_any_address_holds_what_somebody_may_not_know(marked: World, who: str) -> None:
    fight = marked.things["fight"]
    secret = (*GMS_ALONE, fight.seed, *(() if who == "ode" else WITH_ODE))
    assert found(marked, who, secret) == set()


@pytest.mark.parametrize("who", sorted(GMS - OWNER))
def test_who_may_know_it_reads_every_mark_so_that_the_walk_cannot_pass_empty(marked: World, who: str) -> None:
    assert {word for _, word in found(marked, who, (*GMS_ALONE, *WITH_ODE))} == {*GMS_ALONE, *WITH_ODE}


def test_a_player_reads_what_is_his(marked: World) -> None:
    assert {word for _, word in found(marked, "ode", WITH_ODE)} == set(WITH_ODE)
