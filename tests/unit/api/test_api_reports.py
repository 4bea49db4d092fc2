"""Diagnoses, checks of lists, and the page with everything."""

from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import assay
from assay.errors import AssayError, OptionError
from assay.reporting import render_text

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour.xml"
TEXTS = ["the cat sat on the mat", "it rained all day long", "nobody was at home today"]
REFERENCES = ["the cat is on the mat", "it rained the whole day long", "nobody was home today"]


def test_lists_of_different_lengths_are_a_trouble_and_no_exception() -> None:
    result = assay.check({"a": TEXTS, "b": TEXTS[:2]}, REFERENCES)
    assert result.failed
    assert any("2 lines" in trouble.what or "3" in trouble.what for trouble in result.check.troubles)
    assert not assay.check(TEXTS, REFERENCES).failed


def test_outputs_alone_can_be_checked() -> None:
    assert [name for name, _ in assay.check(TEXTS).check.files] == ["hypotheses"]
    assert [name for name, _ in assay.check(pd.Series(TEXTS), sources=TEXTS).check.files] == [
        "sources",
        "hypotheses",
    ]


def test_frames_and_several_references_are_checked() -> None:
    table = {"reference:A": REFERENCES, "reference:B": REFERENCES, "system": TEXTS, "source": TEXTS}
    for frame in (pd.DataFrame(table), pl.DataFrame(table)):
        assert [name for name, _ in assay.check(frame).check.files] == ["A", "B", "source", "system"]
    segments = [[text, None] for text in REFERENCES]
    assert [name for name, _ in assay.check(TEXTS, segments).check.files] == ["ref1", "ref2", "hypotheses"]
    named = assay.check(TEXTS, {"A": REFERENCES}, documents=["x", "x", "y"])
    assert [name for name, _ in named.check.files] == ["A", "hypotheses", "documents"]


def test_a_diagnosis_prints_its_summary_and_holds_the_whole() -> None:
    result = assay.diagnose(HARBOUR, metrics="chrf", draws=100)
    assert len(str(result)) < len(render_text(result.blocks))
    assert {"error-rates", "suspects"} <= set(result.tables)
    with pytest.raises(OptionError, match="show=nonsense: a part is findings, "):
        assay.diagnose(TEXTS, REFERENCES, show="nonsense")


def test_the_page_of_a_report(tmp_path: Path) -> None:
    result = assay.report({"a": TEXTS, "b": REFERENCES}, REFERENCES, "chrf", draws=100)
    assert result.html.startswith("<!doctype html>")
    shown = result._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert "<script" not in shown
    result.save(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page[:2000] == result.html[:2000]  # what is packed into it knows the name of the file
    with pytest.raises(AssayError, match="there is no directory"):
        result.save(tmp_path / "no" / "page.html")


def test_a_system_alone_has_a_page() -> None:
    assert "hypotheses" in assay.report(TEXTS, REFERENCES, "chrf", draws=100).html


def test_messages_speak_of_keywords() -> None:
    with pytest.raises(AssayError, match="references="):
        assay.score(HARBOUR.with_suffix("") / "alder.en.txt")
    with pytest.raises(OptionError, match="bases= needs base= file"):
        assay.diagnose(HARBOUR, bases="alder=x.txt")
