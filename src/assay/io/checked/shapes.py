"""Shapes: a frozen dataclass declares what an object from a file has to hold, and one function checks it.

    @dataclass(frozen=True)
    class Config:
        num_hidden_layers: Annotated[int, Within(1, 1000)]
        layer_norm_eps: Annotated[float, Within(0)] = 1e-12

    shaped(Config, {"num_hidden_layers": []})   # num_hidden_layers must be a whole number from 1 to 1000, not []

Types are those that JSON and TOML know: str, int, float (which takes whole numbers, and is finite), bool, None,
Literal, tuples and lists of them, mappings from text, and other dataclasses; `Any` is not looked at. A field with a
default may be left out. Members that are not declared are left alone.
"""

from __future__ import annotations

import json
import math
import sys
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from assay.io.opening import shown

Made = TypeVar("Made")
QUOTED = 40  # characters of a wrong value that a message shows
WORDS = {str: "a text", bool: "true or false", type(None): "null"}


class ShapeError(ValueError):
    """A value that is not what was declared; says which, and what it must be."""


@dataclass(frozen=True)
class Within:
    """The range of a number, or of the length of a text or list; `above` leaves the lower end out."""

    least: float = -math.inf
    most: float = math.inf
    above: bool = False

    def takes(self, value: float) -> bool:
        """Tell whether a value is in the range."""
        return (self.least < value if self.above else self.least <= value) and value <= self.most

    def words(self) -> str:
        """Return the range as messages say it."""
        if self.least == -math.inf:
            return "" if self.most == math.inf else f" of at most {self.most:.15g}"
        if self.most == math.inf:
            return f" above {self.least:.15g}" if self.above else f" of {self.least:.15g} or more"
        return f" {'above' if self.above else 'from'} {self.least:.15g} to {self.most:.15g}"


def shaped(kind: type[Made], value: object, name: str = "") -> Made:
    """Return a value as an instance of what was declared; `name` is what messages call it."""
    made: Made = _checked(kind, value, name, Within())
    return made


def _checked(kind: Any, value: Any, name: str, within: Within) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _checked(arguments[0], value, name, arguments[1])
    if kind is Any or kind is object:
        return value
    if origin in (Union, types.UnionType):
        return _of_any(arguments, value, name, within)
    if is_dataclass(kind):
        return _instance(kind, value, name)
    if origin is Literal:
        if isinstance(value, str | int) and value in arguments:
            return value
        raise _wrong(name, f"one of {', '.join(map(str, arguments))}", value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(arguments[1], value, name)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return _sequence(origin, arguments, value, name, within)
    return _plain(kind, value, name, within)


def _instance(kind: Any, value: object, name: str) -> Any:
    if not isinstance(value, Mapping):
        raise _wrong(name, "an object with names", value)
    hints, made = _hints(kind), {}
    for each in fields(kind):
        path = f"{name}.{each.name}" if name else each.name
        if each.name in value:
            made[each.name] = _checked(hints[each.name], value[each.name], path, Within())
        elif each.default is MISSING and each.default_factory is MISSING:
            raise ShapeError(f"{path} is missing")
    return kind(**made)


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _of_any(kinds: Sequence[Any], value: object, name: str, within: Within) -> Any:
    """Return a value of the first kind that takes it; None is tried first, so that an error speaks of the other."""
    if value is None and type(None) in kinds:
        return None
    error = ShapeError(f"{name} is of no kind")
    for kind in (kind for kind in kinds if kind is not type(None)):
        try:
            return _checked(kind, value, name, within)
        except ShapeError as refused:
            error = refused
    raise error


def _mapping(kind: Any, value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _wrong(name, "an object with names", value)
    return {key: _checked(kind, each, f"{name}.{_short(key)}", Within()) for key, each in value.items()}


def _sequence(origin: type, kinds: Sequence[Any], value: object, name: str, within: Within) -> Any:
    if not isinstance(value, list | tuple):
        raise _wrong(name, "a list", value)
    if origin is tuple and kinds[-1] is not Ellipsis:
        if len(value) != len(kinds):
            raise _wrong(name, f"a list of {len(kinds)}", value)
        every = list(kinds)
    else:
        if not within.takes(len(value)):
            raise ShapeError(f"{name} must be a list{within.words()} entries, not {len(value)}")
        every = [kinds[0]] * len(value)
    pairs = enumerate(zip(every, value, strict=True))
    made = [_checked(kind, each, f"{name}[{place}]", Within()) for place, (kind, each) in pairs]
    return tuple(made) if origin is tuple else made


def _plain(kind: Any, value: object, name: str, within: Within) -> Any:
    if kind in (int, float):
        return _number(kind, value, name, within)
    if type(value) is not kind:
        raise _wrong(name, WORDS[kind], value)
    if isinstance(value, str) and not within.takes(len(value)):
        raise ShapeError(f"{name} must be a text{within.words()} characters, not {len(value)}")
    return value


def _number(kind: type, value: Any, name: str, within: Within) -> Any:
    words = f"a {'whole ' if kind is int else ''}number{within.words()}"
    right = type(value) is int or (kind is float and type(value) is float)
    if not right or (kind is float and not abs(value) <= sys.float_info.max) or not within.takes(value):
        raise _wrong(name, words, value)
    return kind(value)


def _wrong(name: str, wanted: str, value: object) -> ShapeError:
    return ShapeError(f"{name or 'it'} must be {wanted}, not {_short(_written(value))}")


def _written(value: object) -> str:
    """Write a value as a file has it, as far as a message shows it."""
    if isinstance(value, dict | list | tuple) and value:
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):  # a date of TOML, a number of thousands of digits
        return type(value).__name__


def _short(text: str) -> str:
    return shown(text if len(text) <= QUOTED else f"{text[:QUOTED]}…")
