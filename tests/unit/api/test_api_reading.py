"""Files and frames read into values, and these values taken by what works with them."""

from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import assay
from assay.data import Judgements, Preferences
from assay.errors import InputError, OptionError

EXAMPLES = Path(__file__).parents[3] / "examples"
HARBOUR = EXAMPLES / "harbour"


def test_texts() -> None:
    texts = assay.read_texts(HARBOUR / "alder.en.txt")
    assert len(texts) == 66
    assert assay.score(texts, HARBOUR / "reference-a.en.txt").score > 50


def test_sets() -> None:
    evalset, outputs = assay.read_set(EXAMPLES / "harbour.xml")
    assert list(outputs) == ["alder", "birch", "cedar", "drift"]
    scores = assay.score(outputs, evalset.references, ["chrf"])
    assert scores.score == assay.score(EXAMPLES / "harbour.xml", metrics=["chrf"]).score
    listed, _ = assay.read_set(["a"], ["b"], documents=["d"])
    assert (len(listed), listed.document is None) == (1, False)


def test_judgements() -> None:
    ratings = assay.read_judgements(HARBOUR / "ratings.tsv")
    assert isinstance(ratings, Judgements)
    assert isinstance(assay.read_judgements(HARBOUR / "rankings.csv"), Preferences)
    from_file = assay.rank(HARBOUR / "ratings.tsv", draws=100, only_systems="alder,birch")
    assert assay.rank(ratings, draws=100, only_systems="alder,birch").to_dict() == from_file.to_dict()
    assert (
        assay.agree(ratings, draws=100).to_dict() == assay.agree(HARBOUR / "ratings.tsv", draws=100).to_dict()
    )


def test_a_frame_of_judgements_may_have_numbers_for_names_and_holes() -> None:
    table = {"rater": [1, 1, 2], "system": ["a", "b", "a"], "segment": [1, 1, 1], "score": [50, 70.5, None]}
    for frame in (pd.DataFrame(table), pl.DataFrame(table, strict=False)):
        judgements = assay.read_judgements(frame)
        assert isinstance(judgements, Judgements)
        assert judgements.rater.column() == ["1", "1", "2"]
        assert judgements.score.tolist()[:2] == [50, 70.5]


def test_scores() -> None:
    table = (
        assay.score(EXAMPLES / "harbour.xml", metrics=["chrf", "ter"]).to_polars("segment").drop("document")
    )
    chrf, ter = assay.read_scores(table, lower_is_better=["ter"])
    assert (chrf.name, chrf.higher_is_better, ter.higher_is_better) == ("chrf", True, False)
    assert chrf.values.shape == (4, 66)


def test_runs(tmp_path: Path) -> None:
    from assay.cli.main import main

    path = tmp_path / "run.json"
    main(["score", str(EXAMPLES / "harbour.xml"), "--run", str(path), "-o", str(tmp_path / "scores.tsv")])
    assert assay.read_run(path).command == "score"


def test_what_is_neither_a_file_nor_a_frame_is_refused() -> None:
    with pytest.raises(InputError, match="judgements is of type list; give a file or a frame"):
        assay.rank([1, 2])
    with pytest.raises(InputError, match=r'judgements: it has the columns "who", .*which is the rater'):
        assay.rank(pd.DataFrame({"who": ["x"], "what": ["a"], "where": ["1"], "score": [1]}))
    with pytest.raises(OptionError, match="there is no option standardize; did you mean standardise"):
        assay.rank(HARBOUR / "ratings.tsv", standardize="z")
    with pytest.raises(OptionError, match="there is no option metric; did you mean metrics"):
        assay.correlate(HARBOUR / "ratings.tsv", EXAMPLES / "harbour.xml", metric="chrf")
