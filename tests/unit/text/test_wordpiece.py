"""WordPiece: rules of BERT's tokeniser, one by one."""

import pytest

from assay.text.wordpiece import WordPiece

PIECES = [
    "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", "Café",
    "!", "中", "a", "b", "##b", "don", "'", "t",
]  # fmt: skip
VOCABULARY = {piece: number for number, piece in enumerate(PIECES)}


def pieces(text: str, lowercase: bool = True, cjk: bool = True) -> list[str]:
    splitter = WordPiece(VOCABULARY, lowercase=lowercase, strip_accents=lowercase, part_cjk=cjk)
    return [PIECES[number] for number in splitter.ids(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\n", []),
        ("unaffable", ["un", "##aff", "##able"]),
        ("unaffably", ["[UNK]"]),
        ("Café!", ["cafe", "!"]),
        ("don't", ["don", "'", "t"]),
        ("a中b", ["a", "中", "b"]),
        ("a\u00a0b\u3000a\u2028b", ["a", "b", "a", "b"]),
        ("a\x00b\ufffd\u200d\ud800", ["a", "##b"]),
        ("a\x85b", ["a", "##b"]),
        ("a" + "b" * 99, ["a", *["##b"] * 99]),
        ("a" + "b" * 100, ["[UNK]"]),
        ("ᚠᚢ", ["[UNK]"]),
        ("[SEP]", ["[UNK]", "[UNK]", "[UNK]"]),
    ],
)
def test_texts(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_case_and_accents_are_kept_where_they_mean_something() -> None:
    assert pieces("Café", lowercase=False) == ["Café"]


def test_cjk_stays_together_where_it_is_not_parted() -> None:
    assert pieces("a中", cjk=False) == ["[UNK]"]
