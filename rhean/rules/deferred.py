"""Sequences that cost nothing until somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Deferred(Sequence[T]):
    """A tuple that is worked out when it is first looked at, and then kept.

    ``make`` must give the same whenever it is called: it may read nothing that changes.

    >>> made = Deferred(lambda: (n * n for n in range(3)))
    >>> made[1], list(made), made == (0, 1, 4)
    (1, [0, 1, 4], True)
    """

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make

    @cached_property
    def _items(self) -> tuple[T, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __eq__(self, other: Any) -> bool:
        return self._items == tuple(other) if isinstance(other, tuple | Deferred) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return repr(self._items)
