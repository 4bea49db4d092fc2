"""What is known beside the texts: counts and links as they stand in their files, and which line is wrong."""

from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io.knowledge import read_counts, read_links


def written(folder: Path, text: str) -> str:
    path = folder / "given.txt"
    path.write_text(text, encoding="utf-8", newline="\n")
    return str(path)


def test_counts_are_read_with_what_stands_before_the_last_tab(tmp_path: Path) -> None:
    assert read_counts(written(tmp_path, "the\t12\na b\t3\nx\ty\t007\n\t5\n")) == {
        "the": 12,
        "a b": 3,
        "x\ty": 7,
        "": 5,
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the\t1\nof 2\n", "line 2.*not a word"),
        ("the\t1\nof\t\n", "line 2.*not a word"),
        ("the\t1\nof\t-2\n", "line 2.*not a word"),
        ("the\t1\nof\t٣\n", "line 2.*not a word"),
        ("the\t1\nof\t1_0\n", "line 2.*not a word"),
        ("the\t1\nof\t2\nthe\t3\n", "line 3.*occurs twice"),
    ],
)
def test_a_count_that_is_none_is_refused_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_counts(written(tmp_path, text))


def test_links_are_read_line_by_line(tmp_path: Path) -> None:
    found = read_links(written(tmp_path, "0-0 1-2\n\n 3-4\t10-11 \n"))
    assert found == [[(0, 0), (1, 2)], [], [(3, 4), (10, 11)]]


@pytest.mark.parametrize("link", ["1", "1-", "-1", "1-2-3", "1-2,", "a-b", "1–2", "1 - 2"])
def test_a_link_that_is_none_is_refused_with_its_line(tmp_path: Path, link: str) -> None:
    with pytest.raises(InputError, match=r"line 2.*is not an alignment link"):
        read_links(written(tmp_path, f"0-0\n0-1 {link}\n"))
