"""`assay map`, `merge`, `compare` and `gate` with metrics that need no references, and none given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.cli.main import main
from assay.io.large.parts import read_part

ARPA = Path(__file__).parents[2] / "laws" / "model.arpa"
HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
LM = f"lm:model={ARPA}"
Main = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Main:
    """Run the program beside two outputs and their source, whole and in three shards."""
    monkeypatch.chdir(tmp_path)
    for name, file in (("alder", "alder.en.txt"), ("birch", "birch.en.txt"), ("source", "source.de.txt")):
        lines = (HARBOUR / file).read_text(encoding="utf-8").splitlines(keepends=True)
        Path(f"{name}.txt").write_text("".join(lines), encoding="utf-8")
        Path(name).mkdir()
        for number, (start, end) in enumerate([(0, 10), (10, 40), (40, len(lines))]):
            Path(name, f"{number}.txt").write_text("".join(lines[start:end]), encoding="utf-8")

    def call(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def rows(run: Main, block: str, *words: str) -> Any:
    """Return the rows of a table of a JSON answer."""
    code, out, err = run(*words, "--format", "json")
    assert code == 0, err
    return next(each["rows"] for each in json.loads(out)["blocks"] if each.get("name") == block)


@pytest.mark.parametrize("beside", [[], ["-s", "source"]], ids=["outputs", "source"])
def test_parts_of_outputs_alone_have_the_digits_of_score(run: Main, beside: list[str]) -> None:
    metrics = ["-m", LM, *(["-m", "qe:feature=source-tokens"] if beside else [])]
    code, out, err = run("map", "alder", "birch", *beside, "-o", "parts", *metrics)
    assert (code, out) == (0, "parts: 3 shards, 2 systems; 6 files written, 0 kept\n"), err
    assert run("map", "alder", "birch", *beside, "-o", "parts", *metrics)[1].endswith(
        "0 files written, 6 kept\n"
    )
    whole = ["alder.txt", "birch.txt", *(["-s", "source.txt"] if beside else []), *metrics]
    assert rows(run, "scores", "merge", "parts") == rows(run, "scores", "score", *whole)
    compared = rows(run, "scores", "compare", "parts", "--draws", "100", "-m", LM)
    assert {row["system"] for row in compared} == {"alder", "birch"}
    assert run("gate", "parts", "--baseline", "alder", "-m", LM, "--margin", "50")[0] == 0


def test_blocks_go_by_the_source_however_shards_are_cut_and_else_by_number(run: Main) -> None:
    run("map", "alder", "-s", "source", "-o", "cut", "-m", "qe")
    run("map", "alder.txt", "-s", "source.txt", "-o", "whole", "-m", "qe")
    cut = [read_part(str(path)) for path in sorted(Path("cut").glob("*.part"))]
    (whole,) = [read_part(str(path)) for path in Path("whole").glob("*.part")]
    added = cut[0] + cut[1] + cut[2]
    assert added.blocks_by == whole.blocks_by == "source"
    assert added.counts.tolist() == whole.counts.tolist()
    assert (whole.counts > 0).sum() > 60
    run("map", "alder.txt", "-o", "alone", "-m", LM)
    (alone,) = [read_part(str(path)) for path in Path("alone").glob("*.part")]
    assert alone.blocks_by == "number"
    assert (alone.counts > 0).sum() > 60


def test_what_parts_without_references_cannot_do_is_said(run: Main) -> None:
    refused = [
        (("map", "alder", "birch", "-o", "parts", "-m", "chrf"), "alder: no reference is given; name at"),
        (("map", "alder", "-s", "source", "-o", "parts"), "alder: no reference is given; name at"),
        (("map", "alder", "-o", "parts", "-m", "qe"), "target-tokens compares outputs with the source"),
        (
            ("map", "alder", "-s", "source.txt", "-o", "parts", "-m", "qe"),
            "not among those of the first system",
        ),
    ]
    for words, message in refused:
        code, out, err = run(*words)
        assert (code in (1, 2), out) == (True, "")
        assert message in err


def test_systems_of_other_sources_are_not_merged(run: Main) -> None:
    run("map", "alder.txt", "-s", "source.txt", "-o", "parts", "-m", "qe")
    Path("source.txt").write_text("etwas\n" * 66, encoding="utf-8")
    run("map", "birch.txt", "-s", "source.txt", "-o", "parts", "-m", "qe")
    assert "birch and alder are of different sources or lengths" in run("merge", "parts")[2]


def test_scores_of_segments_of_outputs_alone(run: Main) -> None:
    code, _, err = run("score", "alder", "-m", LM, "--level", "segment", "-o", "scored/")
    assert code == 0, err
    assert len(Path("scored/1.tsv").read_text(encoding="utf-8").splitlines()) == 1 + 30


def test_a_gate_without_references_takes_outputs_and_runs(run: Main) -> None:
    rule = ["-m", LM, "--margin", "2"]
    by_output = rows(run, "checks", "gate", "--baseline", "alder.txt", "birch.txt", *rule)
    run("score", "alder.txt", "-m", LM, "--run", "base.json", "--run-segments")
    gate = ["gate", "--baseline", "base.json", "birch.txt", *rule[2:]]
    assert rows(run, "checks", *gate, "--paired") == by_output
    assert rows(run, "checks", *gate) != by_output, "nothing says that the run is of the same set"
    lines = {
        name: Path(f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("alder", "birch")
    }
    in_python = assay.gate(lines["birch"], metrics=LM, baseline=lines["alder"], margin=2).to_dict()
    assert next(each["rows"] for each in in_python["blocks"] if each.get("name") == "checks") == by_output
    by_file = assay.gate("birch.txt", metrics=LM, baseline="alder.txt", margin=2).to_dict()
    assert next(each["rows"] for each in by_file["blocks"] if each.get("name") == "checks") == by_output


def test_a_gate_on_a_run_is_paired_where_the_source_is_the_same(run: Main) -> None:
    run("score", "alder.txt", "-s", "source.txt", "-m", "qe", "--run", "base.json", "--run-segments")
    Path("alder.txt").unlink()
    gate = ["gate", "--baseline", "base.json", "birch.txt", "--margin", "2"]
    code, out, err = run(*gate, "-s", "source.txt")
    assert (code, err) == (0, "")
    assert "Student's t in pairs" in " ".join(out.split())
    Path("other.txt").write_text("etwas\n" * 66, encoding="utf-8")
    code, out, err = run(*gate, "-s", "other.txt")
    assert "warning: the source is not known to be that of the baseline" in err
    assert "Student's t not in pairs" in " ".join(out.split())


def test_a_gate_asks_for_references_where_a_metric_needs_them(run: Main) -> None:
    for metrics in ([], ["-m", "chrf"], ["-m", LM, "-m", "chrf"]):
        code, _, err = run("gate", "--baseline", "alder.txt", "birch.txt", *metrics)
        assert (code, "alder.txt is an output; name the references with -r" in err) == (2, True)
    Path("table.tsv").write_text("source\tmt\na\tb\n", encoding="utf-8")
    assert run("gate", "--baseline", "alder.txt", "table.tsv", "-m", LM)[0] == 2
