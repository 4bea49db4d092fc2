"""Alignments: how each output differs from the reference that it was scored against, word by word.

An edit metric has a method `align` beside `prepare`. The operations of a segment are those that its statistics
count. In TER and HTER words are shifted first, and the operations are those on the words in their new order; in
CharacTER words are shifted too, and the operations are those on the characters. In CDER and EED the output is not
read from end to end but in stretches, with a jump between two: a token may be read twice, or never. METEOR has no
operations but links between words (`LinkedWords`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Literal, Protocol, runtime_checkable

from assay import kernel
from assay.data import EvalSet
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

Operation = Literal["match", "substitution", "insertion", "deletion", "jump"]
# In the kernel's order
OPERATIONS: tuple[Operation, ...] = ("match", "substitution", "insertion", "deletion", "jump")


@dataclass(frozen=True)
class Shift:
    """`length` words from `start` on are taken out and come to stand at `target` of what is left."""

    start: int
    length: int
    target: int


@dataclass(frozen=True)
class WordAlignment:
    """One segment: tokens as they were compared, and what leads from one side to the other.

    `reference` is the place of the reference among all of the set. An insertion is a token of the output too
    many, a deletion a token of the reference that the output lacks. `jumps` are the places where the output is
    read on, one for each operation that is a jump. Where tokens are characters and it is words that are shifted,
    `words` are those of the output.
    """

    output_tokens: tuple[str, ...]
    reference_tokens: tuple[str, ...]
    reference: int
    operations: tuple[Operation, ...]
    shifts: tuple[Shift, ...] = ()
    jumps: tuple[int, ...] = ()
    words: tuple[str, ...] | None = None

    @property
    def edits(self) -> int:
        """Return the number of shifts and of operations that change something."""
        return len(self.shifts) + len(self.operations) - self.operations.count("match")

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """Return, in the order after all shifts, each token's place in the output and its last shift's number, or 0."""
        if self.words is not None:
            return tuple(_characters(self.words, self._shifted(len(self.words))))
        return tuple(self._shifted(len(self.output_tokens)))

    def _shifted(self, size: int) -> list[tuple[int, int]]:
        order = [(place, 0) for place in range(size)]
        for number, shift in enumerate(self.shifts, start=1):
            end = shift.start + shift.length
            span = [(place, number) for place, _ in order[shift.start : end]]
            rest = order[: shift.start] + order[end:]
            order = rest[: shift.target] + span + rest[shift.target :]
        return order

    def leaps(self) -> Iterable[tuple[int, int]]:
        """Yield where each jump leaves the output and where it enters it again."""
        output, targets = 0, iter(self.jumps)
        for operation in self.operations:
            if operation == "jump":
                source, output = output, next(targets)
                yield source, output
            else:
                output += operation != "deletion"

    def pairs(self) -> Iterable[tuple[Operation, int | None, int | None]]:
        """Yield each operation with the places of its reference token and of its (shifted) output token."""
        reference = output = 0
        targets = iter(self.jumps)
        for operation in self.operations:
            if operation == "jump":
                yield operation, None, None
                output = next(targets)
                continue
            ours = None if operation == "deletion" else output
            theirs = None if operation == "insertion" else reference
            yield operation, theirs, ours
            output += ours is not None
            reference += theirs is not None


def _characters(words: Sequence[str], order: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Yield where the characters of shifted words came from, blanks between two from where there was one."""
    starts = [0, *accumulate(len(word) + 1 for word in words)]
    for number, (place, shift) in enumerate(order):
        if number:
            yield starts[number] - 1, 0
        yield from ((at, shift) for at in range(starts[place], starts[place] + len(words[place])))


@dataclass(frozen=True)
class Link:
    """Words of the reference and of the output that are paired, as places from 0 up to an end, and by what."""

    kind: str
    reference: range
    output: range


@dataclass(frozen=True)
class LinkedWords:
    """One segment whose words are paired, whatever their order: tokens, and links in order of the reference."""

    output_tokens: tuple[str, ...]
    reference_tokens: tuple[str, ...]
    reference: int
    links: tuple[Link, ...]
    chunks: int

    @property
    def edits(self) -> int:
        """Return the number of words on either side that have no partner."""
        linked = sum(len(link.reference) + len(link.output) for link in self.links)
        return len(self.output_tokens) + len(self.reference_tokens) - linked


AlignFn = Callable[[Sequence[str]], list[WordAlignment]]
LinkFn = Callable[[Sequence[str]], list[LinkedWords]]


@runtime_checkable
class Aligning(Protocol):
    """A metric that can say how an output differs from its reference."""

    def align(self, evalset: EvalSet, resources: Resources) -> AlignFn:
        """Do once what only the references need; return outputs -> one alignment a segment."""


@runtime_checkable
class Linking(Protocol):
    """A metric that can say which words of an output and its reference it pairs."""

    def link(self, evalset: EvalSet, resources: Resources) -> LinkFn:
        """Do once what only the references need; return outputs -> the links of each segment."""


@dataclass(frozen=True)
class Sides:
    """Both sides as they were compared, how a text is split into tokens, and whether words are shifted all the same."""

    outputs: Column
    references: Grouped
    split: Callable[[str], Sequence[str]]
    words: bool = False


def split_words(line: str) -> list[str]:
    """Split tokenised text."""
    return line.split(" ") if line else []


def present(evalset: EvalSet) -> list[list[int]]:
    """Return for each segment the places of the references that it has."""
    columns = list(evalset.references.values())
    return [
        [place for place, text in enumerate(texts) if text is not None]
        for texts in zip(*columns, strict=True)
    ]


def read(alignments: kernel.Alignments, sides: Sides, places: Sequence[Sequence[int]]) -> list[WordAlignment]:
    """Turn the kernel's arrays into one value a segment; `places` are those of the references sides."""
    ends, shift_ends = alignments.offsets.tolist(), alignments.shift_offsets.tolist()
    codes, shifts, chosen = (
        alignments.operations.tolist(),
        alignments.shifts.tolist(),
        alignments.chosen.tolist(),
    )
    first = sides.references.groups.tolist()
    targets = iter(alignments.jumps.tolist())
    return [
        WordAlignment(
            tuple(sides.split(output)),
            tuple(sides.split(sides.references.column[first[row] + chosen[row]])),
            places[row][chosen[row]],
            tuple(OPERATIONS[code] for code in codes[ends[row] : ends[row + 1]]),
            tuple(Shift(*shift) for shift in shifts[shift_ends[row] : shift_ends[row + 1]]),
            tuple(islice(targets, codes[ends[row] : ends[row + 1]].count(kernel.JUMP))),
            tuple(split_words(output)) if sides.words else None,
        )
        for row, output in enumerate(sides.outputs)
    ]
