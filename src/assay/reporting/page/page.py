"""The page of `assay report`: blocks as on any page, and a browser for all segments, in one file.

The script builds what it shows from text nodes alone, so that no segment can become markup. Tables and figures do not
need it; only the browser and the scatter of segments do.

What the browser works on (texts, words, marks, scores and buckets) is packed for a script tag: one JSON object,
compressed with gzip and written in base64, which holds no character that HTML reads as markup. Texts are whole; words
are found by a pattern, or given by where they are cut from the text, and what is wrong with them by a letter each, so
that three thousand segments of four systems stay well under two megabytes. The browser's own decompression reads it
back.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from threading import Thread
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.comparison import Compared
from assay.diagnosis import Corpus, Diagnosis, Words
from assay.diagnosis.words.features import SegmentFeature, WordFeature
from assay.diagnosis.words.tokens import word_places
from assay.errors import OptionError
from assay.metrics import Metric
from assay.metrics.specs import distinct_labels
from assay.reporting.blocks import Block
from assay.reporting.page.shell import Extra, shell
from assay.reporting.render.drawings.marks import system_looks
from assay.reporting.render.html_blocks import asset, escaped
from assay.reporting.tables.comparison.figures import foremost, system_order
from assay.reporting.wording import short_names

T = TypeVar("T")
# A bit a bucket, in the whole numbers of a browser's bitwise operators
MOST_MASKED = 31
# Letters of a word: two of the 90 characters of _ALPHABET stand for each length
LONGEST_CUT = 44
NO_WORD = "!"
# Words as tokeniser 13a mostly has them. Python and browsers must read it alike: characters of ASCII and "all others".
PLAIN = re.compile(r"(?:[^ !-&(-/:-@\[-`{-~]|(?<=[0-9])[.,](?=[0-9])|(?<![0-9])-)+|[!-&(-/:-@\[-`{-~]")
_FAR = re.compile("[\ud800-\U0010ffff]")
# The letter of a word: mark * CLASS_LETTERS + class, from "a" on
CLASS_LETTERS = len(kernel.CLASSES)


def packed(page_content: Mapping[str, object]) -> str:
    """Return an object as compressed JSON in base64; half a surrogate pair stays what it is."""
    return pack_segments(page_content)()


def pack_segments(page_content: Mapping[str, object]) -> Callable[[], str]:
    """Begin to pack an object, and return what waits for it: compression leaves time for other work."""
    text = json.dumps(page_content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    raw, done = text.encode("utf-8", "backslashreplace"), list[str]()
    thread = Thread(target=lambda: done.append(_compressed(raw)))
    thread.start()

    def wait() -> str:
        thread.join()
        # What went wrong goes wrong where it can be told
        return done[0] if done else _compressed(raw)

    return wait


def _compressed(raw: bytes) -> str:
    return b64encode(gzip.compress(raw, 6, mtime=0)).decode("ascii")


def page_content(found: Diagnosis, pair: Sequence[str], rows: range) -> dict[str, object]:
    """Return all that the browser needs for some segments of a set; `pair` is empty where there is one system."""
    corpus, systems = found.corpus, found.corpus.systems
    part = slice(rows.start, rows.stop)
    columns = _columns(corpus)
    written = [cuts(words, [text or "" for text in texts], rows) for texts, words in columns.values()]
    several = len(corpus.references) > 1
    marks = [_marks(found, name, rows) for name in systems]
    ranked = system_order(corpus.evaluation)
    looks = system_looks(ranked)
    source = corpus.evalset.source
    shown = ([] if source is None else [source[part]]) + [texts[part] for texts, _ in columns.values()]
    return {
        "first": rows.start,
        "total": len(corpus),
        "systems": list(short_names(systems).values()),
        "ranked": [systems.index(name) for name in ranked],
        "looks": [[looks[name].colour, looks[name].form] for name in systems],
        "references": list(corpus.references),
        "metrics": _metrics(corpus.evaluation.metrics),
        "classes": kernel.CLASSES,
        "pair": [systems.index(name) for name in pair],
        "columns": ([] if source is None else ["source"]) + list(columns),
        "texts": _by_segment(shown),
        "plain": PLAIN.pattern,
        "cuts": _by_segment(written),
        "chosen": [found.errors.classified[name].closest[part].tolist() for name in systems]
        if several
        else None,
        "marks": _by_segment([column for pair in marks for column in pair]),
        "scores": [_scores(corpus, metric, part) for metric in corpus.evaluation.metrics],
        "features": [_feature(one, systems, part) for one in found.buckets.segment_features],
        "words": [
            _masks(one, corpus, rows)
            for one in found.buckets.word_features
            if len(one.buckets) <= MOST_MASKED
        ],
    }


def _metrics(metrics: Sequence[Metric]) -> list[dict[str, object]]:
    labels = distinct_labels(metrics)
    return [
        {"label": label, "higher": metric.higher_is_better}
        for metric, label in zip(metrics, labels, strict=True)
    ]


def _columns(corpus: Corpus) -> dict[str, tuple[Sequence[str | None], Words]]:
    """Return texts and words of all references and outputs; names of the two kinds are kept apart."""
    names = short_names(corpus.systems)
    references = {
        f"r:{name}": (corpus.evalset.references[name], words) for name, words in corpus.references.items()
    }
    return references | {
        f"s:{names[name]}": (corpus.outputs[name], words) for name, words in corpus.hypotheses.items()
    }


def _by_segment(columns: Iterable[Sequence[T]]) -> list[T]:
    """Put what belongs to one segment side by side: much of it is alike, and compresses well."""
    return [value for row in zip(*columns, strict=True) for value in row]


def cuts(words: Words, texts: Sequence[str], rows: range) -> list[str]:
    """Write where the words of segments stand in their texts: nothing where PLAIN finds the same words.

    Else a character a word for what is left out and its length, or "!" where there is no word.
    """
    every = zip(rows, _cuts(words, texts, rows), strict=True)
    return ["" if _plain(words.at(row), texts[row]) else written or NO_WORD for row, written in every]


def _plain(words: Sequence[str], text: str) -> bool:
    """Tell whether a browser can find the words by itself; it counts characters from U+D800 on in another way."""
    return _FAR.search(text) is None and PLAIN.findall(text) == words


def _cuts(words: Words, texts: Sequence[str], rows: range) -> list[str]:
    """Write the places of words.

    A word of at most 44 characters after at most one other character is one printable character, 2 * length + left
    out, from "#" on, the backslash left out; any other is "~left out,length;", and one that is not in the text is "#".
    """
    starts, ends = word_places(words, texts)
    left_out, lengths = starts - _positions(words, ends), ends - starts
    short = (starts >= 0) & (left_out <= 1) & (lengths >= 1) & (lengths <= LONGEST_CUT)
    codes = _ALPHABET[np.where(short, 2 * lengths + left_out, 0)].tobytes().decode("ascii")
    offsets = words.offsets.tolist()
    written = [codes[offsets[row] : offsets[row + 1]] for row in rows]
    segments = words.segments()
    others = ~short & (starts >= 0) & (segments >= rows.start) & (segments < rows.stop)
    for row, found in groupby(np.flatnonzero(others).tolist(), key=segments.__getitem__):
        parts = list(written[row - rows.start])
        for place in found:
            parts[place - offsets[row]] = f"~{left_out[place]},{lengths[place]};"
        written[row - rows.start] = "".join(parts)
    return written


def _positions(words: Words, ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for every word the furthest end of the words before it in its segment."""
    far = np.int64(ends.max(initial=0) + 2)
    base = words.segments() * far  # the end of a segment is before the beginning of the next
    reached = np.maximum.accumulate(np.maximum(ends, 0) + base)
    before = np.concatenate([[0], reached[:-1]]) - base
    return np.asarray(np.maximum(before, 0))


_ALPHABET = np.array([code for code in range(ord("#"), ord("~")) if code != ord("\\")], dtype=np.uint8)


def _marks(found: Diagnosis, system: str, rows: range) -> tuple[list[str], list[str]]:
    """Return a letter for every word of a system's outputs, and of the references they are held against."""
    one = found.errors.classified[system]
    return _letters(one.output, one.outputs, rows), _letters(one.reference, one.references, rows)


def _letters(words: Words, judged: kernel.WordErrors, rows: range) -> list[str]:
    codes = judged.marks * np.uint8(CLASS_LETTERS) + judged.classes + np.uint8(ord("a"))
    text, offsets = codes.astype(np.uint8).tobytes().decode("ascii"), words.offsets.tolist()
    return [text[offsets[row] : offsets[row + 1]] for row in rows]


def _scores(corpus: Corpus, metric: Metric, part: slice) -> dict[str, object]:
    """Return the scores of segments as whole numbers, and by how much they are too large."""
    each = [corpus.evaluation.stats[metric, system].each() for system in corpus.systems]
    largest = max((float(np.nanmax(np.abs(one), initial=0)) for one in each), default=0.0)
    scale = 1000 if largest <= 2 else 10
    return {"scale": scale, "of": [_whole(one[part] * scale) for one in each]}


def _whole(values: NDArray[np.float64]) -> list[int | None]:
    known = np.isfinite(values)
    numbers = np.where(known, np.rint(np.where(known, values, 0)), 0).astype(np.int64).tolist()
    return [number if there else None for number, there in zip(numbers, known.tolist(), strict=True)]


def _feature(feature: SegmentFeature, systems: Sequence[str], part: slice) -> dict[str, object]:
    """Return the bucket of every segment, once where it is the same for all systems."""
    every = [feature.of[system] for system in systems]
    alike = all(one is every[0] or np.array_equal(one, every[0]) for one in every)
    columns = [one[part].tolist() for one in every]
    return {"name": feature.name, "buckets": feature.buckets, "of": columns[:1] if alike else columns}


def _masks(feature: WordFeature, corpus: Corpus, rows: range) -> dict[str, object]:
    """Return which buckets the words of any reference of a segment are in, a bit a bucket."""
    masks = np.zeros(len(corpus), dtype=np.int64)
    for name, words in corpus.references.items():
        np.bitwise_or.at(masks, words.segments(), np.int64(1) << feature.of[name])
    return {"name": feature.name, "buckets": feature.buckets, "of": masks[rows.start : rows.stop].tolist()}


# Of one page: a browser takes a second or two to unpack them
MOST_SEGMENTS = 20_000
# The files of one script, in this order.
SCRIPTS = ("elements", "folding", "tables", "segments", "card", "address", "browser", "scatter", "start")
Pages = Callable[[Sequence[Block]], Iterator[tuple[str | None, str]]]


@dataclass(frozen=True)
class Browser:
    """The part of a set that one page lets one browse: its data, and the pages that hold the other parts."""

    data: str
    pages: tuple[tuple[str, str], ...] = ()  # address and words of each, where there are several
    place: int = 0
    # Whether there are two systems and two metrics to hold against each other
    scatter: bool = False


def start_pages(compared: Compared, found: Diagnosis, path: str | None) -> Pages:
    """Begin to pack the segments of a report, and return what makes pages of its blocks: paths and texts.

    The first page, which has all blocks, comes last: it links the others. Without a path there can be one page only.
    """
    pair = foremost(compared) if compared.comparisons else ()
    segments = len(found.corpus)
    parts = _page_parts(segments, path or "")
    first = _start_packing(found, pair, parts, 0)  # goes on while the blocks are made
    evaluation = found.corpus.evaluation
    scatter = min(len(evaluation.metrics), len(evaluation.systems)) > 1
    links = tuple((os.path.basename(name), f"{rows.start + 1:,} to {rows.stop:,}") for name, rows in parts)

    def pages(blocks: Sequence[Block]) -> Iterator[tuple[str | None, str]]:
        # Said here: a run that is repeated writes nothing and needs no path
        if len(parts) > 1 and path is None:
            raise OptionError(f"{segments:,} segments take {len(parts)} pages; give -o the name of the first")
        for place in range(len(parts) - 1, -1, -1):
            packed = _start_packing(found, pair, parts, place) if place else first
            browser = Browser(packed(), links, place, scatter)
            yield parts[place][0] or None, render_page(blocks[:1] if place else blocks, browser)

    return pages


def _page_parts(segments: int, path: str) -> list[tuple[str, range]]:
    """Name the page, and further pages where there are more segments than one should hold."""
    rows = range(segments)
    parts = [rows[start : start + MOST_SEGMENTS] for start in range(0, segments, MOST_SEGMENTS)]
    stem, ending = os.path.splitext(path)
    return [(f"{stem}-{place + 1}{ending}" if place else path, part) for place, part in enumerate(parts)]


def _start_packing(
    found: Diagnosis, pair: Sequence[str], parts: Sequence[tuple[str, range]], place: int
) -> Callable[[], str]:
    names = [os.path.basename(name) for name, _ in parts]
    content = page_content(found, pair, parts[place][1])
    return pack_segments(content | {"pages": names, "size": MOST_SEGMENTS})


def render_page(blocks: Sequence[Block], browser: Browser) -> str:
    """Write the whole page; the first heading is its title."""
    conflict = [("conflict", "Metric conflict")] if browser.scatter else []
    body = asset("page/browser.html").format(
        conflict=asset("page/conflict.html") if browser.scatter else "",
        parts=_parts(browser),
        data=browser.data,
    )
    return shell(blocks, Extra(body, (*conflict, ("segments", "Segments")), SCRIPTS))


def _parts(browser: Browser) -> str:
    """Link the pages that hold the other segments of a large set."""
    if len(browser.pages) < 2:
        return ""
    links = [
        f'<li><a href="{escaped(address)}#segments"{" aria-current=page" if place == browser.place else ""}>'
        f"{escaped(words)}</a></li>"
        for place, (address, words) in enumerate(browser.pages)
    ]
    return f'<nav aria-label="Parts of the set"><ul class="parts">{"".join(links)}</ul></nav>'
