"""Passive defence: 11 and what the moment adds or takes, in the order of the specification."""

from __future__ import annotations

from itertools import combinations

import msgspec

from rhean.rules.explain import Term
from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean import derived, formula, gear, reach, secrets
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.rolls import term
from rhean.rules.systems.rhean.state import Fighter
from rhean.rules.systems.rhean.wording import spaced

BASE = 11
HELPLESS = ("unconscious", "dying", "dead", "held_fast")
PRONE = -4

ORDER = (
    "base",
    "agility",
    "armour",
    "natural",
    "shield",
    "evade",
    "*",
    "stance",
    "mount_work",
    "run",
    "leap",
    "running_attack",
    "spring_attack",
    "wide_attack",
    "full_round",
    "charge",
    "prone",
    "dazed",
    "gm",
    "override",
    "behind",
    "stance_parry",
    "stance_shield",
    "shield_work",
    "cover",
)

OWN_PENALTIES = {"run": -2, "leap": -2, "running_attack": -2, "spring_attack": -2, "wide_attack": -2}
"""What an action costs its own defence in its phase."""

FULL_ROUND = {"breather": -4, "stand_and_fire": -4, "sprint": -2, "charge": -2, "stealthy_move": -2}
"""What a full-round action costs all round."""

CHARGED = -2
"""More against the charge's own target."""


class Against(msgspec.Struct, frozen=True):
    """Of an attack, what the defence against it depends on."""

    attacker: str
    missile: bool = False
    called: bool = False
    wide: bool = False
    extra: int = 0


class Standing(msgspec.Struct, frozen=True):
    """A passive defence: its terms, and what could still be put against one attack of the phase.

    ``reserve`` holds (parry, shield, shield work) of Defensive Stance and Shield Work. ``cover`` is a percentage,
    applied to the sum last of all.
    """

    terms: tuple[Term, ...]
    reserve: tuple[Term, ...] = ()
    cover: int = 0

    def with_reserve(self, used: tuple[Term, ...] = ()) -> tuple[Term, ...]:
        """The terms with some of the reserve and with cover."""
        terms = (*self.terms, *used)
        plain = sum(entry.value for entry in terms)
        covered = (plain * (100 + self.cover) * 2 + 100) // 200
        return terms if covered == plain else (*terms, term("cover", covered - plain, f"{self.cover} %"))

    def total(self, used: tuple[Term, ...] = ()) -> int:
        """The defence with some of the reserve."""
        return sum(entry.value for entry in self.with_reserve(used))


def aware_of(fight: Fight, target: str, attacker: str) -> bool:
    """Whether one sees an attacker's blow coming."""
    if not fight[target].aware or secrets.hidden_from(fight, attacker, target):
        return False
    side = reach.bearing(fight, attacker, target)
    return side.quadrant != "rear" or side.aware


def standing(fight: Fight, target: str, against: Against | None = None) -> Standing:
    """The passive defence of one combatant, against an attack or in general (from the front, by nobody)."""
    fighter = fight[target]
    cover = _cover(fight, target, against)
    extra = (term("gm", against.extra),) if against and against.extra else ()
    bare = _bare(fight, fighter, against)
    if bare:
        return Standing((term("base", BASE, f"{bare}: nothing else counts"), *extra), cover=cover)
    if fighter.has("stunned"):
        base = term("base", BASE, "stunned: only trained armour counts")
        return Standing((base, *_stunned(fight, target), *extra), cover=cover)
    terms = (*_formula_terms(fight, fighter, against), *_situation(fight, fighter, against), *extra)
    terms = _ordered((term("base", BASE), *terms))
    behind = _behind(fight, target, terms, against)
    return Standing((*terms, *behind), _reserve(fight, fighter, against), cover)


def _bare(fight: Fight, fighter: Fighter, against: Against | None) -> str:
    """Why neither bonus nor penalty counts for somebody, not even that he lies on the ground; empty if they count."""
    helpless = next((key for key in HELPLESS if fighter.has(key)), "")
    if helpless:
        return spaced(helpless)
    seen = fighter.aware and (against is None or aware_of(fight, fighter.id, against.attacker))
    return "" if seen else "unaware"


def _stunned(fight: Fight, target: str) -> tuple[Term, ...]:
    """A stunned one keeps the Defense of armour that he is trained in."""
    sheet = fight.sheet(target)
    trained = sheet.armour is not None and sheet.trained_in_armour and fight.rulings["stunned"] == "armour"
    return (term("armour", sheet.armour.defense),) if sheet.armour and trained and sheet.armour.defense else ()


def _cover(fight: Fight, target: str, against: Against | None) -> int:
    """Cover counts against shots and throws, but not against a called shot."""
    if against is None or not against.missile or against.called:
        return 0
    return reach.bearing(fight, against.attacker, target).cover


def _formula_terms(fight: Fight, fighter: Fighter, against: Against | None) -> tuple[Term, ...]:
    """The terms of the ruling ``passive_defense_formula``, and the Evade that another ruling adds."""
    sheet = fight.sheet(fighter.id)
    parts = derived.defence_parts(sheet, fight.rulings)
    parts["shield"] = gear.dv(fight, fighter) if shield_counts(fight, fighter, against) else 0
    terms = list(formula.terms(fight.rulings["passive_defense_formula"], parts))
    if all(entry.key != "evade" for entry in terms):
        terms.append(term("evade", parts["evade"]))
    if "defence" in sheet.overrides:
        usual = sum(entry.value for entry in terms) + BASE
        terms.append(term("override", sheet.overrides["defence"] - usual))
    return tuple(terms)


def shield_counts(fight: Fight, fighter: Fighter, against: Against | None) -> bool:
    """Whether the shield can intercept an attack."""
    if not gear.shield_ready(fight, fighter) or (against is not None and against.wide):
        return False
    return against is None or shield_faces(fight, fighter, against.attacker, block=False)


def shield_faces(fight: Fight, fighter: Fighter, attacker: str, *, block: bool) -> bool:
    """Whether the shield is on the side from which an attack comes."""
    if fighter.shield is None:
        return False
    quadrant = reach.bearing(fight, attacker, fighter.id).quadrant
    front = block or fight.rulings["shield_quadrants"] == "front_and_side"
    return quadrant == fighter.shield.arm or (quadrant == "front" and front)


def _situation(fight: Fight, fighter: Fighter, against: Against | None) -> list[Term]:
    """Stances, mounts, moves, wounds: all that lies outside the formula."""
    declared = fighter.moment.declared
    terms = [term("mount_work", 2 if fighter.turn.mount_work else 0)]
    if declared is not None and declared.action in OWN_PENALTIES:
        terms.append(term(declared.action, OWN_PENALTIES[declared.action]))
    full = None if fighter.turn.broken else fighter.turn.full
    if full is not None:
        terms.append(term("full_round", FULL_ROUND.get(full.action, 0)))
        charged = full.action == "charge" and against is not None and against.attacker in full.targets
        terms.append(term("charge", CHARGED if charged else 0))
        if full.action == "defensive_stance" and full.since < _steps_done(fight):
            terms.append(term("stance", _stance(fight, fighter, against)))
    terms.append(term("prone", PRONE if fighter.has("prone") else 0))
    terms.append(term("dazed", fight.rulings["dazed"] if fighter.has("dazed") else 0))
    return terms


def _steps_done(fight: Fight) -> int:
    """The tick up to which declared stances stand: those of this phase only from step b on."""
    return fight.tick + 1 if fight.before is not None else fight.tick


def _stance(fight: Fight, fighter: Fighter, against: Against | None) -> int:
    """Defensive Stance: 2, and the Shield rank from the front."""
    front = against is None or reach.bearing(fight, against.attacker, fighter.id).quadrant == "front"
    wide = against is not None and against.wide
    shielded = front and not wide and gear.shield_ready(fight, fighter)
    return 2 + (fight.sheet(fighter.id).rank("shield") if shielded else 0)


def _ordered(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms in their order, zeros left out but for base and agility."""
    places = {key: place for place, key in enumerate(ORDER)}
    kept = [entry for entry in terms if entry.value or entry.key in ("base", "agility")]
    return tuple(sorted(kept, key=lambda entry: places.get(entry.key, places["*"])))


def _behind(fight: Fight, target: str, terms: tuple[Term, ...], against: Against | None) -> tuple[Term, ...]:
    """From behind, seen but not turned to: half of the modifiers if they help, all if they hurt."""
    if against is None or reach.bearing(fight, against.attacker, target).quadrant != "rear":
        return ()
    modifiers = sum(entry.value for entry in terms) - BASE
    return (term("behind", modifiers // 2 - modifiers),) if modifiers > 0 else ()


def _reserve(fight: Fight, fighter: Fighter, against: Against | None) -> tuple[Term, ...]:
    """What stands ready against one attack of the phase each: the stance's Parry and Shield, and Shield Work."""
    if against is None:
        return ()
    terms: list[Term] = []
    sheet, moment = fight.sheet(fighter.id), fighter.moment
    shielded = shield_counts(fight, fighter, against)
    full = None if fighter.turn.broken else fighter.turn.full
    if full is not None and full.action == "defensive_stance" and full.since < _steps_done(fight):
        wielded = gear.get(fighter, full.weapon)
        parry = fight.fixed.stock.skills[fight.make(wielded).skill].parried_by
        parries = not against.missile and reach.bearing(fight, against.attacker, fighter.id).quadrant != "rear"
        if parries and not moment.stance_parry and not wielded.bound and not wielded.reset:
            terms.append(term("stance_parry", sheet.level(parry)))
        if shielded and not moment.stance_shield:
            terms.append(term("stance_shield", sheet.level("shield")))
    if fighter.turn.shield_work and shielded and not moment.worked:
        terms.append(term("shield_work", fighter.turn.shield_work))
    return tuple(entry for entry in terms if entry.value)


# -- what an attack's total meets -----------------------------------------------------------------------------


def meet(stand: Standing, total: int, ones: bool, rulings: Rulings) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """What of the reserve is put against an attack with this total, and all terms of the defence then.

    Usually as little as is enough (Parry, Shield, Shield Work, then several), and nothing where it would not help;
    the rulings ``stance_spend`` and ``shield_work_on`` may spend it on the first attack come what may.
    """
    forced = tuple(entry for entry in stand.reserve if rulings[SPENT_BY[entry.key]] == "first")
    spare = [entry for entry in stand.reserve if entry not in forced]
    if spare and not ones and stand.total(forced) <= total:
        for size in range(1, len(spare) + 1):
            for used in combinations(spare, size):
                if stand.total((*forced, *used)) > total:
                    return (*forced, *used), stand.with_reserve((*forced, *used))
    return forced, stand.with_reserve(forced)


SPENT_BY = {"stance_parry": "stance_spend", "stance_shield": "stance_spend", "shield_work": "shield_work_on"}
"""The ruling that says on which attack a part of the reserve is spent."""
