"""Bradley-Terry and TrueSkill against choix, statsmodels and trueskill; WMT16 against what was published."""

import json
from itertools import combinations

import numpy as np
import pytest
from golden_cases import load, number
from golden_write import DATA
from preference_data import COUNTS, SPARSE, SYSTEMS, games

from assay.data.evalset import Codes
from assay.data.judgements import Judgements, Preferences
from assay.human.preferences.bradley_terry import fit_bradley_terry
from assay.human.preferences.pairs import from_rankings, identical
from assay.human.preferences.ranking_kappa import ranking_kappa
from assay.human.preferences.shared_outputs import collapse, expand
from assay.human.preferences.trueskill import Skill, TrueSkill, rank_by_trueskill, skills, update
from assay.human.preferences.wins import PreferenceRanking, rank_by_wins, win_matrix
from assay.io.ratings.registry import read_judgements, write_judgements
from assay.stats.settings import Settings
from support.assertions import untyped
from support.human_rows import judged
from support.preferences import from_counts, preferences


def figures(tool):
    found = json.loads((DATA / f"preferences-{tool}.json").read_text(encoding="utf-8"))
    return found["tolerance"], found["cases"]


# --- other programs, invented data --------------------------------------------------------------------------


@pytest.mark.parametrize("case", figures("choix")[1], ids=lambda case: f"{case['counts']}-{case['penalty']}")
def test_strengths_without_ties_are_those_of_choix(case):
    counts = {"all": COUNTS, "sparse": SPARSE}[case["counts"]]
    model = fit_bradley_terry(preferences(games(counts)), ties="drop", penalty=case["penalty"])
    assert model.systems == SYSTEMS
    assert model.strengths == pytest.approx(case["strengths"], abs=figures("choix")[0])


@pytest.mark.parametrize("case", figures("statsmodels")[1], ids=lambda case: case["ties"])
def test_strengths_with_ties_are_those_of_statsmodels(case):
    tolerance = figures("statsmodels")[0]
    model = fit_bradley_terry(preferences(games()), ties=case["ties"])
    assert model.strengths == pytest.approx(case["strengths"], abs=tolerance)
    assert model.errors == pytest.approx(case["errors"], abs=tolerance)
    assert model.tie == pytest.approx(case["tie"], abs=tolerance)
    if "log_likelihood" in case:
        assert model.log_likelihood == pytest.approx(case["log_likelihood"], abs=tolerance)


@pytest.mark.parametrize("case", figures("trueskill")[1], ids=lambda case: f"beta-{case['options']['beta']}")
def test_games_one_by_one_are_those_of_trueskill(case):
    found = skills(preferences(games(), systems=SYSTEMS), TrueSkill(**case["options"]))
    means, variances = [found[name].mean for name in SYSTEMS], [found[name].variance for name in SYSTEMS]
    assert means == pytest.approx(case["means"], abs=figures("trueskill")[0])
    assert variances == pytest.approx(case["variances"], abs=figures("trueskill")[0])


TRUESKILL = load(DATA / "preferences-trueskill.json")


@pytest.mark.parametrize("kind", ["win", "draw"])
@pytest.mark.parametrize("case", TRUESKILL["updates"], ids=lambda case: f"beta-{case['beta']}")
def test_an_update_is_that_of_trueskill(case, kind):
    options = TrueSkill(tau=case["tau"], draw_probability=case["draw_probability"])
    winner, loser = update(
        Skill(*case["winner"]), Skill(*case["loser"]), options, beta=case["beta"], draw=kind == "draw"
    )
    after = [winner.mean, winner.variance, loser.mean, loser.variance]
    assert after == pytest.approx(case[kind], abs=TRUESKILL["tolerance"])


# --- by hand ------------------------------------------------------------------------------------------------

BY_HAND = load(DATA / "preferences-by-hand.json")


@pytest.mark.parametrize(
    "case", BY_HAND["kappa"]["kappas"], ids=lambda case: f"{case['whose']}-{case['form']}"
)
def test_kappas_worked_by_hand(case):
    first, second, outcome, rater, segment = zip(*BY_HAND["kappa"]["games"], strict=True)
    some = preferences(list(zip(first, second, outcome, strict=True)), list(rater), list(segment))
    kappa = ranking_kappa(some, case["whose"], case["form"], Settings())
    assert [kappa.agree, kappa.comparable, kappa.ties, kappa.total] == case["counts"]
    assert kappa.kappa == pytest.approx(number(case["kappa"]))


def test_expected_wins_worked_by_hand() -> None:
    case = BY_HAND["wins"]
    matrix = win_matrix(from_counts({(a, b): counts for a, b, *counts in case["counts"]}))
    wins = dict(zip(matrix.systems, matrix.expected(), strict=True))
    assert wins == pytest.approx({name: number(value) for name, value in case["expected"].items()})


def test_a_ranking_worked_by_hand() -> None:
    case = BY_HAND["ranking"]
    rows = [("x", system, "1", float(rank)) for system, rank in case["ranks"].items()]
    pairs = from_rankings(judged(rows, "ranking", screen=["1"] * len(rows)))
    assert (len(pairs), int((pairs.outcome == 0).sum())) == (case["pairs"], case["ties"])
    matrix = win_matrix(pairs)
    wins = dict(zip(matrix.systems, matrix.expected(), strict=True))
    assert wins == pytest.approx({name: number(value) for name, value in case["expected"].items()})


def signed(pairs):
    """Return pairs with their names in order, as lists."""
    rows = [(pairs.systems[i], pairs.systems[j]) for i, j in zip(pairs.first, pairs.second, strict=True)]
    turned = zip(rows, pairs.outcome.tolist(), strict=True)
    return [[*sorted(names), outcome if names[0] < names[1] else -outcome] for names, outcome in turned]


def test_joint_names_worked_by_hand() -> None:
    case = BY_HAND["joint"]
    games = [tuple(game) for game in case["games"]]
    shown = preferences(games, segments=["1"] * len(games), screens=["s"] * len(games))
    whole = expand(shown)
    assert sorted(signed(whole)) == case["expanded"]
    assert sorted(signed(collapse(whole))) == sorted(signed(shown))


def test_identical_outputs_worked_by_hand() -> None:
    case = BY_HAND["identical"]
    games, segments = [tuple(game[:3]) for game in case["games"]], [game[3] for game in case["games"]]
    some = preferences(games, segments=segments, screens=segments)
    assert identical(some, case["outputs"]).tolist() == case["identical"]
    assert signed(collapse(some, case["outputs"])) == case["left"]


# --- published figures, real data ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def golden(shared_dir):
    return json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))


def read(shared_dir, name) -> Judgements | Preferences:
    return read_judgements(str(shared_dir / "data" / "rr" / name))


@pytest.fixture(scope="module")
def turkish(shared_dir):
    return read(shared_dir, "wmt16-tr-en/wmt16.tur-eng.csv")


@pytest.fixture(scope="module")
def collapsed(shared_dir):
    return read(shared_dir, "wmt16-tr-en/wmt16.collapsed.tur-eng.csv")


@pytest.mark.parametrize("kind", ["win", "draw"])
def test_an_update_is_the_golden_one(golden, kind):
    case = golden["trueskill_update"]
    prior = case["prior"]
    options = TrueSkill(tau=prior["tau"], draw_probability=prior["draw_probability"])
    winner, loser = update(
        Skill(*prior["winner"]), Skill(*prior["loser"]), options, beta=prior["beta"], draw=kind == "draw"
    )
    found = [winner.mean, winner.variance, loser.mean, loser.variance]
    assert found == pytest.approx(case[kind], abs=2e-9)


@pytest.fixture(scope="module")
def trueskill_ranking(turkish) -> PreferenceRanking:
    return rank_by_trueskill(turkish, Settings(seed=7))


def test_the_published_ranking_of_wmt16_comes_out(golden, trueskill_ranking):
    published = golden["trueskill_wmt16_tr_en"]
    assert trueskill_ranking.judgements == published["pairs"]
    for place, (name, score, ranks) in zip(trueskill_ranking.standings, published["published"], strict=True):
        assert f".{name}." in place.system
        assert place.score == pytest.approx(score, abs=0.02)
        assert [place.rank_low, place.rank_high] == ranks
    assert [len(cluster) for cluster in trueskill_ranking.clusters] == published["cluster_sizes"]


@pytest.mark.parametrize("unit", ["segment", "rater"])
def test_clusters_of_judgements_leave_the_ranking_of_wmt16_alone(turkish, trueskill_ranking, unit):
    by_unit = rank_by_wins(turkish, Settings(seed=7), unit)
    assert by_unit.systems == trueskill_ranking.systems
    assert [len(cluster) for cluster in by_unit.clusters] == [3, 3, 3]


@pytest.mark.parametrize("whose", ["inter", "intra"])
@pytest.mark.parametrize(
    ("form", "section"), [("published", "published_order_sensitive"), ("order-free", "order_free")]
)
def test_the_published_kappas_of_wmt16_come_out(golden, collapsed, whose, form, section):
    expected = golden["agreement_wmt16_tr_en"][section][whose]
    found = ranking_kappa(collapsed, whose, form, Settings())
    counts = {"agree": found.agree, "comparable": found.comparable, "ties": found.ties, "total": found.total}
    assert counts == {name: expected[name] for name in counts}
    assert found.p_agree == pytest.approx(expected["pA"], abs=1e-11)
    assert found.p_chance == pytest.approx(expected["pE"], abs=1e-11)
    assert found.kappa == pytest.approx(expected["kappa"], abs=1e-11)
    assert found.low < found.kappa < found.high


def test_the_corrected_kappa_is_that_of_the_sheet(collapsed):
    found = ranking_kappa(collapsed, "inter", "corrected", Settings())
    assert (found.agree, found.comparable) == (706 - 88, 1224 - 127)
    assert round(found.kappa, 3) == 0.333


def pair_counts(one):
    columns = zip(
        one.first.tolist(), one.second.tolist(), one.outcome.tolist(), one.screen.column(), strict=True
    )
    rows = [(one.systems[i], one.systems[j], outcome, screen) for i, j, outcome, screen in columns]
    return sorted(rows)


def test_joint_names_are_expanded_as_wmt_did_and_collapsed_again(turkish, collapsed, shared_dir):
    whole = expand(collapsed)
    assert pair_counts(whole) == pair_counts(turkish)
    expected = (shared_dir / "data" / "rr" / "wmt16-tr-en" / "wmt16.tur-eng.csv").read_text(encoding="utf-8")
    assert sorted(write_judgements(whole, "pairs").splitlines()) == sorted(expected.splitlines())
    again = collapse(whole)
    assert pair_counts(again) == pair_counts(collapsed)
    assert len(again) == 9684
    assert sum(remark.count for remark in again.remarks) == len(whole) - len(again)


@pytest.fixture(scope="module")
def french(shared_dir):
    return from_rankings(untyped(read(shared_dir, "wmt13-fr-en/judgements.train.csv")))


def test_five_way_rankings_of_wmt13_give_the_golden_counts(golden, french):
    expected = golden["rr_wmt13_fr_en"]["data"]
    assert len(french) == expected["n_pairs"]
    assert int((french.outcome == 0).sum()) == expected["n_human_ties"]
    matrix = win_matrix(french)
    assert dict(zip(matrix.systems, matrix.expected(), strict=True)) == pytest.approx(
        expected["expected_wins"], abs=1e-11
    )


def test_identical_outputs_of_wmt13_are_found(golden, french, shared_dir):
    expected = golden["rr_wmt13_fr_en"]["data"]
    folder = shared_dir / "data" / "rr" / "wmt13-fr-en" / "system-outputs"
    outputs = {
        name: (folder / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
        for name in french.systems
    }
    same = identical(french, outputs)
    assert int(same.sum()) == expected["identical_outputs_pairs"]
    assert int((french.outcome[same] != 0).sum()) == expected["identical_not_tied"]
    left = collapse(french, outputs)
    assert len(left) < len(french) - int(same.sum())
    joint = Codes(left.systems, left.first).column(), Codes(left.systems, left.second).column()
    assert not any(set(a.split("+")) & set(b.split("+")) for a, b in zip(*joint, strict=True))


def test_every_screen_of_wmt13_holds_ten_pairs(french):
    assert set(np.bincount(french.screen.index).tolist()) == {len(list(combinations(range(5), 2)))}
