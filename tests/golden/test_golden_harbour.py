"""The bundled example: what sacreBLEU says of every system, with one and with two references."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from golden_cases import Case, load
from golden_write import DATA

from assay.data.evalset import EvalSet, Outputs
from assay.io.texts.inputs import open_inputs
from assay.metrics.evaluation import evaluate
from assay.metrics.specs import parse_metric
from support.metric_scores import stats

GOLDEN = load(DATA / "harbour.json")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "harbour.xml"


@pytest.fixture(scope="module")
def harbour() -> tuple[EvalSet, Outputs]:
    """Return the example as the reader gives it: one shard."""
    [shard] = open_inputs([str(EXAMPLE)], [])
    return shard


def name(case: Case) -> str:
    return f"{case['metric']}-{case['system']}-{'+'.join(case['references'])}"


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=name)
def test_every_figure_is_sacrebleus(case: Case, harbour: tuple[EvalSet, Outputs]) -> None:
    evalset, outputs = harbour
    streams = [evalset.references[reference] for reference in case["references"]]
    output = outputs[case["system"]]
    sentence = "bleu:effective_order" if case["metric"] == "bleu" else case["metric"]
    near = {"rtol": GOLDEN["tolerance"], "atol": GOLDEN["tolerance"]}
    assert np.allclose(stats(case["metric"], output, streams).total(), case["score"], **near)
    assert np.allclose(stats(sentence, output, streams).each(), case["segments"], **near)


def test_all_is_scored_in_one_go(harbour: tuple[EvalSet, Outputs]) -> None:
    evalset, outputs = harbour
    names = ["bleu", "chrf", "chrf++", "ter"]
    for references in (["A"], ["A", "B"]):
        some = replace(evalset, references={key: evalset.references[key] for key in references})
        found = evaluate([(some, outputs)], [parse_metric(text) for text in names])
        for case in GOLDEN["cases"]:
            if case["references"] == references:
                total = found.stats[parse_metric(case["metric"]), case["system"]].total()
                assert total == pytest.approx(case["score"], rel=GOLDEN["tolerance"])


def test_no_case_is_lost(harbour: tuple[EvalSet, Outputs]) -> None:
    assert len(GOLDEN["cases"]) == 4 * len(harbour[1]) * 2
    assert all(len(case["segments"]) == len(harbour[0]) for case in GOLDEN["cases"])
