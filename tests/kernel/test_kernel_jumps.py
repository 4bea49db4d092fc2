"""CDER, CharacTER and extended edit distance of the native kernel against the Python twins."""

import random
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import Segment, grouped, spelt, strings

import reference
from assay import kernel
from reference.cder import cder_distance, levenshtein
from reference.jumps import Way
from support.strategies import PIECES, lines, reordered, tokens

PRICES: dict[str, Any] = {"alpha": 2.0, "rho": 0.3, "deletion": 0.2, "insertion": 1.0, "substitution": 1.0}
CDER: list[dict[str, Any]] = [
    {"cicada": cicada, "characters": chars} for cicada in (False, True) for chars in (False, True)
]
FORMS = pytest.mark.parametrize("python", [False, True], ids=["cpp", "python"])
numbers = reordered(15).map(lambda pair: (pair[1], [pair[0]])) | st.tuples(
    tokens(15), st.lists(tokens(15), min_size=1, max_size=3)
)
words = st.lists(numbers, max_size=3).map(spelt)
text = st.tuples(lines(12), st.lists(lines(12), min_size=1, max_size=3))
AWKWARD: list[Segment] = [
    ("", [""]),
    ("", ["a", ""]),
    ("a b", ["", "c"]),
    ("a", ["a"]),
    ("a " * 70, ["a " * 65, "b"]),
    ("a b " * 9, ["b a " * 10]),
    ("😀 👩\u200d🔬 e\u0301", ["👩\u200d🔬 😀 é"]),
    ("中国 人民 中", ["人民 中国"]),
    ("\ud800 x \udfff", ["x \ud800 \udfff"]),
    ("z é a", ["a z é"]),
    ("x y a b c", ["a b c"]),
]
ENGLISH = [
    ("Mr Bean met Mrs . Drake , i.e. Dr. Who", ["Mr. Bean met Mrs. Drake, e.g. Dr Who"]),
    ("In the U.S. 3 . 5 , 7 and ٣ , ٤ . ٥", ["In the U . S . 3.5,7 and ٣,٤.٥"]),
    ("i . e . g . and e . g . e .", ["i . e . g . and e . g . e ."]),
    ("Wait!!  What?\t\u2003 ,No\n.", [" Wait ! What ? , No"]),
]


def split(column: list[Segment]) -> tuple[kernel.Texts, kernel.Texts, kernel.Offsets]:
    """Return the columns with their words parted by one space each."""
    hyp, ref, groups = grouped(column)
    return kernel.tokenize(hyp, "none", threads=1), kernel.tokenize(ref, "none", threads=1), groups


def operations(found: kernel.Alignments) -> list[str]:
    """Return the operations of each segment as the twins write them."""
    written = bytes(found.operations).translate(bytes.maketrans(bytes(range(5)), b" sidj")).decode()
    return [written[start:stop] for start, stop in pairwise(found.offsets.tolist())]


def ways(found: kernel.Alignments) -> list[tuple[int, str, tuple[int, ...]]]:
    """Return the reference, the operations and the jumps of each segment."""
    targets = iter(found.jumps.tolist())
    rows = [
        (place, trace, tuple(islice(targets, trace.count("j"))))
        for place, trace in zip(found.chosen.tolist(), operations(found), strict=True)
    ]
    assert next(targets, None) is None
    return rows


def way(place: int, found: Way) -> tuple[int, str, tuple[int, ...]]:
    return place, found.operations, found.jumps


def moves(found: kernel.Alignments) -> list[tuple[int, str, list[tuple[int, ...]]]]:
    """Return the reference, the operations and the shifts of each segment."""
    ends = found.shift_offsets.tolist()
    shifts = [tuple(row) for row in found.shifts.tolist()]
    return [
        (place, trace, shifts[start:stop])
        for place, trace, (start, stop) in zip(
            found.chosen.tolist(), operations(found), pairwise(ends), strict=True
        )
    ]


def check_words(column: list[Segment]) -> None:
    columns = split(column)
    parted = [(hyp.split(), [ref.split() for ref in refs]) for hyp, refs in column]
    for options in CDER:
        rows = kernel.cder_stats(*columns, **options, threads=1)
        assert rows.tolist() == [reference.cder_row(*segment, **options) for segment in parted]
        found = kernel.cder_alignments(*columns, **options, threads=1)
        assert ways(found) == [way(*reference.cder_alignment(*segment, **options)) for segment in parted]
    rows = kernel.character_stats(*columns, threads=1)
    assert rows.tolist() == [reference.character_row(*segment) for segment in parted]
    found = kernel.character_alignments(*columns, threads=1)
    assert moves(found) == [reference.character_alignment(*segment) for segment in parted]


def check_text(column: list[Segment], prices: dict[str, Any], python: bool) -> None:
    rows = kernel.eed_stats(*grouped(column), python=python, **prices, threads=1)
    assert rows.tolist() == [reference.eed_row(hyp, refs, python=python, **prices) for hyp, refs in column]
    found = kernel.eed_alignments(*grouped(column), python=python, **prices, threads=1)
    expected = [reference.eed_alignment(hyp, refs, python=python, **prices) for hyp, refs in column]
    assert ways(found) == [way(*one) for one in expected]
    for number, text in enumerate(strings(kernel.eed_texts(grouped(column)[0], python=python))):
        assert text == reference.eed_text(column[number][0], python=python)


@given(words)
@settings(max_examples=300)
def test_any_words(column):
    check_words(column)


@given(st.lists(text, max_size=3))
@settings(max_examples=100)
def test_words_of_any_text(column):
    check_words(column)


@given(reordered(90))
@settings(max_examples=15)
@pytest.mark.slow
def test_segments_on_either_side_of_64_words(pair):
    check_words(spelt([(pair[1], [pair[0]])]))


@pytest.mark.slow
def test_rare_words_of_long_segments() -> None:
    """Beyond 1,024 words, where words have lists of places in the kernel."""
    chance = random.Random(3)
    ref = [0 if number % 40 == 0 else chance.randrange(1, 900) for number in range(1100)]
    hyp = [*ref[:300], *ref[700:720], *ref[300:700], 1, 2, *ref[720:1090]]
    column = spelt([(hyp, [ref])])
    parted = (column[0][0].split(), [column[0][1][0].split()])
    options: dict[str, Any] = {"cicada": False, "characters": False}
    assert kernel.cder_stats(*split(column), **options).tolist() == [reference.cder_row(*parted, **options)]
    row = kernel.character_stats(*split(column))[0]
    assert row[3] > 0
    assert row[0] == (row[2] + row[3]) / row[4]


@FORMS
@given(column=st.lists(text, max_size=3))
@settings(max_examples=100)
def test_any_text(column, python):
    check_text(column, PRICES, python)


@FORMS
@given(
    column=st.lists(text, max_size=2),
    values=st.lists(st.sampled_from([0.0, 0.1, 0.5, 1.0, 1.7]), min_size=5, max_size=5),
)
@settings(max_examples=60)
def test_any_prices(column, values, python):
    check_text(column, dict(zip(PRICES, values, strict=True)), python)


def test_awkward_words() -> None:
    check_words(AWKWARD)


@FORMS
def test_awkward_text(python):
    check_text([*AWKWARD, *ENGLISH], PRICES, python)


def test_the_text_of_eed_is_that_of_its_programs() -> None:
    assert reference.eed_text("Mr Bean, 3. 5 i.e.", python=False) == " Mr.ean , 3.5 i .e . "
    assert reference.eed_text("i. e. x", python=False) == " e.g. x "
    assert reference.eed_text("i. e. x", python=True) == " i.e. x "


@given(numbers)
def test_cder_is_no_more_than_the_edit_distance(segment):
    hyp, (ref, *_) = segment
    formula, cicada = (
        cder_distance(list(map(str, hyp)), list(map(str, ref)), cicada=cicada, characters=False)
        for cicada in (False, True)
    )
    assert formula <= cicada <= levenshtein(hyp, ref)


@pytest.mark.parametrize("threads", [2, 3, 0])
def test_threads(threads: int) -> None:
    chance = random.Random(17)

    def line() -> str:
        return " ".join(chance.choice(PIECES) for _ in range(chance.randrange(25)))

    column = [(line(), [line() for _ in range(chance.randint(1, 4))]) for _ in range(700)]
    columns, raw = split(column), grouped(column)
    for call in (
        *(lambda n, options=options: kernel.cder_stats(*columns, **options, threads=n) for options in CDER),
        lambda n: kernel.character_stats(*columns, threads=n),
        lambda n: kernel.eed_stats(*raw, python=False, **PRICES, threads=n),
        lambda n: kernel.eed_stats(*raw, python=True, **PRICES, threads=n),
    ):
        assert np.array_equal(call(1), call(threads))
    for align in (
        lambda n: ways(kernel.cder_alignments(*columns, cicada=False, characters=True, threads=n)),
        lambda n: ways(kernel.eed_alignments(*raw, python=False, **PRICES, threads=n)),
        lambda n: moves(kernel.character_alignments(*columns, threads=n)),
    ):
        assert align(1) == align(threads)


def test_rows_that_are_filled_again_give_the_same_way() -> None:
    """Beyond the room for the whole matrix only some rows are kept."""
    chance = random.Random(5)
    ref = [chance.randrange(3000) for _ in range(7000)]
    hyp = [*ref[3000:5000], *ref[:3000], *ref[5000:]]
    columns = split(spelt([(hyp, [ref])]))
    options: dict[str, Any] = {"cicada": False, "characters": False}
    (_, trace, targets), cost = (
        ways(kernel.cder_alignments(*columns, **options))[0],
        kernel.cder_stats(*columns, **options)[0, 0],
    )
    assert len(trace) - trace.count(" ") == cost == len(targets) == 3
    assert targets == (2000, 0, 5000)


@pytest.mark.parametrize("types", [1, 3, 100_000])
@pytest.mark.slow
def test_ten_thousand_words(types: int) -> None:
    """Too long for the twins, but something is known: nothing to do, or few words to put back."""
    chance = random.Random(types)
    ref = [chance.randrange(types) for _ in range(10_000)]
    moved = [*ref[:1000], *ref[1005:1020], *ref[1000:1005], *ref[1020:]]
    column = spelt([(ref, [ref]), (moved, [ref])])
    rows = kernel.cder_stats(*split(column), cicada=False, characters=False, threads=1)
    assert rows[0].tolist() == [0, 10_000]
    assert rows[1, 0] <= 4
    short = [(hyp[:10_000], [refs[0][:10_000]]) for hyp, refs in column]
    assert kernel.eed_stats(*grouped(short), python=False, **PRICES, threads=1)[0, 0] == 0
    if types != 3:  # CharacTER tries some ten million moves here
        rows = kernel.character_stats(*split(column), threads=1)
        assert rows[0, 0] == 0
        assert rows[1, 0] < 0.001


def test_prices_below_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        kernel.eed_stats(*grouped(ENGLISH), python=False, **{**PRICES, "rho": -1.0})
    with pytest.raises(ValueError, match="negative"):
        kernel.eed_alignments(*grouped(ENGLISH), python=False, **{**PRICES, "alpha": -1.0})


@pytest.mark.parametrize("groups", [[0, 2], [0, 0, 1], [0, 1, 1]], ids=str)
def test_groups_that_do_not_fit_are_refused(groups: list[int]) -> None:
    hyp, ref, _ = grouped([("a", ["b"]), ("c", ["d"])])
    wrong = (hyp, ref, np.array(groups, dtype=np.int64))
    with pytest.raises(ValueError, match="reference"):
        kernel.cder_stats(*wrong, cicada=False, characters=False)
    with pytest.raises(ValueError, match="reference"):
        kernel.character_stats(*wrong)
    with pytest.raises(ValueError, match="reference"):
        kernel.eed_stats(*wrong, python=True, **PRICES)
    with pytest.raises(ValueError, match="reference"):
        kernel.cder_alignments(*wrong, cicada=False, characters=False)
    with pytest.raises(ValueError, match="reference"):
        kernel.character_alignments(*wrong)
    with pytest.raises(ValueError, match="reference"):
        kernel.eed_alignments(*wrong, python=True, **PRICES)
