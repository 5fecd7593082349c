"""What a roll or a journey outside a fight gives, told in a fight's log as well."""

from __future__ import annotations

from typing import TypeAlias

from rhean.rules.dice import Face
from rhean.rules.events import Fact
from rhean.rules.explain import Term

Terms: TypeAlias = tuple[Term, ...]
Faces: TypeAlias = tuple[Face, ...]


class Check(Fact, frozen=True, omit_defaults=True):
    """A check: ``what`` is a skill, ``perception``, ``constitution``, ``knockdown``, ``durability``, ``contest`` ...

    In a contest ``foe`` is the other one, ``against`` his total, and ``winner`` an id or ``nobody``. ``half`` tells
    that only half of the level counted, ``sense`` what was used. ``total`` is None where the reader may not know it.
    """

    who: str
    what: str
    total: int | None
    tn: int | None = None
    success: bool | None = None
    terms: Terms = ()
    faces: Faces = ()
    botch: bool = False
    half: bool = False
    foe: str = ""
    against: int | None = None
    against_terms: Terms = ()
    winner: str = ""
    sense: str = ""


class Travelled(Fact, frozen=True, omit_defaults=True):
    """A journey worked out: ``miles`` as it is written (``13.5``), the Stamina that it takes, the terms of Movement."""

    who: str
    hours: int
    miles: str
    stamina: int
    movement: int
    terms: Terms = ()
