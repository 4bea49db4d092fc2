"""What the quick checks count while the shards of a set go by: numbers that add, and nothing else is kept.

A bounded sample of every shard is looked at; empty lines, which cost nothing to find, are counted in all of it. A line
counts as numbered if it begins with its own number: "12. text", "12<TAB>text", "(12) text", as editors and scripts add
it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet, Outputs
from assay.diagnosis.files.appearance import Appearance
from assay.diagnosis.files.copies import LEAST_WORDS, LONG, USUAL
from assay.diagnosis.files.languages_apart import Speech, lines_apart
from assay.diagnosis.files.pairing import RUN, WIDTH, Pairing, SampledLines, pair, sample, sampled_rows
from assay.kernel import BLANK, EQUAL, equal_lines, shared_words
from assay.text import Column

NUMBER = re.compile(r"\W*(?:[^\W\d_]+\W?)?(\d{1,9})(?=[\W_])")  # "seg-12: ", too
FEWEST = 3  # lines from which it is no chance
MOST = 0.9  # of the lines, set by hand: some may be broken


def numbered_rows(
    texts: Iterable[str], rows: Sequence[int], offset: int | None
) -> tuple[int | None, list[int]]:
    """Return how far the numbers of lines are ahead of their rows, and the rows that begin with their number.

    Numbers begin where that of the first line does, unless an earlier part of the file has told (`offset`). A part is
    given up when so many of its lines have no number that it cannot be numbered: ordinary text after a line or two.
    """
    numbered: list[int] = []
    for seen, (text, row) in enumerate(zip(texts, rows, strict=True), start=1):
        match = NUMBER.match(text)
        if match and offset is None and seen == 1:
            offset = int(match[1]) - row
        if match and int(match[1]) - row == offset:
            numbered.append(row)
        elif offset is None or seen - len(numbered) > (1 - MOST) * len(rows):
            break
    return offset, numbered


def is_numbered(numbered: int, lines: int) -> bool:
    """Tell whether so many lines of a file begin with their number that all seem to."""
    return lines >= FEWEST and numbered >= MOST * lines


def is_numbered_file(lines: Sequence[str]) -> bool:
    """Tell whether the lines of a file begin with their numbers."""
    return is_numbered(len(numbered_rows(lines, range(len(lines)), None)[1]), len(lines))


# Of spreadsheets and programs
FILLERS = ("na", "n/a", "#n/a", "<na>", "nan", "none", "null", "nil", "nat")
# Characters, or bytes in a column: no filler has more, and a longer line of blanks is a rare thing
SHORT = 8
# Bytes that fillers and blanks begin with; beyond ASCII a blank may be
HEADS = np.zeros(256, dtype=bool)
HEADS[[*{ord(filler[0]) for filler in FILLERS}, *{ord(filler[0].upper()) for filler in FILLERS}]] = True
HEADS[:33] = HEADS[128:] = True
PARTNERS = np.zeros(1, dtype=np.int64)  # lines and their partners: no shift
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
    # Words in common: references, then systems
    shared: Array = field(default_factory=lambda: np.zeros((0, 0)))

    def add(self, evalset: EvalSet, outputs: Outputs) -> None:
        """Look at a shard."""
        rows = sampled_rows(len(evalset))
        lines = [self.rows + row for row in rows] if self.rows else rows
        references = {name: sample(column) for name, column in evalset.references.items()}
        systems = {name: sample(column) for name, column in outputs.items()}
        source = None if evalset.source is None else sample(evalset.source)
        for name, sampled in (*references.items(), *systems.items()):
            self._count_numbered(name, (sampled.texts[row] for row in rows), lines)
        for system, output in systems.items():
            for reference, other in references.items():
                self._count_equal((system, reference), output, other, lines)
                so_far = self.pairings.get((system, reference), Pairing())
                self.pairings[system, reference] = so_far + pair(output, other, lines)
        for role, columns in (("output", systems), ("reference", references)):
            for name, sampled in columns.items():
                if source is not None:
                    self._count_copies((role, name), sampled, source, lines)
        self._count_appearances(references, systems, lines)
        self.counts["sampled",] += len(rows)
        self.references, self.systems = tuple(references), tuple(systems)
        if len(systems) >= USUAL:  # with fewer nobody asks
            self._count_shared([*references.values(), *systems.values()])
        self._count_hollow(evalset, outputs)
        self.rows += len(evalset)

    def __add__(self, later: Tallies) -> Tallies:
        """Add what later shards of the same columns show; their lines are numbered on."""
        pairings = {
            columns: self.pairings.get(columns, Pairing()) + pairing.further_on(self.rows)
            for columns, pairing in later.pairings.items()
        }
        return Tallies(
            self.rows + later.rows,
            self.counts + later.counts,
            {key: self.rows + line for key, line in later.first.items()} | self.first,
            pairings,
            {},
            later.references,
            later.systems,
            later.shared + (self.shared if self.shared.size else 0.0),
        )

    def plain(self) -> dict[str, Any]:
        """Return the sums as JSON has them: those of a shard, which a worker sends to whoever adds them."""
        return {
            "rows": self.rows,
            "counts": list(self.counts.items()),
            "first": list(self.first.items()),
            "pairings": [(columns, pairing.plain()) for columns, pairing in self.pairings.items()],
            "references": self.references,
            "systems": self.systems,
            "shared": self.shared.tolist(),
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Tallies:
        """Read sums from JSON."""
        return cls(
            plain["rows"],
            Counter({tuple(key): count for key, count in plain["counts"]}),
            {tuple(key): line for key, line in plain["first"]},
            {(system, reference): Pairing.of(each) for (system, reference), each in plain["pairings"]},
            {},
            tuple(plain["references"]),
            tuple(plain["systems"]),
            np.array(plain["shared"]),
        )

    def _count(self, key: Key, rows: Sequence[int]) -> None:
        """Count rows, numbered from 0 in the whole set."""
        self.counts[key] += len(rows)
        if rows:
            self.first.setdefault(key, rows[0] + 1)

    def _count_numbered(self, name: str, texts: Iterable[str], lines: Sequence[int]) -> None:
        """Count lines that begin with their own number."""
        offset, rows = numbered_rows(texts, lines, self.offsets.get(name))
        if offset is not None:
            self.offsets[name] = offset
        self._count(("numbered", name), rows)
        self.counts["lines", name] += len(lines)

    def _count_equal(
        self, pair_of: Key, output: SampledLines, other: SampledLines, lines: Sequence[int]
    ) -> None:
        equality, long = equal_lines(output.column.texts, other.column.texts), other.words.sizes >= LONG
        there, equal = equality != BLANK, equality == EQUAL
        self.counts["there", *pair_of] += int(np.count_nonzero(there))
        self.counts["long", *pair_of] += int(np.count_nonzero(there & long))
        self._count(("equal", *pair_of), _chosen(lines, equal))
        self._count(("long-equal", *pair_of), _chosen(lines, equal & long))

    def _count_copies(
        self, name: Key, texts: SampledLines, source: SampledLines, lines: Sequence[int]
    ) -> None:
        """Count outputs or references of some length that are their source."""
        wordy = texts.words.sizes >= LEAST_WORDS
        copied = wordy & (equal_lines(texts.column.texts, source.column.texts) == EQUAL)
        self.counts["wordy", *name] += int(np.count_nonzero(wordy))
        self._count(("source", *name), _chosen(lines, copied))

    def _count_appearances(
        self,
        references: Mapping[str, SampledLines],
        systems: Mapping[str, SampledLines],
        lines: Sequence[int],
    ) -> None:
        """Count marks of programs, capitals, and lines in another language than the first reference."""
        spoken: dict[Key, Speech] = {}
        for role, columns in (("reference", references), ("output", systems)):
            for name, sampled in columns.items():
                look = Appearance(sampled.column)
                spoken[role, name] = Speech.of(sampled, look)
                self.counts.update(
                    {("mark", sign, role, name): count for sign, count in look.marks() if count}
                )
                capitals, letters = look.cases()
                self.counts["capitals", role, name] += capitals
                self.counts["cased", role, name] += letters
                if role == "reference":
                    self.counts["speaks", spoken[role, name].language, name] += len(lines)
                    unspaced = look.unspaced().items()
                    self.counts.update({("unspaced", script, name): count for script, count in unspaced})
        for reference, other in list(references.items())[:1]:
            for system, output in systems.items():
                if spoken["output", system].differs(spoken["reference", reference]):
                    self._count_apart((system, reference), output, other, lines)

    def _count_apart(
        self, pair_of: Key, output: SampledLines, other: SampledLines, lines: Sequence[int]
    ) -> None:
        """Count lines that are in another language than those of the reference, line by line."""
        there = (np.diff(output.column.offsets) > 0) & (np.diff(other.column.offsets) > 0)
        places = np.flatnonzero(there)
        texts = [[column.column[place] for place in places.tolist()] for column in (output, other)]
        language, apart = lines_apart(*texts)
        for foreign, rows in apart.items():
            chosen = np.zeros(len(there), dtype=np.bool_)
            chosen[places[rows]] = True
            self._count(("apart", *pair_of, language, foreign), _chosen(lines, chosen))

    def _count_shared(self, columns: Sequence[SampledLines]) -> None:
        """Count the words that every two columns have in common, line by line."""
        shared = np.zeros((len(columns), len(columns)))
        for first, second in combinations_with_replacement(range(len(columns)), 2):
            words = shared_words(columns[first].words, columns[second].words, PARTNERS)
            shared[first, second] = shared[second, first] = words.sum()
        self.shared = shared + (self.shared if self.shared.size else 0.0)

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


def _chosen(lines: Sequence[int], places: NDArray[np.bool_]) -> list[int]:
    """Return the lines that stand at some places of a sample."""
    at = np.flatnonzero(places)
    return [lines[line] for line in (at // WIDTH * RUN + at % WIDTH).tolist()]


def _short(column: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    """Yield the rows that have hardly any text; a missing reference is not an empty one."""
    if isinstance(column, Column):
        sizes = np.diff(column.offsets)
        short = np.flatnonzero(sizes <= SHORT)
        heads = (
            column.data[np.minimum(column.offsets[short], len(column.data) - 1)] if len(column.data) else 0
        )
        likely = short[HEADS[heads] | (sizes[short] == 0)]  # few lines are worth being made strings
        for row in likely.tolist():
            yield row, column[row].strip()
    else:
        for row, text in enumerate(column):
            if text is not None and len(text) <= SHORT:
                yield row, text.strip()
