"""Our programs against tiny random models of the real architectures, where torch is installed.

python3 -m venv /tmp/models
/tmp/models/bin/pip install unbabel-comet==2.2.7 bleurt-pytorch bert-score sentencepiece "setuptools<81"
ASSAY_MODELS_PYTHON=/tmp/models/bin/python python -m pytest tests/unit/plugins/test_real_models.py
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.plugins import Plugin
from assay.plugins.addition import add_program
from assay.plugins.checks import check_program
from assay.plugins.programs import ProgramCall
from assay.plugins.requests import Request, Scored
from assay.plugins.scoring import score_requests

PYTHON = os.environ.get("ASSAY_MODELS_PYTHON", "")
MAKER = Path(__file__).with_name("tiny_models.py")
LIMIT = 900  # seconds to import torch and make all models on a busy machine
LONG = "Ein Satz, der zu lang ist. " * 20, "A sentence that is too long. " * 20, "One."
SEGMENTS = [
    ("Das Schiff legt ab.", "The ship leaves.", "The ship is leaving."),
    ("Es regnet.", "", "It rains."),
    LONG,
]
REFERENCELESS = ("referenceless_regression_metric", "unified_metric")
METRICX_INPUTS = {
    "metricx-23-tiny": ("hypothesis", "reference"),
    "metricx-23-qe-tiny": ("hypothesis", "source"),
    "metricx-24-hybrid-tiny": ("source", "hypothesis", "reference"),
}
Options = tuple[tuple[str, str], ...]

pytestmark = pytest.mark.skipif(
    not PYTHON,
    reason="ASSAY_MODELS_PYTHON names no interpreter with the models' packages; the docstring has the commands",
)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    subprocess.run([PYTHON, str(MAKER), str(folder)], check=True, capture_output=True, timeout=LIMIT)
    return folder


@pytest.fixture(scope="module")
def said(models: Path) -> dict[str, dict[str, Any]]:
    """Return what the packages say themselves, by model."""
    told: dict[str, dict[str, Any]] = json.loads((models / "said.json").read_text(encoding="utf-8"))
    return told


def add(runner: str, model: Path, *options: tuple[str, str]) -> Plugin:
    return add_program(runner, ProgramCall(runner, PYTHON, str(model), options, LIMIT))


def answers_of(plugin: Plugin) -> list[Scored]:
    """Ask for all segments in one batch, with what the plug-in reads."""
    inputs = plugin.declaration.inputs
    return score_requests(
        plugin,
        [Request(mt, src if "source" in inputs else None, ref if "reference" in inputs else None)
         for src, mt, ref in SEGMENTS],
    )  # fmt: skip


def scores_of(answers: list[Scored]) -> list[float | None]:
    return [answer.score for answer in answers]


@pytest.mark.parametrize(
    "family",
    [
        "regression_metric",
        "referenceless_regression_metric",
        "ranking_metric",
        "unified_metric",
        "xcomet_metric",
    ],
)
def test_comet_scores_as_its_own_package_does(
    family: str, models: Path, said: dict[str, dict[str, Any]]
) -> None:
    plugin = add("comet", models / family, ("encoder", str(models / "encoder")))
    assert ("reference" not in plugin.declaration.inputs) == (family in REFERENCELESS)
    answers = answers_of(plugin)
    assert scores_of(answers) == pytest.approx(said[family]["scores"], abs=1e-5)
    assert {"hypothesis", "source"} <= set(answers[2].cut)
    assert answers[1].cut == ()
    assert plugin.declaration.spans == (family == "xcomet_metric")


def test_xcomet_marks_what_its_package_marks(models: Path, said: dict[str, dict[str, Any]]) -> None:
    encoder = ("encoder", str(models / "encoder"))
    answers = answers_of(add("comet", models / "xcomet_metric", encoder))
    marked = [[(span.end, span.severity) for span in answer.spans] for answer in answers]
    expected = [
        [(min(span["end"], len(output)), span["severity"]) for span in spans if span["start"] < span["end"]]
        for spans, (_, output, _) in zip(said["xcomet_metric"]["spans"], SEGMENTS, strict=True)
    ]
    assert any(expected)
    assert marked == expected
    alone = add("comet", models / "xcomet_metric", encoder, ("reference", "no"))
    assert alone.declaration.inputs == ("source", "hypothesis")
    assert scores_of(answers_of(alone)) == pytest.approx(said["xcomet_metric"]["unreferenced"], abs=1e-5)


@pytest.mark.parametrize("kind", ["words", "pieces"])
def test_bleurt_scores_as_its_own_package_does(
    kind: str, models: Path, said: dict[str, dict[str, Any]]
) -> None:
    plugin = add("bleurt", models / f"bleurt-{kind}")
    assert plugin.declaration.limit == "128 pieces"  # what the model has places for
    answers = answers_of(plugin)
    assert scores_of(answers) == pytest.approx(said[f"bleurt-{kind}"]["scores"], abs=1e-5)
    assert ["hypothesis" in answer.cut for answer in answers] == [False, False, True]


@pytest.mark.parametrize("measure", ["p", "r", "f"])
def test_bertscore_scores_as_its_own_package_does(
    measure: str, models: Path, said: dict[str, dict[str, Any]]
) -> None:
    plugin = add("bertscore", models / "bert", ("layer", "1"), ("measure", measure))
    answers = answers_of(plugin)
    assert scores_of(answers) == pytest.approx(said["bert"][measure], abs=1e-5)
    assert [answer.cut for answer in answers] == [(), (), ("hypothesis",)]


@pytest.mark.parametrize("name", METRICX_INPUTS)
def test_metricx_scores_as_its_authors_do(name: str, models: Path, said: dict[str, dict[str, Any]]) -> None:
    plugin = add("metricx", models / name, ("tokenizer", str(models / "encoder")), ("limit", "100"))
    assert (plugin.declaration.direction, plugin.declaration.inputs) == ("lower", METRICX_INPUTS[name])
    answers = answers_of(plugin)
    assert scores_of(answers) == pytest.approx(said[name]["scores"], abs=1e-4)
    assert set(answers[2].cut) == set(METRICX_INPUTS[name])
    if name == "metricx-24-hybrid-tiny":
        assert not any(check_program(plugin).values())
