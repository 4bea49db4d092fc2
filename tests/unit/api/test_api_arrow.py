"""Arrow in and out, and every candidate against every reference."""

from __future__ import annotations

import numpy as np
import polars
import pyarrow
import pytest

import assay
from assay.errors import InputError, MismatchError

OUTPUTS = ["the harbour", "it rained", ""]
REFERENCES = ["the old harbour", "it rained all day", "yes"]


class Foreign:
    """An object of a library that nobody here knows, whose stream can be read once."""

    def __init__(self, held: object) -> None:
        self._held: object | None = held

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        held, self._held = self._held, None
        assert held is not None, "read a second time"
        return held.__arrow_c_stream__(requested_schema)  # type: ignore[attr-defined]


def test_anything_that_speaks_arrow_is_text() -> None:
    expected = assay.score(OUTPUTS, REFERENCES, "chrf").score
    columns = pyarrow.chunked_array([OUTPUTS[:1], OUTPUTS[1:]]), polars.Series(REFERENCES)
    assert assay.score(Foreign(columns[0]), Foreign(columns[1]), "chrf").score == expected
    table = pyarrow.table({"system:a": OUTPUTS, "reference": REFERENCES})
    assert assay.score(Foreign(table), metrics="chrf")["a"].score == expected
    assert assay.score({"a": Foreign(columns[0])}, REFERENCES, "chrf")["a"].score == expected
    batch = pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches())
    assert assay.score(batch, metrics="chrf")["a"].score == expected


def test_a_frame_is_never_read_as_its_column_names() -> None:
    table = pyarrow.table({"x": OUTPUTS, "y": OUTPUTS})
    for frame in (table, Foreign(table), table.to_pandas(), polars.from_arrow(table)):
        with pytest.raises(InputError, match='a frame with the columns "x", "y"'):
            assay.score(frame, REFERENCES, "chrf")


def test_results_are_tables_of_arrow() -> None:
    result = assay.score({"a": OUTPUTS, "b": REFERENCES}, REFERENCES, ["chrf", "ter"])
    assert pyarrow.table(result).column_names == ["segment", "system", "chrf", "ter"]
    assert result.to_arrow("corpus").to_pylist()[1] == {"system": "b", "chrf": 100.0, "ter": 0.0}
    assert polars.DataFrame(result.to_arrow()).shape == (6, 4)


@pytest.mark.parametrize("metric", ["chrf", "chrf++:lowercase", "bleu:effective_order", "ter", "ribes"])
def test_a_matrix_has_the_score_of_every_pair(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.api.matrices.AT_ONCE", 4)
    matrix = assay.pairwise(OUTPUTS, REFERENCES[:2], metric)
    expected = [[assay.score([text], [other], metric).score for other in REFERENCES[:2]] for text in OUTPUTS]
    assert np.array_equal(matrix, np.array(expected))
    first, second = assay.pairwise([OUTPUTS, ["no"]], [REFERENCES[:2], ["yes", "no", "so"]], metric)
    assert np.array_equal(first, matrix)
    assert second.shape == (1, 3)
    assert assay.pairwise(OUTPUTS, metric=metric).shape == (3, 3)


def test_what_cannot_be_paired_is_refused() -> None:
    with pytest.raises(MismatchError, match="candidates has 2 segments, references has 1"):
        assay.pairwise([["a"], ["b"]], [["a"]])
    with pytest.raises(InputError, match=r"references\[1\] is empty"):
        assay.pairwise([["a"], ["b"]], [["a"], []])
    with pytest.raises(InputError, match="learns weights from a whole set"):
        assay.pairwise(["a"], metric="nist")


def test_texts_too_long_to_be_counted_together_are_paired_one_by_one() -> None:
    long, short = "a b " * 17_000, "a b"
    matrix = assay.pairwise([long, short], metric="chrf")
    assert np.array_equal(matrix[0], [100.0, assay.score([long], [short], "chrf").score])
