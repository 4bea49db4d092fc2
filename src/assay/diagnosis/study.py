"""All analyses of a set in one go: what each needs is made once, and what is not asked for is not made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from assay.comparison import UnitChoice, bootstrap
from assay.comparison.paired import check_number
from assay.comparison.unit_choice import choose_unit
from assay.data import EvalSet, Outputs
from assay.diagnosis.checks.hallucination import Suspect, suspects
from assay.diagnosis.checks.source_checks import Checks, check_corpus, check_rates, checked_columns
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.diagnosis.diagnosis import BucketedScores, Diagnosis, ErrorsInWords, SegmentStudy, TellingNgrams
from assay.diagnosis.findings import cautions, findings
from assay.diagnosis.options import DiagnoseOptions
from assay.diagnosis.swap_tests import SystemPairs, Tested, compare_by_swaps, share_out
from assay.diagnosis.words import features
from assay.diagnosis.words import ngrams as grams
from assay.diagnosis.words.buckets import segment_buckets, word_buckets
from assay.diagnosis.words.classes import (
    Classified,
    classify,
    error_rates,
)
from assay.diagnosis.words.conflicts import bucket_conflicts, conflicts
from assay.diagnosis.words.human_spans import marked_errors
from assay.diagnosis.words.morphology import form_shares
from assay.diagnosis.words.source_words import SOURCE_FEATURES, SourceBucket, source_buckets
from assay.diagnosis.words.systems import (
    compare_outputs,
    difficulty,
    disputes,
    hardest,
    positions,
)
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric
from assay.resources import Resources
from assay.stats import Settings

# segments; a permutation test of five cannot go below 2 / 2**5 = 0.06, and each check makes the others less sure
LEAST_FAILED = 6
KINDS: tuple[grams.Kind, ...] = ("match", "over", "under")


def diagnose(
    evalset: EvalSet,
    outputs: Outputs,
    metrics: Sequence[Metric],
    options: DiagnoseOptions | None = None,
    *,
    knowledge: SetKnowledge | None = None,
) -> Diagnosis:
    """Say how outputs differ from references and from each other, in every way that texts and knowledge allow."""
    options = options or DiagnoseOptions()
    check_number(outputs)  # every output is held beside every other
    resources = Resources(threads=options.settings.threads)
    corpus = prepare_corpus(evalset, outputs, metrics, knowledge, tok=options.tok, resources=resources)
    return analyse(corpus, options)


def analyse(corpus: Corpus, options: DiagnoseOptions) -> Diagnosis:
    """Look into a corpus in every way that it allows."""
    settings = options.settings
    classified = classify(corpus, options.base, settings.threads)
    rates = error_rates(classified)
    pairs, unit = pairs_of(corpus, options.baseline), _unit(corpus, rates, options.unit)

    def units(evaluation: Evaluation) -> Evaluation:
        return unit.of_part(_with_documents(evaluation, corpus)) if evaluation.stats else evaluation

    buckets = _buckets(corpus, classified, options, pairs, units)
    systems = _systems(corpus, options.most)
    checks, doubtful = _checks(corpus)
    failed = check_rates(checks, LEAST_FAILED) if checks is not None else None
    return Diagnosis(
        corpus,
        options,
        ErrorsInWords(
            classified,
            rates,
            comparisons=_compared_rates(units(rates), pairs, settings),
            forms=tuple(form_shares(corpus, options.stem)) if options.stem else (),
            spans=marked_errors(corpus, classified),
        ),
        unit=unit,
        pairs=pairs.of,
        buckets=buckets,
        ngrams=_ngrams(corpus, classified, pairs.of, options),
        systems=systems,
        checks=checks,
        suspects=doubtful,
        told=findings(classified, buckets.words, settings.alpha, checks=failed, pairs=pairs, units=units),
        cautions=tuple(cautions(systems.conflicts, systems.likenesses)),
    )


def _unit(corpus: Corpus, rates: Evaluation, asked: str) -> UnitChoice:
    """Choose what is drawn as one: documents, if they matter for the scores or for the rates of errors."""
    choices = [choose_unit(corpus.evaluation, asked), choose_unit(_with_documents(rates, corpus), asked)]
    return max(choices, key=lambda choice: choice.ratio if choice.ratio > 0 else 0.0)


def _with_documents(evaluation: Evaluation, corpus: Corpus) -> Evaluation:
    known = evaluation.document is not None
    return evaluation if known else replace(evaluation, document=corpus.evalset.document)


def pairs_of(corpus: Corpus, baseline: str | None) -> SystemPairs:
    """Return the pairs of systems to speak of: all with the baseline, or the best with each of the others."""
    names = corpus.systems
    if baseline is not None and baseline not in names:
        raise OptionError(f"baseline {baseline!r} is not among the systems {', '.join(names)}")
    centre = baseline or _best(corpus)
    place = {name: number for number, name in enumerate(names)}
    others = [name for name in names if name != centre]
    pairs = [(centre, name) if place[centre] < place[name] else (name, centre) for name in others]
    return SystemPairs(tuple(pairs), 1.0 if baseline else len(names) / 2)


def _best(corpus: Corpus) -> str:
    if not corpus.evaluation.metrics:
        return corpus.systems[0]
    metric = corpus.evaluation.metrics[0]
    sign = 1 if metric.higher_is_better else -1
    totals = {name: sign * corpus.evaluation.stats[metric, name].total() for name in corpus.systems}
    return max(totals, key=lambda name: totals[name])


def _compared_rates(rates: Evaluation, pairs: SystemPairs, settings: Settings) -> tuple[Tested, ...]:
    """Compare the error rates of some pairs; p-values are adjusted for all rates and pairs at once (Holm)."""
    if not pairs.of:
        return ()
    tests = compare_by_swaps(rates, pairs, settings, bootstrap(rates, settings))
    return tuple(share_out(tests, ["rates"] * len(tests), pairs.choices))


Feature = TypeVar("Feature")


def _word_features(corpus: Corpus) -> Mapping[str, Callable[[Corpus], features.WordFeature]]:
    """Return the features of words, with one for each further kind of labels."""
    kinds = {f"label@{kind}": partial(features.label, kind=kind) for kind in features.label_kinds(corpus)}
    return {**features.WORD_FEATURES, **kinds}


def _features(
    corpus: Corpus, names: Sequence[str] | None, known: Mapping[str, Callable[[Corpus], Feature]]
) -> list[Feature]:
    """Return the features asked for, or all that the corpus allows."""
    if names is not None:
        unknown = [name for name in names if name not in known]
        if unknown:
            kind = unknown[0].partition("@")[2]
            raise OptionError(f"{unknown[0]} needs labels of this kind; give --labels NAME@{kind}=FILE")
        return [known[name](corpus) for name in names]
    allowed = []
    for make in known.values():
        try:
            allowed.append(make(corpus))
        except OptionError:  # it needs a file that was not given
            continue
    return allowed


def _buckets(
    corpus: Corpus,
    classified: Mapping[str, Classified],
    options: DiagnoseOptions,
    pairs: SystemPairs,
    units: Callable[[Evaluation], Evaluation],
) -> BucketedScores:
    of_words = _features(corpus, options.word_features, _word_features(corpus))
    of_segments = _features(corpus, options.segment_features, features.SEGMENT_FEATURES)
    segments = segment_buckets(corpus, of_segments, options.settings, pairs, units=units)
    return BucketedScores(
        word_buckets(corpus, classified, of_words, options.settings, pairs, units=units),
        segments,
        _sources(corpus, classified),
        tuple(bucket_conflicts(segments.segments)),
        tuple(of_words),
        tuple(of_segments),
    )


def _sources(corpus: Corpus, classified: Mapping[str, Classified]) -> tuple[SourceBucket, ...]:
    linked = [name for name in corpus.references if name in corpus.knowledge.links]
    if not linked or corpus.evalset.source is None:
        return ()
    return tuple(
        bucket
        for feature in SOURCE_FEATURES
        for bucket in source_buckets(corpus, classified, linked[0], feature)
    )


def _checks(corpus: Corpus) -> tuple[Checks | None, tuple[Suspect, ...]]:
    """Hold outputs against their source, where there is one."""
    columns = checked_columns(corpus)
    if columns is None:
        return None, ()
    checks = check_corpus(corpus, *columns)
    return checks, tuple(suspects(columns[1], checks))


def _ngrams(
    corpus: Corpus,
    classified: Mapping[str, Classified],
    pairs: Sequence[tuple[str, str]],
    options: DiagnoseOptions,
) -> TellingNgrams:
    if options.ngrams != "words":
        label = features.label(corpus, options.ngrams.partition("@")[2])
        classified = grams.label_words(corpus, classified, label)
    table = grams.ngram_table(classified, options.order)
    productions = {system: grams.production(table, system, options.most) for system in classified}
    if not pairs:
        return TellingNgrams({}, productions)
    contrasts = {kind: grams.contrast(table, pairs[0], kind, most=options.most) for kind in KINDS}
    return TellingNgrams(contrasts, productions)


def _systems(corpus: Corpus, most: int) -> SegmentStudy:
    likenesses, disagreements = tuple(compare_outputs(corpus.outputs)), tuple(conflicts(corpus))
    if not corpus.evaluation.metrics:
        return SegmentStudy(likenesses, disagreements)
    metric = corpus.evaluation.metrics[0]
    return SegmentStudy(
        likenesses,
        disagreements,
        disputes=tuple(disputes(corpus, metric, most)),
        hard=tuple(hardest(corpus, metric, most)),
        difficulty=tuple(difficulty(corpus, metric)),
        positions=tuple(positions(corpus, metric)),
    )
