"""Protocols by name, or from a TOML file of one's own; what cannot be a protocol is refused with its place.

Wording is by language and key. Keys that several protocols share (labels of severities and categories) are in
`shared.toml`, and a protocol's own go before them. A protocol is complete if every key that its steps name, besides
`title` and `instructions`, has a text in each of its languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from assay.errors import InputError, OptionError
from assay.io import label, shown
from assay.io.toml_files import packaged_toml, read_toml
from assay.studies.campaigns.protocols.checked_protocol import check_protocol, warn_of_scales
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.values import Category, Protocol, ResponseField, Step

FOLDER = Path(__file__).parent / "files"
SHARED = Path(__file__).parent / "shared.toml"
MESSAGES = Path(__file__).parent / "messages.toml"
EXAMPLE = (
    'begin with name = "mine", version = "1", scheme = "da", arrangement = "output" and a table [[step]]'
)


def protocol_names() -> tuple[str, ...]:
    """Return the names of the protocols that ship."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def protocol_named(name: str) -> Protocol:
    """Return a protocol by its name."""
    if name not in protocol_names():
        near = get_close_matches(name, protocol_names(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(protocol_names())},"
        raise OptionError(f"there is no protocol {name!r}; {hint} or give the path of a TOML file")
    return _protocol(packaged_toml(FOLDER / f"{name}.toml"), name)


def chosen_protocol(name: str) -> Protocol:
    """Return a protocol that ships, or one from a file: what ends in .toml, or names a file and no protocol."""
    if name in protocol_names() or not (name.endswith(".toml") or Path(name).is_file()):
        return protocol_named(name)
    return protocol_from_file(name)


def protocol_from_file(path: str | Path) -> Protocol:
    """Read a protocol from a TOML file of the user's."""
    protocol = _protocol(read_toml(path, EXAMPLE), label(str(path)))
    warn_of_scales(protocol, label(str(path)))
    return protocol


@cache
def shared_wording() -> Mapping[str, Mapping[str, str]]:
    """Return the wording that protocols share, by language and key."""
    return dict(packaged_toml(SHARED)["wording"])


@cache
def message_wording() -> Mapping[str, Mapping[str, str]]:
    """Return what is said of answers that are refused, by language and key."""
    return dict(packaged_toml(MESSAGES)["wording"])


def _protocol(table: dict[str, Any], where: str) -> Protocol:
    plain = {"steps" if name == "step" else name: part for name, part in table.items()}
    plain["steps"] = [_step(step) for step in _listed(plain.get("steps", ()), where)]
    protocol = checked_value(Protocol, plain, where)
    check_protocol(protocol, where)
    return _worded(protocol, where)


def _listed(steps: object, where: str) -> list[object]:
    if not isinstance(steps, list) or not steps:
        raise InputError(f"{where} has no step; {EXAMPLE}")
    return steps


def _step(step: object) -> object:
    """Return a step whose fields have the name of the dataclass; a step may have none."""
    if not isinstance(step, dict):
        return step
    return {"fields": step.get("field", []), **{name: part for name, part in step.items() if name != "field"}}


def _worded(protocol: Protocol, where: str) -> Protocol:
    """Return a protocol with shared texts filled in; a key without a text in some language is an error."""
    if not protocol.wording:
        raise InputError(f"{where} has no wording; add a table [wording.en]")
    wording = {}
    for language, own in protocol.wording.items():
        known = {**shared_wording().get(language, {}), **own}
        missing = [key for key in wording_keys(protocol) if key not in known]
        if missing:
            raise InputError(f'{where}, wording.{shown(language)}: no text for "{shown(missing[0])}"; add it')
        wording[language] = {key: known[key] for key in {**dict.fromkeys(wording_keys(protocol)), **own}}
    return replace(protocol, wording=wording)


def wording_keys(protocol: Protocol) -> tuple[str, ...]:
    """Return every key that a page of this protocol needs a text for."""
    keys = [protocol.title, "instructions"]
    for step in protocol.steps:
        keys += _step_keys(step)
    return tuple(dict.fromkeys(key for key in keys if key))


def _step_keys(step: Step) -> Iterator[str]:
    yield step.note
    for field in step.fields:
        yield field.question
        yield from (tick.text for tick in (*field.ticks, *field.options))
        yield from (f"severity.{name}" for name in field.severities)
        yield from (f"side.{side}" for side in field.sides if field.kind == "spans")
        yield from (category.text for category in categories_of(field))


def categories_of(field: ResponseField) -> tuple[Category, ...]:
    """Return all categories of a field, those below others after them."""
    return tuple(_all(field.categories))


def _all(categories: tuple[Category, ...]) -> Iterator[Category]:
    for category in categories:
        yield category
        yield from _all(category.below)
