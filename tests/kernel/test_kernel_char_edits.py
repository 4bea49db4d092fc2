"""Edits of characters, counted straight from text: against the twin, a plain matrix for long text, and RapidFuzz."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import grouped
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

import reference
from assay import kernel
from support.strategies import lines

UNIT = (1.0, 1.0, 1.0)
WEIGHTS = ("substitution", "insertion", "deletion")
LETTERS = {kernel.MATCH: " ", kernel.SUBSTITUTION: "s", kernel.INSERTION: "i", kernel.DELETION: "d"}
weights = st.just(UNIT) | st.tuples(*[st.sampled_from((0.0, 0.25, 0.5, 1.0, 2.0))] * 3)
# By what the kernel makes of them: bytes as they are, numbers in a byte, and numbers that a byte cannot hold.
ALPHABETS = {
    "two letters": "ab",
    "ASCII": "etaoin shrdlu.,'\x00\x7f",
    "Latin-1": "aeiou éèüß¿\xa0\x80",
    "BMP": "aп риветこんにちは\u2028\ue000",
    "astral": "a😀👩\u200d🔬𠀀\U0010ffff\ud800",
    "128 beyond ASCII": "ab" + "".join(map(chr, range(0x4E00, 0x4E80))),
    "129 beyond ASCII": "ab" + "".join(map(chr, range(0x4E00, 0x4E81))),
    "thousands": "".join(map(chr, range(0x4E00, 0x5600))),
}


def noisy(text: Sequence[str], rate: float, letters: str, chance: random.Random) -> str:
    """Replace, drop and insert letters at so many places."""
    out: list[str] = []
    for letter in text:
        kind = chance.random() / rate if rate else 1
        out += (
            [letter]
            if kind >= 1
            else [[chance.choice(letters)], [], [letter, chance.choice(letters)]][int(3 * kind)]
        )
    return "".join(out)


def pair(size: int, rate: float, letters: str, seed: int = 1) -> tuple[str, str]:
    """Return a reference and an output that differs at so many places; at rate 2 it has nothing to do with it."""
    chance = random.Random(f"{size} {rate} {seed}")
    ref = "".join(chance.choices(letters, k=size))
    return noisy(ref, rate, letters, chance) if rate < 2 else "".join(chance.choices(letters, k=size)), ref


def counts(hyp: str, ref: str) -> list[int]:
    """Return substitutions, deletions, insertions and hits."""
    return [int(count) for count in kernel.char_edit_stats(*grouped([(hyp, [ref])]), threads=1)[0, :4]]


def operations(hyp: str, ref: str) -> str:
    found = kernel.edit_alignments(kernel.char_ids(*grouped([(hyp, [ref])]), threads=1), threads=1)
    return "".join(LETTERS[code] for code in found.operations.tolist())


def matrix_trace(hyp: str, ref: str) -> str:
    """Trace as `reference.unit_trace` does, through a matrix whose rows are filled by numpy: for long text."""
    codes = np.array([ord(letter) for letter in ref])
    places = np.arange(len(ref) + 1)
    rows = [_packed(places)]
    row = places
    for letter in hyp:
        best = np.minimum(row[1:] + 1, row[:-1] + (codes != ord(letter)))
        row = np.minimum.accumulate(np.concatenate([[row[0] + 1], best]) - places) + places
        rows.append(_packed(row))
    done, i, j = [], len(hyp), len(ref)
    while i and j:
        if _bit(rows[i][0], j):
            done.append("d")
            j -= 1
            continue
        i -= 1
        if i and _bit(rows[i][1], j):
            done.append("i")
        else:
            j -= 1
            done.append(" " if hyp[i] == ref[j] else "s")
    return "d" * j + "i" * i + "".join(reversed(done))


def _packed(row: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    steps = np.diff(row)
    return np.packbits(steps > 0), np.packbits(steps < 0)


def _bit(bits: NDArray[np.uint8], column: int) -> bool:
    return bool(bits[(column - 1) // 8] >> (7 - (column - 1) % 8) & 1)


def plain_operations(hyp: str, ref: str) -> str:
    """Set the common ends aside, as the twin does, and trace the rest."""
    before = reference.edits.common(hyp, ref)
    hyp, ref = hyp[before:], ref[before:]
    after = reference.edits.common(hyp[::-1], ref[::-1])
    middle = matrix_trace(hyp[: len(hyp) - after], ref[: len(ref) - after])
    return " " * before + middle + " " * after


def check(hyp: str, ref: str) -> None:
    """Neither may have white space at its ends."""
    expected = plain_operations(hyp, ref)
    assert operations(hyp, ref) == expected
    assert counts(hyp, ref) == [expected.count(kind) for kind in "sdi "]


@given(
    st.lists(st.tuples(lines(20), st.lists(lines(20), min_size=1, max_size=3)), max_size=3),
    st.booleans(),
    weights,
)
@settings(max_examples=300)
def test_any_text(column, whitespace, chosen):
    named = dict(zip(WEIGHTS, chosen, strict=True))
    found = kernel.char_edit_stats(*grouped(column), whitespace=whitespace, **named, threads=1)
    assert found.tolist() == [
        reference.edit_row(
            reference.characters(hyp, whitespace),
            [reference.characters(ref, whitespace) for ref in refs],
            chosen,
        )
        for hyp, refs in column
    ]


@given(st.sampled_from("ab é中😀"), st.text("ab é中😀", max_size=30), st.text("ab é中😀", max_size=30))
def test_the_plain_matrix_is_the_twins(extra, hyp, ref):
    """So that what is too long for the twin may be held against the matrix."""
    assert plain_operations(hyp + extra, ref) == reference.edits.operations(hyp + extra, ref)


@pytest.mark.parametrize("alphabet", ALPHABETS)
@pytest.mark.parametrize("size", [1, 2, 63, 64, 65, 127, 128, 129, 192, 193, 256, 257, 320, 513, 700])
def test_every_width_of_every_alphabet(alphabet, size):
    letters = "".join(letter for letter in ALPHABETS[alphabet] if not letter.isspace())
    for rate in (0.03, 0.3, 2):
        check(*pair(size, rate, letters))


@pytest.mark.parametrize(
    "sizes", [(0, 0), (0, 300), (300, 0), (1, 600), (600, 1), (3, 257), (257, 3), (700, 90)]
)
def test_sides_of_unequal_length(sizes):
    chance = random.Random(str(sizes))
    check(*("".join(chance.choices("abc", k=size)) for size in sizes))


@pytest.mark.parametrize("rate", [0.001, 0.02, 0.1, 0.4, 2])
def test_a_band_loses_no_way(rate: float) -> None:
    """Of several strips only the rows near the diagonal are filled: near, far, and drifting off to either side."""
    near, ref = pair(2_500, rate, "etaoin shrdlu".replace(" ", "_"))
    check(near, ref)
    check(near + "x" * 400, ref)
    check(near, "x" * 400 + ref)
    check(near[600:] + near[:600], ref)


def test_rows_that_are_filled_again_give_the_same_way() -> None:
    """Text that has nothing in common: the matrix has no room and is filled part by part."""
    check(*pair(12_000, 2, "abcdefgh"))


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_against_rapidfuzz(alphabet):
    """The very operations, not only their number."""
    letters = "".join(letter for letter in ALPHABETS[alphabet] if not letter.isspace())
    for seed in range(60):
        hyp, ref = pair(seed * seed % 500, (0.05, 0.2, 0.6, 2)[seed % 4], letters, seed)
        kinds = {"equal": " ", "replace": "s", "insert": "i", "delete": "d"}
        theirs = "".join(
            kinds[code.tag] * max(code.src_end - code.src_start, code.dest_end - code.dest_start)
            for code in Levenshtein.opcodes(ref, hyp)
        )
        assert operations(hyp, ref) == theirs
        assert counts(hyp, ref) == [theirs.count(kind) for kind in "sdi "]


@pytest.mark.parametrize("rate", [0.001, 0.1, 2])
@pytest.mark.parametrize("alphabet", ["ASCII", "thousands"])
def test_a_hundred_thousand_characters(alphabet: str, rate: float) -> None:
    letters = "".join(letter for letter in ALPHABETS[alphabet] if not letter.isspace())
    hyp, ref = pair(100_000, rate, letters)
    substitutions, deletions, insertions, hits = counts(hyp, ref)
    assert substitutions + deletions + insertions == Levenshtein.distance(ref, hyp)
    assert (substitutions + deletions + hits, substitutions + insertions + hits) == (len(ref), len(hyp))


def test_threads_change_nothing() -> None:
    column = [pair(size, 0.3, "ab cé中") for size in range(1, 300)]
    texts = grouped([(hyp, [ref, hyp[::-1]]) for hyp, ref in column])
    one, two = (kernel.char_edit_stats(*texts, threads=threads) for threads in (1, 2))
    assert np.array_equal(one, two)
