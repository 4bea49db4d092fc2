"""Whole documents, pooled accuracy and the tasks of WMT, held against other computations of the same figures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from assay.data import Codes
from assay.errors import InputError, OptionError
from assay.io import open_tree
from assay.meta.evaluation import correlate_metrics, parse_tasks
from assay.meta.material import Material, by_documents
from assay.meta.options import CorrelateOptions, PeopleOptions
from assay.meta.sources import read_source
from assay.meta.tasks import Task, evaluate_tasks
from support.meta_sets import scores


def material() -> Material:
    """Return people and a metric on three documents, with a segment that nobody judged."""
    random = np.random.default_rng(2)
    human = random.normal(size=(5, 9)) + np.arange(5)[:, None]
    metric = human + random.normal(size=human.shape)
    human[:, 4] = np.nan
    people = scores(human, "people", document=Codes.of(["a"] * 3 + ["b"] * 3 + ["c"] * 3))
    return Material("xx-yy", people, {"metric": scores(metric, "metric")})


def test_documents_are_means_over_what_was_judged() -> None:
    one = material()
    cells = [[0, 1, 2], [3, 5], [6, 7, 8]]
    human, metric = (
        np.stack([side[:, places].mean(axis=1) for places in cells], axis=1)
        for side in (one.human.values, one.metrics["metric"].values)
    )
    tasks = parse_tasks("doc:pearson:none,doc:tau-b:item", ["xx-yy"])
    assert [task.name for task in tasks] == ["xx-yy doc pearson none", "xx-yy doc tau-b item"]
    table = evaluate_tasks(tasks, [one])
    assert table.value("metric", tasks[0]) == pytest.approx(pearsonr(human.ravel(), metric.ravel())[0])
    taus = [kendalltau(human[:, place], metric[:, place])[0] for place in range(3)]
    assert table.value("metric", tasks[1]) == pytest.approx(np.mean(taus))
    assert "grouped by document" in table.provenance[tasks[1].name]


def test_documents_must_be_known() -> None:
    one = material()
    bare = Material("xx-yy", scores(one.human.values, "people"), one.metrics)
    with pytest.raises(InputError, match="has no documents"):
        by_documents(bare)


def test_accuracy_is_pooled_over_language_pairs() -> None:
    first, second = material(), material()
    turned = scores(-second.metrics["metric"].values[:4], "metric")
    second = Material("yy-xx", second.human.for_systems("abcd"), {"metric": turned})
    [pooled] = parse_tasks("sys:accuracy:pooled", ["xx-yy", "yy-xx"])
    assert pooled.languages == ("xx-yy", "yy-xx")
    table = evaluate_tasks([pooled], [first, second])
    apart = evaluate_tasks(
        [Task((name,), "system", "accuracy") for name in ("xx-yy", "yy-xx")], [first, second]
    )
    right = [
        10 * (apart.value("metric", apart.tasks[0]) or 0),
        6 * (apart.value("metric", apart.tasks[1]) or 0),
    ]
    assert table.value("metric", pooled) == pytest.approx(sum(right) / 16)
    with pytest.raises(OptionError, match="only accuracy is pooled"):
        parse_tasks("sys:pearson:pooled", ["xx-yy"])
    with pytest.raises(OptionError, match="systems have no grouping"):
        parse_tasks("sys:pearson:item", ["xx-yy"])


def test_the_tasks_of_wmt24_on_wmt23(shared_dir: Path) -> None:
    """SPA and acc-eq as mt-metrics-eval computes them; SPA rests on 1000 draws of another generator."""
    golden = json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))
    people = PeopleOptions(
        str(shared_dir / "data" / "wmt23"), pair="en-de", reference_name="refA", only=("BLEU,chrF,COMET",)
    )
    options = CorrelateOptions("wmt24", "tasks")
    source = read_source(people, options)
    table = correlate_metrics(source.people, source.metrics, options).table
    assert table is not None
    assert [task.weight for task in table.tasks] == [1, 1]
    for name in ("BLEU", "chrF", "COMET"):
        case = golden["wmt23_metrics"]["data"]["en-de"]["metrics"][f"{name}-refA"]
        spa, accuracy = (table.value(name, task) for task in table.tasks)
        assert spa == pytest.approx(case["spa"], abs=0.01)
        assert accuracy == pytest.approx(case["acc_eq_item"], abs=1e-9)


def test_campaigns_ask_for_their_language_pairs(shared_dir: Path) -> None:
    folder = str(shared_dir / "data" / "wmt23")
    assert open_tree(folder).pairs() == ("en-de", "he-en")
    tasks = parse_tasks("wmt22", ["en-de", "zh-en"])
    assert [task.name for task in tasks][:3] == [
        "en-de+zh-en sys accuracy",
        "en-de sys pearson",
        "en-de seg pearson none",
    ]
    with pytest.raises(InputError, match="he-en is not an official language pair"):
        read_source(PeopleOptions(folder, pair="he-en"), CorrelateOptions("wmt22"))
    asked = PeopleOptions(folder, pair="he-en", reference_name="refB", only=("BLEU",))
    people = read_source(asked, CorrelateOptions("wmt25")).people
    assert isinstance(people, list)
    [one] = people
    assert (one.human.name, one.reference) == ("mqm", "refB")
