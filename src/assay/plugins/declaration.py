"""What a plug-in says of itself before it scores: direction, scale, inputs, limits and versions; checked, and kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Literal

from assay.errors import DependencyError
from assay.io import ShapeError, Within, shaped

PROTOCOL = 1
MOST_BATCH = 100_000


@dataclass(frozen=True)
class Declaration:
    """A plug-in in its own words; two that are equal give equal scores for the same model."""

    label: str  # the heading of its column
    # The name and version of the program, as signatures write it
    program: str
    direction: Literal["higher", "lower"]  # which scores are better: higher or lower
    low: float | None  # the ends of the scale, where there are any
    high: float | None
    inputs: tuple[Literal["source", "reference", "hypothesis"], ...]
    # How much of a text it reads, such as "512 tokens"; "" without a limit
    limit: str
    # Of the packages that decide a score, such as "torch-2.13.0"
    versions: tuple[str, ...]
    times: Annotated[float, Within(0, above=True)] = 1.0  # what scores are multiplied by in tables
    batch: Annotated[int, Within(1, MOST_BATCH)] = 16  # segments at a time
    tolerance: Annotated[float, Within(0)] = (
        # By how much a score may change with its neighbours in a batch
        0.0
    )
    spans: bool = False  # it marks errors, too

    @property
    def higher_is_better(self) -> bool:
        """Whether a higher score is a better one."""
        return self.direction == "higher"

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the scale, infinite where there is none."""
        return -math.inf if self.low is None else self.low, math.inf if self.high is None else self.high

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
    defaults: dict[str, Any] = {"low": None, "high": None, "limit": "", "versions": []}
    try:
        declaration = shaped(Declaration, {**defaults, **told} if isinstance(told, Mapping) else told)
    except ShapeError as error:
        raise _wrong(who, f"in its declaration, {error}") from None
    if "hypothesis" not in declaration.inputs:
        raise _wrong(
            who,
            f"inputs are {declaration.inputs}; name hypothesis, and of source and reference what it reads",
        )
    low, high = declaration.ends
    if low >= high:
        raise _wrong(
            who, f"low is {low:g} and high is {high:g}, and low should be the lower end of the scale"
        )
    return declaration


def _wrong(who: str, what: str) -> DependencyError:
    return DependencyError(f"{who}: {what}; see the protocol in docs/plugins.md")
