"""What the quick checks count while the shards of a set go by: numbers that add, and nothing else is kept.

A bounded sample of every shard is looked at; empty lines, which cost nothing to find, are counted in all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from assay.data import Array, EvalSet, Outputs
from assay.diagnosis.files.copies import LEAST_WORDS, LONG, USUAL
from assay.diagnosis.files.numbering import numbered_rows
from assay.diagnosis.files.pairing import Pairing, pair
from assay.diagnosis.files.samples import SampledLines, Vocabulary, sample, sampled_rows
from assay.text import Column

FILLERS = ("na", "n/a", "#n/a", "<na>", "nan", "none", "null", "nil", "nat")  # of spreadsheets and programs
SHORT = 8  # characters, or bytes in a column: no filler has more, and a longer line of blanks is a rare thing
Key = tuple[str, ...]  # what is counted, of which system, against which reference


@dataclass
class Tallies:
    """Sums over the shards of a set."""

    rows: int = 0
    counts: Counter[Key] = field(default_factory=Counter)
    first: dict[Key, int] = field(default_factory=dict)  # the first line of its kind, from 1
    pairings: dict[tuple[str, str], Pairing] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)  # of the numbers that lines begin with
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    shared: Array = field(
        default_factory=lambda: np.zeros((0, 0))
    )  # words in common: references, then systems

    def add(self, evalset: EvalSet, outputs: Outputs) -> None:
        """Look at a shard."""
        rows = sampled_rows(len(evalset))
        lines = [self.rows + row for row in rows]
        numbers = Vocabulary()
        references = {name: _sample(column, rows, numbers) for name, column in evalset.references.items()}
        systems = {name: _sample(column, rows, numbers) for name, column in outputs.items()}
        source = None if evalset.source is None else _texts(evalset.source, rows)
        for name, lines_of in (*references.items(), *systems.items()):
            self._count_numbered(name, lines_of.texts, lines)
        for system, output in systems.items():
            for reference, other in references.items():
                self._count_equal((system, reference), output, other, lines)
                so_far = self.pairings.get((system, reference), Pairing())
                self.pairings[system, reference] = so_far + pair(output, other, lines)
            self._count_copies(system, output, source, lines)
        self.counts["sampled",] += len(rows)
        self.references, self.systems = tuple(references), tuple(systems)
        if len(systems) >= USUAL:  # with fewer nobody asks
            self._count_shared(references, systems)
        self._count_hollow(evalset, outputs)
        self.rows += len(evalset)

    def _count(self, key: Key, rows: Sequence[int]) -> None:
        """Count rows, numbered from 0 in the whole set."""
        self.counts[key] += len(rows)
        if rows:
            self.first.setdefault(key, rows[0] + 1)

    def _count_numbered(self, name: str, texts: Sequence[str], lines: Sequence[int]) -> None:
        """Count lines that begin with their own number."""
        offset, rows = numbered_rows(texts, lines, self.offsets.get(name))
        if offset is not None:
            self.offsets[name] = offset
        self._count(("numbered", name), rows)
        self.counts["lines", name] += len(lines)

    def _count_equal(
        self, pair_of: Key, output: SampledLines, other: SampledLines, lines: Sequence[int]
    ) -> None:
        rows = range(len(lines))
        texts = [(text.strip(), ref.strip()) for text, ref in zip(output.texts, other.texts, strict=True)]
        there = [row for row in rows if texts[row][1]]
        equal = [row for row in there if texts[row][0] == texts[row][1]]
        self.counts["there", *pair_of] += len(there)
        self.counts["long", *pair_of] += sum(other.sizes[row] >= LONG for row in there)
        self._count(("equal", *pair_of), [lines[row] for row in equal])
        self._count(("long-equal", *pair_of), [lines[row] for row in equal if other.sizes[row] >= LONG])

    def _count_copies(
        self, system: str, output: SampledLines, source: Sequence[str] | None, lines: Sequence[int]
    ) -> None:
        """Count outputs of some length that are their source."""
        if source is None:
            return
        wordy = [row for row in range(len(lines)) if output.sizes[row] >= LEAST_WORDS]
        copied = [lines[row] for row in wordy if output.texts[row].strip() == source[row].strip()]
        self.counts["wordy", system] += len(wordy)
        self._count(("source", system), copied)

    def _count_shared(
        self, references: Mapping[str, SampledLines], systems: Mapping[str, SampledLines]
    ) -> None:
        """Count the words that every two columns have in common, line by line."""
        columns = [*references.values(), *systems.values()]
        keys = [column.keys for column in columns]
        distinct, where = np.unique(np.concatenate(keys), return_inverse=True)
        has = np.zeros((len(columns), len(distinct)), dtype=np.float32)
        has[np.repeat(np.arange(len(columns)), [len(each) for each in keys]), where] = 1
        self.shared = (has @ has.T).astype(float) + (self.shared if self.shared.size else 0.0)

    def _count_hollow(self, evalset: EvalSet, outputs: Outputs) -> None:
        """Count outputs and references without text, or with what programs write in its place."""
        references = evalset.references
        for system, column in outputs.items():
            self._count_short(("output", system), column, list(references.values()))
        for name, texts in references.items():
            self._count_short(("reference", name), texts, list(outputs.values()))

    def _count_short(
        self, key: Key, column: Sequence[str | None], others: Sequence[Sequence[str | None]]
    ) -> None:
        """Count rows that are empty or filler, unless all others, or for filler one of them, say the same."""
        empty, filler = [], []
        for row, text in _short(column):
            texts = {(other[row] or "").strip() for other in others}
            if not text and texts != {""}:
                empty.append(self.rows + row)
            elif text.lower() in FILLERS and text not in texts:
                filler.append(self.rows + row)
        self._count(("empty", *key), empty)
        self._count(("filler", *key), filler)


def is_filler(text: str) -> bool:
    """Tell whether a text is what programs write where there is none: NA, nan, None, null, #N/A."""
    return text.strip().lower() in FILLERS


def _sample(column: Sequence[str | None], rows: Sequence[int], numbers: Vocabulary) -> SampledLines:
    return sample(_texts(column, rows), numbers)


def _texts(column: Sequence[str | None], rows: Sequence[int]) -> list[str]:
    return [column[row] or "" for row in rows]


def _short(column: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    """Yield the rows that have hardly any text; a missing reference is not an empty one."""
    if isinstance(column, Column):
        rows = np.flatnonzero(np.diff(column.offsets) <= SHORT).tolist()
        yield from ((row, column[row].strip()) for row in rows)
    else:
        for row, text in enumerate(column):
            if text is not None and len(text) <= SHORT:
                yield row, text.strip()
