"""What looks wrong in the shards of a set: counted where they are scored, and told once for the whole set.

A worker sends the sums that the quick checks of `assay score` rest on; added up, they give the same warnings, of which
each says the shard in which its first line is. Shards whose parts were there are not read again, and not spoken of.
"""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.data import EvalSet, Outputs
from assay.diagnosis.files.quick_checks import quick_findings
from assay.diagnosis.files.tallies import Tallies
from assay.errors import AssayWarning
from assay.io import shown
from assay.metrics import Metric
from assay.metrics.evaluation import tokenised_lines, warn_of_tokenised

MORE = '"assay check" on the files of a shard says more'
MOST = 12  # warnings of single files that are passed on


class ShardDoubts:
    """Sums over the batches of a shard."""

    def __init__(self, metrics: Sequence[Metric], references: Sequence[str] = ()) -> None:
        """Call references by these names: those of files are different in every shard."""
        self._metrics, self._references = metrics, references
        self._tallies, self._tokenised = Tallies(), Counter[str]()

    def watch(self, batches: Iterable[tuple[EvalSet, Outputs]]) -> Iterator[tuple[EvalSet, Outputs]]:
        """Pass batches on, and count what looks wrong in them."""
        for evalset, outputs in batches:
            self.add(evalset, outputs)
            yield evalset, outputs

    def add(self, evalset: EvalSet, outputs: Outputs) -> None:
        """Look at a batch; the quick checks need references."""
        self._tokenised.update(tokenised_lines(outputs, self._metrics))
        if self._references:
            named = dict(zip(self._references, evalset.references.values(), strict=True))
            evalset = replace(evalset, references=named)
        if evalset.references:
            self._tallies.add(evalset, outputs)

    def plain(self) -> dict[str, Any]:
        """Return the sums as JSON has them."""
        return {"tallies": self._tallies.plain(), "tokenised": dict(self._tokenised)}


def warn_of_doubts(doubts: Mapping[str, Mapping[str, Any]], metrics: Sequence[Metric]) -> None:
    """Warn of what would make the scores of a set wrong: `doubts` are the sums of every shard by its name."""
    tokenised = Counter[str]()
    totals: dict[tuple[object, ...], _Total] = {}
    for shard in sorted(doubts):
        tokenised.update(doubts[shard]["tokenised"])
        tallies = Tallies.of(doubts[shard]["tallies"])
        totals.setdefault((tallies.references, tallies.systems), _Total()).add(shard, tallies)
    warn_of_tokenised(tokenised, metrics)
    for total in totals.values():
        for finding in quick_findings(total.tallies, total.place, metrics):
            warnings.warn(f"{finding} ({MORE})", AssayWarning, stacklevel=3)


class _Total:
    """The sums of shards with the same columns, and where each shard begins."""

    def __init__(self) -> None:
        self.tallies = Tallies()
        self._shards: list[str] = []
        self._starts: list[int] = []

    def add(self, shard: str, tallies: Tallies) -> None:
        """Add the next shard."""
        self._shards.append(shard)
        self._starts.append(self.tallies.rows)
        self.tallies += tallies

    def place(self, line: int) -> str:
        """Say where a line is that is numbered from 1 in the whole set."""
        at = bisect_right(self._starts, line - 1) - 1
        return f"line {line - self._starts[at]} of shard {shown(self._shards[at])}"


def pass_on_warnings(warned: Iterable[Sequence[str]]) -> None:
    """Warn of what workers warned of, each once; of very many the first."""
    messages = list(dict.fromkeys(message for messages in warned for message in messages))
    for message in messages[:MOST]:
        warnings.warn(message, AssayWarning, stacklevel=4)
    more = len(messages) - MOST
    if more > 0:
        warnings.warn(
            f"{more} more such {'warning' if more == 1 else 'warnings'} of other files",
            AssayWarning,
            stacklevel=4,
        )
