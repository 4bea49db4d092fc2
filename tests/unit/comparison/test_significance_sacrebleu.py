"""The compatibility modes against sacreBLEU itself: the same p-values from the same seed."""

from pathlib import Path

import numpy as np
import pytest

from assay.comparison import paired as ours
from assay.comparison.paired import compare_pairs
from assay.metrics.evaluation import evaluate
from assay.metrics.specs import parse_metric
from assay.stats.settings import Settings
from support.evaluations import of_numbers
from support.metric_scores import evalset

sacrebleu = pytest.importorskip(
    "sacrebleu", reason="sacrebleu is not installed: pip install 'mt-assay[bench]'"
)
significance = pytest.importorskip("sacrebleu.significance")

HARBOUR = Path(__file__).resolve().parents[3] / "examples" / "harbour"
NAMES = ("birch", "alder", "cedar", "drift")


def lines(name):
    return (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("seed", [12345, 7])
@pytest.mark.parametrize(("test", "kind"), [("sacrebleu-bs", "bs"), ("sacrebleu-ar", "ar")])
def test_p_values_are_theirs(test: str, kind: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    reference = lines("reference-a")
    close = {"echo": [*lines("birch")[:40], *lines("alder")[40:45], *lines("cedar")[45:]]}
    outputs = {name: lines(name) for name in NAMES} | close
    metrics = {"BLEU": sacrebleu.BLEU(), "chrF": sacrebleu.CHRF(), "TER": sacrebleu.TER()}
    _, theirs = significance.PairedTest(list(outputs.items()), metrics, [reference], kind, 300)()
    scored = evaluate(
        [(evalset([reference]), outputs)], [parse_metric("bleu"), parse_metric("chrf"), parse_metric("ter")]
    )
    found = compare_pairs(scored, test, Settings(draws=300, seed=seed), baseline="birch", correction="none")
    columns = {"BLEU": "bleu", "chrF2": "chrf", "TER": "ter"}
    for column, metric in columns.items():
        expected = [result.p_value for result in theirs[column][1:]]
        assert [one.p_value for one in found if one.metric.name == metric] == expected, metric


def test_batches_leave_the_stream_of_coins_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    evaluation = of_numbers({"a": random.normal(size=37), "b": random.normal(size=37)})
    whole = compare_pairs(evaluation, "sacrebleu-ar", Settings(draws=500))
    monkeypatch.setattr(ours, "COINS_AT_ONCE", 37 * 32)
    assert compare_pairs(evaluation, "sacrebleu-ar", Settings(draws=500)) == whole
