"""Blocks of checks in every format."""

import json

import numpy as np
import pytest

from assay.data.evalset import EvalSet
from assay.diagnosis.checks.details import failures
from assay.diagnosis.checks.hallucination import Suspect
from assay.diagnosis.checks.source_checks import Checks
from assay.diagnosis.corpus import prepare_corpus
from assay.diagnosis.files.integrity import FileCheck
from assay.diagnosis.files.troubles import Trouble
from assay.diagnosis.options import DiagnoseOptions
from assay.diagnosis.study import analyse
from assay.metrics.specs import parse_metric
from assay.reporting.blocks import Heading, Listing, Prose, Table
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.diagnosis.checks import CheckedTexts, checks_blocks, file_check_report, sentence
from assay.reporting.tables.diagnosis.report import diagnosis_report
from assay.stats.settings import Settings

BAD = Trouble("error", "line-count", "b.txt", "2 lines, and ref has 3.", "repair it", (2,))
ODD = Trouble(
    "warning", "mojibake", "b.txt", "30 lines have wrongly decoded text", "make it again", tuple(range(1, 31))
)


def test_the_worst_comes_first_and_lines_are_counted() -> None:
    heading, errors, warnings, table, files = file_check_report(
        FileCheck((BAD, ODD), (("ref", 3), ("b.txt", 2)))
    )
    assert isinstance(heading, Heading)
    assert isinstance(errors, Listing)
    assert errors.items == ("b.txt, line 2: 2 lines, and ref has 3; repair it.",)
    assert isinstance(warnings, Listing)
    assert warnings.name == "warnings"
    assert isinstance(table, Table)
    assert table.rows[1][3:] == (30, ", ".join(map(str, range(1, 21))) + " … 10 more")
    assert table.facts["error"] == 1
    assert isinstance(files, Table)
    assert files.rows == (("ref", 3), ("b.txt", 2))


def test_nothing_found_is_said() -> None:
    blocks = file_check_report(FileCheck((), (("a", 1),)))
    assert any(isinstance(block, Prose) and "No problem was found" in block.text for block in blocks)
    assert sentence(Trouble("note", "x", "a", "what", "do")) == "a: what; do."


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_be_written(form: str) -> None:
    counts = {"numbers-lost": np.array([1, 0]), "loops": np.array([0, 0])}
    checks = Checks({"a": counts, "b": counts}, "de", "latin")
    outputs = {"a": ["x <b>", "y"], "b": ["x", "y"]}
    source, suspects = ["s 1", "t"], [Suspect("a", 0, ("a loop", "too long"))]
    concerned = list(failures(checks, source, outputs, ["u1", "u2"]))
    blocks = checks_blocks(CheckedTexts(checks, suspects, concerned, source, outputs))
    text = render_as([*file_check_report(FileCheck((BAD, ODD), (("b.txt", 2),))), *blocks], form)
    assert "numbers lost" in text
    if form == "json":
        assert json.loads(text)


def test_checks_are_a_section_of_the_diagnosis_where_there_is_a_source() -> None:
    texts = ["Die Fähre fährt um 12:30 ab.", "Der Hafen ist mit 45 Booten voll."] * 10
    for source in (texts, None):
        evalset = EvalSet("s", ("", ""), source, {"r": texts}, None)
        found = analyse(
            prepare_corpus(evalset, {"a": texts, "b": texts}, [parse_metric("bleu")]),
            DiagnoseOptions(settings=Settings(draws=50)),
        )
        headings = [block.text for block in diagnosis_report(found) if isinstance(block, Heading)]
        assert ("Checks" in headings) is (source is not None)
