"""Dice expressions that people type: read into a tree, then rolled with dice from outside.

``2d10 + 3``, ``4d6kh3`` (keep the highest three), ``d%``, ``2d10+-5``, ``3*(1d6-1)``. Keeping and dropping: ``kh``,
``kl``, ``dh``, ``dl``, each with a number (one if it is left out). The text is cut by hand, nothing is evaluated as
code, and every limit is checked before a die is rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from rhean.rules.dice import Dice
from rhean.rules.errors import BadDice
from rhean.rules.explain import Explained, Term

MAX_LENGTH = 200
MAX_DEPTH = 20
MAX_DICE = 500
MAX_SIDES = 1000
MAX_NUMBER = 1_000_000
MAX_TOTAL = 1_000_000_000

Keep = Literal["", "kh", "kl", "dh", "dl"]


class Node(msgspec.Struct, frozen=True, tag=True):
    """Base of what an expression is made of."""


class Number(Node, frozen=True):
    """A whole number."""

    value: int


class Roll(Node, frozen=True):
    """``count`` dice of ``sides`` sides, of which ``keep`` and ``keep_count`` say which ones count."""

    count: int
    sides: int
    keep: Keep = ""
    keep_count: int = 0

    @property
    def kept(self) -> int:
        """How many dice count."""
        if not self.keep:
            return self.count
        return min(self.keep_count, self.count) if self.keep[0] == "k" else max(0, self.count - self.keep_count)


class Negative(Node, frozen=True):
    """A minus in front of something."""

    of: Tree


class Sum(Node, frozen=True):
    """Left plus right, or minus."""

    left: Tree
    sign: Literal["+", "-"]
    right: Tree


class Product(Node, frozen=True):
    """Left times right."""

    left: Tree
    right: Tree


Tree = Number | Roll | Negative | Sum | Product


class Fallen(msgspec.Struct, frozen=True):
    """A group of dice after the roll: its text, its faces in order, and which of them count."""

    text: str
    sides: int
    faces: tuple[int, ...]
    counted: tuple[bool, ...]


class Rolled(msgspec.Struct, frozen=True):
    """What an expression gave."""

    text: str
    value: Explained
    dice: tuple[Fallen, ...]

    @property
    def total(self) -> int:
        """The sum; it may be negative."""
        return self.value.total


def notation(tree: Tree) -> str:
    """The expression in one agreed form.

    >>> notation(parse(" 2D10 +- 5"))
    '2d10+-5'
    """
    match tree:
        case Number(value):
            return str(value)
        case Roll(count, sides, keep, keep_count):
            return f"{count}d{sides}{keep}{keep_count if keep else ''}"
        case Negative(of):
            return f"-{_inside(of)}"
        case Product(left, right):
            return f"{_inside(left, Product)}*{_inside(right)}"
        case Sum(left, sign, right):
            return f"{notation(left)}{sign}{_inside(right, Product)}"


def _inside(tree: Tree, *bare: type[Tree]) -> str:
    """A part of an expression, in brackets where its place asks for them."""
    return f"({notation(tree)})" if isinstance(tree, Sum | Product) and not isinstance(tree, bare) else notation(tree)


def bounds(tree: Tree) -> tuple[int, int]:
    """The least and the most that can come of it.

    >>> bounds(parse("1d6-6"))
    (-5, 0)
    """
    match tree:
        case Number(value):
            return value, value
        case Roll():
            return tree.kept, tree.kept * tree.sides
        case Negative(of):
            low, high = bounds(of)
            return -high, -low
        case Sum(left, sign, right):
            (low, high), (more, most) = bounds(left), bounds(right)
            return (low + more, high + most) if sign == "+" else (low - most, high - more)
        case Product(left, right):
            corners = [one * other for one in bounds(left) for other in bounds(right)]
            return min(corners), max(corners)


def count_dice(tree: Tree) -> int:
    """How many dice are rolled."""
    match tree:
        case Number():
            return 0
        case Roll(count):
            return count
        case Negative(of):
            return count_dice(of)
        case Sum(left, _, right) | Product(left, right):
            return count_dice(left) + count_dice(right)


def parse(text: str) -> Tree:
    """The tree of an expression; raises :class:`BadDice` with the column of the fault, counted from 1."""
    if len(text) > MAX_LENGTH:
        raise BadDice(f"at most {MAX_LENGTH} characters", text[:MAX_LENGTH], MAX_LENGTH + 1)
    reader = _Reader(text)
    tree = reader.sum(0)
    reader.expect_end()
    if count_dice(tree) > MAX_DICE:
        raise BadDice(f"at most {MAX_DICE} dice in one roll", text, 1)
    low, high = bounds(tree)
    if low < -MAX_TOTAL or high > MAX_TOTAL:
        raise BadDice(f"the total could be over {MAX_TOTAL}", text, 1)
    return tree


class _Reader:
    """Reads an expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        """The next character that is no space, in lower case; empty at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        char = self.text[self.at].lower() if self.at < len(self.text) else ""
        return {"−": "-", "–": "-", "×": "*", "x": "*", "·": "*"}.get(char, char)

    def fault(self, message: str, at: int | None = None) -> BadDice:
        """The error for something wrong here."""
        return BadDice(message, self.text, (self.at if at is None else at) + 1)

    def expect_end(self) -> None:
        """Nothing may be left."""
        char = self.peek()
        if char == ")":
            raise self.fault("this bracket was never opened")
        if char:
            raise self.fault(f"cannot read “{self.text[self.at]}” here: + - or * should come")

    def sum(self, depth: int) -> Tree:
        """Products, added and taken away."""
        tree = self.product(depth)
        while (sign := self.peek()) in {"+", "-"}:
            self.at += 1
            tree = Sum(tree, "+" if sign == "+" else "-", self.product(depth))
        return tree

    def product(self, depth: int) -> Tree:
        """Signed parts, multiplied."""
        tree = self.signed(depth)
        while self.peek() == "*":
            self.at += 1
            tree = Product(tree, self.signed(depth))
        return tree

    def signed(self, depth: int) -> Tree:
        """A part with any signs in front."""
        if depth > MAX_DEPTH:
            raise self.fault(f"at most {MAX_DEPTH} brackets or signs inside each other")
        sign = self.peek()
        if sign not in {"+", "-"}:
            return self.part(depth)
        self.at += 1
        inner = self.signed(depth + 1)
        return Negative(inner) if sign == "-" else inner

    def part(self, depth: int) -> Tree:
        """A number, dice, or something in brackets."""
        char = self.peek()
        start = self.at
        if char == "(":
            self.at += 1
            tree = self.sum(depth + 1)
            if self.peek() != ")":
                raise self.fault("a bracket is not closed", start)
            self.at += 1
            return tree
        if char.isdecimal():
            number = self.number(MAX_NUMBER, "a number")
            return self.dice(number, start) if self.peek() == "d" else Number(number)
        if char == "d":
            return self.dice(1, start)
        raise self.fault(f"cannot read “{char}”" if char.strip("+-*)") else "a number or dice are missing here")

    def number(self, most: int, what: str) -> int:
        """Digits of any script."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at].isdecimal():
            self.at += 1
        digits = self.text[start : self.at]
        if len(digits) > len(str(most)) + 3 or int(digits) > most:
            raise self.fault(f"{what} is at most {most}", start)
        return int(digits)

    def dice(self, count: int, start: int) -> Roll:
        """What follows the number of dice: ``d6``, ``d%``, ``d6kh3``."""
        if not 1 <= count <= MAX_DICE:
            raise self.fault(f"from 1 to {MAX_DICE} dice", start)
        self.at += 1
        here = self.at
        if self.peek() == "%":
            self.at += 1
            sides = 100
        elif self.peek().isdecimal():
            sides = self.number(MAX_SIDES, "the number of sides")
        else:
            raise self.fault("the number of sides is missing")
        if sides < 1:
            raise self.fault("a die has at least 1 side", here)
        return self.kept(Roll(count, sides))

    def kept(self, roll: Roll) -> Roll:
        """The dice, with which of them count."""
        start = self.at
        first = self.peek()
        if first not in {"k", "d"}:
            return roll
        self.at += 1
        second = self.peek()
        if second not in {"h", "l"}:
            raise self.fault("say kh or kl to keep, dh or dl to drop the highest or lowest", start)
        self.at += 1
        count = self.number(MAX_DICE, "the number of dice") if self.peek().isdecimal() else 1
        keep: dict[str, Keep] = {"kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}
        return msgspec.structs.replace(roll, keep=keep[first + second], keep_count=count)


def roll(tree: Tree, dice: Dice) -> Rolled:
    """Roll an expression: every face is kept, those that do not count as well."""
    fallen: list[Fallen] = []
    terms = tuple(_term(sign, part, dice, fallen) for sign, part in _summands(tree))
    return Rolled(notation(tree), Explained.of(*terms), tuple(fallen))


def _summands(tree: Tree) -> list[tuple[int, Tree]]:
    """The parts of the outermost sum, from left to right, with their signs."""
    if not isinstance(tree, Sum):
        return [(1, tree)]
    return [*_summands(tree.left), (1 if tree.sign == "+" else -1, tree.right)]


def _term(sign: int, part: Tree, dice: Dice, fallen: list[Fallen]) -> Term:
    """One summand, rolled."""
    before = len(fallen)
    value = sign * _value(part, dice, fallen)
    faces = "; ".join(_faces(group) for group in fallen[before:])
    if not faces:
        return Term("number", value, "modifier", "base")
    return Term("dice", value, f"{notation(part)} [{faces}]", "dice", faces)


def _faces(group: Fallen) -> str:
    """The faces in words, those that do not count in brackets."""
    pairs = zip(group.faces, group.counted, strict=True)
    return ", ".join(str(face) if counts else f"({face})" for face, counts in pairs)


def _value(tree: Tree, dice: Dice, fallen: list[Fallen]) -> int:
    """The value of a tree; the dice rolled on the way are added to ``fallen``."""
    match tree:
        case Number(value):
            return value
        case Roll():
            return _fall(tree, dice, fallen)
        case Negative(of):
            return -_value(of, dice, fallen)
        case Sum(left, sign, right):
            first = _value(left, dice, fallen)
            second = _value(right, dice, fallen)
            return first + second if sign == "+" else first - second
        case Product(left, right):
            return _value(left, dice, fallen) * _value(right, dice, fallen)


def _fall(roll: Roll, dice: Dice, fallen: list[Fallen]) -> int:
    """Roll one group of dice."""
    faces = tuple(dice.roll(roll.sides) for _ in range(roll.count))
    counted = _counted(roll, faces)
    fallen.append(Fallen(notation(roll), roll.sides, faces, counted))
    return sum(face for face, counts in zip(faces, counted, strict=True) if counts)


def _counted(roll: Roll, faces: Sequence[int]) -> tuple[bool, ...]:
    """Which faces count: among equal ones, those rolled first are kept."""
    highest = roll.keep in {"", "kh", "dl"}
    order = sorted(range(len(faces)), key=lambda at: (-faces[at] if highest else faces[at], at))
    kept = set(order[: roll.kept])
    return tuple(at in kept for at in range(len(faces)))
