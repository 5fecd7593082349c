"""Names that people give: any script, emoji, joined emoji; only what would look blank or break a line is refused."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

NAME_CHARACTERS = 120
"""Characters that a reader counts; marks and joiners on top of them are free ..."""
NAME_STORED = 400
"""... up to this many code points, which is the width of a column that holds a name."""

JOINERS = "\u200c\u200d"
# Letters and symbols that paint nothing: fillers, the empty Braille cell.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f"
IGNORED_WHEN_COMPARED = JOINERS + "\u00ad\u034f\u200b\u2060\ufeff"
# Would turn the direction of text after the name; isolation is done by <bdi> where a name is shown.
DIRECTION_MARKS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def clean_name(text: str) -> str:
    """The name in its stored form; raises ``ValidationError`` with a sentence for the field.

    >>> clean_name("  Ode\\tof  Ys ")
    'Ode of Ys'
    """
    if any(unicodedata.category(char) == "Cs" for char in text):
        raise ValidationError("This name holds half a character. Type it again.", code="broken")
    spaced = "".join(" " if char.isspace() else char for char in text)
    kept = "".join(char for char in spaced if unicodedata.category(char) != "Cc" and char not in DIRECTION_MARKS)
    name = unicodedata.normalize("NFC", " ".join(kept.split())).strip()
    if not any(is_visible(char) for char in name):
        raise ValidationError("Type a name that can be seen.", code="blank")
    if count_characters(name) > NAME_CHARACTERS or len(name) > NAME_STORED:
        raise ValidationError(f"A name may have at most {NAME_CHARACTERS} characters.", code="long")
    return name


def is_visible(char: str) -> bool:
    """Whether this character paints anything."""
    return unicodedata.category(char)[0] not in "ZC" and char not in BLANK_LETTERS and not is_selector(char)


def is_selector(char: str) -> bool:
    """Whether this is a variation selector, which only changes how the character before it looks."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def count_characters(name: str) -> int:
    """How many characters a reader counts: marks, joiners and selectors belong to the one before."""
    return sum(1 for char in name if unicodedata.category(char)[0] != "M" and unicodedata.category(char) != "Cf")


def fold(name: str) -> str:
    """What two names must not share: the name without case, width, invisible characters.

    >>> fold("ＯＤＥ") == fold("o\\u200bde")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(char for char in plain if char not in IGNORED_WHEN_COMPARED and not is_selector(char))
    return unicodedata.normalize("NFKC", " ".join(seen.split()))[:NAME_STORED]
