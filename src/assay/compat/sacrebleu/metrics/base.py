"""What sacreBLEU's metrics share: cached references, statistics, bootstrap, signature."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from assay.compat.sacrebleu.metrics import arguments
from assay.compat.sacrebleu.metrics.arguments import Streams
from assay.compat.sacrebleu.metrics.scores import Score, Signature
from assay.compat.sacrebleu.resampling import bootstrap_scores, chosen_seed
from assay.data import Array, EvalSet
from assay.errors import InputError, MismatchError, counted
from assay.metrics import Metric as AssayMetric
from assay.metrics import StatsFn
from assay.resources import Resources

__all__ = ["Metric", "Score", "Signature"]

log = logging.getLogger("sacrebleu")
AnyScore = TypeVar("AnyScore", bound=Score)


class PreparedReferences(NamedTuple):
    """References made ready: themselves, how many a segment has (-1: varies), outputs to rows."""

    streams: Streams
    segments: int
    num_refs: int
    stats: StatsFn


class Metric(ABC, Generic[AnyScore]):
    """The base of `BLEU`, `CHRF` and `TER`."""

    _SIGNATURE_TYPE: ClassVar[type[Signature]] = Signature
    _force = True
    num_refs: int

    def __init__(self, references: Streams | None = None) -> None:
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self._ref_cache: PreparedReferences | None = None
        if references is not None:
            self._ref_cache = self._prepare(references, threads=0)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy in another process needs; it prepares the references again."""
        cached = self._ref_cache
        return self.__dict__ | {"_ref_cache": cached and cached.streams}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._ref_cache = state["_ref_cache"] and self._prepare(state["_ref_cache"], threads=0)

    @abstractmethod
    def _metric(self) -> AssayMetric:
        """Build our metric from the options as they stand: programs may set them at any time."""

    @abstractmethod
    def _statistics(self, rows: Array) -> list[list[Any]]:
        """Turn rows of our statistics into sacreBLEU's."""

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """Lower-case and tokenise a segment."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> AnyScore:
        """Turn sums of statistics into a score object."""

    def _aggregate_and_compute(self, stats: Sequence[Sequence[Any]]) -> AnyScore:
        """Add statistics up and turn the sums into a score object."""
        if len(stats) == 1:
            return self._compute_score_from_stats(stats[0])
        return self._compute_score_from_stats([sum(column) for column in zip(*stats, strict=True)])

    def _shuffled_score(self, stats: list[Any]) -> float:
        """Return the score of sums after a shuffle, of which a test takes thousands."""
        return self._compute_score_from_stats(stats).score

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Streams | None
    ) -> list[list[Any]]:
        """Return the statistics of each segment."""
        return self._statistics(self._rows(hypotheses, self._references(references)))

    def corpus_score(
        self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1
    ) -> AnyScore:
        """Score a corpus against streams of references, or against the cached ones if None is given."""
        arguments.check_strings(self._name, hypotheses, "hypotheses")
        rows = self._rows(hypotheses, self._references(references))
        # one after the other, not pairwise: the last digit of thirds is then that of sacreBLEU
        score = self._aggregate_and_compute(self._statistics(np.cumsum(rows, axis=0)[-1:]))
        if n_bootstrap > 1:
            self.n_bootstrap, self.seed = n_bootstrap, str(chosen_seed()).lower()
            stats = self._statistics(rows)
            score.estimate_ci(bootstrap_scores(stats, self._compute_score_from_stats, n_bootstrap))
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> AnyScore:
        """Score one sentence against its references."""
        arguments.check_sentence(self._name, hypothesis, references)
        prepared = self._prepare([[text] for text in references], threads=1)
        return self._aggregate_and_compute(self._statistics(self._rows([hypothesis], prepared)))

    def get_signature(self) -> Signature:
        """Return the options as `key:value` pairs; the number of references is known once some were given."""
        return self._SIGNATURE_TYPE(self.__dict__)

    @property
    def _name(self) -> str:
        return type(self).__name__

    def _references(self, references: Streams | None) -> PreparedReferences:
        if references is not None:
            return self._prepare(references, threads=0)
        if self._ref_cache is None:
            raise RuntimeError(f"{self._name}: give references here, or references=… at construction")
        return self._ref_cache

    def _prepare(self, references: Streams, threads: int) -> PreparedReferences:
        arguments.check_streams(self._name, references)
        evalset = EvalSet(
            name="references",
            languages=("", ""),
            source=None,
            references={
                f"ref{place}": self._words(stream) for place, stream in enumerate(references, start=1)
            },
            document=None,
        )
        if not len(evalset):
            raise InputError(f"{self._name}: the references are empty; give at least one segment")
        fewest, most = evalset.reference_counts()
        self.num_refs = fewest if fewest == most else -1
        stats = self._metric().prepare(evalset, Resources(threads=threads))
        return PreparedReferences(references, len(evalset), self.num_refs, stats)

    def _rows(self, hypotheses: Sequence[str], prepared: PreparedReferences) -> Array:
        if len(hypotheses) != prepared.segments:
            raise MismatchError(
                f"{self._name}: there are {len(hypotheses)} hypotheses, "
                f"{counted(prepared.segments, 'segment')} of references; references are streams, each as long "
                "as the hypotheses"
            )
        if not self._force and sum(text.endswith(" .") for text in hypotheses) >= 100:
            log.warning(
                "100 or more hypotheses end in ' .': detokenise them, or say force=True if they are meant so"
            )
        self.num_refs = prepared.num_refs
        return prepared.stats(self._words(hypotheses))

    def _words(self, texts: Sequence[Any]) -> Sequence[Any]:
        """Do to texts what has to be done before our metric has them; as a rule nothing."""
        return texts
