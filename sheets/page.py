"""A sheet as its page shows it: sections of cells and tables, each with the figures and rolls that belong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from django.utils.text import slugify

from rhean.campaigns.models import User
from rhean.campaigns.reference import links_for
from rhean.rules.errors import BadSheet
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Budget, Document, Entry, Field, Library, Problem, Step
from rhean.rules.system import Check, System
from rhean.rules.systems import get_system
from rhean.rules.view import Figure
from sheets import paths
from sheets.access import Rights, rights_of
from sheets.library import library_of, rulings_of
from sheets.models import Character
from sheets.paths import Place
from sheets.sections import Cell, Pair, Pool, Row, Section, Table, entry_facts, shown

ORDER = {"rows": 1, "ranks": 2}
LAST = 3


class SheetPage:
    """Everything that the page of one character shows to one person."""

    def __init__(
        self,
        character: Character,
        rights: Rights,
        *,
        library: Library | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        self.character = character
        self.rights = rights
        self.system: System[Any] = get_system(character.system)
        self.library: Library = library_of(character) if library is None else library
        self.rulings: Rulings = rulings_of(character) if rulings is None else rulings
        self.document: Document = character.document
        self.step: Step | None = None

    @classmethod
    def for_user(cls, character: Character, user: User) -> SheetPage:
        """The page as this person may see it."""
        return cls(character, rights_of(user, character))

    # -- what the rules say -------------------------------------------------------------------------------------

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong or remarkable."""
        return self.system.validate(self.document, self.library, self.rulings)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Every derived value; none while the sheet has errors."""
        try:
            return self.system.derive(self.document, self.library, self.rulings)
        except BadSheet:
            return ()

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Every roll that the sheet offers; none while it has errors."""
        try:
            return self.system.checks(self.document, self.library, self.rulings)
        except BadSheet:
            return ()

    @cached_property
    def pools(self) -> list[Pool]:
        """The pools with what is left."""
        try:
            pools = self.system.pools(self.document, self.library, self.rulings)
        except BadSheet:
            return []
        figures = {figure.key: figure for figure in self.figures}
        labels = dict(next((one.choices for one in self.system.schema if one.key == self.system.pools_field), ()))
        return [
            Pool(
                key,
                labels.get(key) or figures[key].label if key in figures else key.capitalize(),
                now,
                most,
                figures.get(key),
            )
            for key, (now, most) in pools.items()
        ]

    @cached_property
    def problem_lines(self) -> list[tuple[Problem, str, str]]:
        """Each problem with the name of its field and the part of the page in which it stands."""
        groups = {one.key: slugify(one.group) for one in self.fields}
        return [
            (problem, self.label_at(problem.field), groups.get(problem.field.partition(".")[0], "vitals"))
            for problem in self.problems
            if self.rights.may_edit or problem.field.partition(".")[0] in groups
        ]

    def label_at(self, path: str) -> str:
        """What to call the place of a problem: field, row, column."""
        key, _, rest = path.partition(".")
        one = next((each for each in self.system.schema if each.key == key), None)
        row = rest.rpartition(".")[0] or rest
        if one is None or one.kind != "ranks" or not row:
            return paths.label_of(self.system.schema, path)
        column = next((each.label for each in one.columns if each.key == rest.rpartition(".")[2]), "")
        return f"{self.name_of(one.library, row)}: {column.lower()}" if column else self.name_of(one.library, row)

    @property
    def has_errors(self) -> bool:
        """Whether the sheet cannot be worked out as it is."""
        return any(problem.level == "error" for problem in self.problems)

    @cached_property
    def can_rest(self) -> bool:
        """Whether these rules know what a rest gives back."""
        try:
            return bool(self.system.rest(self.document, 60, False, self.library, self.rulings))
        except BadSheet:
            return False

    # -- figures ------------------------------------------------------------------------------------------------

    @cached_property
    def figure_groups(self) -> list[tuple[str, list[Figure]]]:
        """Figures by group, in order, without the maxima of pools."""
        pools = {pool.key for pool in self.pools}
        groups: dict[str, list[Figure]] = {}
        for figure in self.figures:
            if figure.key not in pools:
                groups.setdefault(figure.group, []).append(figure)
        return list(groups.items())

    @cached_property
    def key_figures(self) -> list[Figure]:
        """The figures that matter at every moment: the groups that do not merely follow the fields."""
        groups = [group for _, group in self.figure_groups if any(not figure.field for figure in group)]
        return [figure for group in groups for figure in group]

    @property
    def any_overridden(self) -> bool:
        """Whether any of the key figures was set by hand."""
        return any(figure.value.is_overridden for figure in self.key_figures)

    def figures_at(self, path: str) -> list[Figure]:
        """The figures that belong to a field or row, without those that stand at the top."""
        return [figure for figure in self.figures if figure.field == path and figure not in self.key_figures]

    def checks_at(self, path: str) -> list[Check]:
        """The rolls that a field or row offers."""
        offered = self.rights.may_edit and self.step is None
        return [check for check in self.checks if check.field == path] if offered else []

    @cached_property
    def loose_checks(self) -> list[tuple[str, list[Check]]]:
        """Rolls that belong to no field that the page shows, by group; a small group comes first."""
        shown = set(self.shown_paths)
        groups: dict[str, list[Check]] = {}
        for check in self.checks if self.rights.may_edit else ():
            if check.field not in shown:
                groups.setdefault(check.group, []).append(check)
        return sorted(groups.items(), key=lambda item: len(item[1]))

    # -- sections -----------------------------------------------------------------------------------------------

    @cached_property
    def fields(self) -> list[Field]:
        """The fields that this person may see, without pools."""
        seen = [one for one in self.system.schema if one.kind != "pools" and (self.rights.may_edit or not one.secret)]
        return seen if self.step is None else [one for one in seen if one.key in self.step.fields]

    @cached_property
    def budgets(self) -> tuple[Budget, ...]:
        """What creation has spent and left: what the step shown touches first, then what is left to spend."""
        try:
            found = self.system.budgets(self.document, self.library, self.rulings)
        except BadSheet:
            return ()
        touched = self.step.budgets if self.step else ()
        return tuple(sorted(found, key=lambda one: (one.key not in touched, one.key not in touched and not one.left)))

    @cached_property
    def sections(self) -> list[Section]:
        """The parts of the sheet, gear and skills first."""
        found: dict[str, Section] = {}
        for one in self.fields:
            section = found.setdefault(one.group, Section(one.group))
            if one.kind in {"ranks", "rows"}:
                section.tables.append(self.table(one))
            else:
                section.cells.append(self.cell(Place(one)))
        for section in found.values():
            for cell in section.cells:
                cell.sole = section.is_sole
        return sorted(found.values(), key=self.weight)

    def weight(self, section: Section) -> int:
        """How far up a section stands: what goes with the pools, then lists (gear), then ranks (skills)."""
        pools = next((one.group for one in self.system.schema if one.key == self.system.pools_field), "")
        if section.title == pools:
            return 0
        return min([ORDER[table.field.kind] for table in section.tables if table.library], default=LAST)

    def section(self, key: str) -> Section | None:
        """The section with this key."""
        return next((section for section in self.sections if section.key == key), None)

    @cached_property
    def cells(self) -> list[Cell]:
        """Every cell of the page."""
        return [cell for section in self.sections for cell in section.all_cells]

    def bind(self, form: Any) -> None:
        """Give each cell its bound form field, where the form has it."""
        for cell in self.cells:
            if cell.name in form.fields:
                cell.bound = form[cell.name]
        for section in self.sections:
            for cell in section.cells if section.shared_help else ():
                if cell.bound is not None:
                    cell.bound.help_text = ""
        links = links_for(self.character.campaign or self.character.system)
        for cell in self.cells:
            if cell.bound is not None and cell.bound.help_text:
                cell.bound.help_text = links.link(str(cell.bound.help_text))

    @cached_property
    def shown_paths(self) -> list[str]:
        """The paths of cells and rows on the page."""
        found = []
        for section in self.sections:
            found += [cell.place.path for cell in section.cells]
            found += [f"{table.field.key}.{row.key}" for table in section.tables for row in table.rows]
        return found

    def cell(self, place: Place) -> Cell:
        """One value with all that belongs to it."""
        path = place.path
        value = paths.read(self.document, place)
        listed = [self.listed_as(place.leaf, str(each)) for each in value] if isinstance(value, list) else []
        chosen = [self.listed_as(place.leaf, value)] if isinstance(value, str) and is_choice(place.leaf) else []
        return Cell(
            place=place,
            value=value,
            base=self.character.version,
            figures=[] if place.row else self.figures_at(path),
            checks=[] if place.row else self.checks_at(path),
            problems=[problem for problem in self.problems if problem.field == path],
            facts=self.facts_of(place),
            listed=listed,
            named=listed if place.row else [place.leaf.label, *listed, *chosen],
            derived=next((figure for figure in self.key_figures if figure.field == path), None),
        )

    def listed_as(self, leaf: Field, key: str) -> str:
        """One of several values by its name."""
        return self.name_of(leaf.library, key) if leaf.library else dict(leaf.choices).get(key, key)

    def facts_of(self, place: Place) -> list[Pair]:
        """What the library says of the entry that a value names."""
        kind, value = place.leaf.library, paths.read(self.document, place)
        if place.row or not kind or not isinstance(value, str):
            return []
        return entry_facts(self.system, kind, self.library.get(kind, value), self.library)

    def table(self, one: Field) -> Table:
        """A table with its rows."""
        return Table(one, list(self.rows_of(one)), self.character.version)

    def rows_of(self, one: Field) -> Iterator[Row]:
        """The rows of a table, each pair side by side."""
        keys = paths.row_keys(self.document, one)
        for key in self.paired(one, keys) if one.kind == "ranks" else keys:
            yield self.row(one, key)

    def paired(self, one: Field, keys: list[str]) -> list[str]:
        """Keys of ranks by name, each pair together."""
        keys.sort(key=lambda key: self.name_of(one.library, key).casefold())
        order: list[str] = []
        for key in keys:
            if key in order:
                continue
            entry = self.library.get(one.library, key)
            pair = entry.pair if entry is not None else ""
            together = [key, pair] if pair in keys and pair not in order else [key]
            order += sorted(together, key=len)
        return order

    def row(self, one: Field, key: str) -> Row:
        """A row with its cells, figures and rolls."""
        path = f"{one.key}.{key}"
        cells = [self.cell(Place(one, key, column)) for column in one.columns]
        column = next((column for column in one.columns if column.kind == "item"), None)
        named = key if one.kind == "ranks" else str(next((c.value for c in cells if c.place.column == column), ""))
        kind = one.library or (column.library if column else "")
        entry = self.entry_of(kind, named)
        if entry is not None:
            cells = [cell for cell in cells if entry.takes(cell.leaf.key) or cell.value]
        return Row(
            key=key,
            title=self.name_of(kind, named) if kind else plain_title(cells, one),
            cells=cells,
            summary=self.row_summary(cells, column if kind else one.columns[0]),
            facts=entry_facts(self.system, kind, entry, self.library),
            figures=self.figures_at(path),
            checks=self.checks_at(path),
            problems=[p for p in self.problems if p.field == path or p.field.startswith(f"{path}.")],
            pair=entry.pair if entry is not None else "",
            gone=entry is None and bool(named),
            paired=entry is not None and bool(entry.pair) and entry.pair in paths.row_keys(self.document, one),
        )

    def entry_of(self, kind: str, key: str) -> Entry | None:
        """The entry with this key, or the one that takes words and stands for it; None if it is gone."""
        exact: Entry | None = self.library.get(kind, key.partition("(")[0])
        families: Iterable[Entry] = self.library.all(kind).values() if exact is None else ()
        return next((one for one in families if one.takes_words and key.startswith(f"{one.key}_")), exact)

    def name_of(self, kind: str, key: str) -> str:
        """An entry's name; for one named by words, with the words; the key if it is gone."""
        entry = self.entry_of(kind, key)
        if entry is None or entry.key == key:
            return key if entry is None else str(entry.name)
        _, bracket, words = key.partition("(")
        if bracket:
            return f"{entry.name}: {words.removesuffix(')')}"
        return f"{entry.name}: {key[len(entry.key) + 1 :].replace('_', ' ').capitalize()}"

    @staticmethod
    def row_summary(cells: Iterable[Cell], named: Field | None) -> str:
        """The values of a row in a few words."""
        return ", ".join(filter(None, (shown(cell) for cell in cells if cell.place.column != named)))


def is_choice(leaf: Field) -> bool:
    """Whether its value stands for something that has a name."""
    return leaf.kind in {"choice", "item"}


def plain_title(cells: Iterable[Cell], one: Field) -> str:
    """What to call a row that names no entry: its first words, else what it is a row of."""
    said = next((cell for cell in cells if cell.value not in (None, "")), None)
    if said is None:
        return f"New: {one.label}"
    return dict(said.leaf.choices).get(str(said.value), str(said.value))[:80]
