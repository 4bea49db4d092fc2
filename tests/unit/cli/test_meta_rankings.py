"""`assay meta` of rankings of outputs: tasks on systems, tests between metrics, and parts of the report."""

from __future__ import annotations

import pytest
from scipy.stats import pearsonr

import assay
from support.program import HARBOUR, Run

SYSTEMS = ("alder", "birch", "cedar", "drift")
REFERENCE = str(HARBOUR / "reference-a.en.txt")
OUTPUTS = {name: str(HARBOUR / f"{name}.en.txt") for name in SYSTEMS}


def test_rankings_have_tasks_tests_and_parts(inside: Run) -> None:
    rankings, texts = str(HARBOUR / "rankings.csv"), str(HARBOUR.with_suffix(".xml"))
    asked = ("meta", rankings, texts, "-m", "chrf", "-m", "bleu")
    done = inside(*asked, "--tasks", "sys:pearson,sys:spearman", "--test", "perm-sys", "--format", "json")
    assert done.returncode == 0, done.stderr
    ranked = inside("human", rankings, "--format", "json")
    assert ranked.returncode == 0
    human = {each.system: each.score for each in assay.rank(rankings).ranking.standings}
    result = assay.correlate(rankings, OUTPUTS, REFERENCE, metrics="chrf", tasks="sys:pearson")
    corpus = {name: assay.score(path, REFERENCE, "chrf").score for name, path in OUTPUTS.items()}
    expected = pearsonr([human[name] for name in SYSTEMS], [corpus[name] for name in SYSTEMS])[0]
    assert result.evaluation.table is not None
    assert result.evaluation.table.averages["chrf"] == pytest.approx(expected, abs=1e-9)
    assert inside(*asked, "--show", "tasks,outliers").returncode == 0
    refused = inside(*asked, "--tasks", "seg:tau-b:item")
    assert refused.returncode == 2
    assert "rankings of outputs give scores of systems, none of segments" in refused.stderr
