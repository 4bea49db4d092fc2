"""The folder of mt-metrics-eval: what is there and what may be missing, and score files written for that program."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.scores import Scores
from assay.errors import InputError, OptionError
from assay.io.scores.files import read_scores
from assay.io.scores.mtme import Tree, open_tree
from assay.io.scores.mtme_files import write_scores

FILES = {
    "sources/en-de.txt": "one\ntwo\nthree\n",
    "references/en-de.refA.txt": "eins\nzwei\ndrei\n",
    "references/en-de.refB.txt": "ein\nzwo\ndrei\n",
    "system-outputs/en-de/red.txt": "eins\nzwo\n\n",
    "system-outputs/en-de/blue.v2.txt": "a\nb\nc\n",
    "documents/en-de.docs": "news\tharbour\nnews\tharbour\nspeech\tradio\n",
    "human-scores/en-de.mqm.seg.score": "red\t-1.0\nred\tNone\nred\t-0.0\nblue.v2\tNone\nblue.v2\t-2.5\nblue.v2\t-3\n",
    "human-scores/en-de.mqm.sys.score": "blue.v2\t-2.75\nred\t-0.5\nrefA\tNone\n",
    "human-scores/en-de.wmt-z.sys.score": "red\t0.5\n",
    "human-scores/en-de.mqm.seg.rating": 'red\t{"errors": []}\nred\tNone\nred\tNone\n',
    "metric-scores/en-de/BLEU-refA.seg.score": "red\t1\nred\t2\nred\t3\nblue.v2\t4\nblue.v2\t5\nblue.v2\t6\n",
    "metric-scores/en-de/BLEU-refA.sys.score": "red\t2.5\nblue.v2\t5.5\n",
    "metric-scores/en-de/BLEU-refB.sys.score": "red\t3.5\nblue.v2\t5\n",
    "metric-scores/en-de/Kiwi-QE-src.sys.score": "red\t0.25\nblue.v2\t0.5\n",
    "human-scores/he-en.mqm.seg.score": "red\t-1\n",
}


def planted(folder: Path, files: dict[str, str]) -> Tree:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return open_tree(str(folder))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return planted(tmp_path / "harbour25", FILES)


# --- what is there ------------------------------------------------------------------------------------------


def test_the_tree_says_what_it_holds(tree):
    assert tree.pairs() == ("en-de", "he-en")
    assert tree.references("en-de") == ("refA", "refB")
    assert tree.systems("en-de") == ("blue.v2", "red")
    assert tree.human_names("en-de") == ("mqm", "wmt-z")
    assert tree.rating_names("en-de") == ("mqm",)
    assert tree.metric_names("en-de") == ("BLEU-refA", "BLEU-refB", "Kiwi-QE-src")
    assert tree.metric_names("en-de", "refB") == ("BLEU-refB", "Kiwi-QE-src")
    assert tree.documents("en-de").column() == ["harbour", "harbour", "radio"]
    assert tree.domains("en-de").column() == ["news", "news", "speech"]


def test_human_scores_are_put_together_from_segments_and_systems(tree):
    found = tree.human("en-de", "mqm")
    assert found.name == "mqm"
    assert found.systems == ("red", "blue.v2", "refA")
    assert found.segments == ("1", "2", "3")
    np.testing.assert_array_equal(found.values, [[-1, np.nan, 0], [np.nan, -2.5, -3], [np.nan] * 3])
    np.testing.assert_array_equal(found.totals, [-0.5, -2.75, np.nan])
    assert found.document.column() == ["harbour", "harbour", "radio"]
    assert found.domain.names == ("news", "speech")
    assert found.higher_is_better


def test_scores_of_systems_alone_have_no_segments(tree):
    found = tree.human("en-de", "wmt-z")
    assert found.segments == ()
    assert found.totals.tolist() == [0.5]
    assert found.document is None


def test_scores_of_segments_alone_have_no_totals(tree):
    found = tree.human("he-en", "mqm")
    assert found.totals is None
    assert found.values.tolist() == [[-1]]
    assert found.document is None
    assert tree.documents("he-en") is None
    assert tree.systems("he-en") == ()


def test_a_metric_goes_by_its_full_name_or_the_one_it_can_mean(tree):
    assert tree.metric("en-de", "BLEU-refA").totals.tolist() == [2.5, 5.5]
    assert tree.metric("en-de", "BLEU-refA").notes == ("reference refA",)
    assert tree.metric("en-de", "Kiwi-QE").notes == ("no reference",)
    assert [scores.name for scores in tree.metrics("en-de", "refA")] == ["BLEU-refA", "Kiwi-QE-src"]
    with pytest.raises(InputError, match='"BLEU" is one of BLEU-refA, BLEU-refB in en-de; name one'):
        tree.metric("en-de", "BLEU")
    with pytest.raises(InputError, match='did you mean "BLEU-ref'):
        tree.metric("en-de", "BLEU-refX")


def test_texts_are_a_set_and_its_outputs(tree):
    evalset, outputs = tree.texts("en-de")
    assert evalset.name == "harbour25.en-de"
    assert evalset.languages == ("en", "de")
    assert list(evalset.source) == ["one", "two", "three"]
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "refA": ["eins", "zwei", "drei"],
        "refB": ["ein", "zwo", "drei"],
    }
    assert list(outputs["red"]) == ["eins", "zwo", ""]
    with pytest.raises(InputError, match="no reference"):
        tree.texts("he-en")


def test_ratings_are_judgements(tree):
    found = tree.rating("en-de", "mqm")
    assert found.languages == ("en", "de")
    assert len(found) == 1
    with pytest.raises(InputError, match="not among the ratings of en-de"):
        tree.rating("en-de", "mqm.merged")


# --- what is wrong ------------------------------------------------------------------------------------------


def test_a_name_that_is_not_there_is_answered_with_those_that_are(tree):
    with pytest.raises(InputError, match=r'"en-fr" is not among the pairs of languages; .* en-de, he-en'):
        tree.human("en-fr", "mqm")
    with pytest.raises(InputError, match='"mqn" is not among the human scores of en-de; did you mean "mqm"'):
        tree.human("en-de", "mqn")


def test_a_folder_that_is_no_test_set_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        open_tree(str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match="it has none of sources"):
        open_tree(str(tmp_path))
    planted(tmp_path / "sets" / "harbour25", FILES)
    with pytest.raises(InputError, match="name one of its test sets: harbour25"):
        open_tree(str(tmp_path / "sets"))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "human-scores/en-de.mqm.seg.score",
            "red\t1\nred\t2\n",
            '2 scores of the system "red", the set has 3',
        ),
        ("human-scores/en-de.mqm.seg.score", "red\t1\nred\tx\nred\t2\n", 'line 2: "x" is not a number'),
        ("human-scores/en-de.mqm.seg.score", "red\n", "line 1: not SYSTEM<TAB>SCORE"),
        ("human-scores/en-de.mqm.sys.score", "red\t1\nred\t2\n", '2 scores of the system "red"'),
        (
            "documents/en-de.docs",
            "news\nnews\tb\nnews\tc\n",
            "line 1: not DOMAIN and DOCUMENT separated by a space",
        ),
    ],
)
def test_a_damaged_file_says_where_and_why(tmp_path: Path, name: str, text: str, message: str) -> None:
    tree = planted(tmp_path, FILES | {name: text})
    with pytest.raises(InputError, match=message):
        tree.human("en-de", "mqm")


def test_an_output_of_another_length_is_refused(tmp_path: Path) -> None:
    tree = planted(tmp_path, FILES | {"system-outputs/en-de/red.txt": "eins\n"})
    with pytest.raises(InputError, match=r"red.txt: 1 line, the set has 3 segments"):
        tree.texts("en-de")


# --- writing ------------------------------------------------------------------------------------------------


def scores(values: list[list[float]], **more: Any) -> Scores:
    segments = tuple(str(number + 1) for number in range(len(values[0])))
    return Scores("m", ("red", "blue")[: len(values)], segments, np.array(values, dtype=float), **more)


def test_scores_are_written_for_mt_metrics_eval() -> None:
    ours = scores([[1, np.nan], [0.1, -2]])
    assert write_scores(ours, "seg") == "red\t1.0\nred\tNone\nblue\t0.1\nblue\t-2.0\n"
    assert write_scores(ours, "sys") == "red\t1.0\nblue\t-0.95\n"
    assert write_scores(scores([[1, 3]], totals=np.array([7.0])), "sys") == "red\t7.0\n"


def test_error_metrics_are_negated() -> None:
    assert write_scores(scores([[1, 0.5]], higher_is_better=False), "seg") == "red\t-1.0\nred\t-0.5\n"


def test_what_cannot_be_written_says_so() -> None:
    with pytest.raises(OptionError, match='level "doc" is not recognised; choose from seg or sys'):
        write_scores(scores([[1]]), "doc")
    with pytest.raises(InputError, match="no spaces in system names"):
        write_scores(Scores("m", ("a b",), ("1",), np.ones((1, 1))), "seg")


@given(
    st.lists(
        st.lists(st.floats(allow_nan=True, allow_infinity=False), min_size=2, max_size=2),
        min_size=1,
        max_size=2,
    )
)
def test_what_is_written_is_read_again(tmp_path_factory, values):
    given_ = scores(values)
    path = tmp_path_factory.mktemp("scores") / "m.seg.score"
    path.write_text(write_scores(given_, "seg"))
    [found] = read_scores(str(path))
    assert found.systems == given_.systems
    np.testing.assert_array_equal(found.values, given_.values)


# --- the real tree ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wmt23(shared_dir: Path) -> Tree:
    return open_tree(str(shared_dir / "data" / "wmt23"))


def test_wmt23_holds_what_its_organisers_say(wmt23):
    assert wmt23.pairs() == ("en-de", "he-en")
    machines = set(wmt23.systems("en-de")) - set(wmt23.references("en-de"))
    assert len(machines) == 12
    assert set(wmt23.references("en-de")) == {"refA", "synthetic_ref"}
    assert len(set(wmt23.systems("he-en")) - {"refA", "refB"}) == 12
    german = wmt23.human("en-de", "mqm")
    assert len(german.segments) == 557
    assert (german.judged.sum(axis=1) == 460).all()
    assert len(german.systems) == 13
    counts = np.bincount(german.domain.index)
    assert dict(zip(german.domain.names, counts.tolist(), strict=True)) == {
        "news": 139,
        "social": 212,
        "speech": 113,
        "user_review": 93,
    }
    hebrew = wmt23.human("he-en", "mqm")
    assert (hebrew.judged.sum(axis=1) == 820).all()


@pytest.mark.parametrize("pair", ["en-de", "he-en"])
def test_the_totals_of_people_are_the_means_of_their_segments(wmt23, pair):
    found = wmt23.human(pair, "mqm")
    np.testing.assert_allclose(found.means(), found.totals, rtol=1e-12)


def test_the_whole_of_wmt23_is_read_in_a_moment(wmt23):
    before = time.process_time()
    metrics = {pair: wmt23.metrics(pair) for pair in wmt23.pairs()}
    assert time.process_time() - before < 2
    assert {pair: len(found) for pair, found in metrics.items()} == {"en-de": 45, "he-en": 47}
    assert sum(len(scores.segments) > 0 for scores in metrics["en-de"]) == 10
    assert sum(len(scores.segments) > 0 for scores in metrics["he-en"]) == 5
    for found in metrics.values():
        for scores in found:
            assert not np.isnan(scores.totals).any()
            assert not np.isnan(scores.values).any()


@pytest.mark.filterwarnings("ignore:.*byte-order mark")
def test_the_texts_of_wmt23_fit_its_scores(wmt23):
    for pair, segments in (("en-de", 557), ("he-en", 820)):
        evalset, outputs = wmt23.texts(pair)
        assert len(evalset) == segments
        assert set(outputs) >= set(wmt23.human(pair, "mqm").systems)


def test_the_score_files_of_wmt23_come_back(shared_dir: Path) -> None:
    """Numbers are what counts: a few files write 0.49360 or -1 where Python writes 0.4936 and -1.0."""
    files = [
        path
        for path in sorted((shared_dir / "data" / "wmt23").glob("*-scores/**/*.score"))
        if not path.name.endswith(".domain.score")
    ]
    alike = 0
    for path in files:
        [found] = read_scores(str(path))
        text = write_scores(found, "sys" if path.name.endswith(".sys.score") else "seg")
        given_ = path.read_text(encoding="utf-8")
        alike += text == given_
        pairs = zip(text.splitlines(), given_.splitlines(), strict=True)
        assert all(_meaning(ours) == _meaning(theirs) for ours, theirs in pairs), path
    assert len(files) - alike == 9


def _meaning(line: str) -> tuple[str, float | None]:
    system, score = line.split("\t")
    return system, None if score == "None" else float(score)


def test_a_tree_knows_which_of_its_files_were_read(tree):
    assert tree.files == []
    tree.human("en-de", "mqm")
    names = [path.removeprefix(f"{tree.folder}/") for path in tree.files]
    assert names == [
        "documents/en-de.docs",
        "human-scores/en-de.mqm.seg.score",
        "human-scores/en-de.mqm.sys.score",
    ]
    tree.human("en-de", "mqm")
    assert len(tree.files) == 3
