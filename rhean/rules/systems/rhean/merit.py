"""What an action is worth to somebody for whom the app chooses, where no odds tell: get up, get ready, get near,
then keep a defence for the blows that may come; and do not throw away what one fights with."""

from __future__ import annotations

from collections.abc import Callable

from rhean.rules.systems.rhean import gear, missiles, reach
from rhean.rules.systems.rhean.actions import attack, full_round
from rhean.rules.systems.rhean.conditions import is_down
from rhean.rules.systems.rhean.fight import Fight

DEFENCES = ("block", "parry", "dodge")
BY_ODDS = frozenset(row.key for row in attack.ROWS if row.step == "attack") | {
    *("stand_and_fire", "control_mount", "offensive_focus", "defensive_focus")
}
"""What the odds say enough of."""
NONE = -1
"""Not worth it by itself, however likely it succeeds."""


def merit(fight: Fight, who: str, action: str) -> int:
    """The larger the better, 9 at most; 0 where the odds alone decide; ``NONE`` for what nobody should do for its own
    sake."""
    weigh = WEIGHED.get(action)
    if weigh is not None:
        return weigh(fight, who, action)
    return 0 if action in BY_ODDS else NONE


def _stand(fight: Fight, who: str, action: str) -> int:
    """Nothing comes before being on one's feet."""
    return 9


def _reset(fight: Fight, who: str, action: str) -> int:
    """A weapon that is bound or out of place is freed before it is used."""
    return 8 if any(one.bound or one.reset for one in fight[who].weapons if one.in_hand) else NONE


def _ready(fight: Fight, who: str, action: str) -> int:
    """Load what shoots, and fill an empty hand."""
    held = [one for one in fight[who].weapons if one.in_hand]
    unloaded = any(missiles.is_missile(fight, one) and not one.loaded for one in held)
    return 7 if unloaded or not held else NONE


def _approach(fight: Fight, who: str, action: str) -> int:
    """Nearer, until one can strike somebody; who shoots stays where he is."""
    shoots = any(missiles.is_missile(fight, one) for one in fight[who].weapons if one.in_hand)
    return NONE if shoots or within_reach(fight, who) else 6


def _charge(fight: Fight, who: str, action: str) -> int:
    """A charge is for coming to blows; whoever can strike somebody stands and strikes."""
    return NONE if within_reach(fight, who) else 0


def within_reach(fight: Fight, who: str) -> bool:
    """Whether he is engaged with somebody on his feet whom his longest ready weapon reaches."""
    longest = gear.reach_of(fight, fight[who])
    return any(reach.bond(fight, who, foe).distance <= longest for foe in _threatening(fight, who))


def _threatening(fight: Fight, who: str) -> list[str]:
    """The foes whom he is engaged with and who are not down."""
    return [foe for foe in reach.known_engaged(fight, who) if not is_down(fight[foe])]


def _throw(fight: Fight, who: str, action: str) -> int:
    """A throw that leaves one without a weapon to strike with is for want of anything better."""
    return 0 if len(list(gear.ready_melee(fight, fight[who]))) > 1 else NONE


def _breathe(fight: Fight, who: str, action: str) -> int:
    """Breath is got back by those who have not enough left to strike."""
    price = fight.make(gear.main_weapon(fight[who])).stamina
    return 1 if fight[who].stamina < price and full_round.most_breath(fight, who) else NONE


def _defend(fight: Fight, who: str, action: str) -> int:
    """The active defence that is practised best, as long as a foe is near and there is breath to spare."""
    fighter, sheet = fight[who], fight.sheet(who)
    if 4 * fighter.stamina < fight.profile(who).maxima["stamina"] or not _threatening(fight, who):
        return NONE
    skills = {"block": ("shield",), "dodge": ("evade",)}
    parries = tuple(f"{fight.make(one).skill}_parry" for one in fighter.weapons if one.in_hand)
    best = max((sheet.level(skill) for skill in skills.get(action, parries)), default=0)
    return min(1 + best, 5)


WEIGHED: dict[str, Callable[[Fight, str, str], int]] = {
    "stand": _stand,
    "reset_weapon": _reset,
    "ready_weapon": _ready,
    "combat_move": _approach,
    "charge": _charge,
    "breather": _breathe,
    "throw_weapon": _throw,
    **dict.fromkeys(DEFENCES, _defend),
}
"""Action -> how its worth is found."""
