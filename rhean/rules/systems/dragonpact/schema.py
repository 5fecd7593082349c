"""The fields of a sheet of Dragonpact in the order of the page, of a setup, and the steps of guided creation."""

from __future__ import annotations

from rhean.rules.maps import AT, MAP
from rhean.rules.sheet import Field, Step
from rhean.rules.systems.dragonpact.library import ELEMENTS, GEAR_KINDS, SIZES, STATS, TRAINING
from rhean.rules.systems.dragonpact.sheet import KEPT, MODES, VALUES
from rhean.rules.systems.dragonpact.values import label


def choices(keys: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Keys with their labels."""
    return tuple((key, label(key)) for key in keys)


GEAR = "+".join(GEAR_KINDS)

STAT_HELP = {
    "strength": "Heavy blows, Armor, blocking, what one can carry.",
    "agility": "Light weapons and shots, dodging, initiative.",
    "intelligence": "Knowledge, crafts, Mana.",
    "will": "Resistance to the elements, perception, Mana.",
    "vigor": "Health, Stamina, poison and dying.",
}

SLOT_CHOICES = (
    ("main", "main hand"),
    ("off", "off hand"),
    ("both", "both hands"),
    ("body", "worn: body"),
    ("head", "worn: head"),
    ("hands", "worn: hands"),
    ("feet", "worn: feet"),
    ("pack", "pack"),
)

GEAR_COLUMNS = (
    Field("item", "Item", "item", library=GEAR, default=""),
    Field("slot", "Where", "choice", default="pack", choices=SLOT_CHOICES),
    Field("quantity", "How many", "integer", default=1, minimum=1, maximum=9999),
)
RESIST_COLUMNS = (
    Field("element", "Element", "choice", default="fire", choices=choices(ELEMENTS)),
    Field("amount", "Bonus", "integer", default=1, minimum=-99, maximum=99),
)
BONUS_COLUMNS = (
    Field("value", "Value", "choice", default="armor", choices=choices(VALUES)),
    Field("amount", "Bonus", "integer", default=1, minimum=-20, maximum=20),
)
SKILL_COLUMNS = (Field("rank", "Rank", "integer", default=1, minimum=0, maximum=5),)
TEXT_COLUMNS = (Field("text", "Words", "text", default="", maximum=60),)


def _npc(key: str, text: str, low: int, high: int, default: int, help_text: str = "Of an NPC, as written.") -> Field:
    return Field(key, text, "integer", "NPC", help_text, default, low, high)


SCHEMA: tuple[Field, ...] = (
    Field("kind", "Kind", "choice", "Who", "", "pc", choices=(("pc", "player character"), ("npc", "NPC"))),
    Field("level", "Level", "integer", "Who", "", 1, 1, 20),
    Field("class", "Class", "text", "Who", "", "", maximum=60),
    Field("origin", "Origin", "text", "Who", "", "", maximum=60),
    *(Field(stat, label(stat), "integer", "Core Stats", STAT_HELP[stat], 0, 0, 20) for stat in STATS),
    Field("size", "Size", "choice", "Body", "", "medium", choices=choices(SIZES)),
    Field("hide", "Natural Armor", "integer", "Body", "Hide or scales.", 0, 0, 20),
    Field("natural", "Natural weapons", "set", "Body", "Unarmed is everybody's.", [], library="naturals"),
    Field("modes", "Ways of moving", "set", "Body", "Besides walking.", [], choices=choices(MODES)),
    Field("resist", "Own resistance", "rows", "Body", "May be negative.", [], columns=RESIST_COLUMNS),
    Field(
        "trained",
        "Training",
        "set",
        "Training",
        "Without it a weapon adds no stat and armour counts half.",
        [],
        choices=choices(TRAINING),
    ),
    Field("skills", "Skills", "ranks", "Training", "Stat and rank.", {}, library="skills", columns=SKILL_COLUMNS),
    Field("gear", "Gear", "rows", "Gear", "What is in hand, worn, and packed.", [], columns=GEAR_COLUMNS),
    Field("gold", "Gold", "integer", "Gear", "", 0, 0, 1_000_000),
    Field("traits", "Traits", "rows", "Story", "Three.", [], columns=TEXT_COLUMNS),
    Field("languages", "Languages", "rows", "Story", "Two, one of them Myrran.", [], columns=TEXT_COLUMNS),
    Field("fate_breaker", "Fate Breaker", "text", "Story", "", "", maximum=120),
    Field("dragonpact", "Dragonpact", "long_text", "Story", "Between you and the GM.", "", maximum=2000, secret=True),
    Field("bonus", "Traits and magic", "rows", "Corrections", "Shown as traits.", [], columns=BONUS_COLUMNS),
    _npc("power_level", "Power Level", 0, 20, 0, "Added to each Core Stat."),
    _npc("health", "Health", 1, 99, 1),
    _npc("stamina", "Stamina", 0, 20, 3),
    _npc("speed", "Speed", 1, 20, 4),
    _npc("mana", "Mana", 0, 99, 0),
    Field("minion", "Minion", "flag", "NPC", "1 Health: one wound kills.", False),
    Field("dies_at_zero", "Dies at 0 Health", "flag", "NPC", "Unless said, NPCs do and player characters fall."),
    Field(
        "pools",
        "Pools",
        "pools",
        "Pools",
        "What is left now.",
        {},
        0,
        999,
        (("health", "Health"), ("stamina", "Stamina"), ("mana", "Mana")),
    ),
    Field("conditions", "Conditions", "set", "Pools", "What lasts between fights.", [], choices=choices(KEPT)),
    Field("overrides", "Set by hand", "pools", "Set by hand", "Figures that the GM has set.", {}, -99, 999),
)
"""Every field of a sheet."""

BY_KEY = {field.key: field for field in SCHEMA}

STEPS: tuple[Step, ...] = (
    Step("origin", "Origin and class", ("origin", "class", "level"), (), "Where from, and what of."),
    Step("stats", "Core Stats", STATS, ("stats",), "Vigor 1 and two others at 1."),
    Step("training", "Training and skills", ("trained", "skills"), ("skill_points",), "One skill point at level 1."),
    Step("story", "Traits and words", ("traits", "languages", "fate_breaker"), ("traits", "languages")),
    Step("gear", "Gear", ("gear", "gold"), ("gold",), "50 gold to spend."),
    Step("pact", "Dragonpact", ("dragonpact",), (), "What you owe, and to whom. Only the GM reads it."),
)

ENTRANT_FIELDS: tuple[Field, ...] = (
    AT,
    Field("surprised", "Surprised", "flag", "", "Begins without Stamina.", False),
    Field("hidden", "Hidden", "flag", "", "Seen by its own side only.", False),
    Field("health", "Health", "integer", "", "Empty: as the sheet has it.", None, 0, 999),
    Field("stamina", "Stamina", "integer", "", "Empty: full.", None, 0, 999),
)

SCENE_FIELDS: tuple[Field, ...] = (
    MAP,
    Field(
        "ground",
        "Things on the ground",
        "rows",
        "",
        "",
        [],
        columns=(
            Field("item", "Item", "item", library=GEAR, default=""),
            Field("qty", "How many", "integer", default=1, minimum=1, maximum=9999),
            Field("at", "Space", "text", default="", maximum=12),
        ),
    ),
)
