"""Whatever a spreadsheet holds, its reader returns judgements or raises an AssayError: mutations with a fixed seed."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import pytest
from ratings_files import FILES as FORMAT_FILES
from sheet_files import FILES

from assay.errors import AssayError, AssayWarning
from assay.io import JudgementOptions, open_judgements, read_weights, write_judgements

SEED = 20240917
PIECES = [
    *(
        b"\n",
        b"\r",
        b"\r\n",
        b"\t",
        b",",
        b";",
        b"|",
        b'"',
        b" ",
        b"",
        b"\x00",
        b"\x80",
        b"\xe9",
        "\xe9".encode(),
    ),
    *(
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"PK\x03\x04",
        b"-1",
        b"NA",
        b"1e999",
        b"9" * 400,
        b"7,070",
        b"(1-5)",
        b"(5-1)",
    ),
    *(
        b"sep=;",
        b"{",
        b"[",
        b"null",
        b"score",
        b"rater",
        b"system",
        b"severity",
        b"source",
        b"time",
        b"#",
        b"%",
    ),
    *(
        b"\x1b[31m",
        b"(1 = best, 5 = worst)",
        b"Average",
        b"Adequacy",
        b"DeepL score",
        b"0-100",
        b"1:99:99",
        b"\xc2\xa0",
    ),
]
WEIGHTS = b'name = "own"\n[[rule]]\nseverity = "minor"\nweight = 1.0\n[[rule]]\nweight = 5\n'


def mutated(chance: random.Random, content: bytes) -> bytes:
    """Put pieces into some bytes, or in place of others, in the first line more often than elsewhere."""
    head = content.find(b"\n") + 1 or len(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, head if chance.random() < 0.5 else len(content))
        end = at + chance.choice([0, 0, 1, 3, 12])
        content = content[:at] + chance.choice(PIECES) + content[end:]
    return content


@pytest.mark.parametrize("name", [name for name in FILES if name != "xlsx"])
def test_mutated_sheets(tmp_path: Path, name: str) -> None:
    chance = random.Random(f"{SEED} {name}")
    path = tmp_path / "sheet"
    for _ in range(150):
        path.write_bytes(mutated(chance, FILES[name][0]))
        attempt(str(path), chance)


def test_mutated_workbooks(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    path = tmp_path / "sheet.xlsx"
    for _ in range(40):
        path.write_bytes(mutated(chance, FILES["xlsx"][0]))
        attempt(str(path), chance)


@pytest.mark.parametrize("sign", [",", ";", "\t", " "])
@pytest.mark.parametrize("name", FORMAT_FILES)
def test_a_separator_behind_the_header(tmp_path: Path, name: str, sign: str) -> None:
    first, _, rest = FORMAT_FILES[name][1].partition("\n")
    lines = FORMAT_FILES[name][1].splitlines()
    for text in (f"{first}{sign}\n{rest}", "".join(f"{line}{sign}\n" for line in lines)):
        (tmp_path / "file").write_text(text, encoding="utf-8")
        attempt(str(tmp_path / "file"), random.Random(SEED))


def attempt(path: str, chance: random.Random) -> None:
    """Read with some option or other, and write what was read as a tidy table."""
    columns = ((), (), ("rater=Sys",), ("score=Seg,score=Sys",), ("system=Seg,system=Sys",))
    options = JudgementOptions(path, columns=chance.choice(columns), fold_names=chance.random() < 0.2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        try:
            words = "" if write_judgements(open_judgements(options), "tidy-jsonl") else "nothing was written"
        except AssayError as error:
            words = str(error)
    assert words != "nothing was written"
    assert words.isprintable(), repr(words)


def test_mutated_weights(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    for _ in range(300):
        (tmp_path / "w.toml").write_bytes(mutated(chance, WEIGHTS))
        try:
            words = read_weights(str(tmp_path / "w.toml")).source
        except AssayError as error:
            words = str(error)
        assert words.isprintable(), repr(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"[[rule]]\nweight = 1{'0' * 400}\n", "weight must be a number from 0 to 1e"),
        (f"[[rule]]\nweight = 1{'0' * 5000}\n", "is not TOML"),
        (f"[[rule]]\nweight = {'[' * 5000}\n", "nested too deeply"),
        ('[[rule]]\nweight = 1\n"\\u001b[31m" = 3\n', r'"\x1b[31m" is not recognised'),
        ('"\\u001b[31m" = 3\n', r'"\x1b[31m" is not recognised'),
    ],
)
def test_weights_that_no_program_can_hold(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "w.toml").write_text(text, encoding="utf-8")
    with pytest.raises(AssayError) as error:
        read_weights(str(tmp_path / "w.toml"))
    assert words in str(error.value)
    assert len(str(error.value)) < 400
