"""The one open decision: whose it is, its options, the odds of a command, and what the GM may set by hand."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.commands import Command
from rhean.rules.errors import IllegalCommand
from rhean.rules.maps import PAINT, paint_parameters
from rhean.rules.prompts import Chance, Choice, Option, Parameter, Prompt
from rhean.rules.systems.dragonpact import offers, offers_more, offers_move, trials
from rhean.rules.systems.dragonpact.actions import ABILITIES, Given
from rhean.rules.systems.dragonpact.actions.base import unknown
from rhean.rules.systems.dragonpact.arms import Arm
from rhean.rules.systems.dragonpact.chances import (
    attack_chances,
    block_chance,
    dodge_saves,
    escape_chance,
    parry_chance,
    pass_chance,
    saves_label,
)
from rhean.rules.systems.dragonpact.combat import check_open
from rhean.rules.systems.dragonpact.conditions import CONDITIONS
from rhean.rules.systems.dragonpact.overrides import ALIASES, OVERRIDES, POOLS, Override, when_bar
from rhean.rules.systems.dragonpact.rulings import RULINGS
from rhean.rules.systems.dragonpact.state import (
    ACT,
    GM,
    INITIATIVE,
    LANDING,
    REACT,
    RIPOSTE,
    Attack,
    DragonpactState,
    Unit,
)

QUESTIONS = {
    INITIATIVE: "Everybody is in place. Who acts first?",
    ACT: "What do you do?",
    REACT: "You are attacked. How do you react?",
    RIPOSTE: "Your Parry holds. Strike back?",
    LANDING: "Where does the weapon land?",
}
DEFAULTS = {INITIATIVE: "begin_fight", ACT: "end_turn", REACT: "pass", RIPOSTE: "decline", LANDING: "place"}


def prompts(state: DragonpactState, who: str | None = None) -> tuple[Prompt, ...]:
    """The open decision with its options, if it is this combatant's."""
    decider = state.waits_for
    if not decider or (who is not None and who != decider):
        return ()
    owner = GM if decider == GM else state.unit(decider).owner
    options = tuple(options_of(state))
    return (
        Prompt(
            state.prompt_id,
            decider,
            owner,
            state.stage,
            QUESTIONS[state.stage],
            options,
            about(state),
            DEFAULTS[state.stage],
        ),
    )


def options_of(state: DragonpactState) -> Iterator[Option]:
    """Every option of the stage."""
    attack = state.attack
    if state.stage == INITIATIVE:
        summary = "A die for every player character; the rest have fixed numbers."
        yield Option(
            "begin_fight", "Roll initiative", "begin_fight", {}, "Fight", rule="rule.initiative", summary=summary
        )
    elif state.stage == ACT and state.active:
        yield from act_options(state, state.active)
    elif attack and state.stage == REACT:
        yield from offers_more.reactions(state, attack)
    elif attack and state.stage == RIPOSTE:
        yield from offers_more.ripostes(state, attack)
    elif attack and state.stage == LANDING:
        yield from offers_more.landings(state, attack)


def act_options(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Every row of section 6 that is taken in one's own turn; moving comes first while nobody hostile is in reach."""
    moves = (*offers_move.moves(state, unit), *offers_move.approach(state, unit), *offers.stand_up(state, unit))
    attacks = tuple(offers.attacks(state, unit))
    yield from (*attacks, *moves) if offers_move.in_reach(state, unit) else (*moves, *attacks)
    yield from offers.guard(state, unit)
    yield from offers.hide(state, unit)
    yield from offers_more.items(state, unit)
    yield from offers.break_free(state, unit)
    yield from offers.let_go(state, unit)
    yield from offers.end_turn(state, unit)


def about(state: DragonpactState) -> tuple[str, ...]:
    """What the one who decides may know of the attack."""
    attack = state.attack
    if attack is None or state.stage not in (REACT, RIPOSTE, LANDING):
        return ()
    decider = state.unit(state.waits_for)
    attacker, target = state.unit(attack.attacker), state.unit(attack.target)
    names = [unit.id if state.knows(decider.side, unit) else "somebody unseen" for unit in (attacker, target)]
    label = "Riposte" if attack.riposte else ABILITIES[attack.ability].label
    rolled = [f"damage {sum(s.total for s in attack.strikes)}"] if any(s.rolled for s in attack.strikes) else []
    return (f"{label} by {names[0]} on {names[1]}", *rolled)


def open_decisions(state: DragonpactState) -> tuple[tuple[str, str, str], ...]:
    """Id, combatant and kind of the open prompt."""
    decider = state.waits_for
    return ((state.prompt_id, decider, state.stage),) if decider else ()


# -- odds of a command --------------------------------------------------------------------------------------


def odds(state: DragonpactState, command: Command) -> tuple[Chance, ...]:
    """The exact chances of a command that could be given now; raises ``IllegalCommand`` for one that could not."""
    if command.actor == GM and command.name in OVERRIDES:
        return ()
    check_open(state, command)
    ability = ABILITIES[command.name]
    given = Given(state, state.unit(command.actor), command.params, ability.params)
    bar = ability.bar(given)
    if bar:
        raise IllegalCommand(bar)
    attack = trial_of(given, command.name)
    if attack:
        return attack_chances(state, attack)
    if command.name == "break_free":
        return (Chance.of("success", escape_chance(state, given.unit, given.text("stat"))),)
    return reaction_odds(state, given, command.name)


def trial_of(given: Given, name: str) -> Attack | None:
    """The attack that a command would make."""
    state, unit = given.state, given.unit
    if name == "riposte" and state.attack:
        target = state.unit(state.attack.attacker)
        return trials.basic(state, unit, target, arm_of(given), given.text("grip"), given.mode(), riposte=True)
    if not name.endswith("_attack"):
        return None
    target = given.other()
    if name == "basic_attack":
        return trials.basic(state, unit, target, arm_of(given), given.text("grip"), given.mode())
    if name == "dual_wield_attack":
        return trials.dual(state, unit, target)
    arm = arm_of(given) if "weapon" in given.params else None
    return trials.maneuver(unit, target, name, given.text("stat") or "strength", arm)


def arm_of(given: Given) -> Arm:
    """The weapon of a command that was found legal."""
    arm = given.arm()
    if not isinstance(arm, Arm):
        raise unknown(f"no such weapon: {given.text('weapon')}")
    return arm


def reaction_odds(state: DragonpactState, given: Given, name: str) -> tuple[Chance, ...]:
    """The chance to come off well with a reaction."""
    attack = state.attack
    if attack is None or name not in ("block", "dodge", "parry", "pass"):
        return ()
    label = saves_label(attack)
    if name == "block":
        return (Chance.of(label, block_chance(state, attack, given.text("item"))),)
    if name == "dodge":
        return (Chance.of(label, dodge_saves(state, attack)),)
    if name == "pass":
        return (Chance.of(label, pass_chance(state, attack)),)
    saved = parry_chance(state, attack, given.text("stat"), given.text("weapon"))
    return (Chance.of(label, saved), Chance.of("riposte", saved))


# -- overrides ----------------------------------------------------------------------------------------------


def overrides(state: DragonpactState) -> tuple[Option, ...]:
    """What the GM may set by hand now."""
    return tuple(override_option(state, row) for row in OVERRIDES.values() if row.key not in ALIASES)


def override_option(state: DragonpactState, row: Override) -> Option:
    """One override with its parameters."""
    bar = when_bar(state, row)
    keys = (*row.params, *row.optional)
    parameters = tuple(override_parameter(state, row, key, key in row.params) for key in keys)
    shown = tuple(parameter for parameter in parameters if parameter is not None)
    refused = (bar,) if bar else ()
    return Option(
        row.key, row.label, "override", {"do": row.key}, "By hand", refused, (), shown, rule="rule.gm_commands"
    )


YES_NO = {"on": ("What", "gains it", "loses it"), "success": ("Result", "success", "failure")}


def override_parameter(state: DragonpactState, row: Override, key: str, required: bool) -> Parameter | None:
    """A parameter of an override by its key; None for what only other programs send."""
    units = tuple(Choice(unit.id, who=unit.id) for unit in state.units)
    choices: dict[str, tuple[str, tuple[Choice, ...]]] = {
        "unit": ("Who", units),
        "against": ("Against", units),
        "by": ("Held by", units),
        "pool": ("Pool", _words(POOLS)),
        "condition": ("Condition", _words(CONDITIONS)),
        "skill": ("Skill", _skills(state)),
        "against_skill": ("With", _skills(state)),
        "winner": ("Winner", _words(tuple(sorted({unit.side for unit in state.units})))),
        "key": ("Ruling", tuple(Choice(ruling.key, ruling.label) for ruling in RULINGS)),
    }
    if key in choices:
        label, values = choices[key]
        return Parameter(key, label, "choice", values, required, advanced=not required)
    if key in YES_NO:
        label, yes, no = YES_NO[key]
        return Parameter(key, label, "choice", (Choice("true", yes), Choice("false", no)), True, "true")
    if row.key == "ruling" and key == "value":
        return Parameter("value", "Value", "text", (), True, None, None, 60)
    numbers = {"value": (0, 999), "difficulty": (0, 99), "to": (1, len(state.units)), "amount": (0, 99)}
    if key in numbers:
        low, high = numbers[key]
        return Parameter(key, key.capitalize(), "integer", (), required, None, low, high)
    if row.key == PAINT:
        return next(parameter for parameter in paint_parameters() if parameter.key == key)
    if key == "at":
        return Parameter("at", "Where", "space", (), required)
    if key == "owner":
        return Parameter("owner", "Who decides", "text", (), required, None, None, 60, "A person's key, or gm.")
    return None


def _words(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key, key.capitalize()) for key in keys)


def _skills(state: DragonpactState) -> tuple[Choice, ...]:
    return tuple(Choice(skill.key, skill.name) for skill in state.rules.catalogue.skills.values())
