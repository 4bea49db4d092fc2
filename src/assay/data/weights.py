"""What an error costs: rules that give a marked error its weight by severity, category and side, first match wins.

The weights decide the ranking as much as the annotators do, and the published sets differ (source errors
counted or not, punctuation at 0.1 or 1), so a set has a name and a source and travels with every result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Rule:
    """Errors that have one weight; each field is a pattern of the shell, `*` for any, upper and lower case alike."""

    weight: float
    severity: str = "*"
    category: str = "*"
    side: str = "*"  # "target", "source" or "missing"

    def matches(self, severity: str, category: str, side: str) -> bool:
        """Tell whether the rule is about such an error."""
        pairs = ((severity, self.severity), (category, self.category), (side, self.side))
        return all(fnmatchcase(value.lower(), pattern.lower()) for value, pattern in pairs)

    def __str__(self) -> str:
        named = (("", self.severity), ("", self.category), ("side ", self.side))
        words = [prefix + pattern for prefix, pattern in named if pattern != "*"]
        return f"{' '.join(words) or 'any'} {self.weight:g}"


@dataclass(frozen=True)
class MqmWeights:
    """A named set of rules; the weights of a segment's errors add, and fewer is better.

    Severities that match a pattern of `left_out` are no errors of the output, such as planted ones.
    """

    name: str
    rules: tuple[Rule, ...]
    source: str = ""  # where the set was published
    left_out: tuple[str, ...] = ("hotw-test",)

    def weight(self, severity: str, category: str, side: str = "target") -> float | None:
        """Return the weight of an error, None where no rule is about it."""
        matching: Iterable[float] = (
            rule.weight for rule in self.rules if rule.matches(severity, category, side)
        )
        return next(iter(matching), None)

    def ignores(self, severity: str) -> bool:
        """Tell whether errors of this severity are left out."""
        return any(fnmatchcase(severity.lower(), pattern.lower()) for pattern in self.left_out)

    def __str__(self) -> str:
        return f"{self.name}: " + "; ".join(map(str, self.rules))
