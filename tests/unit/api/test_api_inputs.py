"""Lists, columns, frames and files say the same; what could be read in two ways, or not at all, is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import assay
from assay.errors import InputError, MismatchError, OptionError
from support.assertions import untyped
from support.hugging_face import Dataset

HYPOTHESES = ["the cat sat on the mat", "it rained all day long", "nobody was at home today"]
OTHERS = ["a cat sat", "it rained", "nobody was there"]
REFERENCES = ["the cat is on the mat", "it rained the whole day long", "nobody was home today"]
SECOND = ["a cat sat on a mat", None, "there was nobody at home today"]
HARBOUR = Path(__file__).parents[3] / "examples" / "harbour.xml"
SCORE = assay.score(HYPOTHESES, REFERENCES, "chrf").score
BOTH = {"a": SCORE, "b": assay.score(OTHERS, REFERENCES, "chrf").score}
SERIES = [pd.Series, pl.Series, pa.array, lambda column: pa.chunked_array([column]), np.array, tuple]
FRAMES = [pd.DataFrame, pl.DataFrame, pa.table]
EVERY_SERIES = pytest.mark.parametrize(
    "series", SERIES, ids=["pandas", "polars", "arrow", "chunked", "numpy", "tuple"]
)
EVERY_FRAME = pytest.mark.parametrize("frame", FRAMES, ids=["pandas", "polars", "arrow"])


@EVERY_SERIES
def test_columns(series: Any) -> None:
    assert assay.score(series(HYPOTHESES), series(REFERENCES), "chrf").score == SCORE
    systems = assay.score({"a": series(HYPOTHESES), "b": series(OTHERS)}, series(REFERENCES), "chrf")
    assert systems.score == BOTH
    documents = assay.score(HYPOTHESES, REFERENCES, "chrf", documents=series(["x", "y", "x"])).documents
    assert documents == assay.score(HYPOTHESES, REFERENCES, "chrf", documents=["x", "y", "x"]).documents


@pytest.mark.parametrize("series", SERIES[:4], ids=["pandas", "polars", "arrow", "chunked"])
def test_several_references_with_holes(series: Any) -> None:
    plain = assay.score(HYPOTHESES, [REFERENCES, SECOND], "chrf").score
    assert assay.score(HYPOTHESES, [series(REFERENCES), series(SECOND)], "chrf").score == plain
    assert assay.score(HYPOTHESES, {"A": series(REFERENCES), "B": series(SECOND)}, "chrf").score == plain


@EVERY_FRAME
def test_a_frame_of_one_column_is_that_column(frame: Any) -> None:
    assert assay.score(frame({"mt": HYPOTHESES}), frame({"ref": REFERENCES}), "chrf").score == SCORE


@EVERY_FRAME
def test_a_frame_of_a_whole_set(frame: Any) -> None:
    table = {"reference": REFERENCES, "system:a": HYPOTHESES, "system:b": OTHERS, "length": [1, 2, 3]}
    assert assay.score(frame(table), metrics="chrf").score == BOTH
    renamed = frame({"ref": REFERENCES, "a": HYPOTHESES, "b": OTHERS})
    for columns in ({"reference": "ref", "system": ["a", "b"]}, "reference=ref,system=a,system=b"):
        assert assay.score(renamed, metrics="chrf", columns=columns).score == BOTH


@EVERY_FRAME
def test_a_frame_of_outputs(frame: Any) -> None:
    named = frame({"system:a": HYPOTHESES, "system:b": OTHERS})
    assert assay.score(named, REFERENCES, "chrf").score == BOTH
    outputs = frame({"a": HYPOTHESES, "b": OTHERS, "n": [1, 2, 3]})
    assert assay.score(outputs, REFERENCES, "chrf", columns={"system": ["a", "b"]}).score == BOTH


@EVERY_FRAME
def test_a_frame_of_references(frame: Any) -> None:
    named = frame({"reference:A": REFERENCES, "reference:B": SECOND})
    plain = assay.score(HYPOTHESES, [REFERENCES, SECOND], "chrf")
    assert assay.score(HYPOTHESES, named, "chrf").score == plain.score


@EVERY_FRAME
def test_columns_say_which_of_a_frame_are_references(frame: Any) -> None:
    table = frame({"n": [1, 2, 3], "mt": HYPOTHESES, "ref": REFERENCES})
    roles = {"system": "mt", "reference": "ref"}
    assert assay.score(table, table, "chrf", columns=roles).score == {"mt": SCORE}
    with pytest.raises(InputError, match=r'choose one, as in references=frame\["ref"\]'):
        assay.score(HYPOTHESES, table, "chrf")


JOINED = pytest.mark.parametrize("frame", [*FRAMES, Dataset], ids=["pandas", "polars", "arrow", "dataset"])
SHUFFLED = [2, 0, 1]


def shuffled(column: list[Any]) -> list[Any]:
    return [column[row] for row in SHUFFLED]


@JOINED
def test_frames_with_ids_are_joined_by_them_whatever_their_order(frame: Any) -> None:
    references = frame({"id": [1, 2, 3], "src": ["a", "b", "c"], "ref": REFERENCES})
    outputs = frame({"id": [3, 1, 2], "mt": shuffled(HYPOTHESES)})
    others = frame({"segment": [3, 1, 2], "hypothesis": shuffled(OTHERS)})
    assert assay.score(outputs, references, "chrf").score == {"mt": SCORE}
    assert assay.score({"a": outputs, "b": others}, references, "chrf").score == BOTH
    assert assay.score({"a": outputs, "b": others}, references, "chrf", sources=references).score == BOTH
    several = frame({"id": [3, 1, 2], "system:a": shuffled(HYPOTHESES), "system:b": shuffled(OTHERS)})
    assert assay.score(several, references, "chrf").score == BOTH


@JOINED
def test_lists_beside_frames_with_ids_go_by_position(frame: Any) -> None:
    references = frame({"id": [1, 2, 3], "ref": REFERENCES})
    outputs = frame({"id": [3, 1, 2], "mt": HYPOTHESES})
    assert assay.score({"a": HYPOTHESES, "b": OTHERS}, references, "chrf").score == BOTH
    assert assay.score({"a": outputs, "b": OTHERS}, REFERENCES, "chrf").score == BOTH
    both = frame({"id": [3, 1, 2], "system:a": HYPOTHESES, "system:b": OTHERS})
    assert assay.score(both, REFERENCES, "chrf", documents=["x", "y", "x"]).score == BOTH


@JOINED
def test_an_id_that_a_frame_lacks_is_told(frame: Any) -> None:
    references = frame({"id": [1, 2, 3], "ref": REFERENCES})
    with pytest.raises(MismatchError, match=r"hypotheses: no output for 1 of 3 rows of references.*\"3\""):
        assay.score(frame({"id": [1, 2], "mt": HYPOTHESES[:2]}), references, "chrf")


@EVERY_FRAME
def test_column_names_are_never_scored(frame: Any) -> None:
    table = frame({"mt": HYPOTHESES, "ref": REFERENCES})
    with pytest.raises(InputError, match=r'hypotheses is a frame with the columns "mt", "ref"; choose one'):
        assay.score(table, REFERENCES)
    with pytest.raises(InputError, match=r'references is a frame with the columns "mt", "ref"; choose one'):
        assay.score(HYPOTHESES, table)
    with pytest.raises(InputError, match=r'documents is a frame with the columns "mt", "ref"'):
        assay.score(HYPOTHESES, REFERENCES, documents=table)
    others = frame({"one": HYPOTHESES, "two": REFERENCES})
    with pytest.raises(
        InputError, match=r'the frame: no column is a reference or a system; found "one", "two"; .* columns="'
    ):
        assay.score(others)
    whole = assay.score(table)
    assert whole.score == {"mt": assay.score(HYPOTHESES, REFERENCES).score}


def test_a_lazy_frame_is_refused() -> None:
    with pytest.raises(InputError, match="hypotheses is of type LazyFrame"):
        assay.score(pl.LazyFrame({"mt": HYPOTHESES}), REFERENCES)


def test_a_hole_in_the_outputs_is_refused() -> None:
    for column in (pd.Series(SECOND), pd.Series(SECOND, dtype="string"), pl.Series(SECOND), pa.array(SECOND)):
        with pytest.raises(InputError, match=r"hypotheses\[1\] is of type NoneType"):
            assay.score(column, REFERENCES)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, column in {"a.txt": HYPOTHESES, "b.txt": OTHERS, "ref.txt": REFERENCES}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in column), encoding="utf-8")
    return tmp_path


def test_files(files: Path) -> None:
    ours, theirs, reference = files / "a.txt", files / "b.txt", files / "ref.txt"
    for path in (ours, str(ours)):
        assert assay.score(path, reference, "chrf").score == SCORE
    assert assay.score({"a": ours, "b": str(theirs)}, str(reference), "chrf").score == BOTH
    assert assay.score([ours, theirs], reference, "chrf").score == BOTH
    assert assay.score(systems=[str(ours), theirs], reference=reference, metrics="chrf").score == BOTH


def test_files_beside_lists(files: Path) -> None:
    assert assay.score(HYPOTHESES, files / "ref.txt", "chrf").score == SCORE
    assert assay.score(files / "a.txt", REFERENCES, "chrf").score == SCORE
    assert assay.score({"a": files / "a.txt", "b": OTHERS}, [files / "ref.txt"], "chrf").score == BOTH
    with_sources = assay.score(HYPOTHESES, REFERENCES, "chrf", sources=files / "b.txt")
    assert with_sources.score == SCORE


def test_a_file_that_is_not_there_is_said_to_be_missing(files: Path) -> None:
    with pytest.raises(InputError, match=r'a\.tx: no such file; did you mean "'):
        assay.score(str(files / "a.tx"), files / "ref.txt")


def test_a_file_of_a_whole_set() -> None:
    scores = assay.score(HARBOUR, metrics=["bleu", "chrf"])
    assert list(scores) == list(scores.evaluation.systems)
    assert scores["alder"]["BLEU"].score == scores.score["alder"]["BLEU"]
    with pytest.raises(KeyError, match="no system 'oak' here; the systems are alder"):
        scores["oak"]


def test_what_contradicts_itself_is_refused() -> None:
    with pytest.raises(OptionError, match="give one or the other"):
        assay.score(HYPOTHESES, REFERENCES, systems=["a.txt"])
    with pytest.raises(MismatchError, match=r"hypotheses\['b'\] has 1 segment, hypotheses\['a'\] has 3"):
        assay.score({"a": HYPOTHESES, "b": ["x"]}, REFERENCES)
    with pytest.raises(InputError, match="hypotheses is empty"):
        assay.score({}, REFERENCES)
    with pytest.raises(InputError, match="no references given for hypotheses of type list"):
        assay.score(HYPOTHESES)


@pytest.mark.parametrize(
    ("keyword", "meant"),
    [
        ("metric", "metrics"),
        ("reference_by", "references_by"),
        ("document", "documents"),
        ("level_", "level"),
    ],
)
def test_an_unknown_keyword_is_refused_with_its_nearest_relative(keyword: str, meant: str) -> None:
    with pytest.raises(OptionError, match=f"there is no option {keyword}; did you mean {meant}?"):
        untyped(assay.score)(HYPOTHESES, REFERENCES, **{keyword: "x"})
