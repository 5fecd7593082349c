"""A fight as one who decides in it may know it: without foes' hidden figures and sealed declarations.

With the ruling ``hide_foe_numbers`` a foe's figures are those of an average person with the gear that everybody sees
on him.
"""

from __future__ import annotations

from msgspec.structs import replace

from rhean.rules.systems.rhean import rolls, secrets
from rhean.rules.systems.rhean.entries import ATTRIBUTES, TRAITS
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.sheet import Known

AVERAGE_ATTRIBUTE = 5
AVERAGE_TRAIT = 6


def sees_numbers(fight: Fight, who: str, foe: str, *, knows_all: bool) -> bool:
    """Whether the one who decides for ``who`` may know the figures of ``foe``."""
    if knows_all or not fight.rulings["hide_foe_numbers"]:
        return True
    return fight[who].owner in secrets.owners_of_side(fight, fight[foe].side)


def as_seen(fight: Fight, who: str, foe: str, *, knows_all: bool) -> Fight:
    """The fight with a foe's hidden figures put at those of an average person who is fresh; his gear is what everybody
    sees."""
    if sees_numbers(fight, who, foe, knows_all=knows_all):
        return fight
    seen = Fight(fight.close())
    profile = fight.profile(foe)
    sheet = replace(
        profile.sheet,
        attributes=dict.fromkeys(ATTRIBUTES, AVERAGE_ATTRIBUTE),
        traits=dict.fromkeys(TRAITS, AVERAGE_TRAIT),
        skills=_worn_skills(fight, foe),
        advantages=(),
        natural_defense=0,
        natural_reduction=0,
        overrides={},
    )
    seen.fixed = replace(
        fight.fixed, profiles={**fight.fixed.profiles, foe: replace(profile, sheet=sheet, shortfall=0)}
    )
    plain = tuple(replace(wielded, by_hand={}) for wielded in fight[foe].weapons)
    seen.change(foe, weapons=plain, modifiers={})
    turn = fight[foe].turn
    seen.turn(foe, shield_work=min(1, turn.shield_work), armor_work=min(1, turn.armor_work))
    seen.moment(foe, weakened=0, short=False)
    return seen


def _worn_skills(fight: Fight, foe: str) -> dict[str, Known]:
    """Whoever wears armour or bears a shield is taken to be trained in it."""
    sheet = fight.sheet(foe)
    keys = ((sheet.armour.skill if sheet.armour else ""), ("shield" if sheet.shield else ""))
    skills = {key: rolls.skill_of(fight, foe, key) for key in keys if key}
    return {key: Known(1, 0, skill.attribute, skill.name) for key, skill in skills.items()}


def unsealed(fight: Fight, foe: str, *, knows_all: bool) -> Fight:
    """The fight without what the foe has declared in this phase under seal."""
    fighter = fight[foe]
    declared = fighter.moment.declared
    if knows_all or declared is None or fight.segment != "declare" or fight.rulings["declarations"] == "open":
        return fight
    seen = Fight(fight.close())
    seen.moment(foe, declared=None)
    whole = declared.type == "full"
    left = () if whole else tuple(kind for kind in fighter.turn.spent if kind != declared.type)
    seen.turn(foe, spent=left, full=None if whole else fighter.turn.full)
    return seen
