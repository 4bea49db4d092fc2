"""CharacTER for one segment (Wang et al. 2016), with the choices of the authors' script and of `cer` 1.2.0."""

from collections.abc import Iterator, Sequence
from functools import cache

from reference.cder import levenshtein
from reference.edits import operations

Words = list[str]
Shift = tuple[int, int, int]  # start, length, and target in what is left


def run_length(words: Sequence[str], start: int, others: Sequence[str], place: int) -> int:
    """Count how many words from two places on are the same."""
    length = 0
    for own, other in zip(words[start:], others[place:], strict=False):
        if own != other:
            break
        length += 1
    return length


def moves(words: Words, reference: Words) -> Iterator[tuple[Words, Shift]]:
    """Yield every move of a run to the place where it stands in the reference, and the words after it."""
    for start in range(len(words)):
        for place in range(len(reference)):
            length = run_length(words, start, reference, place)
            if length and start != place:
                rest = words[:start] + words[start + length :]
                moved = rest[:place] + words[start : start + length] + rest[place:]
                yield moved, (start, length, min(place, len(rest)))


def shifted(words: Words, reference: Words) -> tuple[Words, list[Shift]]:
    """Take the best move as long as one helps: the least distance, then the greatest list of words.

    The rate is carried along by subtraction, so that where this rounds up, one more move is taken.
    """
    distance = cache(lambda moved: levenshtein(moved, reference))  # many moves lead to the same words
    rate, shifts = distance(tuple(words)) / len(reference), list[Shift]()
    while True:
        gains = [
            (rate - distance(tuple(moved)) / len(reference), moved, shift)
            for moved, shift in moves(words, reference)
        ]
        best = max(gains, key=lambda candidate: candidate[:2], default=(0.0, words, (0, 0, 0)))
        if best[0] <= 0:
            return words, shifts
        gain, words, shift = best
        rate -= gain
        shifts.append(shift)


def shift_cost(original: Words, moved: Words) -> float:
    """Add up the mean word length of every run that now stands further right."""
    cost, start = 0.0, 0
    while start < len(original):
        length = 1
        if original[start] != moved[start] and original[start] in moved[start + 1 :]:
            length = run_length(original, start, moved, moved.index(original[start], start + 1))
            cost += sum(map(len, original[start : start + length])) / length
        start += length
    return cost


def character_score(hypothesis: Words, reference: Words) -> list[float]:
    """Return [score, character edits, shift cost, characters of the output]."""
    output, target = " ".join(hypothesis), " ".join(reference)
    if hypothesis == reference:
        return [0.0, 0.0, 0.0, float(len(output))]
    if not hypothesis or not reference:
        return [1.0, float(max(len(output), len(target))), 0.0, float(len(output))]
    words, _ = shifted(hypothesis, reference)
    cost, edits = shift_cost(hypothesis, words), levenshtein(" ".join(words), target)
    return [min(1.0, (edits + cost) / len(output)), float(edits), cost, float(len(output))]


def character_row(hypothesis: Words, references: Sequence[Words]) -> list[float]:
    """Return [score, 1, character edits, shift cost, characters] with the reference of the least score."""
    score, *parts = min(
        (character_score(hypothesis, reference) for reference in references), key=lambda row: row[0]
    )
    return [score, 1.0, *parts]


def character_alignment(hypothesis: Words, references: Sequence[Words]) -> tuple[int, str, list[Shift]]:
    """Return the place of the best reference, the operations on characters after the moves, and the moves."""
    scores = [character_score(hypothesis, reference)[0] for reference in references]
    place = scores.index(min(scores))
    both = hypothesis and references[place]
    words, shifts = shifted(hypothesis, references[place]) if both else (hypothesis, [])
    return place, operations(" ".join(words), " ".join(references[place])), shifts
