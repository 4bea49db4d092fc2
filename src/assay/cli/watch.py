"""What the user should hear while the shards of a set go by: how far we are, and what looks wrong."""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from assay.data import EvalSet, Outputs
from assay.errors import AssayWarning
from assay.metrics import Metric
from assay.reporting import documents_of
from assay.text import count_tokenised

Shards = Iterable[tuple[EvalSet, Outputs]]

TOKENISED_LINES = 100  # sacreBLEU warns from this number on


def with_documents(shards: Shards) -> Iterator[tuple[EvalSet, Outputs]]:
    """Refuse a set without documents at its first shard, not after hours of work."""
    for evalset, outputs in shards:
        documents_of(evalset.document)
        yield evalset, outputs


def with_progress(shards: Shards) -> Iterator[tuple[EvalSet, Outputs]]:
    """Show a progress bar after one second, on a terminal only."""
    if not sys.stderr.isatty():
        yield from shards
        return
    from tqdm import tqdm

    with tqdm(desc="scoring", unit=" segments", unit_scale=True, delay=1, leave=False) as bar:
        for evalset, outputs in shards:
            yield evalset, outputs
            bar.update(len(evalset))


@contextmanager
def draws(number: int, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar over so many draws after one second, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=number, desc="drawing", unit=" draws", unit_scale=True, delay=1, leave=False) as bar:
        yield bar.update


def with_tokenised_warning(shards: Shards, metrics: Sequence[Metric]) -> Iterator[tuple[EvalSet, Outputs]]:
    """Warn once, at the end, of outputs that look tokenised, if a metric is going to tokenise them again."""
    tokenising = [metric.label for metric in metrics if getattr(metric, "tok", "none") != "none"]
    counts: Counter[str] = Counter()
    for evalset, outputs in shards:
        if tokenising:
            counts.update({name: count_tokenised(column) for name, column in outputs.items()})
        yield evalset, outputs
    suspects = {name: count for name, count in counts.items() if count >= TOKENISED_LINES}
    if suspects:
        warnings.warn(_looks_tokenised(suspects, tokenising[0]), AssayWarning, stacklevel=2)


def _looks_tokenised(suspects: dict[str, int], label: str) -> str:
    named = ", ".join(f"{name} ({count} lines)" for name, count in suspects.items())
    return (
        f'{named}: lines that end in " ." look tokenised, and {label} tokenises by itself; '
        "give detokenised text, or choose tok=none for text that must stay as it is"
    )
