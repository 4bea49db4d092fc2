"""What a plug-in is asked and what it answers: a request a segment, and a score, error spans, or the reason for none.

Answers come from other programs and from files of earlier runs, so that all of them are checked here. Places of spans
are code points of the text on their side, the end exclusive, as in human judgements; -1 where an error has no place.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import InputError

SIDES = ("target", "source", "missing")
INPUTS = ("source", "reference", "hypothesis")
Scale = tuple[float, float]  # the ends, infinite where there is none
ANY_SCORE: Scale = (-math.inf, math.inf)
# Of an end of a scale: cosines in single precision, and sums of them, pass 1 by less
SLACK = 1e-4
LONGEST_REASON = 500  # characters of why there is no score
QUOTED = 120  # characters of a strange line that a message shows


@dataclass(frozen=True)
class Request:
    """One output to be scored; what the plug-in does not read is None."""

    hypothesis: str
    source: str | None = None
    reference: str | None = None
    languages: tuple[str, str] = ("", "")

    def key(self, identity: str) -> str:
        """Return the hash of all that decides the answer: the plug-in as signatures name it, and the texts."""
        parts = [identity, self.hypothesis, self.source, self.reference, *self.languages]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def message(self, number: int) -> dict[str, Any]:
        """Return the request as a program reads it."""
        texts = {name: getattr(self, name) for name in INPUTS}
        languages = dict(zip(("source_language", "target_language"), self.languages, strict=True))
        return {
            "id": str(number),
            **{name: text for name, text in texts.items() if text is not None},
            **languages,
        }

    def __len__(self) -> int:
        return sum(len(text) for text in (self.hypothesis, self.source, self.reference) if text is not None)


@dataclass(frozen=True)
class MarkedSpan:
    """One error that a plug-in marks."""

    start: int
    end: int
    severity: str
    category: str = ""
    side: str = "target"


@dataclass(frozen=True)
class Scored:
    """What a plug-in says of one output: a score, or why there is none."""

    score: float | None
    reason: str = ""  # why there is no score
    cut: tuple[str, ...] = ()  # the texts that were too long and lost their end
    spans: tuple[MarkedSpan, ...] = ()


def read_answer(line: Mapping[str, Any], request: Request, who: str, scale: Scale = ANY_SCORE) -> Scored:
    """Check what a plug-in answered, on the scale that it declares; `who` is named where it is wrong."""
    if (reason := line.get("error")) is not None:
        return Scored(None, shortened(str(reason), LONGEST_REASON) or "no reason given")
    score = line.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float) or not abs(score) <= sys.float_info.max:
        raise InputError(f"{who} answered with the score {_quoted(score)}, which is no number; {_REPAIR}")
    if not is_on_scale(score, scale):
        raise InputError(
            f"{who} answered with the score {score:g}, which is not on its scale from {scale[0]:g} to {scale[1]:g}; "
            f"{_REPAIR}"
        )
    cut = line.get("truncated", [])
    if not isinstance(cut, list) or any(name not in INPUTS for name in cut):
        raise InputError(f"{who} says that {_quoted(cut)} was truncated; name some of {', '.join(INPUTS)}")
    spans = line.get("spans", [])
    if not isinstance(spans, list):
        raise InputError(f"{who} answered with spans that are no list: {_quoted(spans)}; {_REPAIR}")
    return Scored(float(score), cut=tuple(cut), spans=tuple(_span(span, request, who) for span in spans))


_REPAIR = "the program has to be repaired, see the protocol in docs/plugins.md"


def _span(told: Any, request: Request, who: str) -> MarkedSpan:
    if not isinstance(told, dict):
        raise InputError(f"{who} answered with a span that is no object: {_quoted(told)}; {_REPAIR}")
    side, start, end = told.get("side", "target"), told.get("start", -1), told.get("end", -1)
    severity, category = told.get("severity", ""), told.get("category", "")
    text = {"target": request.hypothesis, "source": request.source}.get(side) if side in SIDES else None
    placed = start == end == -1 or (text is not None and _whole(start, end) and 0 <= start < end <= len(text))
    if side not in SIDES or not placed or not isinstance(severity, str) or not isinstance(category, str):
        raise InputError(
            f"{who} marked {_quoted(told)}, which is no part of a text of {len(request.hypothesis)} characters; "
            f"{_REPAIR}"
        )
    return MarkedSpan(start, end, severity or "error", category, side)


def _whole(*numbers: object) -> bool:
    return all(isinstance(number, int) and not isinstance(number, bool) for number in numbers)


def _quoted(value: object) -> str:
    return shortened(json.dumps(value, ensure_ascii=False, default=str))


def is_on_scale(score: float, scale: Scale) -> bool:
    """Tell whether a score is on a scale, but for what single precision rounds."""
    low, high = scale
    return low - SLACK * max(1, abs(low)) <= score <= high + SLACK * max(1, abs(high))


def shortened(text: str, most: int = QUOTED) -> str:
    """Return the beginning of a text that may be of any length."""
    return text if len(text) <= most else f"{text[:most]}…"
