"""Numbers of any length in files of knowledge and weights: a message that says where, never a traceback."""

from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io import read_links, read_weights
from assay.io.knowledge import read_counts

LONG = "9" * 5000


@pytest.mark.parametrize("digits", ["1" + "0" * 30, LONG])
def test_counts_and_links_have_few_digits(tmp_path: Path, digits: str) -> None:
    path = tmp_path / "file"
    path.write_text(f"a\t1\nb\t{digits}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 2: .* a number of at most 15 digits"):
        read_counts(str(path))
    for line in (f"0-0 {digits}-1", f"0-0 x {digits}-1", f"{digits}-1"):
        path.write_text(f"0-0\n{line}\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"line 2: .* is not an alignment link"):
            read_links(str(path))


@pytest.mark.parametrize("weight", ["1e300", "1" + "0" * 400, "inf", "nan", LONG, "[" * 3000])
def test_weights_are_numbers_that_can_be_added(tmp_path: Path, weight: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(f"[[rule]]\nweight = {weight}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"weights.toml"):
        read_weights(path)
