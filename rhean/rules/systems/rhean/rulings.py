"""The rulings of Rhean: what the game leaves open, each with its default and the sentence that says what it decides.

Formulas are checked when they are set, so that a stored one can always be read.
"""

from __future__ import annotations

from typing import Any

from rhean.rules.errors import BadFormula, BadRuling
from rhean.rules.rulings import Ruling, RulingKind
from rhean.rules.systems.rhean import formula
from rhean.rules.systems.rhean.entries import ATTRIBUTES, TRAITS

SHEET_NAMES = frozenset((*ATTRIBUTES, *TRAITS))
MOVEMENT_NAMES = SHEET_NAMES | {"race", "shortfall"}
DEFENCE_NAMES = frozenset((*ATTRIBUTES, "armour", "natural", "shield", "evade"))

BOTH = "The game says both. "
"""Begins the sentence of a ruling that chooses between two sayings of the game's own text."""


class FormulaRuling(Ruling, frozen=True):
    """A formula, and the names that may stand in it."""

    names: frozenset[str] = SHEET_NAMES

    def check(self, value: Any) -> Any:
        """The formula as typed; raises ``BadRuling`` with the column of the fault."""
        text = super().check(value)
        try:
            formula.parse(text, self.names)
        except BadFormula as error:
            raise BadRuling(f"{self.key}, column {error.column}: {error}") from error
        return text


def _formula(key: str, label: str, default: str, text: str, names: frozenset[str] = SHEET_NAMES) -> Ruling:
    chapter = "Fighting" if key in ("passive_defense_formula", "dying") else "Sheet"
    return FormulaRuling(key, label, "formula", default, text, chapter=chapter, names=names)


def _flag(key: str, label: str, chapter: str, default: bool, text: str) -> Ruling:
    return Ruling(key, label, "flag", default, text, chapter=chapter)


def _number(key: str, label: str, chapter: str, default: int, text: str, low: int = -20, high: int = 20) -> Ruling:
    return Ruling(key, label, "integer", default, text, chapter=chapter, minimum=low, maximum=high)


def _row(
    key: str, label: str, chapter: str, default: tuple[int, ...], text: str, low: int = -20, high: int = 100
) -> Ruling:
    return Ruling(key, label, "integers", default, text, chapter=chapter, minimum=low, maximum=high)


def _choice(key: str, label: str, chapter: str, text: str, *choices: tuple[str, str]) -> Ruling:
    """The first choice is the default."""
    kind: RulingKind = "choice"
    return Ruling(key, label, kind, choices[0][0], text, chapter=chapter, choices=choices)


SHEET = (
    _formula("hits_formula", "Hits", "body + constitution", "How many Hits somebody has when unhurt."),
    _formula("stamina_formula", "Stamina", "body + mind + constitution + will", "How much Stamina a rested one has."),
    _formula("stability_formula", "Stability", "mind + intelligence + will", "How much Stability a calm mind has."),
    _formula("ka_formula", "Ka", "spirit + will + presence", "How much Ka somebody has."),
    _formula(
        "initiative_formula",
        "Initiative",
        "agility + perception",
        "What is added to the d10 for the order of a round; on the scale of a Reaction roll.",
    ),
    _formula(
        "movement_formula",
        "Movement",
        "agility + race - shortfall",
        "Feet of a combat move, and miles walked in four hours; never below 1. 'race' is the share of the race, "
        "'shortfall' what the Strength lacks for the armour.",
        MOVEMENT_NAMES,
    ),
    _row(
        "creation_budget",
        "Creation budget",
        "Sheet",
        (40, 2, 9, 18, 24, 60, 4),
        "Points over the eight attributes, lowest and highest of each before race, trait points, Novice Units, "
        "Skill Points, advantage points.",
        low=0,
        high=500,
    ),
    _row(
        "level_cap_by_rank",
        "Highest level of a rank",
        "Sheet",
        (3, 6, 9, 12, 20),
        "The highest level of a skill at Novice, Apprentice, Journeyman, Master and Grandmaster.",
        low=1,
        high=100,
    ),
    _number("rank_xp", "Price of a rank", "Sheet", 5, "A rank costs this x its number x the skill's cost.", 0, 100),
    _flag(
        "rank_needs_cap",
        "A rank needs the level before it",
        "Sheet",
        True,
        "A new rank can be bought only when the level has reached the cap of the old one.",
    ),
    _choice(
        "racial_modifiers",
        "Racial modifiers",
        "Sheet",
        "Which races change attributes when a character is made.",
        ("table", "As the table of races says."),
        ("game", "Only those that the game itself states (dwarves)."),
        ("none", "No race does."),
    ),
    _flag(
        "strength_shortfall",
        "Too weak for the armour",
        "Sheet",
        True,
        "Each point of Strength that the armour asks for and the wearer lacks costs 1 Movement and 1 on rolls of "
        "agility and dexterity.",
    ),
)

ROLLS = (
    _choice(
        "botch_when",
        "When two ones are a botch",
        "Rolls",
        "Two ones always fail; this says when they are a botch as well.",
        ("combat", "In every fight, elsewhere where the GM calls the moment tense."),
        ("always", "Always."),
        ("never", "Never."),
    ),
    _choice(
        "contest_tie",
        "A tied contest",
        "Rolls",
        "Who wins when both sides of a direct contest have the same total.",
        ("nobody", "Nobody; roll again if the struggle goes on."),
        ("higher_level", "The higher level of skill, else nobody."),
        ("first", "The one who began it."),
    ),
    _number("weakened_penalty", "Weakened", "Rolls", -1, "On every 2d10 roll, for each pool below half.", -10, 0),
)

DEFENCE = (
    _formula(
        "passive_defense_formula",
        "Passive defence",
        "agility + armour + natural + shield",
        "What is added to 11. Attributes stand for their modifiers, 'armour' for the Defense of armour that one is "
        "trained in, 'natural' for hide or shell, 'shield' for the DV against what it can intercept, 'evade' for "
        "what the ruling on Evade lets count.",
        DEFENCE_NAMES,
    ),
    _choice(
        "evade_in_passive",
        "Evade in passive defence",
        "Defence",
        "How much of the Evade level counts without an active Dodge.",
        ("none", "Nothing."),
        ("half", "Half of it."),
        ("full", "All of it."),
    ),
    _flag("prone_active", "Prone and active defence", "Defence", True, "Lying costs 4 on active defence rolls too."),
    _choice(
        "shield_quadrants",
        "Where a shield works",
        "Defence",
        BOTH + "From which sides a shield intercepts, passively and as a Block.",
        ("front_and_side", "From the front and the side of the shield arm."),
        ("side", "Passively from the side of the shield arm only; a Block also from the front."),
    ),
    _choice(
        "turning",
        "Turning",
        "Defence",
        "When a combatant may turn.",
        ("free", "Whenever he declares, at no cost, once a phase."),
        ("gm", "Only when the GM turns him."),
    ),
    _choice(
        "shield_upkeep",
        "Stamina of a shield",
        "Defence",
        "When a shield takes its DV in Stamina.",
        ("round", "Once at the end of a round in which it counted, however often."),
        ("attack", "For each attack against which it counted, at the end of the round."),
        ("none", "Never."),
    ),
    _flag(
        "block_unskilled",
        "Block without Shield skill",
        "Defence",
        True,
        BOTH + "Whether a Block is open to those without the Shield skill.",
    ),
    _flag(
        "upkeep_keeps_one",
        "Upkeep leaves one",
        "Defence",
        True,
        "No upkeep takes the last point of Stamina: a shield takes what it can, anything else ends unpaid.",
    ),
    _choice(
        "shield_work_on",
        "Shield Work counts against",
        "Defence",
        "Against which one attack of a phase Shield Work counts.",
        ("needed", "The first that would hit without it and misses with it."),
        ("first", "The first that the shield can intercept."),
    ),
)

REACH = (
    _number("reach_weapon_min", "Reach weapon", "Reach and missiles", 1, "From which Reach a weapon counts as one.", 0),
    _number("shield_reach", "Reach of a shield", "Reach and missiles", 1, "How far a shield strikes, 0 included.", 0),
    _choice(
        "zones",
        "Apart",
        "Reach and missiles",
        "How far apart enemies stand who are not engaged, unless the setup says otherwise.",
        ("near", "Near."),
        ("far", "Far."),
    ),
    _number(
        "map_cover", "Cover on the map", "Reach and missiles", 25, "How many per cent painted cover gives.", 0, 300
    ),
    _number(
        "map_rough",
        "Difficult ground on the map",
        "Reach and missiles",
        1,
        "How many spaces more a step onto painted difficult ground or into water counts.",
        0,
        10,
    ),
    _choice(
        "reach_when",
        "When Reach is measured",
        "Reach and missiles",
        "Which distance counts for an attack in a phase in which somebody moves.",
        ("better", "The better for the attacker of those before and after the moves."),
        ("before", "The one before the moves."),
        ("after", "The one after the moves."),
    ),
    _number("set_against_charge", "Held against a charge", "Reach and missiles", 4, "More damage of a held strike.", 0),
    _row(
        "abstract_feet",
        "Feet without a map",
        "Reach and missiles",
        (3, 10, 50),
        "Feet between those engaged, near and far, for missiles.",
        low=0,
        high=1000,
    ),
    _row("travel_stamina", "Stamina of travel", "Reach and missiles", (1, 3), "An hour of walking; forced.", low=0),
    _choice(
        "missile_ranks",
        "Ranks of missile skills",
        "Reach and missiles",
        "Which skills follow the table of ranks for ranges, called shots and reloading.",
        ("all", "Every missile skill, and thrown weapons."),
        ("archery", "Archery alone; all others shoot as a Journeyman does."),
    ),
    _number("called_shot", "Called shot", "Reach and missiles", -4, "On the roll, besides what the rank says.", high=0),
    _row(
        "two_weapon_penalty",
        "Off hand",
        "Reach and missiles",
        (-4, -3, -2, -1, 0, 0),
        "Attack and parry with the off hand, from unskilled to Grandmaster of Two-Weapon Fighting.",
        high=0,
    ),
)

ROUND = (
    _choice(
        "reaction_initiative",
        "Initiative of the reaction",
        "The round",
        "What the total of a successful Reaction roll is good for.",
        ("reaction", "It is the Initiative Total of that round."),
        ("roll", "Nothing more: d10 + Initiative is rolled as always."),
    ),
    _flag("surprise_once", "Surprise once", "The round", True, "Surprise and sleep count in the first roll only."),
    _flag("attack_alerts", "An attack alerts", "The round", True, "Who is attacked unaware is aware from next round."),
    _choice(
        "resolve_order",
        "Order in a phase",
        "The round",
        "In which order the declared actions of a phase are worked out.",
        ("steps", "Held actions, moves and stances, all attack rolls, all defences, all damage at once."),
        ("in_order", "The same, but each blow tells at once: who falls to one harms nobody after it."),
    ),
    _choice(
        "defence_choice",
        "Which attack is defended",
        "The round",
        BOTH + "When an active defence is tied to an attack.",
        ("at_hit", "When attacks have hit; a miss asks no defence."),
        ("named", "With the declaration, which names the attacker."),
    ),
    _flag("defence_sees_total", "Totals are seen", "The round", True, "A defender knows the totals of the attacks."),
    _choice(
        "convert_unused",
        "Unused defences",
        "The round",
        "What becomes of a declared defence that nothing called for.",
        ("none", "It is spent."),
        ("refund", "The defence action of the round is not spent."),
    ),
    _choice(
        "declarations",
        "Declarations",
        "The round",
        "Who knows what was declared before him.",
        ("open", "In order; later ones know the earlier."),
        ("sealed", "In order; revealed when all have declared."),
        ("simultaneous", "All at once; revealed when all have declared."),
    ),
    _choice(
        "held_upkeep",
        "Upkeep of held actions",
        "The round",
        "What a held action costs at the end of each round.",
        ("cost", "Its Stamina again, or it ends."),
        ("none", "Nothing."),
    ),
    _choice(
        "hold_breaks_on",
        "What ends a held action",
        "The round",
        "Which of the holder's own actions end what he holds.",
        ("weapon_or_move", "Anything with that weapon, any move of place, and handling of gear."),
        ("weapon", "Anything with that weapon only."),
    ),
    _flag(
        "broken_off",
        "Full-round actions break off",
        "The round",
        True,
        "Who can no longer act, or lies on the ground in a Charge or Sprint, has lost his full-round action.",
    ),
    _flag(
        "hide_foe_numbers",
        "Hide the foe's figures",
        "The round",
        True,
        "Terms of a foe's defence and his exact pools are for his owner and the GM.",
    ),
)

ACTIONS = (
    _choice(
        "botch",
        "A botched attack",
        "Actions",
        "What two ones on an attack do to the weapon.",
        ("reset", "It needs a Reset; nothing for a fist or a shield."),
        ("drop", "It falls to the ground; nothing for a fist or a shield."),
        ("none", "Nothing."),
    ),
    _flag("strength_damage", "Strength and damage", "Actions", True, "Strength counts in blows and throws."),
    _choice(
        "durability_check",
        "Durability",
        "Actions",
        "What a Block that stops a blow does to the shield.",
        ("damage", "One damage roll of the attack; above the Durability it costs 1."),
        ("none", "Nothing."),
    ),
    _choice(
        "knockdown",
        "Knockdown",
        "Actions",
        "Which modifier keeps somebody on his feet.",
        ("better", "The better of strength and agility."),
        ("strength", "Strength."),
        ("agility", "Agility."),
    ),
    _number("con_check_base", "Constitution check", "Actions", 0, "Added to the damage for the number to reach."),
    _choice(
        "unlocks",
        "Rank needed",
        "Actions",
        "Which rank a closed action asks for.",
        ("table", "The rank in the table of unlocks."),
        ("trained", "Any rank of the skill."),
    ),
    _flag(
        "stretch_closed_actions",
        "One rank short",
        "Actions",
        True,
        "A closed action may be tried one rank below it, at half the level.",
    ),
    _number(
        "uncontrolled", "Uncontrolled mount", "Actions", -2, "On attacks from a mount that nobody controls.", high=0
    ),
    _choice(
        "warning",
        "Warning",
        "Actions",
        "When somebody who covers a place sees an intruder in time.",
        ("seen", "Whenever the intruder is not hidden from him."),
        ("never", "Only by a Reaction roll."),
        ("always", "Always."),
    ),
    _flag("spin_inside", "Spin Attack inside", "Actions", True, "A Spin Attack takes no penalty for foes inside."),
    _flag("bind_stops_attack", "Bind stops the blow", "Actions", True, "A weapon that is bound does not hit."),
    _choice(
        "armor_work",
        "Armor Work",
        "Actions",
        "How much more Damage Reduction Armor Work gives.",
        ("rank", "The number of the rank in the armour's skill."),
        ("one", "One."),
    ),
    _number("aim_max", "Aim", "Actions", 2, "How much several Aims add up to.", 0),
    _choice(
        "stance_spend",
        "Defensive Stance",
        "Actions",
        "Against which attacks of a phase the levels of Parry and Shield are spent.",
        ("needed", "The first that would hit without them and misses with them: as little as is enough."),
        ("first", "The first attack, both at once."),
    ),
)

CONDITIONS = (
    _number("dazed", "Dazed", "Conditions", -2, "On 2d10 rolls and on defence.", high=0),
    _choice(
        "stunned",
        "Stunned",
        "Conditions",
        "What is left of the defence of a stunned one; he declares nothing.",
        ("armour", "11 and the Defense of armour that he is trained in."),
        ("bare", "11."),
    ),
    _formula(
        "dying",
        "Dying",
        "constitution",
        "After how many ends of rounds a dying one is dead unless tended.",
    ),
    _row(
        "recovery",
        "Recovery",
        "Conditions",
        (10, 60, 1, 2, 1, 2),
        "Minutes of rest for a point of Stamina; minutes for a point of Stability and Ka; Hits a day of rest; Hits "
        "a day when tended; more Hits a day for the hardy; how many times faster Stamina comes back to the untiring.",
        low=0,
        high=1440,
    ),
)

RULINGS: tuple[Ruling, ...] = (*SHEET, *ROLLS, *DEFENCE, *REACH, *ROUND, *ACTIONS, *CONDITIONS)
"""Every ruling, in the order of the page."""
