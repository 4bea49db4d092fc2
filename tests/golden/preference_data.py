"""Invented preferences among five systems: how often the first of a pair won, neither did, and the second did."""

SYSTEMS = ("ash", "beech", "elm", "fir", "oak")
COUNTS = {
    ("ash", "beech"): (11, 5, 7),
    ("ash", "elm"): (14, 3, 4),
    ("ash", "fir"): (9, 8, 9),
    ("ash", "oak"): (16, 2, 3),
    ("beech", "elm"): (10, 6, 8),
    ("beech", "fir"): (6, 4, 13),
    ("beech", "oak"): (12, 7, 5),
    ("elm", "fir"): (3, 5, 12),
    ("elm", "oak"): (9, 4, 6),
    ("fir", "oak"): (15, 1, 2),
}
SPARSE = {("ash", "beech"): (2, 1, 1), ("beech", "elm"): (3, 0, 0), ("fir", "oak"): (1, 1, 2)}


def games(counts=COUNTS):
    """Return the judgements one by one: first, second, and 1, 0 or -1, mixed but always in the same order."""
    every = [
        (first, second, outcome)
        for (first, second), numbers in counts.items()
        for outcome, number in zip((1, 0, -1), numbers, strict=True)
        for _ in range(number)
    ]
    return [every[7 * place % len(every)] for place in range(len(every))]
