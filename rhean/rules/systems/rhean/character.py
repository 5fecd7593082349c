"""The half of the system object that is about sheets: reading, judging, deriving, advancing, rolling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rhean.rules.commands import Command
from rhean.rules.dice import Dice
from rhean.rules.errors import BadDocument, BadSheet
from rhean.rules.prompts import Chance, Option
from rhean.rules.rulings import Ruling, Rulings
from rhean.rules.sheet import Budget, Document, Entry, Field, Library, Problem, Purchase, Step
from rhean.rules.system import Check, CheckResult
from rhean.rules.systems.rhean import abilities, budgets, content, derived, progress, requests, travel, validate
from rhean.rules.systems.rhean.entries import ENTRY_TYPES, POOLS
from rhean.rules.systems.rhean.library import read_entry, shipped
from rhean.rules.systems.rhean.offers import offers
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.schema import ATTRIBUTE_METHODS, SCHEMA, STEPS
from rhean.rules.systems.rhean.sheet import Sheet, read_sheet
from rhean.rules.view import Figure


class CharacterSide:
    """What the contract asks of sheets and of rolls outside a fight."""

    schema: tuple[Field, ...] = SCHEMA
    rulings: tuple[Ruling, ...] = RULINGS
    library: Library = shipped()
    entry_fields: Mapping[str, tuple[Field, ...]] = content.FIELDS
    entry_labels: Mapping[str, tuple[str, str]] = content.LABELS
    entry_types: Mapping[str, type[Entry]] = ENTRY_TYPES
    steps: tuple[Step, ...] = STEPS
    attribute_methods: tuple[tuple[str, str, str], ...] = ATTRIBUTE_METHODS

    def new_sheet(self, name: str = "") -> Document:
        """Every field at its default. The name is kept beside the sheet, not in it."""
        return {field.key: _copy(field.default) for field in SCHEMA}

    def validate(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Problem, ...]:
        """Everything wrong with a sheet; never raises."""
        return validate.problems(sheet, library, rulings)

    def derive(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Figure, ...]:
        """Every derived value with its explanation."""
        return derived.figures_of(read_sheet(sheet, library), library, rulings)

    def pools(self, sheet: Document, library: Library, rulings: Rulings) -> Mapping[str, tuple[int, int]]:
        """What is left of each pool, and its full value."""
        read = read_sheet(sheet, library)
        now, full = derived.present(read, rulings), derived.maxima(read, rulings)
        return {pool: (now[pool], full[pool]) for pool in POOLS}

    def abilities(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Option, ...]:
        """Every row of the tables of actions for this sheet, available or not and why not."""
        return abilities.abilities(read_sheet(sheet, library), library, rulings)

    def read_entry(self, kind: str, data: Document) -> Entry:
        """A library entry out of a group's own data; raises ``BadDocument`` with the place of the fault."""
        key = data.get("key")
        if not isinstance(key, str) or not key:
            raise BadDocument("an entry needs a key", "key")
        return read_entry(kind, key, data)

    def budgets(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Budget, ...]:
        """What creation has spent and left."""
        return budgets.budgets(read_sheet(sheet, library), library, rulings)

    def follow(self, before: Document, after: Document, library: Library, rulings: Rulings) -> Document:
        """A new race moves the attributes by what it changes, on sheets that count points."""
        if before.get("race") == after.get("race"):
            return {}
        old, new = (_readable(document, library) for document in (before, after))
        return budgets.moved_by_race(old, new, rulings) if old and new and new.counted else {}

    def roll_attributes(self, method: str, dice: Dice, sheet: Document, library: Library, rulings: Rulings) -> Document:
        """The eight scores by a method of chance, changed by the sheet's race."""
        return budgets.roll_attributes(method, dice, budgets.racial(read_sheet(sheet, library), rulings))

    def purchases(
        self, sheet: Document, history: Sequence[str], library: Library, rulings: Rulings
    ) -> tuple[Purchase, ...]:
        """What experience buys now."""
        return progress.purchases(read_sheet(sheet, library), history, library, rulings)

    def purchase(self, sheet: Document, key: str, library: Library) -> Document:
        """The sheet after a purchase."""
        return progress.purchase(sheet, read_sheet(sheet, library), key, library)

    def rest(self, sheet: Document, minutes: int, tended: bool, library: Library, rulings: Rulings) -> Document:
        """The pools after a rest."""
        return progress.rest(sheet, read_sheet(sheet, library), minutes, tended, rulings)

    def checks(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Check, ...]:
        """Every roll that the sheet offers."""
        return (*offers(read_sheet(sheet, library), library), travel.offer(library))

    def check(
        self, sheets: Mapping[str, Document], request: Command, library: Library, rulings: Rulings, dice: Dice
    ) -> CheckResult:
        """A roll outside a fight."""
        table = _table(sheets, library, rulings)
        if request.name == "travel":
            return travel.travelled(table, request)
        return requests.rolled(requests.planned(table, request), rulings, dice)

    def check_odds(
        self, sheets: Mapping[str, Document], request: Command, library: Library, rulings: Rulings
    ) -> tuple[Chance, ...]:
        """The exact chances of that roll; ``odds`` asks for those of a bare bonus and number."""
        if request.name == "odds":
            return requests.bare_odds(request)
        if request.name == "travel":
            return ()
        return requests.weighed(requests.planned(_table(sheets, library, rulings), request), rulings)


def _table(sheets: Mapping[str, Document], library: Library, rulings: Rulings) -> requests.Table:
    return requests.Table({who: read_sheet(sheet, library) for who, sheet in sheets.items()}, library, rulings)


def _readable(document: Document, library: Library) -> Sheet | None:
    """The sheet, or None while it has errors."""
    try:
        return read_sheet(document, library)
    except BadSheet:
        return None


def _copy(default: Any) -> Any:
    """A default of its own for each sheet."""
    return dict(default) if isinstance(default, dict) else list(default) if isinstance(default, list) else default
