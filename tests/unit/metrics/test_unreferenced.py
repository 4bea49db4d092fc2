"""Metrics that need no reference: language models by hand, features of quality, consensus, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

import assay
from assay.cli.main import main
from assay.data import EvalSet
from assay.errors import InputError
from assay.metrics import estimate_quality, evaluate, parse_metric
from assay.metrics.options import EstimateOptions

LAWS = Path(__file__).parents[2] / "laws"
HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
ARPA = LAWS / "model.arpa"
SOURCE = ["Die Fähre kommt , die Fähre !", "Nebel ."]
OUTPUT = ["the ferry , the ferry is late !", "fog"]


def score(spec: str, outputs: list[str], source: list[str] | None = None) -> np.ndarray:
    evalset = EvalSet("set", ("", ""), source or [""] * len(outputs), {}, None)
    metric = parse_metric(spec)
    return evaluate([(evalset, {"it": outputs})], [metric]).stats[metric, "it"].each()


def test_a_language_model_by_hand() -> None:
    """<s> the -0.3, the cat -0.4, cat </s> -0.5; then back-off: <s> -0.3 and a -1.3, a -0.1 and </s> -0.8."""
    known, backed = score(f"lm:model={ARPA},measure=logprob", ["the cat", "a"]).tolist()
    assert known == pytest.approx(-1.2 / 3)
    assert backed == pytest.approx((-0.3 - 1.3 - 0.1 - 0.8) / 2)
    assert score(f"lm:model={ARPA}", ["the cat"])[0] == pytest.approx(10**0.4)
    assert score(f"lm:model={ARPA},measure=oov", ["the dog", "cat"]).tolist() == [50, 0]


@pytest.mark.parametrize(
    ("feature", "figures"),
    [
        ("source-tokens", [7, 2]),
        ("target-tokens", [8, 1]),
        ("source-token-length", [(3 + 5 + 5 + 1 + 3 + 5 + 1) / 7, (5 + 1) / 2]),
        ("target-repetition", [8 / 6, 1]),
        ("source-punctuation", [2, 1]),
        ("target-punctuation", [2, 0]),
    ],
)
def test_features_that_need_no_model_by_hand(feature: str, figures: list[float]) -> None:
    assert score(f"qe:feature={feature}", OUTPUT, SOURCE).tolist() == pytest.approx(figures)


def test_consensus_is_the_score_against_the_others() -> None:
    evalset = EvalSet("set", ("", ""), SOURCE, {}, None)
    outputs = {"a": OUTPUT, "b": OUTPUT, "c": ["something else", "entirely"]}
    consensus = estimate_quality(evalset, outputs, EstimateOptions()).consensus
    assert consensus is not None
    (metric,) = consensus.metrics
    scores = {system: consensus.stats[metric, system].total() for system in outputs}
    assert scores["a"] == scores["b"] == 100
    assert scores["c"] < 50


def test_scores_without_references_from_python() -> None:
    spec = f"lm:model={ARPA}"
    alone = assay.score({"a": ["the cat", "a"]}, metrics=spec)
    with_them = assay.score({"a": ["the cat", "a"]}, ["x", "y"], metrics=spec)
    assert "Perplexity" in str(alone)
    assert alone.to_pandas().iloc[:, -1].tolist() == with_them.to_pandas().iloc[:, -1].tolist()
    with pytest.raises(InputError, match="reference"):
        assay.score({"a": ["the cat"]}, metrics="bleu")


@pytest.mark.parametrize("command", ["report", "diagnose"])
def test_explanations_by_references_need_them(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["-s", str(HARBOUR / "source.de.txt"), str(HARBOUR / "alder.en.txt"), "-m", f"lm:model={ARPA}"]
    page = tmp_path / "page.html"
    assert main([command, *files, "-m", "chrf", "-o", str(page)]) == 2
    assert "error: chrf needs references; name them with -r" in capsys.readouterr().err
    assert not page.exists()
    assert main([command, *files, "-o", str(page)]) == 0
    assert "Perplexity" in page.read_text(encoding="utf-8")


def test_estimates_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, outputs = ["-s", str(HARBOUR / "source.de.txt")], [str(HARBOUR / "alder.en.txt")]
    assert main(["estimate", *source, *outputs, "--target-lm", str(ARPA)]) == 0
    assert "target-logprob" in capsys.readouterr().out
    short = tmp_path / "short.txt"
    short.write_text("one line\n", encoding="utf-8")
    for wrong in (
        [*source, *outputs, "-r", outputs[0]],
        [*source, *outputs, "-m", "bleu"],
        [*source, str(short)],
        [*source, *outputs, "--docs", str(short)],
        [*source, *outputs, "--target-lm", str(short)],
        [*source, *outputs, "-m", "lm:model=nowhere.arpa"],
        [*source, *outputs, "-m", "qe:feature=coverage"],
    ):
        assert main(["estimate", *wrong]) in (1, 2), wrong
        assert "error: " in capsys.readouterr().err
