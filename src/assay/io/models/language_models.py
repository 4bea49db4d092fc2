"""Language models of n-grams: ARPA files, plain or gzip, and binary files of KenLM, which are read where they lie."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryDirectory, gettempdir

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.errors import InputError
from assay.io.opening import Named, Source, contents, label
from assay.io.sides.beside import text_columns

SPACE = 32  # the code of a blank: below it are controls, such as tabs
KENLM = b"mmap lm http://kheafield.com/code"


def read_language_model(path: Named) -> kernel.LanguageModel:
    """Read a model; an error says what is wrong, and in which line."""
    name = str(path)
    if not Source.of(path).in_memory and os.path.isfile(name) and _starts_with(name, KENLM):
        # What is looked up comes into memory
        return _read_kenlm(name, np.memmap(name, dtype=np.uint8, mode="r"))
    data = contents(path)
    if data.startswith(KENLM):
        return _read_kenlm(name, np.frombuffer(data, dtype=np.uint8))
    try:
        return kernel.read_arpa(np.frombuffer(data, dtype=np.uint8))
    except kernel.BadModelError as error:
        raise InputError(f"{label(path)}: {error}; check the path, or copy the file again") from None


def _starts_with(path: str, mark: bytes) -> bool:
    with open(path, "rb") as stream:
        return stream.read(len(mark)) == mark


def _read_kenlm(path: str, data: NDArray[np.uint8]) -> kernel.LanguageModel:
    try:
        return kernel.read_kenlm(data)
    except kernel.BadModelError as error:
        raise InputError(
            f"{label(path)} is a binary file of KenLM that cannot be read: {error}; give the ARPA file that it was "
            "made from, or run build_binary again, without -q, -b, -a and -r"
        ) from None


def train_arpa(
    paths: Sequence[str], order: int, memory: int, *, lowercase: bool = False, packed: bool = False
) -> Iterator[bytes]:
    """Train a model on files of text, one sentence a line, and yield its own file in parts, which may be `packed`."""
    read: list[tuple[str, int]] = []
    with TemporaryDirectory(prefix="assay-lm-") as folder:
        try:
            sentences = _sentences(paths, lowercase, read)
            training = kernel.train_language_model(sentences, order, folder, memory=memory)
            parts = kernel.arpa_parts(training)
            yield from _packed(parts) if packed else parts
        except kernel.OutOfMemoryError:
            raise InputError("the words of the text alone need more memory; give --memory more") from None
        except kernel.BadModelError as error:
            raise InputError(f"{_in_file(str(error), read)}; take it out of the text") from None
        except kernel.SpillError as error:
            where = f"the temporary folder {gettempdir()}"
            raise InputError(
                f"{where}: {error}; set TMPDIR to a folder with room, or give --memory more"
            ) from None


def _sentences(paths: Sequence[str], lowercase: bool, read: list[tuple[str, int]]) -> Iterator[kernel.Texts]:
    """Yield the sentences of all files, a block at a time; note which files were `read`, and the lines of each."""
    wordless = True
    for path in paths:
        read.append((path, 0))
        for column in text_columns(path):
            wordless = wordless and not (column.data > SPACE).any()
            yield (column.lower() if lowercase else column).texts
            read[-1] = (path, read[-1][1] + len(column))
    if wordless:
        raise InputError(
            f"{', '.join(map(label, paths))}: no line has a word; give text, one sentence a line"
        )


def _in_file(words: str, read: Sequence[tuple[str, int]]) -> str:
    """Name file and line in place of the number of a sentence, which is counted over all files."""
    return re.sub(r"sentence (\d+)", lambda match: _place(int(match[1]), read), words, count=1)


def _place(sentence: int, read: Sequence[tuple[str, int]]) -> str:
    # The last file is the one being read
    (path, _), before = read[-1], sum(lines for _, lines in read[:-1])
    return f"{label(path)}, line {sentence - before},"


def _packed(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Pack parts as gzip, without a time."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    yield from filter(None, map(packer.compress, parts))
    yield packer.flush()
