"""Python and the command line say the same: every digit of the JSON, whatever the texts were held in."""

import contextlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import assay
from assay.cli.main import main
from support.assertions import untyped

EXAMPLES = Path(__file__).parents[3] / "examples"
HARBOUR = EXAMPLES / "harbour"
XML = str(EXAMPLES / "harbour.xml")
REFERENCE = HARBOUR / "reference-a.en.txt"
PATHS = {name: HARBOUR / f"{name}.en.txt" for name in ("alder", "birch")}
FILES = ["-r", str(REFERENCE), *(f"{name}={path}" for name, path in PATHS.items())]
CHRF = ["-m", "chrf"]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


REFERENCES = lines(REFERENCE)
LISTS = {name: lines(path) for name, path in PATHS.items()}
TABLE = {"reference:ref1": REFERENCES, **{f"system:{name}": column for name, column in LISTS.items()}}
QUESTIONS: dict[str, tuple[list[str], Callable[..., Any]]] = {
    "score": (["score", *CHRF], lambda *texts: untyped(assay.score)(*texts, metrics=["chrf"])),
    "segments": (
        ["score", *CHRF, "--level", "segment"],
        lambda *texts: untyped(assay.score)(*texts, metrics=["chrf"], level="segment"),
    ),
    "compare": (
        ["compare", *CHRF, "--test", "bootstrap", "--draws", "200", "--cite"],
        lambda *texts: untyped(assay.compare)(*texts, metrics="chrf", test="bootstrap", draws=200, cite=True),
    ),
    "power": (
        ["power", *CHRF, "--draws", "200"],
        lambda *texts: untyped(assay.power)(*texts, metrics="chrf", draws=200),
    ),
    "diagnose": (
        ["diagnose", *CHRF, "--draws", "100", "--order", "2"],
        lambda *texts: untyped(assay.diagnose)(*texts, metrics="chrf", draws=100, order=2),
    ),
    "report": (
        ["report", *CHRF, "--draws", "300"],
        lambda *texts: untyped(assay.report)(*texts, metrics="chrf", draws=300),
    ),
    "check": (["check"], assay.check),
    "align": (["align", "--segment", "3-5"], lambda *texts: assay.align(*texts, segment="3-5")),
}
RATINGS, RANKINGS, MQM = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv", "mqm.tsv"))
DRAWS = ["--draws", "200"]
OF_PEOPLE: dict[str, tuple[list[str], Callable[[], Any]]] = {
    "ratings": (
        ["human", RATINGS, "--standardise", "z", "--without-failed", *DRAWS],
        lambda: assay.rank(RATINGS, standardise="z", without_failed=True, draws=200),
    ),
    "some systems": (
        ["human", RATINGS, "--systems", "alder,birch", "--show", "ranking,scores", *DRAWS],
        lambda: assay.rank(RATINGS, only_systems="alder,birch", show="ranking,scores", draws=200),
    ),
    "mqm": (["human", MQM, *DRAWS], lambda: assay.rank(MQM, draws=200)),
    "rankings": (
        ["human", RANKINGS, "--method", "bradley-terry", *DRAWS],
        lambda: assay.rank(RANKINGS, method="bradley-terry", draws=200),
    ),
    "meta": (
        ["meta", RATINGS, XML, *CHRF, "-m", "ter", "--test", "perm-both", *DRAWS],
        lambda: assay.correlate(RATINGS, XML, metrics=["chrf", "ter"], test="perm-both", draws=200),
    ),
    "meta rankings": (
        ["meta", RANKINGS, XML, *CHRF],
        lambda: assay.correlate(RANKINGS, XML, metrics="chrf"),
    ),
}
EVERY_QUESTION = pytest.mark.parametrize("question", QUESTIONS)


def answer(arguments: list[str]) -> dict[str, Any]:
    with contextlib.redirect_stdout(io.StringIO()) as written:
        main([*arguments, "--format", "json"])
    plain: dict[str, Any] = json.loads(written.getvalue())
    return plain


def nameless(report: dict[str, Any]) -> Any:
    """Call the reference as a list is called, not by its file."""
    return json.loads(json.dumps(report).replace(REFERENCE.name, "ref1"))


@EVERY_QUESTION
def test_a_file_of_a_whole_set(question: str) -> None:
    arguments, ask = QUESTIONS[question]
    expected = answer([arguments[0], XML, *arguments[1:]])
    # As text: what is undefined with three documents is NaN on both sides, and no NaN equals another.
    assert json.dumps(ask(XML).to_dict(), sort_keys=True) == json.dumps(expected, sort_keys=True)


@EVERY_QUESTION
def test_files_lists_columns_and_frames(question: str) -> None:
    arguments, ask = QUESTIONS[question]
    expected = answer([arguments[0], *FILES, *arguments[1:]])
    assert ask(PATHS, REFERENCE).to_dict() == expected
    if question == "check":
        return  # whose report names files
    assert ask(LISTS, REFERENCES).to_dict() == nameless(expected)
    series = {name: pd.Series(column) for name, column in LISTS.items()}
    assert ask(series, pl.Series(REFERENCES)).to_dict() == nameless(expected)
    for frame in (pd.DataFrame, pl.DataFrame):
        assert ask(frame(TABLE)).to_dict() == nameless(expected)


@pytest.mark.parametrize("question", OF_PEOPLE)
def test_what_people_said(question: str) -> None:
    arguments, ask = OF_PEOPLE[question]
    assert ask().to_dict() == answer(arguments)


@pytest.mark.parametrize("read", [pd.read_csv, pl.read_csv], ids=["pandas", "polars"])
def test_judgements_and_scores_in_frames(read: Callable[..., Any], tmp_path: Path) -> None:
    separated = {"sep": "\t"} if read is pd.read_csv else {"separator": "\t"}
    expected = assay.rank(RATINGS, draws=100, show="ranking").to_pandas("human-ranking")
    ranking = assay.rank(read(RATINGS, **separated), draws=100, show="ranking")
    assert ranking.to_pandas("human-ranking").equals(expected)
    agreed = assay.agree(read(RATINGS, **separated), draws=100)
    assert agreed.to_pandas().equals(assay.agree(RATINGS, draws=100).to_pandas())
    scores = assay.score(XML, metrics=["chrf", "ter"]).to_pandas("segment").drop(columns="document")
    correlated = assay.correlate(read(RATINGS, **separated), scores=scores, lower="ter")
    own = assay.correlate(
        RATINGS, XML, metrics=["chrf", "ter"], system_score="mean"
    )  # all that a frame allows
    assert correlated.to_pandas("tasks")["average"].equals(own.to_pandas("tasks")["average"])
