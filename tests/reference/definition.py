"""Translation edit rate of one segment by the letter of its definition, without tercom's search.

A span of the hypothesis that stands in the reference too may move to the position of the word that the first
of these reference words is aligned to, provided that some word of the span is wrong on either side. The shift
that lowers the edit distance most is applied, the longest of equals, then the first from the left, until none
lowers it. There is no limit of length, distance, number or beam.
"""

from collections.abc import Hashable, Iterator, Sequence

from reference.edits import operations
from reference.ter import DELETE, INSERT, KEEP, Move, Words, count_row, errors


def definition_row(hypothesis: Sequence[Hashable], references: Sequence[Sequence[Hashable]]) -> list[float]:
    """Return [edits, mean reference length, insertions, deletions, substitutions, shifts, words shifted]."""
    _, trace, moves = definition_alignment(hypothesis, references)
    return count_row(trace, moves, references)


def definition_alignment(
    hypothesis: Sequence[Hashable], references: Sequence[Sequence[Hashable]]
) -> tuple[int, str, list[Move]]:
    """Return the place of the best reference, the trace of the shifted words, and the shifts before it."""
    return min(
        (
            (place, *align_one(list(hypothesis), list(reference)))
            for place, reference in enumerate(references)
        ),
        key=lambda found: len(found[2]) + errors(found[1]),
    )


def align_one(words: Words, reference: Words) -> tuple[str, list[Move]]:
    """Shift as long as it helps; return the trace of what is left to do, and the shifts."""
    moves: list[Move] = []
    while True:
        trace = operations(words, reference)
        gains = [
            (errors(trace) - errors(operations(moved(words, move), reference)), move)
            for move in electable(words, reference, trace)
        ]
        best = max(gains, key=lambda found: (found[0], found[1][1]), default=(0, (0, 0, 0)))
        if best[0] <= 0:
            return trace, moves
        moves.append(best[1])
        words = moved(words, best[1])


def electable(words: Words, reference: Words, trace: str) -> Iterator[Move]:
    """Yield start, size and target of the shifts that the definition allows, from left to right."""
    wrong = [operation != KEEP for operation in trace if operation != DELETE]
    missed = [operation != KEEP for operation in trace if operation != INSERT]
    aligned = positions(trace)
    for start in range(len(words)):
        for there in range(len(reference)):
            target = aligned[there]
            for size in range(1, min(len(words) - start, len(reference) - there) + 1):
                if words[start + size - 1] != reference[there + size - 1]:
                    break
                fits = target is not None and target + size <= len(words)
                if fits and any(wrong[start : start + size]) and any(missed[there : there + size]):
                    yield start, size, target or 0


def positions(trace: str) -> list[int | None]:
    """Return for each reference word the position of the word that it is aligned to, None for a missing one."""
    found: list[int | None] = []
    passed = 0
    for operation in trace:
        if operation != INSERT:
            found.append(None if operation == DELETE else passed)
        passed += operation != DELETE
    return found


def moved(words: Words, move: Move) -> Words:
    """Take a span out and let it stand at the target of what is left."""
    start, size, target = move
    rest = words[:start] + words[start + size :]
    return rest[:target] + words[start : start + size] + rest[target:]
