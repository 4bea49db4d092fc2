"""Agreement with people over systems, domain by domain: a metric may be good on news and bad on speech.

A metric that was computed here scores the judged segments of a domain together: corpus BLEU of a domain is no mean of
segments. Of a metric out of files a system's score in a domain is its mean over these segments; where the file has
scores by domain (mt-metrics-eval) they are taken if the scores are to be as given, or if there are none of segments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.data import Array, Codes, Scores
from assay.errors import InputError
from assay.meta.correlations import correlate_systems
from assay.meta.material import Material, SystemScores, steady, upward
from assay.meta.system_pairs import PairwiseAccuracy, pairwise_accuracy


@dataclass(frozen=True)
class InDomain:
    """How far a metric agrees with people on the systems of one domain."""

    metric: str
    domain: str
    systems: int
    pearson: float
    accuracy: PairwiseAccuracy


@dataclass(frozen=True)
class DomainTable:
    """All metrics in all domains of a language pair, with the number of judged segments of each domain."""

    languages: str
    human: str
    segments: Mapping[str, int]
    agreements: tuple[InDomain, ...]
    given: tuple[str, ...]  # metrics whose scores are those that files give for domains
    # Metrics whose scores are those of the judged segments taken together
    corpus: tuple[str, ...] = ()

    def average(self, metric: str) -> tuple[float, float]:
        """Return the mean of Pearson's r over domains, each weighing the same, and the accuracy of all their pairs."""
        own = [each for each in self.agreements if each.metric == metric]
        pooled = sum((each.accuracy for each in own), PairwiseAccuracy(metric, 0, 0))
        return float(np.mean([each.pearson for each in own])) if own else float("nan"), pooled.value


def has_domains(material: Material) -> bool:
    """Tell whether there are domains to be told apart."""
    return len(_domains(material.human)) > 1


def agreement_by_domain(material: Material, rule: SystemScores = "corpus") -> DomainTable:
    """Ask in every domain how far every metric agrees with people on systems."""
    human = material.human
    names = _domains(human)
    if len(names) < 2:
        raise InputError(
            f"{material.languages}: {human.name} names {'one domain' if names else 'no domains'}, and it takes two; "
            "give judgements with a column domain, or a folder with documents/LP.docs"
        )
    agreements = []
    given = [name for name, metric in material.metrics.items() if _given(metric, rule)]
    corpus = [name for name in given if material.metrics[name].pooled]
    for name, metric in material.metrics.items():
        systems = material.chosen(metric)
        for domain in names:
            first = _scores(human.for_systems(systems), human, domain, rule)
            second = _scores(metric.for_systems(systems), human, domain, rule)
            known = ~(np.isnan(first) | np.isnan(second))
            if known.sum() < 2:
                continue
            scored = [system for system, there in zip(systems, known, strict=True) if there]
            accuracy = pairwise_accuracy(name, scored, first[known], second[known])
            pearson = correlate_systems(first[known], second[known], "pearson")
            agreements.append(InDomain(name, domain, len(scored), pearson, accuracy))
    return DomainTable(
        *(material.languages, human.name, _sizes(material, names), tuple(agreements)),
        *(tuple(name for name in given if name not in corpus), tuple(corpus)),
    )


def _domains(human: Scores) -> tuple[str, ...]:
    names = () if human.domain is None else dict.fromkeys(human.domain.column())
    return tuple(dict.fromkeys([*names, *human.domain_totals]))


def _sizes(material: Material, names: tuple[str, ...]) -> dict[str, int]:
    human = material.human.for_systems(material.systems or material.human.systems)
    judged = np.asarray(human.judged.any(axis=0))
    return {name: int((judged & _belongs(human.domain, name)).sum()) if len(judged) else 0 for name in names}


def _belongs(column: Codes | None, name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.zeros(0, dtype=bool) if column is None else np.asarray(column.among([name]))


def _given(scores: Scores, rule: SystemScores) -> bool:
    as_given = rule == "given" or not scores.judged.any()
    return bool(scores.domain_totals) and (as_given or (rule == "corpus" and scores.pooled))


def _scores(scores: Scores, human: Scores, domain: str, rule: SystemScores) -> Array:
    """Return the scores of systems in a domain, higher better; NaN where nothing is known."""
    if _given(scores, rule):
        unknown = np.full(len(scores.systems), np.nan)
        totals = scores.domain_totals.get(domain, unknown)
        return totals if scores.higher_is_better else -totals
    if human.domain is None or not scores.segments:
        return np.full(len(scores.systems), np.nan)
    values = upward(scores if scores.segments == human.segments else scores.for_segments(human.segments))
    known = ~np.isnan(values) & human.for_systems(scores.systems).judged & _belongs(human.domain, domain)
    with np.errstate(invalid="ignore"):
        return steady(np.asarray(np.where(known, values, 0).sum(axis=1) / known.sum(axis=1)))
