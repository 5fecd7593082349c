"""What the active unit is offered: every row of section 6 with its bar, cost, parameters and odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rhean.rules.errors import Refusal
from rhean.rules.grid import DIRECTIONS
from rhean.rules.prompts import Chance, Choice, Cost, Option, Parameter
from rhean.rules.systems.dragonpact import trials
from rhean.rules.systems.dragonpact.actions.attacks import DUAL_COST, MANEUVER_COST, NO_PAIR
from rhean.rules.systems.dragonpact.actions.base import Given
from rhean.rules.systems.dragonpact.actions.techniques import (
    break_free_bar,
    hide_bar,
    let_go_bar,
    once_bar,
    stand_up_bar,
)
from rhean.rules.systems.dragonpact.aim import (
    CANNOT_ACT,
    Bar,
    aim_bar,
    ammo_bar,
    basic_cost,
    dual_arms,
    held_weapons,
    mode_of,
    range_bar,
    sight_bar,
    size_bar,
    stamina_bar,
    target_bar,
)
from rhean.rules.systems.dragonpact.arms import Arm, grips, ready_arms
from rhean.rules.systems.dragonpact.chances import attack_chances, escape_chance
from rhean.rules.systems.dragonpact.checks import BODY_STATS, GUARD_STATS
from rhean.rules.systems.dragonpact.space import distance
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Unit

NOBODY = Refusal("target", "nobody in reach")
WAYS = ("up", "up and right", "right", "down and right", "down", "down and left", "left", "up and left")

TargetBar = Callable[[Unit], Bar]
Trial = Callable[[Unit], Attack | None]


def stamina(cost: int) -> tuple[Cost, ...]:
    """A price, nothing for 0."""
    return (Cost("stamina", cost),) if cost else ()


def refusals(*bars: Bar) -> tuple[Refusal, ...]:
    """The first bar that holds."""
    return next(((bar,) for bar in bars if bar), ())


def stat_choices(stats: tuple[str, ...]) -> tuple[Choice, ...]:
    """Core Stats to choose from."""
    return tuple(Choice(stat, stat.capitalize()) for stat in stats)


def able(unit: Unit) -> Bar:
    """A unit that is down cannot act."""
    return None if unit.able else CANNOT_ACT


def seen_targets(state: DragonpactState, unit: Unit) -> Iterator[Unit]:
    """Everybody who could be aimed at, as far as the unit knows: other sides first, the nearest first."""
    others = [u for u in state.units if u.id != unit.id and target_bar(state, unit, u) is None]
    return iter(sorted(others, key=lambda other: (other.side == unit.side, distance(state, unit, other))))


def target_choices(state: DragonpactState, unit: Unit, bar: TargetBar, trial: Trial) -> tuple[Choice, ...]:
    """Every target in view with its distance, its own bar, and the odds where there is none."""
    choices = []
    for target in seen_targets(state, unit):
        far = distance(state, unit, target)
        found = bar(target)
        attack = trial(target) if found is None else None
        odds = attack_chances(state, attack) if attack else ()
        note = f"{far} space{'' if far == 1 else 's'} away"
        bars = (found,) if found else ()
        friend, down = target.side == unit.side, not target.able
        choices.append(Choice(target.id, "", target.id, bars, note, odds, friend, down))
    return tuple(choices)


def targets(choices: tuple[Choice, ...]) -> Parameter:
    """The parameter ``target``."""
    return Parameter("target", "Target", "choice", choices, required=True)


def nobody(choices: tuple[Choice, ...]) -> Bar:
    """Nobody to aim at."""
    return None if any(choice.available for choice in choices) else NOBODY


# -- techniques ---------------------------------------------------------------------------------------------


def guard(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Guard."""
    bar = refusals(able(unit), once_bar(unit, "guard"), stamina_bar(unit, 1))
    stat = Parameter("stat", "With", "choice", stat_choices(GUARD_STATS), True, "strength")
    yield Option("guard", "Guard", "guard", {}, "Techniques", bar, stamina(1), (stat,), rule="action.guard")


def hide(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Hide."""
    bar = refusals(hide_bar(Given(state, unit, {}, ())))
    yield Option("hide", "Hide", "hide", {}, "Techniques", bar, stamina(1), rule="action.hide")


def stand_up(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Standing up."""
    bar = refusals(stand_up_bar(Given(state, unit, {}, ())))
    yield Option("stand_up", "Stand up", "stand_up", {}, "Moving", bar, stamina(1), rule="action.move")


def break_free(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Breaking free."""
    bar = refusals(break_free_bar(Given(state, unit, {"stat": "strength"}, ("stat",))))
    choices = tuple(
        Choice(stat, stat.capitalize(), odds=(Chance.of("success", escape_chance(state, unit, stat)),))
        for stat in BODY_STATS
    )
    cost = stamina(state.rules.rulings["break_free_cost"])
    stat = Parameter("stat", "With", "choice", choices if not bar else stat_choices(BODY_STATS), True, "strength")
    yield Option(
        "break_free", "Break free", "break_free", {}, "Techniques", bar, cost, (stat,), rule="condition.grappled"
    )


def let_go(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Letting go."""
    bar = refusals(let_go_bar(Given(state, unit, {}, ())))
    yield Option("let_go", "Let go", "let_go", {}, "Techniques", bar, rule="condition.grappled")


def end_turn(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Ending the turn."""
    yield Option("end_turn", "End turn", "end_turn", {}, "Turn", rule="rule.turns")


# -- attacks ------------------------------------------------------------------------------------------------


def basic_attacks(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """A Basic Attack with each ready weapon in each grip."""
    for arm in ready_arms(state.rules, unit):
        for grip in grips(state.rules, unit, arm):
            yield basic_attack(state, unit, arm, grip)


def basic_attack(state: DragonpactState, unit: Unit, arm: Arm, grip: str) -> Option:
    """A Basic Attack with one weapon in one grip."""

    def bar(target: Unit) -> Bar:
        return (
            stamina_bar(unit, basic_cost(state, unit, arm, grip, target))
            or aim_bar(state, unit, target, arm, "")
            or ammo_bar(state, unit, [(arm, mode_of(state, unit, target, arm, ""))])
        )

    choices = target_choices(state, unit, bar, lambda target: trials.basic(state, unit, target, arm, grip))
    costs = [basic_cost(state, unit, arm, grip, state.unit(c.value)) for c in choices if c.available]
    least = min(costs, default=basic_cost(state, unit, arm, grip))
    first = stamina_bar(unit, least) or _no_shot(state, unit, arm) or nobody(choices)
    both = len(grips(state.rules, unit, arm)) > 1
    hands = {"one": ", one hand", "two": ", both hands"}[grip] if both else ""
    label = f"{arm_label(state, unit, arm)}{hands}"
    return Option(
        f"basic_attack:{arm.id}:{grip}",
        label,
        "basic_attack",
        {"weapon": arm.id, "grip": grip},
        "Attacks",
        refusals(able(unit), first),
        stamina(least),
        (targets(choices), *weapon_parameters(arm)),
        rule="action.basic_attack",
        summary=f"damage {' crit '.join(arm.dice(next(iter(arm.reach)), grip))}, reach {arm.longest}",
    )


def arm_label(state: DragonpactState, unit: Unit, arm: Arm) -> str:
    """A weapon's name, with its hand where two are called the same."""
    twins = sum(other.name == arm.name for other in ready_arms(state.rules, unit)) > 1
    return f"{arm.name}, {arm.slot} hand" if twins and arm.slot else arm.name


def _no_shot(state: DragonpactState, unit: Unit, arm: Arm) -> Bar:
    """A weapon that only shoots, without ammunition."""
    return ammo_bar(state, unit, [(arm, "shot")]) if set(arm.reach) == {"shot"} else None


def weapon_parameters(arm: Arm) -> Iterator[Parameter]:
    """Mode, and where a shift goes."""
    if len(arm.reach) > 1:
        modes = tuple(Choice(mode, f"{mode}, reach {far}") for mode, far in arm.reach.items())
        yield Parameter("mode", "Mode", "choice", modes, advanced=True, help="Left out: the first that reaches.")
    if any(perk.word == "shift" for perk in arm.perks):
        yield Parameter("push_to", "Move the target to", "space", advanced=True, help="A space next to the target.")


def dual_wield(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """A Dual Wield Attack."""
    arms = dual_arms(state, unit)

    def bar(target: Unit) -> Bar:
        shots = [(arm, mode_of(state, unit, target, arm, "")) for arm in arms or ()]
        reach = min((arm.longest for arm in arms or ()), default=1)
        return range_bar(state, unit, target, reach) or sight_bar(state, unit, target) or ammo_bar(state, unit, shots)

    choices = target_choices(state, unit, bar, lambda target: trials.dual(state, unit, target)) if arms else ()
    first = refusals(able(unit), None if arms else NO_PAIR, stamina_bar(unit, DUAL_COST), nobody(choices))
    yield _attack("dual_wield_attack", "Both weapons", first, DUAL_COST, (targets(choices),))


def _attack(
    key: str,
    label: str,
    bars: tuple[Refusal, ...],
    cost: int,
    parameters: tuple[Parameter, ...],
    *,
    of: str = "",
    fixed: dict[str, str] | None = None,
) -> Option:
    return Option(
        of or key, label, key, dict(fixed or {}), "Attacks", bars, stamina(cost), parameters, rule=f"action.{key}"
    )


def weapon_maneuvers(key: str, label: str, state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Disarming or Tripping with the first ready weapon of each reach: the rest of it makes no difference."""
    ready = {tuple(arm.reach.items()): arm for arm in reversed(ready_arms(state.rules, unit))}
    for arm in reversed(ready.values()):

        def bar(target: Unit, arm: Arm = arm) -> Bar:
            return (
                aim_bar(state, unit, target, arm, "")
                or ammo_bar(state, unit, [(arm, mode_of(state, unit, target, arm, ""))])
                or maneuver_target_bar(key, state, unit, target)
            )

        def trial(target: Unit, arm: Arm = arm) -> Attack:
            return trials.maneuver(unit, target, key, better_stat(unit), arm)

        choices = target_choices(state, unit, bar, trial)
        first = refusals(able(unit), stamina_bar(unit, MANEUVER_COST), _no_shot(state, unit, arm), nobody(choices))
        yield _attack(
            key,
            f"{label}: {arm.name}" if len(ready) > 1 else label,
            first,
            MANEUVER_COST,
            (targets(choices), stat_parameter(unit)),
            of=f"{key}:{arm.id}",
            fixed={"weapon": arm.id},
        )


def maneuver_target_bar(key: str, state: DragonpactState, unit: Unit, target: Unit) -> Bar:
    """What a maneuver asks of its target alone."""
    if key == "disarming_attack":
        return None if held_weapons(state, target) else Refusal("target", "{0} holds no weapon", (target.id,))
    bar = size_bar(state, unit, target)
    if bar is None and key == "tripping_attack" and target.has("prone"):
        return Refusal("target", "{0} is already prone", (target.id,))
    return bar


def better_stat(unit: Unit) -> str:
    """The stat that one would choose."""
    return "agility" if unit.sheet.core("agility") > unit.sheet.core("strength") else "strength"


def stat_parameter(unit: Unit) -> Parameter:
    """Strength or Agility; the higher is proposed, and is what the odds shown are for."""
    return Parameter("stat", "With", "choice", stat_choices(BODY_STATS), True, better_stat(unit))


def body_maneuvers(key: str, label: str, state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Grappling or Shoving."""
    stat = "strength" if key == "shoving_attack" else better_stat(unit)

    def bar(target: Unit) -> Bar:
        return (
            range_bar(state, unit, target, 1)
            or sight_bar(state, unit, target)
            or maneuver_target_bar(key, state, unit, target)
        )

    choices = target_choices(state, unit, bar, lambda target: trials.maneuver(unit, target, key, stat))
    held = state.held_by(unit.id) if key == "grappling_attack" else None
    holding = Refusal("condition", "you already hold {0}; let go first", (held.id,)) if held else None
    first = refusals(able(unit), holding, stamina_bar(unit, MANEUVER_COST), nobody(choices))
    more = direction_parameter() if key == "shoving_attack" else stat_parameter(unit)
    yield _attack(key, label, first, MANEUVER_COST, (targets(choices), more))


def direction_parameter() -> Parameter:
    """One of the eight ways."""
    ways = tuple(Choice(f"{dx},{dy}", words) for (dx, dy), words in zip(DIRECTIONS, WAYS, strict=True))
    return Parameter("direction", "Which way", "choice", ways, True)


def attacks(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """All six attacks."""
    yield from basic_attacks(state, unit)
    yield from weapon_maneuvers("disarming_attack", "Disarm", state, unit)
    yield from dual_wield(state, unit)
    yield from body_maneuvers("grappling_attack", "Grapple", state, unit)
    yield from body_maneuvers("shoving_attack", "Shove", state, unit)
    yield from weapon_maneuvers("tripping_attack", "Trip", state, unit)
