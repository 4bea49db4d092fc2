"""What sacreBLEU's metric classes share: arguments, checks, cached references, signature, bootstrap."""

from __future__ import annotations

import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from statistics import fmean
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from assay.compat.sacrebleu.scores import SacrebleuScore, Signature
from assay.data import Array, EvalSet
from assay.errors import InputError, MismatchError
from assay.metrics import Metric, StatsFn
from assay.resources import Resources

Streams = Sequence[Sequence[str | None]]

log = logging.getLogger("assay.compat.sacrebleu")
AnyScore = TypeVar("AnyScore", bound=SacrebleuScore)


class PreparedReferences(NamedTuple):
    """References made ready: the number of segments, of references of each (-1: varies), outputs to rows."""

    segments: int
    num_refs: int
    stats: StatsFn


class Scorer(ABC, Generic[AnyScore]):
    """The base of `BLEU`, `CHRF` and `TER`."""

    _force = True

    def __init__(self, references: Streams | None) -> None:
        self.num_refs: int | None = None
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self._cached = None if references is None else self._prepare(references, threads=0)

    @abstractmethod
    def _metric(self) -> Metric:
        """Build our metric from the options as they stand: programs may set them at any time."""

    @abstractmethod
    def _read(self, totals: Array) -> AnyScore:
        """Turn sums of statistics into a score object."""

    @abstractmethod
    def _options(self) -> dict[str, tuple[str, object]]:
        """Return the options in the signature: key to short key and value."""

    def corpus_score(
        self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1
    ) -> AnyScore:
        """Score a corpus against streams of references, or against the cached ones if None is given."""
        self._check_strings(hypotheses, "hypotheses")
        if references is not None:
            prepared = self._prepare(references, threads=0)
        elif self._cached is not None:
            prepared = self._cached
        else:
            raise RuntimeError(
                f"{type(self).__name__}: give references here, or references=… at construction"
            )
        rows = self._rows(hypotheses, prepared)
        score = self._read(rows.sum(axis=0))
        if n_bootstrap > 1:
            self._bootstrap(score, rows, n_bootstrap)
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> AnyScore:
        """Score one sentence against its references."""
        if not isinstance(hypothesis, str):
            raise self._wrong("hypothesis", hypothesis, "give a string")
        self._check_strings(references, "references", holes=True)
        prepared = self._prepare([[text] for text in references], threads=1)
        return self._read(self._rows([hypothesis], prepared).sum(axis=0))

    def get_signature(self) -> Signature:
        """Return the options as `key:value` pairs; the number of references is known once some were given."""
        if self.num_refs is None:
            raise ValueError(
                f"{type(self).__name__}: the number of references is not known yet; score something first"
            )
        info = {
            "nrefs": "var" if self.num_refs == -1 else self.num_refs,
            "bs": self.n_bootstrap,
            "seed": self.seed,
        }
        options = self._options()
        return Signature(
            info | {key: value for key, (_, value) in options.items()},
            {key: short for key, (short, _) in options.items()},
        )

    def _prepare(self, references: Streams, threads: int) -> PreparedReferences:
        self._check_streams(references)
        evalset = EvalSet(
            name="references",
            languages=("", ""),
            source=None,
            references={f"ref{number}": stream for number, stream in enumerate(references, start=1)},
            document=None,
        )
        if not len(evalset):
            raise InputError(f"{type(self).__name__}: the references are empty; give at least one segment")
        fewest, most = evalset.reference_counts()
        self.num_refs = fewest if fewest == most else -1
        stats = self._metric().prepare(evalset, Resources(threads=threads))
        return PreparedReferences(len(evalset), self.num_refs, stats)

    def _rows(self, hypotheses: Sequence[str], prepared: PreparedReferences) -> Array:
        if len(hypotheses) != prepared.segments:
            raise MismatchError(
                f"{type(self).__name__}: there are {len(hypotheses)} hypotheses, {prepared.segments} "
                "segments of references; references are streams, each as long as the hypotheses"
            )
        if not self._force and sum(text.endswith(" .") for text in hypotheses) >= 100:
            log.warning(
                "100 or more hypotheses end in ' .': detokenise them, or say force=True if they are meant so"
            )
        self.num_refs = prepared.num_refs
        return prepared.stats(hypotheses)

    def _bootstrap(self, score: SacrebleuScore, rows: Array, draws: int) -> None:
        """Add the interval that sacreBLEU prints: its generator, order of draws, sums in single precision."""
        self.n_bootstrap = draws
        self.seed = os.environ.get("SACREBLEU_SEED", "12345").lower()
        rng = np.random.default_rng(None if self.seed == "none" else int(self.seed))
        single = rows.astype(np.float32)
        sums = np.array([single[rng.choice(len(rows), size=len(rows))].sum(axis=0) for _ in range(draws)])
        scores = np.sort(self._metric().score(sums.astype(np.float64))).tolist()
        tail = draws // 40  # 2.5 % on either side
        score._mean, score._ci = fmean(scores), (scores[draws - tail - 1] - scores[tail]) / 2

    def _check_streams(self, references: object) -> None:
        if isinstance(references, str) or not isinstance(references, Sequence):
            raise self._wrong("references", references, "give a list of lists of strings")
        if not references:
            raise InputError(f"{type(self).__name__}: references is empty; give at least one stream")
        for place, stream in enumerate(references):
            if isinstance(stream, str):
                raise self._wrong(f"references[{place}]", stream, "for a single stream pass [references]")
            self._check_strings(stream, f"references[{place}]", holes=True)

    def _check_strings(self, texts: object, name: str, *, holes: bool = False) -> None:
        if isinstance(texts, str) or not isinstance(texts, Sequence):
            raise self._wrong(name, texts, "give a list of strings")
        if not texts:
            raise InputError(f"{type(self).__name__}: {name} is empty; give at least one segment")
        for place, text in enumerate(texts):
            if not (isinstance(text, str) or (holes and text is None)):
                raise self._wrong(f"{name}[{place}]", text, "give a string")

    def _wrong(self, name: str, given: object, remedy: str) -> TypeError:
        what = "one string" if isinstance(given, str) else f"of type {type(given).__name__}"
        return TypeError(f"{type(self).__name__}: {name} is {what}; {remedy}")
