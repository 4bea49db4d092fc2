"""Tasks: names, weights, averages, provenance, and warnings when an order of metrics hangs on a choice."""

import math
from dataclasses import replace

import numpy as np
import pytest

from assay.errors import InputError, OptionError
from assay.meta.correlations import correlate, correlate_systems
from assay.meta.material import Material
from assay.meta.sensitivity import (
    dependence,
    dependences,
    judged_dependence,
    outlier_dependence,
    outlier_systems,
    outliers,
    tie_rule_dependence,
)
from assay.meta.system_pairs import pairwise_accuracy, soft_pairwise_accuracy
from assay.meta.tasks import Task, evaluate_tasks, wmt23_tasks
from assay.meta.ties import calibrate
from support.assertions import present
from support.meta_sets import scores

NAN = math.nan


def material(languages="xx-yy", seed=0, **more):
    """Return a language pair with two metrics of segments and one of systems only."""
    rng = np.random.default_rng(seed)
    human = rng.integers(-3, 4, size=(5, 40)) + np.arange(5.0)[:, None]
    good, bad = (human + rng.normal(size=human.shape) * noise for noise in (0.5, 4))
    only = scores(np.empty((5, 0)), "only", totals=np.arange(5.0))
    metrics = {"good": scores(good, "good"), "bad": scores(bad, "bad"), "only": only}
    return Material(languages, scores(human, "mqm", notes=("made up",)), metrics, "refA", **more)


def test_the_tasks_of_wmt23() -> None:
    tasks = wmt23_tasks()
    assert len(tasks) == 10
    assert [round(task.weight * 12) for task in tasks] == [3] + 9 * [1]
    assert tasks[0].name == "en-de+he-en+zh-en sys accuracy"
    assert tasks[3].name == "en-de seg acc-eq item"
    plain = Task(("en-de",), "segment", "acc-eq", "item", threshold=25)
    assert plain.name == "en-de seg acc-eq item epsilon 0 threshold 25"
    assert sum(task.weight for task in wmt23_tasks(["a-b"])) == pytest.approx(1)


def test_every_answer_is_that_of_its_statistic() -> None:
    one = material()
    tasks = [
        Task(("xx-yy",), "system", "pearson"),
        Task(("xx-yy",), "system", "spa"),
        Task(("xx-yy",), "segment", "tau-b", "item"),
        Task(("xx-yy",), "segment", "tau-10", "item", threshold=2),
        Task(("xx-yy",), "segment", "tau-eq", "item", calibrated=True),
    ]
    table = evaluate_tasks(tasks, [one])
    metric, best = one.metrics["good"], calibrate(one.human, one.metrics["good"])
    expected = [
        correlate_systems(one.human.means(), metric.means()),
        soft_pairwise_accuracy(one.human, metric).value,
        correlate(one.human, metric, "tau-b", "item").value,
        correlate(one.human, metric, "tau-10", "item", threshold=2).value,
        best.tau,
    ]
    assert [table.value("good", task) for task in tasks] == pytest.approx(expected)
    last = table.results["good", tasks[-1].name]
    assert (last.epsilon, last.observations, last.groups) == (best.epsilon, best.pairs, best.groups)
    assert present(table.results["good", tasks[0].name].interval).method == "Fisher z"


def test_a_metric_without_segments_answers_for_systems_only_and_has_no_average() -> None:
    one = material()
    table = evaluate_tasks(
        [Task(("xx-yy",), "system", "pearson"), Task(("xx-yy",), "segment", "pearson")], [one]
    )
    assert table.value("only", table.tasks[0]) == pytest.approx(
        correlate_systems(one.human.means(), np.arange(5.0))
    )
    assert "has none of segments" in table.results["only", table.tasks[0].name].note
    assert table.value("only", table.tasks[1]) is None
    assert set(table.averages) == {"good", "bad"}
    assert table.metrics == ("good", "bad", "only")


def test_averages_weigh_tasks() -> None:
    tasks = [
        Task(("xx-yy",), "system", "pearson", weight=3),
        Task(("xx-yy",), "segment", "pearson", weight=1),
    ]
    table = evaluate_tasks(tasks, [material()])
    values = [present(table.value("good", task)) for task in tasks]
    assert table.averages["good"] == pytest.approx((3 * values[0] + values[1]) / 4)


def test_accuracy_is_pooled_over_language_pairs() -> None:
    both = [material("aa-bb", 1), material("cc-dd", 2)]
    [task] = tasks = [Task(("aa-bb", "cc-dd"), "system", "accuracy")]
    table = evaluate_tasks(tasks, both)
    each = [pairwise_accuracy("", "abcde", x.human.means(), x.metrics["bad"].means()) for x in both]
    assert table.value("bad", task) == sum(x.agreed for x in each) / 20
    assert table.results["bad", task.name].systems == 10


def test_provenance_names_everything() -> None:
    human = material().human
    values = human.values.copy()
    values[:, :4] = NAN
    one = material(systems=("a", "b", "c"))
    one = Material("xx-yy", scores(values, "mqm", notes=("made up",)), one.metrics, "refA", one.systems)
    table = evaluate_tasks([Task(("xx-yy",), "segment", "tau-b", "item", threshold=1)], [one])
    [line] = table.provenance.values()
    for words in (
        "mqm (made up)",
        "reference refA",
        "3 systems (a, b, c), left out: d, e",
        "36 of 40 segments judged",
        "grouped by segment",
        "less than 1 apart",
    ):
        assert words in line


def test_common_groups() -> None:
    one = material()
    tasks = [Task(("xx-yy",), "segment", "tau-b", "item")]
    rough = scores(np.round(one.metrics["good"].values / 9), "rough")
    one = Material("xx-yy", one.human, {"good": one.metrics["good"], "rough": rough})
    apart, common = (evaluate_tasks(tasks, [one], common=switch) for switch in (False, True))
    groups = [
        [table.results[name, tasks[0].name].groups for name in ("good", "rough")] for table in (apart, common)
    ]
    assert groups[0][0] > groups[0][1] == groups[1][0] == groups[1][1]


def test_what_cannot_be_asked() -> None:
    one = material()
    with pytest.raises(InputError, match="needs the language pair zz-zz"):
        evaluate_tasks([Task(("zz-zz",), "system", "pearson")], [one])
    with pytest.raises(OptionError, match='the task "xx-yy sys pearson" is given twice'):
        evaluate_tasks([Task(("xx-yy",), "system", "pearson")] * 2, [one])
    with pytest.raises(OptionError, match="only accuracy can be pooled"):
        evaluate_tasks([Task(("xx-yy", "xx-yy"), "system", "pearson")], [one])
    with pytest.raises(OptionError, match="calibrated for acc-eq"):
        evaluate_tasks([Task(("xx-yy",), "segment", "tau-b", "item", calibrated=True)], [one])


# --- what it depends on -------------------------------------------------------------------------------------


def test_outliers_are_far_from_the_median() -> None:
    assert outlier_systems("abcde", np.array([1.0, 2.0, 3.0, 4.0, 90.0])) == ("e",)
    assert outlier_systems("abcd", np.array([1.0, 2.0, 3.0, NAN])) == ()
    assert outlier_systems("abcd", np.array([1.0, 1.0, 1.0, 9.0])) == ()
    assert outlier_systems("ab", np.array([NAN, NAN])) == ()


def test_an_outlier_decides_between_metrics() -> None:
    human = np.repeat([[1.0], [2], [3], [4], [-90]], 3, axis=1)
    trap = np.repeat([[4.0], [3], [2], [1], [-90]], 3, axis=1)
    fair = np.repeat([[1.0], [2], [3], [4], [4]], 3, axis=1)
    one = Material(
        "xx-yy", scores(human, "mqm"), {"trap": scores(trap, "trap"), "fair": scores(fair, "fair")}
    )
    found = outliers(one)
    assert found.systems == ("e",)
    assert found.without == pytest.approx({"trap": -1, "fair": 1})
    words = present(outlier_dependence(found)).words
    assert (
        "the best metric depends on the outlier systems (e): trap by r with them; fair by r without" in words
    )
    assert words.endswith("1 of 1 pairs of metrics change their order")


def test_the_rule_for_ties_decides_between_metrics() -> None:
    human = np.array([[0, 0, 0, 0.0], [0, 1, 1, 1], [0, 2, 2, 2]])
    coarse = np.array([[0, 0, 0, 0.0], [0, 0, 0, 1], [0, 1, 1, 1]])
    fine = np.array([[0.1, 0, 0, 0.2], [0.2, 0.1, 0.1, 0.1], [0.3, 0.2, 0.2, 0.3]])
    one = Material("xx-yy", scores(human, "mqm"), {"coarse": scores(coarse, "x"), "fine": scores(fine, "y")})
    found = tie_rule_dependence(one)
    assert present(found).winners["tau-13"] == "coarse"
    assert present(found).winners["tau-10"] == "fine"
    assert "depends on the tie rule" in present(found).words


def test_judged_segments_decide_between_metrics() -> None:
    human = np.array([[0, NAN], [1, NAN], [2, NAN]])
    first, second = np.array([[0, 9.0], [1, 0], [2, 0]]), np.array([[1, 0.0], [0, 5], [2, 9]])
    one = Material(
        "xx-yy", scores(human, "mqm"), {"first": scores(first, "f"), "second": scores(second, "s")}
    )
    found = judged_dependence(one)
    assert present(found).winners == {
        "means over judged segments": "first",
        "means over all segments": "second",
    }
    assert (
        "depends on the way a metric scores a whole system (1 segment is not judged)" in present(found).words
    )


def test_agreement_is_no_dependence() -> None:
    values = {"one": {"a": 1.0, "b": 0.5}, "two": {"a": 0.9, "b": 0.9}}
    assert dependence("tie rule", "xx-yy", values) is None
    assert dependence("tie rule", "xx-yy", {"one": {"a": 1.0}}) is None


def test_an_order_can_change_below_the_winner() -> None:
    values = {"one": {"a": 1.0, "b": 0.5, "c": 0.4}, "two": {"a": 1.0, "b": 0.3, "c": 0.4}}
    found = dependence("tie rule", "xx-yy", values)
    assert present(found).changed == (("b", "c"),)
    assert present(found).words == (
        "xx-yy: the order of metrics depends on the tie rule: 1 of 3 pairs of metrics change their order; a stays best"
    )


def test_a_table_lists_all_its_dependences() -> None:
    table = evaluate_tasks([Task(("xx-yy",), "system", "pearson")], [material()])
    assert all(one.languages == "xx-yy" for one in dependences(table))


def test_scores_of_systems_alone_will_do() -> None:
    human = scores(np.empty((5, 0)), "mqm", totals=np.array([1.0, 2.0, 3.0, 4.0, -90.0]))
    one = Material("xx-yy", human, {"only": scores(np.empty((5, 0)), "only", totals=np.arange(5.0))})
    table = evaluate_tasks(
        [Task(("xx-yy",), "system", "pearson"), Task(("xx-yy",), "system", "accuracy")], [one]
    )
    assert table.value("only", table.tasks[1]) == 0.6
    assert outliers(one).systems == ("e",)
    assert dependences(table) == []


def test_whole_systems_have_no_segments_that_are_not_judged() -> None:
    human, first = np.array([[0.0], [1], [2]]), np.array([[0.0, 9], [1, 0], [2, 0]])[:, :1]
    second = scores(np.array([[1.0], [0], [2]]), "s")
    one = Material("xx-yy", scores(human, "mqm"), {"first": scores(first, "f"), "second": second})
    found = judged_dependence(
        replace(one, metrics={**one.metrics, "second": replace(second, totals=np.array([0.0, 1, 2]))})
    )
    assert found is None or "not judged" not in found.words
