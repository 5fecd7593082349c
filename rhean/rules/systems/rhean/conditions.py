"""Conditions: when they begin and end, and who can act."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rhean.rules.events import Audience
from rhean.rules.systems.rhean import facts, formula, secrets
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import DEFAULT_HIDING, Condition, Fighter

KEYS = (
    "prone",
    "dazed",
    "stunned",
    "hidden",
    "mounted",
    "singing",
    "held_fast",
    "unconscious",
    "dying",
    "dead",
    "insane",
    "listless",
)
"""Every condition of a combatant."""

UNABLE = ("unconscious", "dying", "dead", "listless", "stunned", "held_fast")
DOWN = ("unconscious", "dying", "dead")

EMPTY_POOL = {"hits": "dying", "stamina": "unconscious", "stability": "insane", "ka": "listless"}
"""What somebody is whose pool is at 0."""


def able(fighter: Fighter) -> bool:
    """Whether somebody can do anything at all."""
    return not fighter.has(*UNABLE)


def is_down(fighter: Fighter) -> bool:
    """Whether somebody lies there unconscious, dying or dead, as everybody sees who sees him at all."""
    return fighter.has(*DOWN)


def may_act(fighter: Fighter) -> bool:
    """Whether somebody declares in this round."""
    return able(fighter) and fighter.reacted and not fighter.turn.failed and fighter.turn.total is not None


def stands(fighter: Fighter) -> bool:
    """Whether somebody keeps his side in the fight: able, or only stunned."""
    return not fighter.has("unconscious", "dying", "dead", "listless", "held_fast")


def gain(fight: Fight, who: str, key: str, **values: Any) -> None:
    """A condition begins; one that is there already only lasts as long as the new one would."""
    fighter = fight[who]
    if fighter.has("dead"):
        return
    known = fighter.condition(key)
    if known is not None:
        _put(fight, who, replace(known, **values))
        return
    if key == "dying":
        values.setdefault("left", _clock(fight, who))
    if key == "hidden":
        values.setdefault("total", DEFAULT_HIDING)
    if key == "dead":
        fight.change(who, conditions=())
    fight.change(who, conditions=(*fight[who].conditions, Condition(key, **values)))
    if key == "hidden":
        _tell_hidden(fight, who, secrets.believers(fight, fight[who]))
    else:
        fight.tell(facts.Dead(who) if key == "dead" else facts.ConditionGained(who, key))
    if key in UNABLE:
        end_hold(fight, who, "can do nothing now")


def _put(fight: Fight, who: str, condition: Condition) -> None:
    """Puts a condition in place of the one with its key."""
    others = (condition if old.key == condition.key else old for old in fight[who].conditions)
    fight.change(who, conditions=tuple(others))


def change(fight: Fight, who: str, key: str, **values: Any) -> None:
    """Other values for a condition."""
    known = fight[who].condition(key)
    if known is not None:
        _put(fight, who, replace(known, **values))


def _clock(fight: Fight, who: str) -> int:
    """How many round ends a dying one has, by the ruling ``dying``."""
    sheet = fight.sheet(who)
    return max(1, formula.evaluate(fight.rulings["dying"], {**sheet.attributes, **sheet.traits}))


def lose(fight: Fight, who: str, key: str) -> None:
    """A condition ends, if it is there."""
    if not fight[who].has(key):
        return
    fact = facts.ConditionLost(who, key)
    fight.tell(fact, secrets.surprised_by_coming_out(fight, fight[who]) if key == "hidden" else None)
    _drop(fight, who, key)


def _drop(fight: Fight, who: str, key: str) -> None:
    """A condition is there no longer."""
    fight.change(who, conditions=tuple(known for known in fight[who].conditions if known.key != key))


def end_hold(fight: Fight, who: str, reason: str, audience: Audience | None = None) -> None:
    """A held action ends, if there is one."""
    if fight[who].hold is not None:
        fight.change(who, hold=None)
        fight.tell(facts.HoldEnded(who, reason), audience)


def settle_pools(fight: Fight, who: str) -> None:
    """Whoever stands at 0 falls."""
    for pool, key in EMPTY_POOL.items():
        fighter = fight[who]
        if fighter.pool(pool) <= 0 and not fighter.has("dead", key):
            gain(fight, who, key)


def rise(fight: Fight, who: str, pool: str) -> None:
    """Whoever stands above 0 again rises."""
    if fight[who].pool(pool) > 0:
        lose(fight, who, EMPTY_POOL[pool])


def expire(fight: Fight, who: str) -> None:
    """The conditions that end with this phase end."""
    for known in fight[who].conditions:
        if known.until is not None and known.until <= fight.tick:
            lose(fight, who, known.key)


def expire_round(fight: Fight, who: str) -> None:
    """The conditions that end with this round end."""
    for known in fight[who].conditions:
        if known.until_round is not None and known.until_round <= fight.round:
            lose(fight, who, known.key)


def reveal(fight: Fight, who: str) -> None:
    """Nobody is hidden from anybody any longer by this one's doing."""
    lose(fight, who, "hidden")


def hide(fight: Fight, who: str, **values: Any) -> None:
    """Hidden, or hidden from others than before; whoever has to think otherwise of it now is told."""
    if not fight[who].has("hidden"):
        gain(fight, who, "hidden", **values)
        return
    before, news = secrets.believers(fight, fight[who]), secrets.surprised_by_coming_out(fight, fight[who])
    change(fight, who, "hidden", **values)
    if found := secrets.believers(fight, fight[who]) - before:
        _tell_hidden(fight, who, found)
    _tell_seen(fight, who, before, news)


def _tell_seen(fight: Fight, who: str, before: set[str], news: Audience) -> None:
    """Tells those for whom one is hidden no longer, though he is from others: ``before`` are those who believed it,
    ``news`` all to whom it is news."""
    after = secrets.believers(fight, fight[who])
    if before - after:
        full = facts.ConditionLost(who, "hidden", still=_deceived(fight, who))
        fight.tell(full, Audience(tuple(sorted(after))), facts.ConditionLost(who, "hidden"), news)


def _tell_hidden(fight: Fight, who: str, owners: set[str]) -> None:
    """Somebody is hidden now, for these persons and the GM."""
    fight.tell(facts.ConditionGained(who, "hidden"), Audience(tuple(sorted(owners))))


def _deceived(fight: Fight, who: str) -> tuple[str, ...]:
    """The living foes from whom somebody is hidden."""
    return tuple(
        foe.id for foe in fight.enemies(who) if secrets.hidden_from(fight, who, foe.id) and not foe.has("dead")
    )


def notice(fight: Fight, who: str, by: str) -> None:
    """A hidden one is noticed; once all living foes have noticed him he is hidden no longer."""
    hiding = fight[who].condition("hidden")
    if hiding is None or by in hiding.known_to:
        return
    before, news = secrets.believers(fight, fight[who]), secrets.surprised_by_coming_out(fight, fight[who])
    change(fight, who, "hidden", known_to=(*hiding.known_to, by))
    fight.tell(facts.Noticed(who, by))
    if _deceived(fight, who):
        _tell_seen(fight, who, before, news)
    else:
        fight.tell(facts.ConditionLost(who, "hidden"), news)
        _drop(fight, who, "hidden")
