"""`assay paraphrases`: from a bitext, from a phrase table, and what is refused."""

import gzip
import random
from pathlib import Path

import pytest

from assay.data import PhrasePair
from assay.errors import InputError, MismatchError
from assay.io.lexicons import read_phrase_table
from assay.resources import phrase_table
from assay.resources.options import ParaphraseOptions
from assay.resources.pivot import extract_paraphrases
from support.program import Run

TABLE = """\
la mer ||| the sea ||| 0.5 0.1 0.6 0.1 2.718 ||| 0-0 1-1
la mer ||| the ocean ||| 0.4 0.1 0.3 0.1 2.718
le bac ||| the ferry ||| 0.9 0.1 0.8 0.1
la mer ||| the sea , ||| 0.5 0.1 0.6 0.1
"""
WORDS = {
    "Fähre": ("ferry", "boat"),
    "Hafen": ("harbour", "port"),
    "Morgen": ("morning",),
    "Insel": ("island", "isle"),
    "wartet": ("waits",),
    "schläft": ("sleeps",),
    "alte": ("old",),
    "kleine": ("small", "little"),
}


def bitext(lines: int) -> tuple[list[list[str]], list[list[str]]]:
    """Return sentences of two languages, in which some words have two translations and adjectives change places."""
    draw = random.Random(11)
    source, target = [], []
    for _ in range(lines):
        noun, verb, adjective = (
            draw.choice(list(WORDS)[:4]),
            draw.choice(list(WORDS)[4:6]),
            draw.choice(list(WORDS)[6:]),
        )
        source.append([noun, adjective, verb])
        target.append([draw.choice(WORDS[word]) for word in (adjective, noun, verb)])
    return source, target


def test_words_with_a_translation_in_common_are_paraphrases() -> None:
    source, target = bitext(300)
    options = ParaphraseOptions(common=1.0, least=0.2)
    found = {each[:2] for each in extract_paraphrases(phrase_table(source, target, options), options)}
    pairs = {
        (first, second) for words in WORDS.values() for first in words for second in words if first != second
    }
    assert {pair for pair in found if " " not in pair[0] + pair[1]} == pairs
    assert ("old ferry", "old boat") in found


def test_given_links_are_used() -> None:
    source, target = [["a", "b"]], [["x", "y"]]
    table = phrase_table(source, target, ParaphraseOptions(), [[(0, 1), (1, 0)]])
    assert {pair[:2] for pair in table} == {("a", "y"), ("b", "x"), ("a b", "x y")}
    with pytest.raises(InputError, match="0-2"):
        phrase_table(source, target, ParaphraseOptions(), [[(0, 2)]])
    with pytest.raises(MismatchError, match="the alignment 2"):
        phrase_table(source, target, ParaphraseOptions(), [[], []])


def test_very_long_and_empty_sentences_are_left_out() -> None:
    source, target = [["a"] * 101, [], ["a"]], [["x"], ["x"], ["x"]]
    assert phrase_table(source, target, ParaphraseOptions()) == [PhrasePair("a", "x", 1.0, 1.0)]
    assert phrase_table([], [], ParaphraseOptions()) == []


def test_a_phrase_table_of_moses(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "table.gz").write_bytes(gzip.compress(TABLE.encode()))
    done = inside("paraphrases", "--phrase-table", "table.gz", "--layout", "tsv")
    assert (
        done.stdout == "phrase\tparaphrase\tprobability\nthe ocean\tthe sea\t0.24\nthe sea\tthe ocean\t0.15\n"
    )
    assert inside("paraphrases", "--phrase-table", "table.gz").stdout.startswith(
        "0.24\nthe ocean\nthe sea\n0.15\n"
    )


def test_what_ends_in_gz_is_packed_and_can_be_added_as_a_resource(inside: Run, tmp_path: Path) -> None:
    source, target = bitext(200)
    (tmp_path / "s").write_text("\n".join(map(" ".join, source)) + "\n", encoding="utf-8")
    (tmp_path / "t").write_text("\n".join(map(" ".join, target)) + "\n", encoding="utf-8")
    done = inside("paraphrases", "s", "t", "--common", "0.9", "-o", "out.gz")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = gzip.decompress((tmp_path / "out.gz").read_bytes()).decode().splitlines()
    assert len(lines) % 3 == 0
    assert ("ferry", "boat") in zip(lines[1::3], lines[2::3], strict=True)
    added = inside(
        "resources",
        "add",
        "paraphrases-xx",
        "--from",
        "out.gz",
        env={"ASSAY_RESOURCES": str(tmp_path / "store")},
    )
    assert added.returncode == 0, added.stderr


def test_phrases_of_common_words_alone_are_dropped(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "s").write_text("der Hafen\nder Port\n", encoding="utf-8")
    (tmp_path / "t").write_text("the harbour\nthe port\n", encoding="utf-8")
    done = inside("paraphrases", "s", "t", "--common", "0.4", "--layout", "tsv")
    assert "\nthe\t" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a bitext"),
        (("s",), "give a bitext"),
        (("--phrase-table", "t", "--links", "l"), "--links are those of a bitext"),
        (("s", "t", "--longest", "0"), "write a whole number from 1 on"),
    ],
)
def test_calls_without_material_are_refused(inside: Run, arguments: tuple[str, ...], message: str) -> None:
    done = inside("paraphrases", *arguments)
    assert done.returncode in (1, 2)
    assert message in done.stderr


@pytest.mark.parametrize(
    "line", ["a ||| b", "a ||| b ||| 1 1 x 1", "a ||| b ||| 2 1 1 1", " ||| b ||| 1 1 1 1", "a"]
)
def test_damaged_phrase_tables_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "table"
    path.write_text(TABLE + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 5"):
        read_phrase_table(str(path))
