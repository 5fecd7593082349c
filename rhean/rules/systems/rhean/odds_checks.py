"""Exact chances of what is neither a blow nor a defence: mounts, focus, breath, looking, hiding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from rhean.rules.explain import Explained, Term
from rhean.rules.prompts import Chance
from rhean.rules.systems.rhean import checks, rolls, secrets
from rhean.rules.systems.rhean.actions import full_round
from rhean.rules.systems.rhean.actions.move import FOCUS_TN
from rhean.rules.systems.rhean.actions.shared import RIDE_TN, gm_word
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.knowledge import as_seen, sees_numbers
from rhean.rules.systems.rhean.state import DEFAULT_HIDING, Declaration


def odds(fight: Fight, who: str, declared: Declaration, *, knows_all: bool) -> Iterator[Chance]:
    """The chances of a declared check; nothing for an action without one."""
    weigh = WEIGHED.get(declared.action)
    if weigh is not None:
        yield from weigh(fight, who, declared, knows_all)


def roll_chance(label: str, terms: tuple[Term, ...], tn: int) -> Chance:
    """The chance of a basic roll."""
    return Chance.of(label, checks.chance(checks.bonus_of(terms), tn), Explained.of(*terms))


def _mount(fight: Fight, who: str, declared: Declaration, knows_all: bool) -> Iterator[Chance]:
    """Whether the mount obeys."""
    yield roll_chance("obeys", rolls.skilled(fight, who, "ride", gm_word(fight, who, "check")), RIDE_TN)


def _focus(fight: Fight, who: str, declared: Declaration, knows_all: bool) -> Iterator[Chance]:
    """Whether the Concentration of a Focus succeeds."""
    word = gm_word(fight, who, "check")
    yield roll_chance("succeeds", rolls.skilled(fight, who, "concentration", word, half=declared.half), FOCUS_TN)


# -- breath -----------------------------------------------------------------------------------------------------


def _breather(fight: Fight, who: str, declared: Declaration, knows_all: bool) -> Iterator[Chance]:
    """Whether a Breather gives anything back, and how much on average if it can, as the pools stand now."""
    terms = full_round.breath_terms(fight, who)
    some, average = breath(checks.bonus_of(terms), full_round.most_breath(fight, who))
    yield Chance.of("gives breath back", some, Explained.of(*terms))
    if average:
        yield Chance.gain("expected Stamina back", average)


@lru_cache(maxsize=1024)
def breath(bonus: int, most: int) -> tuple[Fraction, Fraction]:
    """The chance that a Breather gives at least 1 Stamina back, and how many points it gives on average; ``most`` is
    what it can give at all."""
    gained = [(weight, _gained(faces, bonus, most)) for faces, weight in checks.PAIRS]
    some = sum(weight for weight, points in gained if points)
    return Fraction(some, 100), Fraction(sum(weight * points for weight, points in gained), 100)


def _gained(faces: tuple[int, int], bonus: int, most: int) -> int:
    rolled = checks.resolve(faces, bonus)
    return full_round.breath(rolled.total, rolled.ones, most)


# -- looking and hiding -----------------------------------------------------------------------------------------


def _perception(fight: Fight, who: str, declared: Declaration, knows_all: bool) -> Iterator[Chance]:
    """Whether a look finds somebody of whom the one who decides may know that he hides, and how well; else whether it
    reaches what finds one who has hidden in the usual way. Whoever is not known of changes nothing."""
    terms = rolls.perception_terms(fight, who, declared.sense or "sight")
    known = dict(_known_hiders(fight, who, knows_all))
    if not known:
        yield roll_chance(f"would notice one who hides well ({DEFAULT_HIDING})", terms, DEFAULT_HIDING)
        return
    easiest = min(known, key=lambda foe: known[foe])
    label = f"notices {easiest}" if len(known) == 1 else "notices somebody hidden"
    yield roll_chance(label, terms, known[easiest])


def _known_hiders(fight: Fight, who: str, knows_all: bool) -> Iterator[tuple[str, int]]:
    """The foes hidden from somebody of whom his owner knows all the same, with the total that notices them."""
    for foe in fight.enemies(who):
        hiding = foe.condition("hidden")
        if hiding is None or not secrets.hidden_from(fight, foe.id, who):
            continue
        known = knows_all or fight[who].owner in secrets.owners_who_know(fight, foe)
        if known and sees_numbers(fight, who, foe.id, knows_all=knows_all):
            yield foe.id, hiding.total


def _stealthy(fight: Fight, who: str, declared: Declaration, knows_all: bool) -> Iterator[Chance]:
    """Whether a Stealthy Move hides him from the sharpest of the watchers whom he knows of."""
    known = [
        watcher
        for watcher in full_round.watchers_of(fight, who)
        if knows_all or not secrets.hidden_from(fight, watcher, who)
    ]
    senses = {watcher: _senses(fight, who, watcher, knows_all) for watcher in known}
    if not senses:
        return
    best = max(senses, key=lambda watcher: senses[watcher])
    label = f"hides from {best}"
    if not sees_numbers(fight, who, best, knows_all=knows_all):
        label += ", if average"
    terms = full_round.hide_terms(fight, who, declared)
    yield Chance.of(label, hides(checks.bonus_of(terms), senses[best]), Explained.of(*terms))


def _senses(fight: Fight, who: str, watcher: str, knows_all: bool) -> int:
    """What a watcher adds to his Perception roll, as far as the one who hides may know."""
    seen = as_seen(fight, who, watcher, knows_all=knows_all)
    return checks.bonus_of(rolls.perception_terms(seen, watcher, "sight"))


@lru_cache(maxsize=1024)
def hides(bonus: int, senses: int) -> Fraction:
    """The chance that a Perception roll misses a Hide and Sneak roll, by their bonuses; two ones hide nobody."""
    missed = Fraction(0)
    for faces, weight in checks.PAIRS:
        rolled = checks.resolve(faces, bonus)
        missed += 0 if rolled.ones else weight * (1 - checks.chance(senses, rolled.total))
    return missed / 100


WEIGHED: dict[str, Callable[[Fight, str, Declaration, bool], Iterator[Chance]]] = {
    "control_mount": _mount,
    "offensive_focus": _focus,
    "defensive_focus": _focus,
    "breather": _breather,
    "perception": _perception,
    "stealthy_move": _stealthy,
}
"""Action -> how its check is weighed."""
