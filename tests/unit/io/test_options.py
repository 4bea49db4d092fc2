"""The options of everything that reads: which files they name, and which judgements they leave."""

from pathlib import Path

import numpy as np
import pytest

from assay.data import Judgements
from assay.errors import InputError, OptionError
from assay.io import FileOptions, JudgementOptions, open_judgements, open_set
from assay.options import declared, from_keywords
from assay.postedit.options import EffortOptions
from assay.stats import Settings

RATINGS = "rater\tsystem\tsegment\tscore\n" + "".join(
    f"r\t{system}\t{segment}\t{score}\n"
    for system, segment, score in (("A", 1, 40), ("B", 1, 60), ("C", 2, 5))
)
PAIRS = "SID BETTER WORSE\n1 A B\n2 B+C A\n3 C D\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs").mkdir()
    texts = {"a.txt": "h\n", "refs/1.txt": "r\n", "refs/2.txt": "r\n", "src": "s\n", "docs": "d\n"}
    texts |= {"ratings.tsv": RATINGS, "pairs.txt": PAIRS}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


def test_files_are_named_and_read() -> None:
    options = FileOptions(systems=("mt=a.txt",), reference=("refs",), source="src", docs="docs")
    assert options.paths() == ["a.txt", "refs/1.txt", "refs/2.txt", "src", "docs"]
    ((evalset, outputs),) = open_set(options)
    assert list(outputs) == ["mt"]
    assert len(evalset.references) == 2
    assert list(evalset.source or []) == ["s"]
    assert evalset.document is not None


def test_choices_are_checked() -> None:
    with pytest.raises(OptionError, match="codes='keep'"):
        FileOptions(codes="keep")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(OptionError, match="did you mean reference"):
        from_keywords(FileOptions, {"references": ("r",)})
    with pytest.raises(OptionError, match="--languages"):
        open_set(FileOptions(systems=("a.txt",), reference=("refs",), languages="en"))


def test_files_are_marked_as_such() -> None:
    names = {
        option.name for cls in (FileOptions, JudgementOptions) for option in declared(cls) if option.reads
    }
    assert names == {"systems", "reference", "source", "docs", "judgements"}


def test_judgements_of_chosen_systems() -> None:
    judgements = open_judgements(JudgementOptions("ratings.tsv", only_systems=("A,B",)))
    assert isinstance(judgements, Judgements)
    assert judgements.system.column() == ["A", "B"]
    assert judgements.remarks[-1].kind == "unknown system"
    judgements = open_judgements(JudgementOptions("ratings.tsv", without_systems=("[AB]",)))
    assert isinstance(judgements, Judgements)
    assert judgements.system.column() == ["C"]
    with pytest.raises(OptionError, match='no system is called "X"; the systems are A, B, C'):
        open_judgements(JudgementOptions("ratings.tsv", without_systems=("X",)))


def test_a_shared_output_stays_with_one_of_its_systems() -> None:
    pairs = open_judgements(JudgementOptions("pairs.txt", without_systems=("C", "D")))
    assert len(pairs) == 2
    assert pairs.remarks[-1].count == 1
    with pytest.raises(InputError, match="no pair is left"):
        open_judgements(JudgementOptions("pairs.txt", only_systems=("A",)))


def test_scales() -> None:
    judgements = open_judgements(JudgementOptions("ratings.tsv", scale="-5-50", set_aside=True))
    assert isinstance(judgements, Judgements)
    assert judgements.system.column() == ["A", "C"]
    assert (judgements.scale.low, judgements.scale.high) == (-5, 50)
    with pytest.raises(OptionError, match="--scale 5: write the lowest and the highest score"):
        open_judgements(JudgementOptions("ratings.tsv", scale="5"))


def test_standard_input_needs_a_format() -> None:
    with pytest.raises(OptionError, match="name it with --from"):
        open_judgements(JudgementOptions("-"))


@pytest.mark.parametrize("number", [5, np.int64(5), np.int8(1)])
def test_whole_numbers_of_any_library_are_numbers(number: object) -> None:
    options = from_keywords(Settings, {"draws": number})
    assert options.draws == number


@pytest.mark.parametrize("number", [True, np.True_, 5.0, "5", None, -1])
def test_what_is_no_whole_number_is_refused(number: object) -> None:
    with pytest.raises(OptionError, match=r"--draws .*: write a whole number from 1 on"):
        from_keywords(Settings, {"draws": number})


@pytest.mark.parametrize("number", [np.float64(0.5), np.float32(0.5), 1])
def test_fractions_of_any_library_are_numbers(number: object) -> None:
    assert from_keywords(EffortOptions, {"idle": number})
