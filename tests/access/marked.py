"""The world with a mark in everything that is hidden, in any system, and every way in which somebody may read of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse

from encounters import engine, replay
from encounters.actions.choose import do_choose
from encounters.actions.control import do_share
from encounters.actions.play import do_command, do_save_draft, do_start
from encounters.models import Combatant, Encounter
from encounters.stream import address_for, address_for_table
from rhean.campaigns.actions import do_log, do_roll
from rhean.campaigns.models import Campaign
from rhean.campaigns.rules import system_of
from rhean.campaigns.visibility import Visibility
from rhean.rules.commands import GM_KEY, Command
from rhean.rules.events import GM, GM_ONLY, PUBLIC, Audience
from rhean.rules.expression import parse
from rhean.rules.prompts import Option, Prompt
from sheets.models import Character
from tests.access.world import Case, World, client_for
from tests.factories.encounters import CombatantFactory, EncounterFactory, ForecastFactory
from tests.factories.sheets import CreatureFactory
from tests.house.viewers import Viewer, run

BLIND = (839, 877, 919)  # the faces of a blind roll; its label is told to all, its result is the mark
GMS_ALONE = (
    "MARK-CAMPAIGN", "MARK-SHEET", "MARK-CREATURE", "MARK-BEAST", "MARK-PLAN", "MARK-DRAFT", "MARK-HIDDEN",
    "MARK-MASK", "MARK-NAME", "MARK-LATE", "MARK-LOG", "MARK-ROLL", "MARK-FORECAST", str(prod(BLIND)),
)  # fmt: skip
WITH_ODE = ("MARK-DIARY", "MARK-WHISPER", "MARK-THROW")
KEPT = "MARK-KEPT"  # what Pike has entered and not confirmed
SEALED = "MARK-SEALED"  # what Ode has declared, in a system where declarations can be sealed
STORY = "MARK-STORY"  # what stands in her sheet in fields that are between her and the GM
FORMS = ("md", "json", "csv")


def mark(world: World) -> World:
    """A mark in every hidden field, and a fight with one hidden, one unnamed and one who waits."""
    wren, sheet = world.people["wren"], world.things["sheet"]
    rulings = {"declarations": "sealed"} if can_seal(world) else {}
    Campaign.objects.filter(pk=world.campaign.pk).update(gm_notes="MARK-CAMPAIGN", rulings=rulings)
    world.campaign.refresh_from_db()
    document = {**sheet.document, **dict.fromkeys(secret_fields(world), STORY)}
    Character.objects.filter(pk=sheet.pk).update(gm_notes="MARK-SHEET", notes="MARK-DIARY", document=document)
    sheet.refresh_from_db()
    beast = CreatureFactory.create(campaign=world.campaign, owner=wren, name="MARK-CREATURE", gm_notes="MARK-BEAST")
    EncounterFactory.create(campaign=world.campaign, name="MARK-DRAFT")
    ForecastFactory.create(encounter=world.things["draft"], cast=[["c1", "MARK-FORECAST", "foes"]])
    made = prepared(world, beast)
    world.things["fight_late"] = made.roster.get(name="MARK-HIDDEN")
    fight = do_share(do_start(made, wren), shared=True)
    do_choose(fight, wren, who=GM_KEY)
    fight.refresh_from_db()
    world.things["fight"] = fight = (sealed if can_seal(world) else played)(fight, world)
    assert hidden_of(fight).cid not in {one.id for one in engine.scene_of(fight, PUBLIC).combatants}
    keep_marks(world)
    return world


def prepared(world: World, beast: Character) -> Encounter:
    """The fight: Ode's and Pike's characters; an unnamed foe, one whom nobody sees, and one who waits."""
    scene = {"map": {"size": [12, 8], "light": "dark"}} if "map" in ready_scene(world) else {}
    made = EncounterFactory.create(campaign=world.campaign, name="At the well", notes="MARK-PLAN", scene=scene)
    sheet = world.things["sheet"].document
    for who in ("ode", "pike"):
        CombatantFactory.create(encounter=made, side="party", owner=world.people[who].key, sheet=sheet)
    CombatantFactory.create(encounter=made, name="MARK-NAME", mask="a figure", masked=True, sheet=beast.document)
    shade = {"name": "MARK-HIDDEN", "mask": "MARK-MASK", "start": {"hidden": True}}
    CombatantFactory.create(encounter=made, sheet=beast.document, **shade)
    CombatantFactory.create(encounter=made, name="MARK-LATE", sheet=beast.document, round=99)
    return made


def ready_scene(world: World) -> dict[str, Any]:
    """The scene of the first encounter that ships with the system."""
    return next(iter(system_of(world.campaign).library.all("encounters").values())).scene


def can_seal(world: World) -> bool:
    """Whether the system knows sealed declarations."""
    return any(ruling.key == "declarations" for ruling in system_of(world.campaign).rulings)


def secret_fields(world: World) -> list[str]:
    """The fields of a character's sheet that are between the player and the GM."""
    return [field.key for field in system_of(world.campaign).schema if field.secret]


def told_to_ode(world: World) -> tuple[str, ...]:
    """The marks that Ode may read, and no other player."""
    return (*WITH_ODE, *([SEALED] if can_seal(world) else []), *([STORY] if secret_fields(world) else []))


def sealed(fight: Encounter, world: World) -> Encounter:
    """Ode has declared under seal that she runs to MARK-SEALED; it is Pike's turn to declare."""
    wren, faces = world.people["wren"], {world.people["ode"].key: (7, 6), world.people["pike"].key: (8, 7)}
    for _, who, _ in engine.system_for(fight).open_decisions(engine.state_of(fight)):
        (react,) = engine.prompts_of(fight, who)
        fell = faces.get(fight.roster.get(cid=who).decides, (9, 9))  # the slowest declares first
        rolls = engine.Rolls(fell, rest_by_app=True)
        do_command(fight, engine.command_for(react, react.options[0], {}, GM_KEY), wren, rolls=rolls)
        fight.refresh_from_db()
    mine = own(world, fight, "ode")
    (declare,) = engine.prompts_of(fight, mine.cid)
    run_off = Command(mine.cid, "declare", {"action": "run", "place": SEALED}, mine.owner, declare.id)
    do_command(fight, run_off, world.people["ode"])
    fight.refresh_from_db()
    assert engine.scene_of(fight).clock == "Round 1, phase 1: declaring"
    return fight


def played(fight: Encounter, world: World) -> Encounter:
    """A round in which everybody had a turn, the hidden one too, and on until it is Pike's."""
    had: set[str] = set()
    waits_for = {one.cid for one in fight.roster.all() if one.round is None}
    while not (had >= waits_for and engine.prompts_of(fight, own(world, fight, "pike").cid)):
        ((_, who, _),) = engine.system_for(fight).open_decisions(engine.state_of(fight))
        (prompt,) = engine.prompts_of(fight, who)
        lets_go = engine.default_option(prompt)
        do_command(fight, engine.command_for(prompt, lets_go, {}, GM_KEY), world.people["wren"])
        fight.refresh_from_db()
        had.add(who)
    return fight


def own(world: World, fight: Encounter, who: str) -> Combatant:
    """Somebody's combatant."""
    return fight.roster.get(owner=world.people[who].key)


def hidden_of(fight: Encounter) -> Combatant:
    """The one whom nobody but the GM sees."""
    return fight.roster.get(name="MARK-HIDDEN")


def keep_marks(world: World) -> None:
    """In the campaign's log what the GMs keep, what is Ode's, and what she rolls blind; a draft that she keeps."""
    wren, ode = world.people["wren"], world.people["ode"]
    do_log(world.campaign, "campaign.left", {"who": "MARK-LOG"}, audience=GM_ONLY, actor=wren)
    do_log(world.campaign, "campaign.left", {"who": "MARK-WHISPER"}, audience=Audience((ode.key,)), actor=wren)
    for who, label, shown in (
        ("wren", "MARK-ROLL", Visibility.GM),
        ("ode", "MARK-THROW", Visibility.GM),
        ("ode", "Listening", Visibility.BLIND),
    ):
        tree = parse("d1000*d1000*d1000") if shown == Visibility.BLIND else parse("d20")
        faces = BLIND if shown == Visibility.BLIND else None
        do_roll(world.campaign, tree, world.people[who], visibility=shown, label=label, faces=faces)
    fight = world.things["fight"]
    (prompt,) = engine.prompts_of(fight, own(world, fight, "pike").cid)
    option, field = writable(prompt)
    do_save_draft(fight, prompt, option, {field: KEPT}, world.people["pike"])
    fight.refresh_from_db()


def writable(prompt: Prompt) -> tuple[Option, str]:
    """An option that asks for a text, and the field for it; else the first that asks for anything."""
    asking = [(option, one) for option in prompt.options if option.available for one in option.parameters]
    asking.sort(key=lambda pair: pair[1].kind not in ("text", "long_text", "path"))
    return asking[0][0], asking[0][1].key


def everywhere(case: Case, world: World) -> list[Case]:
    """The case; a download once in each of its forms, the replay once at each of its steps."""
    given = case.arguments
    if case.name == "encounters:replay":
        last = replay.frame_at(world.things["fight"], GM, None).last
        return [replace(case, query={"step": str(step)}) for step in range(last + 1)]
    key = {"encounters:download_log": "form", "campaigns:log_download": "kind"}.get(case.name)
    if key is None:
        return [case]
    return [replace(case, arguments=lambda world, form=form: {**given(world), key: form}) for form in FORMS]


def text_of(answer: HttpResponseBase) -> str:
    """Every byte of an answer, and its headers."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode("utf-8", "replace") + str(answer.headers)


def bad_posts(world: World) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What is sent to pry: decisions that are not open, are another's, or name the hidden one; and commands of the
    GM's. Each is its name, its address, and the form."""
    fight = world.things["fight"]
    pike, ghost = own(world, fight, "pike"), hidden_of(fight)
    (prompt,) = engine.prompts_of(fight, pike.cid)
    base = {"prompt": prompt.id, "who": pike.cid, "option": prompt.options[0].key}

    def answer(name: str, **more: Any) -> tuple[str, str, dict[str, Any]]:
        return name, reverse(f"encounters:{name}", args=[fight.code, prompt.kind]), {**base, **more}

    for name in ("answer", "save_draft"):
        yield answer(name, prompt="stale")
        yield answer(name, option="no such option")
        yield answer(name, who=ghost.cid)
        yield answer(name, who=own(world, fight, "ode").cid)
        yield answer(name, who="")
    for option in prompt.options:
        names_him = {f"with-{parameter.key}": ghost.cid for parameter in option.parameters}
        yield answer("answer", option=option.key, **names_him)
    for name in ("undo", "force", "choose", "override", "end", "share", "set_clock", "write_back"):
        sent = {"ref": "0", "stage": "gone", "who": ghost.cid, "option": "none", "shared": "x", "seconds": "x"}
        yield name, reverse(f"encounters:{name}", args=[fight.code]), sent
    for name in ("hand_over", "name", "enter"):
        yield name, reverse(f"encounters:{name}", args=[fight.code, ghost.cid]), {"owner": "nobody"}


def first_bytes(world: World, who: str) -> bytes:
    """What the streams say at once to somebody who opened a page of the fight, and to a table screen."""
    fight, heard = world.things["fight"], []

    async def listen(address: str) -> None:
        async with Viewer(address.removeprefix("/live/")) as viewer:
            assert viewer.status == 200
            heard.extend([(await viewer.message())["body"] for _ in range(2)])

    person = world.people.get(who)
    for address in [address_for_table(fight), *([address_for(fight, person)] if person else [])]:
        run(listen(address))
    return b"".join(heard)


def sender_for(world: World, who: str) -> Any:
    """How somebody posts."""
    return client_for(world, who).post
