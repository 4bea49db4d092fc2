"""`assay report`: a page or the same numbers in another format, from scores that are made once."""

import json
from pathlib import Path
from unittest import mock

import pytest

from assay.cli.execution import run_command
from assay.cli.main import main
from assay.errors import AssayError, InputError, OptionError
from assay.metrics import evaluation
from assay.reporting.page import page

LINES = {
    "ref": ["the cat sat on the mat", "a dog barked at 3 cats", "it rained all day long"],
    "a": ["the cat sat on the mat", "a dogs barked at cats", "it is raining all day"],
    "b": ["cat the sat on a mat", "the dog barks at 3 cats", "it rained all day long"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in LINES.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def run(folder: Path, *options: str, systems: tuple[str, ...] = ("a", "b")) -> None:
    given = ["-q", "-r", str(folder / "ref"), *(str(folder / name) for name in systems), "--draws", "40"]
    run_command("report", [*given, *options])


def test_a_page_is_written_whole(folder: Path) -> None:
    run(folder, "-o", str(folder / "r.html"))
    text = (folder / "r.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.endswith("</html>\n")
    for section in (
        "differences",
        "pairs",
        "word-errors",
        "buckets",
        "n-grams",
        "systems",
        "conflict",
        "segments",
    ):
        assert f'<section id="{section}"' in text


def test_other_formats_have_the_numbers_of_the_page(folder: Path) -> None:
    run(folder, "-o", str(folder / "r.json"))
    blocks = json.loads((folder / "r.json").read_text(encoding="utf-8"))["blocks"]
    tables = {block["name"]: block for block in blocks if block["block"] == "table"}
    assert {"scores", "pairs", "error-rates", "error-classes", "conflicts"} <= tables.keys()
    assert tables["scores"]["seed"] == 12345
    assert [row["system"] for row in tables["scores"]["rows"]] == ["a", "b"]
    assert [block["name"] for block in blocks if block["block"] == "listing"][:2] == ["verdict", "findings"]


def test_text_goes_to_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(folder)
    out = capsys.readouterr().out
    assert "\nFindings" in out
    assert "More: -o report.html writes a page" in out
    run(folder, "-o", str(folder / "all.txt"))
    assert "What may be claimed" in (folder / "all.txt").read_text(encoding="utf-8")


def test_three_systems_are_ranked_in_short(folder: Path) -> None:
    (folder / "c").write_text("nothing\n" * 3, encoding="utf-8")
    run(folder, "-o", str(folder / "r.json"), systems=("a", "b", "c"))
    blocks = json.loads((folder / "r.json").read_text(encoding="utf-8"))["blocks"]
    ranking = next(block for block in blocks if block.get("name") == "ranking")
    assert ranking["items"][0].startswith("BLEU: ")
    assert all(name in ranking["items"][0] for name in "abc")


def test_the_set_is_scored_once(folder: Path) -> None:
    with mock.patch("assay.diagnosis.corpus.evaluate", wraps=evaluation.evaluate) as scored:
        run(folder, "-o", str(folder / "r.json"))
    assert scored.call_count == 1


def test_one_metric_has_no_conflict(folder: Path) -> None:
    run(folder, "-m", "chrf", "-o", str(folder / "r.html"))
    assert 'id="conflict"' not in (folder / "r.html").read_text(encoding="utf-8")


def test_one_system_has_a_report_without_a_comparison(folder: Path) -> None:
    run(folder, "-o", str(folder / "r.html"), systems=("a",))
    text = (folder / "r.html").read_text(encoding="utf-8")
    assert text.count("<svg role") == 2 * text.count('class="panel"')  # a ranking a metric, wide and narrow
    assert '<section id="segments"' in text
    assert 'id="comparison"' not in text
    assert 'id="conflict"' not in text
    run(folder, "-o", str(folder / "r.json"), systems=("a",))
    blocks = json.loads((folder / "r.json").read_text(encoding="utf-8"))["blocks"]
    tables = {block["name"]: block for block in blocks if block["block"] == "table"}
    assert [row["system"] for row in tables["scores"]["rows"]] == ["a"]
    assert "test" not in tables["scores"]
    assert "pairs" not in tables
    assert "error-rates" in tables


def test_a_baseline_must_be_a_system(folder: Path) -> None:
    with pytest.raises(OptionError, match="baseline 'zebra'"):
        run(folder, "--baseline", "zebra")


def test_an_input_is_not_overwritten(folder: Path) -> None:
    with pytest.raises(AssayError, match="is also an input"):
        run(folder, "-o", str(folder / "a"))


def test_several_pages_need_a_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_SEGMENTS", 2)
    with pytest.raises(OptionError, match="2 pages"):
        run(folder, "--format", "html")
    run(folder, "-o", str(folder / "r.html"))
    assert 'href="r-2.html#segments"' in (folder / "r.html").read_text(encoding="utf-8")
    assert (folder / "r-2.html").exists()


def test_several_pages_are_repeated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_SEGMENTS", 2)
    monkeypatch.chdir(folder)
    given = ["report", "-q", "-r", "ref", "a", "b", "--draws", "40", "-o", "r.html", "--run", "run.json"]
    assert main(given) == 0
    assert (folder / "r-2.html").exists()
    assert main(["verify", "run.json"]) == 0


def test_a_wrong_run_file_is_said_before_any_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "assay.questions.outputs.report.read_and_diagnose",
        lambda *_: pytest.fail("there was work before"),
    )
    with pytest.raises(InputError, match="not a run file"):
        run(folder, "--against", str(folder / "ref"))


def test_files_beside_the_set_are_not_said_to_be_gone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    (folder / "counts").write_text("the\t9\n", encoding="utf-8")
    given = ["report", "-q", "-r", "ref", "a", "b", "--draws", "40", "--counts", "counts"]
    assert main([*given, "--run", "old.json", "-o", "old.txt"]) == 0
    assert main([*given, "--against", "old.json"]) == 0
    assert "No longer read" not in capsys.readouterr().out
