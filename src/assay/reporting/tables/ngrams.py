"""Tables of n-grams: what sets two systems apart, and what one system makes too often or too seldom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from assay.diagnosis import Contrast, Kind, Production
from assay.reporting.blocks import Head, Table, Value

RIGHT: Literal["right"] = "right"
WORDS: Mapping[Kind, str] = {"match": "right", "over": "too many", "under": "missing"}
NOTES = (
    "Counts are summed over segments. Of two systems, share is (first + 1) / (first + second + 2), and z the log-odds "
    "over its standard error; of one system, z compares its count with that of the reference."
)
Lists = tuple[Sequence[Contrast], Sequence[Contrast]]  # more of the first system, more of the second


def contrast_table(found: Lists, pair: tuple[str, str], kind: Kind, most: int | None = None) -> Table:
    """Show the n-grams that one system has right, makes too often or leaves out more often than the other.

    A list holds all n-grams that stand out as much as its last; `most` cuts it, and the rest is counted.
    """
    cut = [items[:most] for items in found]
    rows: list[tuple[Value, ...]] = [
        (one.ngram, ahead, one.first, one.second, one.share, one.z, _segments(one.segments))
        for ahead, items in zip(pair, cut, strict=True)
        for one in items
    ]
    heads = (
        Head("n-gram"),
        Head("more", label="more of it"),
        *(Head(system, align=RIGHT) for system in pair),
        Head("share", align=RIGHT, digits=3),
        Head("z", align=RIGHT, digits=1),
        Head("segments", segments=True),
    )
    left = sum(map(len, found)) - len(rows)
    notes = (f"{left:,} more stand out as much as the last of them; JSON and TSV have all.",) if left else ()
    title = f"N-grams {WORDS[kind]}: {pair[0]} against {pair[1]}"
    return Table(f"n-grams-{kind}", heads, tuple(rows), title, notes)


def telling_table(found: Mapping[Kind, Lists], pair: tuple[str, str], most: int) -> Table:
    """Show the first n-grams of every kind and system; of those that say the same, one."""
    rows: list[tuple[Value, ...]] = [
        (one.ngram, WORDS[kind], ahead, one.first, one.second, one.z, _segments(one.segments))
        for kind, lists in found.items()
        for ahead, items in zip(pair, lists, strict=True)
        for one in _unlike(items, most)
    ]
    heads = (
        Head("n-gram"),
        Head("kind", label="what"),
        Head("more", label="more of it"),
        *(Head(system, align=RIGHT) for system in pair),
        Head("z", align=RIGHT, digits=1),
        Head("segments", segments=True),
    )
    return Table("n-grams", heads, tuple(rows), f"N-grams that set {pair[0]} and {pair[1]} apart")


def _unlike(items: Iterable[Contrast], most: int) -> list[Contrast]:
    """Return the first n-grams; of those that are part of each other and have the same counts, the longest."""
    kept: list[Contrast] = []
    for one in items:
        same = [place for place, other in enumerate(kept) if _same(one, other)]
        if not same:
            kept.append(one)
        elif len(one.ngram) > len(kept[same[0]].ngram):
            kept[same[0]] = one
    return kept[:most]


def _same(one: Contrast, other: Contrast) -> bool:
    """Tell whether two n-grams are the same words of the same segments, one of them with more words around."""
    if (one.first, one.second, one.segments) != (other.first, other.second, other.segments):
        return False
    first, second = f" {one.ngram} ", f" {other.ngram} "
    return first in second or second in first


def production_table(found: tuple[Sequence[Production], Sequence[Production]], system: str) -> Table:
    """Show the n-grams that a system makes more or less often than its references."""
    rows: list[tuple[Value, ...]] = [
        (one.ngram, kind, one.output, one.reference, one.z, _segments(one.segments))
        for kind, items in zip(("too often", "too seldom"), found, strict=True)
        for one in items
    ]
    numbers = (Head("output", align=RIGHT), Head("reference", align=RIGHT), Head("z", align=RIGHT, digits=1))
    heads = (Head("n-gram"), Head("made"), *numbers, Head("segments", segments=True))
    return Table(
        f"production.{system}", heads, tuple(rows), f"N-grams that {system} makes too often or too seldom"
    )


def _segments(numbers: Sequence[int]) -> str:
    return ", ".join(str(number + 1) for number in numbers)
