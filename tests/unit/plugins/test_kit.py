"""The conformance kit: metrics that keep the laws pass, and each way to break one is found, in and out of process."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from assay.cli.main import main
from assay.data import Array, EvalSet
from assay.metrics import METRICS, option, parse_metric, registry
from assay.metrics.conformance import check_laws
from assay.plugins.addition import add_program
from assay.plugins.checks import check_program
from assay.plugins.programs import ProgramCall
from assay.resources import Resources
from support.plugin_stores import add_toy
from support.stub_endpoint import serving


@dataclass(frozen=True)
class Sized:
    """A metric whose rows a test may spoil."""

    name: ClassVar[str] = "sized"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    weight: float = option(1.0, "weight of a character")

    @staticmethod
    def spoil(rows: Array) -> Array:
        return rows

    @staticmethod
    def worth(totals: Array) -> Array:
        return np.asarray(totals[..., 0] / np.maximum(totals[..., 1], 1))

    label = "sized"
    columns = ("length", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> Callable[[Sequence[str]], Array]:
        return lambda outputs: self.spoil(
            np.column_stack([[self.weight * len(text) for text in outputs], np.ones(len(outputs))])
        )

    def score(self, totals: Array) -> Array:
        return self.worth(np.asarray(totals))


def in_place(totals: Array) -> Array:
    """Return a score, and leave the sums changed."""
    totals[..., 0] /= 2
    return totals[..., 0]


@pytest.fixture(autouse=True)
def sized(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METRICS, "sized", Sized)


def broken(metric: str = "sized") -> list[str]:
    return [law for law, wrong in check_laws(parse_metric(metric)).items() if wrong]


@pytest.mark.parametrize("name", ["sized", "bleu", "chrf", "ter", "nist"])
def test_metrics_that_keep_the_laws_pass(name: str) -> None:
    assert broken(name) == []


@pytest.mark.parametrize(
    ("spoil", "law"),
    [
        (lambda rows: rows + np.arange(len(rows))[:, None], "the order of segments changes nothing"),
        (lambda rows: rows + len(rows), "a segment has the same digits whatever stands beside it"),
        (
            lambda rows: np.where(rows == 0, np.nan, rows),
            "the same texts have the same figures, empty ones too",
        ),
        (lambda rows: rows[:, :1], "the same texts have the same figures, empty ones too"),
        (
            lambda rows: rows + np.random.default_rng().random(rows.shape),
            "the same texts have the same figures, empty ones too",
        ),
    ],
)
def test_rows_that_break_a_law_are_found(
    spoil: Callable[[Array], Array], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sized, "spoil", staticmethod(spoil))
    assert law in broken()


@pytest.mark.parametrize(
    ("worth", "law"),
    [
        (in_place, "sums of any shape have scores"),
        (lambda totals: float(totals.sum()), "sums of any shape have scores"),
        (lambda totals: totals[..., 0] / len(totals), "weights are repetitions"),
    ],
)
def test_scores_that_break_a_law_are_found(
    worth: Callable[[Array], Array], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sized, "worth", staticmethod(worth))
    assert law in broken()


def test_what_raises_is_shown_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sized, "worth", staticmethod(lambda totals: totals["x"]))
    assert "IndexError" in check_laws(parse_metric("sized"))["shards add"]


def test_a_program_that_keeps_the_laws_passes(capsys: pytest.CaptureFixture[str]) -> None:
    add_toy()
    assert main(["plugins", "test", "toy", "-q"]) == 0
    assert "toy keeps all 17 laws." in capsys.readouterr().out


PROGRAM = """
import random
from assay_plugin import serve

def load(model, options):
    told = {{"label": "X", "program": "x-1", "direction": "higher", "inputs": ["hypothesis"], "low": 0, "high": 1000,
            "batch": 50, {declared}}}
    return told, score

def score(segments):
    for place, segment in enumerate(segments):
        yield {{"id": segment["id"], "score": {scored}}}

serve(load)
"""


@pytest.mark.parametrize(
    ("declared", "scored", "law"),
    [
        ("", "len(segment['hypothesis']) + place", "the order of a batch changes nothing"),
        ("", "len(segments)", "a segment alone has the score that it has in a batch"),
        ("", "random.random()", "the same batch has the same digits"),
        ("", "hash(segment['hypothesis']) % 999", "another process has the same digits"),
        ("", "-1", "scores are on the scale that it declares"),
        ("", "1 / len(segment['hypothesis'])", "every text has a score, empty ones too"),
        ("'limit': '512 words'", "1", "what is longer than its limit is reported"),
    ],
)
def test_a_program_that_breaks_a_law_is_found(declared: str, scored: str, law: str, tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(PROGRAM.format(declared=declared, scored=scored), encoding="utf-8")
    verdicts = check_program(add_program("x", ProgramCall(str(path), sys.executable, seconds=60)))
    assert verdicts[law]


def test_a_tolerance_that_is_declared_is_granted(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(PROGRAM.format(declared="'tolerance': 1e-3", scored="1 + 1e-4 * place"), encoding="utf-8")
    verdicts = check_program(add_program("x", ProgramCall(str(path), sys.executable, seconds=60)))
    assert not any(verdicts.values())


def test_a_judge_is_tested_only_within_a_budget(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(lambda question: str(len(question) % 100)) as endpoint:
        words = ["--judge", "da", "--endpoint", endpoint.address, "--model", "m"]
        assert main(["plugins", "add", "judge", *words]) == 0
        assert main(["plugins", "test", "judge"]) == 2
        assert "say how many it may cost" in capsys.readouterr().err
        assert not endpoint.bodies
        assert main(["plugins", "test", "judge", "--budget", "calls=100", "--cache", "none", "-q"]) == 0
        assert 0 < len(endpoint.bodies) <= 100


def test_a_metric_of_another_package_can_be_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = tmp_path / "other-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.2\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[assay.metrics]\nelsewhere = other_metric:Elsewhere\n", encoding="utf-8"
    )
    (tmp_path / "other_metric.py").write_text(
        "from dataclasses import dataclass\nfrom typing import ClassVar\nfrom assay.metrics.words.exact import Exact\n"
        "@dataclass(frozen=True)\nclass Elsewhere(Exact):\n    name: ClassVar[str] = 'elsewhere'\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert entry_points(group="assay.metrics").names == {"elsewhere"}
    registry._offers.cache_clear()
    try:
        assert main(["plugins", "test", "elsewhere"]) == 0
        assert "elsewhere keeps all 9 laws." in capsys.readouterr().out
    finally:
        registry._offers.cache_clear()
        registry._load.cache_clear()
