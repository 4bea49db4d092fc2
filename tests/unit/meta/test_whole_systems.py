"""Whole systems, rankings and daRR as what people said; constant scores, people among metrics, shifted lines."""

from __future__ import annotations

import math
import warnings
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

import assay
from assay.errors import AssayWarning, OptionError
from assay.meta.evaluation import MetaEvaluation, correlate_metrics
from assay.meta.material import Material
from assay.meta.options import CorrelateOptions, PeopleOptions
from assay.meta.reading.shifted import warn_of_shift
from assay.meta.sources import read_source
from assay.meta.tasks import CONSTANT, TaskTable
from assay.reporting.render.text import render_text
from assay.reporting.tables.meta.first_screen import meta_summary
from support.meta_sets import scores, wmt23
from support.program import HARBOUR

SYSTEMS = ("alder", "birch", "cedar", "drift")
REFERENCE = str(HARBOUR / "reference-a.en.txt")
OUTPUTS = {name: str(HARBOUR / f"{name}.en.txt") for name in SYSTEMS}
HUMAN = (80.0, 61.0, 55.5, 40.0)


def tabled(result: MetaEvaluation) -> TaskTable:
    """Return the table of tasks, which ratings and scores always have."""
    assert result.table is not None
    return result.table


@pytest.fixture
def by_system(tmp_path: Path) -> str:
    """Return a file of human scores of whole systems, in the form of mt-metrics-eval."""
    path = tmp_path / "xx.mqm.sys.score"
    path.write_text(
        "".join(f"{name}\t{value}\n" for name, value in zip(SYSTEMS, HUMAN, strict=True)), encoding="utf-8"
    )
    return str(path)


def test_the_corpus_is_scored_where_people_judged_whole_systems(by_system: str) -> None:
    result = assay.correlate(
        by_system, OUTPUTS, REFERENCE, metrics=["chrf", "bleu"], tasks="sys:pearson,sys:spearman"
    )
    table = tabled(result.evaluation)
    for metric in ("chrf", "bleu"):
        corpus = [assay.score(path, REFERENCE, metric).score for path in OUTPUTS.values()]
        expected = [pearsonr(HUMAN, corpus)[0], spearmanr(HUMAN, corpus)[0]]
        assert [table.value(metric, task) for task in table.tasks] == pytest.approx(expected, abs=1e-12)
    assert "corpus scores of all segments" in table.provenance[table.tasks[0].name]


def test_without_tasks_named_whole_systems_are_asked_for_tasks_on_systems(by_system: str) -> None:
    result = assay.correlate(by_system, OUTPUTS, REFERENCE, metrics=["chrf", "bleu"])
    table = tabled(result.evaluation)
    assert [task.name.split(".score ")[-1] for task in table.tasks] == ["sys pearson", "sys accuracy"]
    assert None not in [table.value("chrf", task) for task in table.tasks]


@pytest.mark.parametrize("test", ["perm-sys", "williams", "boot-sys"])
def test_metrics_are_tested_on_whole_systems(by_system: str, test: str) -> None:
    result = assay.correlate(
        by_system, OUTPUTS, REFERENCE, metrics=["chrf", "bleu"], tasks="sys:pearson", test=test
    )
    [contest] = result.evaluation.overall
    assert not math.isnan(contest.p_two_sided)


def test_scores_of_segments_from_files_are_averaged_beside_whole_systems() -> None:
    human = scores(np.empty((4, 0)), "people", totals=np.array(HUMAN))
    metric = scores(np.arange(12.0).reshape(4, 3) ** 2, "metric")
    table = tabled(correlate_metrics(human, {"metric": metric}, CorrelateOptions(tasks="sys:pearson")))
    [task] = table.tasks
    assert table.value("metric", task) == pytest.approx(pearsonr(HUMAN, metric.values.mean(axis=1))[0])


def test_people_are_no_metric_even_by_whole_systems(by_system: str) -> None:
    other = Path(by_system).with_name("xx.other.sys.score")
    other.write_text(
        "".join(f"{name}\t{len(name) + at}\n" for at, name in enumerate(SYSTEMS)), encoding="utf-8"
    )
    asked = CorrelateOptions(tasks="sys:pearson")
    with pytest.warns(AssayWarning, match="holds the human scores themselves and is not used as a metric"):
        source = read_source(PeopleOptions(by_system, scores=(by_system, str(other))), asked)
    assert (
        list(source.metrics) == [Path(by_system).with_name("xx.other.sys.score").name]
        or len(source.metrics) == 1
    )


@pytest.mark.parametrize(
    "tasks", ["sys:accuracy", "sys:pearson", "seg:acc-eq:item", "seg:tau-eq:none", "sys:spa"]
)
def test_constant_people_agree_with_nothing(tasks: str) -> None:
    rng = np.random.default_rng(1)
    human, metric = scores(np.full((5, 12), 50.0), "people"), scores(rng.normal(size=(5, 12)), "rand")
    result = correlate_metrics(human, {"rand": metric}, CorrelateOptions(tasks=tasks))
    [answer] = tabled(result).results.values()
    assert math.isnan(answer.value)
    assert CONSTANT in answer.note
    assert CONSTANT in render_text(meta_summary(result), measure=10_000)


def test_people_who_tell_no_outputs_of_a_segment_apart_agree_with_nothing_by_segment() -> None:
    rng = np.random.default_rng(1)
    human = scores(np.tile(np.arange(12.0), (5, 1)), "people")
    metric = scores(rng.normal(size=(5, 12)), "rand")
    tasks = CorrelateOptions(tasks="seg:acc-eq:item,seg:pearson:none")
    table = tabled(correlate_metrics(human, {"rand": metric}, tasks))
    by_item, flat = (table.results["rand", task.name].value for task in table.tasks)
    assert math.isnan(by_item)
    assert not math.isnan(flat)


def darr(human: np.ndarray, metric: np.ndarray, texts: list[list[str]], points: float) -> float:
    """Count ordered pairs of a segment as the WMT tasks did, identical outputs left out."""
    counts = {1: 0, -1: 0, 0: 0}
    for a, b in combinations(range(len(human)), 2):
        for at in range(human.shape[1]):
            apart = human[a, at] - human[b, at]
            if abs(apart) >= points and texts[a][at] != texts[b][at]:
                counts[int(np.sign(apart * (metric[a, at] - metric[b, at])))] += 1
    return (counts[1] - counts[-1] - counts[0]) / sum(counts.values())


def test_darr_is_a_task_with_a_threshold() -> None:
    rng = np.random.default_rng(7)
    human = rng.integers(0, 101, size=(4, 50)).astype(float)
    metric = np.round(human + rng.normal(scale=30, size=human.shape), -1)
    texts = [[f"{rng.integers(4)}" for _ in range(50)] for _ in range(4)]
    one = Material(
        "xx-yy", scores(human, "da"), {"m": scores(metric, "m")}, texts=dict(zip("abcd", texts, strict=True))
    )
    table = tabled(
        correlate_metrics([one], {}, CorrelateOptions(tasks="seg:darr,seg:darr:50,seg:tau-10:item"))
    )
    values = [table.value("m", task) for task in table.tasks]
    assert values[:2] == pytest.approx(
        [darr(human, metric, texts, 25), darr(human, metric, texts, 50)], abs=1e-15
    )
    assert values[2] not in values[:2]
    assert [task.name for task in table.tasks][:2] == ["xx-yy seg darr 25", "xx-yy seg darr 50"]
    assert "identical outputs are ties" in table.provenance["xx-yy seg darr 25"]


def test_the_old_name_is_tau_10_and_says_so() -> None:
    human, metric = (
        scores(np.random.default_rng(seed).normal(size=(4, 20)), name) for seed, name in enumerate("hm")
    )
    with pytest.warns(AssayWarning, match="seg:darr:item is seg:tau-10:item"):
        old = tabled(correlate_metrics(human, {"m": metric}, CorrelateOptions(tasks="seg:darr:item")))
    new = tabled(correlate_metrics(human, {"m": metric}, CorrelateOptions(tasks="seg:tau-10:item")))
    assert dict(old.averages) == dict(new.averages)
    with pytest.raises(OptionError, match="write seg:darr, or seg:darr:POINTS"):
        correlate_metrics(human, {"m": metric}, CorrelateOptions(tasks="seg:darr:many"))


def test_identical_outputs_of_a_folder_are_known(shared_dir: Path) -> None:
    options = PeopleOptions(
        str(shared_dir / "data" / "wmt23"),
        pair="en-de",
        human="da-sqm",
        reference_name="refA",
        only=("BLEU",),
    )
    asked = CorrelateOptions(tasks="seg:darr", darr=25.0)
    [pair] = correlate_metrics(read_source(options, asked).people, {}, asked).pairs
    assert pair.ordered is not None
    assert "so are identical outputs" in pair.ordered.provenance
    [counts] = pair.ordered.counts.values()
    # Counted by a program of its own, on the files of the folder.
    assert (counts.concordant, counts.discordant, counts.metric_ties) == (4953, 1594, 124)


def test_judgements_of_other_lines_are_doubted(shared_dir: Path) -> None:
    for pair, name in (("he-en", "chrF-refB"), ("he-en", "BLEU-refB"), ("en-de", "COMET-refA")):
        human, metrics = wmt23(shared_dir, pair)
        metric = metrics[name]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warn_of_shift(human, metrics)
        on = scores(np.roll(metric.values, 1, axis=1), name, metric.systems)
        with pytest.warns(AssayWarning, match="agrees better with people one line on "):
            warn_of_shift(human, {name: on})
        back = scores(np.roll(metric.values, -1, axis=1), name, metric.systems)
        with pytest.warns(AssayWarning, match="agrees better with people one line back "):
            warn_of_shift(human, {name: back})
