"""A file that is twice as long takes twice as long to read, in whatever way it is long: never four times."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest

from assay.errors import AssayError
from assay.io import Named, Source, contents, read_postedits, read_scores, read_table, read_units
from assay.io.lexicons import read_thesaurus
from assay.io.texts.columns import parse_columns

TMX = '<tmx version="1.4"><header srclang="de"/><body><tu tuid="1">{}</tu></body></tmx>'
LOG = b'{"assay": "post-editing log", "version": 1}\n{"unit": "1", "editor": "a", "segment": "1"}\n'
TEXT = "<seg>a</seg>"


def table(path: Named) -> object:
    return read_table(path, parse_columns([]), None)


# What reads a file, how it is long, and how often: so that a quadratic reader would take seconds.
LONG: dict[str, tuple[Callable[..., object], Callable[[int], bytes], int]] = {
    "empty members.gz": (contents, lambda n: gzip.compress(b"", mtime=0) * n + gzip.compress(b"x\n"), 25_000),
    "members of a line.gz": (contents, lambda n: gzip.compress(b"a line\n", mtime=0) * n, 25_000),
    "padded members.gz": (contents, lambda n: (gzip.compress(b"a\n", mtime=0) + bytes(40)) * n, 25_000),
    "zeros behind.gz": (contents, lambda n: gzip.compress(b"a\n", mtime=0) + bytes(100 * n), 25_000),
    "streams.xz": (contents, lambda n: lzma.compress(b"a line\n", preset=0) * n, 1_000),
    "lines of a text.po": (
        read_units,
        lambda n: b'msgid ""\n' + b'"some text"\n' * n + b'msgstr "b"\n',
        60_000,
    ),
    "entries.po": (
        read_units,
        lambda n: b"".join(b'msgid "%d"\nmsgstr "b"\n\n' % at for at in range(n)),
        10_000,
    ),
    "languages.tmx": (
        read_units,
        lambda n: TMX.format("".join(f'<tuv xml:lang="x{at}">{TEXT}</tuv>' for at in range(n))).encode(),
        10_000,
    ),
    "tags.tmx": (
        read_units,
        lambda n: TMX.format(f'<tuv xml:lang="x"><seg>{"a<ph/>" * n}</seg></tuv>').encode(),
        30_000,
    ),
    "references.jsonl": (
        table,
        lambda n: b'{"source": "a", "system": "b", "reference": [' + b", ".join([b'"c"'] * n) + b"]}\n",
        8_000,
    ),
    "metrics.jsonl": (
        read_scores,
        lambda n: (
            b'{"system": "a", "segment": 1, ' + b", ".join(b'"m%d": 1' % at for at in range(n)) + b"}\n"
        ),
        4_000,
    ),
    "systems.jsonl": (
        read_scores,
        lambda n: b"".join(b'{"system": "a%d", "segment": 1, "bleu": 1}\n' % at for at in range(n)),
        8_000,
    ),
    "pairs.jsonl": (
        read_scores,
        lambda n: b"".join(
            b'{"system": "a", "segment": 1, "lp": "x%d-y", "bleu": 1}\n' % at for at in range(n)
        ),
        3_000,
    ),
    "events.jsonl": (read_postedits, lambda n: LOG + b'{"events": "1", "t": [0], "kind": "o"}\n' * n, 5_000),
    "meanings.dat": (read_thesaurus, lambda n: b"UTF-8\n" + b"big|1\n(adj)|large\n" * n, 20_000),
}


@pytest.mark.parametrize("name", LONG)
def test_time_grows_as_the_file_does(name: str) -> None:
    read, make, number = LONG[name]

    def seconds(times: int) -> float:
        """Return the least processor time of three: other programs slow some of them down."""
        file, each = Source(name, make(times)), []
        for _ in range(3):
            start = process_time()
            with suppress(AssayError):
                read(file)
            each.append(process_time() - start)
        return min(each)

    assert seconds(4 * number) < 8 * seconds(number) + 0.2  # 16 times, were it quadratic


def test_a_message_lists_some_names_and_counts_the_rest() -> None:
    file = Source("a.tmx", LONG["languages.tmx"][1](60_001))
    with pytest.raises(AssayError, match=r"60001 languages \(x0, x1, .*, x11 and 59989 more\)"):
        read_units(file)


def test_scores_of_systems_that_share_no_segment_are_no_matrix() -> None:
    lines = (b'{"system": "a%d", "segment": %d, "bleu": 1}\n' % (at, at) for at in range(20_000))
    with pytest.raises(AssayError, match="--max-size"):
        read_scores(Source("s.jsonl", b"".join(lines)))


def test_a_message_that_quotes_a_file_has_an_end() -> None:
    assert len(str(AssayError("x" * 10**6))) < 10_100
    assert str(AssayError("x" * 9_999)) == "x" * 9_999
