"""The tokenisers of the Python twin against sacreBLEU 2.6.0, and against figures made with it."""

import json
import sys
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

import reference
from support.strategies import lines

Tokenizer = Callable[[str], str]


def tercom(normalize: bool, punctuation: bool, cjk: bool) -> tuple[Tokenizer, Tokenizer]:
    def ours(line: str) -> str:
        return reference.tokenize_tercom(line, normalize, punctuation, cjk)

    return ours, TercomTokenizer(normalize, not punctuation, cjk, case_sensitive=True)


PAIRS: dict[str, tuple[Tokenizer, Tokenizer]] = {
    "13a": (reference.tokenize_13a, Tokenizer13a()),
    "intl": (reference.tokenize_intl, TokenizerV14International()),
    "zh": (reference.tokenize_zh, TokenizerZh()),
    "char": (reference.tokenize_char, TokenizerChar()),
    "none": (reference.tokenize_none, NoneTokenizer()),
    **{f"tercom {flags}": tercom(*flags) for flags in product((False, True), repeat=3)},
}


def theirs(tokenizer: Tokenizer, line: str) -> str:
    """Tokenise as sacreBLEU's metrics do: they strip the right end first, and later split at white space."""
    return " ".join(tokenizer(line.rstrip()).split())


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=300)
@given(line=lines())
def test_equal_to_sacrebleu(name, line):
    ours, tokenizer = PAIRS[name]
    assert ours(line) == theirs(tokenizer, line)


@pytest.mark.parametrize("name", PAIRS)
def test_every_character_in_every_place(name):
    """Each character between letters, between digits, and between one and the other, many to a line."""
    ours, tokenizer = PAIRS[name]
    for first in (*range(0, 0x20000, 256), 0x20000, 0x2A600, 0x2F800, 0x2FA00, 0xE0000, 0x10FF00):
        line = "".join(f"a{ch}b 1{ch}2 a{ch}1{ch}b{ch}{ch} " for ch in map(chr, range(first, first + 256)))
        assert ours(line) == theirs(tokenizer, line), f"U+{first:04X} and the 255 that follow"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ""),
        (" \t\n", ""),
        ("Well, 3.5% (or so).", "Well , 3.5% ( or so ) ."),
        ("1.5, 2,5 and .5 or 5.", "1.5, 2,5 and .5 or 5."),
        ("don't — x²+1", "don ' t — x² + 1"),
        ("½. .½ a.½", "½. .½ a.½"),
        ("1+.", "1 + ."),
        ("a\u3000b", "a b"),
        ("\ud83d😀\0", "\ud83d 😀 \0"),
    ],
)
def test_unicode(line: str, expected: str) -> None:
    assert reference.tokenize_unicode(line) == expected


@given(lines())
def test_unicode_only_adds_and_drops_white_space(line):
    assert "".join(reference.tokenize_unicode(line).split()) == "".join(line.split())


@given(lines())
def test_unicode_leaves_its_own_output_alone(line):
    once = reference.tokenize_unicode(line)
    assert reference.tokenize_unicode(once) == once


def test_chinese_by_mistake() -> None:
    """sacreBLEU's ranges: a dash and an arrow are Chinese, an ideograph beyond U+FFFF is not."""
    assert reference.tokenize_zh("a—b→c\u2a6dd\u2a6ee") == "a — b → c \u2a6d d\u2a6ee"
    assert reference.tokenize_zh("a\U00020000b") == "a\U00020000b"


def test_kana_stays_whole() -> None:
    assert reference.tokenize_tercom("東京タワーへ", True, True, True) == "東 京 タワーへ"


def test_spaces_are_those_of_split() -> None:
    everything = map(chr, range(sys.maxunicode + 1))
    assert all(reference.is_space(ch) != bool(ch.split()) for ch in everything)


def test_byte_lengths() -> None:
    assert reference.byte_lengths(["", "a\0", "é", "中", "😀", "\ud83d", "\ud83d\ude00"]) == [
        0,
        2,
        2,
        3,
        4,
        3,
        6,
    ]


GOLDEN = {
    "13a": reference.tokenize_13a,
    "intl": reference.tokenize_intl,
    "zh": reference.tokenize_zh,
    "char": reference.tokenize_char,
    "tercom-normalized": lambda line: reference.tokenize_tercom(line, True, True, False),
    "chrF-words": lambda line: " ".join(reference.chrf_words(line)),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_tokenisations(name, shared_dir):
    cases = json.loads((shared_dir / "golden" / "surface.json").read_text(encoding="utf-8"))
    chosen = [
        case for case in cases if case["metric"] == "tokenize" and case["params"] == {"tokenizer": name}
    ]
    assert chosen
    for case in chosen:
        assert [GOLDEN[name](line) for line in case["hyps"]] == [
            " ".join(output.split()) for output in case["output"]
        ]
