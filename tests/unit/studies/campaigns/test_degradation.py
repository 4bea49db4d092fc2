"""Recipes of degradation: how many words, where, never equal to the original, and the same for a seed."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.studies.campaigns.design.degradation import degrade, pieces
from assay.studies.campaigns.graphemes import splits_character

REGEX: Any = import_module("regex")  # it has no types
# Words that occur in no donor, so that what was put in can be counted.
WORDS = st.lists(
    st.sampled_from(["alder", "birch", "cedar", "Drift,", "elm;", "(fir)"]), min_size=1, max_size=60
)
DONORS = [
    "One two three four five six seven eight nine ten eleven twelve.",
    "Tango uniform, victor whiskey x-ray yankee zulu!",
]
SEEDS = st.integers(0, 2**31)


def graham2015(n: int) -> int:
    return (
        1
        if n <= 3
        else 2
        if n <= 5
        else 3
        if n <= 8
        else 4
        if n <= 15
        else 5
        if n <= 20
        else math.ceil(n / 5)
    )


def graham2016(n: int) -> int:
    return 1 if n <= 3 else 2 if n <= 5 else 3 if n <= 7 else 4 if n <= 14 else 5 if n <= 19 else n // 4


def appraise(n: int) -> int:
    return 2 if n <= 5 else 3 if n <= 8 else 4 if n <= 15 else 5 if n <= 20 else 6


@given(WORDS, SEEDS)
def test_graham2015_deletes_so_many_words_and_keeps_the_first(words: list[str], seed: int) -> None:
    damaged = degrade(" ".join(words), DONORS, "graham2015", "en", np.random.default_rng(seed))
    assert damaged is not None
    left = damaged.text.split()
    if len(words) == 1:
        assert damaged.text == "the"
        return
    assert len(left) == len(words) - graham2015(len(words))
    assert left[0] == words[0]
    assert any(left == words[:at] + words[at + graham2015(len(words)) :] for at in range(1, len(words)))


@given(WORDS, SEEDS)
def test_graham2016_replaces_so_many_words_inside(words: list[str], seed: int) -> None:
    n, text = len(words), " ".join(words)
    damaged = degrade(text, DONORS, "graham2016", "en", np.random.default_rng(seed))
    assert damaged is not None
    new = damaged.text.split()
    removed = graham2016(n)
    assert len(new) == n - removed + min(removed, 6)
    [span] = damaged.planted
    phrase = damaged.text[span.start : span.end]
    assert len(phrase.split()) == min(removed, 6)
    assert any(phrase in donor or phrase in donor.lower() for donor in DONORS)
    if n >= 5:
        assert new[0] == words[0]
        assert new[-1] == words[-1]
    if removed == 1:
        assert phrase == phrase.lower()


@given(WORDS, SEEDS)
def test_appraise_replaces_so_many_words_and_never_reaches_the_last(words: list[str], seed: int) -> None:
    n, text = len(words), " ".join(words)
    damaged = degrade(text, DONORS, "appraise", "en", np.random.default_rng(seed))
    assert damaged is not None
    new = damaged.text.split()
    assert len(new) == n - min(appraise(n), n) + appraise(n)
    if n > appraise(n):
        assert new[-1] == words[-1]


def test_appraise_may_begin_with_the_first_word() -> None:
    texts = [
        degrade("a b c d e f g", DONORS, "appraise", "en", np.random.default_rng(seed)) for seed in range(60)
    ]
    firsts = {damaged.text.split()[0] == "a" for damaged in texts if damaged}
    assert firsts == {True, False}


@given(WORDS, SEEDS)
def test_wmt24_puts_two_to_six_words_into_every_sentence(words: list[str], seed: int) -> None:
    text = " ".join(words) + ". " + " ".join(words[::-1]) + "!"
    damaged = degrade(text, DONORS, "wmt24", "en", np.random.default_rng(seed))
    assert damaged is not None
    assert len(damaged.planted) == 2
    assert damaged.text.endswith("!")
    for span in damaged.planted:
        phrase = damaged.text[span.start : span.end]
        assert 2 <= len(phrase.split()) <= 6
        assert any(phrase in donor for donor in DONORS)


@pytest.mark.parametrize("recipe", ["graham2015", "graham2016", "appraise", "wmt24"])
@given(
    text=st.text(max_size=80),
    donor=st.text(max_size=80),
    seed=SEEDS,
    language=st.sampled_from(["en", "zh", "ar"]),
)
def test_any_text_is_degraded_or_left_alone(
    recipe: str, text: str, donor: str, seed: int, language: str
) -> None:
    donors = [donor, *DONORS]
    damaged = degrade(text, donors, recipe, language, np.random.default_rng(seed))  # type: ignore[arg-type]  # a parameter
    again = degrade(text, donors, recipe, language, np.random.default_rng(seed))  # type: ignore[arg-type]  # a parameter
    assert damaged == again
    if damaged is None:
        assert len(pieces(text, language == "zh")) <= 1 or recipe == "graham2015"
        return
    assert damaged.text.split() != text.split()
    assert damaged.planted
    for span in damaged.planted:
        assert 0 <= span.start < span.end <= len(damaged.text)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It costs 3.5 million at example.org today.", 1),
        ('She asked: "Is it open?" Nobody knew it.', 2),
        ("यह बंद है। कोई नहीं जानता।", 2),
        ("Wait for the ferry… It is late again", 2),
        ("港口关闭了。没有人知道！", 2),
    ],
)
def test_wmt24_damages_each_sentence_once(text: str, sentences: int) -> None:
    language = "zh" if "港" in text else "en"
    damaged = degrade(text, DONORS, "wmt24", language, np.random.default_rng(1))
    assert damaged is not None
    assert len(damaged.planted) == sentences


@given(st.integers(2, 60), SEEDS)
def test_chinese_is_counted_in_characters_twice_as_many_on_appraise(n: int, seed: int) -> None:
    text = ("港口今天早上因为暴风雨关闭了没有人知道渡船什么时候才会重新开航" * 2)[:n]
    donor = "αβγδεζηθικλμνξοπρστυφχψω"
    damaged = degrade(text, [donor], "appraise", "zh", np.random.default_rng(seed))
    assert damaged is not None
    put_in = sum(character in donor for character in damaged.text)
    assert put_in == 2 * appraise(n)
    assert len(damaged.text) == n - min(2 * appraise(n), n) + put_in


def test_a_text_without_anything_to_degrade_stays() -> None:
    random = np.random.default_rng(1)
    assert degrade("", DONORS, "appraise", "en", random) is None
    assert degrade("  ", DONORS, "graham2016", "en", random) is None
    assert degrade("Haus", DONORS, "graham2015", "sl", random) is None  # no article to leave
    assert degrade("a b", [], "appraise", "en", random) is None


def test_punctuation_stays_outside() -> None:
    damaged = degrade("(word),", ["New, phrase of words."], "graham2016", "en", np.random.default_rng(3))
    assert damaged is not None
    assert damaged.text[0] == "("
    assert damaged.text.endswith("),")


@given(st.text(max_size=30))
def test_clusters_are_those_of_unicode(text: str) -> None:
    places, at = set(), 0
    for cluster in REGEX.findall(r"\X", text):
        places.add(at)
        at += len(cluster)
    split = {place for place in range(1, len(text)) if splits_character(text, place)}
    assert not split & places, "a place that Unicode allows is refused"


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        ("e\u0301a", 2),
        ("👩‍👩‍👧x", 2),
        ("👍🏽", 1),
        ("🇸🇮🇩🇪", 2),
        ("각", 1),
        ("\u1100\u1161\u11a8", 1),
        ("นี้", 1),
        ("\r\n", 1),
        ("بِسْمِ", 3),
        ("abc", 3),
    ],
)
def test_letters_are_not_split(text: str, clusters: int) -> None:
    whole = [place for place in range(1, len(text)) if not splits_character(text, place)]
    assert len(whole) + 1 == clusters
