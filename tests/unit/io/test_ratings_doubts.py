"""Files that could be computed without a word, and should not: each is refused or warned of, with count and place."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from assay.data import Judgements, Preferences
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import JudgementOptions, open_judgements
from support.assertions import untyped

HEADER = "rater\tsystem\tsegment\tscore"
MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
Opened = Callable[..., Judgements | Preferences]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    def open_text(text: str, **options: object) -> Judgements | Preferences:
        (tmp_path / "ratings.tsv").write_text(text, encoding="utf-8")
        return open_judgements(untyped(JudgementOptions)(str(tmp_path / "ratings.tsv"), **options))

    return open_text


def rows(score: Callable[[int], object], raters: Sequence[str] = ("Anna", "Ben")) -> str:
    lines = [
        f"{rater}\t{system}\t{segment}\t{score(segment + 7 * number)}"
        for number, (rater, system) in enumerate((rater, system) for rater in raters for system in ("A", "B"))
        for segment in range(1, 7)
    ]
    return "\n".join([HEADER, *lines, ""])


def silent(opened: Opened, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        opened(text)


@pytest.mark.parametrize(
    ("score", "scale"),
    [
        (lambda at: at % 10 / 10, "--scale 0-1"),
        (lambda at: 1 + at % 5, "--scale 1-5"),
        (lambda at: at % 6 * 0.9, "--scale 0-5"),
    ],
)
def test_scores_on_another_scale(opened: Opened, score: Callable[[int], object], scale: str) -> None:
    with pytest.warns(
        AssayWarning, match=r"all 24 scores lie from .* line 2\), on a scale from 0 to 100"
    ) as caught:
        opened(rows(score))
    assert scale in str(caught[0].message)
    silent(opened, rows(lambda at: 37 * at % 90))


def test_a_scale_that_is_given_is_not_doubted(opened: Opened) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        opened(rows(lambda at: 1 + at % 5), scale="1-5")


def test_commas_that_may_part_thousands(opened: Opened) -> None:
    text = rows(lambda at: f"{at},070").replace("\t", ";")
    with pytest.warns(
        AssayWarning, match=r'line 2: "1,070" is read as 1.07; this and 23 more have three digits'
    ):
        opened(text)
    silent(opened, rows(lambda at: f"{37 * at % 90},5").replace("\t", ";"))
    silent(opened, rows(lambda at: f"{37 * at % 90},125").replace("\t", ";").replace(",125\n", ",5\n", 1))
    with pytest.raises(InputError, match=r"write 7\.07 or 7070, whichever is meant"):
        opened(f"{HEADER}\na\tA\t1\t7,070\n")


def test_raters_and_systems_that_are_swapped(opened: Opened) -> None:
    swapped = (
        rows(lambda at: 37 * at % 90, ("DeepL", "Google"))
        .replace("\tA\t", "\trater1\t")
        .replace("\tB\t", "\trater2\t")
    )
    with pytest.warns(AssayWarning, match="are the columns of raters and systems swapped"):
        opened(swapped)


def test_segments_and_scores_that_are_swapped(opened: Opened) -> None:
    text = rows(lambda at: [80, 70, 70, 60, 80, 90][(at - 1) % 7 % 6])
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    swapped = "\n".join([HEADER, *("\t".join([*line[:2], line[3], line[2]]) for line in lines), ""])
    silent(opened, text)
    with pytest.warns(AssayWarning, match="are the columns of segments and scores swapped"):
        opened(swapped)


def test_rows_that_are_there_twice(opened: Opened) -> None:
    text = rows(lambda at: 37 * at % 90)
    body = text.removeprefix(f"{HEADER}\n")
    with pytest.warns(AssayWarning, match=r"every row occurs twice \(first: .*line 26, the same as line 2\)"):
        opened(text + body)
    with pytest.warns(AssayWarning, match=r"1 row is duplicated \(first: .*line 26, the same as line 2\)"):
        opened(text + body.splitlines(keepends=True)[0])
    silent(opened, text + "Anna\tA\t1\t12\n")  # a second opinion is no copy


def mqm(severity: Callable[[int], str], segments: int = 12) -> list[str]:
    return [
        f"{system}\td\t{at}\t{at}\tanna\tx\ty\t{severity(at).replace('Minor', 'Accuracy')}\t{severity(at)}"
        for system in ("A", "B")
        for at in range(1, segments + 1)
    ]


def test_marked_errors_that_are_there_twice(opened: Opened) -> None:
    lines = mqm(lambda at: "Minor" if at % 2 else "No-error")
    silent(opened, "\n".join([MQM, *lines, ""]))
    with pytest.raises(InputError, match=r"each of its 24 lines occurs twice \(first: line 26\)"):
        opened("\n".join([MQM, *lines, *lines, ""]))
    with pytest.warns(AssayWarning, match=r"12 of 36 lines are duplicates \(first: line 26\)"):
        opened("\n".join([MQM, *lines, *lines[:12], ""]))


def test_marked_errors_without_a_clean_output(opened: Opened) -> None:
    with pytest.warns(AssayWarning, match="all 24 judged outputs have an error"):
        opened("\n".join([MQM, *mqm(lambda at: "Minor"), ""]))


@pytest.mark.parametrize("other", ["anna", "Anna ", "Anna.", "ANNA"])
def test_names_that_are_alike_are_named(opened: Opened, other: str) -> None:
    text = rows(lambda at: 37 * at % 90, ("Anna", other))
    with pytest.warns(
        AssayWarning, match=f'raters whose names differ .*: "Anna" and "{other}"; .*--fold-names'
    ):
        kept = opened(text)
    assert kept.rater.names == ("Anna", other)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        folded = opened(text, fold_names=True)
    assert folded.rater.names == ("Anna",)
    assert folded.remarks[-1].places == (f'"{other}" is "Anna"',)


def test_names_with_numbers_are_not_alike(opened: Opened) -> None:
    silent(opened, rows(lambda at: 37 * at % 90).replace("\tA\t", "\tv1.0\t").replace("\tB\t", "\tv10\t"))
    with pytest.raises(OptionError, match="--fold-names has no effect"):
        opened(rows(lambda at: 37 * at % 90), fold_names=True)


def test_pairs_have_their_names_folded(opened: Opened) -> None:
    head = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    text = "\n".join([head, "tr,en,1,1,j1,red,1,blue,2,1", "tr,en,2,2,J1,Red,1,blue,2,2", ""])
    with pytest.warns(AssayWarning, match='"red" and "Red"'):
        opened(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pairs = opened(text, fold_names=True)
    assert isinstance(pairs, Preferences)
    assert (pairs.systems, pairs.rater.names) == (("red", "blue"), ("j1",))
    assert (pairs.first.tolist(), pairs.second.tolist()) == ([0, 0], [1, 1])


def test_questions_that_a_format_does_not_know(opened: Opened) -> None:
    text = "judge,sentence,system,fluency,overall\nanna,1,A,4,3\nanna,1,B,5,4\n"
    with pytest.warns(
        AssayWarning, match=r'of its scores "fluency" are read, and not "overall"; --from sheet reads all'
    ):
        opened(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert untyped(opened(text, form="sheet")).aspect.names == ("fluency", "overall")
