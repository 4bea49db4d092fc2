"""What the segment browser of a page works on: texts, words, marks, scores and buckets, packed for a script tag.

One JSON object, compressed with gzip and written in base64, which holds no character that HTML reads as markup. Texts
are whole; words are given by where they are cut from the text, and what is wrong with them by a letter each, so that
three thousand segments of four systems stay well under two megabytes. The browser's own decompression reads it back.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.diagnose.features import SegmentFeature, WordFeature
from assay.diagnose.human_spans import places
from assay.diagnose.material import Material
from assay.diagnose.study import Diagnosis
from assay.diagnose.words import Words
from assay.metrics.base import Metric
from assay.metrics.labels import distinct_labels

T = TypeVar("T")
MOST_MASKED = 31  # a bit a bucket, in the whole numbers of a browser's bitwise operators
LONGEST_CUT = 44
OTHER_CUT = "~"
CLASS_LETTERS = len(kernel.CLASSES)  # the letter of a word: mark * CLASS_LETTERS + class, from "a" on


def packed(content: Mapping[str, object]) -> str:
    """Return an object as compressed JSON in base64; half a surrogate pair stays what it is."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return b64encode(gzip.compress(text.encode("utf-8", "backslashreplace"), 6, mtime=0)).decode("ascii")


def content(found: Diagnosis, pair: tuple[str, str], rows: range) -> dict[str, object]:
    """Return all that the browser needs for some segments of a set."""
    material, systems = found.material, found.material.systems
    part = slice(rows.start, rows.stop)
    columns = _columns(material)
    written = [cuts(words, [text or "" for text in texts], rows) for texts, words in columns.values()]
    several = len(material.references) > 1
    marks = [_marks(found, name, rows) for name in systems]
    source = material.evalset.source
    shown = ([] if source is None else [source[part]]) + [texts[part] for texts, _ in columns.values()]
    return {
        "first": rows.start,
        "total": len(material),
        "systems": systems,
        "references": list(material.references),
        "metrics": _metrics(material.evaluation.metrics),
        "classes": kernel.CLASSES,
        "pair": [systems.index(name) for name in pair],
        "columns": ([] if source is None else ["source"]) + list(columns),
        "texts": _by_segment(shown),
        "cuts": _by_segment(written),
        "chosen": [found.classified[name].chosen[part].tolist() for name in systems] if several else None,
        "marks": _by_segment([column for pair in marks for column in pair]),
        "scores": [_scores(material, metric, part) for metric in material.evaluation.metrics],
        "features": [_feature(one, systems, part) for one in found.segment_features],
        "words": [
            _masks(one, material, rows) for one in found.word_features if len(one.buckets) <= MOST_MASKED
        ],
    }


def _metrics(metrics: Sequence[Metric]) -> list[dict[str, object]]:
    labels = distinct_labels(metrics)
    return [
        {"label": label, "higher": metric.higher_is_better}
        for metric, label in zip(metrics, labels, strict=True)
    ]


def _columns(material: Material) -> dict[str, tuple[Sequence[str | None], Words]]:
    """Return texts and words of all references and outputs; names of the two kinds are kept apart."""
    references = {
        f"r:{name}": (material.evalset.references[name], words) for name, words in material.references.items()
    }
    return references | {
        f"s:{name}": (material.outputs[name], words) for name, words in material.hypotheses.items()
    }


def _by_segment(columns: Iterable[Sequence[T]]) -> list[T]:
    """Put what belongs to one segment side by side: much of it is alike, and compresses well."""
    return [value for row in zip(*columns, strict=True) for value in row]


def cuts(words: Words, texts: Sequence[str], rows: range) -> list[str]:
    """Write where the words of segments stand in their texts: a character a word for what is left out and its length.

    A word of at most 44 characters after at most one other character is one printable character, 2 * length + left
    out, from "#" on, the backslash left out; any other is "~left out,length;", and one that is not in the text is "#".
    """
    starts, ends = (found.tolist() for found in places(words, texts))
    offsets, written = words.offsets.tolist(), []
    for row in rows:
        position, codes = 0, []
        for start, end in zip(
            starts[offsets[row] : offsets[row + 1]], ends[offsets[row] : offsets[row + 1]], strict=True
        ):
            codes.append(
                "#"
                if start < 0
                else _CUTS.get((start - position, end - start)) or f"~{start - position},{end - start};"
            )
            position = max(position, end)
        written.append("".join(codes))
    return written


_ALPHABET = [chr(code) for code in range(ord("#"), ord("~")) if chr(code) != "\\"]
_CUTS = {
    (left_out, length): _ALPHABET[2 * length + left_out]
    for length in range(1, LONGEST_CUT + 1)
    for left_out in (0, 1)
}


def _marks(found: Diagnosis, system: str, rows: range) -> tuple[list[str], list[str]]:
    """Return a letter for every word of a system's outputs, and of the references they are held against."""
    one = found.classified[system]
    return _letters(one.output, one.outputs, rows), _letters(one.reference, one.references, rows)


def _letters(words: Words, judged: kernel.Judged, rows: range) -> list[str]:
    codes = judged.marks * np.uint8(CLASS_LETTERS) + judged.classes + np.uint8(ord("a"))
    text, offsets = codes.astype(np.uint8).tobytes().decode("ascii"), words.offsets.tolist()
    return [text[offsets[row] : offsets[row + 1]] for row in rows]


def _scores(material: Material, metric: Metric, part: slice) -> dict[str, object]:
    """Return the scores of segments as whole numbers, and by how much they are too large."""
    each = [material.evaluation.stats[metric, system].each() for system in material.systems]
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


def _masks(feature: WordFeature, material: Material, rows: range) -> dict[str, object]:
    """Return which buckets the words of any reference of a segment are in, a bit a bucket."""
    masks = np.zeros(len(material), dtype=np.int64)
    for name, words in material.references.items():
        np.bitwise_or.at(masks, words.segments(), np.int64(1) << feature.of[name])
    return {"name": feature.name, "buckets": feature.buckets, "of": masks[rows.start : rows.stop].tolist()}
