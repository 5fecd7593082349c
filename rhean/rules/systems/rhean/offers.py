"""The rolls that a sheet offers outside a fight, with what they ask for."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.prompts import Parameter
from rhean.rules.sheet import Library
from rhean.rules.system import Check
from rhean.rules.systems.rhean.asking import choice_parameter, flag_parameter, number_parameter
from rhean.rules.systems.rhean.entries import ATTRIBUTES, Skill
from rhean.rules.systems.rhean.library import find_skill, split_subject
from rhean.rules.systems.rhean.sheet import Sheet

SENSES = {sense: sense for sense in ("sight", "hearing", "smell", "touch", "taste")}
STUPOR = {"": "no", "light": "lightly", "moderate": "moderately", "heavy": "heavily"}

GM = number_parameter("gm", "GM's modifier", -100, 100, 0, advanced=True)
TENSE = flag_parameter("tense", "A tense moment", True, text="Two ones are a botch.", advanced=True)
TN = number_parameter("tn", "Number to reach", -100, 1000, 11)
AGAINST = Parameter("against", "Against", "sheet", default="")
DRUNK = (
    choice_parameter("intoxicated", "Intoxicated", STUPOR, advanced=True),
    choice_parameter("distracted", "Distracted", STUPOR, advanced=True),
)


def offers(sheet: Sheet, library: Library) -> tuple[Check, ...]:
    """Every roll: skills that one has, attributes, senses, reaction, and skills that one may try untrained."""
    return (
        *(_skill(skill, "Skills", library) for skill in _known(sheet, library)),
        *(_attribute(key, sheet) for key in ATTRIBUTES),
        _perception(sheet),
        _reaction(sheet),
        *(_skill(skill, "Untrained", library) for skill in _untrained(sheet, library)),
    )


def _known(sheet: Sheet, library: Library) -> Iterator[Skill]:
    """The skills on the sheet."""
    for key in sheet.skills:
        skill = find_skill(library, key)
        if skill is not None:
            yield skill


def _untrained(sheet: Sheet, library: Library) -> Iterator[Skill]:
    """Skills that anybody may try; families and parries are left out."""
    for key, skill in library.all("skills").items():
        if key not in sheet.skills and not (skill.trained_only or skill.named or skill.is_parry):
            yield skill


def _skill(skill: Skill, group: str, library: Library) -> Check:
    """A skill roll."""
    attributes: dict[str, str] = {key: key.capitalize() for key in ATTRIBUTES}
    parameters: list[Parameter] = [
        number_parameter("rank", "Rank of the task", 1, 5, 1, text="1 Novice to 5 Grandmaster."),
        TN,
        choice_parameter("attribute", "Attribute", attributes, skill.attribute, advanced=True),
        AGAINST,
        flag_parameter("allow", "Allowed by the GM", text="Even above one's rank.", advanced=True),
        GM,
        TENSE,
    ]
    if skill.specialties:
        text = "Counts as one rank higher."
        parameters.insert(2, flag_parameter("outside", "Outside the specialties", text=text))
    return Check(
        f"skill.{skill.key}",
        skill.name,
        group,
        tuple(parameters),
        {"skill": skill.key},
        f"skill.{_page_of(skill, library)}",
        f"skills.{skill.key}",
    )


def _page_of(skill: Skill, library: Library) -> str:
    """The key of a skill in the rules reference: of one named by its subject, that of its family."""
    return skill.key if library.get("skills", skill.key) is not None else split_subject(skill.key)[0]


def _attribute(key: str, sheet: Sheet) -> Check:
    """A roll of an attribute alone."""
    parameters: list[Parameter] = [TN, GM, TENSE]
    kinds = [one[len("resistance(") : -1] for one in sheet.advantages if one.startswith("resistance(")]
    if key == "constitution" and kinds:
        against = {"": "nothing special", **{kind: kind for kind in kinds}}
        parameters.insert(1, choice_parameter("resist", "Resists", against))
    return Check(
        f"attribute.{key}", key.capitalize(), "Attributes", tuple(parameters), {"attribute": key}, "rule.rolls", key
    )


def _drowsy(sheet: Sheet) -> tuple[Parameter, ...]:
    """Sleep, drink and distraction; whoever sleeps by the sheet, sleeps unless told otherwise."""
    return (flag_parameter("asleep", "Asleep", "asleep" in sheet.conditions, advanced=True), *DRUNK)


def _perception(sheet: Sheet) -> Check:
    """A Perception check with one sense; free words name a sense out of the ordinary."""
    sense = Parameter("sense", "Sense", "text", default="sight", maximum=60, help=", ".join(SENSES))
    dim = number_parameter("dim", "Dim light", -100, 0, 0, text="The GM's penalty.", advanced=True)
    parameters = (sense, TN, dim, *_drowsy(sheet), AGAINST, GM, TENSE)
    return Check("perception", "Perception check", "Senses", parameters, {}, "rule.perception_check", "")


def _reaction(sheet: Sheet) -> Check:
    """A Reaction roll against 11."""
    surprised = flag_parameter("surprised", "Taken by surprise")
    return Check("reaction", "Reaction", "Senses", (surprised, *_drowsy(sheet), GM, TENSE), {}, "rule.reaction", "")
