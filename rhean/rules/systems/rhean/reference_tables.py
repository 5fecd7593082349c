"""The tables of the rules reference, made of the library: gear, ranks, races, terrain, odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rhean.rules.odds import chance, dice_sum
from rhean.rules.sheet import Library
from rhean.rules.system import Page
from rhean.rules.systems.rhean import texts
from rhean.rules.systems.rhean.entries import BANDS, RANKS, Armour, MissileRank, Race, Weapon
from rhean.rules.systems.rhean.wording import action_label, spaced

TYPES = {"attack": "Attack", "defence": "Defence", "move": "Move", "full": "Full-round"}

BAR = r"\|"

SIZE_NAMES = {"T": "Tiny", "S": "Small", "M": "Medium", "L": "Large", "H": "Huge"}


def tables(library: Library) -> Iterator[Page]:
    """Every table, in the order of reading."""
    yield _actions()
    yield _unlocks(library)
    yield _odds()
    yield _weapons(library)
    yield _shields(library)
    yield _armour(library)
    yield _missile_ranks(library)
    yield _races(library)
    yield _advantages(library)
    yield _terrain(library)


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""A table in Markdown; a bar in a cell is escaped.

    >>> print(markdown(["a", "b"], [[1, "x|y"]]))
    | a | b |
    | --- | --- |
    | 1 | x\|y |
    """
    return "\n".join(map(_markdown_row, [head, ["---"] * len(head), *rows]))


def _markdown_row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', BAR) for cell in cells)} |"


def _table(key: str, title: str, text: str, see: tuple[str, ...], words: tuple[str, ...] = ()) -> Page:
    return Page(f"table.{key}", title, "Tables", text, (), (title, *words), see)


def both_ways(names: Iterable[str]) -> tuple[str, ...]:
    """Names as titles write them and as the log does."""
    return tuple(form for name in names for form in (name, name.lower()))


def _actions() -> Page:
    rows = [
        (text.title or action_label(key), ", ".join(TYPES[kind] for kind in text.types) or "none", text.cost)
        for key, text in texts.actions().items()
    ]
    see = ("rule.action_types", "table.unlocks")
    return _table("actions", "Table of actions", markdown(["Action", "Type", "Cost"], rows), see)


def _unlocks(library: Library) -> Page:
    rows: dict[str, dict[int, list[str]]] = {}
    for key, row in library.all("unlocks").items():
        rows.setdefault(row.group, {}).setdefault(row.rank, []).append(action_label(key))
    lines = [
        (_group_name(library, group), *(", ".join(ranks.get(rank, ())) for rank in range(1, 5)))
        for group, ranks in rows.items()
    ]
    return _table("unlocks", "Ranks needed", markdown(["Skill", *RANKS[1:5]], lines), ("rule.ranks", "ruling.unlocks"))


def _group_name(library: Library, group: str) -> str:
    names = {"weapon": "Weapon skills", "parry": "Parry skills", "armour": "Armour skills"}
    skill = library.get("skills", group)
    return names.get(group) or (skill.name if skill is not None else spaced(group))


def _odds() -> Page:
    """What is needed on 2d10, and how many of 100 rolls reach it."""
    rows = [(need, _percent(need)) for need in range(3, 22)]
    text = "What the dice have to show (the target number less all modifiers), and how many rolls of 100 do.\n\n"
    return _table("odds", "Table of odds", text + markdown(["Needed on 2d10", "Chance"], rows), ("rule.rolls",))


def _percent(need: int) -> str:
    """The chance of at least ``need`` on 2d10, two ones always failing.

    >>> _percent(11)
    '55 %'
    """
    exact = chance(dice_sum(2, 10), lambda total: total >= need and total > 2)
    return f"{exact * 100} %" if exact < Fraction(1) else "100 %"


def _weapons(library: Library) -> Page:
    head = ["Weapon", "Skill", "Hands", "Reach", "Damage", "Stamina", "Durability", "Notes"]
    weapons = library.all("weapons").values()
    rows = [
        (
            weapon.name,
            _skill_name(library, weapon.skill),
            "1 or 2" if weapon.either else weapon.hands or "none",
            "-" if weapon.reach is None else weapon.reach,
            weapon.damage,
            weapon.stamina,
            "-" if weapon.durability is None else weapon.durability,
            _weapon_notes(weapon),
        )
        for weapon in weapons
    ]
    see = ("rule.reach", "rule.missiles", "rule.thrown", "rule.unarmed", "rule.damage")
    return _table("weapons", "Table of weapons", markdown(head, rows), see, both_ways(w.name for w in weapons))


def _skill_name(library: Library, key: str) -> str:
    skill = library.get("skills", key)
    return skill.name if skill is not None else spaced(key).title()


def _weapon_notes(weapon: Weapon) -> str:
    """Ranges and properties in words."""
    flags = {
        "unarmed": weapon.unarmed,
        "natural": weapon.natural,
        "improvised": weapon.improvised,
        "large": weapon.large,
        "crossbow": weapon.crossbow,
    }
    notes = [word for word, holds in flags.items() if holds]
    notes += [f"shot {'/'.join(map(str, weapon.ranges))}"] if weapon.ranges else []
    notes += [f"thrown {'/'.join(map(str, weapon.throw))}"] if weapon.throw else []
    notes += [f"parries against it {weapon.parries:+d}"] if weapon.parries else []
    return ", ".join(notes)


def _shields(library: Library) -> Page:
    shields = library.all("shields").values()
    rows = [(shield.name, shield.dv, shield.durability) for shield in shields]
    text = markdown(["Shield", "DV", "Durability"], rows)
    see = ("rule.shields", "rule.durability")
    return _table("shields", "Table of shields", text, see, both_ways(shield.name for shield in shields))


def _armour(library: Library) -> Page:
    head = ["Armour", "Skill", "Stamina", "Strength", "Durability", "Defense", "Damage Reduction"]
    suits: list[Armour] = list(library.all("armour").values())
    rows = [
        (s.name, _skill_name(library, s.skill), s.stamina, s.strength, s.durability, s.defense, s.reduction)
        for s in suits
    ]
    return _table("armour", "Table of armour", markdown(head, rows), ("rule.armour",))


def _missile_ranks(library: Library) -> Page:
    head = ["Rank", "Range", *(band.capitalize() for band in BANDS), "Called shots", "Loading", "Crossbow", "Tricks"]
    ranks: list[MissileRank] = list(library.all("missile_ranks").values())
    rows = [
        (
            RANKS[row.rank],
            f"{row.percent:+d} %",
            *(f"{band:+d}" for band in row.bands),
            "no" if row.called is None else f"{row.called:+d}",
            "move action" if row.reload == "action" else "free",
            "1 phase" if row.crossbow == 1 else f"{row.crossbow} phases",
            row.tricks,
        )
        for row in ranks
    ]
    see = ("rule.missiles", "rule.called_shot", "rule.reloading", "rule.tricks", "ruling.missile_ranks")
    return _table("missile_ranks", "Ranks of missile skills", markdown(head, rows), see)


def _races(library: Library) -> Page:
    races: list[Race] = list(library.all("races").values())
    rows = [
        (
            race.name,
            SIZE_NAMES[race.size],
            race.movement,
            ", ".join(f"{name.capitalize()} {change:+d}" for name, change in race.modifiers.items()) or "none",
            ", ".join(map(spaced, race.advantages)) or "none",
        )
        for race in races
    ]
    text = markdown(["Race", "Size", "Movement", "Attributes", "Born with"], rows)
    see = ("rule.creation", "rule.size", "ruling.racial_modifiers", "table.advantages")
    return _table("races", "Table of races", text, see)


def _advantages(library: Library) -> Page:
    rows = [(row.name, row.cost, row.text) for row in library.all("advantages").values()]
    text = markdown(["Advantage", "Points", "What it does"], rows)
    return _table("advantages", "Table of advantages", text, ("rule.creation",))


def _terrain(library: Library) -> Page:
    rows = [
        (row.name, kind, f"{row.movement:+d}") for kind in ("terrain", "weather") for row in library.all(kind).values()
    ]
    text = markdown(["Ground or weather", "Kind", "Movement"], rows)
    return _table("terrain", "Table of terrain and weather", text, ("rule.travel",))
