"""Offsets and tokenisers of the native kernel against the Python twin, on whole columns."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import strings, texts

import reference
from assay import kernel
from support.strategies import PIECES, lines

TERCOM = {
    f"tercom {flags}": dict(zip(("normalize", "punctuation", "cjk"), flags, strict=True))
    for flags in product((False, True), repeat=3)
}
RULES = [*(rule for rule in kernel.RULES if rule != "tercom"), *TERCOM]

AWKWARD = {
    "no segment": [],
    "an empty segment": [""],
    "empty segments": ["", "", ""],
    "white space": [" ", "\n\t ", "\u3000\u2028\xa0", ""],
    "one token": ["a", ".", "5", "中", "😀", "\0", "\ud800"],
    "repetitive": ["." * 300, "a." * 300, "5," * 300, "1-" * 300, " " * 300, "&amp;" * 300, "中。" * 300],
    "astral": ["😀😀 😀", "𝟘.𝟙", "𠀀𠀀", "\U0010ffff \U00010000"],
    "lone surrogates": ["\ud800", "a\udfffb", "\ud83d", "\ude00", "\ud83d\ude00"],
    "NUL": ["\0", "a\0b", "\0 \0", "\0.", ".\0"],
    "cut at line ends": ["a-\nb", "a\n-b", "-\n", "a-\n", "<skip-\nped>", "-<skipped>\n"],
    "entities of entities": ["&amp;quot;", "&amp;amp;lt;", "&quot;&lt;&gt;", "&&amp;;", "&am&amp;p;"],
    "one segment full of all": ["".join(PIECES), " ".join(PIECES), "5".join(PIECES)],
}


def twin(rule: str) -> Callable[[str], str]:
    if rule in TERCOM:
        return lambda line: reference.tokenize_tercom(line, **TERCOM[rule])
    plain: Callable[[str], str] = getattr(reference, f"tokenize_{rule}")
    return plain


def native(rule: str, column: list[str], threads: int = 1) -> list[str]:
    options = TERCOM.get(rule, {})
    return strings(kernel.tokenize(texts(column), rule.split(maxsplit=1)[0], **options, threads=threads))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kind", AWKWARD)
def test_awkward_columns(rule, kind):
    assert native(rule, AWKWARD[kind]) == [twin(rule)(line) for line in AWKWARD[kind]]


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=200)
@given(column=st.lists(lines(), max_size=5))
def test_any_column(rule, column):
    assert native(rule, column) == [twin(rule)(line) for line in column]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("letters", [".5-a 's", ".,5(", "5。a +中", "-\na "])
def test_every_short_line(rule, letters):
    """What two rules make of neighbours depends on their order; here are all neighbours there are."""
    column = ["".join(line) for size in range(6) for line in product(letters, repeat=size)]
    for ours, line in zip(native(rule, column), column, strict=True):
        assert ours == twin(rule)(line), repr(line)


@pytest.mark.parametrize("rule", RULES)
def test_every_character_in_every_place(rule):
    """Each character between letters, between digits, and between one and the other; 256 to a segment."""
    starts = (*range(0, 0x20000, 256), 0x20000, 0x2A600, 0x2F800, 0xE0000, 0x10FF00)
    column = [
        "".join(f"a{ch}b 1{ch}2 a{ch}1{ch}b{ch}{ch} " for ch in map(chr, range(first, first + 256)))
        for first in starts
    ]
    for first, ours, line in zip(starts, native(rule, column), column, strict=True):
        assert ours == twin(rule)(line), f"U+{first:04X} and the 255 that follow"


@pytest.mark.parametrize(
    "rule", [*RULES[: -len(TERCOM)], "tercom (True, True, True)", "tercom (True, False, False)"]
)
@pytest.mark.parametrize("piece", ["a.b, 5-6 &amp;lt;'s中。😀", ".", "&amp;", "-\n"])
@pytest.mark.slow
def test_a_megabyte_in_one_segment(rule, piece):
    """Far too long for anything that grows with the square of the length."""
    column = ["before", piece * (2**20 // len(piece.encode())), ""]
    ours = native(rule, column)
    assert ours == [twin(rule)(line) for line in column]


@given(st.lists(lines(), min_size=2, max_size=6), st.sampled_from(kernel.RULES))
def test_a_column_may_start_inside_its_buffer(column, rule):
    """A part of a column shares the buffer of the whole."""
    data, offsets = texts(column)
    part = kernel.tokenize(kernel.Texts(data, offsets[1:]), rule, threads=1)
    assert strings(part) == strings(kernel.tokenize(texts(column[1:]), rule, threads=1))


@given(st.lists(lines(), max_size=5))
def test_hashes(column: list[str]) -> None:
    hashes = kernel.text_hashes(texts(column)).tolist()
    assert hashes == [reference.text_hash(line.encode("utf-8", "surrogatepass")) for line in column]


def test_the_hash_is_the_published_one() -> None:
    assert kernel.text_hashes(texts(["", "a", "foobar"])).tolist() == [
        0xCBF29CE484222325,  # FNV-1a of 64 bits, Noll's test vectors
        0xAF63DC4C8601EC8C,
        0x85944171F73967E8,
    ]


@given(st.lists(st.text(max_size=8), max_size=6))
def test_strings_become_the_bytes_that_python_writes(column: list[str]) -> None:
    encoded = [text.encode("utf-8", "surrogatepass") for text in column]
    data, offsets = kernel.encode(column)
    assert data.tobytes() == b"".join(encoded)
    assert np.diff(offsets).tolist() == reference.byte_lengths(column)


def test_a_column_holds_nothing_but_strings() -> None:
    for column in (["a", None], [b"a"], [1]):
        with pytest.raises(TypeError, match="strings"):
            kernel.encode(column)  # type: ignore[arg-type]  # what a caller may get wrong


def test_lower_case_of_every_character_is_python_s_or_left_to_it() -> None:
    column = [f"A{chr(code)}Z" for code in range(0x11000)]
    data, left = kernel.lower(texts(column))
    offsets, unsure = texts(column).offsets, set(left.tolist())
    for row, text in enumerate(column):
        if row not in unsure:
            lowered = data[offsets[row] : offsets[row + 1]].tobytes().decode("utf-8", "surrogatepass")
            assert lowered == text.lower(), hex(row)
    assert not unsure & {*range(0x130), *range(0x400, 0x590), *range(0x4E00, 0x9FFF)}


ENDINGS = (
    "",
    "'s",
    "ies",
    "ing",
    "edly",
    "eed",
    "ational",
    "fulli",
    "ogi",
    "biliti",
    "ative",
    "ement",
    "sion",
    "ll",
    "ye",
)


@given(
    st.lists(
        st.builds(str.__add__, st.text("abdeilnosty'éY", max_size=7), st.sampled_from(ENDINGS)), max_size=6
    )
)
def test_english_stems(words: list[str]) -> None:
    assert strings(kernel.english_stems(texts(words))) == list(map(reference.english_stem, words))
