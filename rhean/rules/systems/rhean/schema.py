"""The fields of a sheet of Rhean, in the order of the page, and the steps of guided creation."""

from __future__ import annotations

from rhean.rules.sheet import Field, Step
from rhean.rules.systems.rhean.entries import ATTRIBUTES, POOL_LABELS, RANKS, TRAITS

SIZE_CHOICES = (("T", "Tiny"), ("S", "Small"), ("M", "Medium"), ("L", "Large"), ("H", "Huge"))
HAND_CHOICES = (
    ("", "as usual"),
    ("main", "main hand"),
    ("off", "off hand"),
    ("both", "both hands"),
    ("sheathed", "sheathed"),
)
CONDITION_CHOICES = (("asleep", "asleep"), ("prone", "on the ground"), ("mounted", "mounted"), ("dead", "dead"))
RANK_CHOICES = tuple((str(number), name) for number, name in enumerate(RANKS))

ATTRIBUTE_HELP = {
    "strength": "Blows, damage, and what one can wear.",
    "constitution": "Hits, Stamina, and standing firm.",
    "agility": "Moving, dodging, passive defence, Initiative.",
    "dexterity": "Fine weapons, shields, missiles, crafts.",
    "intelligence": "Knowledge, languages, Stability.",
    "will": "Combat Reflexes, Stamina, Stability, Ka.",
    "perception": "Noticing, reacting, Initiative.",
    "presence": "Talking, leading, Ka.",
}


def _attributes() -> tuple[Field, ...]:
    """Eight scores."""
    return tuple(
        Field(key, key.capitalize(), "integer", "Attributes", ATTRIBUTE_HELP[key], 5, 1, 30) for key in ATTRIBUTES
    )


def _traits() -> tuple[Field, ...]:
    """Three scores that may not lie too far apart."""
    text = "Twice the lowest trait is at least the middle one, twice the middle one at least the highest."
    return tuple(Field(key, key.capitalize(), "integer", "Traits", text, 6, 1, 30) for key in TRAITS)


SKILL_COLUMNS = (
    Field("rank", "Rank", "integer", default=1, minimum=0, maximum=5, choices=RANK_CHOICES),
    Field("level", "Level", "integer", default=0, minimum=0, maximum=100),
    Field("specialties", "Specialties", "text", default="", maximum=300, help="Separated by commas."),
    Field("tricks", "Tricks", "set", default=[], library="tricks", help="Of missile skills."),
)

WEAPON_COLUMNS = (
    Field("weapon", "Weapon", "item", library="weapons", default=""),
    Field("hand", "Hand", "choice", default="", choices=HAND_CHOICES),
    Field("loaded", "Loaded", "flag", default=True),
    Field("damage", "Damage", "text", default="", maximum=12, help="Other than the weapon's own, such as 2d6+1."),
)

SCHEMA: tuple[Field, ...] = (
    Field("race", "Race", "choice", "Origin", "Its share of Movement and its usual Size.", "human", library="races"),
    Field("size", "Size", "choice", "Origin", "Empty: as the race.", "", choices=(("", "as the race"), *SIZE_CHOICES)),
    Field("homeland", "Homeland", "item", "Origin", "Gives its language and Local Knowledge.", "", library="homelands"),
    *_attributes(),
    *_traits(),
    Field(
        "skills",
        "Skills",
        "ranks",
        "Skills",
        "Rank tells what may be tried, level how well. lore(kings) and language(thieves' cant) name their subject.",
        {},
        library="skills",
        columns=SKILL_COLUMNS,
        open_set=True,
    ),
    Field(
        "advantages",
        "Advantages",
        "set",
        "Advantages",
        "Keen sense, Dull sense and Resistance say of what: hearing, smell, poison ...",
        [],
        library="advantages",
        open_set=True,
    ),
    Field(
        "weapons",
        "Weapons",
        "rows",
        "Gear",
        "The first is in hand, the rest sheathed, unless said.",
        [],
        columns=WEAPON_COLUMNS,
    ),
    Field("shield", "Shield", "item", "Gear", "", "", library="shields"),
    Field("shield_left", "Durability left", "integer", "Gear", "Of the shield. Empty: as new.", None, 0, 100),
    Field("shield_arm", "Shield arm", "choice", "Gear", "", "left", choices=(("left", "left"), ("right", "right"))),
    Field("armour", "Armour", "item", "Gear", "The suit that is worn.", "", library="armour"),
    Field(
        "natural_defense", "Natural defence", "integer", "Body", "Hide or shell: added to passive defence.", 0, 0, 10
    ),
    Field("natural_reduction", "Natural reduction", "integer", "Body", "Added to Damage Reduction.", 0, 0, 10),
    Field("movement", "Movement", "integer", "Body", "0: worked out.", 0, 0, 60),
    Field(
        "conditions",
        "Conditions",
        "set",
        "Pools",
        "What lasts beyond a fight; others come with a pool at 0.",
        [],
        choices=CONDITION_CHOICES,
    ),
    Field("counted", "Counts points", "flag", "Body", "Off for creatures and those long past creation.", True),
    Field("pools", "Pools", "pools", "Pools", "What is left now.", {}, 0, 1000, tuple(POOL_LABELS.items())),
    Field("overrides", "Set by hand", "pools", "Set by hand", "Figures that the GM has set.", {}, -1000, 1000),
)
"""Every field of a sheet."""

BY_KEY = {field.key: field for field in SCHEMA}

STEPS: tuple[Step, ...] = (
    Step("origin", "Origin", ("race", "size", "homeland"), (), "Where does this character come from?"),
    Step(
        "attributes",
        "Attributes",
        ATTRIBUTES,
        ("attributes",),
        "5 is average; what your race changes is in the figures.",
    ),
    Step("traits", "Traits", TRAITS, ("traits",), "Body, mind and spirit feed the pools."),
    Step("advantages", "Advantages", ("advantages",), ("advantages",)),
    Step(
        "skills",
        "Skills",
        ("skills",),
        ("novice_units", "skill_points", "language_units", "language_points"),
        "Novice Units buy ranks, Skill Points buy levels. Nothing but languages above Journeyman or level 5.",
    ),
    Step("gear", "Gear", ("weapons", "shield", "shield_arm", "armour")),
    Step("finish", "Finish", ("pools",), (), "Look it over."),
)

ATTRIBUTE_METHODS: tuple[tuple[str, str, str], ...] = (
    ("array", "Standard array", "8, 7, 6, 5, 5, 4, 3 and 2 dealt to the eight attributes in random order."),
    ("random", "Random", "Two dice of four sides for each attribute."),
    ("heroic", "Heroic", "Three dice of four sides for each attribute, the lowest left out, and 1 more."),
)
