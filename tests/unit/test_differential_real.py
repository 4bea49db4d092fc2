"""sacreBLEU and we on real systems' outputs: two languages, one to eleven references, all of them or with holes."""

import random
from collections import defaultdict
from pathlib import Path

import pytest
from differential import BLEU, CHRF, TER, check

FAST = (
    "bleu",
    "bleu:lowercase",
    "bleu:tok=intl",
    "bleu:tok=char",
    "bleu:smooth=floor",
    "chrf",
    "chrf++",
    "chrf:average=f",
)


def read(path: Path, rows: int | None = None) -> list[str]:
    """Return the lines of a file of the shared data."""
    if not path.is_file():
        pytest.skip(f"{path.name} is not among the shared data")
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")[:rows]


def wmt(
    shared_dir: Path, pair: str, system: str, references: list[str], rows: int
) -> tuple[list[str], list[list[str]]]:
    """Return the first segments of a system of WMT23 and of its references."""
    folder = shared_dir / "data" / "wmt23"
    streams = [read(folder / "references" / f"{pair}.{name}.txt", rows) for name in references]
    return read(folder / "system-outputs" / pair / f"{system}.txt", rows), streams


@pytest.mark.parametrize("spec", FAST)
@pytest.mark.parametrize(
    ("pair", "system", "references"),
    [
        ("en-de", "ONLINE-B", ["refA"]),
        ("en-de", "NLLB_MBR_BLEU", ["refA"]),
        ("he-en", "ONLINE-A", ["refA", "refB"]),
        ("he-en", "NLLB_Greedy", ["refB"]),
    ],
)
def test_whole_systems(shared_dir: Path, pair: str, system: str, references: list[str], spec: str) -> None:
    outputs, streams = wmt(shared_dir, pair, system, references, 250)
    check(spec, outputs, streams)


@pytest.mark.slow
def test_edits_of_paragraphs(shared_dir: Path) -> None:
    check("ter:normalize", *wmt(shared_dir, "en-de", "ONLINE-B", ["refA"], 25))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["ter", "ter:normalize", "ter:punctuation=no"])
def test_edits_of_sentences(shared_dir: Path, spec: str) -> None:
    check(spec, *wmt(shared_dir, "he-en", "NLLB_Greedy", ["refA", "refB"], 150))


@pytest.mark.parametrize("spec", [*BLEU, *CHRF, *TER])
def test_hebrew_sources_stand_for_outputs(shared_dir: Path, spec: str) -> None:
    """Script from right to left, with half of each neighbour as reference."""
    lines = read(shared_dir / "data" / "wmt23" / "sources" / "he-en.txt", 40)
    words = [line.split() for line in lines]
    mixed = [
        " ".join(own[len(own) // 2 :] + other[:6])
        for own, other in zip(words, words[1:] + words[:1], strict=True)
    ]
    check(spec, mixed, [lines])


@pytest.fixture(scope="module")
def ten_references(shared_dir: Path) -> tuple[list[str], list[list[str]]]:
    """Return the original references as outputs, and the ten that were made later."""
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for line in read(shared_dir / "data" / "multiref" / "wmt14-en-de.extra_refs.tsv"):
        key, _, text = line.partition("\t")
        kind, _, sentence = key.partition("-")
        texts[kind][sentence] = text
    sentences = list(texts["T"])[:150]
    streams = [[texts[f"R{number}"][sentence] for sentence in sentences] for number in range(1, 11)]
    return [texts["T"][sentence] for sentence in sentences], streams


@pytest.mark.parametrize("spec", FAST)
def test_ten_references(ten_references: tuple[list[str], list[list[str]]], spec: str) -> None:
    check(spec, *ten_references)


def with_holes(streams: list[list[str]], rows: int) -> list[list[str | None]]:
    """Take away half of the references, but never the last one of a segment."""
    draw = random.Random(13)
    kept = [
        {draw.randrange(len(streams)), *draw.sample(range(len(streams)), draw.randrange(len(streams)))}
        for _ in range(rows)
    ]
    return [
        [stream[row] if at in kept[row] else None for row in range(rows)] for at, stream in enumerate(streams)
    ]


@pytest.mark.parametrize("spec", FAST)
def test_ten_references_with_holes(ten_references: tuple[list[str], list[list[str]]], spec: str) -> None:
    outputs, streams = ten_references
    check(spec, outputs, with_holes(streams, len(outputs)))


@pytest.mark.slow
def test_edits_against_ten_references_with_holes(ten_references: tuple[list[str], list[list[str]]]) -> None:
    outputs, streams = ten_references
    check("ter", outputs[:50], with_holes([stream[:50] for stream in streams], 50))
