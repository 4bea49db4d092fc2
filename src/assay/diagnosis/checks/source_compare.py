"""What the source has and every output should have too, compared segment by segment: figures, addresses, markup."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks.figures import Figures, ascii_digits, compare_figures, figures
from assay.diagnosis.checks.markup import (
    BRACKET_SIGNS,
    QUOTE_SIGNS,
    Markup,
    balanced,
    bracket_difference,
    lost_and_added,
    markup,
    nested,
    quote_difference,
)
from assay.diagnosis.words.scripts import Points, rows_of

COMPARED = (
    *("numbers-lost", "numbers-added", "dates-lost", "dates-added", "urls-lost", "urls-added", "emails-lost"),
    *("emails-added", "tags-lost", "tags-added", "tags-nesting", "placeholders-lost", "placeholders-added"),
    *("brackets-lost", "brackets-added", "brackets-open", "quotes-lost", "quotes-added"),
)
NONE = (0,) * len(COMPARED)

DIGITS, BRACKETS, QUOTES, OTHERS, FOREIGN = 1, 2, 4, 8, 16  # signs of what a text may have


class TextParts(NamedTuple):
    """A text taken apart; most texts are bare and have neither markup nor figures."""

    text: str
    markup: Markup | None = None
    figures: Figures | None = None


@cache
def _sign_table() -> NDArray[np.uint8]:
    table = np.zeros(0x110000, dtype=np.uint8)
    table[ord("0") : ord("9") + 1] = DIGITS
    table[list(ascii_digits())] = DIGITS | FOREIGN
    table[[ord(bracket) for bracket in BRACKET_SIGNS]] = BRACKETS
    table[[ord(quote) for quote in QUOTE_SIGNS]] = QUOTES
    table[[ord(sign) for sign in "<%@{"]] |= OTHERS
    return table


def signs(column: Points) -> NDArray[np.uint8]:
    """Say which kinds of things every text may have: one look at all its characters saves many later."""
    points, lengths = column
    kinds = _sign_table()[points]
    told = np.flatnonzero(kinds)
    kinds_of = np.zeros(len(lengths), dtype=np.uint8)
    np.bitwise_or.at(kinds_of, rows_of(told, lengths), kinds[told])
    return kinds_of


def take_apart(text: str, sign: int = 255) -> TextParts:
    """Take a text apart into its markup and figures; `sign` says what need not be looked for."""
    doubled = "''" in text or "``" in text
    if sign == 0 and not doubled and "://" not in text and "www." not in text:
        return TextParts(text)
    parts = markup(text, brackets=bool(sign & BRACKETS), quotes=doubled or bool(sign & QUOTES))
    numbers = figures(parts.rest, foreign=bool(sign & FOREIGN)) if sign & DIGITS else Figures(text)
    return TextParts(text, parts, numbers)


def compare_with_source(
    source: Sequence[TextParts], outputs: Sequence[TextParts]
) -> dict[str, NDArray[np.int64]]:
    """Return for every check one count a segment."""
    rows = [
        NONE
        if (original.markup is output.markup is None)
        or original.text == output.text
        or not output.text.strip()
        else _row(original, output)
        for original, output in zip(source, outputs, strict=True)
    ]
    counts = np.array(rows, dtype=np.int64).reshape(-1, len(COMPARED))
    return {check: counts[:, place] for place, check in enumerate(COMPARED)}


def _row(source: TextParts, output: TextParts) -> tuple[int, ...]:
    """Compare one output with its source, in the order of KEPT."""
    original, translated = source.markup or Markup(source.text), output.markup or Markup(output.text)
    figures_differ = compare_figures(
        source.figures or Figures(source.text), output.figures or Figures(output.text)
    )
    tags = lost_and_added(original.tags, translated.tags)
    return (
        figures_differ.numbers_lost,
        figures_differ.numbers_added,
        figures_differ.dates_lost,
        figures_differ.dates_added,
        *lost_and_added(original.urls, translated.urls),
        *lost_and_added(original.emails, translated.emails),
        *tags,
        int(
            tags == (0, 0)
            and original.tags != translated.tags
            and nested(original.tags)
            and not nested(translated.tags)
        ),
        *lost_and_added(original.placeholders, translated.placeholders),
        *bracket_difference(original, translated),
        int(
            original.brackets != translated.brackets
            and balanced(original.brackets)
            and not balanced(translated.brackets)
        ),
        *quote_difference(original, translated),
    )
