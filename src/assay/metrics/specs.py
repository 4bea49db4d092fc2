"""Metrics by name and options: `bleu:smooth=floor,tok=intl` to a metric, a metric to its signature, and back.

All of it is read off the fields of the metric's dataclass, which are the only place where options, types and
defaults stand. In values, `%`, `,` and `|` are written as %25, %2C and %7C.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from types import UnionType
from typing import Any, Literal, NoReturn, get_args, get_origin, get_type_hints

from assay.errors import OptionError
from assay.metrics.base import Metric
from assay.metrics.registry import ALIASES, METRICS

_ESCAPES = (("%", "%25"), (",", "%2C"), ("|", "%7C"))
_YES, _NO = ("yes", "true", "1"), ("no", "false", "0")


@dataclass(frozen=True)
class Option:
    """One option of a metric, as help pages show it."""

    name: str
    type: str
    default: str
    help: str


def parse_metric(text: str) -> Metric:
    """Turn a specification (`chrf:beta=3,lowercase`) or a whole signature into a metric."""
    if "|" in text:
        name, *parts = text.split("|")
        pairs = [part.partition(":") for part in parts]
        return _build(name, [(key, value) for key, _, value in pairs if key not in ("refs", "v")])
    name, _, rest = text.partition(":")
    pairs = [part.partition("=") for part in rest.split(",") if part]
    return _build(name, [(key, value if equals else None) for key, equals, value in pairs])


def _build(name: str, pairs: Iterable[tuple[str, str | None]]) -> Metric:
    name = name.strip().lower()
    given: dict[str, Any] = {}
    if name in ALIASES:
        name, _, rest = ALIASES[name].partition(":")
        given = {
            key: _convert(name, key, value) for key, _, value in (p.partition("=") for p in rest.split(","))
        }
    if name not in METRICS:
        _unknown("metric", name, [*METRICS, *ALIASES])
    for key, value in pairs:
        given |= _option(name, key.strip(), value)
    return METRICS[name](**given)


def _option(name: str, key: str, value: str | None) -> Mapping[str, Any]:
    """Read one part of a specification: a preset, a switch, or `key=value`."""
    presets_of = _presets(METRICS[name])
    if value is None and key in presets_of:
        return presets_of[key]
    if key.isdigit():
        raise OptionError(
            f"{name}: numbers of a list have spaces between them, as in orders=1 2 3; found ,{key}"
        )
    if key not in _types(METRICS[name]):
        _unknown(f"{name} option", key, [*_types(METRICS[name]), *presets_of])
    return {key: _convert(name, key, "yes" if value is None else _unescape(value))}


def _convert(name: str, key: str, text: str) -> Any:
    """Read a value as the type of its field says."""
    kind = _types(METRICS[name])[key]
    try:
        return _read(kind, text.strip())
    except ValueError:
        raise OptionError(f"{name}:{key} must be {_type_text(kind)}, not {text!r}") from None


def _read(kind: Any, text: str) -> Any:
    if kind is bool:
        if text.lower() not in _YES + _NO:
            raise ValueError(text)
        return text.lower() in _YES
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise ValueError(text)
        return text
    if get_origin(kind) is tuple:
        return tuple(int(part) for part in text.split())
    if get_origin(kind) is UnionType:
        return None if text == "none" else _read(get_args(kind)[0], text)
    return kind(text)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "none" if value is None else _escape(str(value))


def _escape(text: str) -> str:
    for plain, escaped in _ESCAPES:
        text = text.replace(plain, escaped)
    return text


def _unescape(text: str) -> str:
    for plain, escaped in reversed(_ESCAPES):
        text = text.replace(escaped, plain)
    return text


def _type_text(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " | ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return "whole numbers with spaces between"
    if get_origin(kind) is UnionType:
        return f"{_type_text(get_args(kind)[0])} | none"
    return {bool: "yes | no", int: "a whole number", float: "a number", str: "text"}[kind]


def _unknown(what: str, name: str, known: Iterable[str]) -> NoReturn:
    import difflib

    known = list(known)
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
    raise OptionError(f"unknown {what} {name!r}; {hint}")


@cache
def _types(cls: type[Metric]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in _fields(cls)}


def _fields(cls: Any) -> tuple[Field[Any], ...]:
    return fields(cls)


def _presets(cls: Any) -> Mapping[str, Mapping[str, Any]]:
    presets_of: Mapping[str, Mapping[str, Any]] = getattr(cls, "presets", {})
    return presets_of


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def signature_of(metric: Metric, references: tuple[int, int]) -> str:
    """Say all that decided a figure: name, every option, how many references, version."""
    fewest, most = references
    shown = [f"{field.name}:{_show(getattr(metric, field.name))}" for field in _fields(type(metric))]
    count = str(most) if fewest == most else f"{fewest}-{most}"
    return "|".join([metric.name, *shown, f"refs:{count}", f"v:{_version()}"])


@cache
def _version() -> str:
    from importlib.metadata import version  # slow to import

    return version("mt-assay")


def spec_of(metric: Metric) -> str:
    """Return the shortest specification: only the options that differ from their defaults."""
    needed = {field.name: getattr(metric, field.name) for field in _fields(type(metric))}
    for name in list(needed):
        fewer = {key: value for key, value in needed.items() if key != name}
        with suppress(OptionError):
            needed = fewer if type(metric)(**fewer) == metric else needed
    text = ",".join(f"{name}={_show(value)}" for name, value in needed.items())
    return f"{metric.name}:{text}" if text else metric.name


def options_of(cls: type[Metric]) -> list[Option]:
    """List a metric's options with type, default and meaning."""
    return [
        Option(
            field.name,
            _type_text(_types(cls)[field.name]),
            _show(_default(field)),
            field.metadata.get("help", ""),
        )
        for field in _fields(cls)
    ]


def presets_of(cls: type[Metric]) -> dict[str, str]:
    """List a metric's presets: name to the options it stands for."""
    return {
        name: ",".join(f"{key}={_show(value)}" for key, value in values.items())
        for name, values in _presets(cls).items()
    }
