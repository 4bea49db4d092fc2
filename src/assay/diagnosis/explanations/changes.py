"""What one edit would change: every deletion, replacement, insertion and move of a single word of the output, scored.

Words are those between blanks. What is put in is a word of a reference, since no other could match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.data import EvalSet
from assay.metrics import Metric
from assay.resources import Resources

# Outputs that are tried, which is enough for some 100 words on either side.
MOST_TRIED = 40_000


@dataclass(frozen=True)
class Change:
    """An edit in words, with positions from 1; the output after it, and its score."""

    edit: str
    output: str
    score: float


def best_changes(
    metric: Metric, segment: EvalSet, output: str, most: int, resources: Resources
) -> tuple[Change, ...] | None:
    """Return the edits of one word that improve the score most, best first; None where there are too many to try."""
    words = output.split()
    wanted = list(
        dict.fromkeys(
            word for column in segment.references.values() for text in column if text for word in text.split()
        )
    )
    if (len(words) + 1) * (len(words) + 2 * len(wanted) + 2) > MOST_TRIED:
        return None
    edits: dict[str, str] = {}
    for edit, changed in _edits(words, wanted):
        edits.setdefault(" ".join(changed), edit)
    texts = [output, *edits]
    scores = metric.score(metric.prepare(repeated(segment, len(texts)), resources)(texts))
    gains = (scores - scores[0]) * (1 if metric.higher_is_better else -1)
    order = [int(at) for at in np.argsort(-gains, kind="stable") if gains[at] > 0][:most]
    return tuple(Change(edits[texts[at]], texts[at], float(scores[at])) for at in order)


def repeated(segment: EvalSet, times: int) -> EvalSet:
    """Return a set that has the one segment again and again."""
    return replace(
        segment,
        source=None if segment.source is None else list(segment.source) * times,
        references={name: list(column) * times for name, column in segment.references.items()},
        document=None,
        ids=None,
    )


def _edits(words: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield every edit of one word, with what it makes of the output."""
    whole = list(words)
    for at, word in enumerate(whole):
        yield f"delete {word} at {at + 1}", whole[:at] + whole[at + 1 :]
    for at, word in enumerate(whole):
        for new in wanted:
            yield f"replace {word} at {at + 1} by {new}", [*whole[:at], new, *whole[at + 1 :]]
    for at in range(len(whole) + 1):
        for new in wanted:
            yield f"insert {new} at {at + 1}", [*whole[:at], new, *whole[at:]]
    for at, word in enumerate(whole):
        rest = whole[:at] + whole[at + 1 :]
        for to in range(len(whole)):
            if to != at:
                yield f"move {word} from {at + 1} to {to + 1}", [*rest[:to], word, *rest[to:]]
