"""Edit distance of one segment, with the operations of one optimal alignment.

With equal weights it is the alignment of RapidFuzz 3: common words at both ends are set aside, and backwards
from the end a deletion is preferred to an insertion, an insertion to a match or substitution. With other
weights a match or substitution is preferred to an insertion, and that to a deletion. An insertion is a word of
the hypothesis too many, a deletion a word of the reference that it lacks.
"""

from collections.abc import Hashable, Sequence

from reference.ter import DELETE, INSERT, KEEP, SUBSTITUTE

Words = Sequence[Hashable]
Weights = tuple[float, float, float]  # substitution, insertion, deletion
UNIT: Weights = (1.0, 1.0, 1.0)


def characters(text: str, whitespace: bool = True) -> list[str]:
    """Return the characters of a text without the white space around it, or without any."""
    return [character for character in text.strip() if whitespace or not character.isspace()]


def edit_row(hypothesis: Words, references: Sequence[Words], weights: Weights = UNIT) -> list[float]:
    """Return substitutions, deletions, insertions, hits, length of the best reference, mean length."""
    place, trace = edit_alignment(hypothesis, references, weights)
    counts = [float(trace.count(operation)) for operation in (SUBSTITUTE, DELETE, INSERT, KEEP)]
    return [*counts, float(len(references[place])), sum(map(len, references)) / len(references)]


def edit_alignment(
    hypothesis: Words, references: Sequence[Words], weights: Weights = UNIT
) -> tuple[int, str]:
    """Return the place of the cheapest reference, the longest of equals, and the operations from left to right."""
    traces = [operations(hypothesis, reference, weights) for reference in references]
    places = range(len(references))
    best = min(places, key=lambda place: (cost(traces[place], weights), -len(references[place])))
    return best, traces[best]


def cost(trace: str, weights: Weights) -> float:
    """Return what operations cost."""
    substitution, insertion, deletion = weights
    return (
        substitution * trace.count(SUBSTITUTE)
        + insertion * trace.count(INSERT)
        + deletion * trace.count(DELETE)
    )


def operations(hypothesis: Words, reference: Words, weights: Weights = UNIT) -> str:
    """Return one cheapest way from the reference to the hypothesis."""
    if len(set(weights)) > 1:
        return weighted_trace(hypothesis, reference, weights)
    prefix = common(hypothesis, reference)
    hypothesis, reference = hypothesis[prefix:], reference[prefix:]
    suffix = common(hypothesis[::-1], reference[::-1])
    middle = unit_trace(hypothesis[: len(hypothesis) - suffix], reference[: len(reference) - suffix])
    return KEEP * prefix + middle + KEEP * suffix


def common(first: Words, second: Words) -> int:
    """Count the words that two sequences begin with alike."""
    return next(
        (at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
        min(len(first), len(second)),
    )


def distances(hypothesis: Words, reference: Words, weights: Weights = UNIT) -> list[list[float]]:
    """Fill the matrix of costs: row i, column j for the first i and j words."""
    substitution, insertion, deletion = weights
    rows = [[deletion * j for j in range(len(reference) + 1)]]
    for word in hypothesis:
        above, row = rows[-1], [rows[-1][0] + insertion]
        for j, other in enumerate(reference, start=1):
            change = above[j - 1] + (0 if word == other else substitution)
            row.append(min(change, above[j] + insertion, row[-1] + deletion))
        rows.append(row)
    return rows


def unit_trace(hypothesis: Words, reference: Words) -> str:
    """Walk back through the matrix as RapidFuzz does."""
    rows = distances(hypothesis, reference)
    trace, i, j = "", len(hypothesis), len(reference)
    while i and j:
        if rows[i][j] == rows[i][j - 1] + 1:
            trace, j = DELETE + trace, j - 1
            continue
        i -= 1
        if i and rows[i][j] == rows[i][j - 1] - 1:
            trace = INSERT + trace
        else:
            j -= 1
            trace = (KEEP if hypothesis[i] == reference[j] else SUBSTITUTE) + trace
    return DELETE * j + INSERT * i + trace


def weighted_trace(hypothesis: Words, reference: Words, weights: Weights) -> str:
    """Walk back through the matrix, along the diagonal where that is among the cheapest ways."""
    substitution, insertion, _ = weights
    rows = distances(hypothesis, reference, weights)
    trace, i, j = "", len(hypothesis), len(reference)
    while i:
        same = j > 0 and hypothesis[i - 1] == reference[j - 1]
        if j and rows[i][j] == rows[i - 1][j - 1] + (0 if same else substitution):
            trace, i, j = (KEEP if same else SUBSTITUTE) + trace, i - 1, j - 1
        elif rows[i][j] == rows[i - 1][j] + insertion:
            trace, i = INSERT + trace, i - 1
        else:
            trace, j = DELETE + trace, j - 1
    return DELETE * j + trace
