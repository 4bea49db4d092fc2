"""Scores as other programs write them: what comet-score prints, MLQE's tables, and folders with scores of documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io import open_tree, read_scores

PRINTED = (
    "out/red.txt\tSegment 0\tscore: 0.8\nout/red.txt\tSegment 1\tscore: 0.6\nout/red.txt\tscore: 0.7\n"
    "out/blue.txt\tSegment 0\tscore: 0.5\nout/blue.txt\tSegment 1\tscore: 0.3\nout/blue.txt\tscore: 0.4\n"
)


def test_what_comet_prints(tmp_path: Path) -> None:
    path = tmp_path / "comet.txt"
    path.write_text(PRINTED, encoding="utf-8")
    [comet] = read_scores(str(path))
    assert (comet.name, comet.systems, comet.segments) == ("COMET", ("red", "blue"), ("1", "2"))
    assert comet.values.tolist() == [[0.8, 0.6], [0.5, 0.3]]
    assert comet.totals is not None
    assert comet.totals.tolist() == [0.7, 0.4]
    path.write_text("red.txt\tscore: 0.7\nblue.txt\tscore: 0.4\n", encoding="utf-8")
    [whole] = read_scores(str(path))
    assert (whole.segments, whole.systems) == ((), ("red", "blue"))
    path.write_text(f"{PRINTED}done\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 7: not FILE, Segment and score"):
        read_scores(str(path))


def test_direct_assessments_of_mlqe(shared_dir: Path) -> None:
    path = shared_dir / "data" / "postedit" / "mlqe-pe-en-de" / "test20.da.tsv"
    mean, standard, model = read_scores(str(path))
    assert [scores.name for scores in (mean, standard, model)] == ["mean", "z_mean", "model_scores"]
    assert (mean.systems, mean.segments[:2], len(mean.segments)) == (("mt",), ("1", "2"), 1000)
    first = path.read_text(encoding="utf-8").splitlines()[1].split("\t")
    assert (mean.values[0, 0], standard.values[0, 0]) == (float(first[4]), float(first[6]))


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_folder_may_have_scores_of_documents_and_blanks_between_cells(tmp_path: Path) -> None:
    put(tmp_path, "documents/en-de.docs", "news ferry\nnews ferry\nspeech   radio\n")
    put(tmp_path, "human-scores/en-de.mqm.doc.score", "red\t-1\nred\tNone\nblue\t-2\nblue\t-3\n")
    put(
        tmp_path,
        "human-scores/en-de.mqm.seg.score",
        "red\t-1\nred\t-1\nred\t0\nblue\t-5\nblue\t-2\nblue\t0\n",
    )
    people = open_tree(str(tmp_path)).human("en-de", "mqm")
    assert {name: values.tolist()[1] for name, values in people.document_totals.items()} == {
        "ferry": -2.0,
        "radio": -3.0,
    }
    put(tmp_path, "human-scores/en-de.mqm.doc.score", "red\t-1\nblue\t-2\n")
    with pytest.raises(InputError, match='1 scores of the system "red", the set has 2 documents'):
        open_tree(str(tmp_path)).human("en-de", "mqm")
    with pytest.raises(InputError, match="scores of documents, which the file does not name"):
        read_scores(str(tmp_path / "human-scores" / "en-de.mqm.doc.score"))
