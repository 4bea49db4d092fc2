"""Frozen values of a campaign as plain JSON, and back: fields at their default are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, TypeVar

import msgspec

from assay.io import parse_json

Value = TypeVar("Value")


def to_plain(value: Any) -> Any:
    """Return what JSON can hold of a value: dataclasses as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        held = ((each, getattr(value, each.name)) for each in fields(value))
        return {each.name: to_plain(part) for each, part in held if not _is_default(each, part)}
    if isinstance(value, Mapping):
        return {name: to_plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_plain(part) for part in value]
    return value


def from_plain(cls: type[Value], plain: Any) -> Value:
    """Return the value that `to_plain` wrote; JSON has texts for keys, also where they were numbers."""
    return msgspec.convert(plain, cls, str_keys=True)


def from_json(cls: type[Value], text: str) -> Value:
    """Return the value that `to_plain` wrote, from the text that Python made of it.

    Python writes halves of surrogate pairs and NaN, which no other JSON knows; then it reads them itself, and slower.
    """
    try:
        return msgspec.json.decode(text, type=cls)
    except msgspec.DecodeError:
        return from_plain(cls, parse_json(text, nan=True))


def _is_default(declared: Field[Any], part: Any) -> bool:
    if declared.default is not MISSING:
        return bool(part == declared.default)
    return declared.default_factory is not MISSING and bool(part == declared.default_factory())
