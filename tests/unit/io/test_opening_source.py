"""Tables in memory are read as files are, and messages call them by the name that they were given."""

import pytest

from assay.errors import InputError
from assay.io import Source, read_judgements, read_scores, read_table

ROWS = b'{"reference": "a b", "system": "a c"}\n{"reference": "d", "system": "d"}\n'


def test_a_set_in_memory() -> None:
    evalset, outputs = read_table(Source("table.jsonl", ROWS))
    assert [list(column) for column in outputs.values()] == [["a c", "d"]]
    assert len(evalset) == 2


def test_judgements_and_scores_in_memory() -> None:
    row = b'{"rater": "x", "system": "a", "segment": "1", "score": 7}\n'
    assert len(read_judgements(Source("judgements", row))) == 1
    assert [scores.name for scores in read_scores(Source("scores", row))][-1] == "score"


def test_messages_name_it() -> None:
    with pytest.raises(InputError, match=r"^my table: the file is empty"):
        read_judgements(Source("my table", b""))
