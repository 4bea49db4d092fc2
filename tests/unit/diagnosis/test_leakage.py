"""Test segments in training text."""

import random

from assay.diagnosis.files.integrity import leakage
from assay.diagnosis.files.leakage import BATCH, leaks, words_of
from assay.io.raw_files import RawFile

LONG = "the old ferry leaves the small harbour at noon with forty people and two dogs on board today"


def test_words_are_normalised() -> None:
    assert words_of("The FERRY—“leaves”, at 12:30!") == ["the", "ferry", "leaves", "at", "12", "30"]
    assert words_of("ｆｅｒｒｙ Straße") == ["ferry", "strasse"]
    assert words_of("渡船离开") == list("渡船离开")


def test_whole_segments_are_found_whatever_their_case() -> None:
    (found,) = leaks(["a b", "The Ferry leaves at noon.", LONG], ["x", "the ferry, leaves at NOON", "a b"])
    assert (found.segment, found.whole, found.share, found.line) == (1, True, 1.0, 2)


def test_thirteen_words_in_a_row() -> None:
    training = ["nothing", "They say " + " ".join(LONG.split()[2:16]) + " but who knows"]
    (found,) = leaks([LONG], training)
    assert (found.segment, found.whole, found.line) == (0, False, 2)
    assert 0 < found.share < 1
    assert leaks([LONG], [" ".join(LONG.split()[:12])]) == []


def test_a_run_does_not_go_over_lines() -> None:
    words = LONG.split()
    assert leaks([LONG], [" ".join(words[:8]), " ".join(words[8:])]) == []


def test_many_batches_are_one_text() -> None:
    chance = random.Random(2)
    training = (" ".join(chance.choices(LONG.split(), k=4)) for _ in range(BATCH + 5))
    found = leaks([LONG, "nobody has seen this line before"], [*training, LONG, LONG])
    assert [(one.segment, one.line) for one in found] == [(0, BATCH + 6)]


def test_nothing_to_look_for() -> None:
    assert leaks([], ["a b c d e f"]) == leaks(["a"], ["a"]) == leaks(["a b c d e"], []) == []


def test_leaks_are_put_into_words() -> None:
    file = RawFile("src.txt", (LONG, "short", "the ferry leaves at noon"))
    found = leakage(file, "train.txt", ["the ferry leaves at noon", "x " + LONG])
    assert [(one.check, one.lines, one.severity) for one in found] == [
        ("leakage", (3,), "warning"),
        ("leakage-13-grams", (1,), "warning"),
    ]
    assert (
        "1 line is in the training text train.txt as a whole (33.3 %); the first is its line 1"
        in found[0].what
    )
