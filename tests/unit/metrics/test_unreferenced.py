"""Metrics that need no reference: language models by hand, features of quality, consensus, and what is refused."""

from pathlib import Path
from unittest import mock

import numpy as np
import pytest

import assay
from assay import kernel
from assay.cli.main import main
from assay.data import EvalSet
from assay.errors import InputError
from assay.metrics import evaluate, parse_metric
from assay.metrics.options import EstimateOptions
from assay.metrics.unreferenced.estimates import estimate_quality
from assay.metrics.unreferenced.qe import SHARES

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


@pytest.fixture
def bitext(tmp_path: Path) -> Path:
    """Three words, two of which have one translation and one has two, and counts of 4, 2 and 1."""
    source, target = tmp_path / "bitext.de", tmp_path / "bitext.en"
    source.write_text("Haus\nHaus\nHaus Boot\nBoot\nHaus\nNebel\n", encoding="utf-8")
    target.write_text("house\nhouse\nhouse boat\nboat\nhome\nfog\n", encoding="utf-8")
    return source


@pytest.mark.parametrize(
    ("feature", "figures"),
    [
        ("translations-0.2", [1.5, 0.5]),
        ("translations-0.01", [(2 / 4 + 1 / 2) / 2, (1 / 1 + 0) / 2]),
        ("unigrams-rare", [0, 50]),
        ("unigrams-frequent", [50, 0]),
        ("unigrams-known", [100, 50]),
        ("bigrams-rare", [100, 0]),
        ("trigrams-frequent", [0, 0]),
        ("coverage", [50, 50]),
    ],
)
def test_features_of_a_bitext_by_hand(feature: str, figures: list[float], bitext: Path) -> None:
    spec = f"qe:feature={feature},bitext={bitext} {bitext.with_suffix('.en')}"
    each = score(spec, ["a home", "the fog"], ["Haus Boot", "Nebel Wald"])
    assert each.tolist() == pytest.approx(figures)


def test_a_bitext_is_aligned_once_for_all_features(bitext: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aligned = mock.Mock(wraps=kernel.align_words)
    monkeypatch.setattr(kernel, "align_words", aligned)
    evalset, files = EvalSet("set", ("", ""), SOURCE, {}, None), (str(bitext), str(bitext.with_suffix(".en")))
    counted = [parse_metric(f"qe:feature={kind}-rare,bitext={files[0]} {files[1]}") for kind in SHARES]
    evaluate([(evalset, {"a": OUTPUT})], counted)
    assert aligned.call_count == 0
    for _ in range(2):
        estimate_quality(evalset, {"a": OUTPUT, "b": OUTPUT}, EstimateOptions(bitext=files))
    assert aligned.call_count == 1
    bitext.write_text(bitext.read_text(encoding="utf-8").replace("Nebel", "Boot"), encoding="utf-8")
    estimate_quality(evalset, {"a": OUTPUT}, EstimateOptions(bitext=files))
    assert aligned.call_count == 2


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
    said = {
        "the back-translation of alder and the outputs have 1 and 66": ["--back-translation", str(short)],
        "is given 2 times for 1 output; give it once for each": ["--back-translation", str(short)] * 2,
    }
    for words, more in said.items():
        assert main(["estimate", *source, f"alder={outputs[0]}", *more]) in (1, 2)
        assert words in capsys.readouterr().err
    assert main(["score", *outputs, str(short), "-m", f"lm:model={ARPA}"]) == 1
    assert "short has 1 segment, alder.en has 66; give one line a segment" in capsys.readouterr().err
    assert main(["score", f"alder={outputs[0]}", "-m", "bleu"]) == 1
    assert f"{outputs[0]}: no reference is given" in capsys.readouterr().err
    assert main(["score", f"a={HARBOUR.with_suffix('.xml')}"]) == 2
    assert "a is the name of one output, and" in capsys.readouterr().err
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
