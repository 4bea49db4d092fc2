"""`assay sacrebleu` next to sacreBLEU's own program: the same words, the same bytes on standard output."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from forks import Programs

from assay.version import installed_version
from support.program import HARBOUR

REFERENCE = str(HARBOUR / "reference-a.en.txt")
ALDER, BIRCH, CEDAR = (str(HARBOUR / f"{name}.en.txt") for name in ("alder", "birch", "cedar"))
ONE = [REFERENCE, "-i", ALDER]
TWO = [REFERENCE, "-i", ALDER, BIRCH]
THREE = [REFERENCE, "-i", ALDER, BIRCH, CEDAR]
SECOND = str(HARBOUR / "drift.en.txt")  # not a reference, but lines that differ from it
VERSION = re.compile(
    r'(?<=version:)(2\.6\.0|assay-[\w.]+)|(?<=[|"]v:)(2\.6\.0|assay-[\w.]+)|(?<="version": ")[^"]*'
)
Run = Callable[..., str]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Programs]:
    """Both programs, loaded."""
    loaded = Programs(tmp_path_factory.mktemp("streams"))
    yield loaded
    loaded.close()


@pytest.fixture
def assert_same(programs: Programs) -> Run:
    """Hold our output and exit code against those of sacreBLEU; return the output."""

    def compare(words: Sequence[str], given: bytes = b"", **environment: str) -> str:
        theirs, ours = (programs.run(name, words, given, environment) for name in ("sacrebleu", "assay"))
        assert theirs.code in (0, 1, 2, 17), theirs.err
        assert ours.code == theirs.code, ours.err
        assert VERSION.sub("", ours.out) == VERSION.sub("", theirs.out)
        return ours.out if ours.code == 0 else ours.err

    return compare


LINES = [
    ONE,
    [*ONE, "-f", "text"],
    [*ONE, "-m", "bleu", "chrf", "ter"],
    [*ONE, "-m", "ter", "chrf", "bleu", "-f", "text", "-w", "4"],
    [*ONE, "-m", "bleu", "chrf", "-b", "-w", "3", "-f", "text"],
    [*ONE, "-b"],
    [*ONE, "-b", "-m", "bleu", "chrf"],
    [*ONE, "-w", "0", "-sh", "-f", "text"],
    [*ONE, "-f", "text", "-m", "chrf", "-cw", "2", "-cc", "4", "--chrf-beta", "3"],
    [*ONE, "-m", "chrf", "--chrf-word-order", "2", "--chrf-whitespace", "--chrf-lowercase", "-w", "5"],
    [*ONE, "-m", "chrf", "--chrf-eps-smoothing", "-f", "text", "-w", "6"],
    [*ONE, "-m", "ter", "--ter-normalized", "--ter-no-punct", "-f", "text", "-w", "6"],
    [*ONE, "-m", "ter", "--ter-case-sensitive", "--ter-asian-support", "--ter-normalized"],
    [*ONE, "-tok", "intl", "-lc", "-w", "8"],
    [*ONE, "-tok", "char"],
    [*ONE, "-tok", "zh", "-s", "floor", "-sv", "0.3"],
    [*ONE, "-tok", "none", "-s", "add-k", "--force"],
    [*ONE, "--tokeniz", "13a", "--smooth-m", "none", "--lower"],
    [*ONE, "-ci", "-cin", "50", "-f", "text"],
    [*ONE, "-ci", "-cin", "101", "-m", "bleu", "chrf", "ter", "-w", "7"],
    [*ONE, "-ci", "-cin", "40", "-m", "bleu", "chrf", "-f", "text", "-sh"],
    [*ONE, "-sl"],
    [*ONE, "-sl", "-m", "chrf", "-b", "-w", "4"],
    [*ONE, "-sl", "-m", "ter", "-sh"],
    [*ONE, "-sl", "-s", "add-k", "-sv", "0.5", "-w", "5"],
    [REFERENCE, SECOND, "-i", ALDER, "-m", "bleu", "chrf", "ter", "-w", "9"],
    [REFERENCE, SECOND, "-i", ALDER, "-sl", "-w", "6"],
    [REFERENCE, REFERENCE, SECOND, "-i", ALDER, BIRCH, "-m", "ter", "-par", "-parn", "40", "-f", "text"],
    TWO,
    [*THREE, "-m", "bleu", "chrf", "ter", "-f", "text"],
    [*THREE, "-m", "bleu", "chrf", "-f", "latex", "-w", "3"],
    [*THREE, "-m", "bleu", "chrf", "-b", "-sh", "-f", "text"],
    [*TWO, "-pbs", "-pbsn", "60"],
    [*THREE, "-m", "bleu", "chrf", "ter", "-pbs", "-pbsn", "45", "-f", "text"],
    [*THREE, "-m", "bleu", "-pbs", "-pbsn", "30", "-f", "latex", "-w", "2"],
    [*THREE, "-m", "bleu", "chrf", "ter", "-par", "-parn", "100", "-w", "3"],
    [*TWO, "-par", "-parn", "65", "-s", "add-k", "-sv", "0.5"],
    [*TWO, "-par", "-parn", "30", "-f", "text", "-j", "2"],
    [*TWO, "-m", "ter", "bleu", "-par", "-parn", "30"],
    [*TWO, "-m", "ter", "chrf", "bleu"],
    [*TWO, ALDER, "--paired-ar", "--paired-ar-n", "30", "-f", "latex"],
    [REFERENCE, "-i", ALDER, "-l", "en-zh"],
]


@pytest.mark.parametrize("words", LINES, ids=lambda words: " ".join(os.path.basename(word) for word in words))
def test_command_lines(assert_same: Run, words: list[str]) -> None:
    assert assert_same(words)


BAD_LINES = [
    [],
    [REFERENCE, "-i", ALDER, "-m", "wer"],
    [*ONE, "-tok", "words"],
    [*ONE, "-f", "html"],
    [*TWO, "-pbs", "-par"],
    [*ONE, "-pbs"],
    [*TWO, "-ci"],
    [*TWO, "-sl"],
    [*ONE, "-sl", "-m", "bleu", "chrf"],
    [*ONE, "-sl", "-ci"],
    [REFERENCE, "-i", ALDER, ALDER],
    [REFERENCE, REFERENCE, "-nr", "2", "-i", ALDER],
    [*ONE, "-t", "wmt18", "-l", "de-en"],
    [REFERENCE, "-nr", "2", "-i", ALDER],
    [str(HARBOUR / "missing.txt"), "-i", ALDER],
    ["-t", "wmt05", "-l", "de-en", "-i", ALDER],
    ["--smooth", "exp"],
]


@pytest.mark.parametrize(
    "words", BAD_LINES, ids=lambda words: " ".join(os.path.basename(word) for word in words)
)
def test_bad_command_lines_have_the_same_exit_code_and_say_why(assert_same: Run, words: list[str]) -> None:
    assert "error: " in assert_same(words)


def test_lengths_that_differ_are_refused(assert_same: Run, tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("one line\n")
    assert "66" in assert_same([REFERENCE, "-i", str(short)])


SENTENCES = b"the cat sat\ton the mat\nit rained all day\tit rained\n"


@pytest.mark.parametrize(
    "words", [["-f", "text"], [], ["-pbs", "-pbsn", "10", "-f", "text"], ["-par", "-parn", "9"]]
)
def test_tabs_of_standard_input_are_systems(assert_same: Run, tmp_path: Path, words: list[str]) -> None:
    reference = tmp_path / "reference.txt"
    reference.write_text("the cat sat on the mat\nit rained all day long\n")
    assert "System 1" in assert_same([str(reference), *words], SENTENCES)


@pytest.mark.parametrize(
    "given",
    [
        b"one line\rand two\r\nthree  \n",
        b"one line\nand two\nthree",
        "one line\nänd\u2028two\nthree\n".encode(),
    ],
)
def test_a_carriage_return_splits_standard_input_and_no_file(
    assert_same: Run, tmp_path: Path, given: bytes
) -> None:
    three, file = tmp_path / "three.txt", tmp_path / "file.txt"
    three.write_bytes("one line\nänd two \nthree\n".encode())
    file.write_bytes(b"one\rline\nand two\r\nthree\n")
    assert_same([str(three), "-m", "chrf", "bleu"], given)
    assert_same([str(three), "-m", "chrf", "bleu", "-i", str(file)])


def test_fields_that_differ_have_an_exit_code_of_their_own(assert_same: Run, programs: Programs) -> None:
    assert_same([REFERENCE], b"a\tb\nc\n")
    assert programs.run("assay", [REFERENCE], b"a\tb\nc\n").code == 17


def test_references_with_tabs_between(assert_same: Run, tmp_path: Path) -> None:
    file = tmp_path / "references.tsv"
    file.write_text("a b c d\ta b c e\na b c\tb c d\n")
    assert_same([str(file), "-nr", "2", "-m", "bleu", "chrf", "ter"], b"a b c d f\nb c d\n")


def test_other_encodings(assert_same: Run, tmp_path: Path) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes("été à la plage\n".encode("latin-1"))
    assert_same([str(file), "-e", "latin-1", "-m", "chrf"], "été a la plage\n".encode("latin-1"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SACREBLEU_FORMAT", "text"),
        ("SACREBLEU_FORMAT", "LaTeX"),
        ("SACREBLEU_FORMAT", "html"),
        ("SACREBLEU_SEED", "7"),
    ],
)
def test_the_environment(assert_same: Run, name: str, value: str) -> None:
    assert_same([*ONE, "-m", "bleu", "chrf", "-ci", "-cin", "30"], **{name: value})
    assert_same([*TWO, "-pbs", "-pbsn", "20"], **{name: value})


def test_only_the_version_says_who_computed_it(programs: Programs) -> None:
    assert json.loads(programs.run("assay", ONE).out)["version"] == f"assay-{installed_version()}"
    assert programs.run("assay", ["--version"]).out == f"sacrebleu 2.6.0 (assay {installed_version()})\n"


def test_paired_tests_of_all_metrics_can_be_written_as_json(programs: Programs) -> None:
    """There sacreBLEU stops at a number of NumPy's: no format but JSON can tell what it computed."""
    words = [*TWO, "-m", "chrf", "ter", "-pbs", "-pbsn", "30"]
    baseline, system = json.loads(programs.run("assay", words).out)
    assert baseline["system"] == f"Baseline: {ALDER}"
    assert system["chrF2"].keys() == {"score", "p_value", "mean", "ci"}
    figures = f"{system['chrF2']['mean']:.4f} ± {system['chrF2']['ci']:.4f}"
    assert figures in programs.run("sacrebleu", [*words, "-f", "text", "-w", "4"]).out
