"""Golden cases of Dragonpact in the notation of its specification: reading them, and running them.

A case is a bold name with its units, then numbered steps::

    **G20 Dual Wield Attack needs two Light weapons** kerra = kerra_holt at [2, 3]; goblin = gutter_goblin at [3, 3].

    1. `kerra: dual_wield_attack target=goblin` -> **refused** `gear`: needs a Light weapon in each hand

Whatever else a file holds (a whole specification) is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rhean.rules.cases import Fault, Notation
from rhean.rules.commands import Command
from rhean.rules.dice import Face, RecordedDice, ScriptedDice
from rhean.rules.errors import BadDocument, IllegalCommand, RulesError
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Library
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.dragonpact import combat, entering, notation
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.invariants import broken_rules
from rhean.rules.systems.dragonpact.library import shipped
from rhean.rules.systems.dragonpact.overrides import OVERRIDES
from rhean.rules.systems.dragonpact.rulings import RULINGS
from rhean.rules.systems.dragonpact.state import GM, OVER, DragonpactState

NAME = re.compile(r"^\*\*([A-Z]+\d+\w*)\s+(.*?)\*\*\s*(.*)$")
STEP = re.compile(r"^(\d+)\.\s+`([^`]*)`\s*(?:\[([^\]]*)\])?\s*->\s*(.*)$")
REFUSED = re.compile(r"^\*\*refused\*\*\s+`(\w+)`(?::\s*(.*))?$")
DIE = re.compile(r"d(\d+):(\d+)")


class Step(msgspec.Struct, frozen=True):
    """A command, its dice, and what follows: phrases and what is open, or a refusal with code and words."""

    line: int
    number: int
    actor: str
    name: str
    params: dict[str, Any]
    dice: tuple[Face, ...]
    phrases: tuple[str, ...] = ()
    opened: str = ""
    refused: str = ""
    words: str = ""


class Case(msgspec.Struct, frozen=True):
    """A golden case."""

    key: str
    title: str
    setup: Setup
    rulings: dict[str, Any]
    steps: tuple[Step, ...]
    line: int = 0


# -- reading ------------------------------------------------------------------------------------------------


class Scanner:
    """Reads words and JSON values from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, pattern: str) -> re.Match[str] | None:
        """The pattern at this place, passed over."""
        found = re.compile(pattern).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def value(self, end: str = r"[\s,;.}]|$") -> Any:
        """A JSON value, or a bare word up to ``end``."""
        try:
            value, stop = json.JSONDecoder().raw_decode(self.text, self.at)
            if re.compile(end).match(self.text, stop):
                self.at = stop
                return value
        except json.JSONDecodeError:
            pass
        word = re.compile(rf".*?(?={end})").match(self.text, self.at)
        if not word or not word[0]:
            raise BadDocument(f"no value at {self.text[self.at : self.at + 20]!r}")
        self.at = word.end()
        return word[0]

    def pairs(self) -> dict[str, Any]:
        """``key value, key value``."""
        result: dict[str, Any] = {}
        while found := self.take(r"\s*(\w+)[\s=]+"):
            result[found[1]] = self.value()
            if not self.take(r"\s*,(?=\s*\w+[\s=])"):
                break
        return result


def read_cases(text: str) -> tuple[Case, ...]:
    """Every case of a file; raises ``BadDocument`` naming case and line."""
    return tuple(_cases(text))


def _cases(text: str) -> Iterator[Case]:
    header: tuple[str, str, str, int] | None = None
    steps: list[Step] = []
    for number, line in enumerate([*text.splitlines(), "**END0 end**"], 1):
        name, step = NAME.match(line.strip()), STEP.match(line.strip())
        if name or line.startswith("#"):
            if header and steps:
                yield _make(header, steps)
            header, steps = ((name[1], name[2], name[3], number) if name else None), []
        elif step and header:
            steps.append(_step(header[0], number, step))


def _make(header: tuple[str, str, str, int], steps: list[Step]) -> Case:
    key, title, text, line = header
    try:
        setup, rulings = read_header(text)
    except BadDocument as error:
        raise BadDocument(f"line {line}, case {key}: {error}", str(line)) from error
    return Case(key, title, setup, rulings, tuple(steps), line)


def _step(key: str, line: int, found: re.Match[str]) -> Step:
    try:
        actor, name, params = read_command(found[2])
    except BadDocument as error:
        raise BadDocument(f"line {line}, case {key}: {error}", str(line)) from error
    dice = tuple((int(sides), int(face)) for sides, face in DIE.findall(found[3] or ""))
    refused = REFUSED.match(found[4].strip())
    step = Step(line, int(found[1]), actor, name, params, dice)
    if refused:
        return msgspec.structs.replace(step, refused=refused[1], words=refused[2] or "")
    phrases, _, opened = found[4].strip().partition("Open: ")
    told = tuple(part for part in phrases.strip().rstrip(".").split("; ") if part)
    return msgspec.structs.replace(step, phrases=told, opened=opened.strip())


def read_command(text: str) -> tuple[str, str, dict[str, Any]]:
    """``kerra: move path=[[3,3]]`` as actor, command and parameters."""
    scanner = Scanner(text.strip())
    head = scanner.take(r"([\w#-]+):\s*(\w+)")
    if not head:
        raise BadDocument(f"not a command: {text!r}")
    params: dict[str, Any] = {}
    while found := scanner.take(r"\s+(\w+)="):
        params[found[1]] = scanner.value(r"\s|$")
    if scanner.text[scanner.at :].strip():
        raise BadDocument(f"not understood: {scanner.text[scanner.at :]!r}")
    return head[1], head[2], params


def read_header(text: str) -> tuple[Setup, dict[str, Any]]:
    """Units, map, ground, surprised and rulings of a case; other sentences are remarks."""
    scanner = Scanner(text)
    entrants = [read_unit(scanner)]
    while scanner.take(r"\s*;\s*"):
        entrants.append(read_unit(scanner))
    scene: dict[str, Any] = {}
    rulings: dict[str, Any] = {}
    while scanner.take(r"[\s.]+") or scanner.at == 0:
        if scanner.take(r"map\s+"):
            scene["map"] = {**entering.EMPTY_MAP, **scanner.pairs()}
        elif scanner.take(r"rulings?\s+"):
            rulings.update(scanner.pairs())
        elif scanner.take(r"ground\s+"):
            scene["ground"] = scanner.value()
        elif found := scanner.take(r"surprised\s+([\w-]+(?:,\s*[\w-]+)*)"):
            scene["surprised"] = re.split(r",\s*", found[1])
        else:
            scanner.take(r"[^.]*(?:\.(?=\S)[^.]*)*")
    return Setup(tuple(entrants), scene), rulings


def read_unit(scanner: Scanner) -> Entrant:
    """``id = sheet at [x, y] with field value, ... {state}``; without ``= sheet`` the id is the sheet's key."""
    head = scanner.take(r"\s*([\w-]+)(?:\s*=\s*(\w+))?(?:\s+at\s+)?")
    if not head:
        raise BadDocument(f"no unit at {scanner.text[scanner.at : scanner.at + 20]!r}")
    at = scanner.value() if scanner.text[scanner.at - 1 : scanner.at].isspace() else None
    sheet = sheet_of(shipped(), head[2] or head[1])
    if scanner.take(r"\s+with\s+"):
        sheet.update(scanner.pairs())
    start: dict[str, Any] = {"at": at}
    if scanner.take(r"\s*\{"):
        start.update(scanner.pairs())
        scanner.take(r"\s*\}")
    side = str(start.pop("side", "party" if sheet.get("kind") == "pc" else "foe"))
    return Entrant(head[1], sheet, side, str(start.pop("owner", GM)), start)


def sheet_of(library: Library, key: str) -> Document:
    """A ready-made sheet by key; raises ``BadDocument``."""
    entry = library.get("characters", key) or library.get("creatures", key)
    if entry is None:
        raise BadDocument(f"no sheet {key}")
    sheet: Document = json.loads(json.dumps(entry.sheet))
    return sheet


# -- running ------------------------------------------------------------------------------------------------


class Run:
    """A case being run: its states so far, so that undo by replay can be compared byte for byte."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.names = {entrant.id: str(entrant.sheet.get("name", entrant.id)) for entrant in case.setup.entrants}
        rulings = Rulings.of(RULINGS, case.rulings)
        self.state = combat_begin(case.setup, rulings)
        self.taken: list[tuple[Command, tuple[Face, ...]]] = []
        self.bytes = [encode(self.state)]
        if not case.steps or case.steps[0].name != "begin_fight":
            order = [entrant.id for entrant in case.setup.entrants]
            self.take(Command(GM, "begin_fight", {"order": order}), ())

    def take(self, command: Command, dice: tuple[Face, ...]) -> list[str]:
        """Carries a command out and keeps it; its phrases. All dice have to be used."""
        source = ScriptedDice(dice)
        state, events = combat.advance(self.state, command, source)
        if source.left:
            raise BadDocument(f"dice left over: {' '.join(f'd{sides}:{face}' for sides, face in source.left)}")
        self.state = state
        self.taken.append((command, dice))
        self.bytes.append(encode(state))
        return notation.phrases(events)

    def faults(self) -> Iterator[Fault]:
        """Every line that does not hold."""
        for step in self.case.steps:
            for fault in (*self._step(step), *self._properties()):
                yield Fault(self.case.key, step.line, f"step {step.number}: {fault}")

    def _step(self, step: Step) -> list[str]:
        command = Command(step.actor, step.name, _resolve(step.params))
        before = self.bytes[-1]
        try:
            told = self.take(command, step.dice)
        except IllegalCommand as error:
            unchanged = [] if encode(self.state) == before else ["a refused command changed the state"]
            return [*unchanged, *_compare_refusal(step, error.reason.code, error.reason.words(self.names))]
        except RulesError as error:
            return [f"{error}"]
        return _compare(step, told, notation.opened(self.state))

    def _properties(self) -> Iterator[str]:
        """JSON there and back, undo by replay, and what holds in every state."""
        if encode(decode(self.bytes[-1])) != self.bytes[-1] or decode(self.bytes[-1]) != self.state:
            yield "the state does not survive JSON"
        if self.replayed(len(self.taken) - 1) != self.bytes[-2]:
            yield "undo by replay gives another state"
        yield from broken_rules(self.state)
        if bool(self.state.waits_for) == (self.state.stage == OVER):
            yield "not exactly one prompt is open"

    def replayed(self, commands: int) -> bytes:
        """The state after so many of the commands, from the beginning, with the recorded dice."""
        state = combat_begin(self.case.setup, Rulings.of(RULINGS, self.case.rulings))
        for command, dice in self.taken[:commands]:
            state, _ = combat.advance(state, command, RecordedDice(dice))
        return encode(state)


def combat_begin(setup: Setup, rulings: Rulings) -> DragonpactState:
    """The state before the case."""
    return entering.begin(setup, shipped(), rulings)


def encode(state: DragonpactState) -> bytes:
    """A state in JSON."""
    return msgspec.json.encode(state, order="deterministic")


def decode(data: bytes) -> DragonpactState:
    """A state from JSON."""
    return msgspec.json.decode(data, type=DragonpactState)


def _resolve(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with a sheet's key in place of a sheet filled in; a unit may be one object with all of its own."""
    result = dict(params)
    if isinstance(result.get("unit"), dict):
        unit = result.pop("unit")
        result = {**unit, "unit": unit.get("id", ""), **result}
        result.pop("id", None)
    if isinstance(result.get("sheet"), str):
        result["sheet"] = sheet_of(shipped(), result["sheet"])
    return result


def _compare(step: Step, told: list[str], opened: str) -> list[str]:
    """What differs between what should follow and what did."""
    if step.refused:
        return [f"not refused ({step.refused}) but: {'; '.join(told)}"]
    faults = []
    if list(step.phrases) != told:
        missing = [phrase for phrase in step.phrases if phrase not in told]
        extra = [phrase for phrase in told if phrase not in step.phrases]
        faults.append(f"expected {missing or list(step.phrases)}, got {extra or told}")
    if step.opened != opened:
        faults.append(f"expected open {step.opened!r}, got {opened!r}")
    return faults


def _compare_refusal(step: Step, code: str, words: str) -> list[str]:
    """Whether a refusal is the expected one."""
    if not step.refused:
        return [f"refused `{code}`: {words}"]
    if step.refused != code or (step.words and step.words != words):
        return [f"expected refusal `{step.refused}`: {step.words}, got `{code}`: {words}"]
    return []


def run_case(case: Case) -> tuple[Fault, ...]:
    """Runs a case; every line that does not hold, empty if all hold."""
    try:
        return tuple(Run(case).faults())
    except RulesError as error:
        return (Fault(case.key, case.line, f"cannot be set up: {error}"),)


def missing(case: Case) -> str:
    """A command that the case needs and the system has not; commands that are refused as unknown are no need."""
    known = {*ABILITIES, *OVERRIDES}
    return next((step.name for step in case.steps if step.name not in known and step.refused != "unknown"), "")


NOTATION = Notation(read_cases, run_case, missing)
