"""Everything that can happen in a fight of Rhean, in words for the table's log.

One small function a kind of fact. What a reader may not know is missing from the fact, or its name from the cast;
the sentences read well all the same.
"""

from __future__ import annotations

from functools import singledispatch

from rhean.rules import maps
from rhean.rules.events import Fact, Line
from rhean.rules.explain import Explained
from rhean.rules.system import Names
from rhean.rules.systems.rhean import facts as f
from rhean.rules.systems.rhean.wording import (
    CHECKED,
    DEFENCES,
    GAINED,
    LOST,
    MOVES,
    PLAIN_ATTACKS,
    WEAPON_STATES,
    Cast,
    action_label,
    check_label,
    condition_label,
    explained,
    listed,
    points,
    pool_label,
    possessive,
    sentence,
    spaced,
    worded,
)


def describe(fact: Fact, names: Names) -> Line:
    """A fact in words, with the names that the reader may know."""
    return tell(fact, Cast(names))


@singledispatch
def tell(fact: Fact, cast: Cast) -> Line:
    """The line of one fact; each kind registers its own function below."""
    raise TypeError(f"nobody has words for {type(fact).__name__}")


def _minor(text: str, *sums: tuple[str, Explained] | None) -> Line:
    return Line(sentence(text), tuple(pair for pair in sums if pair))


def _major(text: str, *sums: tuple[str, Explained] | None) -> Line:
    return Line(sentence(text), tuple(pair for pair in sums if pair), "major")


def _heading(text: str) -> Line:
    return Line(text, (), "heading")


def _sum(label: str, total: int | None, terms: f.Terms) -> tuple[str, Explained] | None:
    """A sum for the line, if the reader may know its terms."""
    return (label, explained(total, terms)) if terms and total is not None else None


def _score(total: int, against: int | None) -> str:
    """``18 against 16``, or only the total where the reader may not know the rest."""
    return f"{total}" if against is None else f"{total} against {against}"


# -- the round ----------------------------------------------------------------------------------------------------


@tell.register
def _round_opened(fact: f.RoundOpened, cast: Cast) -> Line:
    return _heading(f"Round {fact.round}")


@tell.register
def _phase_began(fact: f.PhaseBegan, cast: Cast) -> Line:
    return _heading(f"Phase {fact.phase}")


@tell.register
def _phase_ended(fact: f.PhaseEnded, cast: Cast) -> Line:
    return _minor("The phase ends")


@tell.register
def _round_ended(fact: f.RoundEnded, cast: Cast) -> Line:
    return _minor("The round ends")


@tell.register
def _over(fact: f.Over, cast: Cast) -> Line:
    ended = f"the side {spaced(fact.side)!r} is left standing" if fact.side else "nobody is left standing"
    return _major(f"The fight is over: {ended}")


@tell.register
def _reaction(fact: f.Reaction, cast: Cast) -> Line:
    score = _score(fact.total, fact.tn)
    made = f"reacts in time: {score}" if fact.success else f"is too slow to react: {score}"
    return _minor(f"{cast.name(fact.who)} {_ones(fact.botch)}{made}", _sum("Reaction", fact.total, fact.terms))


def _ones(botch: bool) -> str:
    return "rolls two ones and " if botch else ""


@tell.register
def _initiative(fact: f.Initiative, cast: Cast) -> Line:
    told = f"{cast.owner(fact.who)} initiative is {fact.total}"
    return _minor(f"{told}, the total of the reaction" if fact.reaction else told, _initiative_sum(fact))


def _initiative_sum(fact: f.Initiative) -> tuple[str, Explained] | None:
    return _sum("Initiative", fact.total, fact.terms)


@tell.register
def _tie_break(fact: f.TieBreak, cast: Cast) -> Line:
    return _minor(f"{cast.name(fact.who)} rolls {fact.face} to break the tie")


@tell.register
def _order(fact: f.Order, cast: Cast) -> Line:
    return _minor(f"Declaring in this order: {', '.join(map(cast.name, fact.ids)) or 'nobody'}")


# -- declarations -------------------------------------------------------------------------------------------------


@tell.register
def _declared(fact: f.Declared, cast: Cast) -> Line:
    who = cast.name(fact.who)
    if not fact.action:
        return _minor(f"{who} has declared")
    place = f" at the {worded(fact.called)}" if fact.called not in ("", "yes") else ""
    called = f", a called shot{place}" if fact.called else ""
    half = ", at half level" if fact.half else ""
    told = f"{action_label(fact.action)}{_aimed(fact, cast)}{called}{half}"
    if fact.forced:
        return _minor(f"{who} gave no answer and is taken to declare {told}")
    return _minor(f"{who} {'has declared' if fact.revealed else 'declares'} {told}")


def _aimed(fact: f.Declared, cast: Cast) -> str:
    """At whom, with what, where to."""
    targets = tuple(dict.fromkeys(fact.targets or ((fact.target,) if fact.target else ())))
    parts = [f" against {listed([cast.other(one, fact.who) for one in targets])}"] if targets else []
    parts += [f" with the {spaced(fact.weapon)}"] if fact.weapon not in ("", "shield") else []
    parts += [f" towards {cast.other(fact.toward, fact.who)}"] if fact.toward else []
    if fact.away:
        parts.append(" away from " + ("everybody" if fact.away == "all" else cast.other(fact.away, fact.who)))
    parts += [f" to {worded(fact.place)}"] if fact.place else []
    return "".join(parts)


@tell.register
def _goes_on(fact: f.GoesOn, cast: Cast) -> Line:
    return _minor(f"{cast.name(fact.who)} goes on with {action_label(fact.action)}")


@tell.register
def _turned(fact: f.Turned, cast: Cast) -> Line:
    if fact.facing:
        return _minor(f"{cast.name(fact.who)} turns {dict(maps.FACING.choices)[fact.facing]}")
    return _minor(f"{cast.name(fact.who)} turns to face {cast.other(fact.foe, fact.who)}")


@tell.register
def _cost(fact: f.Cost, cast: Cast) -> Line:
    return _minor(f"{cast.name(fact.who)} pays {points(fact.amount, fact.pool)}")


@tell.register
def _failed(fact: f.Failed, cast: Cast) -> Line:
    told = f"{cast.owner(fact.who)} {action_label(fact.action)}"
    why = cast.fill(worded(fact.reason).replace("you have", "left are"), fact.about)
    if why == "is broken off":
        return _minor(f"{told} {why}")
    return _minor(f"{told} comes to nothing{': ' if why else ''}{why}")


@tell.register
def _held(fact: f.Held, cast: Cast) -> Line:
    trigger = cast.fill(worded(fact.trigger), fact.about)
    weapon = f" with the {spaced(fact.weapon)}" if fact.weapon else ""
    waits = f" ({trigger})" if trigger else ""
    return _minor(f"{cast.name(fact.who)} waits in {action_label(fact.action)}{weapon}{waits}")


@tell.register
def _hold_ended(fact: f.HoldEnded, cast: Cast) -> Line:
    who, reason = cast.name(fact.who), worded(fact.reason)
    if reason.startswith(("is ", "cannot ")):
        return _minor(f"{possessive(who)} held action {reason}")
    if reason.startswith(("does ", "can ")):
        return _minor(f"{who} {reason}, and the held action ends")
    return _minor(f"{possessive(who)} held action ends{': ' if reason else ''}{reason}")


@tell.register
def _tripped(fact: f.Tripped, cast: Cast) -> Line:
    by = listed([cast.other(one, fact.who) for one in fact.about])
    return _minor(f"{cast.owner(fact.who)} {action_label(fact.action)} is tripped by {by}")


@tell.register
def _passed_by(fact: f.PassedBy, cast: Cast) -> Line:
    return _minor(f"{cast.name(fact.who)} lets {cast.other(fact.target, fact.who)} go by")


# -- moves --------------------------------------------------------------------------------------------------------


@tell.register
def _moved(fact: f.Moved, cast: Cast) -> Line:
    verb = MOVES.get(fact.action) or f"moves ({action_label(fact.action)})"
    place = f" to {worded(fact.place)}" if fact.place else ""
    if fact.path:
        x, y = fact.path[-1]
        place = f"{place} {fact.feet} feet to {x},{y}"
    return _minor(f"{cast.name(fact.who)} {verb}{place}")


@tell.register
def _placed(fact: f.Placed, cast: Cast) -> Line:
    return _minor(f"{cast.name(fact.who)} stands at {fact.at[0]},{fact.at[1]} now")


@tell.register
def _pair(fact: f.Pair, cast: Cast) -> Line:
    both = f"{cast.name(fact.a)} and {cast.other(fact.b, fact.a)}"
    feet = "" if fact.feet is None else f" ({fact.feet} feet)"
    if fact.zone == "engaged":
        distance = "" if fact.distance is None else f" at distance {fact.distance}"
        return _minor(f"{both} are engaged{distance}{feet}")
    apart = {"near": "near each other, not engaged", "far": "far apart"}.get(fact.zone, spaced(fact.zone))
    return _minor(f"{both} are {apart}{feet}")


@tell.register
def _stopped(fact: f.Stopped, cast: Cast) -> Line:
    return _major(f"{cast.name(fact.who)} is stopped by {cast.other(fact.by, fact.who)}")


# -- blows --------------------------------------------------------------------------------------------------------


@tell.register
def _attack(fact: f.Attack, cast: Cast) -> Line:
    text = f"{_attacker(fact, cast)} {_struck(fact)} {cast.other(fact.target, fact.who)}{_attack_score(fact)}"
    sums = _sum("Attack", fact.total, fact.terms), _sum("Defence", fact.defence, fact.against)
    return _major(text, *sums)


def _attacker(fact: f.Attack, cast: Cast) -> str:
    """``Grog's battle axe``, ``Grog's Critical Strike with the battle axe``, ``Grog``."""
    weapon = spaced(fact.weapon)
    if fact.action in PLAIN_ATTACKS:
        return f"{cast.owner(fact.who)} {PLAIN_ATTACKS[fact.action]}{weapon or 'attack'}"
    told = f"{cast.owner(fact.who)} {action_label(fact.action)}"
    return told if weapon in ("", "shield") else f"{told} with the {weapon}"


def _struck(fact: f.Attack) -> str:
    if fact.critical:
        return "critically hits"
    return "hits" if fact.hit else "misses"


def _attack_score(fact: f.Attack) -> str:
    """``: 18 against 16``; nothing for one who may not know the total."""
    if fact.total is None:
        return ": two ones, a botch" if fact.botch else ""
    score = _score(fact.total, fact.defence)
    return f": two ones, a botch ({score})" if fact.botch else f": {score}"


@tell.register
def _defence(fact: f.Defence, cast: Cast) -> Line:
    verb, noun = DEFENCES.get(fact.what, (f"holds with {action_label(fact.what)}", action_label(fact.what)))
    made = f"{cast.name(fact.who)} {verb}" if fact.success else f"{cast.owner(fact.who)} {noun} fails"
    score = f" against {fact.against}" if fact.total is None else f": {_score(fact.total, fact.against)}"
    ones = ", two ones" if fact.botch else ""
    return _major(f"{made}{score}{ones}", _sum("Defence", fact.total, fact.terms))


@tell.register
def _defence_unused(fact: f.DefenceUnused, cast: Cast) -> Line:
    return _minor(f"{cast.owner(fact.who)} {action_label(fact.what)} was not needed")


@tell.register
def _bind(fact: f.Bind, cast: Cast) -> Line:
    who, foe = cast.name(fact.who), cast.other(fact.foe, fact.who) if fact.foe else "the attacker"
    told = {
        "won": f"{who} binds the weapon of {foe}",
        "lost": f"{who} tries to bind the weapon of {foe} and is bound instead",
    }.get(fact.result, f"{who} and {foe} cross weapons and neither is bound")
    sums = _sum("Bind", fact.total, fact.terms), _sum("Against", fact.against, fact.against_terms)
    return _major(f"{told}: {_score(fact.total, fact.against)}", *sums)


@tell.register
def _armor_block(fact: f.ArmorBlock, cast: Cast) -> Line:
    ones = ", two ones: the blow does 9 more" if fact.botch else ""
    text = f"{cast.name(fact.who)} takes the blow on the armour: {_score(fact.total, 11)}{ones}"
    return _major(text, _sum("Armor Block", fact.total, fact.terms))


@tell.register
def _soak(fact: f.Soak, cast: Cast) -> Line:
    ones = ", two ones" if fact.botch else ""
    text = f"{cast.name(fact.who)} soaks the blow: {_score(fact.total, 11)}{ones}"
    return _major(text, _sum("Soak", fact.total, fact.terms))


@tell.register
def _flesh_wound(fact: f.FleshWound, cast: Cast) -> Line:
    return _major(f"{cast.name(fact.who)} calls it only a flesh wound and attacks all the same")


@tell.register
def _damage(fact: f.Damage, cast: Cast) -> Line:
    lost = [points(amount, pool) for amount, pool in ((fact.hits, "hits"), (fact.stamina, "stamina")) if amount]
    by = f" to {cast.other(fact.by, fact.who)}" if fact.by and fact.by != fact.who else ""
    dice = f" ({fact.dice})" if fact.dice else ""
    text = f"{cast.name(fact.who)} loses {listed(lost)}{by}{dice}" if lost else f"{cast.name(fact.who)} takes no harm"
    return _major(text, _sum("Damage", fact.taken, fact.terms))


# -- checks and conditions ----------------------------------------------------------------------------------------


@tell.register
def _check(fact: f.Check, cast: Cast) -> Line:
    label = check_label(fact.what)
    told = f"{_checked(fact, cast)}: {_check_outcome(fact, cast)}"
    return _minor(told, _sum(label, fact.total, fact.terms), _sum("Against", fact.against, fact.against_terms))


def _checked(fact: f.Check, cast: Cast) -> str:
    """``Grog rolls Perception by hearing``, or what came of it where that goes without saying."""
    if fact.what in CHECKED and fact.success is not None:
        return CHECKED[fact.what][0 if fact.success else 1].replace("{}", cast.name(fact.who), 1)
    return f"{cast.name(fact.who)} rolls {check_label(fact.what)}{_check_manner(fact)}"


def _check_manner(fact: f.Check) -> str:
    sense = f" by {spaced(fact.sense)}" if fact.sense else ""
    return f"{sense} at half level" if fact.half else sense


def _check_outcome(fact: f.Check, cast: Cast) -> str:
    score = _check_score(fact, cast) + (", two ones" if fact.botch else "")
    if fact.winner:
        wins = "nobody wins" if fact.winner == "nobody" else f"{cast.name(fact.winner)} wins"
        return f"{score}, {wins}"
    if fact.success is None or fact.what in CHECKED:
        return score
    return f"{score}, {'success' if fact.success else 'failure'}"


def _check_score(fact: f.Check, cast: Cast) -> str:
    """``14 against 11``; in a contest ``14 against Gnarl's 11``; ``against 11`` where the reader may not know
    the total."""
    if fact.total is None:
        return f"against {fact.tn}"
    if fact.against is None:
        return _score(fact.total, fact.tn)
    foe = f"{possessive(cast.other(fact.foe, fact.who))} " if fact.foe else ""
    return f"{fact.total} against {foe}{fact.against}"


@tell.register
def _condition_gained(fact: f.ConditionGained, cast: Cast) -> Line:
    return _major(_about(GAINED.get(fact.key, "{} is " + condition_label(fact.key)), cast.name(fact.who)))


@tell.register
def _condition_lost(fact: f.ConditionLost, cast: Cast) -> Line:
    told = _about(LOST.get(fact.key, "{} is no longer " + condition_label(fact.key)), cast.name(fact.who))
    names = listed([cast.other(one, fact.who) for one in fact.still])
    return _minor(f"{told}, as far as his side can tell; {names} did not notice" if fact.still else told)


def _about(pattern: str, name: str) -> str:
    return pattern.replace("{}", name, 1)


@tell.register
def _focus(fact: f.Focus, cast: Cast) -> Line:
    return _minor(f"{cast.name(fact.who)} gathers focus: +{fact.amount} on the next {spaced(fact.what)}")


@tell.register
def _breather(fact: f.Breather, cast: Cast) -> Line:
    text = f"{cast.name(fact.who)} takes a breather and regains {points(fact.gained, 'stamina')}"
    return _minor(text, _sum("Endurance", fact.total, fact.terms))


@tell.register
def _travelled(fact: f.Travelled, cast: Cast) -> Line:
    walked = f"{fact.miles} miles in {fact.hours} hours for {points(fact.stamina, 'stamina')}"
    return _minor(f"{cast.name(fact.who)} walks {walked}", _sum("Movement", fact.movement, fact.terms))


@tell.register
def _hides(fact: f.Hides, cast: Cast) -> Line:
    ones = ": two ones, in plain sight" if fact.botch else f": {fact.total} to be noticed"
    return _minor(f"{cast.name(fact.who)} hides{ones}", _sum("Hide and Sneak", fact.total, fact.terms))


@tell.register
def _noticed(fact: f.Noticed, cast: Cast) -> Line:
    return _major(f"{cast.name(fact.by)} notices {cast.other(fact.who, fact.by)}")


# -- gear and pools -----------------------------------------------------------------------------------------------


@tell.register
def _weapon(fact: f.Weapon, cast: Cast) -> Line:
    state = WEAPON_STATES.get(fact.state) or f"is {spaced(fact.state)}"
    return _minor(f"{cast.owner(fact.who)} {spaced(fact.weapon)} {state}")


@tell.register
def _durability(fact: f.Durability, cast: Cast) -> Line:
    thing = f"{cast.owner(fact.who)} {spaced(fact.item)}"
    return _major(f"{thing} breaks") if fact.left <= 0 else _minor(f"{thing} suffers: Durability {fact.left} left")


@tell.register
def _upkeep(fact: f.Upkeep, cast: Cast) -> Line:
    who, what = cast.name(fact.who), action_label(fact.what)
    if not fact.amount:
        return _minor(f"{who} cannot keep up {what}")
    return _minor(f"{who} pays {points(fact.amount, 'stamina')} for {what}")


@tell.register
def _pool(fact: f.Pool, cast: Cast) -> Line:
    return _minor(f"{cast.owner(fact.who)} {pool_label(fact.pool)}: from {fact.from_} to {fact.to}")


@tell.register
def _clock(fact: f.Clock, cast: Cast) -> Line:
    rounds = "1 round" if fact.left == 1 else f"{fact.left} rounds"
    return _minor(f"{cast.name(fact.who)} is dying: {rounds} left")


@tell.register
def _dead(fact: f.Dead, cast: Cast) -> Line:
    return _major(f"{cast.name(fact.who)} is dead")


# -- the GM's hand ------------------------------------------------------------------------------------------------


@tell.register
def _overridden(fact: f.Overridden, cast: Cast) -> Line:
    return _minor(f"By the GM's hand: {cast.fill(fact.text, fact.about) or spaced(fact.what)}")


@tell.register
def _entered(fact: f.Entered, cast: Cast) -> Line:
    side = f" on the side {spaced(fact.side)!r}" if fact.side else ""
    return _major(f"{cast.name(fact.who)} joins the fight{side}")


@tell.register
def _removed(fact: f.Removed, cast: Cast) -> Line:
    return _major(f"{cast.name(fact.who)} leaves the fight")


@tell.register
def _handed_over(fact: f.HandedOver, cast: Cast) -> Line:
    return _minor(f"Somebody else decides for {cast.name(fact.who)} now")
