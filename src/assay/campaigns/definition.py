"""Frozen values of a campaign as plain JSON, and back: fields at their default are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

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
    """Return the value that `to_plain` wrote."""
    hint: Any = cls
    value: Value = _reader(hint)(plain)
    return value


def _is_default(declared: Field[Any], part: Any) -> bool:
    if declared.default is not MISSING:
        return bool(part == declared.default)
    return declared.default_factory is not MISSING and bool(part == declared.default_factory())


def _same(plain: Any) -> Any:
    return plain


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """Return what makes a value of this type from plain JSON."""
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass_reader(hint)
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (tuple, list, set):
        reads, make = _reader(inside[0]), origin
        return make if reads is _same else lambda plain: make(map(reads, plain))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(inside)
    parts = [part for part in inside if part is not NoneType]
    if NoneType in inside and len(parts) == 1:
        reads = _reader(parts[0])
        return lambda plain: None if plain is None else reads(plain)
    return _same


def _mapping_reader(inside: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Read a mapping; JSON has texts for keys, also where they were numbers."""
    key, reads = (int if inside[0] is int else _same), _reader(inside[1])
    return lambda plain: {key(name): reads(part) for name, part in plain.items()}


def _dataclass_reader(cls: Any) -> Callable[[Any], Any]:
    def read(plain: Any) -> Any:
        parts = dict(plain)
        for name, reads in _field_readers(cls):
            if name in parts:
                parts[name] = reads(parts[name])
        return cls(**parts)

    return read


@cache
def _field_readers(cls: Any) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Return what reads the fields that JSON has in another form; asked late, for a category may hold categories."""
    hints = get_type_hints(cls)
    readers = ((each.name, _reader(hints[each.name])) for each in fields(cls))
    return tuple((name, reads) for name, reads in readers if reads is not _same)
