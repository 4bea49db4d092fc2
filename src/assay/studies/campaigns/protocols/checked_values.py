"""Values from a file of the user's, checked against their dataclasses.

An entry that is unknown, missing or of the wrong kind is an error that says where it stands.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from assay.errors import InputError, counted
from assay.io import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value", bound="DataclassInstance")


def checked_value(cls: type[Value], plain: object, where: str) -> Value:
    """Build a dataclass from plain JSON; an error begins with `where`."""
    if not isinstance(plain, Mapping):
        raise InputError(f"{where} must be a table, not {_kind(plain)}")
    hints, names = _hints(cls), [each.name for each in fields(cls)]
    unknown = [name for name in plain if name not in names]
    if unknown:
        raise InputError(
            f'{where}: "{shown(str(unknown[0]))}" is not recognised; choose from {", ".join(names)}'
        )
    for each in fields(cls):
        if each.name not in plain and each.default is MISSING and each.default_factory is MISSING:
            raise InputError(f"{where}: {each.name} is missing; add it")
    return cls(**{name: _built(hints[name], part, f"{where}, {name}") for name, part in plain.items()})


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _built(hint: Any, plain: object, where: str) -> Any:
    """Return what a type hint asks for; there are no more kinds of hints than the values have."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return plain
    if origin is UnionType:
        wanted = next(argument for argument in arguments if argument is not NoneType)
        return None if plain is None else _built(wanted, plain, where)
    if origin is Literal:
        if plain not in arguments:
            choices = ", ".join(map(str, arguments))
            raise InputError(f'{where}: "{shown(str(plain))}" is not recognised; choose from {choices}')
        return plain
    if origin is tuple:
        return _tuple(arguments, plain, where)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(plain, Mapping):
            raise InputError(f"{where} must be a table, not {_kind(plain)}")
        return {
            str(name): _built(arguments[1], part, f"{where}, {shown(str(name))}")
            for name, part in plain.items()
        }
    if isinstance(hint, type) and is_dataclass(hint):
        return checked_value(hint, plain, where)
    return _simple(hint, plain, where)


def _tuple(arguments: tuple[Any, ...], plain: object, where: str) -> tuple[Any, ...]:
    if not isinstance(plain, list | tuple):
        raise InputError(f"{where} must be a list, not {_kind(plain)}")
    if arguments[-1] is not Ellipsis and len(plain) != len(arguments):
        entries = counted(len(arguments), "entry", "entries")
        raise InputError(f"{where} must have {entries}, not {len(plain)}")
    head, comma, last = where.rpartition(", ")
    each = f"{head}{comma}{_ONE.get(last, last)}"
    return tuple(
        _built(arguments[0], part, f"{each} {number}{_called(part)}")
        for number, part in enumerate(plain, start=1)
    )


_ONE = {
    "steps": "step",
    "fields": "field",
    "categories": "category",
    "below": "category below",
    "options": "option",
    "ticks": "tick",
}


def _called(part: object) -> str:
    """Return what an entry of a list is called, where it has a name."""
    name = part.get("name") if isinstance(part, Mapping) else None
    return f' "{shown(name)}"' if isinstance(name, str) and name else ""


def _simple(hint: type, plain: object, where: str) -> Any:
    accepted = (int, float) if hint is float else hint
    if not isinstance(plain, accepted) or (isinstance(plain, bool) and hint is not bool):
        raise InputError(f"{where} must be {_NAMES[hint]}, not {_kind(plain)}")
    if isinstance(plain, float) and not math.isfinite(plain):
        raise InputError(f"{where} must be a finite number, not {plain}")
    return plain


_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def _kind(plain: object) -> str:
    if isinstance(plain, Mapping):
        return "a table"
    if isinstance(plain, int | float):
        return str(plain).lower() if isinstance(plain, bool) else f"the number {plain}"
    return "a list" if isinstance(plain, list | tuple) else f'"{shown(str(plain)[:40])}"'
