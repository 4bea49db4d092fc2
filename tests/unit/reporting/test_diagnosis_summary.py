"""The summary of a diagnosis: what comes first, what is left out, and what it says of the rest."""

from __future__ import annotations

import numpy as np
import pytest

from assay.data.evalset import EvalSet
from assay.diagnosis.corpus import prepare_corpus
from assay.diagnosis.diagnosis import Diagnosis
from assay.diagnosis.options import PARTS, DiagnoseOptions
from assay.diagnosis.study import analyse
from assay.metrics.specs import parse_metric
from assay.reporting.blocks import Block, Prose, Table
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.diagnosis import report as diagnosis
from assay.reporting.tables.diagnosis import summary
from assay.stats.settings import Settings

WORDS = ["ferry", "harbour", "sails", "market", "the", "a", "on", "of", "boats", "Wednesday"]


def diagnosed(**outputs: list[str]) -> Diagnosis:
    reference = texts()
    evalset = EvalSet("port", ("de", "en"), None, {"ref": reference}, None)
    made = prepare_corpus(evalset, outputs, [parse_metric("chrf")], tok="none")
    return analyse(made, DiagnoseOptions(settings=Settings(draws=1000)))


def texts() -> list[str]:
    chance = np.random.default_rng(3)
    return [" ".join([*chance.choice(WORDS, 8), str(chance.integers(10, 99))]) for _ in range(80)]


def without_numbers() -> list[str]:
    return [" ".join([*text.split()[:-1], "many"]) for text in texts()]


def named(blocks: list[Block], name: str) -> Table:
    return next(block for block in blocks if isinstance(block, Table) and block.name == name)


def test_the_bucket_of_the_only_fault_comes_first() -> None:
    blocks = summary.summary_report(diagnosed(good=texts(), bad=without_numbers()))
    table = named(blocks, "telling-buckets")
    heads = [head.name for head in table.columns]
    first = dict(zip(heads, table.rows[0], strict=True))
    assert (first["ahead"], first["behind"], first["metric"]) == ("good", "bad", "F")
    assert (first["ahead.score"], first["size"]) == (100.0, 80)
    assert ("digits", "number") in [row[:2] for row in table.rows]
    assert isinstance(first["lead"], float)
    assert isinstance(first["overall"], float)
    assert first["lead"] > first["overall"] > 0


def test_the_lead_over_all_is_that_of_the_system_that_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "BUCKETS", 10)
    worse = [text.replace("ferry", "ship").replace("harbour", "port") for text in texts()]
    table = named(summary.summary_report(diagnosed(one=worse, two=without_numbers())), "telling-buckets")
    ahead, overall = ([head.name for head in table.columns].index(name) for name in ("ahead", "overall"))
    leads = {
        (row[ahead], isinstance(row[overall], float) and str(row[overall])[0] != "-") for row in table.rows
    }
    assert len(leads) == 2
    assert {positive for _, positive in leads} == {True, False}


def test_no_feature_fills_the_table() -> None:
    rows = named(
        summary.summary_report(diagnosed(good=texts(), bad=without_numbers())), "telling-buckets"
    ).rows
    assert len(rows) <= summary.BUCKETS
    features = [row[0] for row in rows]
    assert all(features.count(feature) <= summary.OF_A_FEATURE for feature in features)


def test_systems_that_are_the_same_have_no_telling_bucket() -> None:
    blocks = summary.summary_report(diagnosed(one=texts(), two=texts()))
    assert not [block for block in blocks if isinstance(block, Table) and block.name == "telling-buckets"]


def test_the_last_line_names_the_parts_that_there_are() -> None:
    last = summary.summary_report(diagnosed(good=texts(), bad=without_numbers()))[-1]
    assert isinstance(last, Prose)
    assert last.text.startswith(
        "More: --show findings,errors,buckets,ngrams,systems, or all."
    )  # there is no source


def test_one_system_alone_has_its_own_ngrams() -> None:
    blocks = summary.summary_report(diagnosed(bad=without_numbers()))
    table = named(blocks, "production.bad")
    assert table.rows[0][:2] == ("many", "too often")
    assert len(table.rows) <= 2 * summary.ALONE


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_write_it(form: str) -> None:
    found = diagnosed(good=texts(), bad=without_numbers())
    assert "good" in render_as(summary.summary_report(found), form)


def test_the_options_know_the_parts_of_the_report() -> None:
    assert tuple(diagnosis.sections(diagnosed(only=texts()))) == PARTS
    assert summary.MORE == PARTS
