"""A diagnosis: what was found out about outputs, in parts of one subject each, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from assay.comparison import UnitChoice
from assay.data import SegmentBuckets, numbered_ids
from assay.diagnosis.checks.details import Failure, failures
from assay.diagnosis.checks.hallucination import Suspect
from assay.diagnosis.checks.source_checks import Checks
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.findings import Finding, Findings
from assay.diagnosis.options import DiagnoseOptions
from assay.diagnosis.swap_tests import Tested
from assay.diagnosis.words import features
from assay.diagnosis.words import ngrams as grams
from assay.diagnosis.words.buckets import Buckets
from assay.diagnosis.words.classes import Classified, ClassRate, LabelRate, class_rates, label_rates
from assay.diagnosis.words.conflicts import BucketConflict, Conflict
from assay.diagnosis.words.human_spans import MarkedErrors
from assay.diagnosis.words.morphology import FormShare
from assay.diagnosis.words.source_words import SourceBucket
from assay.diagnosis.words.systems import Dispute, Likeness, Position, Predictor
from assay.metrics import Evaluation
from assay.stats import Settings

# More of the first system, and more of the second.
Contrasts = tuple[list[grams.Contrast], list[grams.Contrast]]
# Made too often, and made too rarely.
Productions = tuple[list[grams.Production], list[grams.Production]]


@dataclass(frozen=True)
class ErrorsInWords:
    """The errors in words: their classes, their rates, and which of them were marked."""

    classified: Mapping[str, Classified]
    rates: Evaluation
    # Of the rates, for the pairs that are spoken of.
    comparisons: tuple[Tested, ...] = ()
    forms: tuple[FormShare, ...] = ()
    # Of people, and of metrics that mark errors.
    spans: tuple[MarkedErrors, ...] = ()


@dataclass(frozen=True)
class BucketedScores:
    """Scores in buckets of words, of segments and of words of the source, and the features that make them."""

    words: Buckets = field(default_factory=Buckets)
    segments: Buckets = field(default_factory=Buckets)
    sources: tuple[SourceBucket, ...] = ()
    conflicts: tuple[BucketConflict, ...] = ()
    word_features: tuple[features.WordFeature, ...] = ()
    segment_features: tuple[features.SegmentFeature, ...] = ()


@dataclass(frozen=True)
class TellingNgrams:
    """N-grams that tell the first pair of systems apart, and those that a system makes too often or too rarely."""

    contrasts: Mapping[grams.Kind, Contrasts] = field(default_factory=dict)
    production: Mapping[str, Productions] = field(default_factory=dict)


@dataclass(frozen=True)
class SegmentStudy:
    """How like the outputs of systems are, and what rests on the scores of segments under the first metric."""

    likenesses: tuple[Likeness, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    # Segments with the worst mean score, and that score.
    hard: tuple[tuple[int, float], ...] = ()
    difficulty: tuple[Predictor, ...] = ()
    positions: tuple[Position, ...] = ()


@dataclass(frozen=True)
class Diagnosis:
    """Everything that was found out about a set of outputs."""

    corpus: Corpus
    options: DiagnoseOptions
    errors: ErrorsInWords
    unit: UnitChoice = UnitChoice("segment")
    # The systems that are spoken of.
    pairs: tuple[tuple[str, str], ...] = ()
    buckets: BucketedScores = field(default_factory=BucketedScores)
    ngrams: TellingNgrams = field(default_factory=TellingNgrams)
    systems: SegmentStudy = field(default_factory=SegmentStudy)
    # Of outputs against their source, where there is one.
    checks: Checks | None = None
    # Outputs that may be made up.
    suspects: tuple[Suspect, ...] = ()
    told: Findings = field(default_factory=Findings)
    cautions: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What sets systems apart, the largest effect first."""
        return self.told.sure

    @property
    def settings(self) -> Settings:
        """How its tests and intervals were drawn."""
        return self.options.settings

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """Every segment that fails a check against the source, and what it is about."""
        source = self.corpus.evalset.source
        if self.checks is None or source is None:
            return ()
        ids = self.corpus.evalset.ids or numbered_ids(len(self.corpus))
        return tuple(failures(self.checks, source, self.corpus.outputs, ids))

    @cached_property
    def class_rates(self) -> list[ClassRate]:
        """Every class of errors of every system, on both sides, in words and in blocks."""
        return class_rates(self.errors.classified)

    @cached_property
    def label_rates(self) -> list[LabelRate]:
        """The classes of words by their labels; none without labels."""
        return [
            rate
            for classified in self.errors.classified.values()
            for side in ("reference", "output")
            for rate in label_rates(self.corpus, classified, side)
        ]

    @property
    def evaluations(self) -> list[Evaluation]:
        """The statistics of segments that a run file may keep: of the metrics, and of the buckets of words."""
        words = self.buckets.words.evaluation
        return [self.corpus.evaluation, *([words] if words else [])]

    @property
    def recorded_buckets(self) -> list[SegmentBuckets]:
        """The buckets of segments that a run file may keep."""
        return features.buckets_for_run(self.buckets.segment_features)
