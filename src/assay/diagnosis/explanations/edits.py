"""The distance of two sentences, step by step: the matrix of Levenshtein with a path through it, and TER's shifts.

A cell is the least cost of what comes before it on both sides: from the left a word is inserted, from above one is
deleted, from the corner it is replaced or the same (figure 8.5 of Koehn's textbook).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.metrics import WordAlignment


@dataclass(frozen=True)
class Matrix:
    """The least costs of all beginnings of an output (rows) and a reference (columns), and cells of a cheapest path."""

    output: tuple[str, ...]
    reference: tuple[str, ...]
    costs: tuple[tuple[float, ...], ...]
    path: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ShiftStep:
    """What a shift moved, from which position to which, the words after it, and the edits that these still need."""

    words: tuple[str, ...]
    start: int
    target: int
    after: tuple[str, ...]
    edits: int


def edit_matrix(aligned: WordAlignment, substitution: float, insertion: float, deletion: float) -> Matrix:
    """Return the matrix of two sentences, and the path of their alignment through it."""
    output, reference = aligned.output_tokens, aligned.reference_tokens
    costs = levenshtein(output, reference, substitution, insertion, deletion)
    path, row, column = [(0, 0)], 0, 0
    for operation in aligned.operations:
        row += operation != "deletion"
        column += operation != "insertion"
        path.append((row, column))
    return Matrix(output, reference, costs, tuple(path))


def levenshtein(
    output: Sequence[str],
    reference: Sequence[str],
    substitution: float = 1,
    insertion: float = 1,
    deletion: float = 1,
) -> tuple[tuple[float, ...], ...]:
    """Return the least costs of all beginnings of both sides."""
    above = [deletion * place for place in range(len(reference) + 1)]
    rows = [tuple(above)]
    for word in output:
        row = [above[0] + insertion]
        for place, wanted in enumerate(reference):
            replaced = above[place] + (0 if word == wanted else substitution)
            row.append(min(replaced, above[place + 1] + insertion, row[place] + deletion))
        rows.append(tuple(row))
        above = row
    return tuple(rows)


def shift_steps(aligned: WordAlignment) -> tuple[ShiftStep, ...]:
    """Return the shifts in their turn, the first step being the output as it is."""
    words = list(aligned.output_tokens)
    steps = [ShiftStep((), 0, 0, tuple(words), _edits_left(words, aligned))]
    for shift in aligned.shifts:
        end = shift.start + shift.length
        moved, rest = words[shift.start : end], words[: shift.start] + words[end:]
        words = rest[: shift.target] + moved + rest[shift.target :]
        steps.append(
            ShiftStep(tuple(moved), shift.start, shift.target, tuple(words), _edits_left(words, aligned))
        )
    return tuple(steps)


def _edits_left(words: Sequence[str], aligned: WordAlignment) -> int:
    return int(levenshtein(words, aligned.reference_tokens)[-1][-1])
