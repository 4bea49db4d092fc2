"""Numbers, dates and times of two texts compared, whatever the habits of their languages.

A number is the set of values it may stand for: 1.234 is a thousand and something or one and something, 1.234,5 and
1,234.5 and 1 234,5 are one number, and digits of other scripts are digits. Two match when they may be the same.
Dates in figures match in any order of their parts that makes a date; a month that is written out leaves day and
year to compare. Times match over 12 and 24 hours. Numbers up to 12 may be written out, and words such as million
stand for zeros. A sign before a number is not read: a hyphen is too often none.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TypeVar

import numpy as np

from assay.diagnosis.checks.number_words import scaled, written_out

Values = frozenset[str]
Item = TypeVar("Item")

# Figures of a segment that are paired one by one; the time goes with their square
MOST = 300
SPACES = " \u00a0\u2009\u202f\u2007"
GROUPED = rf"\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?!\d)(?:[.,]\d+)?"
NUMBER = re.compile(rf"(?<!\d){GROUPED}|\d+(?:[.,٬٫]\d+|['’]\d{{3}}(?!\d))*")
# A digit comes first, which the search is fast for; what stands before it is looked at behind it
DATE = re.compile(r"(\d(?<![\d.,/-]\d)\d{0,3})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{1,2})(?!\d|[-/.,]\d)")
HOUR_SIGN = r"(?:(?P<half>[AaPp])\.?\s?[Mm]\b\.?|(?:[Uu]hr\b|hod\b\.?|[Hh](?![^\W\d_])))"
TIME = re.compile(
    r"(?P<hour>\d(?<![\d.,:]\d)\d?)(?:"
    r":(?P<minute>[0-5]\d)(?P<second>:[0-5]\d)?(?![\d:])(?:\s?" + HOUR_SIGN.replace("half", "late") + ")?"
    r"|(?:\.(?P<point>[0-5]\d))?\s?" + HOUR_SIGN + r"(?:\s?(?P<past>[0-5]\d)(?!\d))?"
    r")"
)


@cache
def ascii_digits() -> dict[int, str]:
    """Return the digits of other scripts, by code point, as those of ours."""
    others = np.arange(0x660, 0x1FBFA, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return {ord(digit): str(unicodedata.digit(digit)) for digit in re.findall(r"\d", others)}


@dataclass(frozen=True)
class Figures:
    """The numbers, dates and times of a text; a date is its possible year-month-day, a time minutes from midnight."""

    text: str = ""
    numbers: tuple[str, ...] = ()
    dates: tuple[Values, ...] = ()
    times: tuple[Values, ...] = ()


@dataclass
class _Left:
    """What has found no partner yet on one side."""

    text: str
    numbers: list[str] = field(default_factory=list)
    dates: list[Values] = field(default_factory=list)
    times: list[Values] = field(default_factory=list)


def figures(text: str, *, foreign: bool = True) -> Figures:
    """Read the figures of a text; `foreign` says that there may be digits of other scripts."""
    plain = text.translate(ascii_digits()) if foreign and not text.isascii() else text
    dates: list[Values] = []
    times: list[Values] = []
    plain = DATE.sub(lambda match: _taken(match, _date_values(match), dates), plain)
    plain = TIME.sub(lambda match: _taken(match, _time_values(match), times), plain)
    return Figures(text, tuple(NUMBER.findall(plain)), tuple(dates), tuple(times))


def _taken(match: re.Match[str], values: Values, into: list[Values]) -> str:
    """Take what was found out of the text, unless it is no such thing after all."""
    if not values:
        return match[0]
    into.append(values)
    return " "


@lru_cache(maxsize=1 << 16)
def values(number: str) -> Values:
    """Return the values that a written number may stand for."""
    plain = re.sub(rf"[{SPACES}'’٬]", "", number).replace("٫", ".")
    commas, dots = plain.count(","), plain.count(".")
    if not commas and not dots:
        return frozenset([_normal(plain)])
    if commas and dots:
        return frozenset([_mixed(plain)])
    whole, *parts = re.split("[.,]", plain)
    if len(parts) > 1:
        grouped = (
            1 <= len(whole) <= 3 and len(parts[-1]) == 3 and {len(part) for part in parts[:-1]} <= {2, 3}
        )
        return frozenset([_normal(whole + "".join(parts))] if grouped else [plain.replace(",", ".")])
    readings = {_normal(f"{whole}.{parts[0]}")}
    if len(parts[0]) == 3 and 1 <= len(whole) <= 3 and whole.strip("0"):
        readings.add(_normal(whole + parts[0]))
    return frozenset(readings)


def _mixed(plain: str) -> str:
    """Read a number with both signs: the last one parts off the fraction, if it stands there once."""
    last = max(plain.rfind(","), plain.rfind("."))
    if plain.count(plain[last]) > 1:
        return _normal(re.sub("[.,]", "", plain))
    return _normal(re.sub("[.,]", "", plain[:last]) + "." + plain[last + 1 :])


def _normal(number: str) -> str:
    whole, dot, part = number.partition(".")
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{part}" if dot and part else "")


def _date_values(match: re.Match[str]) -> Values:
    first, _, second, last = match.groups()
    if len(first) == 4:
        return frozenset(_dates([first], [(second, last)])) if len(last) <= 2 else frozenset()
    if len(first) > 2 or len(last) == 1:
        return frozenset()
    years = [last] if len(last) == 4 else [f"19{last}", f"20{last}"]
    return frozenset(_dates(years, [(first, second), (second, first)]))


def _dates(years: Sequence[str], orders: Sequence[tuple[str, str]]) -> list[str]:
    return [
        f"{year}-{int(month)}-{int(day)}"
        for year in years
        for month, day in orders
        if 1 <= int(month) <= 12 and 1 <= int(day) <= 31
    ]


def _time_values(match: re.Match[str]) -> Values:
    hour = int(match["hour"])
    minute = int(match["minute"] or match["point"] or match["past"] or 0)
    half = (match["half"] or match["late"] or "").lower()
    if hour > 24 or (half and hour > 12):
        return frozenset()
    if half:
        hours = [hour % 12 + (12 if half == "p" else 0)]
    else:
        either = 1 <= hour <= 12 and not match["hour"].startswith("0")
        hours = [hour % 24, (hour + 12) % 24] if either else [hour % 24]
    return frozenset(f"{60 * possible + minute}{match['second'] or ''}" for possible in hours)


@dataclass(frozen=True)
class FigureDifference:
    """How many figures of the first text the second has lost, and how many it has added."""

    numbers_lost: int = 0
    numbers_added: int = 0
    dates_lost: int = 0
    dates_added: int = 0


SAME = FigureDifference()


def compare_figures(first: Figures, second: Figures) -> FigureDifference:
    """Say what of the figures of a text is lost in another, and what is added."""
    if (first.numbers, first.dates, first.times) == (second.numbers, second.dates, second.times):
        return SAME
    if _are_many(first, second):
        return _coarse(first, second)
    left, right = _unpaired(first, second)
    return FigureDifference(
        len(left.numbers),
        len(right.numbers),
        len(left.dates) + len(left.times),
        len(right.dates) + len(right.times),
    )


def unpaired_figures(first: Figures, second: Figures) -> tuple[tuple[list[str], list[str]], ...]:
    """Return the numbers, and the dates and times, that only one of two texts has; of long lists of figures, none."""
    if _are_many(first, second):
        return ([], []), ([], [])
    sides = _unpaired(first, second)
    return tuple((side.numbers, [*map(_date, side.dates), *map(_time, side.times)]) for side in sides)


def _date(date: Values) -> str:
    return min(date)


def _time(time: Values) -> str:
    hour, minute = divmod(int(min(time).partition(":")[0]), 60)
    return f"{hour}:{minute:02d}"


def _are_many(first: Figures, second: Figures) -> bool:
    return sum(len(side.numbers + side.dates + side.times) for side in (first, second)) > MOST


def _unpaired(first: Figures, second: Figures) -> tuple[_Left, _Left]:
    """Return what has no partner on the other side."""
    left, right = (
        _Left(side.text, list(side.numbers), list(side.dates), list(side.times)) for side in (first, second)
    )
    _pair_up(left.dates, right.dates, lambda a, b: bool(a & b))
    _pair_up(left.times, right.times, lambda a, b: bool(a & b))
    _pair_up(left.numbers, right.numbers, lambda a, b: bool(values(a) & values(b)))
    if left.numbers or right.numbers or left.dates or right.dates or left.times or right.times:
        _second_look(left, right)
    return left, right


def _coarse(first: Figures, second: Figures) -> FigureDifference:
    """Compare two long lists of figures, such as tables of numbers, in one go and without a second look."""
    sides = [
        (Counter(min(values(number)) for number in side.numbers), Counter(map(min, side.dates + side.times)))
        for side in (first, second)
    ]
    (numbers, dates), (others, days) = sides
    return FigureDifference(
        (numbers - others).total(), (others - numbers).total(), (dates - days).total(), (days - dates).total()
    )


def _second_look(left: _Left, right: _Left) -> None:
    """Pair what is written in another way: dates with months in words, parts of times, numbers in words."""
    for side, across in ((left, right), (right, left)):
        side.dates = [date for date in side.dates if not _spelled_date(date, across.numbers)]
        side.times = [time for time in side.times if not _spelled_time(time, across)]
    for side, across in ((left, right), (right, left)):
        side.numbers = [number for number in side.numbers if not _two_numbers(number, across.numbers)]
    _pair_up(left.numbers, right.numbers, lambda a, b: _scaled(a, b, left.text, right.text))
    for side, across in ((left, right), (right, left)):
        side.numbers = [
            number for number in side.numbers if not any(written_out(v, across.text) for v in values(number))
        ]


def _pair_up(left: list[Item], right: list[Item], same: Callable[[Item, Item], bool]) -> None:
    """Take pairs that are the same out of both lists, each from the left."""
    for item in list(left):
        for place, candidate in enumerate(right):
            if same(item, candidate):
                left.remove(item)
                del right[place]
                break


def _scaled(a: str, b: str, text_a: str, text_b: str) -> bool:
    return any(scaled(x, y, text_a) or scaled(y, x, text_b) for x in values(a) for y in values(b))


def _two_numbers(number: str, across: list[str]) -> bool:
    """Find the parts of a number with blanks among numbers, for it may have been several, and take them out."""
    parts = re.split(f"[{SPACES}]", number)
    if len(parts) == 1:
        return False
    left = list(across)
    for part in parts:
        place = _place(left, _normal(part))
        if place is None:
            return False
        del left[place]
    across[:] = left
    return True


def _spelled_date(date: Values, numbers: list[str]) -> bool:
    """Find day and year of a date among numbers, and take them out."""
    for reading in date:
        year, _, day = reading.split("-")
        places = [_place(numbers, year), _place(numbers, day)]
        if None not in places and places[0] != places[1]:
            numbers[:] = [number for place, number in enumerate(numbers) if place not in places]
            return True
    return False


def _place(numbers: Sequence[str], reading: str) -> int | None:
    return next((place for place, number in enumerate(numbers) if reading in values(number)), None)


def _spelled_time(time: Values, across: _Left) -> bool:
    """Find a time that is written as a number, 15.30, or as its hour and minutes apart, and take it out."""
    for reading in time:
        minutes = int(reading.partition(":")[0])
        hour, minute = divmod(minutes, 60)
        place = _place(across.numbers, _normal(f"{hour}.{minute:02d}"))
        if place is not None:
            del across.numbers[place]
            return True
        parts = [str(hour), str(minute)] if minute else [str(hour)]
        places = {place for part in parts if (place := _place(across.numbers, part)) is not None}
        if len(places) == len(parts):
            across.numbers[:] = [number for at, number in enumerate(across.numbers) if at not in places]
            return True
        if minute == 0 and written_out(str(hour), across.text):
            return True
    return False
