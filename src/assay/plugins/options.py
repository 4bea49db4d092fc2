"""How a command uses plug-ins: where answers are kept, and what may be spent; light, so that help need not wait."""

from __future__ import annotations

import math
from dataclasses import dataclass

from assay.errors import OptionError
from assay.options import option

UNITS = ("calls", "tokens", "money")


@dataclass(frozen=True)
class Budget:
    """The most that LLM judges may spend in one command."""

    calls: float = math.inf
    tokens: float = math.inf
    money: float = math.inf  # in the currency of the prices that a judge was added with


@dataclass(frozen=True)
class PluginOptions:
    """What decides nothing about a score of a plug-in, only what it costs."""

    cache: str | None = option(
        None,
        "the file that keeps answers of plug-ins, or none (default: one in the user's data folder)",
        metavar="FILE",
    )
    budget: str | None = option(
        None,
        "what LLM judges may spend, such as calls=500,tokens=200000,money=2.50; then they stop",
        metavar="LIMITS",
    )

    def __post_init__(self) -> None:
        """Refuse what is no budget."""
        parse_budget(self.budget)


def parse_budget(text: str | None) -> Budget:
    """Return the limits that a text names; none of them without a text."""
    limits: dict[str, float] = {}
    for part in text.split(",") if text is not None else ():
        name, _, number = part.strip().partition("=")
        if name not in UNITS or name in limits or not _positive(number):
            raise OptionError(f"--budget {text}: write limits such as calls=500,tokens=200000,money=2.50")
        limits[name] = float(number)
    return Budget(**limits)


def _positive(text: str) -> bool:
    try:
        return 0 <= float(text) < math.inf
    except ValueError:
        return False
