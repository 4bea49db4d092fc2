"""sacreBLEU and we on text that Hypothesis makes: every script, every mark, nothing, repetition, holes."""

import random

import pytest
from differential import BLEU, CHRF, TER, check
from hypothesis import given, note, settings
from hypothesis import strategies as st

from support.strategies import lines

WORDS = (
    *("the", "The", "cat", "sat", "a", "b", "c", "x's", "don't", "1,000.5", "3.", "e.g.", "(so)", "co-op"),
    *(
        "ÄRGER",
        "ß",
        "İ",
        "Ω",
        "你好",
        "世界。",
        "日本語",
        "テスト",
        "한국어",
        "مرحبا،",
        "שלום",
        "नमस्ते।",
        "😀",
        "👍🏽",
    ),
)
RECURRING = ("a", "b", "c", "a", "b")

Set = tuple[list[str], list[list[str | None]]]


@st.composite
def sets(draw: st.DrawFn) -> Set:
    """Return outputs and streams of references with holes."""
    texts = lines(15) | st.builds(
        " ".join,
        st.lists(st.sampled_from(WORDS), max_size=15) | st.lists(st.sampled_from(RECURRING), max_size=20),
    )
    rows, count = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    outputs = draw(st.lists(texts, min_size=rows, max_size=rows))
    first: list[str | None] = list(draw(st.lists(texts, min_size=rows, max_size=rows)))
    others = [draw(st.lists(texts | st.none(), min_size=rows, max_size=rows)) for _ in range(count - 1)]
    return outputs, draw(st.permutations([first, *others]))


@given(sets())
@settings(max_examples=150)
def test_bleu(one: Set) -> None:
    for spec in BLEU:
        note(spec)
        check(spec, *one)


@given(sets())
@settings(max_examples=150)
def test_chrf(one: Set) -> None:
    for spec in CHRF:
        note(spec)
        check(spec, *one)


@given(sets())
@settings(max_examples=150)
def test_ter(one: Set) -> None:
    for spec in TER:
        note(spec)
        check(spec, *one)


@pytest.mark.parametrize("spec", ["bleu:tok=ja-mecab", "bleu:tok=ko-mecab"])
@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS), max_size=8), min_size=4, max_size=4),
    glue=st.sampled_from(("", " ")),
)
@settings(max_examples=40)
def test_mecab(spec: str, texts: list[list[str]], glue: str) -> None:
    joined = [glue.join(words) for words in texts]
    check(spec, joined[:2], [joined[2:], joined[1:3]])


def shuffled(words: list[str], draw: random.Random, pieces: int) -> str:
    """Cut words into pieces, put them in another order, and lose or repeat a few words."""
    cuts = sorted(draw.sample(range(len(words)), pieces))
    parts = [words[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    draw.shuffle(parts)
    kept = [word for part in parts for word in part if draw.random() > 0.1]
    return " ".join(kept + kept[:3])


@pytest.mark.parametrize(
    "spec", ["bleu", "bleu:tok=char", "chrf", "chrf++", pytest.param("ter", marks=pytest.mark.slow)]
)
def test_long_text(spec: str) -> None:
    """A hundred and forty words, cut and reordered: beyond every limit of the search for shifts."""
    draw = random.Random(11)
    vocabulary = [f"{word}{number}" for word in WORDS for number in range(4)]
    references = [draw.choices(vocabulary, k=140) for _ in range(3)]
    outputs = [shuffled(words, draw, pieces) for words, pieces in zip(references, (3, 8, 20), strict=True)]
    check(spec, outputs, [[" ".join(words) for words in references]])


@pytest.mark.parametrize("spec", ["bleu", "bleu:tok=char", "chrf", "chrf++", "ter"])
def test_repetitive_text(spec: str) -> None:
    """Few types many times: most candidate shifts, most ties."""
    draw = random.Random(12)
    texts = [" ".join(draw.choices("abc"[:types], k=length)) for types in (1, 2, 3) for length in (3, 17, 60)]
    check(spec, texts, [texts[1:] + texts[:1], texts[4:] + texts[:4]])
