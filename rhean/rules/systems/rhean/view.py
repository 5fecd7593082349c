"""A fight as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.events import Viewer
from rhean.rules.explain import Explained
from rhean.rules.maps import map_view
from rhean.rules.state import Score
from rhean.rules.systems.rhean import boards, defence, gear, opened, places, reach, secrets
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.attack import trigger_words
from rhean.rules.systems.rhean.conditions import is_down
from rhean.rules.systems.rhean.entries import POOLS
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.knowledge import unsealed
from rhean.rules.systems.rhean.state import Condition, Declaration, Fighter, RheanState, Wielded
from rhean.rules.systems.rhean.wording import action_label, condition_label, explained, pool_label, spaced
from rhean.rules.view import CombatantView, Figure, Gauge, Item, Link, OrderEntry, Scene, Tag

CLOCKS = {
    "opening": "Before round {next}",
    "reaction": "Round {round}: who reacts?",
    "declare": "Round {round}, phase {phase}: declaring",
    "held": "Round {round}, phase {phase}: held actions",
    "defend": "Round {round}, phase {phase}: defences",
    "over": "The fight is over",
}
BAD = ("dying", "dead", "unconscious", "insane", "listless", "stunned", "held_fast")
WORDS = ((0, "none left"), (25, "nearly spent"), (50, "below half"), (99, "worn"), (100, "full"))


def view(state: RheanState, viewer: Viewer) -> Scene:
    """The state for one viewer: combatants that he may not know are absent, figures that he may not know empty."""
    fight = Fight(state)
    known = [fighter for fighter in fight if secrets.knows_of(fight, viewer, fighter)]
    ids = {fighter.id for fighter in known}
    clock = CLOCKS[fight.segment].format(round=fight.round, phase=fight.phase, next=fight.round + 1)
    return Scene(
        round=fight.round,
        segment=fight.segment,
        clock=clock,
        over=fight.segment == "over",
        winner=fight.winner,
        order=tuple(_order(fight, viewer, ids)),
        waits_for=tuple(one.who for one in opened.open_in(fight) if one.who in ids),
        combatants=tuple(_combatant(fight, viewer, fighter, ids) for fighter in known),
        links=tuple(_links(fight, known)),
        ground=tuple(Item(thing.name, spaced(thing.name).capitalize(), "ground") for thing in fight.ground),
        map=map_view(fight.board.grid, fight.board.step, places.UNIT) if fight.board else None,
        notes=tuple(_notes(fight, viewer, ids)),
    )


def score(state: RheanState) -> Score:
    """How the fight stands in short."""
    down = tuple(fighter.id for fighter in state.fighters if is_down(fighter))
    dead = tuple(fighter.id for fighter in state.fighters if fighter.has("dead"))
    return Score(state.round, state.segment == "over", state.winner, down, dead)


# -- order and links --------------------------------------------------------------------------------------------


def _order(fight: Fight, viewer: Viewer, ids: set[str]) -> Iterator[OrderEntry]:
    """Who declares when, as far as one may know."""
    waiting = {one.who for one in opened.open_in(fight)}
    for who in fight.in_order():
        if who not in ids:
            continue
        fighter = fight[who]
        total = fighter.turn.total if _sees_numbers(fight, viewer, fighter) else None
        full = None if fighter.turn.broken else fighter.turn.full
        note = f"goes on with {action_label(full.action)}" if full is not None and full.since < fight.tick else ""
        done = fight.segment == "declare" and fighter.moment.declared is not None
        yield OrderEntry(who, total, who in waiting, done, note)


def _links(fight: Fight, known: list[Fighter]) -> Iterator[Link]:
    """How enemies stand who are not simply near."""
    for number, a in enumerate(known):
        for b in known[number + 1 :]:
            if a.side == b.side or reach.key_of(a.id, b.id) not in fight.pairs:
                continue
            bond = reach.bond(fight, a.id, b.id)
            if bond.zone != "engaged" and places.stand(fight, a.id, b.id) is not None:
                continue
            if bond.zone == "engaged":
                yield Link(a.id, b.id, "engaged", f"engaged at distance {bond.distance}", bond.distance)
            else:
                feet = "" if bond.feet is None else f", {bond.feet} feet"
                yield Link(a.id, b.id, bond.zone, f"{bond.zone}{feet}")


def _notes(fight: Fight, viewer: Viewer, ids: set[str]) -> Iterator[str]:
    """What else holds at this moment."""
    if viewer.gm and fight.forced:
        yield f"The next dice are fixed: {', '.join(map(str, fight.forced))}"
    if fight.segment == "held":
        yield "A held action comes before everything else."


# -- combatants -------------------------------------------------------------------------------------------------


def _sees_numbers(fight: Fight, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer may know a combatant's exact figures."""
    if viewer.gm or not fight.rulings["hide_foe_numbers"]:
        return True
    return viewer.owner is not None and viewer.owner in secrets.owners_of_side(fight, fighter.side)


def _combatant(fight: Fight, viewer: Viewer, fighter: Fighter, ids: set[str]) -> CombatantView:
    """One combatant as the viewer may see him."""
    exact = _sees_numbers(fight, viewer, fighter)
    mine = viewer.owner is not None and viewer.owner == fighter.owner
    return CombatantView(
        id=fighter.id,
        side=fighter.side,
        owner=fighter.owner,
        mine=mine,
        concealed=secrets.sees_hidden(fight, viewer, fighter),
        down=is_down(fighter),
        gauges=tuple(_gauge(fight, fighter, pool, exact) for pool in POOLS if exact or pool == "hits"),
        tags=tuple(_tags(fight, fighter, viewer, ids, exact)),
        figures=tuple(_figures(_without_sealed(fight, viewer, fighter), fighter)) if exact else (),
        items=tuple(_items(fight, fighter)),
        spent=tuple(_spent(fight, viewer, fighter)),
        declared=_declared(fight, viewer, fighter),
        size=fight.sheet(fighter.id).size,
        reach=gear.reach_of(fight, fighter),
        at=fighter.at,
        facing=fighter.facing,
        rings=tuple(boards.rings(fight, fighter, exact=exact)),
    )


def _spent(fight: Fight, viewer: Viewer, fighter: Fighter) -> Iterator[str]:
    """The actions of the round that are spent; a sealed declaration does not tell which it takes."""
    declared = fighter.moment.declared
    secret = declared is not None and not _shown(fight, viewer, fighter)
    for kind in fighter.turn.spent:
        if not (secret and declared is not None and declared.type in (kind, "full")):
            yield kind


def _gauge(fight: Fight, fighter: Fighter, pool: str, exact: bool) -> Gauge:
    """A pool in figures, or in a word."""
    now, full = fighter.pool(pool), fight.profile(fighter.id).maxima[pool]
    percent = 100 * now // full
    word = next(text for limit, text in WORDS if percent <= limit)
    if exact:
        return Gauge(pool, pool_label(pool), now, full, True, word)
    return Gauge(pool, pool_label(pool), exact=False, word=word)


def _without_sealed(fight: Fight, viewer: Viewer, fighter: Fighter) -> Fight:
    """The fight without a declaration of his that this viewer may not know."""
    return fight if _shown(fight, viewer, fighter) else unsealed(fight, fighter.id, knows_all=False)


def _figures(fight: Fight, fighter: Fighter) -> Iterator[Figure]:
    """Passive defence from the front, and what does not change."""
    stand = defence.standing(fight, fighter.id)
    value = explained(stand.total(), stand.with_reserve())
    yield Figure("defence", "Passive defence", value, group="Combat", help="From the front, against nobody special.")
    profile = fight.profile(fighter.id)
    bonus = Explained(profile.initiative)
    yield Figure("initiative", "Initiative (sheet)", bonus, group="Combat", help="Added to the d10.")
    yield Figure("movement", "Movement", Explained(profile.movement), "ft", "Combat")
    if fighter.moment.weakened:
        yield Figure("weakened", "Weakened", Explained(fighter.moment.weakened), group="Combat")


# -- tags -------------------------------------------------------------------------------------------------------


def _tags(fight: Fight, fighter: Fighter, viewer: Viewer, ids: set[str], exact: bool) -> Iterator[Tag]:
    """Conditions, and what else everybody can see."""
    for condition in fighter.conditions:
        if condition.key != "hidden" or secrets.sees_hidden(fight, viewer, fighter):
            yield _condition(fight, condition, exact)
    if not fighter.aware:
        yield Tag("unaware", "asleep" if fighter.asleep else "unaware", "rule.awareness")
    elif not fighter.reacted:
        yield Tag("unreacted", "has not reacted", "rule.reaction", tone="warn")
    for key in ("surprised", "was_asleep"):
        if getattr(fighter, key):
            yield Tag(key, condition_label(key), "rule.reaction")
    for key in ("intoxicated", "distracted"):
        if getattr(fighter, key):
            yield Tag(key, f"{key}, {getattr(fighter, key)}", "rule.reaction")
    yield from _stances(fight, fighter, viewer, ids, exact)


def _condition(fight: Fight, condition: Condition, exact: bool) -> Tag:
    """A condition with its end."""
    until = ""
    if condition.until is not None:
        until = "this phase" if condition.until <= fight.tick else "end of the next phase"
    elif condition.until_round is not None:
        until = "this round" if condition.until_round <= fight.round else "end of the next round"
    elif condition.key == "dying" and exact:
        until = "tended" if condition.tended else f"{condition.left} round ends left"
    tone = "bad" if condition.key in BAD else ""
    return Tag(condition.key, condition_label(condition.key), f"condition.{condition.key}", until, tone)


def _stances(fight: Fight, fighter: Fighter, viewer: Viewer, ids: set[str], exact: bool) -> Iterator[Tag]:
    """What lasts: full-round actions, holds, Shield Work, Armor Work, aim and focus."""
    full = None if fighter.turn.broken else fighter.turn.full
    if full is not None and (full.since < fight.tick or _shown(fight, viewer, fighter)):
        yield Tag(full.action, action_label(full.action), f"action.{full.action}", "end of the round")
    if fighter.hold is not None:
        seen = fighter.hold.guard or fighter.hold.watch
        about = seen if seen in ids else "somebody"
        words = trigger_words(fighter.hold).format(about)
        label = f"{action_label(fighter.hold.action)}: {words}"
        yield Tag("hold", label, f"action.{fighter.hold.action}", "its trigger", "warn")
    for key in ("shield_work", "armor_work", "mount_work"):
        if getattr(fighter.turn, key):
            yield Tag(key, action_label(key), f"action.{key}", "end of the round")
    if fighter.aim is not None and fighter.aim.target in ids:
        yield Tag("aim", f"Aim +{fighter.aim.amount} at {fighter.aim.target}", "action.aim")
    if exact:
        for kind, focus in (("attack", fighter.focus_attack), ("defence", fighter.focus_defence)):
            if focus is not None:
                yield Tag(f"focus_{kind}", f"Focus +{focus.amount} on the next {kind}", "", "its use")


def _shown(fight: Fight, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer may know what somebody has declared in this phase."""
    if viewer.gm or viewer.owner == fighter.owner:
        return True
    return fight.rulings["declarations"] == "open" or fight.segment != "declare"


def _declared(fight: Fight, viewer: Viewer, fighter: Fighter) -> str:
    """What somebody has declared, in words; sealed: only that he has."""
    declared = fighter.moment.declared
    if declared is None:
        return ""
    if not _shown(fight, viewer, fighter):
        return "has declared"
    return _words(declared)


def _words(declared: Declaration) -> str:
    """A declaration in short."""
    row = ACTIONS[declared.action]
    label = action_label(row.key)
    aimed = declared.targets or tuple(one for one in (declared.toward or declared.away,) if one)
    return f"{label}: {', '.join(aimed)}" if aimed else label


def _items(fight: Fight, fighter: Fighter) -> Iterator[Item]:
    """Weapons, shield and armour with how they are."""
    for wielded in fighter.weapons:
        yield Item(wielded.id, fight.make(wielded).name, wielded.hand, tuple(_weapon_tags(fight, wielded)))
    if fighter.shield is not None:
        make = fight.fixed.stock.shields[fighter.shield.kind]
        broken = fighter.shield.left <= 0
        label = "broken" if broken else f"Durability {fighter.shield.left}"
        tag = Tag("durability", label, tone="bad" if broken else "")
        yield Item(fighter.shield.kind, make.name, f"{fighter.shield.arm} arm", (tag,))
    armour = fight.sheet(fighter.id).armour
    if armour is not None:
        yield Item(armour.key, armour.name, "worn")


def _weapon_tags(fight: Fight, wielded: Wielded) -> Iterator[Tag]:
    """How a weapon is, where that is not simply ready."""
    state = gear.readiness(fight, wielded)
    if state != wielded.hand:
        tone = "bad" if state in ("bound", "reset", "unloaded") else ""
        yield Tag(state, "needs a Reset" if state == "reset" else state, f"condition.{state}", tone=tone)
