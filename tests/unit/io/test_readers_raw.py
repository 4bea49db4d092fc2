"""Files that other readers refuse are read, and what was wrong is noted."""

import gzip
from pathlib import Path

from assay.io.raw_files import BadByte, raw_lines, read_raw


def write(folder: Path, data: bytes, name: str = "a.txt") -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def test_plain_text(tmp_path: Path) -> None:
    file = read_raw(write(tmp_path, "a\r\nb\u2028c\n\nd".encode()))
    assert file.lines == ("a", "b\u2028c", "", "d")
    assert (file.returns, file.ends, file.mark, file.bad) == (1, False, False, ())


def test_bad_bytes_have_their_place(tmp_path: Path) -> None:
    file = read_raw(
        write(tmp_path, "ä ok\nstra\xdfe ü\xe9\n".encode("latin-1").replace(b"\xe4", "ä".encode()))
    )
    assert file.bad == (BadByte(2, 5, 0xDF),)
    assert file.bad_count == 3
    assert file.lines[0] == "ä ok"


def test_marks_and_wide_encodings(tmp_path: Path) -> None:
    assert read_raw(write(tmp_path, b"\xef\xbb\xbfa\n")).mark
    wide = read_raw(write(tmp_path, "a\nä\n".encode("utf-16")))
    assert wide.lines == ("a", "ä")
    assert wide.encoding == "UTF-16LE"


def test_empty_files_and_gzip(tmp_path: Path) -> None:
    assert read_raw(write(tmp_path, b"")).lines == ()
    assert read_raw(write(tmp_path, gzip.compress(b"a\nb\n", mtime=0), "a.gz")).lines == ("a", "b")


def test_lines_of_a_training_text_come_one_by_one(tmp_path: Path) -> None:
    assert list(raw_lines(write(tmp_path, b"a\r\n\xff b\n\nc"))) == ["a", "\ufffd b", "", "c"]
    assert list(raw_lines(write(tmp_path, b""))) == []
