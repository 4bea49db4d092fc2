"""BERTScore (Zhang et al. 2020): each piece of a text finds the piece of the other whose vector in context is
nearest.

Precision is the mean of the best cosines of the output's pieces, recall that of the reference's, F their harmonic
mean, as in bert_score 0.3.12: marks of beginning and end weigh nothing but may be matched, the best reference counts
for each of the three, text without a piece scores 0. The score of a set is the mean of its segments. Where we depart:
cosines are taken in double precision, so that equal texts score 1 and not 1.0000001; F is 0 where precision or recall
is below 0; and where idf leaves no weight, all pieces weigh the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet
from assay.errors import OptionError
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.meaning.encoder import Encoded
from assay.metrics.meaning.models import (
    DEFAULT_ENCODER,
    DEFAULT_LAYER,
    ENCODER_HELP,
    Encode,
    encode_once,
    encoder_identity,
    encoder_of,
    warn_of_cut,
)
from assay.options import option
from assay.resources import Resources
from assay.text.column import Grouped

_SEGMENTS = 512  # whose vectors are in memory at a time
_MEASURES = ("f", "p", "r")

# What unrelated sentences score, by encoder and layer: F, precision and recall. `tools/bertscore_baseline.py` computed
# them from English news sentences, paired at random.
BASELINES: dict[tuple[str, int], tuple[float, float, float]] = {
    ("minilm", 0): (0.3105, 0.3177, 0.3166),
    ("minilm", 1): (0.3711, 0.3763, 0.3755),
    ("minilm", 2): (0.3700, 0.3741, 0.3737),
    ("minilm", 3): (0.3650, 0.3682, 0.3679),
    ("minilm", 4): (0.3923, 0.3946, 0.3943),
    ("minilm", 5): (0.4818, 0.4836, 0.4834),
    ("minilm", 6): (0.1539, 0.1568, 0.1566),
}

Weigh = dict[int, float]


@dataclass(frozen=True)
class BertScore:
    """Pieces matched by their vectors in context: F, precision or recall; mean of segments."""

    name: ClassVar[str] = "bertscore"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False  # with idf it does, see __post_init__

    model: str = option(DEFAULT_ENCODER, ENCODER_HELP)
    layer: int = option(DEFAULT_LAYER, "layer whose vectors are compared; 0 is that of the embeddings")
    measure: Literal["f", "p", "r"] = option("f", "what is reported: F, precision or recall")
    idf: bool = option(False, "weigh pieces by how few references they are in")
    baseline: str = option(
        "none", "what unrelated sentences score, put at 0: a number, ours (for minilm), or none"
    )

    def __post_init__(self) -> None:
        """Spell out which encoder and which baseline are meant."""
        check_range(self, 0, 1000, "layer")
        object.__setattr__(self, "baseline", self._named_baseline())
        object.__setattr__(self, "model", encoder_identity(self.model, self.layer))
        object.__setattr__(self, "fits_corpus", self.idf)

    def _named_baseline(self) -> str:
        """Return the baseline as a number, so that signatures tell it."""
        if self.baseline == "none":
            return "none"
        if self.baseline == "ours":
            own = BASELINES.get((self.model.partition("-")[0], self.layer))
            if own is None:
                raise OptionError(
                    f"bertscore: there is no baseline of ours for layer {self.layer} of {self.model}; give a number"
                )
            return repr(own[_MEASURES.index(self.measure)])
        try:
            number = float(self.baseline)
        except ValueError:
            number = np.nan
        if not -1 <= number <= 0.99:
            raise OptionError(
                f"bertscore: baseline must be none, ours, or from -1 to 0.99, not {self.baseline}"
            )
        return repr(number)

    @property
    def label(self) -> str:
        """Return BERTScore, or with the measure that is not F."""
        return "BERTScore" if self.measure == "f" else f"BERTScore-{self.measure.upper()}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return sums of F, precision and recall; segments, and those too long for the encoder."""
        return ("f", "precision", "recall", "segments", "cut")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Encode the references once."""
        encoder = encoder_of(self.model, self.layer, resources)
        references = Grouped.of(evalset.references.values())
        texts, groups = list(references.column), references.groups
        encoded = encode_once(encoder, texts, self.layer)
        weights = _idf([encoder.pieces(text)[0] for text in texts]) if self.idf else None

        def stats(outputs: Sequence[str]) -> Array:
            rows = np.zeros((len(outputs), 5))
            for start in range(0, len(outputs), _SEGMENTS):
                stop = min(start + _SEGMENTS, len(outputs))
                hyp = encoder.encode(outputs[start:stop], self.layer)
                ref = encoded(int(groups[start]), int(groups[stop]))
                rows[start:stop] = _rows(hyp, ref, groups[start : stop + 1] - groups[start], weights)
            warn_of_cut(self.name, rows[:, 4] > 0)
            return rows

        return stats

    def score(self, totals: Array) -> Array:
        """Return the mean on the scale of 0 to 100, with the baseline at 0."""
        totals = np.asarray(totals)
        mean = ratio(totals[..., _MEASURES.index(self.measure)], totals[..., 3])
        if self.baseline == "none":
            return 100 * mean
        low = float(self.baseline)
        return np.where(totals[..., 3] > 0, 100 * (mean - low) / (1 - low), 0.0)


def _idf(references: Sequence[Sequence[int]]) -> Weigh:
    """Return log((N + 1) / (df + 1)) of the pieces of references; -1 stands for one that none has."""
    counts: dict[int, int] = {}
    for pieces in references:
        for piece in set(pieces):
            counts[piece] = counts.get(piece, 0) + 1
    most = len(references) + 1
    return {
        -1: float(np.log(most)),
        **{piece: float(np.log(most / (df + 1))) for piece, df in counts.items()},
    }


def _rows(hyp: Encoded, ref: Encoded, groups: NDArray[np.int64], weights: Weigh | None) -> Array:
    """Return the statistics of some segments."""
    rows = np.zeros((len(hyp), 5))
    refs = [(unit(ref[r]), _weights(ref.numbers(r), weights)) for r in range(len(ref))]
    for row in range(len(hyp)):
        own = unit(hyp[row]), _weights(hyp.numbers(row), weights)
        matched = [_match(*own, *refs[r]) for r in range(groups[row], groups[row + 1])]
        rows[row, :3] = np.max(matched, axis=0)
        rows[row, 3] = 1
        rows[row, 4] = bool(hyp.cut[row]) or bool(ref.cut[groups[row] : groups[row + 1]].any())
    return rows


def unit(vectors: NDArray[np.float32]) -> Array:
    """Return vectors of length 1 in double precision; zeros stay zeros."""
    precise = vectors.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", precise, precise))
    return np.asarray(precise / np.where(lengths > 0, lengths, 1)[:, None])


def _weights(pieces: NDArray[np.int32], weights: Weigh | None) -> Array:
    """Return what each piece weighs: marks of beginning and end nothing, nothing at all where text has no piece."""
    plain = np.ones(len(pieces))
    plain[[0, -1]] = 0
    if weights is None or len(pieces) == 2:
        return plain
    found = np.array([weights.get(piece, weights[-1]) for piece in pieces.tolist()])
    return found if found.any() else plain


def _match(hyp: Array, hyp_weights: Array, ref: Array, ref_weights: Array) -> tuple[float, float, float]:
    """Return F, precision and recall of one pair."""
    if len(hyp) == 2 or len(ref) == 2:
        return 0.0, 0.0, 0.0
    cosines = np.minimum(hyp @ ref.T, 1)
    # a mean of ones may come out a last digit above 1
    precision = min(float(cosines.max(axis=1) @ hyp_weights / hyp_weights.sum()), 1.0)
    recall = min(float(cosines.max(axis=0) @ ref_weights / ref_weights.sum()), 1.0)
    f = 2 * precision * recall / (precision + recall) if min(precision, recall) > 0 else 0.0
    return min(f, 1.0), precision, recall


def unrelated(encode: Encode, pairs: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
    """Return the mean F, precision and recall of pairs of texts by number: a baseline, if they are unrelated."""
    texts: dict[int, tuple[Array, Array]] = {}
    for text in {number for pair in pairs for number in pair}:
        encoded = encode(text, text + 1)
        texts[text] = unit(encoded[0]), _weights(encoded.numbers(0), None)
    f, precision, recall = np.mean([_match(*texts[a], *texts[b]) for a, b in pairs], axis=0).tolist()
    return f, precision, recall
