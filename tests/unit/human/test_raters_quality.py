"""Verdicts on raters: a careful one passes, a careless one fails, and few pairs are no evidence."""

import numpy as np
import pytest

from assay.data.evalset import Codes
from assay.data.judgements import DEGRADED, GENUINE, REFERENCE, REPEAT, Judgements
from assay.errors import OptionError
from assay.human.options import ControlCheck
from assay.human.raters.planted import DELETED, planted_recall
from assay.human.raters.quality import check_raters
from assay.human.raters.rules import RULES, graham_rule, rule_on_raters
from support.assertions import untyped
from support.judgement_rows import judged, spans_of


def campaign(drops: dict[str, float], pairs: int = 12, noise: float = 8.0) -> Judgements:
    """Make raters whose degraded items score lower by a mean drop, with repeats and references."""
    random = np.random.default_rng(42)
    rows, items = [], []
    for rater, drop in drops.items():
        for number in range(pairs):
            score = random.normal(70, 12)
            controls = ((GENUINE, 0.0), (DEGRADED, -drop), (REPEAT, 0.0))
            for item, change in controls:
                rows.append((rater, "A", str(number), score + change + random.normal(0, noise)))
                items.append(item)
            rows.append((rater, "reference", str(number), 95 + random.normal(0, 1)))
            items.append(REFERENCE)
    seconds = [20.0] * len(rows)
    return judged(rows, item=items, seconds=seconds)


def test_the_careful_pass_and_the_careless_fail() -> None:
    found = check_raters(campaign({"careful": 30, "careless": 0}))
    assert {one.rater: one.verdict for one in found.raters} == {"careful": "pass", "careless": "fail"}
    careful = found.raters[0]
    assert careful.degraded.pairs == 12
    assert careful.degraded.drop == pytest.approx(30, abs=8)
    assert careful.degraded.power > 0.9
    assert careful.degraded.below is not None
    assert careful.degraded.below.estimate == 1.0
    assert careful.seconds == 12 * 4 * 20
    assert found.of_verdict("fail") == ("careless",)


@pytest.mark.parametrize("pairs", [1, 2, 4])
def test_few_pairs_are_no_evidence(pairs: int) -> None:
    found = check_raters(campaign({"careless": 0}, pairs=pairs))
    assert found.raters[0].verdict == "not yet"
    assert found.raters[0].degraded.power < 0.8


def test_who_saw_no_controls_has_no_verdict() -> None:
    [one] = check_raters(judged([("ann", "A", "1", 50.0)])).raters
    assert (one.verdict, one.degraded.pairs, one.repeats.pairs, one.references.ratings) == (
        "no controls",
        0,
        0,
        0,
    )
    assert one.ratings == 1


def test_the_t_test_is_an_option() -> None:
    study = campaign({"careful": 12})
    ranks, t = (
        check_raters(study, ControlCheck(test=test)).raters[0].degraded for test in ("signed-rank", "t")
    )
    assert ranks.p_value != t.p_value
    assert ranks.power == pytest.approx(t.power, abs=0.05)


def test_a_random_clicker_has_no_excuse_in_a_large_spread() -> None:
    study = campaign({"a": 30, "b": 30, "c": 30, "careless": 0}, noise=6)
    loud = study.score + np.where(study.rater.among(["careless"]), 0, 0)
    wild = np.where(
        study.rater.among(["careless"]), np.random.default_rng(1).uniform(0, 100, len(loud)), loud
    )
    found = check_raters(Judgements(**{**vars(study), "score": wild}))
    assert found.raters[-1].verdict == "fail"
    assert found.raters[-1].degraded.spread > 2 * found.spread


def test_a_scale_on_which_low_is_good_is_turned() -> None:
    rows = [("ann", "A", str(number), 1.0 + number % 2) for number in range(8)]
    worse = [("ann", "A", str(number), 4.0 + number % 2) for number in range(8)]
    study = judged(rows + worse, scheme="ranking", item=[GENUINE] * 8 + [DEGRADED] * 8)
    [one] = check_raters(study).raters
    assert one.degraded.drop == 3
    assert one.verdict == "pass"


def test_repeats_and_references_are_measured() -> None:
    rows = [("ann", "A", "1", 50.0), ("ann", "A", "2", 60.0), ("ann", "A", "3", 80.0)]
    again = [("ann", "A", "1", 54.0), ("ann", "A", "2", 60.0), ("ann", "A", "3", 78.0)]
    items = [GENUINE] * 3 + [REPEAT] * 3 + [REFERENCE] * 2
    study = judged([*rows, *again, ("ann", "ref", "1", 95.0), ("ann", "ref", "2", 80.0)], item=items)
    [one] = check_raters(study).raters
    assert one.repeats.difference == 2
    assert one.repeats.spread == pytest.approx(np.std([4, 0, -2], ddof=1))
    assert one.repeats.correlation == pytest.approx(np.corrcoef([50, 60, 80], [54, 60, 78])[0, 1])
    assert (one.references.mean, one.references.reached) == (87.5, False)
    assert check_raters(study, ControlCheck(reference=85)).raters[0].references.reached


def test_the_drop_is_that_of_the_raters_unless_stated() -> None:
    assert check_raters(campaign({"a": 40, "b": 50})).drop == 20  # no more than a fifth of the scale is asked
    three = campaign({"a": 20, "b": 8, "c": 9})
    drops = [one.degraded.drop for one in check_raters(three).raters]
    assert check_raters(three).drop == pytest.approx(np.median(drops))
    assert check_raters(three, ControlCheck(drop=2)).drop == 2
    alone = check_raters(campaign({"a": 0}))
    assert np.isnan(alone.drop)
    assert alone.raters[0].verdict == "not yet"
    assert check_raters(campaign({"a": 0}), ControlCheck(drop=20)).raters[0].verdict == "fail"
    nobody = check_raters(campaign({"a": -9, "b": -9, "c": -9}))
    assert nobody.drop == 0
    assert {one.verdict for one in nobody.raters} == {"not yet"}


@pytest.mark.slow
@pytest.mark.parametrize("drop", [5, 10, 20])
def test_careful_raters_do_not_fail_because_degraded_items_fall_less_than_a_fifth_of_the_scale(
    drop: int,
) -> None:
    """Under a drop of a fifth of the scale, and a power of 0.8, 40 % of careful raters failed at 10 points."""
    raters = {f"r{number}": float(drop) for number in range(200)}
    verdicts = [one.verdict for one in check_raters(campaign(raters, pairs=10, noise=10)).raters]
    assert verdicts.count("fail") / len(verdicts) <= 0.05
    random = {f"x{number}": 0.0 for number in range(40)}
    together = check_raters(campaign({**raters, **random}, pairs=10, noise=10))
    caught = [one.rater[0] for one in together.raters if one.verdict == "fail"]
    assert (caught.count("x") > 30) == (drop == 20)


@pytest.mark.parametrize(
    "options", [{"alpha": 0.0}, {"power": 1.0}, {"drop": -1.0}, {"spread": 0.0}, {"test": "x"}]
)
def test_checks_that_make_no_sense_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        ControlCheck(**options)  # type: ignore[arg-type]  # that is the point


# --- rules of campaigns -------------------------------------------------------------------------------------


def test_appraise_passes_fewer_careful_raters_than_a_paired_test() -> None:
    study = campaign({f"rater {number}": 16 for number in range(12)}, pairs=10)
    passed = {
        name: sum(one.verdict == "pass" for one in rule_on_raters(study, name))
        for name in ("paired", "appraise")
    }
    assert passed["appraise"] < passed["paired"]


def test_appraise_wants_ten_minutes() -> None:
    study = campaign({"careful": 60})
    hasty = Judgements(**{**vars(study), "seconds": np.full(len(study), 2.0)})
    assert rule_on_raters(study, "appraise")[0].verdict == "pass"
    [ruling] = rule_on_raters(hasty, "appraise")
    assert ruling.verdict == "fail"
    assert ruling.reasons == ("96 s in total, under 600",)


def test_grahams_filter_gives_its_reasons() -> None:
    [good] = rule_on_raters(campaign({"careful": 30}), "graham")
    assert (good.verdict, good.reasons) == ("pass", ())
    [bad] = rule_on_raters(campaign({"careless": -10}), "graham")
    assert bad.verdict == "fail"
    assert "degraded items are scored no lower than genuine ones" in bad.reasons
    assert any(reason.startswith("p ") for reason in bad.reasons)


def test_grahams_filter_times_tasks() -> None:
    study = campaign({"careful": 30})
    tasks = Codes.of(["first"] * 8 + ["second"] * (len(study) - 8))
    assert graham_rule(study, tasks)[0].reasons == ("a task in 160 s",)


def test_a_rule_that_is_not_there_is_named() -> None:
    with pytest.raises(OptionError, match="paired, appraise, graham"):
        rule_on_raters(campaign({"a": 1}), untyped("none"))
    assert set(RULES) == {"paired", "appraise", "graham"}


# --- planted errors -----------------------------------------------------------------------------------------


def marked() -> Judgements:
    rows = [
        ("ann", "A", "1", 90.0),
        ("ann", "A", "1", 40.0),
        ("bob", "A", "1", 90.0),
        ("bob", "A", "1", 90.0),
    ]
    spans = spans_of(
        [[(0, 4, "minor")], [(0, 4, "minor"), (10, 14, "major")], [(3, 5, "minor")], [(3, 5, "minor")]]
    )
    return judged(rows, scheme="esa", item=[GENUINE, DEGRADED] * 2, spans=spans)


def test_a_new_span_finds_the_injected_error() -> None:
    assert [(one.rater, one.found, one.planted, one.method) for one in planted_recall(marked())] == [
        ("ann", 1, 1, "new span"),
        ("bob", 0, 1, "new span"),
    ]


@pytest.mark.parametrize(("place", "found"), [((12, 20), [1, 0]), ((14, 20), [0, 0]), ((0, 5), [1, 1])])
def test_a_span_on_the_injected_place_finds_it(place: tuple[int, int], found: list[int]) -> None:
    recalls = planted_recall(marked(), {("A", "1"): [place]})
    assert [one.found for one in recalls] == found
    assert {one.method for one in recalls} == {"place"}


def test_every_error_that_was_planted_in_an_item_counts() -> None:
    recalls = planted_recall(marked(), {("A", "1"): [(2, 6), (12, 20), (30, 34)]})
    assert [(one.rater, one.found, one.planted) for one in recalls] == [("ann", 2, 3), ("bob", 1, 3)]
    deleted = planted_recall(marked(), {("A", "1"): [(12, 20), DELETED]})
    assert [(one.found, one.planted) for one in deleted] == [(1, 1), (0, 1)], (
        "one error, marked here or there"
    )


def test_planted_tests_are_counted_as_they_stand() -> None:
    rows = [("ann", "A", str(number), float("nan")) for number in range(3)]
    spans = spans_of([[(0, 4, "HOTW-test")], [(0, 4, "HOTW-test")], [(0, 4, "major")]])
    named = type(spans)(**{**vars(spans), "category": Codes.of(["Found", "Missed", "Accuracy"])})
    [one] = planted_recall(judged(rows, scheme="mqm", spans=named))
    assert (one.found, one.planted, one.method) == (1, 2, "HOTW-test")


def test_without_spans_there_is_no_recall() -> None:
    assert planted_recall(campaign({"a": 1})) == ()
