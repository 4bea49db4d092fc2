"""TER's corners: empty sides, several references, kinds of edit, limits of the search."""

import pytest

from support.metric_scores import stats

COLUMNS = ("edits", "length", "insertions", "deletions", "substitutions", "shifts", "shifted_words")


def row(metric: str, output: str, *references: str) -> dict[str, float]:
    found = stats(metric, [output], [[reference] for reference in references])
    assert found.metric.columns == COLUMNS
    return dict(zip(COLUMNS, found.rows[0].tolist(), strict=True))


@pytest.mark.parametrize(
    ("output", "reference", "score"),
    [("", "", 0), ("", "a b", 100), ("a b", "", 100), ("a", "a", 0), ("a b c", "d", 300)],
)
def test_an_empty_side_is_no_division_by_zero(output: str, reference: str, score: float) -> None:
    assert stats("ter", [output], [[reference]]).total() == score


def test_edits_of_a_segment_with_an_empty_reference_still_count() -> None:
    found = stats("ter", ["", "a b c", ""], [["a b c", "", ""]])
    assert found.total() == pytest.approx(200)
    assert found.each().tolist() == [100, 100, 0]


def test_kinds_of_edit_are_named_as_tercom_names_them() -> None:
    assert row("ter", "a b x", "a b") == {
        **dict.fromkeys(COLUMNS, 0),
        "edits": 1,
        "length": 2,
        "insertions": 1,
    }
    assert row("ter", "a", "a b") == {**dict.fromkeys(COLUMNS, 0), "edits": 1, "length": 2, "deletions": 1}
    assert row("ter", "a x", "a b") == {
        **dict.fromkeys(COLUMNS, 0),
        "edits": 1,
        "length": 2,
        "substitutions": 1,
    }
    moved = row("ter", "c d e a b", "a b c d e")
    assert (moved["edits"], moved["shifts"], moved["shifted_words"]) == (1, 1, 2)


def test_edits_are_the_sum_of_their_kinds() -> None:
    found = row("ter", "d e f x a b c q", "a b c d e f g h")
    assert found["edits"] == sum(found[kind] for kind in COLUMNS[2:6])


def test_fewest_edits_decide_and_the_length_is_the_mean() -> None:
    found = row("ter", "a b c", "a b x", "a b c d e f g h")
    assert found["edits"] == 1
    assert found["length"] == 5.5


def test_a_shift_counts_once_however_long() -> None:
    assert row("ter", "x a b c d e f", "a b c d e f x")["edits"] == 1


def test_limits_hold() -> None:
    words = [chr(ord("a") + place) for place in range(12)]
    output, reference = " ".join(words[6:] + words[:6]), " ".join(words)
    assert row("ter", output, reference)["edits"] == 1
    assert row("ter:shift_size=0", output, reference)["edits"] == 12
    assert row("ter:shift_size=5", output, reference)["edits"] > 1
    assert row("ter:shift_distance=0", output, reference)["edits"] > 1


@pytest.mark.parametrize(
    ("metric", "output", "reference"),
    [
        ("ter", "THE Cat", "the cat"),
        ("ter:normalize", "Hello, world.", "Hello , world ."),
        ("ter:normalize", "it &amp; more", "it & more"),
        ("ter:punctuation=no", "Hello, world!", "hello world"),
        ("ter:normalize,cjk", "我在", "我 在"),
        ("ter:punctuation=no,cjk", "好。", "好"),
    ],
)
def test_options_make_text_equal(metric: str, output: str, reference: str) -> None:
    assert stats(metric, [output], [[reference]]).total() == 0


def test_options_are_off_by_default() -> None:
    assert stats("ter:lowercase=no", ["THE cat"], [["the cat"]]).total() == 50
    assert stats("ter", ["Hello, world."], [["Hello , world ."]]).total() > 0
