"""A rest: what it brings, told and written into the campaign's log."""

from __future__ import annotations

from typing import Any

from rhean.campaigns.actions import do_log
from rhean.campaigns.models import User
from rhean.campaigns.visibility import Visibility, audience_for
from rhean.rules.sheet import Document
from rhean.rules.systems import get_system
from sheets.actions.locking import changing, first_time, keep_document
from sheets.library import library_of, rulings_of
from sheets.models import Character

KIND = "sheet.rest"


def do_rest(character: Character, minutes: int, *, tended: bool, actor: User, key: str = "") -> dict[str, Any] | None:
    """Let it rest for so many minutes: the system says what comes back. The answer is what the log holds; None when
    a form with this ``key`` was carried out before."""
    with changing(character) as fresh:
        if not first_time(fresh, key):
            return None
        system = get_system(fresh.system)
        rested = system.rest(fresh.document, minutes, tended, library_of(fresh), rulings_of(fresh))
        after = {**fresh.document, **rested}
        payload = {"who": fresh.name, "minutes": minutes, **brought(fresh, after)}
        keep_document(fresh, after, paths_of(fresh.document, rested, system.pools_field))
        tell(fresh, payload, actor)
    return payload


def brought(character: Character, after: Document) -> dict[str, Any]:
    """What a rest changes: label and gain of each pool, and the values of a list that it ends."""
    system, library, rulings = get_system(character.system), library_of(character), rulings_of(character)
    before = character.document
    then, now = (system.pools(document, library, rulings) for document in (before, after))
    names = {field.key: dict(field.choices) for field in system.schema}
    labels = names.get(system.pools_field, {})
    gains = [[labels.get(pool, pool.capitalize()), now[pool][0] - then[pool][0]] for pool in now]
    ended = [
        names[key].get(each, each.replace("_", " "))
        for key, value in after.items()
        if isinstance(value, list) and key in names
        for each in before.get(key) or ()
        if each not in value
    ]
    return {"gains": [[label, gain] for label, gain in gains if gain], "ended": ended}


def paths_of(before: Document, rested: Document, pools_field: str) -> list[str]:
    """The places that a rest changes, pool by pool."""
    pools, old = rested.get(pools_field) or {}, before.get(pools_field) or {}
    changed = [f"{pools_field}.{pool}" for pool in pools if pools[pool] != old.get(pool)]
    return changed + [key for key in rested if key != pools_field and rested[key] != before.get(key)]


def tell(character: Character, payload: dict[str, Any], actor: User) -> None:
    """Write it into the log for those who read a roll of this sheet as the app proposes it."""
    visibility = Visibility.GM if character.is_npc else Visibility.PUBLIC
    if character.campaign is not None:
        do_log(character.campaign, KIND, payload, audience=audience_for(visibility, actor), actor=actor)


def words_of_rest(payload: dict[str, Any]) -> str:
    """What came back in a sentence.

    >>> words_of_rest({"minutes": 90, "gains": [["Stamina", 6], ["Hits", 1]], "ended": ["Prone"]})
    'After 1 hour 30 minutes: Stamina +6, Hits +1; no longer Prone.'
    """
    gains = ", ".join(f"{label} {gain:+d}" for label, gain in payload["gains"])
    ended = f"no longer {', '.join(payload['ended'])}" if payload["ended"] else ""
    said = "; ".join(filter(None, (gains, ended)))
    return f"After {time_words(payload['minutes'])}: {said}." if said else "Nothing came back."


def time_words(minutes: int) -> str:
    """So many minutes in words.

    >>> time_words(60), time_words(10), time_words(121)
    ('1 hour', '10 minutes', '2 hours 1 minute')
    """
    counted = [(minutes // 60, "hour"), (minutes % 60, "minute")]
    return " ".join(f"{n} {unit}{'s' if n != 1 else ''}" for n, unit in counted if n) or "0 minutes"
