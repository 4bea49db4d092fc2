"""A metric of ours inside torchmetrics: two ranks over gloo have the digits of `assay.score`.

make torch installs what this needs in an environment of its own, and runs it:
ASSAY_TORCH_PYTHON=build/torch/bin/python python -m pytest tests/unit/compat/test_torchmetrics.py
"""

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

import assay
from assay.errors import DependencyError
from support.program import HARBOUR, guarded

INSTALLED = all(find_spec(name) for name in ("torch", "torchmetrics"))
PYTHON = os.environ.get("ASSAY_TORCH_PYTHON", sys.executable if INSTALLED else "")
RANK = Path(__file__).with_name("torch_ranks.py")
METRICS = ("bleu", "chrf", "ter", "ribes")
LIMIT = 600  # seconds to import torch twice on a busy machine

needs_torch = pytest.mark.skipif(
    not PYTHON, reason="no torchmetrics here, and ASSAY_TORCH_PYTHON names no interpreter with it; make torch"
)


def pairs() -> list[tuple[str, list[str]]]:
    """Return outputs with one reference or two."""
    texts = [
        (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
        for name in ("birch", "reference-a", "alder")  # a good output is a second reference
    ]
    return [
        (output, [first, second] if row % 3 and second else [first])
        for row, (output, first, second) in enumerate(zip(*texts, strict=True))
    ]


@pytest.fixture(scope="module")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, dict[str, float]]]:
    folder = tmp_path_factory.mktemp("ranks")
    (folder / "pairs.json").write_text(json.dumps(pairs()), encoding="utf-8")
    environment = os.environ | {"GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
    with ExitStack() as stack:
        programs = [
            stack.enter_context(
                guarded(
                    [PYTHON, str(RANK), str(rank), "2", str(folder / "store"), str(folder / "pairs.json"), *METRICS],
                    LIMIT,
                    stdout=subprocess.PIPE,
                    env=environment,
                )
            )
            for rank in range(2)
        ]  # fmt: skip
        return [json.loads(program.communicate()[0]) for program in programs]


@needs_torch
@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_two_ranks_have_the_digits_of_score(metric: str, ranks: list[dict[str, dict[str, float]]]) -> None:
    whole = assay.score([text for text, _ in pairs()], [several for _, several in pairs()], metric).score
    half = pairs()[::2]
    own = assay.score([text for text, _ in half], [several for _, several in half], metric).score
    for answers in ranks:
        assert answers[metric]["ranks"] == whole
        assert answers[metric]["merged"] == whole
        assert answers[metric]["own"] == own != whole
        assert answers[metric]["better"] == (metric != "ter")
        assert answers[metric]["reset"] == 0


def test_without_torchmetrics_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torchmetrics", None)
    monkeypatch.delitem(sys.modules, "assay.compat.torchmetrics", raising=False)
    with pytest.raises(DependencyError, match="pip install torchmetrics"):
        import assay.compat.torchmetrics  # noqa: F401  # which must fail
