"""Answers of judges to scores and spans; an answer that is not what was asked for gives none, and says why.

The rules of a number, of stars and of an error list are those of GEMBA's parser (Kocmi and Federmann 2023), against
whose results they are tested: two different numbers are no score, an error list counts its first five errors from
critical to minor with 25, 5 and 1, at most 25, and what is no translation is critical.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.plugins.requests import MarkedSpan, Request, Scored

REFUSED, UNREADABLE = "refused", "not understood"
WEIGHTS = {"critical": 25, "major": 5, "minor": 1}
MOST_ERRORS, MOST_PENALTY = 5, 25
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")
_OUT_OF = re.compile(r"\s*/\s*100\b")
_STARS = ("one", "two", "three", "four", "five")
_NAMED_STARS = re.compile(rf"\b(\d+|{'|'.join(_STARS)})[\s-]*stars?\b", re.IGNORECASE)
_HEADING = re.compile(
    r"^\W*(critical|major|minor)\W*:\W*$|^\W*(critical|major|minor)\s*:\s*(.+)$", re.IGNORECASE
)
_NO_ERROR = re.compile(r"^\W*no[\s-]*errors?\W*$", re.IGNORECASE)
_QUOTE = re.compile('["“”„«»](.+)["“”„«»]')
_SCORE_LINE = re.compile(r"^\W*score\W*[:=]\s*(.+)$", re.IGNORECASE | re.MULTILINE)
_REFUSAL = re.compile(
    r"\b(?:i(?:'|’)?m sorry|i am sorry|i can(?:no|')t|i can’t|i am unable|i(?:'|’)m unable|as an ai)\b",
    re.IGNORECASE,
)


def read_text(style: str, text: str, request: Request) -> Scored:
    """Read an answer of a style; without a score, the reason is a refusal or that it is not understood."""
    spans: tuple[MarkedSpan, ...] = ()
    score: float | None
    if style == "mqm":
        errors = read_errors(text)
        score = None if errors is None else 100 - 4 * penalty(errors)
        spans = tuple(_spans(errors or [], request))
    elif style == "esa":
        errors = read_errors(_SCORE_LINE.sub("", text))
        score = read_number(" ".join(_SCORE_LINE.findall(text))) if errors is not None else None
        spans = tuple(_spans(errors or [], request)) if score is not None else ()
    else:
        score = read_stars(text) if style == "stars" else read_number(text)
    if score is None:
        return Scored(None, REFUSED if _REFUSAL.search(text) else UNREADABLE)
    return Scored(float(score), spans=spans)


def read_number(text: str, low: float = 0, high: float = 100) -> float | None:
    """Return the one number of a text, if it is on the scale."""
    numbers = _NUMBER.findall(_OUT_OF.sub("", text))
    if len(numbers) != 1 or not low <= float(numbers[0]) <= high:
        return None
    return float(numbers[0])


def read_stars(text: str) -> float | None:
    """Return how many stars a text gives, from 1 to 5."""
    drawn = re.search(r"[*★]+", text)
    named = _NAMED_STARS.search(text)
    if named:
        word = named[1].lower()
        stars = _STARS.index(word) + 1 if word in _STARS else int(word)
    elif drawn:
        stars = len(drawn[0])
    else:
        number = read_number(text)
        stars = int(number) if number is not None and number == int(number) else 0
    return float(stars) if 1 <= stars <= 5 else None


def read_errors(text: str) -> list[tuple[str, str]] | None:
    """Return severity and description of all errors, critical ones first; None where there is no list at all."""
    severity, errors, headed = "", [], False
    for line in text.splitlines():
        heading = _HEADING.match(line.strip())
        if heading:
            severity, headed = (heading[1] or heading[2]).lower(), True
        told = (line if not heading else heading[3] or "").strip().removeprefix("-").removeprefix("*").strip()
        if told and headed and not _NO_ERROR.match(told):
            errors.append(("critical" if "non-translation" in told.lower() else severity, told))
    ranks = list(WEIGHTS)
    return sorted(errors, key=lambda error: ranks.index(error[0])) if headed else None


def penalty(errors: list[tuple[str, str]]) -> int:
    """Return what the first errors cost, up to the most that counts."""
    return min(sum(WEIGHTS[severity] for severity, _ in errors[:MOST_ERRORS]), MOST_PENALTY)


def _spans(errors: list[tuple[str, str]], request: Request) -> Iterator[MarkedSpan]:
    """Find the words that errors quote, in the output or in the source; each occurrence is taken once."""
    taken: set[tuple[str, int]] = set()
    for severity, told in errors:
        category = re.split(r"\s+[-–—:]\s+", told, maxsplit=1)[0].strip()
        quoted = _QUOTE.search(told)
        side, start = _place(quoted[1], request, taken) if quoted else ("target", -1)
        taken.add((side, start))
        end = start + len(quoted[1]) if quoted and start >= 0 else -1
        yield MarkedSpan(start, end, severity, category if len(category) < 60 else "", side)


def _place(words: str, request: Request, taken: set[tuple[str, int]]) -> tuple[str, int]:
    for side, text in (("target", request.hypothesis), ("source", request.source or "")):
        start = text.find(words)
        while start >= 0 and (side, start) in taken:
            start = text.find(words, start + 1)
        if start >= 0:
            return side, start
    return "target", -1
