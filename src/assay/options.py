"""Options as fields of frozen dataclasses: the one place that names an option, its default and its words.

A flow takes such a dataclass; Python's keywords and the flags of the command line are read off its fields, and run
files write them down. A field may hold another options dataclass, whose options then count as its own. What an option
may be is its type: a `Literal` lists the choices. Nothing heavy is imported here, nor by the modules that declare
options: `assay COMMAND --help` must cost no more than Python itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from assay.errors import OptionError

Chosen = TypeVar("Chosen")


def option(
    default: Any,
    help: str,
    *,
    metavar: str = "",
    flag: str = "",
    least: float | None = None,
    reads: bool = False,
) -> Any:
    """Declare an option: a field with its default and the words that explain it.

    `flag` is its name on the command line where that is not the field's, `least` the least number it may be, and
    `reads` says that it names a file of the user's, which no output may overwrite.
    """
    told = {"help": help, "metavar": metavar, "flag": flag, "least": least, "reads": reads}
    return field(default=default, metadata=told)


def nested(cls: type) -> Any:
    """Declare that all options of another dataclass are options of this one, too."""
    return field(default_factory=cls)


@dataclass(frozen=True)
class Declared:
    """An option as its dataclass declares it."""

    name: str
    kind: type  # bool, int, float or str: what a single value is
    many: bool  # it may be given again and again
    choices: tuple[str, ...]
    default: Any
    help: str
    metavar: str
    flag: str
    least: float | None
    reads: bool


def declared(cls: type) -> tuple[Declared, ...]:
    """Return every option of a dataclass in order, those of nested dataclasses in their place."""
    hints = get_type_hints(cls)
    options: list[Declared] = []
    for one in fields(cls):
        if is_dataclass(hints[one.name]) and isinstance(hints[one.name], type):
            options += declared(hints[one.name])
        elif "help" in one.metadata:
            kind, many, choices = _kind(hints[one.name])
            options.append(Declared(one.name, kind, many, choices, one.default, **one.metadata))
    return tuple(options)


def _kind(hint: Any) -> tuple[type, bool, tuple[str, ...]]:
    """Return the type of one value, whether there may be several, and the choices that a `Literal` leaves."""
    if get_origin(hint) is tuple:
        return _kind(get_args(hint)[0])[0], True, ()
    if get_origin(hint) is Literal:
        return str, False, get_args(hint)
    parts = [part for part in get_args(hint) if part is not NoneType]
    return _kind(parts[0]) if parts else (hint, False, ())


def build(cls: type[Chosen], given: Mapping[str, Any]) -> Chosen:
    """Make options of the values given, defaults for the rest; what belongs to other dataclasses is passed over."""
    hints = get_type_hints(cls)
    values = {}
    for one in fields(cls):  # type: ignore[arg-type]  # every options class is a dataclass
        if is_dataclass(hints[one.name]) and isinstance(hints[one.name], type):
            values[one.name] = build(hints[one.name], given)
        elif one.name in given:
            values[one.name] = given[one.name]
    return cls(**values)


def from_keywords(cls: type[Chosen], keywords: Mapping[str, Any], *, besides: tuple[str, ...] = ()) -> Chosen:
    """Make options of the keywords of a Python call; one that nobody knows is refused with its nearest relative.

    `besides` are other keywords of the call, which may have been meant.
    """
    names = [one.name for one in declared(cls)]
    for name in keywords:
        if name not in names:
            near = get_close_matches(name, [*names, *besides], n=1)
            hint = (
                f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted([*names, *besides]))}"
            )
            raise OptionError(f"there is no option {name}; {hint}")
    return build(cls, keywords)


def check_choices(options: object) -> None:
    """Refuse a value that is none of the choices of its option, or a number below the least; for `__post_init__`."""
    for one in declared(type(options)):
        if not hasattr(options, one.name):
            continue  # it belongs to a nested dataclass, which has checked it
        chosen = getattr(options, one.name)
        if one.choices and chosen is not None and chosen not in one.choices:
            raise OptionError(f"{one.name}={chosen!r} is not known; it is {', '.join(one.choices)}")
        if one.least is not None and chosen is not None and not chosen >= one.least:
            raise OptionError(f"{one.name} must be {one.least:g} or more, not {chosen}")
