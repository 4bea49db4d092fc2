"""The report on raters: every table and figure has its numbers, and every format can write them."""

import json
from dataclasses import replace

import numpy as np
import pytest

from assay.data.judgements import DEGRADED, GENUINE, REPEAT, Judgements
from assay.human.options import AgreeOptions, FlagLimits, RaterOptions
from assay.human.raters.flags import leave_out_raters
from assay.human.studies import RaterAgreement, RaterStudy, agree, study_raters
from assay.reporting.blocks import Figure, Listing, Table
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.human.agreement import agreement_blocks
from assay.reporting.tables.human.raters import rater_table, raters_report, without_words
from assay.stats.settings import Settings
from support.judgement_rows import judged, spans_of

OPTIONS = RaterOptions(limits=FlagLimits(correlation=0.5), rule="graham")
AGREE = AgreeOptions(chance=Settings(draws=100))


def study() -> Judgements:
    """Make three raters of three systems, one of whom scores at random, with controls, spans and times."""
    random = np.random.default_rng(8)
    rows, items, marks = [], [], []
    for rater in ("ann", "bob", "eve"):
        for number in range(36):
            quality = 30 + 1.6 * number + random.normal(0, 5)
            for item, change in ((GENUINE, 0), (DEGRADED, -25), (REPEAT, 0)):
                score = random.uniform(0, 100) if rater == "eve" else quality + change + random.normal(0, 5)
                rows.append((rater, "ABC"[number % 3], str(number // 3), float(np.clip(score, 0, 100))))
                items.append(item)
                marks.append([(0, 4 + number % 3, "minor")] if item == GENUINE else [(8, 12, "major")])
    times = [30.0 * place for place in range(len(rows))]
    return judged(
        rows, scheme="esa", item=items, spans=spans_of(marks), start=times, seconds=[25.0] * len(rows)
    )


@pytest.fixture(scope="module")
def found() -> RaterStudy:
    return study_raters(study(), OPTIONS)


@pytest.fixture(scope="module")
def agreement() -> RaterAgreement:
    return agree(study(), AGREE)


def test_a_power_is_written_on_the_side_where_it_is(found: RaterStudy) -> None:
    ann, *others = found.quality.raters
    almost = replace(ann, degraded=replace(ann.degraded, power=0.948), verdict="not yet")
    quality = replace(found.quality, raters=(almost, *others))
    (row,) = [
        line for line in render_as([rater_table(quality)], "text").splitlines() if line.startswith("ann ")
    ]
    assert "0.948" in row, "0.95 would be enough for a verdict"


def test_the_report_holds_every_part(found: RaterStudy, agreement: RaterAgreement) -> None:
    blocks = [*raters_report(found), *agreement_blocks(agreement)]
    tables = [block.name for block in blocks if isinstance(block, Table)]
    assert tables == [
        *("raters", "rulings", "flags", "agreement", "rest", "spans", "order"),
        *("time-within", "time-between"),
    ]
    figures = {block.name: block.kind for block in blocks if isinstance(block, Figure)}
    assert figures == {
        "scale-figure": "histograms",
        "time-figure.within": "curve",
        "time-figure.between": "curve",
    }


def test_verdicts_are_said_in_words(found: RaterStudy) -> None:
    [listing] = [
        block for block in raters_report(found) if isinstance(block, Listing) and block.name == "verdicts"
    ]
    assert listing.items[0] == "2 of 3 raters scored degraded items below their originals: ann, bob."
    assert "1 of 3 raters did not, though a careful rater would have: eve." in listing.items


def test_the_table_of_raters_has_their_numbers(found: RaterStudy) -> None:
    [table] = [block for block in raters_report(found) if isinstance(block, Table) and block.name == "raters"]
    rows = [dict(zip([head.name for head in table.columns], row, strict=True)) for row in table.rows]
    ann, _, eve = rows
    assert (ann["ratings"], ann["pairs"], ann["verdict"], ann["below"]) == (36, 36, "pass", 100.0)
    assert (eve["verdict"], ann["found"]) == ("fail", 100.0)
    assert ann["minutes"] == pytest.approx((36 * 3 * 30 - 5) / 60)
    assert table.facts["drop"] == 20  # theirs is more, but no more than a fifth of the scale is asked


def test_whom_to_doubt(found: RaterStudy) -> None:
    assert "eve" in found.doubtful
    words = without_words(leave_out_raters(study(), found.doubtful))
    assert f"Without {', '.join(found.doubtful)}" in words
    assert without_words(leave_out_raters(study(), [])) == "No rater was left out: 324 judgements."


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_write_it(found: RaterStudy, agreement: RaterAgreement, form: str) -> None:
    assert "eve" in render_as([*raters_report(found), *agreement_blocks(agreement)], form)


def test_a_program_finds_every_digit(agreement: RaterAgreement) -> None:
    blocks = json.loads(render_as(agreement_blocks(agreement), "json"))["blocks"]
    [table] = [
        block
        for block in blocks
        if block.get("name") == "agreement" or block.get("title", "").startswith("Agreement,")
    ]
    assert agreement.measures is not None
    assert str(agreement.measures.between[""][0].interval.estimate) in json.dumps(table)


def test_a_study_without_any_controls_or_overlap_says_so() -> None:
    alone = judged([("ann", "A", str(number), 50.0 + number) for number in range(12)])
    blocks = [*raters_report(study_raters(alone, OPTIONS)), *agreement_blocks(agree(alone, AGREE))]
    words = render_as(blocks, "text")
    assert "1 of 1 raters saw no degraded items: ann." in words
    assert "there is no agreement to measure" in words
