"""Lines: what ends one, what is UTF-8, gzip, and agreement with the same rules in plain Python."""

import gzip
import io
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayWarning, InputError
from assay.io import opening
from assay.io.texts import lines
from assay.io.texts.lines import LineReader, columns, split_lines, text_lines


def plain(data: bytes) -> list[str]:
    """Split by the rule as the documentation words it."""
    parts = data.split(b"\n")
    last = parts.pop()
    kept = [part[:-1] if part.endswith(b"\r") else part for part in parts]
    return [part.decode("utf-8") for part in kept + ([last] if last else [])]


def read(path: str) -> list[str]:
    with opening.opened(path) as stream:
        return list(LineReader(path, stream).take(10**9))


def write(path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


TEXTS = st.text(st.sampled_from("ab \r\n\t\x0b\x0c\x85\u2028é😀"), max_size=40)


@given(TEXTS)
def test_split_lines_follows_the_rule(text):
    assert list(split_lines(text.encode())) == plain(text.encode())


@given(TEXTS)
def test_text_lines_follows_the_same_rule(text):
    assert text_lines(text) == plain(text.encode())


@given(TEXTS.filter(bool), st.lists(st.integers(0, 160), max_size=6))
def test_block_boundaries_do_not_show(text, cuts):
    data = text.encode()
    edges = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    blocks = [data[a:b] for a, b in pairwise(edges)]
    assert [line for column in columns("x", blocks) for line in column] == plain(data)


@given(TEXTS.filter(bool), st.integers(1, 5))
def test_take_gives_the_rows_asked_for(text, rows):
    reader = LineReader("x", io.BytesIO(text.encode()))
    parts = []
    while len(part := reader.take(rows)):
        parts.append(list(part))
    assert [line for part in parts for line in part] == plain(text.encode())
    assert all(len(part) == rows for part in parts[:-1])


@pytest.mark.parametrize(
    "separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\r"]
)
def test_only_line_feeds_end_a_line(tmp_path: Path, separator: str) -> None:
    path = write(tmp_path / "a.txt", f"a{separator}b\nc\r\nd".encode())
    assert read(path) == [f"a{separator}b", "c", "d"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\n", ["a"]),
        (b"a", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"\n", [""]),
        (b"\r\n", [""]),
        (b"\n\nb", ["", "", "b"]),
        (b"a\r\r\nb", ["a\r", "b"]),
        (b"a\nb\r", ["a", "b\r"]),
        (b"\na\r", ["", "a\r"]),
        (b" a \n", [" a "]),
        (b"a\x00b\n", ["a\x00b"]),
    ],
)
def test_ends_of_lines_and_files(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    assert read(write(tmp_path / "a.txt", data)) == expected


def test_undecodable_byte_is_located(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "é\nab".encode() + b"\xe9cd\nx\n")
    with pytest.raises(InputError, match=r"a\.txt, line 2, byte 3: 0xE9 is not UTF-8"):
        read(path)


def test_undecodable_byte_is_located_in_later_blocks() -> None:
    blocks = iter([b"a\nb\nc", b"c\nd\nok\xffno\n"])
    with pytest.raises(InputError, match=r"line 5, byte 3: 0xFF"):
        list(columns("x", blocks))


@pytest.mark.parametrize("data", [b"ab\xc3", b"\xed\xa0\x80\n", b"\xc0\xaf\n", b"\xf5\x80\x80\x80\n"])
def test_truncated_surrogate_overlong_and_out_of_range(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError, match="is not UTF-8"):
        read(write(tmp_path / "a.txt", data))


@pytest.mark.parametrize("encoding", ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
def test_wide_encodings_are_named(tmp_path: Path, encoding: str) -> None:
    path = write(tmp_path / "a.txt", "\ufeffab\n".encode(encoding))
    with pytest.raises(
        InputError, match=rf"the file is {encoding}, not UTF-8; .* iconv -f {encoding[:-2]} -t"
    ):
        read(path)


def test_byte_order_mark_is_dropped_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n")
    with pytest.warns(AssayWarning, match=r"a\.txt: the byte-order mark"):
        assert read(path) == ["a", "\ufeffb"]


@pytest.mark.filterwarnings("ignore::assay.errors.AssayWarning")
@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_empty_file(tmp_path, data):
    path = write(tmp_path / "a.txt", data)
    with pytest.raises(InputError, match=r"a\.txt: the file is empty"):
        read(path)


@pytest.mark.parametrize("name", ["a.gz", "a.txt", "a"])
def test_gzip_is_seen_by_its_first_bytes(tmp_path: Path, name: str) -> None:
    assert read(write(tmp_path / name, gzip.compress("é\nb\n".encode(), mtime=0))) == ["é", "b"]


def test_gzip_of_several_members_and_padding(tmp_path: Path) -> None:
    data = gzip.compress(b"a\nb", mtime=0) + gzip.compress(b"c\n", mtime=0) + b"\0" * 512
    assert read(write(tmp_path / "a.gz", data)) == ["a", "bc"]


def test_gzip_larger_than_a_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BLOCK", 64)
    expected = [str(number) * 5 for number in range(2000)]
    data = gzip.compress(b"aaaa" * 1000 + b"\n", mtime=0) + gzip.compress("\n".join(expected).encode())
    assert read(write(tmp_path / "a.gz", data)) == ["aaaa" * 1000, *expected]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (gzip.compress(b"abc" * 99, mtime=0)[:-9], "end too early"),
        (gzip.compress(b"abc", mtime=0) + b"rubbish", "damaged gzip"),
        (b"\x1f\x8b\x08\x00rubbish rubbish", "damaged gzip"),
        (b"\x1f\x8b", "end too early"),
        (b"plain\n", "not gzip, though its name"),
    ],
)
def test_bad_gzip(tmp_path, data, message):
    with pytest.raises(InputError, match=message):
        read(write(tmp_path / "a.gz", data))


def test_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 1 << 20)
    monkeypatch.setattr(opening, "BLOCK", 1 << 16)
    with pytest.raises(InputError, match="a line is longer than 1 MiB"):
        read(write(tmp_path / "a.gz", gzip.compress(b"\0" * (1 << 22), mtime=0)))


def test_missing_file_suggests_a_near_name(tmp_path: Path) -> None:
    write(tmp_path / "hypothesis.txt", b"a\n")
    with pytest.raises(InputError, match=r"no such file; did you mean .*hypothesis\.txt"):
        read(str(tmp_path / "hypotesis.txt"))
    with pytest.raises(InputError, match=r"zzz: no such file; check the path"):
        read(str(tmp_path / "zzz"))
    with pytest.raises(InputError, match="no directory"):
        read(str(tmp_path / "nowhere" / "a.txt"))


def test_directory_where_a_file_was_meant(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a directory, not a file"):
        read(str(tmp_path))


def test_permission_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"a\.txt: permission denied; .*chmod"):
        read(str(tmp_path / "a.txt"))


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000])
def test_impossible_paths(path):
    with pytest.raises(InputError, match="cannot be read"):
        read(path)


def test_names_that_cannot_be_printed_are_escaped() -> None:
    with pytest.raises(InputError) as caught:
        read("\udcff\x1b[31m\n.txt")
    assert str(caught.value).isprintable()


def test_read_error_in_the_middle() -> None:
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise OSError(5, "Input/output error")

    with pytest.raises(InputError, match=r"x: cannot be read: Input/output error"):
        LineReader("x", Broken()).take(1)


def test_standard_input_is_read_and_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(b"a\nb\n", mtime=0)))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read("-") == ["a", "b"]
    assert not stdin.closed


def test_standard_input_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        read("-")
