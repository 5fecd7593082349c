"""A document checked against the schema: every value read, every fault named by its path. Never raises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rhean.rules.sheet import Document, Field, Library, Problem
from rhean.rules.systems.rhean.library import find_skill

MAX_ROWS = 60
MAX_KEY = 80


class Reader:
    """Reads documents by a schema and gathers problems on the way; a faulty value counts as its default."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.problems: list[Problem] = []

    def fault(self, path: str, text: str) -> None:
        """Notes an error at a field."""
        self.problems.append(Problem(path, text))

    def read(self, document: Any, schema: Iterable[Field], path: str = "") -> dict[str, Any]:
        """The values of all fields of a schema; keys that it does not know are left alone."""
        if not isinstance(document, dict):
            self.fault(path.rstrip("."), "is not a set of fields")
            document = {}
        return {field.key: self._field(field, document.get(field.key), path + field.key) for field in schema}

    def _field(self, field: Field, value: Any, path: str) -> Any:
        """One value by its field's kind; a missing one is the default."""
        if value is None:
            return field.default
        method = getattr(self, f"_{field.kind}")
        before = len(self.problems)
        result = method(field, value, path)
        faulty = len(self.problems) > before and field.kind not in ("ranks", "rows", "pools", "set")
        return field.default if faulty else result

    def _integer(self, field: Field, value: Any, path: str) -> Any:
        low, high = field.minimum, field.maximum
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or (low is not None and value < low) or (high is not None and value > high):
            self.fault(path, f"is a whole number from {low} to {high}")
        return value

    def _flag(self, field: Field, value: Any, path: str) -> Any:
        if not isinstance(value, bool):
            self.fault(path, "is yes or no")
        return value

    def _text(self, field: Field, value: Any, path: str) -> Any:
        longest = field.maximum or 200
        if not isinstance(value, str) or len(value) > longest:
            self.fault(path, f"is a text of at most {longest} characters")
        return value

    _long_text = _text

    def _choice(self, field: Field, value: Any, path: str) -> Any:
        """The key as the schema itself writes it: a default left out of the JSON is told by identity."""
        known = self.library.all(field.library) if field.library else dict(field.choices)
        if not isinstance(value, str) or value not in known:
            self.fault(path, f"has no choice {shown(value)}")
            return value
        return next(key for key in known if key == value)

    def _item(self, field: Field, value: Any, path: str) -> Any:
        if not isinstance(value, str) or (value and self.library.get(field.library, value) is None):
            self.fault(path, f"there is nothing called {shown(value)} in {field.library}")
        return value

    def _set(self, field: Field, value: Any, path: str) -> list[str]:
        if not isinstance(value, list | tuple) or len(value) > MAX_ROWS:
            self.fault(path, f"is a list of at most {MAX_ROWS}")
            return []
        return [key for key in dict.fromkeys(map(self._member, value)) if self._known(field, key, path)]

    @staticmethod
    def _member(value: Any) -> Any:
        """Something that can be looked up, whatever it is."""
        return value if isinstance(value, str) else shown(value)

    def _known(self, field: Field, key: str, path: str) -> bool:
        """Whether a set may hold this key; ``keen_sense(hearing)`` is one of ``keen_sense``."""
        if field.choices:
            return self._chosen(field, key, path)
        base, bracket, words = key.partition("(")
        entry = self.library.get(field.library, base)
        is_open = bool(getattr(entry, "open", False))
        named = bool(bracket) and words.endswith(")") and bool(words[:-1].strip())
        if entry is None or len(key) > MAX_KEY or is_open != named:
            self.fault(
                path,
                f"{entry.name} names something in brackets"
                if is_open and entry
                else f"there is nothing called {shown(key)} in {field.library}",
            )
            return False
        return True

    def _chosen(self, field: Field, key: str, path: str) -> bool:
        """Whether a key is one of the field's own choices."""
        if key not in dict(field.choices):
            self.fault(path, f"has no choice {shown(key)}")
            return False
        return True

    def _ranks(self, field: Field, value: Any, path: str) -> dict[str, dict[str, Any]]:
        if not isinstance(value, dict) or len(value) > 5 * MAX_ROWS:
            self.fault(path, "is a table of skills")
            return {}
        known: dict[str, dict[str, Any]] = {}
        for key, row in value.items():
            place = f"{path}.{key}"
            if not isinstance(key, str) or len(key) > MAX_KEY or find_skill(self.library, key) is None:
                self.fault(f"{path}.{shown(key)}", f"there is no skill {shown(key)}")
            else:
                known[key] = self.read(row, field.columns, f"{place}.")
        return known

    def _rows(self, field: Field, value: Any, path: str) -> list[dict[str, Any]]:
        if not isinstance(value, list | tuple) or len(value) > MAX_ROWS:
            self.fault(path, f"is a list of at most {MAX_ROWS} rows")
            return []
        return [self.read(row, field.columns, f"{path}.{number}.") for number, row in enumerate(value)]

    def _pools(self, field: Field, value: Any, path: str) -> dict[str, int]:
        if not isinstance(value, dict) or len(value) > 10 * MAX_ROWS:
            self.fault(path, "is a table of whole numbers")
            return {}
        allowed = dict(field.choices)
        numbers: dict[str, int] = {}
        for key, number in value.items():
            before = len(self.problems)
            if not isinstance(key, str) or len(key) > MAX_KEY or (allowed and key not in allowed):
                self.fault(f"{path}.{shown(key)}", f"there is no {shown(key)}")
            elif self._integer(field, number, f"{path}.{key}") is number and len(self.problems) == before:
                numbers[key] = number
        return numbers


def shown(value: Any) -> str:
    """A value as a message may quote it: short, whatever it is."""
    text = value if isinstance(value, str) else type(value).__name__
    return text if len(text) <= 40 else f"{text[:40]}…"


def plain(document: Any) -> Document:
    """The document if it is one, else an empty one."""
    return document if isinstance(document, dict) else {}
