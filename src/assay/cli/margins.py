"""`--margin [METRIC=]X`: how much worse a new system may be, and words for margins that cannot mean what they say."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Sequence

from assay.cli import chance
from assay.comparison import Check
from assay.diagnosis import WORD_FEATURES, WORDS, Margins, NamedBucket
from assay.errors import AssayWarning, OptionError
from assay.metrics import Metric, labels, parse_metric, spec_of

REST = ""  # the margin of all that have none of their own


def parsed(given: Sequence[str], metrics: Sequence[Metric]) -> Margins:
    """Read the margins of a gate; each metric may have one, and all that have none may share one."""
    of: dict[str, float] = {}
    known = {name for metric in metrics for name in (metric.name, spec_of(metric))} | {WORDS, REST}
    for text in given:
        name, sign, amount = text.rpartition("=")
        if (sign and not name) or name not in known:
            name = _specified(text, name)
        if name not in known:
            raise OptionError(f"--margin {text}: {name} is no metric of this gate; add -m {name}")
        if name in of:
            raise OptionError(f"--margin {text}: there is one already; give one margin for each")
        of[name] = _points(text, amount)
    return Margins(of, of.pop(REST, 0.0))


def _specified(text: str, name: str) -> str:
    try:
        return spec_of(parse_metric(name))
    except OptionError as error:
        raise OptionError(f"--margin {text}: {error}") from None


def _points(text: str, amount: str) -> float:
    try:
        value = chance.number(amount)
    except argparse.ArgumentTypeError:
        raise OptionError(
            f"--margin {text}: {amount!r} is no number; a margin is in points of the metric, "
            "as in --margin 0.5 or --margin bleu=0.5"
        ) from None
    if value < 0:
        raise OptionError(f"--margin {text}: a margin is 0 or more, whichever way the metric points")
    return value


def warn_of_words(margins: Margins, buckets: Sequence[NamedBucket]) -> None:
    """Speak up where a margin of words has no bucket of words."""
    if WORDS in margins.of and not any(one.feature in WORD_FEATURES for one in buckets):
        _warn("--margin words=… is for buckets of words, and this gate has none")


def warn_of_wide(checks: Sequence[Check]) -> None:
    """Speak up where a margin is as large as the baseline's score: no system can be that much worse."""
    names = labels(one.metric for one in checks)
    for one in checks:
        if one.metric.higher_is_better and 0 < one.baseline <= one.margin:
            _warn(
                f"{names[one.metric]} ({one.scope}): a margin of {one.margin:g} can never fail, for the baseline has "
                f"{one.baseline:.2f}; margins are in points of the metric"
            )


def _warn(message: str) -> None:
    warnings.warn(message, AssayWarning, stacklevel=3)
