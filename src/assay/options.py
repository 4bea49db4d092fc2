"""Options as fields of frozen dataclasses: the one place that names an option, its default and its words.

A flow takes such a dataclass; Python's keywords and the flags of the command line are read off its fields, and run
files write them down. A field may hold another options dataclass, whose options then count as its own. What an option
may be is its type: a `Literal` lists the choices. Nothing heavy is imported here, nor by the modules that declare
options: `assay COMMAND --help` must cost no more than Python itself.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from math import inf, isfinite
from numbers import Integral, Real
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Chosen = TypeVar("Chosen", bound="DataclassInstance")


def option(
    default: Any,
    help: str,
    *,
    flag: str = "",
    metavar: str = "",
    positional: Literal["", "1", "?", "*", "+"] = "",
    choices: Collection[str] = (),
    least: float | None = None,
    most: float | None = None,
    reads: bool = False,
    writes: bool = False,
    found: bool = False,
    runs: bool = False,
    group: str = "",
    actions: Collection[str] = (),
) -> Any:
    """Declare an option: a field with its default and the words that explain it.

    On the command line it is `--name`, or what `flag` says ("-r --reference"); a `positional` one has no flag, and is
    given as often as the sign says. `choices` are the names of a table where no `Literal` lists them; `least` and
    `most` bound a number. `reads` says that it names a file of the user's, as PATH or NAME=PATH, which no output may
    overwrite and which run files record; `writes`, that it names a file to be written. `found` says that an assay.toml
    may set it that was only found where a command runs, and may be anybody's: what is read and how it is scored; never
    what runs programs, moves the store or the cache, pays, or is written. `runs` says of an option of a metric that it
    names what another library loads as it likes, so that such a file may not set it. `group` is the heading that it
    stands under in help; `actions` are those of the command's that use it, where not all do.
    """
    told = {
        "help": help,
        "flag": flag,
        "metavar": metavar,
        "positional": positional,
        "choices": tuple(choices),
        "group": group,
        "actions": tuple(actions),
    }
    bounds = {"least": least, "most": most}
    reach = {"reads": reads, "writes": writes, "found": found, "runs": runs}
    return field(default=default, metadata={**told, **bounds, **reach})


def same_option(cls: type, name: str) -> Any:
    """Declare an option that another dataclass has, too: the same words, default and bounds."""
    declaration = next(each for each in fields(cls) if each.name == name)
    return field(default=declaration.default, metadata=declaration.metadata)


def nested(cls: type, group: str = "", actions: Collection[str] = ()) -> Any:
    """Declare that all options of another dataclass are options of this one, too.

    Those that do not say it themselves stand under the heading `group`, and are for `actions`.
    """
    return field(default_factory=cls, metadata={"group": group, "actions": tuple(actions)})


@dataclass(frozen=True)
class Declared:
    """An option as its dataclass declares it."""

    name: str
    kind: type  # bool, int, float or str: what a single value is
    # 0: one value; 1: given again and again; 2: several values each time
    depth: int
    optional: bool  # it may be None
    choices: tuple[str, ...]
    default: Any
    help: str
    flag: str
    metavar: str
    positional: str
    least: float | None
    most: float | None
    reads: bool
    writes: bool
    found: bool
    runs: bool
    group: str
    actions: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """What the command line calls it: its flags, or the name of what stands without one."""
        return [self.name] if self.positional else self.flag.split() or ["--" + self.name.replace("_", "-")]


@cache
def _hints(cls: type) -> dict[str, Any]:
    """Return the types of fields; found once, for Python evaluates their text each time it is asked."""
    return get_type_hints(cls)


def declared(cls: type) -> tuple[Declared, ...]:
    """Return every option of a dataclass in order, those of nested dataclasses in their place."""
    return _declared(cls)


@cache
def _declared(cls: type) -> tuple[Declared, ...]:
    hints = _hints(cls)
    # Two dataclasses may share an option, such as the number of threads
    options: dict[str, Declared] = {}
    for declaration in fields(cls):
        hint = hints[declaration.name]
        if _is_options(hint):
            options |= {
                each.name: _placed(each, **declaration.metadata)
                for each in declared(hint)
                if each.name not in options
            }
        elif "help" in declaration.metadata:
            kind, depth, choices = _kind(hint)
            told = {**declaration.metadata, "choices": declaration.metadata["choices"] or choices}
            optional = NoneType in get_args(hint)
            options[declaration.name] = Declared(
                declaration.name, kind, depth, optional, default=declaration.default, **told
            )
    return tuple(options.values())


def _placed(each: Declared, group: str = "", actions: tuple[str, ...] = ()) -> Declared:
    """Return an option under the heading and for the actions of the field that holds its dataclass."""
    return replace(each, group=each.group or group, actions=each.actions or actions)


def _is_options(hint: Any) -> bool:
    return isinstance(hint, type) and is_dataclass(hint)


def _kind(hint: Any) -> tuple[type, int, tuple[str, ...]]:
    """Return the type of one value, how deep tuples hold it, and the choices that a `Literal` leaves."""
    if get_origin(hint) is tuple:
        kind, depth, choices = _kind(get_args(hint)[0])
        return kind, depth + 1, choices
    if get_origin(hint) is Literal:
        return str, 0, get_args(hint)
    parts = [part for part in get_args(hint) if part is not NoneType]
    return _kind(parts[0]) if parts else (hint, 0, ())


def build(cls: type[Chosen], given: Mapping[str, Any]) -> Chosen:
    """Make options of the values given, defaults for the rest; what belongs to other dataclasses is passed over."""
    hints = _hints(cls)
    values = {}
    for declaration in fields(cls):
        name, hint = declaration.name, hints[declaration.name]
        if _is_options(hint):
            values[name] = build(hint, given)
        elif name in given:
            values[name] = given[name]
    return cls(**values)


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(each.name for each in declared(cls))


def from_keywords(cls: type[Chosen], keywords: Mapping[str, Any], *, besides: tuple[str, ...] = ()) -> Chosen:
    """Make options of the keywords of a Python call; one that nobody knows is refused with its nearest relative.

    `besides` are other keywords of the call, which may have been meant.
    """
    names = _names(cls)
    for name in keywords:
        if name not in names:
            # Every command loads this module, and few are misspelt
            from difflib import get_close_matches

            near = get_close_matches(name, [*names, *besides], n=1)
            hint = (
                f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted([*names, *besides]))}"
            )
            raise OptionError(f"there is no option {name}; {hint}")
    for each in declared(cls):
        if each.name in keywords:
            _check_each(each, keywords[each.name], each.depth)
    refuse_idle(declared(cls), keywords)
    return build(cls, keywords)


def _check_each(each: Declared, chosen: Any, depth: int) -> None:
    if depth and isinstance(chosen, tuple):
        for part in chosen:
            _check_each(each, part, depth - 1)
    else:
        check_value(each, chosen)


def check_value(each: Declared, chosen: object) -> None:
    """Refuse a value that is none of the choices of its option, no number where it is one, or out of bounds.

    The words are those of the command line, whoever asks: calls of Python write them with keywords.
    """
    if not (advice := _advice(each, chosen)):
        return
    written = f"{chosen:g}" if isinstance(chosen, float) else str(chosen)
    written = f'"{written}"' if not written or any(sign in written for sign in " :\t\n") else written
    raise OptionError(f"{each.names[-1]} {written}: {advice}")


def _advice(each: Declared, chosen: object) -> str:
    """Say what to write in place of a value; nothing where it is a good one."""
    if chosen == each.default or (chosen is None and each.optional):
        return ""
    if each.choices:
        return (
            ""
            if chosen in each.choices
            else f"{_meant(chosen, each.choices)}choose from {', '.join(each.choices)}"
        )
    if each.kind is bool:
        return "" if isinstance(chosen, bool) or type(chosen).__name__ == "bool_" else "write True or False"
    # Python counts a truth value as a number.
    if each.kind in (int, float) and isinstance(chosen, bool):
        chosen = None
    if each.kind is int:
        least, most = int(each.least or 0), each.most
        whole = int(chosen) if isinstance(chosen, Integral) else least - 1
        if least <= whole <= (inf if most is None else most):
            return ""
        return f"write a whole number from {least} {'on' if most is None else f'to {most:g}'}"
    return _advice_on_number(each, chosen) if each.kind is float else ""


def _advice_on_number(each: Declared, chosen: object) -> str:
    if not isinstance(chosen, Real) or not isfinite(chosen):
        return "write a number such as 0.95"
    least, most = -inf if each.least is None else each.least, inf if each.most is None else each.most
    if least <= float(chosen) <= most:
        return ""
    return f"write a number from {least:g} {'on' if each.most is None else f'to {most:g}'}"


def refuse_idle(options: Iterable[Declared], given: Mapping[str, Any]) -> None:
    """Refuse an option that the action asked for does not use."""
    options = tuple(options)
    action = next((given.get(each.name, each.default) for each in options if each.name == "action"), None)
    for each in options:
        idle = each.actions and not each.positional and action not in each.actions
        if idle and given.get(each.name, each.default) not in (each.default, []):
            raise OptionError(
                f"{each.names[-1]} is for {' and '.join(each.actions)}, not for {action}; leave it out"
            )


def first_given(options: DataclassInstance, besides: Collection[str] = ()) -> str | None:
    """Return the first option that is not at its default, nested ones too; those named in `besides` do not count."""
    for each in fields(options):
        value = getattr(options, each.name)
        if is_dataclass(value) and not isinstance(value, type):
            if name := first_given(value, besides):
                return name
        elif each.name not in besides and value != each.default:
            return each.name
    return None


# What is done to a thing by other names.
SAME_ACTION = {
    "install": "add",
    "new": "add",
    "uninstall": "remove",
    "delete": "remove",
    "ls": "list",
    "info": "show",
}


def _meant(chosen: object, choices: Sequence[str]) -> str:
    """Ask whether the nearest choice was meant, also by another name; nothing where none is near."""
    from difflib import get_close_matches

    others = {
        other: choice for other, choice in SAME_ACTION.items() if choice in choices and other not in choices
    }
    near = get_close_matches(str(chosen), [*choices, *others], n=1)
    return f"did you mean {others.get(near[0], near[0])}? " if near else ""


def check_choices(options: object) -> None:
    """Refuse a value that is none of the choices of its option, or a number below the least; for `__post_init__`."""
    for each in declared(type(options)):
        # An option of a nested dataclass was checked there
        chosen = getattr(options, each.name, None)
        if chosen is None or chosen == each.default or each.depth:
            continue
        if each.choices and chosen not in each.choices:
            raise OptionError(
                f"{each.name}={chosen!r} is not recognised; choose from {', '.join(each.choices)}"
            )
        if each.least is not None and not chosen >= each.least:
            raise OptionError(f"{each.name} must be {each.least:g} or more, not {chosen}")


def described(cls: type) -> str:
    """Return what the docstring of a dataclass says; nothing under `python -OO`, which drops all docstrings.

    A dataclass without a docstring has its signature for one, which says nothing to users.
    """
    stated = cls.__doc__ or ""
    return "" if stated.startswith(f"{cls.__name__}(") else stated


def paths_read(options: DataclassInstance) -> list[str]:
    """Return the files that options name as input; a dataclass that knows better has a method `paths`."""
    if hasattr(options, "paths"):
        return list(options.paths())
    named: list[str] = []
    for declaration in fields(options):
        chosen = getattr(options, declaration.name)
        if is_dataclass(chosen) and not isinstance(chosen, type):
            named += paths_read(chosen)
        elif declaration.metadata.get("reads"):
            named += [path_of(word) for word in words_of(chosen)]
    return named


def path_of(word: str) -> str:
    """Leave the name off NAME=PATH; what is itself the path of a file has none."""
    name, equals, path = word.partition("=")
    return path if name and equals and path and not os.path.exists(word) else word


def words_of(chosen: object) -> Iterable[str]:
    """Return every word of a value, of tuples of words too."""
    if isinstance(chosen, str):
        return [chosen]
    return [word for part in chosen for word in words_of(part)] if isinstance(chosen, tuple) else []
