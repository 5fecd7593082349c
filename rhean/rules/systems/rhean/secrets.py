"""Who may know what: hidden combatants, and the figures of a foe. Decided where an event is born.

* All that a hidden combatant does is his owner's and the GM's, and theirs who have noticed him.
* With the ruling ``hide_foe_numbers``, defence terms and exact pools are the owners' of that side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rhean.rules.events import EVERYONE, Audience, Viewer
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.state import Fighter

if TYPE_CHECKING:
    from rhean.rules.systems.rhean.fight import Fight

SUBJECTS = ("who", "target", "a", "b", "by", "foe")
"""Fields of facts that name a combatant."""

REVEALING = (facts.Attack, facts.Damage, facts.Defence)
"""Facts by which a hidden combatant shows himself: a blow is seen by all."""


def hidden_from(fight: Fight, who: str, watcher: str) -> bool:
    """Whether ``who`` is hidden from ``watcher``: an enemy who has not noticed him."""
    hiding = fight[who].condition("hidden")
    if hiding is None or not fight.are_enemies(who, watcher):
        return False
    return watcher not in hiding.known_to


def knows_of(fight: Fight, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer may know that this combatant is there."""
    if viewer.gm or not fighter.has("hidden"):
        return True
    return viewer.owner is not None and viewer.owner in owners_who_know(fight, fighter)


def owners_who_know(fight: Fight, fighter: Fighter) -> set[str]:
    """The persons who may know of a hidden combatant: his side's, and those of the enemies who noticed him."""
    hiding = fighter.condition("hidden")
    known = hiding.known_to if hiding else ()
    return {other.owner for other in fight.fighters.values() if other.side == fighter.side or other.id in known}


def sees_hidden(fight: Fight, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer may know that somebody is hidden: from a living foe of whom this viewer knows. Whether one is
    hidden from others as well would tell that there are others."""
    if viewer.gm or not fighter.has("hidden"):
        return fighter.has("hidden")
    return any(
        hidden_from(fight, fighter.id, foe.id) and not foe.has("dead") and knows_of(fight, viewer, foe)
        for foe in fight.enemies(fighter.id)
    )


def believers(fight: Fight, fighter: Fighter) -> set[str]:
    """The persons who know of somebody and may know that he is hidden."""
    return {owner for owner in owners_who_know(fight, fighter) if sees_hidden(fight, Viewer(owner), fighter)}


def surprised_by_coming_out(fight: Fight, fighter: Fighter) -> Audience:
    """Those to whom it is news that a hidden one is hidden no longer: all but those who take him for seen already."""
    seen = owners_who_know(fight, fighter) - believers(fight, fighter)
    if not seen:
        return EVERYONE
    return Audience(tuple(sorted({other.owner for other in fight} - seen)))


def owners_of_side(fight: Fight, side: str) -> set[str]:
    """The persons who run somebody on a side."""
    return {other.owner for other in fight.fighters.values() if other.side == side}


def audience(fight: Fight, fact: facts.RheanFact) -> tuple[Audience, facts.RheanFact | None]:
    """Who may know a fact in full, and what all others are told."""
    owners, public = _figures(fight, fact)
    hidden: list[Fighter] = []
    if not isinstance(fact, REVEALING):
        hidden = [fight[who] for who in _subjects(fight, fact) if fight[who].has("hidden")]
    if hidden:
        knowing = set.intersection(*(owners_who_know(fight, fighter) for fighter in hidden))
        owners = knowing if owners is None else knowing & owners
        public = None
    if owners is None:
        return EVERYONE, None
    return Audience(tuple(sorted(owners))), public


def watch(fight: Fight, fact: facts.Check, hider: str) -> tuple[Audience, facts.Check, Audience]:
    """Who may know in full how a watcher fared against somebody who hides; what is told instead, and to whom.

    The hider's side knows it of those watchers whom it knows of, in figures as of any defence; the watcher's owner
    only when he noticed.
    """
    side = owners_of_side(fight, fight[hider].side)
    told = {owner for owner in side if knows_of(fight, Viewer(owner), fight[fact.who])}
    own = {fight[fact.who].owner} if fact.success else set()
    full = told & _side_of(fight, fact.who) if fight.rulings["hide_foe_numbers"] else told
    public = replace(fact, total=None, terms=(), faces=())
    return Audience(tuple(sorted(full | own))), public, Audience(tuple(sorted(told)))


def _subjects(fight: Fight, fact: facts.RheanFact) -> Iterable[str]:
    """The combatants that a fact names."""
    for field in SUBJECTS:
        who = getattr(fact, field, None)
        if isinstance(who, str) and who in fight.fighters:
            yield who
    yield from (who for who in getattr(fact, "about", ()) if who in fight.fighters)


def _figures(fight: Fight, fact: facts.RheanFact) -> tuple[set[str] | None, facts.RheanFact | None]:
    """Owners (None: everybody) and public form of a fact that holds the figures of somebody's defence or pools."""
    if isinstance(fact, facts.Attack):
        return _attack_figures(fight, fact)
    if not fight.rulings["hide_foe_numbers"]:
        return None, None
    if isinstance(fact, facts.Defence):
        return _side_of(fight, fact.who), replace(fact, total=None, terms=(), faces=())
    if isinstance(fact, facts.Bind | facts.ArmorBlock | facts.Soak):
        return _side_of(fight, fact.who), replace(fact, terms=(), faces=())
    if isinstance(fact, facts.Pool):
        return _side_of(fight, fact.who), None
    return None, None


def _attack_figures(fight: Fight, fact: facts.Attack) -> tuple[set[str] | None, facts.RheanFact | None]:
    """An attack's defence is its target's side's; its total everybody's, unless the ruling ``defence_sees_total``
    keeps it from the defender."""
    owners, public = None, fact
    if fight.rulings["hide_foe_numbers"]:
        owners, public = _side_of(fight, fact.target), replace(public, defence=None, against=())
    if not fight.rulings["defence_sees_total"]:
        mine = _side_of(fight, fact.who)
        owners = mine if owners is None else mine & owners
        public = replace(public, total=None, terms=(), faces=())
    return owners, None if owners is None else public


def _side_of(fight: Fight, who: str) -> set[str]:
    """The persons of a combatant's side."""
    return owners_of_side(fight, fight[who].side)
