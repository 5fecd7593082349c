"""Rolls outside a fight: skills, attributes, perception, reaction, contests. Each is planned once, then either rolled
or weighed, so that the odds are those of the very roll."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rhean.rules.commands import Command
from rhean.rules.dice import Dice
from rhean.rules.events import EVERYONE, Event
from rhean.rules.explain import Explained, Term
from rhean.rules.prompts import Chance
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Library
from rhean.rules.system import CheckResult
from rhean.rules.systems.rhean import checks, derived, facts
from rhean.rules.systems.rhean.asking import Asked, refuse
from rhean.rules.systems.rhean.entries import ATTRIBUTES, RANKS, Skill
from rhean.rules.systems.rhean.library import find_skill
from rhean.rules.systems.rhean.sheet import Known, Sheet

STUPOR = {"light": -1, "moderate": -3, "heavy": -5}
SENSE_BONUS = 2
RESISTANCE = 2


class Side(msgspec.Struct, frozen=True):
    """One who rolls: the terms behind the dice, how many of them always stand, his level, and whether it was halved."""

    who: str
    terms: tuple[Term, ...]
    always: int = 2
    level: int = 0
    half: bool = False

    @property
    def bonus(self) -> int:
        """What is added to the dice."""
        return checks.bonus_of(self.terms)


class Plan(msgspec.Struct, frozen=True):
    """A roll worked out up to the dice. ``passive`` contests ask only whether the first one wins (an ambush)."""

    what: str
    side: Side
    tn: int | None = None
    foe: Side | None = None
    sense: str = ""
    passive: bool = False
    tense: bool = True
    allowed: str = ""


class Table(msgspec.Struct, frozen=True):
    """What a request is read against: the sheets by id, the library and the rulings."""

    sheets: Mapping[str, Sheet]
    library: Library
    rulings: Rulings

    def sheet(self, who: str) -> Sheet:
        """The sheet of somebody who takes part."""
        if who not in self.sheets:
            raise refuse("unknown", "no combatant {0}", who)
        return self.sheets[who]

    def skill(self, key: str) -> Skill:
        """A skill by its key."""
        skill = find_skill(self.library, key)
        if skill is None:
            raise refuse("unknown", f"no such skill {key[:60].replace('{', '(').replace('}', ')')}")
        return skill


def planned(table: Table, request: Command) -> Plan:
    """The roll that a request asks for; raises ``IllegalCommand``."""
    kind, _, rest = request.name.partition(".")
    asked = Asked(request.params)
    makers = {
        "skill": _skill_plan,
        "attribute": _attribute_plan,
        "perception": _perception_plan,
        "reaction": _reaction_plan,
    }
    if kind not in makers:
        raise refuse("unknown", f"no such check {request.name[:40].replace('{', '(').replace('}', ')')}")
    plan = makers[kind](table, request.actor, rest, asked)
    asked.done()
    return plan


# -- skills ---------------------------------------------------------------------------------------------------


def _skill_plan(table: Table, who: str, key: str, asked: Asked) -> Plan:
    """A skill against a number, against another's skill, or both."""
    skill = table.skill(asked.word("skill", key))
    tn = asked.maybe("tn", -100, 1000)
    raised = asked.flag("outside")
    task = asked.number("rank", 1, 5, 1) + raised
    attribute = asked.choice("attribute", ATTRIBUTES, skill.attribute)
    allow, gm = asked.flag("allow"), asked.number("gm", -100, 100)
    against, theirs = asked.word("against"), asked.word("with_")
    side, note = _ranked(table, who, skill, attribute, task, allow, gm)
    foe = _foe(table, against, table.skill(theirs) if theirs else skill) if against else None
    what = "contest" if foe else skill.key
    return Plan(what, side, tn, foe, tense=asked.flag("tense", True), allowed=note)


def _ranked(table: Table, who: str, skill: Skill, attribute: str, task: int, allow: bool, gm: int) -> tuple[Side, str]:
    """The terms of a roll at a task of this rank, and what the GM had to allow for it."""
    sheet = table.sheet(who)
    known = knowledge(sheet, skill, table.library)
    bar = rank_bar(known, skill, task)
    if bar and not allow:
        raise refuse("rank", bar)
    half = task > max(known.rank, 1)
    level = known.level // 2 if half else known.level
    note = f"half of {known.level}" if half and known.level else ""
    first = Term(skill.key, level if known.rank else 0, skill.name, "skill", note)
    terms = (first, checks.attribute_term(sheet, attribute), *_burdens(table, sheet, attribute), checks.gm_term(gm))
    return Side(who, _with_hand(sheet, skill, terms), 2, first.value, half and bool(known.rank)), bar


def _with_hand(sheet: Sheet, skill: Skill, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms, and what somebody changed of this skill's bonus by hand."""
    by_hand = sheet.overrides.get(f"skills.{skill.key}")
    if by_hand is None:
        return terms
    standing = terms[0].value + terms[1].value + sum(term.value for term in terms if term.key == "shortfall")
    return (*terms, Term("override", by_hand - standing, "set by hand", "override"))


def _burdens(table: Table, sheet: Sheet, attribute: str) -> tuple[Term, ...]:
    """What lies on every roll: weakness, and armour that is too heavy."""
    return (derived.weakened(sheet, table.rulings), checks.shortfall_term(sheet, attribute, table.rulings))


def knowledge(sheet: Sheet, skill: Skill, library: Library) -> Known:
    """Rank and level in a skill; a closely related language helps with one rank and two levels less."""
    own = sheet.skills.get(skill.key) or Known(0, 0, skill.attribute, skill.name)
    best = own
    for key, known in sheet.skills.items():
        other = find_skill(library, key)
        if known.rank > 1 and (key in skill.related or (other is not None and skill.key in other.related)):
            borrowed = msgspec.structs.replace(own, rank=known.rank - 1, level=max(0, known.level - 2))
            best = max(best, borrowed, key=lambda one: (one.rank, one.level))
    return best


def rank_bar(known: Known, skill: Skill, task: int) -> str:
    """Why a task of this rank may not be tried, or nothing.

    Up to one's rank: full level. One above: half level. Unskilled: Novice tasks only, unless trained only.
    """
    if not known.rank and skill.trained_only:
        return f"{skill.name} is for the trained only"
    if task > known.rank + 1 or (not known.rank and task > 1):
        return f"needs {RANKS[min(task, 5)]} in {skill.name}; you are {RANKS[known.rank]}"
    return ""


def _foe(table: Table, who: str, skill: Skill) -> Side:
    """The other side of a contest, at full level."""
    side, _ = _ranked(table, who, skill, skill.attribute, 1, allow=True, gm=0)
    return side


# -- attributes and senses ------------------------------------------------------------------------------------


def _attribute_plan(table: Table, who: str, key: str, asked: Asked) -> Plan:
    """2d10 and the modifier of an attribute; a resistance helps a Constitution check."""
    attribute = asked.choice("attribute", ATTRIBUTES, key)
    if attribute not in ATTRIBUTES:
        raise refuse("unknown", "no such attribute")
    sheet, kind = table.sheet(who), asked.word("resist")
    resists = attribute == "constitution" and bool(kind) and sheet.has(f"resistance({kind})")
    terms = (
        checks.attribute_term(sheet, attribute),
        derived.weakened(sheet, table.rulings),
        Term("resistance", RESISTANCE if resists else 0, f"resistance to {kind}", "rule"),
        checks.shortfall_term(sheet, attribute, table.rulings),
        checks.gm_term(asked.number("gm", -100, 100)),
    )
    tn = asked.number("tn", -100, 1000, checks.TN)
    return Plan(attribute, Side(who, terms, 1), tn, tense=asked.flag("tense", True))


def _perception_plan(table: Table, who: str, _: str, asked: Asked) -> Plan:
    """One named sense against a number, or against the skill with which somebody hides."""
    sheet, sense = table.sheet(who), asked.word("sense", "sight")
    dim = asked.number("dim", -100, 0)
    gm = asked.number("gm", -100, 100) + (-(-dim // 2) if sheet.has("low_light_vision") else dim)
    terms = (
        checks.attribute_term(sheet, "perception"),
        Term("keen", SENSE_BONUS if sheet.has(f"keen_sense({sense})") else 0, f"keen {sense}"),
        Term("dull", -SENSE_BONUS if sheet.has(f"dull_sense({sense})") else 0, f"dull {sense}"),
        *_drowsiness(sheet, asked),
        derived.weakened(sheet, table.rulings),
        checks.gm_term(gm),
    )
    against = asked.word("against")
    tn = asked.maybe("tn", -100, 1000)
    tn = checks.TN if tn is None and not against else tn
    hiding = table.skill(asked.word("skill", "hide_and_sneak"))
    foe = _foe(table, against, hiding) if against else None
    tense = asked.flag("tense", True)
    return Plan("perception", Side(who, terms, 1), tn, foe, sense, passive=True, tense=tense)


def _drowsiness(sheet: Sheet, asked: Asked) -> tuple[Term, ...]:
    """Sleep (one of the three), drink and distraction, each for itself."""
    return (
        Term(
            "asleep",
            sleep_penalty(sheet) if asked.flag("asleep", "asleep" in sheet.conditions) else 0,
            "asleep",
            "condition",
        ),
        *(
            Term(key, STUPOR.get(asked.choice(key, STUPOR), 0), key, "condition")
            for key in ("intoxicated", "distracted")
        ),
    )


def sleep_penalty(sheet: Sheet) -> int:
    """-4; light sleepers -2, deep sleepers -6."""
    return -6 if sheet.has("deep_sleeper") else -2 if sheet.has("light_sleeper") else -4


def _reaction_plan(table: Table, who: str, _: str, asked: Asked) -> Plan:
    """Whether somebody reacts in time: Perception against 11."""
    sheet = table.sheet(who)
    surprised = asked.flag("surprised")
    terms = (
        checks.attribute_term(sheet, "perception"),
        Term("surprised", -2 if surprised else 0, "surprised", "condition"),
        *_drowsiness(sheet, asked),
        Term("quick_reflexes", 2 if sheet.has("quick_reflexes") else 0, "quick reflexes"),
        Term("slow_reflexes", -2 if sheet.has("slow_reflexes") else 0, "slow reflexes"),
        derived.weakened(sheet, table.rulings),
        checks.gm_term(asked.number("gm", -100, 100)),
        Term("override", derived.delta(derived.reaction(sheet)), "set by hand", "override"),
    )
    return Plan("reaction", Side(who, terms, 1), checks.TN, tense=asked.flag("tense", True))


# -- rolling and weighing -------------------------------------------------------------------------------------


def rolled(plan: Plan, rulings: Rulings, dice: Dice) -> CheckResult:
    """The roll: two dice for the one who tries, then two for the other side."""
    faces = checks.roll_pair(dice)
    theirs = checks.roll_pair(dice) if plan.foe else ()
    fact = _fact(plan, rulings, faces, theirs)
    events: list[Event[facts.RheanFact]] = []
    if plan.allowed:
        reason = plan.allowed.replace("{", "(").replace("}", ")")
        told = facts.Overridden("allow", f"{{0}} may try it all the same: {reason}", (plan.side.who,))
        events.append(Event(told, EVERYONE))
    events.append(Event(fact, EVERYONE))
    return CheckResult(tuple(events), fact.success)


def _fact(plan: Plan, rulings: Rulings, faces: tuple[int, ...], theirs: tuple[int, ...]) -> facts.Check:
    """What is told of a roll that fell so."""
    outcome = checks.resolve(faces, plan.side.bonus, plan.tn)
    explained = checks.summed(faces, plan.side.terms, plan.side.always)
    fact = facts.Check(
        plan.side.who,
        plan.what,
        outcome.total,
        plan.tn,
        outcome.success,
        explained.terms,
        checks.kept((*faces, *theirs)),
        botch=outcome.ones and rulings["botch_when"] != "never" and (plan.tense or rulings["botch_when"] == "always"),
        half=plan.side.half,
        sense=plan.sense,
    )
    return _contested(plan, plan.foe, rulings, fact, faces, theirs) if plan.foe else fact


def _contested(
    plan: Plan, foe: Side, rulings: Rulings, fact: facts.Check, faces: tuple[int, ...], theirs: tuple[int, ...]
) -> facts.Check:
    """The same with the other side's roll and who wins."""
    other = checks.resolve(theirs, foe.bonus, plan.tn)
    winner = _winner(plan, foe, rulings, faces, theirs)
    names = {"first": plan.side.who, "second": foe.who, "nobody": "nobody"}
    return msgspec.structs.replace(
        fact,
        foe=foe.who,
        against=other.total,
        against_terms=checks.summed(theirs, foe.terms, foe.always).terms,
        winner="" if plan.passive else names[winner],
        success=winner == "first",
    )


def _winner(plan: Plan, foe: Side, rulings: Rulings, faces: tuple[int, ...], theirs: tuple[int, ...]) -> checks.Winner:
    """Who wins when the dice fall so. An ambusher's tie is nobody's win, so he is not noticed."""
    tie = "nobody" if plan.passive else rulings["contest_tie"]
    first = checks.resolve(faces, plan.side.bonus, plan.tn)
    second = checks.resolve(theirs, foe.bonus, plan.tn)
    return checks.contest(first, second, tie, plan.side.level - foe.level, plan.tn)


def weighed(plan: Plan, rulings: Rulings) -> tuple[Chance, ...]:
    """The exact chances of a planned roll."""
    side = plan.side
    bonus = Explained.summed(side.terms, {term.key for term in side.terms[: side.always]})
    if plan.foe is None:
        if plan.tn is None:
            return ()
        return (Chance.of("success", checks.chance(side.bonus, plan.tn), bonus),)
    tie = "nobody" if plan.passive else rulings["contest_tie"]
    found = checks.contest_chances(side.bonus, plan.foe.bonus, tie, side.level - plan.foe.level, plan.tn)
    if plan.passive:
        return (Chance.of("success", found["first"], bonus),)
    return (
        Chance.of("wins", found["first"], bonus),
        Chance.of("loses", found["second"]),
        Chance.of("nobody wins", found["nobody"]),
    )


def bare_odds(request: Command) -> tuple[Chance, ...]:
    """The chance of a bonus against a number, and past an active defence with a bonus of its own if one is named."""
    asked = Asked(request.params)
    bonus, tn = asked.number("bonus", -1000, 1000), asked.number("tn", -1000, 1000, checks.TN)
    defence = asked.maybe("defence", -1000, 1000)
    asked.done()
    plain = Chance.of("success", checks.chance(bonus, tn))
    if defence is None:
        return (plain,)
    return (plain, Chance.of("past an active defence", checks.chance_to_hit(bonus, tn, defence)))
