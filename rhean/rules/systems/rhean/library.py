"""The library of Rhean: the TOML files of ``data/`` read, checked, and checked against one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from rhean.rules.content import Kinds, Reader, encounter_faults
from rhean.rules.sheet import Document, Entry, Library
from rhean.rules.systems.rhean.content import prepared
from rhean.rules.systems.rhean.entries import ATTRIBUTES, ENTRY_TYPES, MissileRank, Skill, Unlock, Weapon

READER = Reader(ENTRY_TYPES, prepared)


def read_entry(kind: str, key: str, data: Document) -> Entry:
    """One entry of a library kind from plain data; raises ``BadDocument`` with the field at fault as its place."""
    return READER.entry(kind, key, data)


@cache
def shipped() -> Library:
    """Everything that ships, read once and checked; raises ``BadDocument`` naming file and key."""
    return READER.library(__package__, cross_faults)


def cross_faults(kinds: Kinds) -> Iterator[str]:
    """Every reference between entries that leads nowhere or does not lead back, as ``file, key: fault``."""
    yield from _skill_faults(kinds["skills"])
    yield from _gear_faults(kinds)
    yield from _race_faults(kinds)
    yield from _sheet_faults(kinds)
    yield from encounter_faults(kinds)
    yield from _table_faults(kinds)


def _skill_faults(skills: Mapping[str, Skill]) -> Iterator[str]:
    """A weapon skill and its parry skill name one another; needed, parry and related skills exist."""
    for key, skill in skills.items():
        for other in (skill.needs, skill.parry, skill.pair, *skill.related):
            if other and other not in skills:
                yield f"skills.toml, {key}: no skill {other}"
        if skill.pair in skills and skills[skill.pair].pair != key:
            yield f"skills.toml, {key}: {skill.pair} does not name it as its pair"
        if skill.parry in skills and not skills[skill.parry].is_parry:
            yield f"skills.toml, {key}: {skill.parry} is no parry skill"


def _gear_faults(kinds: Kinds) -> Iterator[str]:
    """Weapons and armour name skills that exist, and every weapon and armour skill has something to be used with."""
    skills: Mapping[str, Skill] = kinds["skills"]
    used: set[str] = set()
    for kind in ("weapons", "armour"):
        for key, thing in kinds[kind].items():
            wanted = (thing.skill, *(thing.others if isinstance(thing, Weapon) else ()))
            used.update(wanted)
            for skill in wanted:
                if skill not in skills:
                    yield f"{kind}.toml, {key}: no skill {skill}"
    for key, skill in skills.items():
        if (skill.group in ("Melee", "Missile") or key.startswith("armor_")) and key not in used:
            yield f"skills.toml, {key}: nothing is used with it"


def _race_faults(kinds: Kinds) -> Iterator[str]:
    """A race is born with advantages that exist; a homeland speaks a language that exists."""
    for key, homeland in kinds["homelands"].items():
        if homeland.language not in kinds["skills"]:
            yield f"homelands.toml, {key}: no skill {homeland.language}"
    for key, race in kinds["races"].items():
        for advantage in race.advantages:
            if advantage.partition("(")[0] not in kinds["advantages"]:
                yield f"races.toml, {key}: no advantage {advantage}"


def _sheet_faults(kinds: Kinds) -> Iterator[str]:
    """Ready-made sheets name races, skills and gear that exist, and have every attribute."""
    for kind in ("creatures", "characters"):
        for key, entry in kinds[kind].items():
            sheet = entry.sheet
            wanted = [("races", sheet.get("race")), ("shields", sheet.get("shield")), ("armour", sheet.get("armour"))]
            wanted += [("skills", skill) for skill in sheet.get("skills", {})]
            wanted += [("weapons", row.get("weapon")) for row in sheet.get("weapons", ())]
            for other, name in wanted:
                if name and name not in kinds[other]:
                    yield f"{kind}.toml, {key}: nothing called {name} in {other}.toml"
            for attribute in ATTRIBUTES:
                if attribute not in sheet:
                    yield f"{kind}.toml, {key}: no {attribute}"


def _table_faults(kinds: Kinds) -> Iterator[str]:
    """Unlocks name a skill or a kind of skill; the missile table has every rank once."""
    for key, unlock in kinds["unlocks"].items():
        if unlock.group not in ("weapon", "parry", "armour") and unlock.group not in kinds["skills"]:
            yield f"unlocks.toml, {key}: no skill {unlock.group}"
    ranks = sorted(row.rank for row in kinds["missile_ranks"].values())
    if ranks != [1, 2, 3, 4, 5]:
        yield f"missile_ranks.toml: ranks {ranks}, not 1 to 5"


def split_subject(key: str) -> tuple[str, str]:
    """A skill's key and the subject in it: ``lore(old kings)`` and ``lore_old_kings`` are ``lore`` and the subject."""
    if key.endswith(")") and "(" in key:
        base, subject = key[:-1].split("(", 1)
        return base, subject
    base, _, subject = key.partition("_")
    return base, subject


def find_skill(library: Library, key: str) -> Skill | None:
    """The skill with this key, or None; ``lore(old kings)`` is found by its family ``lore``."""
    skill: Skill | None = library.get("skills", key)
    if skill is not None:
        return skill
    base, subject = split_subject(key)
    family: Skill | None = library.get("skills", base)
    if family is None or not family.named or not subject.strip():
        return None
    words = subject.replace("_", " ").strip()
    return msgspec.structs.replace(family, key=key, name=f"{family.name}: {words[:1].upper()}{words[1:]}", named=False)


def unlocks(library: Library) -> dict[str, Unlock]:
    """Action key -> the rank that it asks for. An action that is not in it is open."""
    return dict(library.all("unlocks"))


def missile_ranks(library: Library) -> dict[int, MissileRank]:
    """Rank -> what it does to shots and throws; unskilled counts as Novice."""
    rows = {row.rank: row for row in library.all("missile_ranks").values()}
    return {0: rows[1], **rows}
