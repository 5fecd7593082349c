"""The JSON Schema of a character's file, made of a system's fields."""

from __future__ import annotations

from typing import Any

from rhean.rules.sheet import Field
from rhean.rules.system import System
from sheets.exchange import FORMAT, VERSION
from sheets.models import Character

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXTS = ("text", "long_text", "choice", "item")


def json_schema(system: System[Any]) -> dict[str, Any]:
    """The schema of a file of this system. Keys that it does not name are allowed and kept."""
    return {
        "$schema": DIALECT,
        "title": f"A character of {system.name}",
        "type": "object",
        "required": ["format", "version", "system", "name", "sheet"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "system": {"const": system.key},
            "kind": {"enum": list(Character.Kind.values), "default": "pc"},
            "name": {"type": "string", "minLength": 1, "maxLength": 120},
            "sheet": {"type": "object", "properties": {one.key: field_schema(one) for one in system.schema}},
            "notes": {"type": "string", "description": "Markdown."},
            "entries": {
                "description": "The group's own content that the sheet uses: kind, key, entry.",
                "type": "object",
                "additionalProperties": {"type": "object", "additionalProperties": {"type": "object"}},
            },
            "experience": {"type": "array", "items": line_schema()},
            "portrait": {"type": "string", "contentEncoding": "base64"},
        },
    }


def line_schema() -> dict[str, Any]:
    """A line of experience."""
    return {
        "type": "object",
        "required": ["amount"],
        "properties": {
            "amount": {"type": "integer", "description": "Positive: gained. Negative: spent."},
            "label": {"type": "string"},
            "purchase": {"type": "string"},
            "changes": {"type": "object"},
        },
    }


def field_schema(one: Field) -> dict[str, Any]:
    """The schema of one field of a sheet."""
    made: dict[str, Any] = {"title": one.label, **_shape(one)}
    if one.help:
        made["description"] = one.help
    if one.default is not None:
        made["default"] = one.default
    return made


def _shape(one: Field) -> dict[str, Any]:
    """Its type and bounds."""
    if one.kind == "integer":
        return _number(one)
    if one.kind == "flag":
        return {"type": "boolean"}
    if one.kind == "set":
        return {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    if one.kind == "pools":
        return {"type": "object", "additionalProperties": _number(one)}
    if one.kind in {"ranks", "rows"}:
        row = {"type": "object", "properties": {column.key: field_schema(column) for column in one.columns}}
        return (
            {"type": "object", "additionalProperties": row} if one.kind == "ranks" else {"type": "array", "items": row}
        )
    if one.kind in TEXTS and one.choices:
        return {"enum": [key for key, _ in one.choices]}
    return {"type": "string", "maxLength": one.maximum} if one.maximum else {"type": "string"}


def _number(one: Field) -> dict[str, Any]:
    """A whole number within bounds."""
    bounds = {"minimum": one.minimum, "maximum": one.maximum}
    return {"type": "integer", **{key: bound for key, bound in bounds.items() if bound is not None}}
