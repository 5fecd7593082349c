"""The half of the system object that is about sheets: reading, judging, deriving, resting, rolling."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import msgspec

from rhean.rules.commands import Command
from rhean.rules.dice import Dice
from rhean.rules.errors import BadDocument
from rhean.rules.grid import Grid
from rhean.rules.prompts import Chance, Option
from rhean.rules.rulings import Ruling, Rulings
from rhean.rules.sheet import Budget, Document, Entry, Field, Library, Problem, Step
from rhean.rules.state import Entrant, Setup
from rhean.rules.system import Check, CheckResult
from rhean.rules.systems.dragonpact import content, creation, prompts, recovery, rolls, soundness
from rhean.rules.systems.dragonpact.entering import begin, make_unit
from rhean.rules.systems.dragonpact.figures import sheet_figures
from rhean.rules.systems.dragonpact.library import ENTRY_TYPES, Catalogue, read_entry, shipped
from rhean.rules.systems.dragonpact.rulings import RULINGS
from rhean.rules.systems.dragonpact.schema import SCHEMA, STEPS
from rhean.rules.systems.dragonpact.state import ACT, DragonpactState, Rules, Unit
from rhean.rules.systems.dragonpact.values import health_max, mana_max, stamina_max
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

    def new_sheet(self, name: str = "") -> Document:
        """Every field at its default. The name is kept beside the sheet, not in it."""
        return {field.key: deepcopy(field.default) for field in SCHEMA}

    def validate(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Problem, ...]:
        """Everything wrong with a sheet; never raises."""
        return soundness.problems(sheet, library, rulings)

    def derive(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Figure, ...]:
        """Every derived value with its terms."""
        unit = _unit("", sheet, library, rulings)
        return sheet_figures(_rules(library, rulings), unit)

    def pools(self, sheet: Document, library: Library, rulings: Rulings) -> Mapping[str, tuple[int, int]]:
        """What is left of each pool, and its full value."""
        rules, unit = _rules(library, rulings), _unit("", sheet, library, rulings)
        full = {"health": health_max(rules, unit), "stamina": stamina_max(rules, unit), "mana": mana_max(rules, unit)}
        return {pool: (getattr(unit, pool), value.total) for pool, value in full.items()}

    def abilities(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Option, ...]:
        """Every ability of one's own turn, as this sheet stands alone at the start of its turn."""
        entrant = Entrant("self", sheet, "party", "self", {"at": [0, 0]})
        state = begin(Setup((entrant,), {"map": {"size": [1, 1]}}), library, rulings)
        return tuple(prompts.options_of(_acting(state)))

    def read_entry(self, kind: str, data: Document) -> Entry:
        """A library entry out of a group's own data; raises ``BadDocument`` with the place of the fault."""
        key = data.get("key")
        if not isinstance(key, str) or not key:
            raise BadDocument("an entry needs a key", "key")
        return read_entry(kind, key, content.prepared(kind, data))

    def budgets(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Budget, ...]:
        """What creation has spent and left."""
        return creation.budgets(sheet, library, rulings)

    def rest(self, sheet: Document, minutes: int, tended: bool, library: Library, rulings: Rulings) -> Document:
        """The pools after a rest."""
        return recovery.rest(_rules(library, rulings), _unit("", sheet, library, rulings), minutes, tended)

    def checks(self, sheet: Document, library: Library, rulings: Rulings) -> tuple[Check, ...]:
        """Every roll that the sheet offers."""
        return rolls.checks(_rules(library, rulings), _unit("", sheet, library, rulings))

    def check(
        self, sheets: Mapping[str, Document], request: Command, library: Library, rulings: Rulings, dice: Dice
    ) -> CheckResult:
        """A roll outside a fight."""
        return rolls.check(_rules(library, rulings), _units(sheets, library, rulings), request, dice)

    def check_odds(
        self, sheets: Mapping[str, Document], request: Command, library: Library, rulings: Rulings
    ) -> tuple[Chance, ...]:
        """The exact chances of that roll."""
        return rolls.check_odds(_rules(library, rulings), _units(sheets, library, rulings), request)


def _rules(library: Library, rulings: Rulings) -> Rules:
    return Rules(rulings, Catalogue.of(library))


def _unit(key: str, sheet: Document, library: Library, rulings: Rulings) -> Unit:
    """A sheet as a unit that stands nowhere; raises ``BadSheet``."""
    state = DragonpactState(_rules(library, rulings), Grid(1, 1))
    return make_unit(state, Entrant(key or "self", sheet, "party"), False)


def _units(sheets: Mapping[str, Document], library: Library, rulings: Rulings) -> dict[str, Unit]:
    return {key: _unit(key, sheet, library, rulings) for key, sheet in sheets.items()}


def _acting(state: DragonpactState) -> DragonpactState:
    """The same in the first turn of the first unit, with full Stamina."""
    return msgspec.structs.replace(state, stage=ACT, round=1)
