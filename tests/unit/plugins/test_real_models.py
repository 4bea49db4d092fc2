"""COMET's and MetricX' programs against tiny random models of the real architectures, where torch is installed.

python3 -m venv /tmp/comet && /tmp/comet/bin/pip install unbabel-comet==2.2.7 sentencepiece
ASSAY_COMET_PYTHON=/tmp/comet/bin/python python -m pytest tests/unit/plugins/test_real_models.py
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from assay.plugins import ProgramCall, add_program, check_program
from assay.plugins.requests import Request
from assay.plugins.scoring import score_requests

PYTHON = os.environ.get("ASSAY_COMET_PYTHON", "")
MAKER = Path(__file__).with_name("tiny_models.py")
LIMIT = 900  # seconds to import torch and make all models on a busy machine
LONG = "Ein Satz, der zu lang ist. " * 20, "A sentence that is too long. " * 20, "One."
SEGMENTS = [
    ("Das Schiff legt ab.", "The ship leaves.", "The ship is leaving."),
    ("Es regnet.", "", "It rains."),
    LONG,
]
REFERENCELESS = ("referenceless_regression_metric", "unified_metric")

pytestmark = pytest.mark.skipif(
    not PYTHON,
    reason="ASSAY_COMET_PYTHON names no interpreter with unbabel-comet; the docstring has the commands",
)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    subprocess.run([PYTHON, str(MAKER), str(folder)], check=True, capture_output=True, timeout=LIMIT)
    return folder


def requests(*, source: bool = True, reference: bool = True) -> list[Request]:
    return [Request(mt, src if source else None, ref if reference else None) for src, mt, ref in SEGMENTS]


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
def test_comet_scores_as_its_own_package_does(family: str, models: Path) -> None:
    options = (("encoder", str(models / "encoder")),)
    plugin = add_program("comet", ProgramCall("comet", PYTHON, str(models / family), options, LIMIT))
    assert ("reference" not in plugin.declaration.inputs) == (family in REFERENCELESS)
    answers = score_requests(plugin, requests(reference=family not in REFERENCELESS))
    expected = json.loads((models / "scores.json").read_text(encoding="utf-8"))[family]
    assert [answer.score for answer in answers] == pytest.approx(expected, abs=1e-5)
    assert {"hypothesis", "source"} <= set(answers[2].cut)
    assert answers[1].cut == ()
    assert plugin.declaration.spans == (family == "xcomet_metric")


def test_metricx_keeps_the_protocol_and_reports_what_it_cuts(models: Path) -> None:
    options = (("tokenizer", str(models / "encoder")), ("limit", "100"))
    call = ProgramCall("metricx", PYTHON, str(models / "metricx-24-tiny"), options, LIMIT)
    plugin = add_program("metricx", call)
    assert (plugin.declaration.direction, plugin.declaration.inputs) == (
        "lower",
        ("source", "hypothesis", "reference"),
    )
    answers = score_requests(plugin, requests())
    assert all(answer.score is not None and 0 <= answer.score <= 25 for answer in answers)
    assert set(answers[2].cut) == {"source", "hypothesis", "reference"}
    assert not any(check_program(plugin).values())
