"""Everything that can happen in a Dragonpact fight, in words for the log. One small function a kind of fact."""

from __future__ import annotations

from functools import singledispatch

from rhean.rules.events import Fact, Line
from rhean.rules.explain import Explained
from rhean.rules.system import Names
from rhean.rules.systems.dragonpact import facts as f
from rhean.rules.systems.dragonpact.values import label

NOBODY = "Somebody unseen"
ABILITY_WORDS = {
    "basic_attack": "attacks",
    "dual_wield_attack": "strikes with both weapons at",
    "disarming_attack": "tries to disarm",
    "grappling_attack": "tries to grab",
    "shoving_attack": "tries to shove",
    "tripping_attack": "tries to trip",
}
CONTEST_WORDS = {"dodge": "Dodge", "break_free": "Breaking free", "check": "Check"}
GAINED = {
    "hidden": "{} hides",
    "prone": "{} falls prone",
    "grappled": "{} is held",
    "poisoned": "{} is poisoned",
    "bleeding": "{} bleeds",
    "broken": "{} has something broken",
    "slowed": "{} is slowed",
    "braced": "{} is braced",
    "ward": "{} is warded against the next attack in melee",
    "dying": "{} is dying",
    "stable": "{} is stable",
    "dead": "{} is dead",
}
ENDED = {
    "hidden": "{} is no longer hidden",
    "prone": "{} is on its feet again",
    "grappled": "{} is free",
    "poisoned": "{} is rid of the poison",
    "bleeding": "{} stops bleeding",
    "broken": "{} is whole again",
    "slowed": "{} is no longer slowed",
    "braced": "{} is no longer braced",
    "ward": "{}'s ward is gone",
    "dying": "{} is no longer dying",
    "stable": "{} comes round",
}


def describe(fact: Fact, names: Names) -> Line:
    """A fact in words, with the names that the reader may know."""
    return tell(fact, names)


def who(names: Names, key: str) -> str:
    """A name; nobody's where the reader may not know."""
    return names.get(key, key) if key else NOBODY


def thing(key: str) -> str:
    """``kerra/longsword#2`` -> ``Longsword``."""
    return label(key.rpartition("/")[2].partition("#")[0])


def minor(text: str, *sums: tuple[str, Explained]) -> Line:
    """A cost, a move."""
    return Line(text, sums)


def major(text: str, *sums: tuple[str, Explained]) -> Line:
    """A blow, a fall."""
    return Line(text, sums, "major")


def plural(number: int, word: str) -> str:
    """``1 wound``, ``2 wounds``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


@singledispatch
def tell(fact: Fact, names: Names) -> Line:
    """The line of one fact; each kind registers its own function below."""
    raise TypeError(f"nobody has words for {type(fact).__name__}")


# -- the fight ----------------------------------------------------------------------------------------------


@tell.register
def _fight_began(fact: f.FightBegan, names: Names) -> Line:
    return Line(f"The order: {', '.join(who(names, key) for key in fact.order)}.", (), "heading")


@tell.register
def _fight_ended(fact: f.FightEnded, names: Names) -> Line:
    winner = f"{label(fact.winner)} wins." if fact.winner else "Nobody wins."
    return Line(f"The fight is over. {winner}", (), "heading")


@tell.register
def _round_started(fact: f.RoundStarted, names: Names) -> Line:
    return Line(f"Round {fact.round}", (), "heading")


@tell.register
def _turn_started(fact: f.TurnStarted, names: Names) -> Line:
    return Line(f"{who(names, fact.unit)}'s turn, {fact.stamina} Stamina", (), "heading")


@tell.register
def _turn_ended(fact: f.TurnEnded, names: Names) -> Line:
    why = {"ended": "ends the turn", "cannot act": "cannot act", "gm": "is passed over by the GM"}[fact.why]
    return minor(f"{who(names, fact.unit)} {why}.")


@tell.register
def _cost_paid(fact: f.CostPaid, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} pays {fact.stamina} Stamina, {fact.left} left.")


# -- rolls --------------------------------------------------------------------------------------------------


@tell.register
def _rolled(fact: f.Rolled, names: Names) -> Line:
    what = label(fact.what)
    return minor(f"{what} of {who(names, fact.unit)}: {fact.number.total}.", (what, fact.number.value))


@tell.register
def _contest(fact: f.Contest, names: Names) -> Line:
    what = CONTEST_WORDS.get(fact.what, label(fact.what))
    a, b = who(names, fact.a.unit), who(names, fact.b.unit)
    result = "succeeds" if fact.success else "fails"
    forced = ", by the GM's word" if fact.forced else ""
    text = f"{what}: {a} {result}, {fact.a.total} against {b}'s {fact.b.total}{forced}."
    return major(text, (f"{a}, {label(fact.a.stat)}", fact.a.value), (f"{b}, {label(fact.b.stat)}", fact.b.value))


@tell.register
def _checked(fact: f.Checked, names: Names) -> Line:
    result = "succeeds" if fact.success else "fails"
    skill = label(fact.number.stat)
    text = f"{who(names, fact.number.unit)} {result} with {skill}: {fact.number.total} against {fact.difficulty}."
    return major(text, (skill, fact.number.value))


# -- attacks ------------------------------------------------------------------------------------------------


@tell.register
def _declared(fact: f.AttackDeclared, names: Names) -> Line:
    verb = "strikes back at" if fact.riposte else ABILITY_WORDS[fact.ability]
    weapons = " and ".join(thing(weapon) for weapon in fact.weapons)
    tool = f" with {weapons}" if weapons else ""
    hands = " in two hands" if fact.grip == "two" and weapons else ""
    return major(f"{who(names, fact.attacker)} {verb} {who(names, fact.target)}{tool}{hands}.")


@tell.register
def _lost(fact: f.AttackLost, names: Names) -> Line:
    return minor(f"The attack of {who(names, fact.attacker)} comes to nothing.")


@tell.register
def _negated(fact: f.AttackNegated, names: Names) -> Line:
    how = "dodges" if fact.by == "dodge" else "is warded from"
    return major(f"{who(names, fact.target)} {how} the attack.")


@tell.register
def _reaction(fact: f.ReactionUsed, names: Names) -> Line:
    verb = {"block": "blocks", "dodge": "dodges", "parry": "parries"}[fact.reaction]
    tool = f" with {thing(fact.gear)}" if fact.gear else ""
    armor = f": Armor +{fact.armor}" if fact.reaction != "dodge" else ""
    return minor(f"{who(names, fact.unit)} {verb if armor else 'tries to dodge'}{tool}{armor}.")


@tell.register
def _passed(fact: f.ReactionPassed, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} {'cannot react' if fact.auto else 'does not react'}.")


@tell.register
def _declined(fact: f.RiposteDeclined, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} does not strike back.")


@tell.register
def _damage(fact: f.DamageRolled, names: Names) -> Line:
    crit = ", a critical hit" if fact.crit else ""
    text = f"{thing(fact.weapon)} of {who(names, fact.unit)}: {fact.value.total} damage{crit}."
    rolled = ((label(fact.perk_roll.stat), fact.perk_roll.value),) if fact.perk_roll else ()
    return minor(text, ("Damage", fact.value), *rolled)


@tell.register
def _settled(fact: f.DamageSettled, names: Names) -> Line:
    against = f"Armor {fact.armor.total}"
    if fact.resistance is not None:
        against = f"Resistance {fact.resistance.total} and {against}"
    result = plural(fact.wounds, "wound") if fact.wounds else "no wound"
    text = f"{fact.damage} damage against {who(names, fact.target)}'s {against}: {result}."
    resistance = (("Resistance", fact.resistance),) if fact.resistance else ()
    return major(text, *resistance, ("Armor", fact.armor))


# -- bodies -------------------------------------------------------------------------------------------------


@tell.register
def _wounded(fact: f.Wounded, names: Names) -> Line:
    why = "" if fact.why == "attack" else f" ({fact.why})"
    text = f"{who(names, fact.unit)} takes {plural(fact.wounds, 'wound')}{why}, {fact.health} Health left."
    return major(text)


@tell.register
def _healed(fact: f.Healed, names: Names) -> Line:
    return major(f"{who(names, fact.unit)} gets {fact.wounds} Health back and has {fact.health}.")


@tell.register
def _mark(fact: f.DeathMark, names: Names) -> Line:
    return major(f"{who(names, fact.unit)} has {plural(fact.marks, 'death mark')}.")


@tell.register
def _died(fact: f.Died, names: Names) -> Line:
    return major(f"{who(names, fact.unit)} dies.")


@tell.register
def _gained(fact: f.ConditionGained, names: Names) -> Line:
    number = f" ({fact.amount})" if fact.amount else ""
    by = f" by {who(names, fact.by)}" if fact.by and fact.condition == "grappled" else ""
    return minor(f"{GAINED[fact.condition].format(who(names, fact.unit))}{by}{number}.")


@tell.register
def _ended(fact: f.ConditionEnded, names: Names) -> Line:
    words = ENDED.get(fact.condition, "{} is no longer " + fact.condition).format(who(names, fact.unit))
    why = "by the GM's hand" if fact.why == "gm" else fact.why.replace("_", " ")
    return minor(f"{words} ({why}).")


@tell.register
def _guarded(fact: f.Guarded, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} is on guard with {label(fact.stat)}: +{fact.bonus}.")


@tell.register
def _guard_ended(fact: f.GuardEnded, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} is no longer on guard.")


# -- places and things --------------------------------------------------------------------------------------


@tell.register
def _moved(fact: f.Moved, names: Names) -> Line:
    if not fact.path:
        return minor(f"{who(names, fact.unit)} cannot get away.")
    how = "moves" if fact.mode == "walk" else {"swim": "swims", "fly": "flies"}.get(fact.mode, f"moves ({fact.mode})")
    where = f"{fact.path[-1][0]},{fact.path[-1][1]}"
    return minor(f"{who(names, fact.unit)} {how} to {where}, {fact.points_left} of the Move left.")


@tell.register
def _pushed(fact: f.Pushed, names: Names) -> Line:
    where = f"{fact.to[0]},{fact.to[1]}"
    stopped = ", stopped there" if fact.stopped else ""
    return minor(f"{who(names, fact.unit)} is pushed to {where}{stopped}.")


@tell.register
def _ammo(fact: f.AmmoSpent, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} has {plural(fact.left, fact.item)} left.")


@tell.register
def _used(fact: f.ItemUsed, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} uses {thing(fact.item)}, {fact.left} left.")


@tell.register
def _readied(fact: f.ItemReadied, names: Names) -> Line:
    hand = {"both": "both hands", "main": "the main hand", "off": "the off hand"}[fact.hand]
    return minor(f"{who(names, fact.unit)} takes {thing(fact.item)} in {hand}.")


@tell.register
def _stowed(fact: f.ItemStowed, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} puts {thing(fact.item)} away.")


@tell.register
def _landed(fact: f.ItemLanded, names: Names) -> Line:
    return minor(f"{thing(fact.item)} lies on the ground at {fact.at[0]},{fact.at[1]} ({fact.why}).")


@tell.register
def _coated(fact: f.WeaponCoated, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} puts poison on {thing(fact.weapon)}, potency {fact.potency}.")


@tell.register
def _stamina(fact: f.StaminaGained, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} gets {fact.amount} Stamina back and has {fact.stamina}.")


@tell.register
def _hide_failed(fact: f.HideFailed, names: Names) -> Line:
    return minor(f"{who(names, fact.unit)} cannot hide here.")


# -- the GM's hand ------------------------------------------------------------------------------------------


@tell.register
def _overridden(fact: f.Overridden, names: Names) -> Line:
    """What was set: ``place Bone archer, at 10,3``."""
    whom = f" {who(names, str(fact.params['unit']))}" if "unit" in fact.params else ""
    words = [f"{label(key).lower()} {_value(names, key, value)}" for key, value in _shown(fact) if key != "unit"]
    return minor(f"By the GM's hand: {', '.join([label(fact.do).lower() + whom, *words])}.")


def _value(names: Names, key: str, value: object) -> str:
    """A parameter in words; units by name."""
    if key in ("unit", "against", "by", "after"):
        return who(names, str(value))
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return "yes" if value is True else "no" if value is False else str(value)


def _shown(fact: f.Overridden) -> list[tuple[str, object]]:
    """What was set, without whole sheets."""
    return [(key, value) for key, value in fact.params.items() if not isinstance(value, dict | list) or key == "at"]


@tell.register
def _ruled(fact: f.Ruled, names: Names) -> Line:
    return major(f"A ruling changes: {label(fact.key).lower()} is {fact.value}.")


@tell.register
def _entered(fact: f.Entered, names: Names) -> Line:
    return major(f"{who(names, fact.unit)} joins the fight.")


@tell.register
def _left(fact: f.Left, names: Names) -> Line:
    return major(f"{who(names, fact.unit)} leaves the fight.")
