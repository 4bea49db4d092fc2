"""Correlations, taus, tie calibration and SPA against scipy, mt-metrics-eval and figures published by WMT."""

import json
import re

import numpy as np
import pytest
from golden_cases import load, number
from golden_write import DATA

from assay.data.evalset import Codes
from assay.data.judgements import Preferences
from assay.data.scores import Scores
from assay.io.scores.mtme import open_tree
from assay.meta.correlations import correlate, correlate_differences, correlate_systems
from assay.meta.material import system_scores
from assay.meta.orange import orange
from assay.meta.pairs import PairCounts, darr_counts, kendall_table, preference_counts, tau
from assay.meta.sources import wmt23_materials
from assay.meta.system_pairs import pairwise_accuracy, sign_flip_p, soft_pairwise_accuracy
from assay.meta.tasks import evaluate_tasks, wmt23_tasks
from assay.meta.ties import calibrate, tie_curve
from assay.metrics.evaluation import evaluate
from assay.metrics.specs import parse_metric
from assay.stats.correlate import fisher_interval
from assay.stats.settings import Settings
from support.assertions import untyped
from support.meta_sets import scores, wmt23
from support.metric_scores import evalset
from support.preferences import preferences

SCIPY = load(DATA / "meta-scipy.json")
GROUPINGS = {"none": "none", "item": "item", "sys": "system"}
STATISTICS = {"pearson": "pearson", "spearman": "spearman", "kendall_b": "tau-b"}
COUNTS = ("con", "dis", "tie_human", "tie_metric", "tie_both")


def counts_of(counts):
    """Return the five counts in the order of the golden file."""
    return counts.row.tolist()


# --- scipy --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCIPY["columns"])
def test_correlations_are_scipys(name):
    case = SCIPY["columns"][name]
    human, metric = np.array(case["human"], float), np.array(case["metric"], float)
    for statistic in ("pearson", "spearman", "tau-b", "tau-c", "somers-d"):
        found = correlate_systems(human, metric, statistic)
        assert found == pytest.approx(case["expected"][statistic], abs=SCIPY["tolerance"]), statistic
    interval = fisher_interval(correlate_systems(human, metric), len(human), 0.9)
    expected = [case["expected"][end] for end in ("pearson_low", "pearson_high")]
    assert [interval.low, interval.high] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", SCIPY["pairs"])
def test_all_signs_give_scipys_p_value(name):
    case = SCIPY["pairs"][name]
    differences = np.subtract(case["first"], case["second"])[:, None].astype(float)
    assert sign_flip_p(differences, Settings())[0] == pytest.approx(case["p_value"], abs=1e-15)


@pytest.fixture(scope="module")
def own():
    table = SCIPY["table"]
    return [scores(table[side], side, systems=table["systems"]) for side in ("human", "metric")]


def test_groups_of_our_own_scores_are_scipys(own):
    human, metric = own
    ours = {
        f"{statistic} {grouping}": correlate(human, metric, statistic, untyped(grouping)).value
        for statistic in ("pearson", "spearman", "tau-b")
        for grouping in ("none", "item", "system")
    }
    ours["pearson of differences"] = correlate_differences(*own).value
    assert ours == pytest.approx(SCIPY["table"]["correlations"], abs=SCIPY["tolerance"])


def test_soft_pairwise_accuracy_of_our_own_scores_is_scipys(own):
    ours, expected = soft_pairwise_accuracy(*own), SCIPY["soft"]
    assert ours.value == pytest.approx(expected["value"], abs=SCIPY["tolerance"])
    assert list(ours.human_p) == pytest.approx(expected["human_p"], abs=SCIPY["tolerance"])
    assert list(ours.metric_p) == pytest.approx(expected["metric_p"], abs=SCIPY["tolerance"])


# --- by hand ------------------------------------------------------------------------------------------------

BY_HAND = load(DATA / "meta-by-hand.json")


def pair(case):
    return scores(case["human"], "human"), scores(case["metric"])


def test_taus_worked_by_hand() -> None:
    case = BY_HAND["kendall"]
    human, metric = scores([case["human"]], "human"), scores([case["metric"]])
    ours = kendall_table(human, metric, "none")
    assert counts_of(ours.counts) == case["counts"]
    for name, value in case["taus"].items():
        assert ours.pooled[name] == pytest.approx(number(value)), name
        assert ours.means[name] == pytest.approx(number(value)), name
    for name in ("gamma", "somers-d"):
        assert tau(ours.counts, name) == pytest.approx(number(case[name]))
    raw = kendall_table(human, scores(-metric.values), "none").counts
    assert tau(raw, "table-5-error") == pytest.approx(number(case["raw_error_rate"]))


@pytest.mark.parametrize("case", BY_HAND["counted"], ids=lambda case: case["derivation"])
def test_taus_from_counts(case):
    for name, value in case["taus"].items():
        assert tau(PairCounts(*case["counts"]), name) == pytest.approx(number(value)), name


def test_tie_calibration_worked_by_hand() -> None:
    case = BY_HAND["ties"]
    ours = tie_curve(*pair(case))
    assert ours.epsilons == pytest.approx(case["epsilons"], abs=BY_HAND["tolerance"])
    assert ours.accuracies == pytest.approx([number(value) for value in case["accuracies"]])
    assert (ours.best.accuracy, ours.best.epsilon) == pytest.approx(tuple(case["best"]))
    assert calibrate(*pair(case)).accuracy == pytest.approx(case["best"][0])


def test_darr_worked_by_hand() -> None:
    case = BY_HAND["darr"]
    ours = darr_counts(*pair(case), threshold=25)
    assert counts_of(ours) == case["counts"]
    assert tau(ours, "darr") == pytest.approx(number(case["tau"]))
    assert counts_of(kendall_table(*pair(case), threshold=25).counts) == case["counts"]


def test_preferences_worked_by_hand() -> None:
    case = BY_HAND["preferences"]
    games = preferences(
        [tuple(game[:3]) for game in case["games"]], segments=[game[3] for game in case["games"]]
    )
    assert counts_of(preference_counts(games, scores(case["metric"]))) == case["counts"]


def test_orange_worked_by_hand() -> None:
    case = BY_HAND["orange"]
    ours = orange(scores(case["metric"]), "a", ["b", "c"])
    assert (ours.value, ours.mean_rank) == pytest.approx((number(case["value"]), number(case["mean_rank"])))
    assert (ours.candidates, ours.segments) == (case["candidates"], case["segments"])


def test_pairwise_accuracy_worked_by_hand() -> None:
    case = BY_HAND["pairwise"]
    ours = pairwise_accuracy("", "abc", np.array(case["human"], float), np.array(case["metric"]))
    assert (ours.agreed, ours.pairs) == (case["agreed"], case["pairs"])
    assert [list(names) for names in ours.wrong] == case["wrong"]


# --- worked examples ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def golden(shared_dir):
    return json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))


def test_the_worked_example_of_kendall(golden):
    case = golden["toy_exact_cases"]["kendall"]
    human, metric = scores([case["human"]], "human"), scores([case["metric"]])
    found = kendall_table(human, metric, "none")
    assert counts_of(found.counts) == [case["counts"][name] for name in COUNTS]
    names = {"tau_a": "tau-a", "tau_b": "tau-b", "tau_c": "tau-c", "tau_23": "tau-eq", "acc_23": "acc-eq"} | {
        "table4a": "tau-13",
        "table4b": "tau-14",
        "table4c": "tau-10",
        "table5": "table-5",
    }
    for theirs, ours in names.items():
        assert found.pooled[ours] == pytest.approx(case[theirs], abs=1e-11), ours
        assert found.means[ours] == pytest.approx(case[theirs], abs=1e-11), ours
    assert tau(found.counts, "gamma") == pytest.approx(case["goodman_kruskal_gamma"], abs=1e-11)
    assert tau(found.counts, "somers-d") == pytest.approx(case["somers_d_metric_given_human"], abs=1e-11)
    assert correlate(human, metric, "spearman").value == pytest.approx(case["spearman_avg_rank"], abs=1e-11)
    raw = kendall_table(human, scores(-metric.values), "none").counts
    expected = case["table5_same_metric_as_raw_error_rate"]
    assert tau(raw, "table-5-error") == pytest.approx(expected, abs=1e-11)


def test_the_examples_of_ties_that_hide(golden):
    examples = golden["toy_exact_cases"]["seed004_examples"]
    cases = {
        "99_ties_1_con_table4a": (1, 0, 99, "4a"),
        "70_con_30_dis_table4a": (70, 30, 0, "4a"),
        "80_con_20_ties_table4b": (80, 0, 20, "4b"),
        "20_con_80_ties_table4b": (20, 0, 80, "4b"),
        "80_con_20_ties_table4c": (80, 0, 20, "4c"),
        "20_con_80_ties_table4c": (20, 0, 80, "4c"),
    }
    assert set(cases) == set(examples)
    for name, (con, dis, tied, kind) in cases.items():
        assert tau(PairCounts(con, dis, 0, tied, 0), kind) == pytest.approx(examples[name])


def test_the_worked_example_of_tie_calibration(golden):
    case = golden["toy_exact_cases"]["tie_calibration"]
    human, metric = scores(np.transpose(case["human"]), "human"), scores(np.transpose(case["metric"]))
    found = tie_curve(human, metric)
    assert found.epsilons == pytest.approx(case["thresholds"], abs=1e-9)
    assert found.accuracies == pytest.approx(case["values"], abs=1e-11)
    assert (found.best.accuracy, found.best.epsilon) == pytest.approx((case["best"], case["best_eps"]))


def test_the_worked_example_of_soft_pairwise_accuracy(golden):
    case = golden["toy_exact_cases"]["permutation_and_spa"]["three_systems"]
    found = soft_pairwise_accuracy(scores(case["human"], "human"), scores(case["metric"]))
    assert found.value == pytest.approx(case["spa_exact"], abs=1e-11)
    assert list(found.human_p) == pytest.approx(list(case["p_human"].values()))
    assert list(found.metric_p) == pytest.approx(list(case["p_metric"].values()))
    assert found.permutations == 0


# --- WMT23 against mt-metrics-eval --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables(shared_dir):
    return {pair: wmt23(shared_dir, pair) for pair in ("en-de", "he-en")}


@pytest.mark.parametrize("pair", ["en-de", "he-en"])
def test_every_number_of_wmt23(golden, tables, pair):
    case, (human, metrics) = golden["wmt23_metrics"]["data"][pair], tables[pair]
    assert len(case["metrics"]) >= 5
    for name, expected in case["metrics"].items():
        found = wmt23_numbers(human, metrics[name], tuple(case["systems"]))
        assert set(expected) - set(found) == {"acc_eq_item_eps", "spa", "pairs"}
        for key, value in found.items():
            if key in expected:
                assert value == pytest.approx(expected[key], abs=1e-9), (name, key)
        assert found["counts"] == [expected["pairs"][kind] for kind in COUNTS]
        assert found["epsilon"] <= expected["acc_eq_item_eps"] * (1 + 1e-9), (
            "ours is the smallest of the best"
        )


def wmt23_numbers(human, metric, systems):
    """Return everything that the golden file has of a metric, under its names."""
    found = {}
    for theirs, grouping in GROUPINGS.items():
        for name, statistic in STATISTICS.items():
            one = correlate(human, metric, statistic, untyped(grouping), systems=systems)
            found[f"seg_{name}_{theirs}"] = one.value
            if (name, theirs) == ("kendall_b", "item"):
                found["seg_kendall_b_item_n"] = one.groups
    found["seg_pearson_pdp_item"] = correlate_differences(human, metric, systems=systems).value
    found["seg_acc23_eps0_item"] = correlate(human, metric, "acc-eq", "item", systems=systems).value
    found["seg_tau23_eps0_item"] = correlate(human, metric, "tau-eq", "item", systems=systems).value
    people, machine = (system_scores(one.for_systems(systems), None, "given") for one in (human, metric))
    for name, statistic in STATISTICS.items():
        found[f"sys_{name}"] = correlate_systems(people, machine, statistic)
    accuracy = pairwise_accuracy("", systems, people, machine)
    found |= {"sys_pairs_agree": accuracy.agreed, "sys_pairs": accuracy.pairs}
    for threshold in (1, 5, 25):
        table = kendall_table(human, metric, threshold=threshold, systems=systems)
        tied = table.counts.human_ties + table.counts.double_ties
        found[f"kendall_like_item_thr{threshold}"] = table.pooled["tau-10"]
        found[f"kendall_like_item_thr{threshold}_pairs"] = table.counts.pairs - tied
    best = calibrate(human, metric, systems=systems)
    found |= {"acc_eq_item": best.accuracy, "epsilon": best.epsilon}
    return found | {"counts": counts_of(kendall_table(human, metric, systems=systems).counts)}


def test_the_smallest_epsilon_of_comet(golden, tables):
    human, metrics = tables["en-de"]
    best = calibrate(
        human, metrics["COMET-refA"], systems=golden["wmt23_metrics"]["data"]["en-de"]["systems"]
    )
    assert best.epsilon == pytest.approx(0.00212, abs=5e-6)  # mt-metrics-eval: 0.00234, as good


@pytest.mark.parametrize("pair", ["en-de", "he-en"])
def test_soft_pairwise_accuracy_of_wmt23(golden, tables, pair):
    # Theirs are 1000 draws of another generator; ours are many, so that only theirs are off.
    case, (human, metrics) = golden["wmt23_metrics"]["data"][pair], tables[pair]
    for name, expected in case["metrics"].items():
        found = soft_pairwise_accuracy(human, metrics[name], Settings(draws=8000), systems=case["systems"])
        assert found.value == pytest.approx(expected["spa"], abs=2e-3), name


PUBLISHED = (
    "sys_pearson",
    "seg_pearson_none",
    "acc_eq_item",
)  # the golden file: equal to the printed 3 digits


def test_the_published_table_of_wmt23(golden, shared_dir):
    materials = wmt23_materials(open_tree(str(shared_dir / "data" / "wmt23")))
    for one in materials:
        assert sorted(one.systems) == golden["wmt23_metrics"]["data"][one.languages]["systems"]
    table = evaluate_tasks(wmt23_tasks(("en-de", "he-en")), materials)
    assert len(table.metrics) > 30
    for pair in ("en-de", "he-en"):
        tasks = [task for task in table.tasks if task.languages == (pair,)]
        for name, case in golden["wmt23_metrics"]["data"][pair]["metrics"].items():
            found = [table.value(re.sub(r"-(src|ref[A-Z])$", "", name), task) for task in tasks]
            assert found == pytest.approx([case[key] for key in PUBLISHED], abs=1e-9), (pair, name)
            assert np.round(untyped(found), 3).tolist() == [round(case[key], 3) for key in PUBLISHED]
    assert "460 of 557 segments judged" in table.provenance["en-de seg acc-eq item"]


# --- daRR, rankings, ORANGE ---------------------------------------------------------------------------------


def darr_scores(path, fields, separator=None, skip=0):
    """Return the scores of a table, the first of a repeated cell, as the WMT20 script has it."""
    cells: dict[tuple[str, str], float] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[skip:]:
        system, segment, value = (line.split(separator)[place] for place in fields)
        cells.setdefault((system, segment), float(value))
    systems = tuple(dict.fromkeys(system for system, _ in cells))
    segments = tuple(dict.fromkeys(name for _, name in cells))
    values = [[cells.get((system, name), np.nan) for name in segments] for system in systems]
    return Scores(path.name, systems, segments, np.array(values))


@pytest.mark.parametrize("name", ["chrF", "TER"])
def test_darr_of_km_en(golden, shared_dir, name):
    expected = golden["darr_wmt20_km_en"]
    folder = shared_dir / "data" / "da" / "wmt20-km-en"
    human = darr_scores(folder / "da-seg-scores.csv", (0, 5, 2), skip=1)
    human = human.for_systems([system for system in human.systems if not system.startswith("Human")])
    metric = darr_scores(folder / f"metric-{name}.seg.score.tsv", (4, 6, 7), "\t")
    found, case = darr_counts(human, metric, threshold=25), expected["data"][name]
    keys = ("con", "dis", "human_tie_metric_differs", "tie_metric", "human_tie_metric_tie")
    assert counts_of(found) == [case[key] for key in keys]
    assert (found.pairs, found.missing) == (8295, 0)
    assert (
        found.concordant + found.discordant + found.metric_ties == expected["published_tau"]["pairs"] == 3706
    )
    assert round(tau(found, "darr"), 4) == expected["published_tau"][name]
    for kind, key in (("4a", "table4a"), ("4b", "table4b"), ("4c", "table4c"), ("table-5", "table5")):
        assert tau(found, kind) == pytest.approx(case[key], abs=1e-9)
    assert counts_of(kendall_table(human, metric, threshold=25).counts) == counts_of(found)


@pytest.fixture(scope="module")
def fr_en(shared_dir):
    """Return the pairs out of rankings of five, and the scores of two metrics."""
    folder = shared_dir / "data" / "rr" / "wmt13-fr-en"
    lines = (folder / "judgements.train.csv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split(",") for line in lines]
    pairs = [
        (row[2], row[7 + 2 * a], row[7 + 2 * b], np.sign(int(row[16 + b]) - int(row[16 + a])))
        for row in rows
        for a in range(5)
        for b in range(a + 1, 5)
    ]
    systems = tuple(dict.fromkeys(system for _, *both, _ in pairs for system in both))
    place = {system: number for number, system in enumerate(systems)}
    preferences = Preferences(
        systems,
        np.array([place[pair[1]] for pair in pairs], dtype=np.int32),
        np.array([place[pair[2]] for pair in pairs], dtype=np.int32),
        np.array([pair[3] for pair in pairs], dtype=np.int8),
        Codes.alike("", len(pairs)),
        Codes.of([pair[0] for pair in pairs]),
    )
    texts = {
        system: (folder / "system-outputs" / f"{system}.txt").read_text(encoding="utf-8")
        for system in systems
    }
    return preferences, texts, (folder / "reference.en.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "spec"), [("sentBLEU", "bleu:effective_order"), ("chrF", "chrf")])
def test_rankings_of_fr_en(golden, fr_en, name, spec):
    preferences, texts, reference = fr_en
    case, metric = golden["rr_wmt13_fr_en"]["data"], parse_metric(spec)
    outputs = {system: text.split("\n")[:-1] for system, text in texts.items()}
    found = evaluate([(evalset([reference.split("\n")[:-1]]), outputs)], [metric])
    values = np.array([found.stats[metric, system].each() for system in outputs])
    segments = tuple(str(number) for number in range(1, values.shape[1] + 1))
    counts = preference_counts(preferences, Scores(name, tuple(outputs), segments, values))
    keys = ("con", "dis", "human_tie_metric_differs", "tie_metric", "tie_both")
    assert counts_of(counts) == [case[name][key] for key in keys]
    assert (counts.pairs, counts.missing) == (case["n_pairs"], 0)
    assert counts.human_ties + counts.double_ties == case["n_human_ties"]
    for kind, key in {"4a": "table4a_wmt13", "4b": "table4b_wmt14", "4c": "table4c_wmt12"}.items():
        assert tau(counts, kind) == pytest.approx(case[name][key], abs=1e-9)
    assert tau(counts, "table-5") == pytest.approx(case[name]["table5"], abs=1e-9)


def test_orange_of_he_en(golden, tables):
    systems = golden["wmt23_metrics"]["data"]["he-en"]["systems"]
    for name, case in golden["orange_he_en"]["data"].items():
        found = orange(tables["he-en"][1][name], "refA", systems)
        assert found.value == pytest.approx(case["orange"], abs=1e-9)
        assert found.mean_rank == pytest.approx(case["mean_rank"], abs=1e-9)
        assert (found.candidates, found.segments) == (case["n_candidates"], case["segments"])
