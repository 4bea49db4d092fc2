"""The best choice from n-best lists, against every choice there is where there are few."""

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay.comparison.oracle import find_oracles
from assay.data import EvalSet, NBest
from assay.errors import InputError, MismatchError
from assay.io.texts.textfiles import read_nbest
from assay.metrics import parse_metric
from support.metric_scores import evalset, stats

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=5).map(" ".join)
LISTS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=3)


def nbest_of(lists: list[list[str]]) -> NBest:
    ends = np.cumsum([0, *map(len, lists)]).tolist()
    return NBest("list", tuple(text for texts in lists for text in texts), tuple(ends))


def references(texts: list[str]) -> EvalSet:
    return evalset([texts])


@pytest.mark.parametrize("name", ["rouge", "ribes", "ter", "wer", "chrf"])
@given(segments=LISTS)
@example(segments=[("a", ["a"]), ("b a", ["a", "a b"]), ("a b", ["", "a a"])])
@settings(max_examples=40)
def test_no_choice_is_better(name: str, segments: list[tuple[str, list[str]]]) -> None:
    texts, lists = [reference for reference, _ in segments], [outputs for _, outputs in segments]
    [oracle] = find_oracles(references(texts), nbest_of(lists), [parse_metric(name)])
    scores = [stats(name, list(choice), [texts]).total() for choice in product(*lists)]
    sign = 1 if oracle.metric.higher_is_better else -1
    ends = [sign * score for score in (oracle.best, oracle.first, oracle.worst)]
    assert ends == sorted(ends, reverse=True)
    own = [outputs[place] for outputs, place in zip(lists, oracle.chosen, strict=True)]
    assert oracle.best == pytest.approx(stats(name, own, [texts]).total(), rel=1e-12)
    if name in (
        "rouge",
        "ribes",
        "wer",
        "ter",
    ):  # means, and rates over one reference length: exchanges reach the best
        assert oracle.best == pytest.approx(sign * max(sign * score for score in scores), rel=1e-9, abs=1e-9)


def test_the_choice_is_for_the_set_not_for_its_segments() -> None:
    """BLEU of a pair of words alone is 0: only together with another segment does the right one help."""
    lists = [["the small boat left the harbour"], ["no", "good night"]]
    texts = ["the small boat left the harbour", "good night"]
    [oracle] = find_oracles(references(texts), nbest_of(lists), [parse_metric("bleu")])
    assert (oracle.best, oracle.chosen, oracle.kept) == (100, (0, 1), 0.5)


def written(path: Path, text: str) -> str:
    (path / "list").write_text(text, encoding="utf-8")
    return str(path / "list")


@pytest.mark.parametrize("first", [0, 1])
def test_lists_are_read_from_zero_or_one(tmp_path: Path, first: int) -> None:
    rows = [f"{first} ||| a b ||| f=1 ||| -1", f"{first} |||  c ", f"{first + 1} ||| ||| -2"]
    nbest = read_nbest(written(tmp_path, "\n".join(rows)))
    assert (nbest.texts, nbest.starts, len(nbest)) == (("a b", "c", ""), (0, 2, 3), 2)
    assert [nbest.texts[start:end] for start, end in pairwise(nbest.starts)] == [("a b", "c"), ("",)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a plain line", "line 1: not"),
        ("0 ||| a\n2 ||| b", "line 2: segment 2 where 0 or 1 was expected"),
        ("0 ||| a\n1 ||| b\n0 ||| c", "line 3: segment 0 where 1 or 2 was expected"),
        ("7 ||| a", "segment 7 where 0 or 1 was expected"),
        ("x ||| a", "line 1: not"),
        ("٣ ||| a", "line 1: not"),
        (f"{'9' * 6000} ||| a", "line 1: not"),
    ],
)
def test_what_is_no_list_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_nbest(written(tmp_path, text))


def test_lists_of_another_set_are_refused() -> None:
    with pytest.raises(MismatchError, match="lists for 1 segment, the references have 2"):
        find_oracles(references(["a", "b"]), nbest_of([["a"]]), [parse_metric("wer")])
