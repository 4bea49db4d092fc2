"""What every result can do, whatever it is the result of: print, show, be a frame, a dictionary, a file, a picture."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pandas as pd
import polars as pl
import pytest

import assay
from assay.api import Picture, Result
from assay.errors import AssayError, InputError, OptionError
from assay.questions.pictures import DRAWINGS, draw_on
from assay.reporting import ENDINGS
from assay.reporting.blocks import FIGURES, Figure, drawn

matplotlib.use("Agg")
HARBOUR = Path(__file__).parents[3] / "examples" / "harbour.xml"
FILES = HARBOUR.with_suffix("")
TEXTS = ["the cat sat on the mat", "it rained all day long", "nobody was at home today"]
REFERENCES = ["the cat is on the mat", "it rained the whole day long", "nobody was home today"]
RUNS = {"a": [TEXTS, TEXTS[:2] + REFERENCES[2:]], "b": [REFERENCES[:1] + TEXTS[1:], REFERENCES]}
RESULTS: dict[str, Callable[[], Any]] = {
    "score": lambda: assay.score(TEXTS, REFERENCES, documents=["x", "x", "y"]),
    "scores": lambda: assay.score(TEXTS, REFERENCES, ["bleu", "chrf"], level="segment"),
    "systems": lambda: assay.score(HARBOUR, metrics=["bleu", "chrf"]),
    "compare": lambda: assay.compare(HARBOUR, metrics="chrf", draws=100),
    "two": lambda: assay.compare({"a": TEXTS, "b": REFERENCES}, REFERENCES, "chrf", draws=100, cite=True),
    "runs": lambda: assay.compare(runs=RUNS, references=REFERENCES, metrics="chrf", draws=100),
    "power": lambda: assay.power(HARBOUR, metrics="chrf", draws=100),
    "assumed": lambda: assay.power(difference=1, deviation=8.5, segments=500),
    "align": lambda: assay.align(TEXTS, REFERENCES),
    "diagnose": lambda: assay.diagnose(HARBOUR, metrics="chrf", draws=100),
    "buckets": lambda: assay.diagnose(HARBOUR, metrics="chrf", draws=100, show="buckets"),
    "report": lambda: assay.report(HARBOUR, metrics="chrf", draws=100),
    "check": lambda: assay.check(TEXTS, REFERENCES[:2]),
    "rank": lambda: assay.rank(FILES / "ratings.tsv", draws=100),
    "rankings": lambda: assay.rank(FILES / "rankings.csv", draws=100),
    "agree": lambda: assay.agree(FILES / "ratings.tsv", draws=100),
    "agree-rankings": lambda: assay.agree(FILES / "rankings.csv", draws=100),
    "correlate": lambda: assay.correlate(FILES / "ratings.tsv", HARBOUR, metrics=["chrf", "ter"], draws=100),
}
EVERY_RESULT = pytest.mark.parametrize("name", RESULTS)


@cache
def result(name: str) -> Any:
    return RESULTS[name]()


@EVERY_RESULT
def test_it_is_a_result_with_blocks_that_prints(name: str) -> None:
    answer = result(name)
    assert isinstance(answer, Result)
    assert len(answer.blocks)
    assert "\n" not in repr(answer)
    assert str(answer).strip() == str(answer)


@EVERY_RESULT
def test_it_shows_in_a_notebook_without_a_script(name: str) -> None:
    page = result(name)._repr_html_()
    assert "<table" in page or "alignment" in page
    assert "<script" not in page
    assert page.count("<div") == page.count("</div>")


@EVERY_RESULT
def test_its_dictionary_survives_json(name: str) -> None:
    plain = result(name).to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


@EVERY_RESULT
def test_every_table_is_a_frame_of_pandas_and_of_polars(name: str) -> None:
    answer = result(name)
    for table, parts in answer.tables.items():
        ours, theirs = answer.to_pandas(table), answer.to_polars(table)
        assert isinstance(ours, pd.DataFrame)
        assert isinstance(theirs, pl.DataFrame)
        assert list(ours.columns) == theirs.columns
        assert len(ours) == len(theirs) == sum(len(part.rows) for part in parts)
    assert answer.to_pandas().equals(answer.to_pandas(next(iter(answer.tables))))
    with pytest.raises(OptionError, match="there is no table 'nonsense' in this result; there are "):
        answer.to_pandas("nonsense")


@EVERY_RESULT
def test_it_is_saved_in_every_format(name: str, tmp_path: Path) -> None:
    answer = result(name)
    for ending in (*ENDINGS, ".txt"):
        path = tmp_path / f"report{ending}"
        answer.save(path)
        assert path.read_text(encoding="utf-8").strip()
    answer.save(tmp_path / "report", format="json")
    assert (tmp_path / "report").read_bytes() == (tmp_path / "report.json").read_bytes()
    assert len(list(tmp_path.iterdir())) == len(ENDINGS) + 2


@EVERY_RESULT
def test_what_cannot_be_saved_is_refused(name: str, tmp_path: Path) -> None:
    answer = result(name)
    with pytest.raises(OptionError, match=r"report\.pdf: the name of a report ends in \.txt, "):
        answer.save(tmp_path / "report.pdf")
    with pytest.raises(OptionError, match="format='pdf' is not recognised"):
        answer.save(tmp_path / "report.pdf", format="pdf")
    with pytest.raises(AssayError, match="there is no directory"):
        answer.save(tmp_path / "no" / "report.html")
    assert not list(tmp_path.iterdir())


@EVERY_RESULT
def test_every_figure_is_a_picture_or_drawn_on_axes(name: str, tmp_path: Path) -> None:
    from matplotlib.figure import Figure as Canvas

    answer = result(name)
    if not answer.figures:
        with pytest.raises(InputError, match="there is no figure in this result"):
            answer.plot()
        return
    for figure in answer.figures:
        picture = answer.plot(figure)
        assert isinstance(picture, Picture)
        assert ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg")
        assert repr(picture).startswith(answer.figures[figure].title)
        ax = Canvas().subplots()
        assert answer.plot(figure, ax=ax) is ax
        assert ax.get_title() == answer.figures[figure].title
    picture.save(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text(encoding="utf-8") == picture.svg


ROWS: dict[str, list[tuple[Any, ...]]] = {
    "ranking": [("a", 1.0, 0.5, 1.5, "A"), ("b", 0.5, None, None, "")],
    "against": [("b", -1.0, -2.0, -0.5, "worse"), ("c", -0.2, -0.5, 0.3, "open")],
    "buckets": [("1", "a", 50.0, 45.0, 55.0, "leader", 9), ("1", "b", 40.0, 35.0, 45.0, "open", 9)],
    "differences": [("b", "a", -1.0, "worse", "−1.0", 0.01), ("c", "a", -2.0, "open", "−2.0", 0.4)],
    "grid": [("a – b", "BLEU", "better", "a better"), ("a – b", "TER", "open", "not significant")],
    "intervals": [("BLEU", "a", 1.0, 0.5, 1.5), ("TER", "a", 1.0, None, None)],
    "matrix": [("a", "b", 0.01, "better", "> 0.01"), ("b", "a", 0.5, "open", "? 0.50")],
    "histogram": [(0.0, 1.0, 3, "a better"), (1.0, 2.0, 1, "b better")],
    "scatter": [(1.0, 2.0, "a", "", None, None, None, None)],
    "heat": [("a", "b", 0.4, "0.40"), ("b", "a", None, "")],
    "histograms": [("a", 0.0, 1.0, 3), ("b", 0.0, 1.0, 2)],
    "curve": [("a", 1.0, 2.0, ""), ("a", 2.0, 3.0, "")],
    "strip": [("a", 1.0, 1), ("b", 2.0, 0)],
}


@pytest.mark.parametrize("kind", FIGURES)
def test_every_kind_of_figure_can_be_drawn_on_axes(kind: Any) -> None:
    from matplotlib.figure import Figure as Canvas

    figure = Figure("f", kind, "title", drawn(kind, "d", ROWS[kind]), "words", "flat", "upright")
    ax = draw_on(figure, Canvas().subplots())
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("title", "flat", "upright")
    ax.figure.canvas.draw()


def test_the_kinds_of_figures_are_those_of_reports() -> None:
    assert set(DRAWINGS) == set(FIGURES)


def test_segment_scores_in_a_frame() -> None:
    answer = result("scores")
    frame = answer.to_pandas()
    assert list(frame.columns) == ["segment", "system", "bleu", "chrf"]
    assert frame["bleu"].tolist() == answer.segments["BLEU"].tolist()
    assert answer.to_polars("corpus")["chrf"].to_list() == [answer.score["chrF2"]]


def test_blocks_are_blocks_and_scores_of_blocks() -> None:
    answer = result("score")
    assert answer.blocks[0].name == "scores"
    assert list(answer.blocks(2)) == ["1-2", "3"]
