"""CDER for one segment (Leusch, Ueffing and Ney 2006): the edit distance with jumps inside the output."""

from collections.abc import Sequence

from reference.jumps import Rules, Way, cheapest_way


def levenshtein(first: Sequence[object], second: Sequence[object]) -> int:
    """Return the least number of insertions, deletions and replacements that turn one into the other."""
    row = list(range(len(second) + 1))
    for number, own in enumerate(first, start=1):
        corner, row[0] = row[0], number
        for place, other in enumerate(second, start=1):
            corner, row[place] = row[place], min(corner + (own != other), row[place] + 1, row[place - 1] + 1)
    return row[-1]


def replacement(word: str, other: str, characters: bool) -> float:
    """Return the price of one word for another: 1, or their share of different characters."""
    if word == other:
        return 0
    return levenshtein(word, other) / max(len(word), len(other)) if characters else 1


def cder_distance(
    hypothesis: Sequence[str], reference: Sequence[str], *, cicada: bool, characters: bool
) -> float:
    """Fill the matrix row by row; after each word of the reference any cell is one jump from the cheapest."""
    places = range(1, len(hypothesis) + 1)
    row: list[float] = [0, *(place if cicada else 1 for place in places)]
    for word in reference:
        following = [row[0] + 1]
        for place in places:
            replaced = row[place - 1] + replacement(word, hypothesis[place - 1], characters)
            following.append(min(replaced, row[place] + 1, following[-1] + 1))
        jump = min(following) + 1
        row = [min(cost, jump) for cost in following]
    return row[-1]


def cder_row(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], *, cicada: bool, characters: bool
) -> list[float]:
    """Return [distance to the nearest reference, mean reference length]."""
    distances = [
        cder_distance(hypothesis, reference, cicada=cicada, characters=characters) for reference in references
    ]
    return [float(min(distances)), sum(map(len, references)) / len(references)]


def cder_alignment(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], *, cicada: bool, characters: bool
) -> tuple[int, Way]:
    """Return the place of the nearest reference, the first of equals, and the cheapest way to it."""
    rules = Rules(
        *(1, 1, 1, 1),
        replacement=lambda own, other: replacement(other, own, characters),
        jumps=lambda token: True,
        cheapest=lambda row: row.index(min(row)),
        rising=cicada,
    )
    ways = [cheapest_way(hypothesis, reference, 0, rules) for reference in references]
    place = min(range(len(ways)), key=lambda at: ways[at].cost)
    return place, ways[place]
