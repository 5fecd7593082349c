"""Golden cases: fights written down line by line, with what must come of each command.

A file is plain text, or Markdown with such lines in blocks marked ``case``. What a line means:

==========================  ====================================================================================
``case ID what``            begins a case
``> actor command k=v``     a command; the lines after it belong to it
``round a=3 b=7``           ``> gm open_round`` with these d10, in roster order
``d 10:6 10:8``             the dice of the command (sides:face): all used, and no other drawn
``= event k=v``             it gave this event with at least these fields, in this order
``~ event k=v``             it did not
``. a.hits=5``              afterwards
``? who prompt +x -y "z"``  an open prompt; an option open; one refused, with words that contain the reason
``! words``                 refused with these words; nothing has changed
==========================  ====================================================================================

Everything else (``with``, ``pair`` ...) sets the case up and is read by the system's own :class:`Stage`.
In every case each state and its events survive JSON, and taking back the last command gives the bytes before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from rhean.rules.dice import Dice, Face, RecordedDice, Recorder, ScriptedDice
from rhean.rules.errors import BadDocument, BadFace, IllegalCommand, RulesError

Fields = dict[str, str]


class CaseLine(msgspec.Struct, frozen=True):
    """One line: where it stands, its first word, and the rest."""

    number: int
    sign: str
    rest: str


class Step(msgspec.Struct, frozen=True):
    """A command with its dice and what is expected of it; the first step of a case has no command."""

    line: CaseLine | None
    dice: tuple[Face, ...] = ()
    expected: tuple[CaseLine, ...] = ()


class Case(msgspec.Struct, frozen=True):
    """A case: its id, what it is about, how it is set up, and its steps."""

    id: str
    what: str
    setup: tuple[CaseLine, ...]
    steps: tuple[Step, ...]


class Fault(msgspec.Struct, frozen=True):
    """A line that does not hold, and why."""

    case: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.case}, line {self.line}: {self.text}"


class Notation(msgspec.Struct, frozen=True):
    """How a system's cases are read and held: ``NOTATION`` of its room ``cases``.

    ``missing`` names an action that a case needs and the system has not, or is empty."""

    parse: Callable[[str], Sequence[Any]]
    run: Callable[[Any], Sequence[Fault]]
    missing: Callable[[Any], str]


def line_notation(make: Callable[[], Stage]) -> Notation:
    """The notation of this module, with a system's own stage."""
    return Notation(parse, lambda case: run(case, make), lambda case: missing(case, make))


class Stage(Protocol):
    """What a system brings to its cases: the state of one case, and how its words are read."""

    def set_up(self, lines: Sequence[CaseLine]) -> None:
        """The combatants, pairs and rulings of a case."""

    def take(self, line: CaseLine, dice: Dice) -> list[Fields]:
        """A command carried out; its events, each with ``event`` and its fields in words."""

    def snapshot(self) -> Any:
        """The state, to go back to."""

    def restore(self, snapshot: Any) -> None:
        """Goes back to a state."""

    def survives(self) -> str:
        """Why the state and its last events do not survive JSON; empty if they do."""

    def encode(self) -> bytes:
        """The state as JSON."""

    def value(self, path: str) -> str | None:
        """A value of the state in words (``a.hits``, ``scene.phase``), or None if there is no such thing."""

    def options(self, who: str, kind: str) -> dict[str, list[str]] | None:
        """The options of an open prompt with the reasons against each; None if it is not open."""

    def missing(self, case: Case) -> str:
        """An action that the case needs and the system has not, or nothing."""


# -- reading ----------------------------------------------------------------------------------------------------

EXPECTED = ("=", "~", ".", "?", "!")


def parse(text: str) -> tuple[Case, ...]:
    """Every case of a file; raises ``BadDocument`` with the line of a fault."""
    cases: list[Case] = []
    lines: list[CaseLine] = []
    for line in read_lines(text):
        if line.sign == "case" and lines:
            cases.append(_case(lines))
            lines = []
        lines.append(line)
    if lines:
        cases.append(_case(lines))
    return tuple(cases)


def read_lines(text: str) -> Iterator[CaseLine]:
    """The lines of the notation; in Markdown only those of blocks marked ``case``."""
    markdown = re.search(r"^```case\s*$", text, re.MULTILINE) is not None
    inside = not markdown
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("```"):
            inside = line == "```case" if markdown else inside
            continue
        if inside and line and not line.startswith("#"):
            sign, _, rest = line.partition(" ")
            yield CaseLine(number, sign, rest.strip())


def _case(lines: list[CaseLine]) -> Case:
    """One case of its lines."""
    first, *rest = lines
    if first.sign != "case":
        raise BadDocument(f"line {first.number}: a case has to begin here", str(first.number))
    ident, _, what = first.rest.partition(" ")
    setup: list[CaseLine] = []
    steps: list[Step] = [Step(None)]
    roster = [line.rest.partition("=")[0] for line in rest if line.sign == "with"]
    for line in rest:
        if line.sign in (">", "round"):
            steps.append(Step(line, _round_dice(line, roster)))
        elif line.sign == "d":
            steps[-1] = msgspec.structs.replace(steps[-1], dice=(*steps[-1].dice, *_dice(line)))
        elif line.sign in EXPECTED:
            steps[-1] = msgspec.structs.replace(steps[-1], expected=(*steps[-1].expected, line))
        else:
            setup.append(line)
    return Case(ident, what, tuple(setup), tuple(steps))


def _dice(line: CaseLine) -> tuple[Face, ...]:
    """``10:6 8:3`` as dice."""
    try:
        return tuple((int(sides), int(face)) for sides, face in (word.split(":") for word in line.rest.split()))
    except ValueError as error:
        raise BadDocument(f"line {line.number}: no dice: {line.rest}", str(line.number)) from error


def _round_dice(line: CaseLine, roster: list[str]) -> tuple[Face, ...]:
    """The d10 of a ``round`` line, in roster order."""
    if line.sign != "round":
        return ()
    named = pairs(line.rest)
    return tuple((10, int(named[who])) for who in sorted(named, key=roster.index))


def words(text: str) -> list[tuple[str, str]]:
    """``a=1 b=2`` as pairs, in order; a word without ``=`` stands for itself."""
    return [(key, value) for key, _, value in (word.partition("=") for word in text.split())]


def pairs(text: str) -> Fields:
    """``a=1 b=2`` as fields; of several with one key the last counts."""
    return dict(words(text))


# -- running ----------------------------------------------------------------------------------------------------


def run(case: Case, make: Callable[[], Stage]) -> list[Fault]:
    """Every line of a case that does not hold."""
    try:
        return _Run(case, make).run()
    except RulesError as error:
        line = case.setup[0].number if case.setup else 0
        return [Fault(case.id, line, f"cannot be set up: {error}")]


def missing(case: Case, make: Callable[[], Stage]) -> str:
    """An action that a case needs and the system has not, or nothing."""
    return make().missing(case)


class _Run:
    """One case on its way."""

    def __init__(self, case: Case, make: Callable[[], Stage]) -> None:
        self.case = case
        self.make = make
        self.stage = make()
        self.faults: list[Fault] = []
        self.done: list[tuple[CaseLine, tuple[Face, ...]]] = []

    def run(self) -> list[Fault]:
        """Sets the case up and takes its steps."""
        self.stage.set_up(self.case.setup)
        for step in self.case.steps:
            self._step(step)
        return self.faults

    def fault(self, line: CaseLine, text: str) -> None:
        """Notes a line that does not hold."""
        self.faults.append(Fault(self.case.id, line.number, text))

    def _step(self, step: Step) -> None:
        if step.line is None:
            self._look(step.expected, [])
            return
        refusals = [line for line in step.expected if line.sign == "!"]
        before, bytes_before = self.stage.snapshot(), self.stage.encode()
        dice = ScriptedDice(step.dice)
        recorder = Recorder(dice)
        try:
            told = self.stage.take(step.line, recorder)
        except IllegalCommand as refused:
            self._refused(step, refusals, str(refused.reason), before, bytes_before)
            return
        except (BadFace, RulesError) as error:
            self.fault(step.line, str(error))
            return
        if refusals:
            self.fault(refusals[0], "was not refused")
        if dice.left:
            self.fault(step.line, f"dice left over: {dice.left}")
        self.done.append((step.line, tuple(recorder.faces)))
        self._check_kept(step.line, bytes_before)
        self._look(step.expected, told)

    def _refused(self, step: Step, refusals: list[CaseLine], reason: str, before: Any, bytes_before: bytes) -> None:
        """A refusal is expected or not; nothing has changed either way."""
        line = step.line or step.expected[0]
        if not refusals:
            self.fault(line, f"was refused: {reason}")
        elif refusals[0].rest not in reason:
            self.fault(refusals[0], f"was refused with other words: {reason}")
        if self.stage.snapshot() is not before or self.stage.encode() != bytes_before:
            self.fault(line, "a refused command changed something")
        self._look([line for line in step.expected if line.sign != "!"], [])

    def _check_kept(self, line: CaseLine, bytes_before: bytes) -> None:
        """JSON there and back; and the last command taken back by a replay of all before it."""
        broken = self.stage.survives()
        if broken:
            self.fault(line, broken)
        replay = self.make()
        replay.set_up(self.case.setup)
        for done, faces in self.done[:-1]:
            replay.take(done, RecordedDice(faces))
        if replay.encode() != bytes_before:
            self.fault(line, "taking it back does not give the bytes before it")

    # -- what is expected -------------------------------------------------------------------------------------

    def _look(self, lines: Iterable[CaseLine], told: list[Fields]) -> None:
        """Holds every expectation of a step."""
        place = 0
        for line in lines:
            if line.sign == "=":
                place = self._happened(line, told, place)
            elif line.sign == "~":
                self._did_not_happen(line, told)
            elif line.sign == ".":
                self._stands(line)
            elif line.sign == "?":
                self._open(line)

    def _happened(self, line: CaseLine, told: list[Fields], place: int) -> int:
        """The place after the first event from ``place`` on that fits."""
        wanted = _event(line)
        for number in range(place, len(told)):
            if _fits(wanted, told[number]):
                return number + 1
        alike = [entry for entry in told if entry["event"] == wanted["event"]]
        self.fault(line, f"did not happen: {line.rest}; there was {alike or [entry['event'] for entry in told]}")
        return place

    def _did_not_happen(self, line: CaseLine, told: list[Fields]) -> None:
        wanted = _event(line)
        if any(_fits(wanted, entry) for entry in told):
            self.fault(line, f"happened: {line.rest}")

    def _stands(self, line: CaseLine) -> None:
        for path, wanted in pairs(line.rest).items():
            have = self.stage.value(path)
            if have != wanted:
                self.fault(line, f"{path} is {have}, not {wanted}")

    def _open(self, line: CaseLine) -> None:
        """An open prompt and its options."""
        words = re.findall(r'"[^"]*"|\S+', line.rest)
        who, kind, *options = words
        have = self.stage.options(who, kind)
        if have is None:
            self.fault(line, f"{who} is not asked for {kind}")
            return
        for number, word in enumerate(options):
            if word.startswith('"'):
                continue
            reason = options[number + 1].strip('"') if number + 1 < len(options) else ""
            self._option(line, word, reason, have)

    def _option(self, line: CaseLine, word: str, reason: str, have: dict[str, list[str]]) -> None:
        name, wanted = word[1:], word[0]
        if name not in have:
            self.fault(line, f"{name} is no option")
        elif wanted == "+" and have[name]:
            self.fault(line, f"{name} is refused: {have[name]}")
        elif wanted == "-" and not any(reason in text for text in have[name]):
            self.fault(line, f"{name} is not refused with {reason!r}: {have[name]}")


def _event(line: CaseLine) -> Fields:
    """The event that a line speaks of."""
    name, _, rest = line.rest.partition(" ")
    return {"event": name, **pairs(rest)}


def _fits(wanted: Fields, have: Fields) -> bool:
    """Whether an event has at least these fields."""
    return all(have.get(key) == value for key, value in wanted.items())
