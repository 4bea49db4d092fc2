"""Scores from lists, for notebooks and programs: `score(hypotheses, references, "chrf")`.

References come in any of three shapes: one string a hypothesis, one list a reference stream, or one list a
segment. A shape that could be read in two ways is refused: the two readings give different scores.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, Literal, cast, overload

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, EvalSet, shards
from assay.errors import InputError, MismatchError, OptionError
from assay.metrics import Metric, Stats, evaluate, parse_metric, spec_of
from assay.resources import Resources

Texts = Sequence[str]
Holed = Sequence[str | None]
References = Sequence[str] | Sequence[Holed]
Many = list[str] | list[Metric] | list[str | Metric] | tuple[str | Metric, ...]
ReferencesBy = Literal["stream", "segment"]
SYSTEM = "hypotheses"


@dataclass(frozen=True, eq=False)
class Score:
    """What one metric says of one list of hypotheses: of all, of each segment, document and block."""

    metric: Metric
    stats: Stats
    document: Codes | None
    signature: str

    def blocks(self, size: int) -> dict[str, float]:
        """Return the score of every `size` consecutive segments, by their numbers: "1-10", "11-20", …"""
        names = Codes.blocks(len(self.stats.rows), size).names
        return dict(zip(names, self.stats.blocks(size).each().tolist(), strict=True))

    @cached_property
    def score(self) -> float:
        """The score of all hypotheses together."""
        return self.stats.total()

    @cached_property
    def segments(self) -> NDArray[np.float64]:
        """One score a segment; the array cannot be changed."""
        segments = np.asarray(self.stats.each(), dtype=np.float64)
        segments.flags.writeable = False
        return segments

    @cached_property
    def documents(self) -> dict[str, float] | None:
        """The score of each document, None where no documents were given."""
        if self.document is None:
            return None
        values = self.stats.collapse(self.document).each().tolist()
        return dict(zip(self.document.names, values, strict=True))

    @property
    def label(self) -> str:
        """The metric's name for headings, such as "BLEU" or "chrF2++"."""
        return self.metric.label

    def __float__(self) -> float:
        return self.score

    def __repr__(self) -> str:
        return f"{self.label} {self.score:.2f}  {self.signature}"

    def _repr_html_(self) -> str:
        rows = [(name, f"{value:.2f}") for name, value in (self.documents or {}).items()]
        documents = _table(("document", self.label), rows) if rows else ""
        return _table(("metric", "score", "signature"), [_summary(self)]) + documents

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain values that `json.dumps` takes; a score that is not a number is None."""
        return {
            "metric": spec_of(self.metric),
            "label": self.label,
            "score": _plain(self.score),
            "segments": [_plain(value) for value in self.segments.tolist()],
            "documents": self.documents and {name: _plain(value) for name, value in self.documents.items()},
            "signature": self.signature,
        }


class Scores(Sequence[Score]):
    """What several metrics say of one list of hypotheses, by position, label or specification.

    The mappings are keyed by label, or by specification where two metrics share a label.
    """

    def __init__(self, scores: Iterable[Score]) -> None:
        self._scores = tuple(scores)
        labels = [one.label for one in self._scores]
        specs = [spec_of(one.metric) for one in self._scores]
        self._keys = tuple(
            label if labels.count(label) == 1 else text for label, text in zip(labels, specs, strict=True)
        )

    def __len__(self) -> int:
        return len(self._scores)

    @overload
    def __getitem__(self, index: int | str) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> Scores: ...
    def __getitem__(self, index: int | str | slice) -> Score | Scores:
        if isinstance(index, slice):
            return Scores(self._scores[index])
        return self._scores[self._position(index) if isinstance(index, str) else index]

    def _position(self, name: str) -> int:
        if name in self._keys:
            return self._keys.index(name)
        try:
            return [one.metric for one in self._scores].index(parse_metric(name))
        except (OptionError, ValueError):
            raise KeyError(f"no score of {name!r} here; there are {', '.join(self._keys)}") from None

    def keys(self) -> tuple[str, ...]:
        """Return the keys of the mappings, in the order in which the metrics were given."""
        return self._keys

    @property
    def score(self) -> dict[str, float]:
        """The score of all hypotheses, by metric."""
        return {key: one.score for key, one in self._items()}

    @property
    def segments(self) -> dict[str, NDArray[np.float64]]:
        """The score of each segment, by metric."""
        return {key: one.segments for key, one in self._items()}

    @property
    def documents(self) -> dict[str, dict[str, float] | None]:
        """The score of each document, by metric; None where no documents were given."""
        return {key: one.documents for key, one in self._items()}

    def blocks(self, size: int) -> dict[str, dict[str, float]]:
        """Return the score of every `size` consecutive segments, by metric."""
        return {key: one.blocks(size) for key, one in self._items()}

    @property
    def signature(self) -> dict[str, str]:
        """The signature, by metric."""
        return {key: one.signature for key, one in self._items()}

    def _items(self) -> Iterator[tuple[str, Score]]:
        return zip(self._keys, self._scores, strict=True)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._scores))

    def _repr_html_(self) -> str:
        summary = _table(("metric", "score", "signature"), [_summary(one) for one in self._scores])
        columns = [one.documents for one in self._scores if one.documents]
        rows = [(name, *(f"{column[name]:.2f}" for column in columns)) for name in (columns or [{}])[0]]
        return summary + (_table(("document", *self._keys), rows) if rows else "")

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain values that `json.dumps` takes, by metric."""
        return {key: one.to_dict() for key, one in self._items()}


@overload
def score(
    hypotheses: Texts,
    references: References,
    metrics: str | Metric = "bleu",
    *,
    documents: Texts | None = None,
    sources: Texts | None = None,
    references_by: ReferencesBy | None = None,
    threads: int = 0,
) -> Score: ...
@overload
def score(
    hypotheses: Texts,
    references: References,
    metrics: Many,
    *,
    documents: Texts | None = None,
    sources: Texts | None = None,
    references_by: ReferencesBy | None = None,
    threads: int = 0,
) -> Scores: ...
def score(
    hypotheses: Texts,
    references: References,
    metrics: str | Metric | Many = "bleu",
    *,
    documents: Texts | None = None,
    sources: Texts | None = None,
    references_by: ReferencesBy | None = None,
    threads: int = 0,
) -> Score | Scores:
    """Score a list of hypotheses: one metric gives a `Score`, a list of metrics gives `Scores`.

    `references` is a list of strings, a list of streams (each as long as `hypotheses`) or a list of lists,
    one a segment; None is a missing reference. `references_by` ("stream" or "segment") settles a shape that
    could be either. `documents` names the document of each segment. `threads=0` uses every core.
    """
    texts = _texts(hypotheses, "hypotheses")
    evalset = EvalSet(
        name="references",
        languages=("", ""),
        source=None if sources is None else _aligned(sources, "sources", len(texts)),
        references=_streams(references, len(texts), references_by),
        document=None if documents is None else Codes.of(_aligned(documents, "documents", len(texts))),
    )
    chosen = _chosen([metrics] if isinstance(metrics, str) or not isinstance(metrics, Sequence) else metrics)
    result = evaluate(shards(evalset, {SYSTEM: texts}), chosen, Resources(threads=threads))
    scores = Scores(
        Score(metric, result.stats[metric, SYSTEM], result.document, result.signature(metric))
        for metric in chosen
    )
    return scores if isinstance(metrics, Sequence) and not isinstance(metrics, str) else scores[0]


def _chosen(metrics: Sequence[str | Metric]) -> list[Metric]:
    """Parse the specifications; the same metric twice would give two scores of one name."""
    chosen = [parse_metric(metric) if isinstance(metric, str) else metric for metric in metrics]
    if not chosen:
        raise InputError('metrics is an empty list; name at least one, such as "bleu"')
    for place, metric in enumerate(chosen):
        if metric in chosen[:place]:
            raise InputError(f"metrics[{place}] is {spec_of(metric)!r} again; name each metric once")
    return chosen


def _elements(value: object, name: str) -> list[object]:
    if isinstance(value, str):
        raise InputError(f"{name} is one string; wrap it in a list, one string a segment")
    if isinstance(value, Mapping | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{name} is of type {type(value).__name__}; give a list of strings")
    return list(value)


def _texts(value: object, name: str) -> list[str]:
    texts = _checked(_elements(value, name), name, holes=False)
    if not texts:
        raise InputError(f"{name} is empty; give at least one segment")
    return cast(list[str], texts)


def _aligned(value: object, name: str, segments: int) -> list[str]:
    texts = _texts(value, name)
    if len(texts) != segments:
        raise MismatchError(
            f"{name} has {len(texts)} entries, hypotheses has {segments}; give one a hypothesis"
        )
    return texts


def _checked(elements: Iterable[Any], name: str, *, holes: bool) -> list[str | None]:
    """Return the elements if all are strings (or None, with holes); else name the first that is not."""
    texts = list(elements)
    if set(map(type, texts)) <= {str, type(None) if holes else str}:
        return texts
    for place, text in enumerate(texts):
        if not (isinstance(text, str) or (holes and text is None)):
            raise InputError(f"{name}[{place}] is of type {type(text).__name__}; every segment is a string")
    return texts


def _streams(value: object, segments: int, by: str | None) -> dict[str, list[str | None]]:
    """Bring the references, in whichever shape, into columns as long as the hypotheses."""
    if by not in (None, "stream", "segment"):
        raise OptionError(f'references_by={by!r} is not known; it is "stream" or "segment"')
    elements = _elements(value, "references")
    if not elements:
        raise InputError("references is empty; give at least one reference a segment")
    if all(text is None or isinstance(text, str) for text in elements):
        columns = [_flat(elements, segments)]
    else:
        columns = _nested(elements, segments, by)
    return {f"ref{number}": column for number, column in enumerate(columns, start=1)}


def _flat(elements: Sequence[object], segments: int) -> list[str | None]:
    if len(elements) != segments:
        raise MismatchError(
            f"references is a list of {len(elements)} strings, hypotheses has {segments}; "
            "give one string a hypothesis, or a list of lists where a segment has several references"
        )
    if None in elements:
        raise InputError(
            f"references[{elements.index(None)}] is None, so this segment has no reference at all"
        )
    return _checked(elements, "references", holes=False)


def _nested(elements: Sequence[object], segments: int, by: str | None) -> list[list[str | None]]:
    lists = []
    for place, element in enumerate(elements):
        if not isinstance(element, Iterable) and element is not None:
            raise InputError(
                f"references[{place}] is of type {type(element).__name__}; give strings or lists of them"
            )
    for place, element in enumerate(elements):
        name = f"references[{place}]"
        if element is None or isinstance(element, str):
            raise InputError(
                f"{name} is of type {type(element).__name__}, other entries are lists; "
                "give strings only or lists only"
            )
        lists.append(_checked(_elements(element, name), name, holes=True))
    shape = by or _shape([len(entries) for entries in lists], segments)
    return _by_stream(lists, segments) if shape == "stream" else _by_segment(lists, segments)


def _shape(lengths: Sequence[int], segments: int) -> str:
    """Tell streams from segments by the lengths, and refuse a square, which could be either."""
    streams = all(length == segments for length in lengths)
    if streams and len(lengths) == segments > 1:
        raise InputError(
            f"references is {segments} lists of {segments} entries each, for {segments} hypotheses: "
            'say references_by="stream" (a list is a reference) '
            'or references_by="segment" (a list is a segment)'
        )
    if not streams and len(lengths) != segments:
        place = next(place for place, length in enumerate(lengths) if length != segments)
        raise MismatchError(
            f"hypotheses has {segments} segments, references is {len(lengths)} lists and references[{place}] "
            f"has {lengths[place]} entries; "
            f"give lists of {segments} entries, or {segments} lists, one a segment"
        )
    return "stream" if streams else "segment"


def _by_stream(lists: Sequence[list[str | None]], segments: int) -> list[list[str | None]]:
    for place, stream in enumerate(lists):
        if len(stream) != segments:
            raise MismatchError(
                f"references[{place}] has {len(stream)} entries, hypotheses has {segments}; "
                "a stream has one entry a hypothesis, None where there is no reference"
            )
    if all(None in stream for stream in lists):
        for place, texts in enumerate(zip(*lists, strict=True)):
            if all(text is None for text in texts):
                raise InputError(
                    f"every reference of segment {place} is None; give it one, or leave the segment out"
                )
    return list(lists)


def _by_segment(lists: Sequence[list[str | None]], segments: int) -> list[list[str | None]]:
    if len(lists) != segments:
        raise MismatchError(
            f"references has {len(lists)} lists, hypotheses has {segments} segments; give one list a segment"
        )
    for place, texts in enumerate(lists):
        if all(text is None for text in texts):
            raise InputError(f"references[{place}] holds no reference; give it one, or leave the segment out")
    most = max(map(len, lists))
    return [[texts[rank] if rank < len(texts) else None for texts in lists] for rank in range(most)]


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value


def _summary(one: Score) -> tuple[str, str, str]:
    return one.label, f"{one.score:.2f}", one.signature


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
