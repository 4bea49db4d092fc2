"""A gate in Python: the same verdicts and digits as on the command line, wherever the texts are."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.cli.main import main

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
REFERENCE, NEW, OLD = (HARBOUR / name for name in ("reference-a.en.txt", "alder.en.txt", "birch.en.txt"))
FILES = ["-r", str(REFERENCE), str(NEW)]
RULE = ["-m", "chrf", "--margin", "0.5", "--draws", "200", "--format", "json"]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def on_command_line(*words: str) -> Any:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        main(list(words))
    return json.loads(written.getvalue())


def checks(report: Any) -> Any:
    return next(block["rows"] for block in report["blocks"] if block.get("name") == "checks")


def test_lists_files_and_the_command_line_agree() -> None:
    expected = checks(on_command_line("gate", "--baseline", str(OLD), *FILES, *RULE))
    new, old, reference = lines(NEW), lines(OLD), lines(REFERENCE)
    results = [
        assay.gate(new, reference, "chrf", baseline=old, margin=0.5, draws=200),
        assay.gate(
            {"new": new, "old": old}, reference, "chrf", baseline="old", margin={"chrf": 0.5}, draws=200
        ),
        assay.gate(new, reference, "chrf", baseline=OLD, margin=0.5, draws=200),
        assay.gate(NEW, REFERENCE, "chrf", baseline=OLD, margin=0.5, draws=200),
    ]
    for result in results:
        assert checks(result.to_dict()) == expected
        assert (result.holds, result.verdict) == (True, "pass")
        assert "<testsuite" in result.junit


def test_a_worse_system_fails() -> None:
    result = assay.gate(lines(OLD), lines(REFERENCE), baseline=lines(NEW), draws=200)
    assert (result.holds, result.verdict) == (False, "fail")
    assert str(result).startswith("Gate: fail (hypotheses versus baseline)")


def test_a_run_file_is_a_baseline_of_lists_too(tmp_path: Path) -> None:
    run = tmp_path / "old.json"
    main(["score", "-r", str(REFERENCE), str(OLD), "-m", "chrf", "--run", str(run), "--run-segments", "-q"])
    of_files = assay.gate(NEW, REFERENCE, baseline=run, draws=200)
    of_lists = assay.gate(lines(NEW), lines(REFERENCE), baseline=run, paired=True, draws=200)
    assert checks(of_files.to_dict()) == checks(of_lists.to_dict())
    with pytest.warns(assay.AssayWarning, match="not known to be those of the baseline"):
        assay.gate(lines(NEW), lines(REFERENCE), baseline=run, draws=200)


def test_limits_need_a_source_alone() -> None:
    sources, outputs = ["drück {0}", "zwei {1}"], ["press {0}", "two"]
    result = assay.gate(outputs, sources=sources, most={"placeholders": 0})
    assert (result.holds, result.verdict) == (False, "fail")
    assert "<testsuite" in result.junit
    assert assay.gate(outputs, sources=sources, most={"placeholders": 1}).holds
    assert assay.gate(outputs, outputs, sources=sources, most={"placeholders": 1}).holds


@pytest.mark.parametrize(
    ("hypotheses", "options", "message"),
    [
        (["a"], {}, "a gate needs a rule"),
        (["a"], {"baseline": ["a", "b"]}, "has 2 segments"),
        ({"a": ["a"]}, {"baseline": "a"}, "is the only system"),
        ({"a": ["a"], "b": ["b"], "c": ["c"]}, {"baseline": "a"}, "name it with system="),
        (["a"], {"baseline": ["a"], "margins": 1}, "did you mean margin"),
        (["a"], {"most": {"placeholders": 0}}, "there is none; name it with sources="),
    ],
)
def test_what_cannot_be_a_gate(hypotheses: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(assay.AssayError, match=message):
        assay.gate(hypotheses, ["a"], **options)


def test_a_report_says_what_changed_since_a_run(tmp_path: Path) -> None:
    run, now = (
        tmp_path / "old.json",
        ["report", "-r", str(REFERENCE), str(NEW), "-m", "chrf", "--draws", "200"],
    )
    main(
        [
            *now[:3],
            f"alder.en={OLD}",
            *now[4:],
            "--run",
            str(run),
            "--run-segments",
            "-q",
            "-o",
            str(tmp_path / "r.txt"),
        ]
    )
    expected = on_command_line(*now, "--against", str(run), "--format", "json")
    result = assay.report(NEW, REFERENCE, "chrf", draws=200, against=run)
    names = [block.get("name") for block in expected["blocks"]]
    assert [block.get("name") for block in result.to_dict()["blocks"]] == names
    changed = [block for block in expected["blocks"] if block.get("name") == "score-changes"]
    assert changed
    assert [block for block in result.to_dict()["blocks"] if block.get("name") == "score-changes"] == changed
    assert not assay.report(NEW, REFERENCE, "chrf", draws=200).changes
