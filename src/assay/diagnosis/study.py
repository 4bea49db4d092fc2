"""All analyses of a set in one go: what each needs is made once, and what is not asked for is not made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from assay.comparison import Comparison, compare_pairs
from assay.data import Judgements
from assay.diagnosis.checks.hallucination import Suspect, suspects
from assay.diagnosis.checks.source_checks import Checks, check_outputs, check_rates, checked_columns
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.findings import Finding, cautions, findings
from assay.diagnosis.words import features
from assay.diagnosis.words import ngrams as grams
from assay.diagnosis.words.buckets import Buckets, segment_buckets, word_buckets
from assay.diagnosis.words.classes import Classified, classify, error_rates
from assay.diagnosis.words.conflicts import BucketConflict, Conflict, bucket_conflicts, conflicts
from assay.diagnosis.words.human_spans import SpanClass, SpanOverlap, join_spans
from assay.diagnosis.words.morphology import FormShare, form_shares
from assay.diagnosis.words.source_words import SourceBucket, source_buckets
from assay.diagnosis.words.systems import (
    Dispute,
    Likeness,
    Position,
    Predictor,
    compare_outputs,
    difficulty,
    disputes,
    hardest,
    positions,
)
from assay.errors import OptionError
from assay.stats import Settings

LEAST_FAILED = 6  # segments; no test of fewer can be sure, and each check makes the others less so
KINDS: tuple[grams.Kind, ...] = ("match", "over", "under")


@dataclass(frozen=True)
class DiagnoseOptions:
    """What to look at; no features given are all that the corpus allows."""

    base: str = "first4"
    stemmer: str = ""  # of the share of forms; "" leaves it out
    words: tuple[str, ...] | None = None
    segments: tuple[str, ...] | None = None
    order: int = grams.ORDER
    most: int = 20
    baseline: str | None = None

    def __post_init__(self) -> None:
        """Refuse features that do not exist."""
        for chosen, known in (
            (self.words, features.WORD_FEATURES),
            (self.segments, features.SEGMENT_FEATURES),
        ):
            unknown = [name for name in chosen or () if name not in known]
            if unknown:
                raise OptionError(f"{unknown[0]!r} is no feature; there are {', '.join(known)}")


@dataclass(frozen=True)
class Diagnosis:
    """Everything that was found out about a set of outputs."""

    corpus: Corpus
    settings: Settings
    options: DiagnoseOptions
    classified: Mapping[str, Classified]
    comparisons: tuple[Comparison, ...] = ()  # of error rates
    forms: tuple[FormShare, ...] = ()
    words: Buckets = field(default_factory=Buckets)
    segments: Buckets = field(default_factory=Buckets)
    sources: tuple[SourceBucket, ...] = ()
    ngrams: Mapping[grams.Kind, tuple[list[grams.Contrast], list[grams.Contrast]]] = field(
        default_factory=dict
    )
    production: Mapping[str, tuple[list[grams.Production], list[grams.Production]]] = field(
        default_factory=dict
    )
    pair: tuple[str, str] | None = None  # the systems of `ngrams`
    likenesses: tuple[Likeness, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    hard: tuple[tuple[int, float], ...] = ()
    difficulty: tuple[Predictor, ...] = ()
    positions: tuple[Position, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    bucket_conflicts: tuple[BucketConflict, ...] = ()
    spans: tuple[tuple[SpanClass, ...], tuple[SpanOverlap, ...]] = ((), ())
    checks: Checks | None = None  # of outputs against their source, where there is one
    suspects: tuple[Suspect, ...] = ()  # outputs that may be made up
    word_features: tuple[features.WordFeature, ...] = ()
    segment_features: tuple[features.SegmentFeature, ...] = ()
    findings: tuple[Finding, ...] = ()
    cautions: tuple[str, ...] = ()


def analyse(
    corpus: Corpus, options: DiagnoseOptions, settings: Settings, judgements: Judgements | None = None
) -> Diagnosis:
    """Look into a set in every way that its corpus allows."""
    classified = classify(corpus, options.base, settings.threads)
    of_words = _features(corpus, options.words, features.WORD_FEATURES)
    words = word_buckets(corpus, classified, of_words, settings)
    chosen = _features(corpus, options.segments, features.SEGMENT_FEATURES)
    parts = segment_buckets(corpus, chosen, settings)
    many = len(corpus.systems) > 1
    likenesses, disagreements = tuple(compare_outputs(corpus.outputs)), tuple(conflicts(corpus))
    pairs = pairs_of(corpus, options.baseline)
    pair, contrasts, made = _ngrams(classified, pairs, options)
    checks, doubtful = _checks(corpus)
    rates = check_rates(checks, LEAST_FAILED) if checks is not None else None
    return replace(
        _scores(Diagnosis(corpus, settings, options, classified), options.most),
        comparisons=tuple(compare_pairs(error_rates(classified), "permutation", settings)) if many else (),
        forms=tuple(form_shares(corpus, options.stemmer)) if options.stemmer else (),
        words=words,
        segments=parts,
        word_features=tuple(of_words),
        segment_features=tuple(chosen),
        sources=_sources(corpus, classified),
        pair=pair,
        ngrams=contrasts,
        production=made,
        likenesses=likenesses,
        conflicts=disagreements,
        bucket_conflicts=tuple(bucket_conflicts(parts.segments)),
        spans=_spans(corpus, classified, judgements),
        checks=checks,
        suspects=doubtful,
        findings=tuple(findings(classified, words, settings, checks=rates, pairs=pairs)) if many else (),
        cautions=tuple(cautions(disagreements, likenesses)),
    )


def pairs_of(corpus: Corpus, baseline: str | None) -> list[tuple[str, str]]:
    """Return the pairs of systems to speak of: all with the baseline, or the best with each of the others."""
    names = corpus.systems
    if baseline is not None and baseline not in names:
        raise OptionError(f"baseline {baseline!r} is none of the systems {', '.join(names)}")
    centre = baseline or _best(corpus)
    place = {name: number for number, name in enumerate(names)}
    others = [name for name in names if name != centre]
    return [(centre, name) if place[centre] < place[name] else (name, centre) for name in others]


def _best(corpus: Corpus) -> str:
    if not corpus.evaluation.metrics:
        return corpus.systems[0]
    metric = corpus.evaluation.metrics[0]
    sign = 1 if metric.higher_is_better else -1
    totals = {name: sign * corpus.evaluation.stats[metric, name].total() for name in corpus.systems}
    return max(totals, key=lambda name: totals[name])


Feature = TypeVar("Feature")
Classes = Mapping[str, Classified]
Lists = dict[grams.Kind, tuple[list[grams.Contrast], list[grams.Contrast]]]
Made = dict[str, tuple[list[grams.Production], list[grams.Production]]]


def _features(
    corpus: Corpus, chosen: Sequence[str] | None, known: Mapping[str, Callable[[Corpus], Feature]]
) -> list[Feature]:
    """Return the features asked for, or all that the corpus allows."""
    if chosen is not None:
        return [known[name](corpus) for name in chosen]
    found = []
    for make in known.values():
        try:
            found.append(make(corpus))
        except OptionError:  # it needs a file that was not given
            continue
    return found


def _sources(corpus: Corpus, classified: Classes) -> tuple[SourceBucket, ...]:
    linked = [name for name in corpus.references if name in corpus.knowledge.links]
    if not linked or corpus.evalset.source is None:
        return ()
    return tuple(source_buckets(corpus, classified, linked[0]))


def _checks(corpus: Corpus) -> tuple[Checks | None, tuple[Suspect, ...]]:
    """Hold outputs against their source, where there is one."""
    checks, both = check_outputs(corpus, corpus.knowledge.glossary), checked_columns(corpus)
    if checks is None or both is None:
        return None, ()
    return checks, tuple(suspects(both[1], checks))


def _spans(
    corpus: Corpus, classified: Classes, judgements: Judgements | None
) -> tuple[tuple[SpanClass, ...], tuple[SpanOverlap, ...]]:
    if judgements is None:
        return (), ()
    counted, overlaps = join_spans(corpus, classified, judgements)
    return tuple(counted), tuple(overlaps)


def _ngrams(
    classified: Classes, pairs: Sequence[tuple[str, str]], options: DiagnoseOptions
) -> tuple[tuple[str, str] | None, Lists, Made]:
    table = grams.ngram_table(classified, options.order)
    made = {system: grams.production(table, system, options.most) for system in classified}
    if not pairs:
        return None, {}, made
    contrasts: Lists = {kind: grams.contrast(table, pairs[0], kind, most=options.most) for kind in KINDS}
    return pairs[0], contrasts, made


def _scores(found: Diagnosis, most: int) -> Diagnosis:
    """Add what rests on the scores of segments, under the first metric."""
    corpus = found.corpus
    if not corpus.evaluation.metrics:
        return found
    metric = corpus.evaluation.metrics[0]
    return replace(
        found,
        disputes=tuple(disputes(corpus, metric, most)),
        hard=tuple(hardest(corpus, metric, most)),
        difficulty=tuple(difficulty(corpus, metric)),
        positions=tuple(positions(corpus, metric)),
    )
