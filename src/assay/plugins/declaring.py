"""What a plug-in says of itself before it scores: direction, scale, inputs, limits and versions; checked, and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from assay.errors import DependencyError
from assay.plugins.requests import INPUTS

PROTOCOL = 1
DIRECTIONS = ("higher", "lower")
MOST_BATCH = 100_000


@dataclass(frozen=True)
class Declaration:
    """A plug-in in its own words; two that are equal give equal scores for the same model."""

    label: str  # the heading of its column
    program: str  # the name and version of the program, as signatures write it
    direction: str  # which scores are better: higher or lower
    low: float | None  # the ends of the scale, where there are any
    high: float | None
    inputs: tuple[str, ...]  # some of source, reference, hypothesis
    limit: str  # how much of a text it reads, such as "512 tokens"; "" without a limit
    versions: tuple[str, ...]  # of the packages that decide a score, such as "torch-2.13.0"
    times: float = 1.0  # what scores are multiplied by in tables
    batch: int = 16  # segments at a time
    tolerance: float = 0.0  # by how much a score may change with its neighbours in a batch
    spans: bool = False  # it marks errors, too

    @property
    def higher_is_better(self) -> bool:
        """Whether a higher score is a better one."""
        return self.direction == "higher"

    def plain(self) -> dict[str, Any]:
        """Return it as a file keeps it."""
        return {name: list(held) if isinstance(held, tuple) else held for name, held in asdict(self).items()}

    def changes(self, now: Declaration) -> list[str]:
        """Say in what another declaration differs from this one."""
        pairs = ((each.name, getattr(self, each.name), getattr(now, each.name)) for each in fields(self))
        return [f"{name} was {_shown(old)}, is {_shown(new)}" for name, old, new in pairs if old != new]


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_declaration(told: Any, who: str) -> Declaration:
    """Check what a plug-in says of itself."""
    if not isinstance(told, Mapping):
        raise _wrong(who, "its declaration is no object")
    known = {each.name: each for each in fields(Declaration)}
    given = {name: value for name, value in told.items() if name in known}
    for name in ("label", "program", "direction", "inputs"):
        if name not in given:
            raise _wrong(who, f"its declaration does not give {name}")
    defaults: dict[str, Any] = {"low": None, "high": None, "limit": "", "versions": []}
    given = {**defaults, **given}
    for name in ("label", "program", "limit"):
        if not isinstance(given[name], str):
            raise _wrong(who, f"{name} is {given[name]!r}, and should be text")
    for name in ("inputs", "versions"):
        if not isinstance(given[name], list | tuple) or any(
            not isinstance(part, str) for part in given[name]
        ):
            raise _wrong(who, f"{name} is {given[name]!r}, and should be a list of texts")
        given[name] = tuple(given[name])
    declaration = Declaration(**given)
    _check(declaration, who)
    return replace(declaration, times=float(declaration.times))


def _check(declaration: Declaration, who: str) -> None:
    if declaration.direction not in DIRECTIONS:
        raise _wrong(
            who, f"direction is {declaration.direction!r}, and should be one of {', '.join(DIRECTIONS)}"
        )
    strange = [name for name in declaration.inputs if name not in INPUTS]
    if strange or "hypothesis" not in declaration.inputs:
        raise _wrong(
            who,
            f"inputs are {declaration.inputs}; name hypothesis, and of source and reference what it reads",
        )
    for name in ("low", "high"):
        if getattr(declaration, name) is not None and not _number(getattr(declaration, name)):
            raise _wrong(
                who, f"{name} is {getattr(declaration, name)!r}, and should be a number, or left out"
            )
    if not _number(declaration.times) or declaration.times <= 0:
        raise _wrong(who, f"times is {declaration.times!r}, and should be a number above 0")
    if not _number(declaration.tolerance) or declaration.tolerance < 0:
        raise _wrong(who, f"tolerance is {declaration.tolerance!r}, and should be a number, 0 or more")
    if not isinstance(declaration.batch, int) or not 1 <= declaration.batch <= MOST_BATCH:
        raise _wrong(
            who, f"batch is {declaration.batch!r}, and should be a whole number from 1 to {MOST_BATCH}"
        )
    if not isinstance(declaration.spans, bool):
        raise _wrong(who, f"spans is {declaration.spans!r}, and should be true or false")


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _wrong(who: str, what: str) -> DependencyError:
    return DependencyError(f"{who}: {what}; see the protocol in docs/plugins.md")
