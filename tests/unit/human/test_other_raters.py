"""What holds for other raters, documents and segments: tastes, few raters, published clusters, rankings, agreement."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from assay.data import Codes, Judgements, Preferences
from assay.errors import AssayWarning
from assay.human import TASTES, RankOptions, RatingsRanking, fit_mixed_model, rank, study_agreement
from assay.human.agreement.coefficients import alpha
from assay.human.flows import PreferencesRanking
from assay.human.ratings.proportions import correct_shares
from assay.human.ratings.rater_effects import cells_of
from assay.reporting.tables.human.first_screen import human_summary
from assay.reporting.tables.human.needed import needed_sentence, rater_caution
from assay.reporting.tables.human.summary import agreement_words, leader_words
from assay.stats import Settings
from support.assertions import untyped
from support.human_rows import judged

CHANCE = Settings(draws=500)


def ratings(
    rng: np.random.Generator,
    raters: int,
    systems: int = 4,
    segments: int = 60,
    *,
    tastes: float = 0.0,
    crossed: bool = False,
    bias: float = 0.0,
    gap: float = 0.0,
) -> Judgements:
    """Return ratings of systems that are equal, but for a gap; each output by a rater drawn at random, or by all.

    A `bias` gives one half of the systems more often to lenient raters.
    """
    easy, own = rng.normal(0, 15, segments), rng.normal(0, 8, (systems, segments))
    lenient, liked = rng.normal(0, max(8.0, bias), raters), rng.normal(0, tastes, (raters, systems))
    rows = []
    for system in range(systems):
        for segment in range(segments):
            half = int(rng.random() < (0.8 if system % 2 else 0.3)) + 2 * int(
                rng.integers(max(raters // 2, 1))
            )
            for rater in range(raters) if crossed else [half if bias else int(rng.integers(raters))]:
                score = 60 + easy[segment] + own[system, segment] + lenient[rater] + liked[rater, system]
                score += gap * (system == 0) + rng.normal(0, 12)
                rows.append((f"r{rater}", f"s{system}", str(segment), float(score)))
    return judged(rows)


def ranked(judgements: Judgements | Preferences, options: RankOptions | None = None) -> RatingsRanking:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        ranking = rank(judgements, options or RankOptions(chance=CHANCE), ["ranking", "needed"])
    assert isinstance(ranking, RatingsRanking)
    return ranking


def claimed(ranking: RatingsRanking) -> bool:
    assert ranking.systems is not None
    return bool(ranking.systems.significant)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("raters", "systems", "crossed"),
    [(2, 2, False), (3, 4, False), (4, 4, False), (4, 2, False), (3, 4, True)],
)
def test_tastes_of_few_raters_are_no_differences_of_systems(raters: int, systems: int, crossed: bool) -> None:
    rng = np.random.default_rng(raters)
    campaigns = [ratings(rng, raters, systems, 40, tastes=4, crossed=crossed) for _ in range(60)]
    # 5 % and three standard errors; by segments alone it was 24 to 27 %.
    assert np.mean([claimed(ranked(campaign)) for campaign in campaigns]) <= 0.134


@pytest.mark.slow
def test_printed_intervals_hold_where_raters_are_unequal() -> None:
    rng = np.random.default_rng(5)
    held = []
    for _ in range(60):
        ranking = ranked(ratings(rng, 6, 2, bias=15))
        assert ranking.systems is not None
        held += [pair.low <= 0 <= pair.high for pair in ranking.systems.comparisons]
        held += [place.low <= 60 <= place.high for place in ranking.standings]
    # Plain means held 21 to 52 of 95.
    assert np.mean(held) > 0.88


@pytest.mark.slow
def test_tastes_of_unequal_raters_are_no_differences_of_systems() -> None:
    rng = np.random.default_rng(12)
    campaigns = [ratings(rng, 6, tastes=4, bias=15) for _ in range(60)]
    # Where tastes that seem none are taken for none, it is 5 of these 60.
    assert sum(claimed(ranked(campaign)) for campaign in campaigns) <= 2


def test_tastes_that_seem_none_are_kept_off_0_where_raters_are_unequal() -> None:
    rng = np.random.default_rng(4)
    campaigns = [ratings(rng, 6, bias=15) for _ in range(6)]
    plain, kept = (
        [fit_mixed_model(campaign, tastes=True, off_zero=off_zero).effect(TASTES) for campaign in campaigns]
        for off_zero in (False, True)
    )
    assert any(effect is not None and effect.variance == 0 for effect in plain)
    assert all(effect is not None and 0 < effect.variance < 150 for effect in kept)


def test_a_taste_is_told_on_the_first_screen_and_nothing_is_needed_is_not() -> None:
    ranking = ranked(ratings(np.random.default_rng(3), 4, tastes=20, crossed=True, gap=6))
    assert ranking.balance is not None
    assert ranking.balance.tasteful
    assert not ranking.balance.unequal
    said = str(human_summary(ranking))
    assert "Raters may differ in taste" in said
    assert "No more judgements are needed" not in said
    assert "More raters are needed" in said
    assert "Student's t in the mixed model" in said


def test_plain_means_stay_where_raters_saw_the_systems_alike() -> None:
    judgements = ratings(np.random.default_rng(3), 4, tastes=20, crossed=True)
    ranking = ranked(judgements)
    scores = ranking.scored.scores
    assert {place.system: place.score for place in ranking.standings} == pytest.approx(
        dict(zip(scores.systems, scores.means(), strict=True))
    )


def test_one_rater_leaves_more_raters_to_be_asked() -> None:
    ranking = ranked(ratings(np.random.default_rng(1), 1, 2, gap=40))
    assert claimed(ranking)
    assert needed_sentence(ranking) == [
        "There is one rater, and others may prefer another system: more raters are needed."
    ]


@pytest.mark.parametrize("correction", ["none", "holm"])
def test_p_is_the_adjusted_one_without_a_correction(correction: str) -> None:
    options = untyped(RankOptions)(test="t", correction=correction, chance=CHANCE)
    ranking = ranked(ratings(np.random.default_rng(2), 6, bias=15), options)
    assert ranking.systems is not None
    assert ranking.balance is not None
    assert ranking.balance.basis
    pairs = ranking.systems.comparisons
    equal = [pair.p_value == pair.adjusted for pair in pairs]
    assert all(equal) == (correction == "none")


def test_the_test_of_wmt_keeps_its_clusters_and_says_what_the_model_does_not_share() -> None:
    judgements = ratings(np.random.default_rng(2), 6, bias=15)
    for correction in ("none", "holm"):
        options = untyped(RankOptions)(test="wmt", correction=correction, chance=CHANCE)
        ranking = ranked(judgements, options)
        assert ranking.systems is not None
        assert ranking.balance is not None
        assert ranking.balance.basis
        values = dict(zip(*_columns(ranking), strict=True))
        for pair in ranking.systems.comparisons:
            better, worse = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
            expected = stats.mannwhitneyu(
                values[better], values[worse], alternative="greater", method="asymptotic"
            ).pvalue
            assert pair.p_value == pytest.approx(expected)
        if ranking.balance.withheld:
            assert set(ranking.balance.withheld) <= set(ranking.systems.significant)
            assert "does not confirm" in str(human_summary(ranking))


def _columns(ranking: RatingsRanking) -> tuple[tuple[str, ...], list[np.ndarray]]:
    scores = ranking.scored.scores
    return scores.systems, [row[~np.isnan(row)] for row in scores.values]


def test_the_variance_of_tastes_is_that_of_the_analysis_of_variance() -> None:
    """Crossed raters, systems and segments have closed-form mean squares, which REML gives where all are above 0."""
    rng = np.random.default_rng(8)
    raters, systems, segments = 5, 3, 12
    values = rng.normal(0, 6, (raters, 1, 1)) + rng.normal(0, 9, (1, 1, segments))
    values = values + rng.normal(0, 5, (raters, systems, 1)) + rng.normal(0, 7, (raters, systems, segments))
    rows = [
        (f"r{r}", f"s{s}", str(g), float(values[r, s, g]))
        for r in range(raters)
        for s in range(systems)
        for g in range(segments)
    ]
    model = fit_mixed_model(judged(rows), tastes=True)
    tastes = model.effect(TASTES)
    assert tastes is not None
    cells = values.mean(axis=2)
    centred = cells - cells.mean(axis=1, keepdims=True) - cells.mean(axis=0) + cells.mean()
    square = segments * float((centred**2).sum()) / ((raters - 1) * (systems - 1))
    assert tastes.freedom == (raters - 1) * (systems - 1)
    assert tastes.variance == pytest.approx((square - model.residual_variance) / segments, rel=1e-4)
    weights = model.contrast("s0", "s1")
    assert model.freedom(weights) == pytest.approx(tastes.freedom)
    apart, error, p_value = model.difference("s0", "s1")
    assert error == pytest.approx(np.sqrt(2 * square / (raters * segments)), rel=1e-4)
    assert p_value == pytest.approx(2 * stats.t.sf(abs(apart) / error, tastes.freedom), rel=1e-6)


def test_cells_are_numbered_as_they_occur() -> None:
    cells = cells_of(Codes.of(["a", "b", "a", "b"]), Codes.of(["x", "x", "y", "x"]))
    assert len(cells.names) == 3
    assert cells.index.tolist() == [0, 2, 1, 2]


# --- rankings of outputs -------------------------------------------------------------------------------------


def preferences(
    rng: np.random.Generator, documents: int, *, raters: int = 20, taste: float = 0.0, gap: float = 0.0
) -> Preferences:
    """Return rankings of five equal systems, ten segments a document, each better or worse in whole documents."""
    systems, segments = 5, 10
    by_document, liked = rng.normal(0, 0.5, (documents, systems)), rng.normal(0, taste, (raters, systems))
    first, second = np.triu_indices(systems, 1)
    columns: list[tuple[int, int, int]] = []
    outcomes = []
    for document in range(documents):
        for segment in range(segments):
            rater = int(rng.integers(raters))
            quality = by_document[document] + liked[rater] + rng.normal(0, 1, systems)
            quality[0] += gap
            outcomes.append(np.sign(quality[first] - quality[second]))
            columns += [(rater, document * segments + segment, document)] * len(first)
    codes = [Codes.of([str(each) for each in column]) for column in zip(*columns, strict=True)]
    times = len(outcomes)
    return Preferences(
        tuple(f"s{number}" for number in range(systems)),
        np.tile(first, times).astype(np.int32),
        np.tile(second, times).astype(np.int32),
        np.concatenate(outcomes).astype(np.int8),
        codes[0],
        codes[1],
        document=codes[2],
    )


def preferred(pairs: Preferences, method: str = "wins") -> PreferencesRanking:
    options = untyped(RankOptions)(method=method, chance=Settings(draws=300))
    ranking = rank(pairs, options, ["ranking", "needed"])
    assert isinstance(ranking, PreferencesRanking)
    return ranking


@pytest.mark.slow
@pytest.mark.parametrize("documents", [3, 10, 25])
def test_documents_are_the_unit_of_rankings_where_they_are_known(documents: int) -> None:
    rng = np.random.default_rng(documents)
    rankings = [preferred(preferences(rng, documents)) for _ in range(60)]
    assert {ranking.options.unit for ranking in rankings} == {"document"}
    pairs = np.mean([any(test.adjusted < 0.05 for test in ranking.tests) for ranking in rankings])
    clusters = np.mean([len(ranking.systems.clusters) > 1 for ranking in rankings])
    # 5 % and three standard errors; by segment 18 to 54 % had a significant pair.
    assert max(pairs, clusters) <= 0.134


def test_fewer_than_six_documents_have_no_ranks() -> None:
    ranking = preferred(preferences(np.random.default_rng(1), 5, gap=3))
    assert len(ranking.systems.clusters) == 1
    assert all(math.isnan(place.low) for place in ranking.standings)
    assert "5 documents are too few for intervals and ranges of ranks" in ranking.systems.notes


def test_one_document_or_none_leaves_segments() -> None:
    pairs = preferences(np.random.default_rng(1), 10)
    assert preferred(replace(pairs, document=None)).options.unit == "segment"
    alone = Codes(("all",), np.zeros(len(pairs), dtype=np.int32))
    assert preferred(replace(pairs, document=alone)).options.unit == "segment"


def test_tastes_of_those_who_ranked_stand_on_the_first_screen() -> None:
    pairs = preferences(np.random.default_rng(3), 20, raters=3, taste=3)
    ranking = preferred(replace(pairs, document=None))
    assert ranking.by_raters > 1.25
    said = str(human_summary(ranking))
    assert "Raters may differ in taste" in said
    assert "3 raters are too few to claim anything for others" in said
    assert "No more judgements are needed" not in said
    assert "with these raters" in leader_words(ranking)[0]
    assert rater_caution(ranking)


# --- agreement and shares ------------------------------------------------------------------------------------


def alike(rng: np.random.Generator, documents: int, segments: int, systems: int = 4) -> Judgements:
    """Return ratings of outputs by two of sixty raters, alike within segments and documents."""
    rows, names = [], []
    for document in range(documents):
        whole = rng.normal(0, 8)
        for segment in range(segments):
            easy, pair = rng.normal(0, 12), rng.choice(60, 2, replace=False)
            for system in range(systems):
                output = 60 + whole + easy + rng.normal(0, 6)
                for rater in pair.tolist():
                    rows.append(
                        (f"r{rater}", f"s{system}", f"{document}.{segment}", output + rng.normal(0, 10))
                    )
                    names.append(str(document))
    return judged([(r, s, g, float(score)) for r, s, g, score in rows], document=names)


@pytest.mark.slow
@pytest.mark.parametrize(("documents", "segments"), [(5, 8), (10, 8), (25, 1)])
def test_intervals_of_agreement_hold_for_other_documents(documents: int, segments: int) -> None:
    between, within = 8**2 + 12**2 + 6**2, 10**2
    rng, held = np.random.default_rng(6), []
    for _ in range(100):
        study = study_agreement(alike(rng, documents, segments), CHANCE, measures=["alpha-interval"])
        [measure] = study.between[""]
        held.append(measure.interval.low <= between / (between + within) <= measure.interval.high)
    # By item 74 to 87 of 95.
    assert np.mean(held) >= 0.88


def test_agreement_draws_documents_then_segments() -> None:
    judgements = alike(np.random.default_rng(1), 4, 5)
    assert study_agreement(judgements, CHANCE).resampled == "document"
    assert study_agreement(replace(judgements, document=None), CHANCE).resampled == "segment"
    ranking = rank(judgements, RankOptions(unit="segment", chance=CHANCE), ["agreement"])
    assert ranking.agreement is not None
    assert ranking.agreement.measures is not None
    assert ranking.agreement.measures.resampled == "segment"
    [measure] = study_agreement(judgements, CHANCE, measures=["alpha-interval"]).between[""]
    assert measure.interval.method == "jackknife"


def test_the_jackknife_of_alpha_is_that_of_its_definition() -> None:
    rng = np.random.default_rng(2)
    rows = [
        (rater, "A", str(g), float(easy + rng.normal(0, 5)))
        for g, easy in enumerate(rng.normal(50, 10, 12))
        for rater in "xy"
    ]
    [measure] = study_agreement(judged(rows), CHANCE, measures=["alpha-interval"]).between[""]
    table = np.array([[score for name, _, _, score in rows if name == rater] for rater in "xy"])
    logs = np.array([-np.log(1 - alpha(np.delete(table, place, axis=1))) for place in range(12)])
    reach = stats.t.ppf(0.975, 11) * np.sqrt(11 / 12 * ((logs - logs.mean()) ** 2).sum())
    middle = -np.log(1 - alpha(table))
    assert [measure.interval.low, measure.interval.high] == pytest.approx(
        [1 - np.exp(reach - middle), 1 - np.exp(-reach - middle)]
    )


def test_the_interval_decides_what_alpha_is_good_for() -> None:
    rows = [(rater, "A", str(g), 10.0 * g + (rater == "x")) for g in range(2) for rater in "xy"]
    ranking = rank(judged(rows), RankOptions(chance=CHANCE), ["agreement"])
    assert ranking.agreement is not None
    assert agreement_words(ranking.agreement)[-1].endswith(
        "there is no interval, so whether single ratings can be relied upon is open."
    )


def test_shares_have_the_confidence_that_was_asked_for() -> None:
    rows = [("r", system, str(g), float(g % 3 > 0)) for system in "AB" for g in range(30)]
    judgements = judged(rows, "yes-no")
    for confidence in (0.8, 0.95):
        ranking = rank(judgements, RankOptions(chance=Settings(draws=200, confidence=confidence)), ["scores"])
        assert isinstance(ranking, RatingsRanking)
        assert ranking.shares == tuple(correct_shares(judgements, confidence))
