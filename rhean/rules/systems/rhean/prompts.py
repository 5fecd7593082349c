"""Every open decision with its options: what is possible, what is not and why, what it costs, and its odds."""

from __future__ import annotations

from rhean.rules.commands import GM_KEY
from rhean.rules.errors import Refusal
from rhean.rules.prompts import Choice, Cost, Option, Parameter, Prompt
from rhean.rules.systems.rhean import answers, costs, held, menu, odds, odds_checks, odds_defence, rolls, rounds, swings
from rhean.rules.systems.rhean.conditions import is_down
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.opened import OpenPrompt, open_in
from rhean.rules.systems.rhean.state import Blow, Declaration, RheanState
from rhean.rules.systems.rhean.wording import action_label

PAY = (Choice("stability", "Stability"), Choice("ka", "Ka"))


def prompts(state: RheanState, who: str | None = None, *, brief: bool = False) -> tuple[Prompt, ...]:
    """Every open decision, or those of one combatant (``gm``: the GM's own). ``brief`` leaves out declarations for
    which no action of the round is left."""
    fight = Fight(state)
    return tuple(_prompt(fight, found, brief=brief) for found in open_in(fight) if who is None or found.who == who)


def _prompt(fight: Fight, found: OpenPrompt, *, brief: bool) -> Prompt:
    """One open decision in full."""
    knows_all = found.owner == GM_KEY
    if found.kind == "declare":
        options = tuple(menu.declare_options(fight, found.who, knows_all=knows_all, brief=brief))
        return _made(found, f"What do you do in phase {fight.phase}?", options, "nothing", _holding(fight, found.who))
    if found.kind == "strike":
        return _made(found, "Your held action is tripped. Whom do you strike?", _strike(fight, found.who, knows_all))
    if found.kind == "defend":
        options, about = _defend(fight, found.who, knows_all)
        return _made(found, "You are attacked. What do you do about it?", options, "none", about)
    if found.kind == "flesh_wound":
        return _made(found, "You are struck and stopped. Is it only a flesh wound?", _flesh(fight, found.who), "no")
    if found.kind == "react":
        return _made(found, "Do you react in time?", (_react(fight, found.who),), "react")
    opened = Option("open_round", f"Open round {fight.round + 1}", "open_round", rule="rule.round")
    return _made(found, "Everything is ready for the next round.", (opened,), "open_round")


def _made(
    found: OpenPrompt,
    question: str,
    options: tuple[Option, ...],
    default: str = "none",
    about: tuple[str, ...] = (),
) -> Prompt:
    return Prompt(found.id, found.who, found.owner, found.kind, question, options, about, default)


def _holding(fight: Fight, who: str) -> tuple[str, ...]:
    """A reminder of what one holds."""
    hold = fight[who].hold
    return (f"You hold {action_label(hold.action)}.",) if hold else ()


def _react(fight: Fight, who: str) -> Option:
    chance = odds_checks.roll_chance("reacts", rolls.reaction_terms(fight, who), rounds.REACTION_TN)
    return Option("react", "Roll the Reaction", "react", odds=(chance,), rule="rule.reaction")


# -- held actions -----------------------------------------------------------------------------------------------


def _strike(fight: Fight, who: str, knows_all: bool) -> tuple[Option, ...]:
    """One of those who tripped it, or nobody."""
    found = held.asks(fight)
    targets = found[1] if found else ()
    choices = tuple(
        Choice(
            target,
            who=target,
            odds=tuple(odds.strike_odds(fight, who, target, knows_all=knows_all)),
            down=is_down(fight[target]),
        )
        for target in targets
    )
    default = targets[0] if len(targets) == 1 else None
    target = Parameter("target", "Whom", "choice", choices, required=True, default=default)
    return (
        Option("strike", "Strike", "strike", parameters=(target,), rule="rule.held_actions"),
        Option("none", "Let them pass and keep waiting", "strike", {"target": "none"}),
    )


def _flesh(fight: Fight, who: str) -> tuple[Option, ...]:
    """The same wound again and the attack, or neither."""
    declared = swings.current(fight, who)
    price = held.flesh_price(fight, who, declared) if declared else {}
    paid = tuple(Cost(pool, amount) for pool, amount in price.items())
    return (
        Option(
            "yes", "Take it again and attack", "flesh_wound", {"answer": True}, costs=paid, rule="action.flesh_wound"
        ),
        Option("no", "Lose the attack", "flesh_wound", {"answer": False}),
    )


# -- defences ---------------------------------------------------------------------------------------------------


def _defend(fight: Fight, who: str, knows_all: bool) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """Each defence that can be used, on which attacks; and the attacks in words."""
    among = answers.candidates(fight)
    possible = answers.choices(fight, who)
    options = [
        _defence(fight, who, declared, among, named=len(possible) > 1, knows_all=knows_all) for declared in possible
    ]
    none = Option("none", "Do nothing", "defend", {"do": "none"})
    about = tuple(_attack_words(fight, blow) for blow in answers.answerable(fight, who, among))
    return (*options, none), about


def _attack_words(fight: Fight, blow: Blow) -> str:
    """An attack to be answered."""
    told = f", total {blow.total}" if fight.rulings["defence_sees_total"] else ""
    number = f"Attack {blow.n}" if blow.n else "The held strike"
    hits = "" if blow.hit else " (a miss)"
    return f"{number} by {blow.who}: {action_label(blow.action)}{told}{hits}"


def _defence(
    fight: Fight, who: str, declared: Declaration, among: tuple[Blow, ...], *, named: bool, knows_all: bool
) -> Option:
    """One defence with the attacks that it can be used on."""
    usable = [blow for blow in among if answers.usable(fight, who, declared, blow)]
    price = answers.price(fight, who, declared)
    reason = costs.lack(fight[who], price)
    refusals = (reason,) if reason else ()
    if not usable:
        refusals = (Refusal("target", "can be used on none of these attacks"), *refusals)
    choices = tuple(_attack_choice(fight, who, declared, blow, knows_all) for blow in usable)
    default = str(usable[0].n) if len(usable) == 1 else None
    parameters = [Parameter("attack", "Which attack", "choice", choices, required=True, default=default)]
    if declared.action == "soak":
        parameters += [
            Parameter("pay", "Paid with", "choice", PAY, default="stability", advanced=True),
            Parameter("limit", "At most", "integer", minimum=0, maximum=999, advanced=True),
        ]
    return Option(
        declared.action,
        action_label(declared.action),
        "defend",
        {"do": declared.action} if named else {},
        "Defence",
        refusals,
        tuple(Cost(pool, amount) for pool, amount in price.items()),
        tuple(parameters),
        choices[0].odds if len(choices) == 1 else (),
        declared.half,
        f"action.{declared.action}",
    )


def _attack_choice(fight: Fight, who: str, declared: Declaration, blow: Blow, knows_all: bool) -> Choice:
    note = f"attack {blow.n}" if blow.n else "held strike"
    if fight.rulings["defence_sees_total"]:
        note += f", total {blow.total}"
    return Choice(
        str(blow.n),
        who=blow.who,
        note=note,
        odds=tuple(odds_defence.answer_odds(fight, who, declared, blow, knows_all=knows_all)),
    )
