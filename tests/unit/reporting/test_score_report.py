"""The table of scores: its rows at each level, its headings, and what it says of the set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from assay.data.evalset import Codes, EvalSet
from assay.errors import InputError, OptionError
from assay.metrics import specs as spec
from assay.metrics.evaluation import Evaluation, evaluate
from assay.metrics.options import block_size
from assay.metrics.specs import distinct_labels
from assay.reporting.blocks import Table
from assay.reporting.tables.comparison.scores import score_report

OUTPUTS = {"good": ["a b c d e", "f g h i j", "k l m n o"], "bad": ["a b", "x", ""]}


def evaluation(
    documents: Sequence[str] | None = None, second: Sequence[str | None] | None = None
) -> Evaluation:
    references: dict[str, Sequence[str | None]] = {"refA": OUTPUTS["good"]}
    references |= {"refB": second} if second else {}
    document = None if documents is None else Codes.of(documents)
    evalset = EvalSet("set", ("", ""), None, references, document)
    return evaluate([(evalset, OUTPUTS)], [spec.parse_metric("bleu"), spec.parse_metric("ter")])


def table(made: Evaluation, level: str) -> Table:
    (block,) = score_report(made, level)
    return cast(Table, block)


def test_corpus_rows_are_systems() -> None:
    made = evaluation()
    good, bad = table(made, "corpus").rows
    assert list(good) == ["good", pytest.approx(100), 0.0]
    assert bad == ("bad", *(made.stats[metric, "bad"].total() for metric in made.metrics))


def test_document_rows_are_documents_by_systems_in_input_order() -> None:
    made = table(evaluation(["z", "a", "z"]), "document")
    assert [head.name for head in made.columns] == ["document", "system", "bleu", "ter"]
    assert [row[:2] for row in made.rows] == [("z", "good"), ("z", "bad"), ("a", "good"), ("a", "bad")]
    assert made.rows[1][3] == pytest.approx(100 * 8 / 10)


def test_document_scores_want_documents() -> None:
    with pytest.raises(InputError, match="--docs"):
        score_report(evaluation(), "document")


def test_segment_rows_are_numbered_from_one() -> None:
    made = table(evaluation(), "segment")
    assert [head.name for head in made.columns] == ["segment", "system", "bleu", "ter"]
    assert [row[:2] for row in made.rows[:3]] == [(1, "good"), (1, "bad"), (2, "good")]
    assert [row[3] for row in made.rows[1::2]] == [60.0, 100.0, 100.0]


def test_segment_rows_name_their_document_if_there_is_one() -> None:
    made = table(evaluation(["z", "a", "z"]), "segment")
    assert [row[:3] for row in made.rows[::2]] == [(1, "z", "good"), (2, "a", "good"), (3, "z", "good")]


def test_the_title_counts_segments_and_references() -> None:
    assert table(evaluation(), "corpus").title == "Corpus scores: 3 segments, 1 reference each"
    varying = table(evaluation(second=["a", None, ""]), "segment")
    assert varying.title == "Segment scores: 3 segments, 1 to 2 references each"
    assert varying.facts["references"] == (1, 2)


def test_every_metric_has_its_signature_and_direction() -> None:
    _, bleu, ter = table(evaluation(), "corpus").columns
    assert (bleu.better, ter.better) == ("higher", "lower")
    assert bleu.signature.startswith("bleu|")
    assert "|refs:1|" in ter.signature


@pytest.mark.parametrize(
    ("specs", "labels"),
    [
        (["bleu", "chrf"], ["BLEU", "chrF2"]),
        (["bleu", "bleu:tok=intl"], ["BLEU", "BLEU tok=intl"]),
        (["bleu:tok=intl", "bleu:tok=intl,lowercase"], ["BLEU", "BLEU lowercase=yes"]),
        (["bleu:tok=intl", "bleu:tok=zh", "ter"], ["BLEU tok=intl", "BLEU tok=zh", "TER"]),
    ],
)
def test_metrics_of_one_label_show_in_what_they_differ(specs: list[str], labels: list[str]) -> None:
    assert distinct_labels([spec.parse_metric(text) for text in specs]) == labels


def test_blocks_are_consecutive_segments_and_the_last_may_be_short() -> None:
    made = evaluation()
    rows = table(made, "block:2")
    assert rows.facts["level"] == "block:2"
    assert rows.title.startswith("Block scores: 3 segments in blocks of 2")
    assert [row[:2] for row in rows.rows] == [("1-2", "good"), ("1-2", "bad"), ("3", "good"), ("3", "bad")]
    assert rows.rows[1][3] == pytest.approx(100 * 8 / 10)
    assert rows.rows[3][3] == pytest.approx(100)


def test_a_block_may_hold_everything() -> None:
    made = evaluation()
    assert [row[1:] for row in table(made, "block:1000").rows] == list(table(made, "corpus").rows)


@pytest.mark.parametrize(
    "level", ["", "block", "block:", "block:0", "block:-1", "block:x", "block:1.5", "block:²"]
)
def test_what_is_no_level_is_refused(level: str) -> None:
    with pytest.raises(OptionError, match="block:10"):
        block_size(level)
