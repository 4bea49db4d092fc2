"""Files of word pairs."""

from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io.knowledge import read_pairs


def test_pairs_are_two_words_a_line(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("big\tlarge\r\n\n 中 \t国\n", encoding="utf-8")
    pairs = read_pairs(str(path))
    assert pairs.words == (("big", "large"), ("中", "国"))
    assert len(pairs.digest) == 12


@pytest.mark.parametrize("line", ["big", "big large", "big\t", "a\tb\tc", "in charge\tresponsible"])
def test_other_lines_are_refused_with_their_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(f"a\tb\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"pairs\.tsv:2: .* two words"):
        read_pairs(str(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tsv"):
        read_pairs(str(tmp_path / "none.tsv"))
