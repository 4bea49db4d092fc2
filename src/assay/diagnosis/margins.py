"""How much worse a new system may be, [METRIC=]X, and words for margins that cannot mean what they say."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from assay.comparison import Check
from assay.diagnosis.options import NamedBucket, WordFeatureName
from assay.errors import AssayWarning, OptionError
from assay.metrics import Metric, labels, parse_metric, spec_of

WORDS = "words"  # the margin of buckets of words
REST = ""  # the margin of all that have none of their own


@dataclass(frozen=True)
class Margins:
    """How much worse the new system may be: by metric, and for all metrics that have none of their own."""

    of: Mapping[str, float] = field(default_factory=dict)
    rest: float = 0.0

    def under(self, metric: Metric) -> float:
        """Return the margin of a metric, by its specification or its name."""
        return self.of.get(spec_of(metric), self.of.get(metric.name, self.rest))

    def words(self) -> float:
        """Return the margin of buckets of words."""
        return self.of.get(WORDS, self.rest)


def parse_margins(texts: Sequence[str], metrics: Sequence[Metric]) -> Margins:
    """Read the margins of a gate; each metric may have one, and all that have none may share one."""
    margins: dict[str, float] = {}
    known = {name for metric in metrics for name in (metric.name, spec_of(metric))} | {WORDS, REST}
    for text in texts:
        name, sign, amount = text.rpartition("=")
        if (sign and not name) or name not in known:
            name = _specified(text, name)
        if name not in known:
            raise OptionError(f"--margin {text}: {name} is not a metric of this gate; add -m {name}")
        if name in margins:
            raise OptionError(f"--margin {text}: there is one already; give one margin for each")
        margins[name] = _points(text, amount)
    return Margins(margins, margins.pop(REST, 0.0))


def _specified(text: str, name: str) -> str:
    try:
        return spec_of(parse_metric(name))
    except OptionError as error:
        raise OptionError(f"--margin {text}: {error}") from None


def _points(text: str, amount: str) -> float:
    try:
        points = float(amount)
    except ValueError:
        points = math.nan
    if not math.isfinite(points):
        raise OptionError(
            f"--margin {text}: {amount!r} is not a number; a margin is in points of the metric, "
            "as in --margin 0.5 or --margin bleu=0.5"
        )
    if points < 0:
        raise OptionError(f"--margin {text}: a margin is 0 or more for every metric")
    return points


def warn_of_words(margins: Margins, buckets: Sequence[NamedBucket]) -> None:
    """Speak up where a margin of words has no bucket of words."""
    if WORDS in margins.of and not any(bucket.feature in get_args(WordFeatureName) for bucket in buckets):
        warn("--margin words=… is for buckets of words, and this gate has none")


def warn_of_wide(checks: Sequence[Check]) -> None:
    """Speak up where a margin is as large as the baseline's score: no system can be that much worse."""
    names = labels(check.metric for check in checks)
    for check in checks:
        if check.metric.higher_is_better and 0 < check.baseline <= check.margin:
            warn(
                f"{names[check.metric]} ({check.scope}): a margin of {check.margin:g} can never fail, since the "
                f"baseline scores {check.baseline:.2f}; margins are in points of the metric"
            )


def warn(message: str) -> None:
    """Say what makes a gate weaker than it looks."""
    warnings.warn(message, AssayWarning, stacklevel=3)
