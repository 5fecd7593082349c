"""The rulings of Dragonpact: each with its default, the sentence that says what it decides, and who said so.

``provenance`` ``source`` marks what the game's own text states and a table may still play otherwise.
"""

from __future__ import annotations

from typing import Any, Literal

from rhean.rules.rulings import Ruling

STAT_CHOICES = tuple((stat, stat.capitalize()) for stat in ("agility", "strength", "intelligence", "will", "vigor"))


def _flag(key: str, chapter: str, label: str, text: str, default: bool = True) -> Ruling:
    return Ruling(key, label, "flag", default, text, chapter=chapter)


def _number(key: str, chapter: str, label: str, default: int, text: str, low: int = 0, high: int = 20) -> Ruling:
    return Ruling(key, label, "integer", default, text, chapter=chapter, minimum=low, maximum=high)


def _choice(key: str, chapter: str, label: str, text: str, *choices: tuple[str, str], source: bool = False) -> Ruling:
    """The first choice is the default."""
    provenance: Literal["source", "ruling"] = "source" if source else "ruling"
    default: Any = choices[0][0]
    return Ruling(key, label, "choice", default, text, provenance=provenance, chapter=chapter, choices=choices)


ROLLS = (
    _number("stat_die", "Rolls", "Stat die", 10, "The die of a player character's stat roll.", 2, 100),
    _number("fixed_value", "Rolls", "Fixed value", 5, "What stands for the die where an NPC is concerned.", 0, 100),
    _flag("roller_wins_ties", "Rolls", "Rollers win ties", "Who rolls against an NPC's fixed number wins a tie."),
    _flag(
        "resist_with_best",
        "Rolls",
        "Resist with the best",
        "A unit opposes a grapple, a shove or an escape with the better of Strength and Agility; "
        "otherwise with the stat that the other uses.",
    ),
    _choice(
        "power_level_scope",
        "Rolls",
        "Power Level",
        "What an NPC's Power Level is added to.",
        ("core", "the Core Stats and what they feed"),
        ("core_and_pools", "also the maximum of Health and of Stamina"),
    ),
)

VALUES = (
    _number("health_base", "Values", "Health, base", 3, "A player character's Health before Vigor."),
    _number("health_per_vigor", "Values", "Health per Vigor", 1, "Health that each point of Vigor gives."),
    _number("stamina_base", "Values", "Stamina, base", 3, "A player character's Stamina before Vigor."),
    _number("vigor_per_stamina", "Values", "Vigor per Stamina", 2, "Vigor for one more Stamina, rounded up.", 1),
    _number("speed_base", "Values", "Speed, base", 4, "A player character's Speed.", 1),
    _number("mana_per_mind", "Values", "Mana per mind", 1, "Mana for each point of Intelligence and of Will."),
    _number("resistance_per_will", "Values", "Resistance per Will", 1, "Resistance for each point of Will."),
    _number("overload_speed", "Values", "Overloaded: Speed", 1, "The Speed of who carries more than he can.", 0),
    _number("overload_evasion", "Values", "Overloaded: Evasion", -2, "Evasion of who carries too much.", -20, 0),
)

TURNS = (
    _choice(
        "stamina_refresh",
        "Turns",
        "Stamina comes back",
        "When Stamina is full again.",
        ("turn", "at the start of one's own turn"),
        ("round", "at the start of each round"),
    ),
    _choice("initiative", "Turns", "Initiative", "The stat that orders the turns, rolled once.", *STAT_CHOICES),
    _flag("surprise_no_stamina", "Turns", "Surprise", "The surprised begin without Stamina, so without a reaction."),
    _flag("auto_end", "Turns", "Fights end", "A fight is over once at most one side, neutrals apart, can act."),
    _flag("victory_stabilises", "Turns", "Victory saves", "The dying of the side that wins are stabilised."),
    _choice(
        "item_ready",
        "Turns",
        "Readying",
        "What drawing, swapping and picking up counts as.",
        ("item", "the Item ability: once a turn, 1 Stamina"),
        ("free", "nothing: no Stamina, and as often as one likes"),
    ),
)

REACTIONS = (
    _choice(
        "reaction_timing",
        "Reactions",
        "When reactions are chosen",
        "Whether the damage dice are known when a reaction is chosen.",
        ("before_roll", "before the damage dice"),
        ("after_roll", "after the damage dice; maneuvers as ever"),
    ),
    _number("reactions_per_attack", "Reactions", "Reactions per attack", 1, "The target's; 0 allows none.", 0, 1),
    _flag(
        "block_parry_need_damage",
        "Reactions",
        "Block and Parry need damage",
        "Block and Parry answer only attacks that deal damage; Dodge answers all.",
    ),
    _flag("natural_parry", "Reactions", "Natural parry", "Natural weapons can parry.", False),
    _flag(
        "parry_within_reach",
        "Reactions",
        "Parry within reach",
        "The attacker must be within the parrying weapon's reach in melee.",
    ),
    _flag("riposte_parry", "Reactions", "Ripostes can be parried", "A riposte may be parried, and so answered."),
    _choice(
        "guard_intelligence",
        "Reactions",
        "Guard (Intelligence)",
        "What the bonus of a Guard with Intelligence counts for.",
        ("skill", "skill checks out of one's own turn"),
        ("any_reaction", "also the numbers of Block, Parry and Dodge"),
    ),
    _choice(
        "guard_share",
        "Reactions",
        "Guard bonus",
        "The part of the Guard number that becomes the bonus.",
        ("full", "all of it"),
        ("half", "half, rounded down"),
        source=True,
    ),
)

DAMAGE = (
    _choice(
        "crit",
        "Damage",
        "Critical hits",
        "Which base dice must show their top for a crit.",
        ("any_die", "one of them"),
        ("all_dice", "all of them"),
    ),
    _choice(
        "light_weapons",
        "Damage",
        "Light weapons",
        "The stat that adds to the damage of Light weapons.",
        ("better", "the better of Strength and Agility"),
        ("strength", "Strength"),
    ),
    _flag(
        "requirement_halves",
        "Damage",
        "Requirements",
        "An unmet stat requirement halves the damage; both stats of a pair are needed.",
    ),
    _flag(
        "untrained_gear_half",
        "Damage",
        "Untrained gear",
        "Armour and shields that one is not trained for, or too weak for, count half.",
    ),
    _choice(
        "piercing",
        "Damage",
        "Piercing",
        "What Piercing leaves out of the target's Armor.",
        ("worn", "worn armour and hide"),
        ("off", "nothing"),
    ),
    _number("wound_step", "Damage", "Wound step", 10, "Damage for each further wound from 40 on (4 wounds).", 1, 100),
    _flag("thrown_lands", "Damage", "Thrown weapons land", "A thrown weapon lies in the target's space afterwards."),
    _flag("ammo_tracked", "Damage", "Ammunition", "Each shot uses up an arrow or bolt."),
    _number("quick_discount", "Damage", "Quick perks", 1, "Stamina that a quick perk saves."),
)

HIDING = (
    _choice(
        "hide_watchers",
        "Hiding",
        "Onlookers",
        "Whose sight keeps one from hiding.",
        ("able", "able units of every other side, neutral ones too"),
        ("hostile", "able units of hostile sides"),
    ),
    _flag("hide_precheck", "Hiding", "Hopeless hiding", "A Hide known to fail is refused and costs nothing."),
    _flag("hidden_no_reaction", "Hiding", "Attacks from hiding", "An attack from hiding leaves no reaction."),
    _flag("hidden_no_target", "Hiding", "Hidden targets", "A hidden unit cannot be named; areas still reach it."),
    _choice(
        "hidden_ends",
        "Hiding",
        "Being found",
        "What uncovers a hidden unit besides its own attacks, wounds and bright light.",
        ("near", "others within 1 space in sight"),
        ("never", "nothing more"),
    ),
)

BODIES = (
    _number("prone_defence", "Bodies", "Prone: defence", -2, "Evasion and Accuracy of the prone.", -20, 0),
    _number("prone_damage", "Bodies", "Prone: damage", 2, "More damage in melee against the prone."),
    _choice(
        "grappled_effect",
        "Bodies",
        "Grappled",
        "What a grappled unit cannot do.",
        ("speed, dodge", "move or Dodge"),
        ("speed", "move"),
    ),
    _number("break_free_cost", "Bodies", "Breaking free", 1, "Stamina of each attempt to break free."),
    _number("size_gap", "Bodies", "Size gap", 1, "Sizes by which a target of a maneuver may be larger.", 0, 4),
    _choice(
        "one_space_each",
        "Bodies",
        "One space each",
        "How much room a unit takes.",
        ("true", "one space, whatever its size; climbing and riding are the GM's placing"),
    ),
    _choice(
        "disarm_distance",
        "Bodies",
        "Disarmed weapons",
        "How far a weapon flies.",
        ("exact", "as far as rolled, or the farthest there is"),
        ("up_to", "up to the number rolled"),
    ),
    _number("broken_penalty", "Bodies", "Broken", -2, "Strength and Agility rolls of the broken.", -20, 0),
    _number("bleed_difficulty", "Bodies", "Bleeding", 8, "Vigor number that keeps bleeding from wounding.", 0, 50),
    _number("dying_difficulty", "Bodies", "Dying", 8, "Vigor number that stabilises the dying.", 0, 50),
    _number("death_marks", "Bodies", "Death marks", 3, "Marks that kill.", 1),
)

GROUND = (
    _number("rough_extra", "Ground", "Rough ground", 1, "More movement for each step onto rough ground or water."),
    _flag("move_split", "Ground", "Split moves", "Movement left over stays until the turn ends."),
    _choice(
        "push_direction",
        "Ground",
        "Shoves",
        "Where a shove may go.",
        ("free", "any of eight ways"),
        ("away", "away from who shoves"),
    ),
)

TABLES = (
    _choice(
        "old_perk_words",
        "Tables",
        "Older words in perks",
        "How perks that speak an older edition's words are read.",
        ("read", "Defense is Armor, a single action the cost of a Basic Attack, two Evasion rolls a Parry of two"),
    ),
    _choice(
        "perks_left_out",
        "Tables",
        "Perks left out",
        "Perks that are not built.",
        ("repeater_5", "the Repeater's fifth, which counts an older edition's actions, and levels that are not known"),
    ),
    _choice(
        "recovery",
        "Tables",
        "Recovery",
        "What a rest brings.",
        ("slow", "10 minutes: Stamina; a night: 1 Health, 2 if tended; a week: all Health"),
        ("quick", "a night brings all Health and ends broken"),
    ),
    _choice("elements", "Tables", "Elements", "The elements that have a Resistance.", ("six", "fire to dark")),
    _choice("skill_list", "Tables", "Skills", "The list of skills.", ("library", "as the library has them")),
    _choice(
        "difficulty_table",
        "Tables",
        "Difficulties",
        "Difficulties offered for skill checks.",
        ("even", "4 simple, 6 easy, 8 fair, 10 hard, 12 very hard, 15 heroic"),
    ),
    _choice("shield_table", "Tables", "Shields", "Figures of shields.", ("library", "as the library has them")),
    _choice("armour_table", "Tables", "Armour", "Figures of armour.", ("library", "as the library has them")),
    _choice("item_table", "Tables", "Items", "Figures of items.", ("library", "as the library has them")),
    _choice("npc_blocks", "Tables", "Creatures", "Figures of creatures.", ("library", "as the library has them")),
    _choice("mallet_row", "Tables", "Mallet", "The Mallet's row.", ("library", "Strength 1, Versatile")),
    Ruling(
        "weapon_price",
        "Prices of weapons",
        "integers",
        (5, 10, 15),
        "Gold for a Light weapon, another one-handed one, any two-handed one.",
        chapter="Tables",
        minimum=0,
    ),
)

MAKING = (
    _flag("strict_creation", "Making", "Strict creation", "Departing from the creation rule is an error.", False),
    _choice(
        "advancement",
        "Making",
        "Advancement",
        "How characters grow.",
        ("free", "no experience rule: level, stats (at most 5) and ranks are edited and logged"),
    ),
)

RULINGS: tuple[Ruling, ...] = (
    *ROLLS,
    *VALUES,
    *TURNS,
    *REACTIONS,
    *DAMAGE,
    *HIDING,
    *BODIES,
    *GROUND,
    *TABLES,
    *MAKING,
)

DIFFICULTIES = ((4, "simple"), (6, "easy"), (8, "fair"), (10, "hard"), (12, "very hard"), (15, "heroic"))
