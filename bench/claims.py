"""How often something false is claimed of equal systems that people judged, by raters who saw them alike or not."""

from __future__ import annotations

import warnings
from itertools import combinations

import numpy as np

from assay.data import Codes, Judgements
from assay.errors import AssayWarning
from assay.human import (
    RankOptions,
    RatingsRanking,
    ScoreOptions,
    fit_mixed_model,
    rank,
    rank_systems,
    to_scores,
)
from assay.stats import adjust
from sections import Section, say

CAMPAIGNS, SEGMENTS, RATERS, DOCUMENT = 150, 100, 4, 10
BETWEEN, EASE, WITHIN = 10, 8, 12  # standard deviations: of raters, of segments, of single ratings
LIMIT = 0.08  # 5 %, and two standard errors of so many campaigns
KINDS = {
    "unequal": "see systems unequally",
    "docs": "have whole documents of a system",
    "random": "are drawn for every output",
    "crossed": "see all systems of a segment",
}


def claims() -> Section:
    """Count campaigns with a false claim: by means alone, by z, by the mixed model, and by `rank`."""
    section = Section(
        f"False claims about equal systems, {CAMPAIGNS} campaigns each",
        ("raters", "systems", "means alone", "z", "mixed model", "Assay", "reached"),
    )
    for kind, words in KINDS.items():
        for systems in (2, 6):
            say(f"false claims: {words}, {systems} systems")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", AssayWarning)
                rates = np.mean(
                    [_claimed(campaign(seed, systems, kind)) for seed in range(CAMPAIGNS)], axis=0
                )
            cells = [f"{100 * rate:.0f} %" for rate in rates]
            section.add((words, str(systems), *cells), reached=bool(rates[-1] <= LIMIT), rates=rates.tolist())
    return section


def campaign(seed: int, systems: int, kind: str) -> Judgements:
    """Return ratings of equal systems, one an output, by raters of different leniency."""
    rng = np.random.default_rng(seed)
    lenient, easy = rng.normal(0, BETWEEN, RATERS), rng.normal(0, EASE, SEGMENTS)
    shares = rng.dirichlet(np.ones(RATERS), size=systems) if kind == "unequal" else None
    rows = []
    for system in range(systems):
        for start in range(0, SEGMENTS, DOCUMENT):
            of_document = int(rng.integers(RATERS))
            for segment in range(start, start + DOCUMENT):
                rater = of_document if kind == "docs" else segment % RATERS
                if shares is not None:
                    rater = int(rng.choice(RATERS, p=shares[system]))
                elif kind == "random":
                    rater = int(rng.integers(RATERS))
                score = 60 + lenient[rater] + easy[segment] + rng.normal(0, WITHIN)
                rows.append((f"r{rater}", "ABCDEF"[system], str(segment), score))
    raters, names, segments, scores = zip(*rows, strict=True)
    plain = Codes.alike("genuine", len(rows)), Codes.alike("", len(rows))
    return Judgements("da", Codes.of(raters), Codes.of(names), Codes.of(segments), np.array(scores), *plain)


def _claimed(judgements: Judgements) -> tuple[bool, bool, bool, bool]:
    options = RankOptions(test="t")
    by_means, by_z = (
        bool(rank_systems(to_scores(judgements, ScoreOptions(standardise=mode)), options).significant)
        for mode in ("raw", "z")
    )
    model = fit_mixed_model(judgements)
    p_values = np.array([model.difference(*pair)[2] for pair in combinations(model.systems, 2)])
    ranking = rank(judgements, options, ["ranking"])
    ours = isinstance(ranking, RatingsRanking) and ranking.systems is not None and ranking.systems.significant
    return by_means, by_z, bool((adjust(p_values, "holm") < options.chance.alpha).any()), bool(ours)
