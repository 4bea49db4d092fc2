"""Human scores against published campaigns, scipy and statsmodels, and the textbook's normalisation."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from golden_cases import load
from golden_write import DATA

from assay.data.evalset import Codes
from assay.data.scores import Scores
from assay.human.options import RankOptions, ScoreOptions
from assay.human.ratings import rater_effects as mixed
from assay.human.ratings.darr import darr
from assay.human.ratings.domains import rank_by_domain
from assay.human.ratings.judged_means import evaluation
from assay.human.ratings.mqm import published_weights
from assay.human.ratings.proportions import correct_shares, trimmed_mean
from assay.human.ratings.ranking import compare_systems, rank_systems
from assay.human.ratings.scoring import score, to_scores
from assay.human.ratings.standardise import standardise
from assay.stats.tests import Sample, rank_sum_test
from support.assertions import present, untyped
from support.human_rows import (
    judged,
    spans,
    ted21_en_de,
    wmt20_km_en,
    wmt21_xh_zu,
    wmt23_ratings,
    wmt23_three_raters,
)
from support.meta_sets import scores as scores_of

SCIPY = load(DATA / "human-scores-scipy.json")
PANDAS, BY_HAND = (load(DATA / f"human-scores-{tool}.json") for tool in ("pandas", "by-hand"))
STATSMODELS = load(DATA / "human-scores-statsmodels.json")
WMT = RankOptions(test="wmt", correction="none")


@pytest.fixture(scope="module")
def meta(shared_dir):
    return json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def xh_zu(shared_dir):
    return score(wmt21_xh_zu(shared_dir), ScoreOptions(standardise="z", truncate=True))


# --- direct assessment, WMT21 Xhosa-Zulu ------------------------------------------------------------------------


def table(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines()]


def folder(shared: Path) -> Path:
    return shared / "data" / "da" / "wmt21-wiki-xh-zu"


def test_z_of_every_rating_is_the_published_one(shared_dir):
    ratings = wmt21_xh_zu(shared_dir)
    found = standardise(ratings, "z", truncate=True).values
    expected = [float(row[10]) for row in table(folder(shared_dir) / "ad-xhzu-good-stnd.csv")[1:]]
    assert len(found) == 2968
    assert (
        np.abs(found - expected).max() < 2.5e-7
    )  # the scripts read means that were printed with seven digits


def test_judges_are_the_published_ones(meta, xh_zu):
    for judge in xh_zu.judges:
        expected = meta["wmt_da_pipeline_xh_zu"]["data"]["workers"][judge.rater]
        assert judge.number == expected["n"]
        assert judge.mean == pytest.approx(expected["mean"], rel=1e-11)
        assert judge.deviation == pytest.approx(expected["sd_ddof1"], rel=1e-11)


def test_segment_scores_are_the_published_ones(shared_dir, xh_zu):
    raw = to_scores(wmt21_xh_zu(shared_dir), ScoreOptions())
    place = {(s, g): (r, c) for r, s in enumerate(raw.systems) for c, g in enumerate(raw.segments)}
    rows = table(folder(shared_dir) / "ad-seg-scores-xh-zu.csv")[1:]
    assert len(rows) == int(raw.judged.sum()) == 2968
    for system, segment, raw_score, z, _ in rows:
        assert raw.values[place[system, segment]] == float(raw_score)
        assert xh_zu.scores.values[place[system, segment]] == pytest.approx(float(z), abs=2.5e-7)


def test_system_scores_are_the_published_ones(shared_dir, xh_zu, meta):
    means = dict(zip(xh_zu.scores.systems, xh_zu.scores.means(), strict=True))
    for _, z, number, system, _ in table(folder(shared_dir) / "ad-sys-scores-xh-zu.csv")[1:]:
        assert means[system] == pytest.approx(float(z), abs=1e-7)
        assert means[system] == pytest.approx(
            meta["wmt_da_pipeline_xh_zu"]["data"]["system"][system]["z"], rel=1e-10
        )
        assert int(xh_zu.scores.judged[xh_zu.scores.systems.index(system)].sum()) == int(number)


@pytest.mark.filterwarnings("ignore:test=wmt")
def test_rank_sum_table_is_the_published_one_to_twelve_digits(shared_dir, xh_zu, meta):
    ranking = rank_systems(xh_zu.scores, WMT)
    found = {}
    for one in ranking.comparisons:
        better, worse = (one.first, one.second) if one.difference > 0 else (one.second, one.first)
        found[better, worse] = one.p_value
    rows = table(folder(shared_dir) / "adwilcox-xhzu.csv")
    cells = {
        (row[0], name): float(p) for row in rows[1:] if row for name, p in zip(rows[0], row[1:], strict=True)
    }
    significant = {
        pair: p for pair, p in cells.items() if p != 0.12
    }  # the organisers' mark for "not significant"
    assert len(significant) == 11
    for pair, p in significant.items():
        assert found[pair] == pytest.approx(p, rel=1e-12)
    for pair, p in meta["wmt_da_pipeline_xh_zu"]["data"]["rank_sum_one_sided"].items():
        better, worse = pair.split(" > ")
        assert found[better, worse] == pytest.approx(p, rel=1e-11)


@pytest.mark.filterwarnings("ignore:test=wmt")
def test_ranks_and_clusters_are_the_published_ones(shared_dir, xh_zu):
    ranking = rank_systems(xh_zu.scores, WMT)
    expected = [row for row in table(folder(shared_dir) / "clusters.csv")[1:] if row]
    assert [place.system for place in ranking.standings] == [row[7] for row in expected]
    ranges = [(place.rank_low, place.rank_high) for place in ranking.standings]
    assert ranges == [(int(row[4]), int(row[5])) for row in expected]
    assert [place.cluster for place in ranking.standings] == [1, 1, 1, 2, 2, 3]


# --- marked errors ----------------------------------------------------------------------------------------------


def test_ted_segment_means_are_the_published_ones(shared_dir, meta):
    scores = to_scores(ted21_en_de(shared_dir), ScoreOptions(weights=published_weights("freitag2021")))
    path = shared_dir / "data" / "mqm-raw" / "ted2021.ende.avg_seg_scores.tsv"
    place = {(s, g): (r, c) for r, s in enumerate(scores.systems) for c, g in enumerate(scores.segments)}
    equal = 0
    for system, value, segment in table(path)[1:]:
        if value != "None" and (system, segment) in place:
            assert scores.values[place[system, segment]] == pytest.approx(float(value), abs=1e-6)
            equal += 1
    assert equal == 4232
    for system, mean in zip(scores.systems, scores.means(), strict=True):
        expected = meta["mqm_ted_en_de"]["data"]["systems"][system]
        assert -mean == pytest.approx(expected["mqm"], rel=1e-11)


def test_wmt23_system_means_come_from_the_rating_file(shared_dir):
    ratings, given = wmt23_ratings(shared_dir)
    path = shared_dir / "data" / "wmt23" / "human-scores" / "en-de.mqm.sys.score"
    expected = {system: float(value) for system, value in table(path) if value != "None"}
    scores = to_scores(ratings)
    assert dict(zip(scores.systems, scores.means().tolist(), strict=True)) == pytest.approx(
        expected, abs=1e-9
    )
    assert len(expected) == 13
    marot = published_weights("marot")
    kinds = zip(
        present(ratings.spans).severity.column(), present(ratings.spans).category.column(), strict=True
    )
    assert [marot.weight(*kind) for kind in kinds] == given


@pytest.fixture(scope="module")
def en_de(shared_dir):
    """Return the scores of English-German, segments in the order of the test set, with their domains."""
    scores = to_scores(wmt23_ratings(shared_dir)[0])
    documents = table(shared_dir / "data" / "wmt23" / "documents" / "en-de.docs")
    domain = Codes.of([documents[int(segment) - 1][0] for segment in scores.segments])
    return replace(scores, domain=domain)


def test_wmt23_domain_means_are_the_published_ones(shared_dir, en_de):
    found = rank_by_domain(en_de)
    means = {(name, one.system): one.score for name, made in found.rankings.items() for one in made.standings}
    rows = table(shared_dir / "data" / "wmt23" / "human-scores" / "en-de.mqm.domain.score")
    expected = {(domain, system): float(value) for domain, system, value in rows if value != "None"}
    assert means == pytest.approx(expected, abs=1e-9)
    assert len(expected) == 52
    for place in found.standings:
        assert place.score == pytest.approx(np.mean([expected[name, place.system] for name in found.domains]))


@pytest.mark.parametrize(
    ("test", "field", "tolerance"),
    [
        ("t", "t_p", 1e-9),
        ("sign", "sign_p", 1e-9),
        ("signed-rank", "wilcoxon_approx_p", 0.03),  # scipy ranks differences of equal size by their rounding
    ],
)
def test_wmt23_pairs_have_the_p_values_of_scipy(meta, en_de, test, field, tolerance):
    ranking = rank_systems(en_de, RankOptions(test=test, correction="none"))
    found = {frozenset((one.first, one.second)): one for one in ranking.comparisons}
    for pair, expected in meta["power_and_tests_wmt23_en_de"]["data"]["mqm"].items():
        one = found[frozenset(pair.split(" vs "))]
        assert one.units == expected["n"]
        assert abs(one.difference) == pytest.approx(abs(expected["mean_diff"]), rel=1e-10)
        assert one.p_value == pytest.approx(expected[field], rel=tolerance)


def test_planted_errors_are_left_out_and_counted(shared_dir):
    found = score(wmt23_three_raters(shared_dir))
    assert [(one.kind, one.count) for one in found.remarks] == [
        ("planted errors (quality control), left out", 16)
    ]
    assert found.ratings == 360
    assert found.scores.judged.all()


# --- daRR -------------------------------------------------------------------------------------------------------


def test_darr_pairs_are_exactly_the_published_ones(shared_dir, meta):
    scores = wmt20_km_en(shared_dir)
    found = darr(scores, humans=["Human-A.0"])
    rows = table(shared_dir / "data" / "da" / "wmt20-km-en" / "published-darr-agree.csv")[1:]
    pairs = found.preferences
    ours = {
        (segment, pairs.systems[first], pairs.systems[second])
        for segment, first, second in zip(pairs.segment.column(), pairs.first, pairs.second, strict=True)
    }
    assert len(ours) == len(pairs) == len(rows) == 3706
    assert ours == {tuple(row[:3]) for row in rows}
    assert found.pairs == meta["darr_wmt20_km_en"]["data"]["all_pairs"]
    assert found.excluded == ("Human-A.0",)


@pytest.mark.parametrize(("threshold", "number"), [(1, 8015), (5, 7126), (10, 6162), (25, 3706), (50, 1543)])
def test_darr_counts_by_threshold(shared_dir, threshold, number):
    found = darr(wmt20_km_en(shared_dir), threshold, humans=["Human-A.0"])
    assert len(found.preferences) == number == found.pairs - found.near


# --- textbook, scipy, statsmodels -------------------------------------------------------------------------------


def test_the_textbook_centres_judges_on_three() -> None:
    """Koehn 8.1.3: judges between 2.33 and 3.67 on average are brought to 3 by adding 3 minus their mean."""
    strict, lenient = [2, 2, 3, 1, 4, 2], [4, 5, 3, 4, 5, 1]
    rows = [("strict", "A", str(n), score) for n, score in enumerate(strict)]
    rows += [("lenient", "B", str(n), score) for n, score in enumerate(lenient)]
    found = standardise(judged(rows, "adequacy-fluency"), "centred")
    assert found.values[:6] == pytest.approx([score + 3 - 14 / 6 for score in strict])
    assert found.values[6:] == pytest.approx([score + 3 - 22 / 6 for score in lenient])
    assert [round(judge.mean, 2) for judge in found.judges] == [2.33, 3.67]


def test_z_is_that_of_scipy() -> None:
    rows = [("r", "A", str(n), score) for n, score in enumerate(SCIPY["first"])]
    assert standardise(judged(rows), "z").values == pytest.approx(SCIPY["z"], rel=SCIPY["tolerance"])


def test_rank_sum_is_that_of_scipy() -> None:
    found = rank_sum_test(*(Sample.of(np.array(SCIPY[name], float), 1.0) for name in ("first", "second")))
    expected = SCIPY["rank-sum"]
    assert found.greater == pytest.approx(expected["greater"], rel=SCIPY["tolerance"])
    assert found.less == pytest.approx(expected["less"], rel=SCIPY["tolerance"])
    assert 2 * min(found.greater, found.less) == pytest.approx(expected["two-sided"], rel=SCIPY["tolerance"])


@pytest.mark.parametrize("test", ["t", "signed-rank"])
def test_paired_tests_are_those_of_scipy(test: str) -> None:
    values = np.array([SCIPY["first"], SCIPY["second"]], dtype=float)
    scores = Scores("da", ("A", "B"), tuple(map(str, range(40))), values)
    [one] = compare_systems(scores, evaluation(scores), RankOptions(test=untyped(test)))
    assert one.p_value == pytest.approx(SCIPY[test], rel=SCIPY["tolerance"])
    assert [one.low, one.high] == pytest.approx(SCIPY["interval"], rel=SCIPY["tolerance"])


def test_trimmed_mean_is_that_of_scipy() -> None:
    assert trimmed_mean(np.array(SCIPY["first"], float), 0.1) == pytest.approx(SCIPY["trimmed"], rel=1e-12)


@pytest.mark.parametrize("method", ["reml", "ml"])
def test_mixed_model_is_that_of_statsmodels(method: str) -> None:
    expected = STATSMODELS[method]
    found = mixed.fit_mixed_model(judged([tuple(row) for row in STATSMODELS["rows"]]), method=method)
    order = [found.systems.index(system) for system in "ABC"]
    tolerance = STATSMODELS["tolerance"]
    assert found.log_likelihood == pytest.approx(expected["log_likelihood"], abs=1e-5)
    assert found.log_likelihood >= expected["log_likelihood"] - 1e-8
    assert found.means[order] == pytest.approx(expected["means"], rel=1e-5)
    assert found.errors[order] == pytest.approx(expected["errors"], rel=tolerance)
    assert found.rater_variance == pytest.approx(expected["rater"], rel=tolerance)
    assert found.segment_variance == pytest.approx(expected["segment"], rel=tolerance)
    assert found.residual_variance == pytest.approx(expected["residual"], rel=tolerance)


@pytest.mark.parametrize(("right", "number"), [(77, 100), (231, 300), (765, 1000)])
def test_shares_of_the_textbook_exercise(meta, right, number):
    answers = [("r", "A", str(n), float(n < right)) for n in range(number)]
    [found] = correct_shares(judged(answers, "yes-no"))
    expected = meta["intervals_and_sign_test"]["data"]["ex2"][f"{number}/{right}"]["0.95"]
    names = {"wilson": "wilson", "exact": "clopper_pearson", "t": "t"}
    names |= {"bootstrap": "bootstrap_percentile_exact_binomial"}
    assert set(found.intervals) == set(names)
    for ours, theirs in names.items():
        interval = found.intervals[ours]
        assert [interval.low, interval.high] == pytest.approx(expected[theirs], rel=1e-10), ours


# --- a campaign of our own ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def campaign():
    ratings = judged([tuple(row) for row in PANDAS["rows"]], item=PANDAS["items"])
    return ratings, score(ratings, ScoreOptions(standardise="z", truncate=True))


def test_raters_of_our_own_campaign(campaign):
    judges = {judge.rater: [judge.number, judge.mean, judge.deviation] for judge in campaign[1].judges}
    assert set(judges) == set(PANDAS["raters"])
    for rater, figures in PANDAS["raters"].items():
        assert judges[rater] == pytest.approx(figures, rel=PANDAS["tolerance"])


def test_segments_and_systems_of_our_own_campaign(campaign):
    ratings, scored = campaign
    raw, scores = to_scores(ratings, ScoreOptions()), scored.scores
    cells = PANDAS["segments"]
    assert len(cells) == int(scores.judged.sum())
    for system, segment, z, mean in cells:
        place = scores.systems.index(system), scores.segments.index(segment)
        assert scores.values[place] == pytest.approx(z, rel=PANDAS["tolerance"])
        assert raw.values[raw.systems.index(system), raw.segments.index(segment)] == pytest.approx(mean)
    for system, value, judged_here in zip(
        scores.systems, scores.means(), scores.judged.sum(axis=1), strict=True
    ):
        assert [value, judged_here] == pytest.approx(PANDAS["systems"][system], rel=PANDAS["tolerance"])


@pytest.mark.parametrize("test", ["wmt", "t", "sign", "signed-rank"])
@pytest.mark.filterwarnings("ignore:test=wmt")
def test_pairs_of_our_own_campaign(campaign, test):
    ranking = rank_systems(campaign[1].scores, RankOptions(test=test, correction="none"))
    pairs = {frozenset((pair.first, pair.second)): pair for pair in ranking.comparisons}
    assert [place.system for place in ranking.standings] == sorted(
        PANDAS["systems"], key=lambda name: -PANDAS["systems"][name][0]
    )
    for case in PANDAS["tests"]:
        pair = pairs[frozenset((case["better"], case["worse"]))]
        assert pair.p_value == pytest.approx(
            case["rank-sum" if test == "wmt" else test], rel=PANDAS["tolerance"]
        ), case
        assert (pair.difference > 0) == (pair.first == case["better"])


@pytest.mark.parametrize("name", ["freitag2021", "marot"])
def test_marked_errors_weighed_by_hand(name: str) -> None:
    case = BY_HAND["mqm"]
    errors = [(row, *error) for row, (_, _, _, marked) in enumerate(case["rows"]) for error in marked]
    rows = [(rater, system, segment, float("nan")) for rater, system, segment, _ in case["rows"]]
    ours = score(
        judged(rows, "mqm", spans=spans(len(rows), errors)), ScoreOptions(weights=published_weights(name))
    )
    assert ours.scores.segments == ("1", "2")
    for system, values, mean in zip(
        ours.scores.systems, ours.scores.values, ours.scores.means(), strict=True
    ):
        assert values == pytest.approx(case["segments"][name][system])
        assert mean == pytest.approx(case["systems"][name][system])
    assert [remark.count for remark in ours.remarks] == [case["planted"]]


def test_domains_averaged_by_hand() -> None:
    case = BY_HAND["domains"]
    ours = rank_by_domain(scores_of(case["values"], systems=("A", "B"), domain=Codes.of(case["domain"])))
    means = {
        name: {place.system: place.score for place in ranking.standings}
        for name, ranking in ours.rankings.items()
    }
    assert means == case["means"]
    assert {place.system: place.score for place in ours.standings} == case["macro"]


def test_darr_of_scores_by_hand() -> None:
    case = BY_HAND["darr"]
    ours = darr(scores_of(case["values"], "da"))
    columns = (ours.preferences.segment.column(), ours.preferences.first, ours.preferences.second)
    pairs = [[segment, "abc"[first], "abc"[second]] for segment, first, second in zip(*columns, strict=True)]
    assert (sorted(pairs), ours.pairs) == (case["better"], case["pairs"])
    for threshold, number in case["by_threshold"].items():
        assert len(darr(scores_of(case["values"], "da"), float(threshold)).preferences) == number


@pytest.mark.parametrize("case", load(DATA / "significance-statsmodels.json")["proportions"])
def test_shares_of_our_own_answers(case):
    if case["confidence"] == 0.95:
        answers = [("r", "A", str(n), float(n < case["successes"])) for n in range(case["number"])]
        [ours] = correct_shares(judged(answers, "yes-no"))
        for method in ("wilson", "exact", "t", "bootstrap"):
            interval = ours.intervals[method]
            assert [interval.low, interval.high] == pytest.approx(case[method], rel=1e-9, abs=1e-12)
