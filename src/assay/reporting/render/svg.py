"""What figures are drawn with: scales with round marks, axes, legends and labels, written as SVG.

Shapes have attributes and no style, which the policy of a page does not allow. Text and axes take the colour of the
page (`currentColor`), so that a figure can be read on any background. Widths of text are those of DejaVu Sans, one of
the widest fonts that a browser may take for `system-ui`: what fits by them fits everywhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import takewhile

from assay.reporting.render.cells import visible, width

INK, GREY = "currentColor", "#8a8f98"
SMALL, SIZE = 11, 12  # of letters, in pixels
# Of most figures: the room in a card of a page, and on a telephone
WIDTH = 350
# Letters of a wider picture would be too small if it shrank to a card of the page
WIDE = 380
LABELS = 120  # the widest label beside or below a figure
LINE = 18  # from one line of text to the next
# How full letters are that stand back: marks of axes, titles of axes, notes
QUIET = 0.72
# Widths of the characters from blank to ~ in DejaVu Sans 2.37, in hundredths of the size of the font; other letters are
# taken for as wide as its widest common ones, Chinese, Japanese and Korean for squares.
# fmt: off
_WIDTHS = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
    84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99,
    69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52,
    39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)
# fmt: on
_OTHER, _SQUARE = 84, 100
_MARKS = {"…": 100, "—": 100, "–": 50, "·": 32}
_NOTHING = 1e-200  # numbers this close are one number


@dataclass(frozen=True)
class Axis:
    """Numbers from `low` to `high` laid over the picture from `start` to `stop`, with a mark at each `step`."""

    low: float
    high: float
    start: float
    stop: float
    step: float

    def at(self, value: float) -> float:
        """Return the place of a number in the picture."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)

    @property
    def marks(self) -> list[float]:
        """Return the round numbers on the scale."""
        first, last = math.ceil(self.low / self.step - 1e-6), math.floor(self.high / self.step + 1e-6)
        return [number * self.step for number in range(first, last + 1)]

    def label(self, mark: float) -> str:
        """Write a mark with the digits that the step needs."""
        if not 1e-6 <= self.step < 1e9:
            return f"{mark:.3g}".replace("-", "−")
        digits = max(0, -math.floor(math.log10(self.step * 1.000001)))
        return f"{mark:z,.{digits}f}".replace("-", "−")


def scale(
    values: Iterable[float | None],
    over: tuple[float, float],
    *,
    most: int = 6,
    margin: float | None = None,
    least: float = 0,
) -> Axis:
    """Make a scale that holds all values, with about `most` marks, no closer than `least`.

    It begins and ends at a mark, or with a margin, as a share of the whole, before the lowest and after the
    highest value.
    """
    known = [value for value in values if value is not None and drawable(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if high - low <= max(_NOTHING, 1e-12 * max(abs(low), abs(high))):
        room = 0.05 * abs(low) if abs(low) > _NOTHING else 1.0
        low, high = low - room, high + room
    step = max(_round_step((high - low) / most), least)
    if margin is None:
        low, high = step * math.floor(low / step + 1e-6), step * math.ceil(high / step - 1e-6)
    else:
        low, high = low - margin * (high - low), high + margin * (high - low)
    return Axis(low, high, *over, step)


def drawable(*values: float | None) -> bool:
    """Tell whether all numbers are known and have a place on some scale."""
    return all(value is not None and abs(value) < 1e300 for value in values)


def _round_step(raw: float) -> float:
    """Return the next of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(raw))
    return next((power * factor for factor in (1, 2, 5) if raw <= power * factor * 1.000001), power * 10)


def picture(parts: Iterable[str], size: tuple[float, float], *, scrolled: bool = True) -> str:
    """Put parts together to a picture that shrinks with the page, or that the page scrolls if it is a wide one.

    One that has a narrow twin need not be scrolled.
    """
    inside = "".join(parts)
    width, height = map(_number, size)
    kind = ' class="wide"' if scrolled and size[0] > WIDE else ""
    return (
        f'<svg{kind} xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" fill="{INK}" font-family="system-ui, sans-serif" font-size="{SIZE}">{inside}</svg>'
    )


def shape(name: str, inside: str = "", /, **attributes: str | float) -> str:
    """Write a shape; `stroke_width=2` is the attribute `stroke-width`."""
    written = "".join(f' {key.replace("_", "-")}="{_number(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def line(start: tuple[float, float], stop: tuple[float, float], **attributes: str | float) -> str:
    """Write a straight line, of the page's colour unless said otherwise."""
    ends = {"x1": start[0], "y1": start[1], "x2": stop[0], "y2": stop[1]}
    return shape("line", **ends, **{"stroke": INK, **attributes})


def box(
    low: tuple[float, float], high: tuple[float, float], inside: str = "", /, **attributes: str | float
) -> str:
    """Write a rectangle by two opposite corners."""
    x, y = min(low[0], high[0]), min(low[1], high[1])
    size = {"width": abs(high[0] - low[0]), "height": abs(high[1] - low[1])}
    return shape("rect", inside, x=x, y=y, **size, **attributes)


def text(words: str, at: tuple[float, float], limit: float = math.inf, /, **attributes: str | float) -> str:
    """Write words on a line; what is longer than the limit is cut, and shown whole under the mouse."""
    size = float(attributes.get("font_size", SIZE))
    short = cut(words, limit, size)
    whole = tip(words) if short != words else ""
    return shape("text", plain(short) + whole, x=at[0], y=at[1], **attributes)


def tip(words: str) -> str:
    """Return what the mouse shows over the shape that this stands in."""
    return f"<title>{plain(words)}</title>"


def plain(words: str) -> str:
    """Escape words, and write as escapes what no SVG can hold."""
    return escape(visible(words).encode("utf-8", "backslashreplace").decode("utf-8"))


def wide(words: str, size: float = SIZE) -> float:
    """Return the width of words in pixels, or more."""
    return sum(map(_letter, visible(words))) * size / 100


def _letter(character: str) -> int:
    if " " <= character <= "~":
        return _WIDTHS[ord(character) - 32]
    return _MARKS.get(character) or (0, _OTHER, _SQUARE)[width(character)]


def cut(words: str, limit: float, size: float = SIZE) -> str:
    """Shorten words to a width; an ellipsis says so."""
    if wide(words, size) <= limit:
        return words
    kept = next(
        (words[:end] for end in range(len(words) - 1, 0, -1) if wide(words[:end] + "…", size) <= limit), ""
    )
    return kept.rstrip() + "…"


def cut_names(names: Iterable[str], limit: float, size: float = SIZE) -> dict[str, str]:
    """Shorten names to a width so that no two look alike.

    They are cut at the end, else in the middle, else what all begin with is left out, else they are numbered.
    """
    whole = list(dict.fromkeys(names))
    alike = len(_common_start(whole))
    for shorten in (cut, _cut_middle, partial(_cut_start, alike)):
        short = {name: shorten(name, limit, size) for name in whole}
        if len(set(short.values())) == len(whole):
            return short
    return {
        name: f"{cut(name, limit - 4 * size, size)} #{place}" for place, name in enumerate(whole, start=1)
    }


def label(name: str, short: Mapping[str, str], at: tuple[float, float], **attributes: str | float) -> str:
    """Write a name as `cut_names` shortened it; the whole of it is shown under the mouse."""
    whole = tip(name) if short[name] != name else ""
    return shape("text", plain(short[name]) + whole, x=at[0], y=at[1], **attributes)


def _cut_middle(words: str, limit: float, size: float) -> str:
    """Leave out the middle of words, so that beginning and end are seen."""
    if wide(words, size) <= limit:
        return words
    for kept in range(len(words) - 1, 1, -1):
        short = f"{words[: (kept + 1) // 2]}…{words[len(words) - kept // 2 :]}"
        if wide(short, size) <= limit:
            return short
    return "…"


def _common_start(names: Sequence[str]) -> str:
    """Return what all names begin with, up to the end of a word."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return re.sub(r"\w+$", "", "".join(letters[0] for letters in alike)) if len(names) > 1 else ""


def _cut_start(start: int, words: str, limit: float, size: float) -> str:
    """Leave out how words begin, and their end if need be."""
    return words if wide(words, size) <= limit else cut("…" + words[start:], limit, size)


def across(on: Axis, top: float, bottom: float, title: str = "", width: float = WIDTH) -> Iterator[str]:
    """Draw an axis that lies flat, below its figure: light lines at round numbers, and a title below them.

    Where numbers would touch, every other one is left out; none leaves a picture of this width.
    """
    low, high = sorted((on.start, on.stop))
    widest = max((wide(on.label(mark), SMALL) for mark in on.marks), default=0)
    apart = abs(on.at(on.step) - on.at(0)) or 1.0
    every = max(1, math.ceil((widest + 8) / apart))
    for place, mark in enumerate(on.marks):
        x = on.at(mark)
        yield line((x, top), (x, bottom), stroke=GREY, stroke_opacity=0.25)
        if place % every == 0:
            yield quiet(on.label(mark), (x, bottom + 15), (0, width))
    if title:
        short = cut(title, width, SMALL)
        yield quiet(short, ((low + high) / 2, bottom + 31), (0, width))


def quiet(
    words: str, middle: tuple[float, float], within: tuple[float, float], **attributes: str | float
) -> str:
    """Write words that stand back around a place, moved so that they stay between two bounds."""
    half = wide(words, SMALL) / 2
    x = min(max(middle[0], within[0] + half), max(within[1] - half, within[0] + half))
    looks: dict[str, str | float] = {"text_anchor": "middle", "font_size": SMALL, "fill_opacity": QUIET}
    return text(words, (x, middle[1]), **{**looks, **attributes})


def upright(on: Axis, left: float, right: float) -> Iterator[str]:
    """Draw an axis that stands, on the left of its figure: light lines at round numbers."""
    for mark in on.marks:
        y = on.at(mark)
        yield line((left, y), (right, y), stroke=GREY, stroke_opacity=0.25)
        yield text(on.label(mark), (left - 6, y + 4), text_anchor="end", font_size=SMALL, fill_opacity=QUIET)


def room(on: Axis) -> float:
    """Return the width of the longest mark of a scale."""
    return max((wide(on.label(mark), SMALL) for mark in on.marks), default=0)


def legend(entries: Sequence[tuple[str, str]], at: tuple[float, float], limit: float) -> tuple[str, float]:
    """Write samples and their words below a figure, in lines no longer than the limit; return the height as well."""
    parts, (x, y) = [], at
    short = cut_names((words for _, words in entries), min(1.5 * LABELS, limit - 34), SMALL)
    for sample, words in entries:
        size = 22 + wide(short[words], SMALL) + 12
        if x > at[0] and x + size > at[0] + limit + 12:
            x, y = at[0], y + LINE
        parts.append(shape("g", sample, transform=f"translate({_number(x)} {_number(y)})"))
        parts.append(label(words, short, (x + 22, y + 11), font_size=SMALL))
        x += size
    return "".join(parts), y + LINE - at[1] if entries else 0


def lines_of(words: str, limit: float, size: float = SMALL) -> list[str]:
    """Part words into lines of a width; a word that is wider is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer, size) <= limit:
            lines[-1] = longer
        else:
            lines.append(cut(word, limit, size))
    return [line for line in lines if line]


def note(words: str, top: float, limit: float, left: float = 0) -> tuple[str, float]:
    """Write a sentence below a figure, in lines no longer than the limit; return the height as well."""
    lines = lines_of(words, limit)
    parts = [
        text(words, (left, top + 11 + 15 * place), font_size=SMALL, fill_opacity=QUIET)
        for place, words in enumerate(lines)
    ]
    return "".join(parts), 15 * len(lines) + 3 * bool(lines)


Area = tuple[float, float, float, float]  # left, top, right, bottom


class Labels:
    """Words beside points: each stands where nothing else does, or is left out."""

    def __init__(
        self, inside: Area, taken: Iterable[Area] = (), points: Iterable[tuple[float, float]] = ()
    ) -> None:
        """Keep words within an area, off what is there already, and nearer to their own point than to any other."""
        self._inside, self._taken, self._points = inside, list(taken), list(points)
        self.left_out = 0

    def beside(self, words: str, point: tuple[float, float], limit: float = LABELS) -> str:
        """Write words on the right of a point, else on the left, above or below."""
        short = cut(words, limit, SMALL)
        length, (x, y) = wide(short, SMALL), point
        for left, base in (
            *((x + 7, y - 4), (x + 7, y + 11), (x - 7 - length, y - 4), (x - 7 - length, y + 11)),
            *((x - length / 2, y - 9), (x - length / 2, y + 17)),
        ):
            area = (left, base - 9, left + length, base + 2)
            if self._free(area) and self._belongs(area, point):
                self._taken.append(area)
                return text(words, (left, base), limit, font_size=SMALL)
        self.left_out += 1
        return ""

    def _belongs(self, area: Area, point: tuple[float, float]) -> bool:
        own = _distance(area, point)
        return all(own < _distance(area, other) for other in self._points if other != point)

    def _free(self, area: Area) -> bool:
        left, top, right, bottom = self._inside
        within = left <= area[0] and top <= area[1] and area[2] <= right and area[3] <= bottom
        return within and not any(_overlap(area, other) for other in self._taken)


def around(point: tuple[float, float], radius: float = 4) -> Area:
    """Return the area of a point."""
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius


def _distance(area: Area, point: tuple[float, float]) -> float:
    left, top, right, bottom = area
    return math.hypot(max(left - point[0], 0, point[0] - right), max(top - point[1], 0, point[1] - bottom))


def _overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _number(value: str | float) -> str:
    return (
        value
        if isinstance(value, str)
        else f"{value:z.1f}".removesuffix(".0")
        if abs(value) >= 1 or not value
        else f"{value:.3g}"
    )
