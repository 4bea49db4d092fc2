"""NIST: the table of information, its merging, mteval's token 0, and NLTK where the definitions agree."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.cli import main
from assay.errors import InputError, OptionError
from assay.metrics.ngrams.information import Information
from assay.metrics.ngrams.nist import Nist
from assay.metrics.specs import parse_metric, signature_of
from assay.resources import Resources
from assay.text.column import Column
from support.metric_scores import evalset, stats
from support.program import HARBOUR
from support.strategies import tokens

ONE = Resources(threads=1)
columns = st.lists(tokens(12).map(lambda row: " ".join(map(str, row))), min_size=1, max_size=6)


def ngrams(table: Information) -> dict[tuple[str, ...], tuple[int, float]]:
    """Spell every n-gram of a table with its count and its information."""
    spelled: list[tuple[str, ...]] = []
    for head, last in zip(table.heads.tolist(), table.lasts.tolist(), strict=True):
        spelled.append((*(spelled[head] if head >= 0 else ()), table.words[last]))
    values = zip(table.counts.tolist(), table.values().tolist(), strict=True)
    return dict(zip(spelled, values, strict=True))


def test_information_is_what_the_formula_says() -> None:
    table = ngrams(Information.of(Column.of(["a b", "a c", "b"]), 2))
    counts = {("a",): 2, ("b",): 2, ("c",): 1, ("a", "b"): 1, ("a", "c"): 1}
    assert {ngram: count for ngram, (count, _) in table.items()} == counts
    assert {ngram: information for ngram, (_, information) in table.items()} == pytest.approx(
        {
            ("a",): math.log2(5 / 2),
            ("b",): math.log2(5 / 2),
            ("c",): math.log2(5),
            ("a", "b"): 1,
            ("a", "c"): 1,
        }
    )


def test_a_single_0_is_no_beginning_as_in_mteval() -> None:
    found = ngrams(Information.of(Column.of(["0 a", "1 a", "0 0 b"]), 3))
    assert found["0", "a"][1] == pytest.approx(math.log2(7 / 1))
    assert found["1", "a"][1] == 0
    assert found["0", "0", "b"][1] == 0  # "0 0" is true in Perl


@given(st.lists(columns, min_size=1, max_size=3), st.integers(1, 5))
@settings(max_examples=150)
def test_merged_shards_are_the_table_of_the_whole(shards: list[list[str]], order: int) -> None:
    parts = [Information.of(Column.of(shard), order) for shard in shards]
    merged = parts[0]
    for part in parts[1:]:
        merged = merged + part
    whole = Information.of(Column.of([line for shard in shards for line in shard]), order)
    assert ngrams(merged) == ngrams(whole)
    weights = [merged.weights(part) for part in parts]
    assert np.array_equal(np.concatenate(weights, axis=1), whole.weights(whole))


def test_shards_with_the_merged_table_score_as_the_whole_set() -> None:
    metric = Nist()
    streams: list[list[str | None]] = [
        ["the cat sat on the mat", "0 to 10", "", "it rains"],
        ["a cat sat there", None, "x", None],
    ]
    outputs = ["the cat is on the mat", "0 to 9", "x", "rain"]
    whole = evalset(streams)
    shards = [(whole.part(0, 2), outputs[:2]), (whole.part(2, 4), outputs[2:])]
    first, second = (metric.information(shard, ONE) for shard, _ in shards)
    rows = [metric.prepare_with(first + second, shard, ONE)(lines) for shard, lines in shards]
    assert np.array_equal(np.concatenate(rows), stats(metric, outputs, streams).rows)


def test_short_output_is_halved_at_two_thirds() -> None:
    totals = np.array([*[0.0] * 10, 2.0, 3.0])
    assert Nist().length_penalty(totals) == pytest.approx(0.5)


def test_an_empty_set_of_words_scores_0() -> None:
    assert stats("nist", ["", "a"], [["", ""]]).total() == 0


def test_orders_below_one_are_refused() -> None:
    with pytest.raises(OptionError, match="order"):
        Nist(order=0)


words = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "1", "2"]), min_size=5, max_size=12)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=5))
@settings(max_examples=60)
def test_nltk_agrees_with_one_reference(pairs: list[tuple[list[str], list[str]]]) -> None:
    """NLTK takes each reference by itself, divides by zero for an order without n-grams, and knows no odd 0."""
    nist_score = pytest.importorskip("nltk.translate.nist_score", reason="pip install nltk")
    expected = nist_score.corpus_nist([[ref] for _, ref in pairs], [hyp for hyp, _ in pairs])
    outputs, references = ([" ".join(pair[side]) for pair in pairs] for side in (0, 1))
    assert stats("nist:tok=none,lowercase=no", outputs, [references]).total() == pytest.approx(
        expected, rel=1e-9
    )


def test_a_table_from_a_file_has_the_digits_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        name: (HARBOUR / f"{name}.en.txt").read_text("utf-8").splitlines()
        for name in ("alder", "reference-a")
    }
    whole = stats(Nist(), texts["alder"], [texts["reference-a"]])
    for name, lines in texts.items():
        Path(f"{name}.1").write_text("".join(f"{line}\n" for line in lines[:30]), encoding="utf-8")
        Path(f"{name}.2").write_text("".join(f"{line}\n" for line in lines[30:]), encoding="utf-8")
    assert main.main(["nist-table", "reference-a.2", "reference-a.1", "-o", "set.table"]) == 0
    metric = parse_metric("nist:table=set.table")
    alone = [
        stats(metric, texts["alder"][rows], [texts["reference-a"][rows]])
        for rows in (slice(30), slice(30, None))
    ]
    assert np.array_equal(np.concatenate([each.rows for each in alone]), whole.rows)
    assert not metric.fits_corpus
    assert parse_metric(signature_of(metric, (1, 1))) == metric
    shards = ["map", "a=alder.*", "-r", "reference-a.*", "-m", "nist:table=set.table", "-o", "parts", "-q"]
    assert main.main(shards) == 0
    capsys.readouterr()
    assert main.main(["merge", "parts", "--format", "csv"]) == 0
    assert float(capsys.readouterr().out.split(",")[-1]) == whole.total()
    assert not list(Path("parts").glob("*.table"))


@pytest.mark.parametrize(
    ("reference", "option", "told"),
    [
        ("the bus was late", "", 'the word "bus"'),
        ("late was the ferry", "", 'the n-gram "late was"'),
        ("the ferry was late", ",tok=intl", "counts otherwise"),
        ("the ferry was late", ",order=4", "counts otherwise"),
    ],
)
def test_a_table_of_something_else_is_refused(tmp_path: Path, reference: str, option: str, told: str) -> None:
    (tmp_path / "ref").write_text("the ferry was late\n", encoding="utf-8")
    assert main.main(["nist-table", str(tmp_path / "ref"), "-o", str(tmp_path / "table")]) == 0
    with pytest.raises(InputError, match=told):
        stats(parse_metric(f"nist:table={tmp_path / 'table'}{option}"), ["a"], [[reference]])


@pytest.mark.parametrize("words", [["x"], ["x", "-m", "bleu", "-o", "t"], ["-o", "t"], ["nosuch", "-o", "t"]])
def test_what_makes_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x").write_text("a\n", encoding="utf-8")
    assert main.main(["nist-table", *words]) in (1, 2)
    assert not Path("t").exists()
