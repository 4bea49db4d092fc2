"""Every way to a score warns of every slip that the quick checks know, and of none where there is none."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import assay
from assay.cli import main
from assay.errors import AssayWarning
from support.program import HARBOUR

Lines = list[str]


def lines_of(name: str) -> Lines:
    return (HARBOUR / name).read_text(encoding="utf-8").splitlines()


REFERENCE, OUTPUT, OTHER = (lines_of(f"{name}.en.txt") for name in ("reference-a", "alder", "birch"))
SOURCE = lines_of("source.de.txt")
HALF = len(OUTPUT) // 2
HAN, THAI = (
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去",
    "กขคงจชซญดตถทธนบปผพภมยรลวศสหอ",
)


def unspaced(letters: str, seed: int) -> Lines:
    """Return text without blanks, of which any two seeds share most characters, in the same places."""
    shared, own = random.Random(1), random.Random(seed)
    lines = ["".join(shared.choices(letters, k=30)) for _ in REFERENCE]
    return ["".join(own.choice([char] * 4 + [letters[0]]) for char in line) + "。" for line in lines]


# A slip: what is scored (reference, output, other output), and what a warning of it says.
SLIPS: Mapping[str, tuple[tuple[Lines, Lines, Lines], str]] = {
    "pieces of SentencePiece": (
        (REFERENCE, ["▁" + line.replace(" ", " ▁") for line in OUTPUT], OTHER),
        '"▁", which SentencePiece writes for a blank',
    ),
    "pieces of BPE": (
        (REFERENCE, [line.replace("e", "e@@ ") for line in OUTPUT], OTHER),
        '"@@", at which BPE splits words',
    ),
    "ends of sentences": ((REFERENCE, [f"{line} </s>" for line in OUTPUT], OTHER), '"</s>", which ends'),
    "unknown words": ((REFERENCE, [f"<unk> {line}" for line in OUTPUT], OTHER), '"<unk>", which stands for'),
    "no capitals": ((REFERENCE, [line.lower() for line in OUTPUT], OTHER), "hardly any capitals"),
    "no capitals in the reference": (
        ([line.lower() for line in REFERENCE], OUTPUT, OTHER),
        "references have hardly any capitals",
    ),
    "Chinese": (
        (unspaced(HAN, 2), unspaced(HAN, 3), unspaced(HAN, 4)),
        "BLEU with tok=13a splits text at blanks, which do not part words",
    ),
    "Thai": (
        (unspaced(THAI, 2), unspaced(THAI, 3), unspaced(THAI, 4)),
        "BLEU with tok=13a splits text at blanks, which do not part words",
    ),
    "another language": ((REFERENCE, SOURCE, OTHER), "seem to be in German"),
    "half untranslated": ((REFERENCE, [*OUTPUT[:HALF], *SOURCE[HALF:]], OTHER), "seem to be in German"),
    "the source as reference": ((SOURCE, OUTPUT, OTHER), "in German"),
    "the reference as output": ((REFERENCE, REFERENCE, OTHER), "is identical to the reference"),
    "another order": (
        (REFERENCE, random.Random(1).sample(OUTPUT, len(OUTPUT)), OTHER),
        "no better than other",
    ),
    "a line missing": ((REFERENCE, [*OUTPUT[1:], OUTPUT[0]], OTHER), "out of step with the reference"),
    "empty outputs": ((REFERENCE, [*OUTPUT[:HALF], *[""] * (len(OUTPUT) - HALF)], OTHER), "are empty though"),
}
PATTERNS = ("--grid", "out/{system}/xx.{pair}.txt", "--references", "ref/xx.{pair}.txt")
SET = ("-r", "ref/xx.de-en.txt", "new=out/new/xx.de-en.txt")
BOTH = (*SET, "old=out/old/xx.de-en.txt")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "score": ("score", *SET, "-m", "bleu"),
    "score by segment": ("score", *SET, "-m", "bleu", "--level", "segment"),
    "compare": ("compare", *BOTH, "-m", "bleu", "--draws", "100"),
    "power": ("power", *BOTH, "-m", "bleu", "--draws", "100"),
    "report": ("report", *BOTH, "-m", "bleu", "-o", "report.html"),
    "diagnose": ("diagnose", *BOTH, "-m", "bleu"),
    "gate": ("gate", *SET, "--baseline", "out/old/xx.de-en.txt", "-m", "bleu", "--margin", "1"),
    "grid": ("score", *PATTERNS, "-m", "bleu"),
    "meta": ("meta", "people.tsv", *BOTH, "-m", "bleu"),
    "learn": ("learn", "people.tsv", *BOTH, "-m", "bleu", "-m", "chrf", "-o", "learnt.json"),
    "map": ("map", "-r", "ref", "new=out/new", "-m", "bleu", "-o", "parts"),
}
FUNCTIONS: Mapping[str, Callable[[Lines, Lines, Lines], object]] = {
    "score": lambda ref, new, old: assay.score(new, ref, "bleu"),
    "compare": lambda ref, new, old: assay.compare({"new": new, "old": old}, ref, "bleu", draws=100),
    "gate": lambda ref, new, old: assay.gate(new, ref, "bleu", baseline=old, margin=1),
    "diagnose": lambda ref, new, old: assay.diagnose({"new": new, "old": old}, ref, "bleu"),
    "report": lambda ref, new, old: assay.report({"new": new, "old": old}, ref, "bleu"),
    "correlate": lambda ref, new, old: assay.correlate(
        "people.tsv", {"new": new, "old": old}, ref, metrics="bleu"
    ),
    "score_grid": lambda ref, new, old: assay.score_grid(PATTERNS[1], PATTERNS[3], "bleu"),
}


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[tuple[Lines, Lines, Lines]], None]:
    """Return what writes a set where the commands look for it, beside people's scores of it."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(1)

    def write(texts: tuple[Lines, Lines, Lines]) -> None:
        for folder, lines in zip(("ref", "out/new", "out/old"), texts, strict=True):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / "xx.de-en.txt").write_text(
                "".join(f"{line}\n" for line in lines), encoding="utf-8"
            )
        rows = [
            f"{system}\t{row}\t{rng.randrange(100)}\n"
            for system in ("new", "old")
            for row in range(1, len(texts[0]) + 1)
        ]
        (tmp_path / "people.tsv").write_text("system\tsegment\tscore\n" + "".join(rows), encoding="utf-8")

    return write


def told(call: Callable[[], object]) -> str:
    """Return what a call of Python warns of, in one text."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        call()
    return "\n".join(str(warning.message) for warning in caught if warning.category is AssayWarning)


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_warns_of_every_slip(command, slip, written, capsys) -> None:
    texts, words = SLIPS[slip]
    written(texts)
    assert main.main(COMMANDS[command]) in (0, 1), capsys.readouterr()
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_warns_of_every_slip(function, slip, written) -> None:
    texts, words = SLIPS[slip]
    written(texts)
    assert words in told(lambda: FUNCTIONS[function](*texts))


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_warns_of_sound_texts(command, written, capsys) -> None:
    written((REFERENCE, OUTPUT, OTHER))
    assert main.main(COMMANDS[command]) in (0, 1), capsys.readouterr()
    said = capsys.readouterr().err
    assert not [words for _, words in SLIPS.values() if words in said]


def test_what_is_right_for_a_metric_is_not_held_against_it(written, capsys) -> None:
    """Case for a metric that ignores it, blanks for one of characters, post-edits for HTER."""
    edited = [out if row % 3 else ref for row, (ref, out) in enumerate(zip(REFERENCE, OUTPUT, strict=True))]
    for texts, spec in (
        (SLIPS["no capitals"][0], "bleu:lowercase"),
        (SLIPS["Chinese"][0], "bleu:tok=zh"),
        (SLIPS["Chinese"][0], "chrf"),
        ((edited, OUTPUT, OTHER), "hter"),
    ):
        written(texts)
        assert main.main(["score", *SET, "-m", spec]) == 0
        assert (spec, capsys.readouterr().err) == (spec, "")
    written((edited, OUTPUT, OTHER))
    main.main(["score", *SET, "-m", "ter", "-m", "hter"])
    assert "are equal to the reference" in capsys.readouterr().err
