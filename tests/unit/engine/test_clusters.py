"""The examples for Spark and Dask on real engines of one machine: the digits are those of `assay score`.

make clusters installs both, and Ray, in an environment of its own, and runs this there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

import assay
from assay.engine import MergeOptions, merge_parts
from support.program import HARBOUR, guarded

EXAMPLES = HARBOUR.parent / "clusters"
LIMIT = 600  # seconds to start an engine on a busy machine
ENGINES = [
    pytest.param(
        f"{name}_parts.py",
        marks=pytest.mark.skipif(not find_spec(package), reason=f"{package} is not installed; make clusters"),
    )
    for name, package in (("spark", "pyspark"), ("dask", "distributed"))
]


def lines(name: str) -> list[str]:
    return (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("script", ENGINES)
def test_an_engine_that_holds_the_text_makes_the_same_parts(script: str, tmp_path: Path) -> None:
    outputs, references = lines("cedar"), lines("reference-a")
    (tmp_path / "pairs").mkdir()
    for number in range(3):
        table = pyarrow.table({"id": list(range(22)), "ref": references[number * 22 :][:22],
                               "mt": outputs[number * 22 :][:22]})  # fmt: skip
        pyarrow.parquet.write_table(table, tmp_path / "pairs" / f"{number}.parquet")
    here = {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, "SPARK_MASTER": "local[2]"}
    command = [sys.executable, str(EXAMPLES / script), "pairs", str(tmp_path / "parts")]
    with guarded(
        command, LIMIT, cwd=tmp_path, env=os.environ | here, stderr=subprocess.PIPE, encoding="utf-8"
    ) as program:
        told = program.communicate()[1]
    assert program.returncode == 0, told[-2000:]
    evaluation = merge_parts(MergeOptions((str(tmp_path / "parts"),))).evaluation()
    scores = [stats.total() for stats in evaluation.stats.values()]
    assert scores == [assay.score(outputs, references, metric).score for metric in ("bleu", "chrf")]
    assert len(list((tmp_path / "parts").glob("*.part"))) > 1


def test_the_page_shows_the_examples() -> None:
    page = (HARBOUR.parents[1] / "docs" / "scale.md").read_text(encoding="utf-8")
    for script in ("spark_parts.py", "dask_parts.py"):
        body = (EXAMPLES / script).read_text(encoding="utf-8").partition("\n\n\ndef ")[2]
        assert f"def {body.strip()}" in page, f"docs/scale.md and examples/clusters/{script} differ"
