"""What is offered besides attacks: moving, items, reactions, ripostes, landing spaces."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.errors import Refusal
from rhean.rules.prompts import Chance, Choice, Option, Parameter
from rhean.rules.systems.dragonpact import trials
from rhean.rules.systems.dragonpact.actions.base import Given
from rhean.rules.systems.dragonpact.actions.items import (
    Found,
    find,
    item_cost,
    kind_bar,
    reach_bar,
    receiver,
    sort_bar,
)
from rhean.rules.systems.dragonpact.actions.techniques import once_bar
from rhean.rules.systems.dragonpact.aim import riposte_bar, stamina_bar
from rhean.rules.systems.dragonpact.arms import grips, ready_arms
from rhean.rules.systems.dragonpact.chances import (
    block_chance,
    dodge_saves,
    parry_chance,
    pass_chance,
    saves_label,
    unanswered,
)
from rhean.rules.systems.dragonpact.checks import BODY_STATS
from rhean.rules.systems.dragonpact.library import Armour, Item, Shield, Weapon
from rhean.rules.systems.dragonpact.maneuvers import landing_spaces
from rhean.rules.systems.dragonpact.offers import able, arm_label, refusals, seen_targets, stamina, weapon_parameters
from rhean.rules.systems.dragonpact.offers_move import path_text
from rhean.rules.systems.dragonpact.state import Attack, DragonpactState, Unit
from rhean.rules.systems.dragonpact.values import gear_name, shields
from rhean.rules.systems.dragonpact.window import COSTS, block_bar, dodge_bar, parry_arms, parry_bar, thing_name

# -- items --------------------------------------------------------------------------------------------------


def items(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Everything of one's own that can be used or drawn, and what lies within reach."""
    keys = [thing.id for thing in unit.gear] + [thing.id for thing in state.ground]
    offered = False
    for key in keys:
        given = Given(state, unit, {"item": key}, ("item", "target", "at", "weapon", "hand"))
        found = find(given)
        if _worth_offering(state, unit, found):
            offered = True
            yield item_option(state, unit, given, found)
    if not offered:
        bar = refusals(able(unit), once_bar(unit, "item"), Refusal("gear", "nothing to use"))
        yield Option("item", "Item", "item", {}, "Items", bar, stamina(1), rule="action.item")


def _worth_offering(state: DragonpactState, unit: Unit, found: Found) -> bool:
    """Not what is worn, in hand or shot, and nothing that lies out of reach."""
    if found.own and found.own.slot != "pack":
        return False
    return sort_bar(found) is None and reach_bar(state, unit, found) is None


def item_option(state: DragonpactState, unit: Unit, given: Given, found: Found) -> Option:
    """One thing to use, draw or pick up."""
    cost = item_cost(state, found.entry)
    parameters = tuple(item_parameters(state, unit, found))
    bar = able(unit) or (once_bar(unit, "item") if cost else None) or stamina_bar(unit, cost)
    if bar is None and not parameters:
        bar = kind_bar(given, found)
    if bar is None and any(p.required and not any(c.available for c in p.choices) for p in parameters):
        bar = Refusal("target", "nobody in reach") if _is_sort(found, "bomb") else Refusal("gear", "nothing to coat")
    verb = _verb(found)
    return Option(
        f"item:{found.id}",
        f"{verb} {found.entry.name}",
        "item",
        {"item": found.id},
        "Items",
        refusals(bar),
        stamina(cost),
        parameters,
        (),
        False,
        "action.item",
    )


def _is_sort(found: Found, sort: str) -> bool:
    return isinstance(found.entry, Item) and found.entry.sort == sort


def _verb(found: Found) -> str:
    if found.lying:
        return "Pick up" if isinstance(found.entry, Weapon | Shield) or _is_sort(found, "ammo") else "Use"
    return "Draw" if isinstance(found.entry, Weapon | Shield | Armour) else "Use"


def item_parameters(state: DragonpactState, unit: Unit, found: Found) -> Iterator[Parameter]:
    """What a thing's use still asks for."""
    entry = found.entry
    if isinstance(entry, Weapon) and "two_handed" in entry.qualities:
        return
    if isinstance(entry, Weapon | Shield):
        hands = (Choice("main", "main hand"), Choice("off", "off hand"))
        yield Parameter("hand", "Hand", "choice", hands, default="main")
    elif isinstance(entry, Item) and entry.sort in ("heal", "cure", "stamina"):
        yield Parameter("target", "For", "choice", receivers(state, unit, found), default=unit.id)
    elif isinstance(entry, Item) and entry.sort == "bomb":
        yield Parameter("at", "Where", "choice", bomb_choices(state, unit, found), True)
    elif isinstance(entry, Item) and entry.sort == "poison":
        weapons = tuple(Choice(arm.id, arm.name) for arm in ready_arms(state.rules, unit))
        yield Parameter("weapon", "On", "choice", weapons, True)


def _given(state: DragonpactState, unit: Unit, found: Found, **params: object) -> Given:
    return Given(state, unit, {"item": found.id, **params}, ("item", "target", "at", "weapon", "hand"))


def receivers(state: DragonpactState, unit: Unit, found: Found) -> tuple[Choice, ...]:
    """Oneself and everybody next to one."""
    choices = []
    for target in (unit, *seen_targets(state, unit)):
        given = _given(state, unit, found, target=target.id)
        bar = kind_bar(given, found)
        if bar is None or receiver(given).id == unit.id:
            choices.append(Choice(target.id, who=target.id, refusals=refusals(bar)))
    return tuple(choices)


def bomb_choices(state: DragonpactState, unit: Unit, found: Found) -> tuple[Choice, ...]:
    """The spaces of everybody in range and sight, others' first."""
    choices = []
    for target in seen_targets(state, unit):
        if target.at is None:
            continue
        bar = kind_bar(_given(state, unit, found, at=list(target.at)), found)
        if bar is None or bar.code != "range":
            friend, down = target.side == unit.side, not target.able
            choices.append(Choice(path_text((target.at,)), "", target.id, refusals(bar), friend=friend, down=down))
    return tuple({choice.value: choice for choice in reversed(choices)}.values())[::-1]


# -- reactions ----------------------------------------------------------------------------------------------


def reactions(state: DragonpactState, attack: Attack) -> Iterator[Option]:
    """Block, Dodge, Parry and nothing, with the chance to come off well."""
    unit = state.unit(attack.target)
    label = saves_label(attack)
    yield block_option(state, attack, unit, label)
    bar = dodge_bar(state, attack)
    odds = () if bar else (Chance.of(label, dodge_saves(state, attack)),)
    yield Option(
        "dodge",
        "Dodge",
        "dodge",
        {},
        "Reactions",
        refusals(bar),
        stamina(COSTS["dodge"]),
        (),
        odds,
        rule="action.dodge",
    )
    yield from parry_options(state, attack, unit)
    odds = (Chance.of(label, pass_chance(state, attack)),)
    yield Option("pass", "No reaction", "pass", {}, "Reactions", (), (), (), odds, rule="rule.reactions")


def block_option(state: DragonpactState, attack: Attack, unit: Unit, label: str) -> Option:
    """Block, with the choice of shield where there are two."""
    bar = block_bar(state, attack)
    held = shields(state.rules, unit)
    choices = tuple(Choice(thing.id, gear_name(state.rules, thing.item)) for thing in held)
    which = (Parameter("item", "With", "choice", choices, default=held[0].id),) if len(held) > 1 else ()
    odds = () if bar else (Chance.of(label, block_chance(state, attack)),)
    return Option(
        "block",
        "Block",
        "block",
        {},
        "Reactions",
        refusals(bar),
        stamina(COSTS["block"]),
        which,
        odds,
        rule="action.block",
    )


def parry_options(state: DragonpactState, attack: Attack, unit: Unit) -> Iterator[Option]:
    """Parry with each weapon; the stat is a choice, each with its odds."""
    arms = parry_arms(state, unit)
    general = parry_bar(state, attack)
    if not arms or general:
        yield Option(
            "parry", "Parry", "parry", {}, "Reactions", refusals(general), stamina(COSTS["parry"]), rule="action.parry"
        )
        return
    for arm in arms:
        bar = parry_bar(state, attack, arm.id)
        chances = {} if bar else {stat: parry_chance(state, attack, stat, arm.id) for stat in BODY_STATS}
        best = max(chances, key=lambda stat: chances[stat], default="strength")
        odds = (Chance.of("no wound", chances[best]), Chance.of("riposte", chances[best])) if chances else ()
        choices = tuple(
            Choice(stat, stat.capitalize(), odds=(Chance.of("no wound", chances[stat]),) if chances else ())
            for stat in BODY_STATS
        )
        stat = Parameter("stat", "With", "choice", choices, True, best)
        label = "Parry" if len(arms) == 1 else f"Parry: {arm_label(state, unit, arm)}"
        yield Option(
            f"parry:{arm.id}",
            label,
            "parry",
            {"weapon": arm.id},
            "Reactions",
            refusals(bar),
            stamina(COSTS["parry"]),
            (stat,),
            odds,
            rule="action.parry",
        )


def ripostes(state: DragonpactState, attack: Attack) -> Iterator[Option]:
    """A riposte with each weapon in each grip, or none."""
    unit, attacker = state.unit(attack.target), state.unit(attack.attacker)
    for arm in ready_arms(state.rules, unit):
        for grip in grips(state.rules, unit, arm):
            bar = riposte_bar(state, unit, attacker, arm, grip)
            trial = trials.basic(state, unit, attacker, arm, grip, riposte=True)
            odds = () if bar else unanswered(state, trial)
            fixed = {"weapon": arm.id, "grip": grip}
            label = f"{arm_label(state, unit, arm)}{' in two hands' if grip == 'two' else ''}"
            more = tuple(weapon_parameters(arm))
            yield Option(
                f"riposte:{arm.id}:{grip}",
                label,
                "riposte",
                fixed,
                "Riposte",
                refusals(bar),
                (),
                more,
                odds,
                rule="action.riposte",
            )
    yield Option("decline", "No riposte", "decline", {}, "Riposte", rule="action.riposte")


def landings(state: DragonpactState, attack: Attack) -> Iterator[Option]:
    """Where the disarmed weapon may lie."""
    choices = tuple(Choice(f"{x},{y}", f"{x},{y}") for x, y in landing_spaces(state, attack))
    default = choices[0].value if choices else None
    at = Parameter("at", "Where", "choice", choices, True, default)
    name = thing_name(state, state.unit(attack.target), attack.item)
    yield Option("place", f"{name} lands", "place", {}, "Landing", (), (), (at,), rule="action.disarming_attack")
