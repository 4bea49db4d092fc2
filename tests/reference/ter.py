"""Translation edit rate of one segment (Snover et al. 2006), by the very search of sacreBLEU 2.6.0.

Each round moves one span of the hypothesis to where the reference has it, the span that lowers the edit
distance most, until none does; the answer is the shifts plus the edit distance that is left. As in tercom, an
insertion is a word of the hypothesis too many, a deletion a word of the reference that it lacks; sacreBLEU's
trace has the two names the other way round.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, floor, inf
from operator import itemgetter

Words = list[Hashable]
Move = tuple[int, int, int]  # start, size, and where the span stands in what is left

KEEP, SUBSTITUTE, DELETE, INSERT = " ", "s", "d", "i"
OUTSIDE = (inf, "")


@dataclass(frozen=True)
class Limits:
    """How far the search goes: width beside the diagonal, words a shift, its distance, shifts tried."""

    beam: int
    shift_size: int
    shift_distance: int
    candidates: int


def ter_row(
    hypothesis: Sequence[Hashable],
    references: Sequence[Sequence[Hashable]],
    *,
    beam: int = 25,
    shift_size: int = 10,
    shift_distance: int = 50,
    candidates: int = 1000,
) -> list[float]:
    """Return [edits, mean reference length, insertions, deletions, substitutions, shifts, words shifted].

    The edits are those against the reference that needs fewest, the first one among equals.
    """
    limits = Limits(beam, shift_size, shift_distance, candidates)
    _, trace, moves = ter_alignment(hypothesis, references, limits)
    return count_row(trace, moves, references)


def count_row(trace: str, moves: list[Move], references: Sequence[Sequence[Hashable]]) -> list[float]:
    """Return the row of an alignment."""
    kinds = [trace.count(INSERT), trace.count(DELETE), trace.count(SUBSTITUTE)]
    counts = [*kinds, len(moves), sum(size for _, size, _ in moves)]
    return [float(sum(counts[:4])), sum(map(len, references)) / len(references), *map(float, counts)]


def ter_alignment(
    hypothesis: Sequence[Hashable], references: Sequence[Sequence[Hashable]], limits: Limits
) -> tuple[int, str, list[Move]]:
    """Return the place of the best reference, the trace of the shifted words, and the shifts before it."""
    return min(
        (
            (place, *align_one(list(hypothesis), list(reference), limits))
            for place, reference in enumerate(references)
        ),
        key=lambda found: len(found[2]) + errors(found[1]),
    )


def align_one(hypothesis: Words, reference: Words, limits: Limits) -> tuple[str, list[Move]]:
    """Return the trace and the shifts against one reference."""
    if not reference:
        return INSERT * len(hypothesis), []
    shifted, moves = apply_shifts(hypothesis, reference, limits)
    return edit_trace(shifted, reference, limits.beam), moves


def apply_shifts(words: Words, reference: Words, limits: Limits) -> tuple[Words, list[Move]]:
    """Shift while it helps; return the words in their new order and every shift.

    Candidates are counted over all rounds. The round in which they run out is not applied.
    """
    moves: list[Move] = []
    left = limits.candidates
    while True:
        candidates = shift_candidates(words, reference, limits, left)
        left -= len(candidates)
        best = max(candidates, default=NO_SHIFT)
        if left <= 0 or best.gain <= 0:
            return words, moves
        moves.append((-best.minus_start, best.size, landing(words, best)))
        words = moved(words, best)


@dataclass(frozen=True, order=True)
class Shift:
    """A span of the hypothesis and where it may go. The best: most gained, longest, first, to the front."""

    gain: int
    size: int
    minus_start: int
    minus_target: int


NO_SHIFT = Shift(0, 0, 0, 0)


def shift_candidates(words: Words, reference: Words, limits: Limits, most: int) -> list[Shift]:
    """Try shifts of spans with an error in them to places with an error, until `most` have been tried."""
    trace = edit_trace(words, reference, limits.beam)
    wrong, missed, passed = alignment(trace)
    tried: list[Shift] = []
    for start, there, size in common_spans(words, reference, limits):
        in_place = start < passed[there] <= start + size
        if in_place or not any(wrong[start : start + size]) or not any(missed[there : there + size]):
            continue
        for target in sorted({*[0, *passed][there : there + size + 1]}):
            shift = Shift(0, size, -start, -target)
            gain = errors(trace) - errors(edit_trace(moved(words, shift), reference, limits.beam))
            tried.append(replace(shift, gain=gain))
        if len(tried) >= most:
            break
    return tried


def common_spans(words: Words, reference: Words, limits: Limits) -> Iterator[tuple[int, int, int]]:
    """Yield start in the words, start in the reference and size of every span that both have."""
    for start, there in product(range(len(words)), range(len(reference))):
        if abs(there - start) > limits.shift_distance:
            continue
        for size in range(1, min(limits.shift_size, len(words) - start, len(reference) - there) + 1):
            if words[start + size - 1] != reference[there + size - 1]:
                break
            yield start, there, size


def moved(words: Words, shift: Shift) -> Words:
    """Take a span out and put it back in before the word at the target.

    A target in or right behind the span is counted in what is left, as sacreBLEU has it.
    """
    start, end = -shift.minus_start, -shift.minus_start + shift.size
    rest, at = words[:start] + words[end:], landing(words, shift)
    return rest[:at] + words[start:end] + rest[at:]


def landing(words: Words, shift: Shift) -> int:
    """Return where in what is left of the words a span comes to stand."""
    end, target = -shift.minus_start + shift.size, -shift.minus_target
    return target - shift.size if target > end else min(target, len(words) - shift.size)


def alignment(trace: str) -> tuple[list[bool], list[bool], list[int]]:
    """Return which words are wrong, which of the reference are missed, and the words passed at each of these.

    The last list has one entry a word of the reference: how many words the trace has used up after it.
    """
    wrong: list[bool] = []
    missed: list[bool] = []
    passed: list[int] = []
    for operation in trace:
        if operation != DELETE:
            wrong.append(operation != KEEP)
        if operation != INSERT:
            missed.append(operation != KEEP)
            passed.append(len(wrong))
    return wrong, missed, passed


def errors(trace: str) -> int:
    """Count the operations that change something."""
    return len(trace) - trace.count(KEEP)


def edit_trace(words: Words, reference: Words, beam: int) -> str:
    """Return the operations, from left to right, in which the words differ from the reference."""
    rows = edit_rows(words, reference, beam)
    trace, i, j = "", len(words), len(reference)
    while i or j:
        operation = rows[i][j][1]
        trace = operation + trace
        i -= operation != DELETE
        j -= operation != INSERT
    return trace


Cell = tuple[float, str]  # the cost so far, and the operation that led here


def edit_rows(words: Words, reference: Words, beam: int) -> list[list[Cell]]:
    """Fill the matrix of edit distances near its diagonal; of equal ways keep, substitute, insert, delete."""
    rows: list[list[Cell]] = [[(j, DELETE) for j in range(len(reference) + 1)]]
    for i, word in enumerate(words, start=1):
        above, row = rows[-1], [OUTSIDE] * (len(reference) + 1)
        for j in band(i, len(words), len(reference), beam):
            insert = (above[j][0] + 1, INSERT)
            if j > 0:
                same = word == reference[j - 1]
                change = (above[j - 1][0] + (not same), KEEP if same else SUBSTITUTE)
                delete = (row[j - 1][0] + 1, DELETE)
                row[j] = min(change, insert, delete, key=itemgetter(0))
            else:
                row[j] = insert
        rows.append(row)
    return rows


def band(i: int, words: int, reference: int, beam: int) -> range:
    """Return the columns of row i: `beam` to either side of the line from corner to corner.

    It widens where the reference is so much longer that the bands of two rows would not meet.
    """
    ratio = reference / words
    half = ceil(ratio / 2 + beam) if beam < ratio / 2 else beam
    diagonal = floor(i * ratio)
    end = reference + 1 if i == words else min(reference + 1, diagonal + half)
    return range(max(0, diagonal - half), end)
