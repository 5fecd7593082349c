"""What an action is worth to somebody for whom the app chooses, where no odds tell: get up, get ready, get near,
then keep a defence for the blows that may come."""

from __future__ import annotations

from rhean.rules.systems.rhean import missiles, reach
from rhean.rules.systems.rhean.fight import Fight

DEFENCES = ("block", "parry", "dodge")
BY_CHANCE = ("control_mount", "offensive_focus", "defensive_focus")
"""What may be tried for its chance, where nothing better can be done."""
NONE = -1
"""Not worth it by itself, however likely it succeeds."""


def merit(fight: Fight, who: str, action: str) -> int:
    """The larger the better; ``NONE`` for what nobody should do for its own sake."""
    fighter = fight[who]
    near = bool(reach.engaged_with(fight, who))
    if action == "stand":
        return 9
    if action == "reset_weapon":
        return 8 if any(one.bound or one.reset for one in fighter.weapons if one.in_hand) else NONE
    if action == "ready_weapon":
        unloaded = any(missiles.is_missile(fight, one) and not one.loaded for one in fighter.weapons if one.in_hand)
        empty = not any(one.in_hand for one in fighter.weapons)
        return 7 if unloaded or empty else NONE
    if action == "combat_move":
        shoots = any(missiles.is_missile(fight, one) for one in fighter.weapons if one.in_hand)
        return NONE if near or shoots else 6
    if action in DEFENCES:
        return _defence_merit(fight, who, action) if near else NONE
    return 0 if action in BY_CHANCE else NONE


def _defence_merit(fight: Fight, who: str, action: str) -> int:
    """The active defence that is practised best, as long as there is breath to spare."""
    fighter, sheet = fight[who], fight.sheet(who)
    if 4 * fighter.stamina < fight.profile(who).maxima["stamina"]:
        return NONE
    skills = {"block": ("shield",), "dodge": ("evade",)}
    parries = tuple(f"{fight.make(one).skill}_parry" for one in fighter.weapons if one.in_hand)
    best = max((sheet.level(skill) for skill in skills.get(action, parries)), default=0)
    return min(1 + best, 5)
