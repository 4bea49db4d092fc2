"""Editing replayed: the native kernel against its twin on random changes, and what a change outside a text does."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

Changes = list[tuple[int, int, str]]
LETTERS = st.text("ab \t\u00a0é\u0301\U0001f600\u05d0\u3000\u200b", max_size=6)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, Changes]:
    text, changes = draw(LETTERS), Changes()
    size = len(text)
    for _ in range(draw(st.integers(0, 12))):
        at = draw(st.integers(0, size))
        removed = draw(st.integers(0, min(3, size - at)))
        inserted = draw(LETTERS)
        changes.append((at, removed, inserted))
        size += len(inserted) - removed
    return text, changes


def points(texts: list[str]) -> kernel.PointColumn:
    data = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    return kernel.PointColumn(data, np.cumsum([0, *map(len, texts)]).astype(np.int64))


def replayed(texts: list[str], changes: list[Changes], threads: int = 1) -> list[tuple[str, tuple[int, ...]]]:
    flat = [change for own in changes for change in own]
    columns = kernel.TextChanges(
        np.array([at for at, _, _ in flat], np.int64),
        np.array([removed for _, removed, _ in flat], np.int64),
        points([inserted for _, _, inserted in flat]),
        np.cumsum([0, *map(len, changes)]).astype(np.int64),
    )
    result = kernel.replay_edits(points(texts), columns, threads=threads)
    final, ends = result.texts
    rows = [final[ends[row] : ends[row + 1]].tobytes().decode("utf-32-le") for row in range(len(texts))]
    return list(zip(rows, map(tuple, result.counts.tolist()), strict=True))


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine draws slowly
@given(st.lists(edited(), max_size=3), st.sampled_from([1, 3]))
def test_texts_and_counts_are_those_of_the_twin(edits: list[tuple[str, Changes]], threads: int) -> None:
    expected = [reference.replay_edits(text, changes) for text, changes in edits]
    assert replayed([text for text, _ in edits], [changes for _, changes in edits], threads) == expected


@pytest.mark.parametrize(
    ("text", "changes", "final", "counts"),
    [
        ("the old cat", [(4, 3, "young")], "the young cat", (1, 1, 0, -1)),
        ("the cat", [(4, 0, "old ")], "the old cat", (1, 1, 0, -1)),
        ("the cat", [(4, 0, "o"), (5, 0, "x"), (5, 1, "l"), (6, 0, "d ")], "the old cat", (1, 1, 1, -1)),
        ("the cat", [(3, 1, "")], "thecat", (1, 2, 0, -1)),
        ("the old cat", [(3, 4, "")], "the cat", (1, 1, 0, -1)),
        ("the old cat", [(0, 1, "T"), (8, 3, "dog")], "The old dog", (2, 2, 0, -1)),
        ("cat", [(3, 0, "s"), (3, 1, "")], "cat", (1, 1, 1, -1)),
        ("a  b", [(1, 1, "")], "a b", (1, 0, 0, -1)),
        ("", [(0, 0, "good morning")], "good morning", (1, 2, 0, -1)),
    ],
)
def test_words_that_were_touched(text: str, changes: Changes, final: str, counts: tuple[int, ...]) -> None:
    assert replayed([text], [changes]) == [(final, counts)]
    assert reference.replay_edits(text, changes) == (final, counts)


@pytest.mark.parametrize("change", [(4, 0, "x"), (-1, 0, "x"), (2, 2, ""), (0, -1, ""), (0, 2**62, "")])
def test_the_first_change_outside_its_text_is_named(change: tuple[int, int, str]) -> None:
    [(_, counts), (other, fine)] = replayed(["cat", "dog"], [[(0, 1, "h"), change], [(0, 1, "h")]])
    assert counts[3] == 1
    assert (other, fine) == ("hog", (1, 1, 0, -1))


def test_columns_that_do_not_fit_are_refused() -> None:
    changes = kernel.TextChanges(
        np.zeros(1, np.int64), np.zeros(1, np.int64), points(["a"]), np.array([0, 2], np.int64)
    )
    with pytest.raises(ValueError, match="offsets must rise"):
        kernel.replay_edits(points(["x"]), changes)
    with pytest.raises(ValueError, match="every text needs its changes"):
        kernel.replay_edits(points(["x", "y"]), changes._replace(offsets=np.array([0, 1], np.int64)))
