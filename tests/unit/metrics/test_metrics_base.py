"""Sets in shards, systems and documents: what `evaluate` returns and what it refuses."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from assay.data.evalset import Array, Codes, EvalSet
from assay.errors import InputError, MismatchError
from assay.metrics.base import Stats, StatsFn, ratio, running_sum
from assay.metrics.evaluation import evaluate
from assay.metrics.ngrams.bleu import Bleu
from assay.metrics.ngrams.chrf import Chrf
from assay.resources import Resources
from support.metric_scores import evalset, stats

LINES = ["the old harbour", "a ferry leaves", "at seven", "in the rain"]


@dataclass(frozen=True)
class Rarity:
    """A metric that must see the whole set: output words weigh as much as they are rare in the references."""

    name: ClassVar[str] = "rarity"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = True
    label: ClassVar[str] = "rarity"
    columns: ClassVar[tuple[str, ...]] = ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        words = [word for text in evalset.references["ref0"] for word in (text or "").split()]

        def rows(outputs: object) -> Array:
            assert isinstance(outputs, list)
            sums = [sum(1 / words.count(word) for word in line.split() if word in words) for line in outputs]
            return np.column_stack([sums, np.ones(len(sums))])

        return rows

    def score(self, totals: Array) -> Array:
        return ratio(totals[..., 0], totals[..., 1])


def test_ratio_of_nothing_is_what_was_asked_for() -> None:
    part, whole = np.array([1.0, 1.0, 0.0]), np.array([2.0, 0.0, 0.0])
    assert ratio(part, whole).tolist() == [0.5, 0, 0]
    assert ratio(part, whole, empty=part).tolist() == [0.5, 1, 0]


def test_sums_run_from_left_to_right() -> None:
    values = [0.1, 0.2, 0.3, 0.4, 1e16, -1e16]
    assert running_sum(np.array([values, values])).tolist() == [sum(values)] * 2


def test_every_system_has_its_statistics() -> None:
    outputs = {"first": LINES, "second": LINES[::-1]}
    found = evaluate([(evalset([LINES]), outputs)], [Bleu(), Chrf()])
    assert found.systems == ("first", "second")
    assert found.metrics == (Bleu(), Chrf())
    assert set(found.stats) == {(metric, system) for metric in found.metrics for system in found.systems}
    assert found.segments == len(LINES)
    assert found.document is None
    assert found.stats[Chrf(), "first"].total() == 100


def test_documents_of_shards_are_joined() -> None:
    numbers: dict[str, int] = {}
    shards = [
        (evalset([LINES[:2]], Codes.of(["x", "y"], numbers)), {"system": LINES[:2]}),
        (evalset([LINES[2:]], Codes.of(["y", "z"], numbers)), {"system": LINES[2:]}),
    ]
    found = evaluate(shards, [Chrf()])
    assert found.document is not None
    assert found.document.names == ("x", "y", "z")
    assert found.document.index.tolist() == [0, 1, 1, 2]
    assert found.stats[Chrf(), "system"].collapse(found.document).each().tolist() == [100] * 3


def test_the_number_of_references_is_taken_over_all_shards() -> None:
    shards = [
        (evalset([LINES[:2], [None, "x"]]), {"system": LINES[:2]}),
        (evalset([LINES[2:], ["x", "y"]]), {"system": LINES[2:]}),
    ]
    found = evaluate(shards, [Bleu()])
    assert found.references == (1, 2)
    assert "|refs:1-2|" in found.signature(Bleu())


def test_a_metric_that_fits_the_corpus_sees_it_whole() -> None:
    whole = evalset([LINES])
    shards = [(whole.part(row, row + 1), {"system": LINES[row : row + 1]}) for row in range(len(LINES))]
    split = evaluate(iter(shards), [Rarity(), Chrf()])
    joined = evaluate([(whole, {"system": LINES})], [Rarity(), Chrf()])
    for metric in (Rarity(), Chrf()):
        assert np.array_equal(split.stats[metric, "system"].rows, joined.stats[metric, "system"].rows)
    assert split.segments == len(LINES)


def test_documents_survive_joining() -> None:
    document = Codes.of(["x", "x", "y", "y"])
    whole = evalset([LINES], document)
    shards = [(whole.part(0, 1), {"system": LINES[:1]}), (whole.part(1, 4), {"system": LINES[1:]})]
    found = evaluate(shards, [Rarity()])
    assert found.document is not None
    assert found.document.names == document.names
    assert found.document.index.tolist() == document.index.tolist()


def test_an_output_of_another_length_is_refused() -> None:
    with pytest.raises(MismatchError, match="short has 3 segments, the references have 4"):
        evaluate([(evalset([LINES]), {"short": LINES[:3]})], [Bleu()])


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(InputError, match="no segment"):
        evaluate([], [Bleu()])
    with pytest.raises(InputError, match="no segment"):
        evaluate([(evalset([[]]), {"system": []})], [Bleu()])


def test_sums_are_not_rows_of_the_caller() -> None:
    first = stats("chrf", LINES, [LINES]).rows
    shards = [(evalset([LINES]), {"system": LINES})] * 3
    found = evaluate(shards, [Chrf()], keep=False).stats[Chrf(), "system"]
    assert np.array_equal(found.rows, 3 * first.sum(axis=0, keepdims=True))


def test_collapse_keeps_names_without_rows() -> None:
    found = Stats(Chrf(), np.ones((2, 18)))
    codes = Codes(("x", "y", "z"), np.array([2, 2], dtype=np.int32))
    assert found.collapse(codes).rows[:, 0].tolist() == [0, 0, 2]
