"""Where files get out of step."""

import random
import tracemalloc

import pytest

from assay.diagnosis.files.slips import Slip, slips

WORDS = [
    "ferry",
    "harbour",
    "noon",
    "captain",
    "lantern",
    "rope",
    "wind",
    "sail",
    "market",
    "bridge",
    "tower",
    "river",
    "stone",
    "paper",
    "clock",
]


def lines(seed: int = 1, size: int = 120) -> list[str]:
    chance = random.Random(seed)
    return [
        " ".join(chance.choice(WORDS) for _ in range(chance.randint(3, 12))) + f" {chance.randint(1, 99)}"
        for _ in range(size)
    ]


def test_files_in_step() -> None:
    assert slips(lines(), lines()) == []


@pytest.mark.parametrize("place", [0, 1, 40, 117])
def test_a_line_that_is_missing(place: int) -> None:
    whole = lines()
    assert slips(whole[:place] + whole[place + 1 :], whole) == [Slip(place + 1, 1, 0)]


def test_a_line_that_is_doubled() -> None:
    whole = lines()
    (found,) = slips([*whole[:31], whole[30], *whole[31:]], whole)
    assert (found.shift, found.before) == (-1, 0)
    assert found.line in (31, 32)


def test_two_lines_are_missing_at_two_places() -> None:
    whole = lines()
    found = slips(whole[:20] + whole[21:70] + whole[71:], whole)
    assert [(slip.line, slip.shift) for slip in found] == [(21, 1), (70, 2)]


def test_missing_here_and_too_many_there() -> None:
    whole = lines()
    found = slips(whole[:20] + whole[21:60] + ["something else"] + whole[60:], whole)
    assert [(slip.line, slip.shift) for slip in found] == [(21, 1), (61, 0)]


def test_two_lines_that_change_places_are_no_slip() -> None:
    whole = lines()
    assert slips([*whole[:20], whole[21], whole[20], *whole[22:]], whole) == []


def test_other_words_are_in_step_by_their_numbers() -> None:
    whole = lines()
    other = [" ".join(word[::-1] for word in line.split()[:-1]) + " " + line.split()[-1] for line in whole]
    (found,) = slips(other[:50] + other[51:], whole)
    assert abs(found.line - 51) <= 1


def test_too_far_apart_to_say() -> None:
    assert slips(lines()[:50], lines()) == []
    assert slips([], ["a"]) == []


def test_words_of_long_files_are_not_all_kept() -> None:
    lines = [
        f"the ferry leaves harbour {row} at noon and nobody knows when the next boat comes"
        for row in range(12_000)
    ]
    tracemalloc.start()
    assert slips(lines, lines) == []
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30e6  # bytes; with the words of all lines it is 37e6
