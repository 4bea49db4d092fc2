"""Lines as sets of words: the native kernel against the Python twin, and the twin against Python's own letters."""

import unicodedata
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_columns import texts

from assay import kernel
from assay.diagnosis.files.leakage import WORD
from assay.text import Column
from reference import lines as twin
from support.strategies import lines

AWKWARD = [
    ["", " ", "\u3000\t", "...", "\0", "\ud800"],
    ["The cat sat.", "the CAT sat", "the cat", "a_b a-b", "ÄÖÜ äöü ẞß", "ΣΑΣ σας", "Ж ж", "İi ıI"],
    ["中文字", "abc中文", "中abc", "a\u0e31b", "กำ 5", "は、ア。ー", "한국어 말", "𠀀𠀀 a𠀀", "𝟘𝟙", "½²Ⅷ"],
    ["a" * 300, "a b " * 300, "中" * 300, "aā" * 50],
]
SHIFTS = np.array([0, 1, -1, 2, -2, 9], dtype=np.int64)


def check_words(column: list[str]) -> None:
    words = kernel.line_words(texts(column))
    sizes, characters, keys = twin.line_words(column)
    assert (words.sizes.tolist(), words.characters.tolist()) == (sizes, characters)
    assert [
        sorted(words.keys[a:b].tolist()) for a, b in zip(words.ends, words.ends[1:], strict=False)
    ] == keys


@pytest.mark.parametrize("column", [[], *AWKWARD])
def test_words_of_awkward_lines(column: list[str]) -> None:
    check_words(column)


@given(st.lists(lines(), max_size=5))
def test_words_of_any_lines(column: list[str]) -> None:
    check_words(column)


@given(
    st.lists(st.text("abc AB.", max_size=12), max_size=6),
    st.lists(st.text("abc AB.", max_size=12), max_size=6),
)
def test_shared_words(first: list[str], second: list[str]) -> None:
    shared = kernel.shared_words(kernel.line_words(texts(first)), kernel.line_words(texts(second)), SHIFTS)
    assert shared.tolist() == [twin.shared_words(first, second, int(shift)) for shift in SHIFTS]


@given(
    st.lists(st.text("abc AB.", max_size=12), max_size=6),
    st.lists(st.text("abc AB.", max_size=12), max_size=6),
)
def test_likeness(first: list[str], second: list[str]) -> None:
    words, others = (kernel.line_words(texts(column)) for column in (first, second))
    likeness, known = kernel.line_likeness(words, others, SHIFTS, penalty=0.3, widest=0.5)
    expected = [twin.line_likeness(first, second, int(shift), 0.3, 0.5) for shift in SHIFTS]
    assert known.tolist() == [[value is not None for value in row] for row in expected]
    assert likeness == pytest.approx(np.array([[value or 0.0 for value in row] for row in expected]))


def test_words_of_long_lines_are_shared_too() -> None:
    first, second = " ".join(map(str, range(300))), " ".join(map(str, range(100, 900)))
    words, others = (kernel.line_words(texts([line, line])) for line in (first, second))
    assert kernel.shared_words(words, others, SHIFTS[:1]).tolist() == [[200, 200]]


@given(
    st.lists(st.tuples(lines(4), st.sampled_from(["", " ", "\u3000"]), lines(4), st.booleans()), max_size=6)
)
def test_equal_lines(rows: list[tuple[str, str, str, bool]]) -> None:
    first = [line for line, _, _, _ in rows]
    second = [f"{blank}{line if same else other}{blank}" for line, blank, other, same in rows]
    equality = kernel.equal_lines(texts(first), texts(second)).tolist()
    assert equality == twin.equal_lines(first, second)


@given(st.text("ab\r\n\né𝟘\x85\u2028", max_size=40))
def test_split_lines(text: str) -> None:
    assert list(Column(*kernel.split_lines(text.encode()))) == twin.split_lines(text)


def decodes(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


EDGES = [
    0x00,
    0x7F,
    0x80,
    0x8F,
    0x90,
    0x9F,
    0xA0,
    0xBF,
    0xC0,
    0xC1,
    0xC2,
    0xDF,
    0xE0,
    0xE1,
    0xEC,
    0xED,
    0xEE,
    0xEF,
]
EDGES += [0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]


@given(st.lists(st.one_of(st.sampled_from(EDGES), st.sampled_from(b"abc")), max_size=24).map(bytes))
def test_is_utf8(text: bytes) -> None:
    assert kernel.is_utf8(text) == decodes(text)


def test_is_utf8_tells_all_that_three_bytes_may_be() -> None:
    for first, second, third in product(EDGES, EDGES, EDGES):
        for text in (bytes([first, second, third]), bytes([*b"12345678", first, second, third, 0x80])):
            assert kernel.is_utf8(text) == decodes(text)


@given(st.lists(lines(4), max_size=6), st.lists(st.integers(-2, 5), max_size=9))
def test_take_lines(column: list[str], places: list[int]) -> None:
    rows = [row for row in places if row < len(column)]
    taken = kernel.take_lines(texts(column), np.array(rows, dtype=np.int64))
    assert list(Column(*taken)) == twin.take_lines(column, rows)


def test_no_line_is_taken_beyond_the_last() -> None:
    with pytest.raises(IndexError):
        kernel.take_lines(texts(["a"]), np.array([1], dtype=np.int64))


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="same number of rows"):
        kernel.equal_lines(texts(["a"]), texts(["a", "b"]))


def test_offsets_are_checked() -> None:
    column = kernel.Texts(texts(["abc"]).data, np.array([0, 99], dtype=np.int64))
    for call in (lambda: kernel.line_words(column), lambda: kernel.equal_lines(column, column)):
        with pytest.raises(ValueError, match="offsets"):
            call()


def test_letters_and_numbers_are_those_of_python_as_far_as_it_knows_them() -> None:
    known = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) != "Cn"]
    assert [ch for ch in known if twin.is_word_character(ch) != ch.isalnum()] == []


@pytest.mark.parametrize("column", AWKWARD)
def test_words_are_those_of_the_pattern(column: list[str]) -> None:
    """The pattern that other checks of files count words by finds the same words."""
    assert [len(twin.words_of_line(line)) for line in column] == [len(WORD.findall(line)) for line in column]
