"""The contract: what every rule system answers.

A system is one object. Those that drive it (screens, tests, simulations) use nothing else of its package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from rhean.rules.commands import Command
from rhean.rules.dice import Dice
from rhean.rules.errors import BadDocument, BadSetup
from rhean.rules.events import GM, Event, Fact, Line, Viewer
from rhean.rules.maps import Measure
from rhean.rules.prompts import Chance, Option, Parameter, Prompt
from rhean.rules.rulings import Ruling, Rulings
from rhean.rules.sheet import Budget, Document, Entry, Field, Library, Problem, Purchase, Step
from rhean.rules.state import Entrant, Score, Setup, State
from rhean.rules.view import Figure, Scene

S = TypeVar("S", bound=State)
Names = Mapping[str, str]
"""Combatant id -> the name that the reader may know."""


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll outside a fight that a sheet offers: ``fixed`` parameters, and those still to be chosen.

    ``field`` is the path of the field that offers it (``skills.sword_long``, ``strength``), empty for none.
    """

    key: str
    label: str
    group: str
    parameters: tuple[Parameter, ...] = ()
    fixed: dict[str, Any] = {}
    rule: str = ""
    field: str = ""


class CheckResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a roll outside a fight gave: its events (the log's own words come from ``describe``) and, for the
    screen, whether it succeeded (None: nothing to succeed at)."""

    events: tuple[Any, ...]
    success: bool | None = None


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of the rules reference, in our own words (Markdown); ``facts`` are label and value of its table.

    ``words`` are all the ways in which its subject is written (capitals count): wherever one stands in the app, it
    leads to this page. The title leads here only if it is among them. No two pages of a system claim one word.
    ``see`` are the keys of other pages.
    """

    key: str
    title: str
    chapter: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


class Statistic(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure of one combatant over a fight; ``expected`` is what the odds had promised, where they say so."""

    who: str
    key: str
    label: str
    amount: int
    expected: Fraction | None = None


class System(ABC, Generic[S]):
    """One rule system."""

    key: str
    name: str
    summary: str

    # -- sheets ---------------------------------------------------------------------------------------------

    schema: tuple[Field, ...]
    """The fields of a sheet, in the order of the page."""
    rulings: tuple[Ruling, ...]
    """What a campaign may settle its own way."""
    library: Library
    """Everything that ships: skills, gear, creatures, characters."""
    entry_fields: Mapping[str, tuple[Field, ...]]
    """Library kind -> fields of an entry: what a group may make of its own."""
    entry_labels: Mapping[str, tuple[str, str]]
    """Library kind -> its name, one and many."""
    entry_types: Mapping[str, type[Entry]]
    """Library kind -> the struct of its entries; those of ``character_kinds`` are ``SheetEntry``."""
    character_kinds: tuple[str, str] = ("characters", "creatures")
    """The library kinds of ready-made characters and of creatures."""
    pools_field: str = "pools"
    """The field of a sheet that holds present pools: pool key -> whole number."""
    overrides_field: str = "overrides"
    """The field of a sheet that holds figures set by hand: figure key -> whole number. ``derive`` honours it."""
    steps: tuple[Step, ...] = ()
    """Guided creation."""
    attribute_methods: tuple[tuple[str, str, str], ...] = ()
    """Ways to get attributes besides points: key, label, help."""

    @abstractmethod
    def new_sheet(self, name: str = "") -> Document:
        """An empty sheet: every field at its default."""

    @abstractmethod
    def validate(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Problem, ...]:
        """Everything that is wrong with a sheet, each problem naming its field; empty when it is sound.

        Never raises, whatever the document holds."""

    @abstractmethod
    def derive(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Figure, ...]:
        """Every derived value with its explanation. Raises ``BadSheet`` for a sheet with errors."""

    @abstractmethod
    def pools(self, sheet: Document, library: Library, rulings: Rulings) -> Mapping[str, tuple[int, int]]:
        """Pool key -> present value and maximum."""

    @abstractmethod
    def abilities(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Option, ...]:
        """What one can do: every action of the system for this sheet, available or not and why not."""

    def read_entry(self, kind: str, data: Document) -> Entry:
        """A library entry out of a group's own data; raises ``BadDocument`` with the place of the fault."""
        if kind not in self.entry_types:
            raise BadDocument(f"{self.name} has no {kind}", kind)
        try:
            return msgspec.convert(data, self.entry_types[kind])
        except msgspec.ValidationError as error:
            text, _, place = str(error).partition(" - at ")
            raise BadDocument(text, place.strip("`").removeprefix("$.")) from error

    def budgets(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Budget, ...]:
        """What guided creation has spent and left; empty for a system without one."""
        return ()

    def follow(self, before: Document, after: Document, library: Library, rulings: Rulings) -> Document:
        """What else changes when somebody changed fields of a sheet (a new race moves the attributes): those fields."""
        return {}

    def roll_attributes(self, method: str, dice: Dice, sheet: Document, library: Library, rulings: Rulings) -> Document:
        """Attributes by one of ``attribute_methods``, for this sheet (its race may change them): the fields that
        change."""
        raise BadDocument(f"no such method {method}")

    def purchases(
        self, sheet: Document, history: Sequence[str], library: Library, rulings: Rulings
    ) -> tuple[Purchase, ...]:
        """What experience buys; ``history`` is the keys bought so far, oldest first, those taken back left out."""
        return ()

    def purchase(self, sheet: Document, key: str, library: Library) -> Document:
        """The sheet after a purchase (already checked against :meth:`purchases`)."""
        raise BadDocument(f"no such purchase {key}")

    def rest(self, sheet: Document, minutes: int, tended: bool, library: Library, rulings: Rulings) -> Document:
        """The pools after a rest of so many minutes."""
        return {}

    # -- rolls outside a fight ------------------------------------------------------------------------------

    @abstractmethod
    def checks(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Check, ...]:
        """Every roll that a sheet offers."""

    @abstractmethod
    def check(
        self, sheets: Mapping[str, Document], request: Command, library: Library, rulings: Rulings, dice: Dice
    ) -> CheckResult:
        """A roll outside a fight. ``request.name`` is the key of one of :meth:`checks` ; ``request.actor`` and
        ids in its parameters are keys of ``sheets``. Raises ``IllegalCommand``."""

    @abstractmethod
    def check_odds(
        self, sheets: Mapping[str, Document], request: Command, library: Library, rulings: Rulings
    ) -> tuple[Chance, ...]:
        """The exact chances of that roll."""

    # -- encounters -----------------------------------------------------------------------------------------

    entrant_fields: tuple[Field, ...] = ()
    """What ``Entrant.start`` may hold."""
    scene_fields: tuple[Field, ...] = ()
    """What ``Setup.scene`` may hold."""
    uses_map: bool = False
    """Whether an encounter needs a map. One that has the scene field ``maps.MAP`` may have one."""
    map_measure: Measure = Measure()
    """How it measures a map."""

    @abstractmethod
    def begin(self, setup: Setup, library: Library, rulings: Rulings) -> S:
        """The state before anything happened. Raises ``BadSetup`` or ``BadSheet``."""

    @abstractmethod
    def prompts(self, state: S, who: str | None = None) -> tuple[Prompt, ...]:
        """Every open decision, or those of one combatant (``gm`` for the GM's own).

        Each holds only what the one who decides may know. Asking for one does not cost those of all."""

    def offered(self, state: S, who: str) -> tuple[Prompt, ...]:
        """The open decisions of one combatant for an app that chooses for him: what is not possible may be missing
        from the options, and the reasons with it. For the rest the same as :meth:`prompts`, and cheaper where a system
        says how."""
        return self.prompts(state, who)

    @abstractmethod
    def open_decisions(self, state: S) -> tuple[tuple[str, str, str], ...]:
        """Id, combatant and kind of every open prompt, without their options: cheap."""

    @abstractmethod
    def odds(self, state: S, command: Command) -> tuple[Chance, ...]:
        """Exact chances of a command that could be given now, from what the one who gives it may know."""

    @abstractmethod
    def overrides(self, state: S) -> tuple[Option, ...]:
        """What a GM may set by hand now, as options of the command ``override``."""

    @abstractmethod
    def advance(self, state: S, command: Command, dice: Dice) -> tuple[S, tuple[Event[Any], ...]]:
        """The state after a command, and what happened. Pure; the only way in which a state changes.

        Raises ``IllegalCommand`` with the reasons and changes nothing. Same state, command and dice: same result.
        """

    def reinforce(self, state: S, entrants: Sequence[Entrant], library: Library) -> Command:
        """The GM's command ``enter`` that brings more combatants into a running encounter.

        It carries all that it needs, so that a replay asks no library. Raises ``BadSetup`` or ``BadSheet``."""
        raise BadSetup("nobody can join a fight of this system once it runs")

    def hand_over(self, state: S, who: str, owner: str) -> Command:
        """The GM's command ``hand_over`` after which ``owner`` (a person's key, or ``gm``) decides for ``who``."""
        raise BadSetup("nobody can be handed over in a fight of this system")

    def lasting(self, state: S, who: str, sheet: Document) -> Document:
        """What a fight leaves on a combatant's sheet beside the pools: fields -> new values, for the sheet as it is
        now. Nothing for gear that the sheet does not show any more."""
        return {}

    def statistics(self, facts: Sequence[Fact]) -> tuple[Statistic, ...]:
        """Figures of a fight, or of a part of it, from what happened: only from the facts given."""
        return ()

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> Scene:
        """The state as this viewer may see it."""

    def score(self, state: S) -> Score:
        """How it stands in short, as the GM knows it: the same as :meth:`view` tells, and cheaper where a system says
        how. Whoever plays a fight many times asks for it after every step."""
        scene = self.view(state, GM)
        return Score(scene.round, scene.over, scene.winner, tuple(one.id for one in scene.combatants if one.down))

    @abstractmethod
    def describe(self, fact: Fact, names: Names) -> Line:
        """A fact in words."""

    # -- JSON -----------------------------------------------------------------------------------------------

    state_type: type[S]
    event_type: Any
    """The type of one event: ``Event[<union of the system's facts>]``."""

    def encode_state(self, state: S) -> bytes:
        """JSON, the same bytes for equal states."""
        return msgspec.json.encode(state, order="deterministic")

    def decode_state(self, data: bytes | str) -> S:
        """The state that :meth:`encode_state` wrote; raises ``BadDocument``."""
        try:
            return msgspec.json.decode(data, type=self.state_type)
        except msgspec.MsgspecError as error:
            raise BadDocument(f"not a state of {self.key}: {error}") from error

    def encode_events(self, events: Sequence[Event[Any]]) -> bytes:
        """JSON."""
        return msgspec.json.encode(list(events), order="deterministic")

    def decode_events(self, data: bytes | str) -> tuple[Event[Any], ...]:
        """The events that :meth:`encode_events` wrote; raises ``BadDocument``."""
        try:
            return tuple(msgspec.json.decode(data, type=list[self.event_type]))  # type: ignore[name-defined]
        except msgspec.MsgspecError as error:
            raise BadDocument(f"not events of {self.key}: {error}") from error

    # -- words ----------------------------------------------------------------------------------------------

    @abstractmethod
    def reference(self, library: Library, rulings: Rulings) -> tuple[Page, ...]:
        """The rules reference of this system: every action, skill, condition, ruling and table."""
