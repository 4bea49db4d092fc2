"""Figures of sacreBLEU, scipy, statsmodels and MultEval, and the answers of Koehn's textbook."""

import json
import math

import make_significance
import numpy as np
import pytest
from golden_cases import load
from golden_write import DATA
from scipy import stats

from assay.comparison.paired import compare_pairs, permutation_p
from assay.comparison.pairs import Pair
from assay.comparison.power_analysis import detectable, needed, power
from assay.comparison.resampling import bootstrap_intervals, by_unit
from assay.comparison.sign_power import sign_power
from assay.comparison.training_runs import compare_runs, summaries
from assay.metrics.evaluation import evaluate
from assay.metrics.specs import parse_metric
from assay.stats.intervals import proportion, t_interval
from assay.stats.settings import Settings
from assay.stats.tests import sign_p, t_p, wilcoxon_p
from support.evaluations import Mean, lines, of_numbers, wmt23
from support.metric_scores import evalset

SYSTEMS = ("ONLINE-B", "GPT4-5shot", "ONLINE-W", "ONLINE-A", "ONLINE-Y", "Lan-BridgeMT")
ONE_THREAD = Settings(threads=1)


@pytest.fixture(scope="module")
def meta(shared_dir):
    return json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def worked(shared_dir):
    return json.loads((shared_dir / "worked-examples.json").read_text(encoding="utf-8"))["statistics"]


@pytest.fixture(scope="module")
def outputs(shared_dir):
    return wmt23(shared_dir, SYSTEMS, "bleu", "chrf")


def against_baseline(evaluation, test, settings=ONE_THREAD):
    found = compare_pairs(evaluation, test, settings, baseline="ONLINE-B", correction="none")
    return {(one.metric.name, one.first): one for one in found}


# --- sacreBLEU ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("test", "kind"), [("sacrebleu-bs", "bs"), ("sacrebleu-ar", "ar")])
def test_sacrebleu_is_reproduced_exactly(meta, outputs, test, kind):
    found = against_baseline(outputs, test)
    for metric in ("bleu", "chrf"):
        for system, figures in meta["sacrebleu_paired"]["data"][f"{kind}_{metric.upper()}"][
            "results"
        ].items():
            if system != "ONLINE-B":
                one = found[metric, system]
                assert one.p_value == pytest.approx(figures["p"], rel=1e-10), (metric, system)
                assert one.score_first == pytest.approx(figures["score"], rel=1e-10)


def test_the_conventions_of_the_bootstrap(meta, outputs):
    theirs = against_baseline(outputs, "sacrebleu-bs")
    ours = against_baseline(outputs, "bootstrap")
    for system, figures in meta["bootstrap_conventions"]["data"]["koehn_full"].items():
        same, other = theirs["bleu", system], ours["bleu", system]
        assert (same.wins, same.losses, same.ties) == (figures["win"], figures["loss"], figures["tie"])
        assert [same.low, same.high] == pytest.approx(figures["diff_ci95"], abs=0.02)
        expected = figures["shift_two_sided_p"]
        assert abs(other.p_value - expected) < 4 * math.sqrt(2 * expected * (1 - expected) / 1000) + 0.001
        assert abs(other.wins - figures["win"]) < 4 * math.sqrt(0.03 * 0.97 * 2 / 1000)


def test_permutation_agrees_with_the_randomisation_of_sacrebleu(meta, outputs):
    found = against_baseline(outputs, "permutation")
    for metric in ("bleu", "chrf"):
        for system, figures in meta["sacrebleu_paired"]["data"][f"ar_{metric.upper()}"]["results"].items():
            if system != "ONLINE-B":
                p = figures["p"]
                assert abs(found[metric, system].p_value - p) < 4 * math.sqrt(2 * p * (1 - p) / 10_000)


def test_half_size_samples_are_wider(meta, outputs):
    full, half, without = (
        bootstrap_intervals(outputs, Settings(draws=10_000, sample=sample, threads=1))
        for sample in ("full", "half", "half-without")
    )
    for (metric, system), interval in half.items():
        width = interval.high - interval.low
        assert 1.3 < width / (full[metric, system].high - full[metric, system].low) < 1.55
        same = without[metric, system]
        assert 0.93 < (same.high - same.low) / (full[metric, system].high - full[metric, system].low) < 1.07
        if metric.name == "bleu":
            figures = meta["bootstrap_conventions"]["data"]["half"][system]
            assert [interval.low, interval.high] == pytest.approx(figures["ci95_sorted_25_975"], abs=0.35)
            whole = full[metric, system]
            assert [whole.low, whole.high] == pytest.approx(figures["full_ci95"], abs=0.25)


# --- scipy and statsmodels ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mqm(shared_dir):
    """Return the scores of each system, with NaN where a segment was not judged."""
    path = shared_dir / "data" / "wmt23" / "human-scores" / "en-de.mqm.seg.score"
    scores: dict[str, list[float]] = {}
    for line in lines(path):
        name, text = line.split("\t")
        scores.setdefault(name, []).append(float("nan") if text == "None" else float(text))
    return {name: np.array(column) for name, column in scores.items()}


def test_tests_on_units(meta, mqm):
    for pair, figures in meta["power_and_tests_wmt23_en_de"]["data"]["mqm"].items():
        first, second = (mqm[name] for name in pair.split(" vs "))
        judged = ~np.isnan(first) & ~np.isnan(second)
        differences = (first - second)[judged]
        assert len(differences) == figures["n"]
        assert differences.mean() == pytest.approx(figures["mean_diff"])
        assert t_p(differences) == pytest.approx(figures["t_p"], rel=1e-9)
        assert sign_p(differences) == pytest.approx(figures["sign_p"], rel=1e-9)
        # Their differences are not rounded: 1.1 - 1 and 0.1 have different ranks there, and one here.
        assert stats.wilcoxon(differences).pvalue == pytest.approx(figures["wilcoxon_approx_p"], rel=1e-9)
        assert wilcoxon_p(differences) == pytest.approx(
            stats.wilcoxon(np.round(differences, 9)).pvalue, rel=1e-9
        )
        assert wilcoxon_p(differences) == pytest.approx(figures["wilcoxon_approx_p"], rel=0.03)
        error = differences.std(ddof=1) / math.sqrt(len(differences))
        assert detectable(error) == pytest.approx(figures["mde_80_power"])
        assert needed(0.5, error, len(differences)) == figures["n_for_0.5_points"]
        flipped = permutation_p(
            of_numbers({"a": first[judged], "b": second[judged]}), ONE_THREAD, [Pair(Mean(), "a", "b")]
        )
        p = figures["sign_flip_permutation_p_10000_seed12345"]
        assert abs(flipped[0] - p) < 4 * math.sqrt(2 * p * (1 - p) / 10_000)


def test_sign_test_on_blocks(meta, outputs):
    for name, figures in meta["power_and_tests_wmt23_en_de"]["data"]["block_sign_test"].items():
        systems, _, size = name.partition(" size ")
        blocks = by_unit(outputs, f"block:{size}")
        one = against_baseline(blocks, "sign")["bleu", systems.split(" vs ")[1]]
        assert one.units == figures["blocks"]
        assert round(one.wins * one.units) == figures["plus"]
        assert round(one.losses * one.units) == figures["minus"]
        assert one.p_value == pytest.approx(figures["p_two_sided"], rel=1e-9)


def test_power_of_bleu(meta, outputs):
    plans = {(plan.metric.name, plan.first, plan.second): plan for plan in power(outputs, ONE_THREAD)}
    for name, figures in meta["power_and_tests_wmt23_en_de"]["data"]["bleu_mde"].items():
        plan = plans["bleu", *sorted(name.split(" vs "), key=SYSTEMS.index)]
        assert abs(plan.power.difference) == pytest.approx(abs(figures["diff"]), rel=1e-9)
        assert plan.power.error == pytest.approx(figures["boot_se"], rel=0.1)
        assert plan.detectable == pytest.approx(figures["mde_80"], rel=0.1)
        needed_for_one = needed(1.0, plan.power.error, 557)
        assert needed_for_one == pytest.approx(figures["n_segments_for_1_bleu"], rel=0.2)


def test_power_of_the_sign_test(meta):
    for name, figure in meta["power_and_tests_wmt23_en_de"]["data"]["sign_power"].items():
        number, _, rate = name.removeprefix("n").partition("_p")
        assert sign_power(int(number), float(rate)) == pytest.approx(figure, rel=1e-9)


@pytest.mark.parametrize(("method", "name"), [("t", "t"), ("wilson", "wilson"), ("exact", "clopper_pearson")])
def test_intervals_of_proportions(meta, method, name):
    for counts, levels in meta["intervals_and_sign_test"]["data"]["ex2"].items():
        number, successes = map(int, counts.split("/"))
        for confidence, figures in levels.items():
            found = proportion(successes, number, float(confidence), method)
            assert [found.low, found.high] == pytest.approx(figures[name], rel=1e-9)


@pytest.mark.parametrize(("method", "figure"), [("t", 0.802), ("wilson", 0.969)])
def test_coverage_of_proportions(method: str, figure: float) -> None:
    intervals = [proportion(count, 100, 0.95, method) for count in range(101)]
    held = [interval.low <= 0.97 <= interval.high for interval in intervals]
    assert round(float(stats.binom.pmf(np.arange(101), 100, 0.97)[held].sum()), 3) == figure


# --- the textbook -------------------------------------------------------------------------------------------


def test_t_values(worked, meta):
    for confidence in ("0.99", "0.95", "0.90"):
        for number, value in worked["t_values"][confidence].items():
            scores = np.array([0.0, 1.0] * (int(number) // 2))
            found = t_interval(scores, float(confidence))
            reach = (found.high - found.low) / 2 / (scores.std(ddof=1) / math.sqrt(len(scores)))
            assert reach == pytest.approx(value, abs=6e-5)


def test_sign_table(worked, meta):
    assert sign_p(np.repeat([1.0, -1.0], [40, 60])) == pytest.approx(
        worked["sign_test"]["n100_k40_p"], rel=1e-12
    )
    for number, row in worked["sign_test"]["smallest_winning_k"].items():
        for alpha, least in row.items():
            n = int(number)
            wins = [
                k
                for k in range(n // 2 + 1, n + 1)
                if sign_p(np.repeat([1.0, -1.0], [k, n - k])) <= float(alpha)
            ]
            assert (min(wins) if wins else None) == least


def test_half_widths_of_proportions(worked):
    for counts, levels in worked["proportion_intervals"].items():
        if counts != "from":
            successes, number = map(int, counts.split("/"))
            for confidence, half in levels.items():
                found = proportion(successes, number, float(confidence), "t")
                assert (found.high - found.low) / 2 == pytest.approx(half, abs=6e-6)


# --- MultEval -----------------------------------------------------------------------------------------------


def test_several_runs(meta, shared_dir):
    folder, figures = shared_dir / "data" / "multirun" / "newstest2010-lc-tok", meta["multeval_multirun"]
    runs = {system: [f"{system}.opt{number}" for number in range(3)] for system in ("sys1", "baseline")}
    texts = {name: lines(folder / f"{name}.en") for names in runs.values() for name in names}
    metrics = [parse_metric("bleu:tok=none"), parse_metric("ter")]
    scored = evaluate([(evalset([lines(folder / "reference.en")]), texts)], metrics)
    for one in summaries(scored, runs, ONE_THREAD):
        if one.metric.name == "bleu":
            expected = figures[one.system]
            assert one.mean == pytest.approx(expected["BLEU_avg"], abs=1e-5)
            assert one.s_opt == pytest.approx(expected["BLEU_s_opt"], abs=1e-5)
            assert one.s_sel == pytest.approx(expected["BLEU_s_sel_about"], rel=0.1)
            assert [one.lowest, one.highest] == pytest.approx(
                [min(expected["BLEU_runs"]), max(expected["BLEU_runs"])], abs=1e-9
            )
    bleu, ter = compare_runs(scored, runs, ONE_THREAD)
    assert bleu.welch == pytest.approx(figures["welch_t_on_run_scores_BLEU_p"], rel=1e-9)
    assert 1e-4 <= bleu.p_value <= 8e-4  # MultEval, without a seed: 2e-4 to 3e-4
    assert ter.p_value <= 2e-4  # 1e-4


# --- systems and numbers of our own -------------------------------------------------------------------------

SACREBLEU, SCIPY, STATSMODELS = (
    load(DATA / f"significance-{tool}.json") for tool in ("sacrebleu", "scipy", "statsmodels")
)
RELATIVE = 1e-9


@pytest.fixture(scope="module")
def own():
    metrics = [parse_metric("bleu"), parse_metric("chrf")]
    return evaluate([(evalset([make_significance.REFERENCE]), make_significance.SYSTEMS)], metrics)


def against_output(evaluation, test, settings=ONE_THREAD):
    comparisons = compare_pairs(evaluation, test, settings, baseline="output", correction="none")
    return {(pair.metric.name, pair.first): pair for pair in comparisons}


@pytest.mark.parametrize("golden", [SACREBLEU, SCIPY, STATSMODELS], ids=lambda golden: golden["tool"])
def test_a_file_of_significance_says_where_it_is_from(golden):
    assert golden["command"] == f"python tests/golden/make_significance.py {golden['tool']}"
    assert (bool(golden["version"]), golden["tolerance"]) == (True, RELATIVE)


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_sacrebleus_tests_of_our_own_systems(own, test):
    comparisons = against_output(own, f"sacrebleu-{test}")
    for case in SACREBLEU["paired"]:
        if case["test"] == test and case["system"] != "output":
            comparison = comparisons[case["metric"], case["system"]]
            assert comparison.p_value == pytest.approx(case["p"], rel=RELATIVE), case
            assert comparison.score_first == pytest.approx(case["score"], rel=RELATIVE)


def test_permutation_of_our_own_systems_agrees_with_sacrebleu(own):
    comparisons = against_output(own, "permutation")
    for case in SACREBLEU["paired"]:
        if case["test"] == "ar" and case["system"] in ("second", "cut"):
            p = case["p"]
            ours = comparisons[case["metric"], case["system"]].p_value
            assert abs(ours - p) < 4 * math.sqrt(2 * p * (1 - p) / 10_000) + 1e-4, case


@pytest.mark.parametrize("case", SACREBLEU["draws"], ids=lambda case: case["system"])
def test_conventions_of_the_bootstrap_for_our_own_systems(own, case):
    theirs, ours = (
        against_output(own, test)["bleu", case["system"]] for test in ("sacrebleu-bs", "bootstrap")
    )
    assert (theirs.wins, theirs.losses) == (case["win"], case["loss"])
    reach = case["difference"][1] - case["difference"][0]
    assert [theirs.low, theirs.high] == pytest.approx(case["difference"], abs=0.02 * reach)
    assert abs(ours.p_value - case["shift"]) < 4 * math.sqrt(2 * case["shift"] / 1000) + 0.001
    plans = {(plan.metric.name, *sorted((plan.first, plan.second))): plan for plan in power(own, ONE_THREAD)}
    plan = plans["bleu", *sorted(("output", case["system"]))]
    assert plan.power.error == pytest.approx(case["error"], rel=0.1)
    for sample in ("full", "half"):
        settings = Settings(draws=10_000, sample=sample, threads=1)
        [interval] = [
            interval
            for (metric, system), interval in bootstrap_intervals(own, settings).items()
            if (metric.name, system) == ("bleu", case["system"])
        ]
        low, high = case[sample]
        assert [interval.low, interval.high] == pytest.approx([low, high], abs=0.1 * (high - low))


@pytest.mark.parametrize("case", SACREBLEU["blocks"], ids=lambda case: f"{case['system']}-{case['size']}")
def test_sign_test_on_blocks_of_our_own_systems(own, case):
    comparison = against_output(by_unit(own, f"block:{case['size']}"), "sign")["bleu", case["system"]]
    assert comparison.units == case["blocks"]
    assert round(comparison.wins * comparison.units) == case["plus"]
    assert round(comparison.losses * comparison.units) == case["minus"]
    assert comparison.p_value == pytest.approx(case["p"], rel=RELATIVE)


def test_runs_of_our_own_systems() -> None:
    names = {
        system: [f"{system}{n}" for n in range(len(texts))]
        for system, texts in make_significance.RUNS.items()
    }
    texts = {
        name: text
        for key in names
        for name, text in zip(names[key], make_significance.RUNS[key], strict=True)
    }
    scored = evaluate([(evalset([make_significance.REFERENCE]), texts)], [parse_metric("bleu:tok=none")])
    *systems, test = SACREBLEU["runs"]
    for summary, case in zip(summaries(scored, names, ONE_THREAD), systems, strict=True):
        assert summary.system == case["system"]
        assert [summary.mean, summary.s_opt] == pytest.approx([case["mean"], case["s_opt"]], rel=RELATIVE)
        assert [summary.lowest, summary.highest] == pytest.approx([min(case["runs"]), max(case["runs"])])
    [comparison] = compare_runs(scored, names, ONE_THREAD)
    assert comparison.welch == pytest.approx(test["welch"], rel=RELATIVE)


@pytest.mark.parametrize("case", SCIPY["differences"], ids=lambda case: case["name"])
def test_differences_of_our_own(case):
    differences = np.array(case["values"], dtype=float)
    error = differences.std(ddof=1) / math.sqrt(len(differences))
    assert t_p(differences) == pytest.approx(case["t"], rel=RELATIVE)
    assert sign_p(differences) == pytest.approx(case["sign"], rel=RELATIVE)
    assert wilcoxon_p(differences) == pytest.approx(case["signed-rank"], rel=RELATIVE)
    assert [error, detectable(error)] == pytest.approx([case["error"], case["detectable"]], rel=RELATIVE)
    for size, number in case["needed"].items():
        assert needed(float(size), error, len(differences)) == number
    evaluation = of_numbers({"a": differences, "b": np.zeros_like(differences)})
    [p_value] = permutation_p(evaluation, ONE_THREAD, [Pair(Mean(), "a", "b")])
    p = case["sign-flip"]
    assert abs(p_value - p) < 4 * math.sqrt(2 * p * (1 - p) / 10_000) + 1e-4


@pytest.mark.parametrize("case", SCIPY["sign_powers"], ids=lambda case: f"{case['units']}-{case['rate']}")
def test_power_of_our_own_sign_tests(case):
    assert sign_power(case["units"], case["rate"]) == pytest.approx(case["power"], rel=RELATIVE)


@pytest.mark.parametrize("case", SCIPY["quantiles"], ids=lambda case: f"{case['units']}-{case['confidence']}")
def test_quantiles_of_scipy(case):
    number, confidence = case["units"], case["confidence"]
    scores = np.array([0.0, 1.0] * (number // 2))
    interval = t_interval(scores, confidence)
    reach = (interval.high - interval.low) / 2 / (scores.std(ddof=1) / math.sqrt(number))
    assert reach == pytest.approx(case["t"], rel=RELATIVE)
    significant = [
        k
        for k in range(number // 2 + 1, number + 1)
        if sign_p(np.repeat([1.0, -1.0], [k, number - k])) <= round(1 - confidence, 2)
    ]
    assert min(significant, default=None) == case["fewest_wins"]


@pytest.mark.parametrize("method", ["wilson", "exact", "t", "bootstrap"])
def test_proportions_of_statsmodels(method: str) -> None:
    for case in STATSMODELS["proportions"]:
        interval = proportion(case["successes"], case["number"], case["confidence"], method)
        assert [interval.low, interval.high] == pytest.approx(case[method], rel=RELATIVE, abs=1e-12), case
