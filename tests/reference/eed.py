"""Extended edit distance for one segment (Stanchev, Wang and Ney 2019), in the two forms of its program.

The C++ form works in single precision, looks for the cheapest cell of a row with a whole number and leaves the
first cell out of the coverage; the Python form, which torchmetrics has too, does none of this.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from math import floor

import numpy as np

from reference.jumps import Rules, Way, cheapest_way
from reference.unicode import DECIMAL

TITLES = re.compile("(Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms) .", re.DOTALL)
Number = np.float32 | np.float64


def is_decimal(ch: str) -> bool:
    """Tell whether a character is a decimal digit of any script."""
    at = bisect_right(DECIMAL, ord(ch), key=lambda ends: ends[0])
    return at > 0 and ord(ch) <= DECIMAL[at - 1][1]


def join_numbers(text: str) -> str:
    """Write "0 . 1" as "0.1"; a digit that ends one number begins no other."""
    out, at = "", 0
    while at < len(text):
        part = text[at : at + 5]
        if len(part) == 5 and part[1:4] in (" . ", " , ") and is_decimal(part[0]) and is_decimal(part[4]):
            out, at = out + part[::2], at + 5
        else:
            out, at = out + text[at], at + 1
    return out


def eed_text(text: str, *, python: bool) -> str:
    """Part stops, question and exclamation marks and commas from words, and put a blank on either side.

    The rule for titles takes any character for the full stop that it means: "Mr Bean" becomes "Mr.ean". The
    C++ form writes "e.g." for "i . e .".
    """
    text = re.sub(r"([.!?,])", r" \1", text.rstrip())
    text = TITLES.sub(r"\1.", join_numbers(re.sub(r"\s+", " ", text)))
    text = text.replace("e . g .", "e.g.").replace("i . e .", "i.e." if python else "e.g.")
    return f" {text.replace('U . S .', 'U.S.')} "


def cheapest(row: Sequence[Number], *, python: bool) -> int:
    """Return the first cell of the least cost; in the C++ form, of a cost below the next whole number."""
    least = min(row)
    return row.index(least) if python else next(at for at, cost in enumerate(row) if cost < floor(least) + 1)


def eed_score(hypothesis: str, reference: str, *, python: bool, **prices: float) -> list[float]:
    """Return [score, cost of edits and jumps, coverage, characters of the reference], all with blanks."""
    real = np.float64 if python else np.float32
    alpha, rho, deletion, insertion, substitution = (
        real(prices[name]) for name in ("alpha", "rho", "deletion", "insertion", "substitution")
    )
    row = [real(0), *(real(1) for _ in hypothesis)]
    visits = [-1] * len(row)
    for ch in reference:
        following = [row[0] + real(1)]
        for place, own in enumerate(hypothesis, start=1):
            replaced = row[place - 1] + (substitution if own != ch else real(0))
            following.append(min(following[-1] + deletion, replaced, row[place] + insertion))
        at = cheapest(following, python=python)
        visits[at] += 1
        row = [min(cost, alpha + following[at]) for cost in following] if ch == " " else following
    coverage = sum(1 if count < 0 else count for count in visits[0 if python else 1 :])
    extra = rho * real(coverage)
    score = min(1.0, float((row[-1] + extra) / (real(len(reference)) + extra)))
    return [score, float(row[-1]), float(coverage), float(len(reference))]


def eed_row(hypothesis: str, references: Sequence[str], *, python: bool, **prices: float) -> list[float]:
    """Return [score, 1, edits and jumps, coverage, characters] with the reference of the least score."""
    output = eed_text(hypothesis, python=python)
    texts = [eed_text(reference, python=python) for reference in references]
    score, *parts = min(
        (eed_score(output, text, python=python, **prices) for text in texts), key=lambda row: row[0]
    )
    return [score, 1.0, *parts]


def eed_alignment(
    hypothesis: str, references: Sequence[str], *, python: bool, **prices: float
) -> tuple[int, Way]:
    """Return the place of the reference of the least score, and the cheapest way to it; coverage is not in it."""
    output = eed_text(hypothesis, python=python)
    texts = [eed_text(reference, python=python) for reference in references]
    scores = [eed_score(output, text, python=python, **prices)[0] for text in texts]
    place = scores.index(min(scores))
    real = np.float64 if python else np.float32
    rules = Rules(
        insertion=real(prices["deletion"]),  # the programs' deletion is a character of the output too many
        deletion=real(prices["insertion"]),
        edge=real(1),
        jump=real(prices["alpha"]),
        replacement=lambda own, other: real(prices["substitution"]),
        jumps=lambda token: token == " ",
        cheapest=lambda row: cheapest(row, python=python),
    )
    return place, cheapest_way(output, texts[place], real(0), rules)
