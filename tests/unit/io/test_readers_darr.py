"""daRR lists: pairs with the better one first, oddities counted, and lists written back as they were."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.evalset import Codes
from assay.data.judgements import Preferences
from assay.errors import AssayWarning, InputError
from assay.io.ratings.formats import darr
from assay.io.ratings.registry import read_judgements, write_judgements

SAMPLE = "SID BETTER WORSE chrF TER\nnews::1 red blue 1 0\nnews::1 blue green 0 0\nnews::2 green red 1 1\n"


@pytest.fixture
def read(tmp_path: Path):
    def read(text: str) -> Preferences:
        path = tmp_path / "darr.csv"
        path.write_bytes(text.encode())
        return darr.read(str(path))

    return read


def test_the_first_of_a_pair_is_the_better(read):
    found = read(SAMPLE)
    names = found.systems
    assert [(names[a], names[b]) for a, b in zip(found.first, found.second, strict=True)] == [
        ("red", "blue"),
        ("blue", "green"),
        ("green", "red"),
    ]
    assert found.outcome.tolist() == [1, 1, 1]
    assert found.segment.column() == ["news::1", "news::1", "news::2"]
    assert found.extra == {"chrF": ["1", "0", "1"], "TER": ["0", "0", "1"]}
    assert not found.remarks


def test_a_list_comes_back_byte_for_byte(read):
    assert darr.write(read(SAMPLE)).decode() == SAMPLE
    assert darr.write(read(SAMPLE.replace("\n", "\r\n"))).decode() == SAMPLE.replace("\n", "\r\n")
    turned = "".join(" ".join(reversed(line.split())) + "\n" for line in SAMPLE.splitlines())
    assert darr.write(read(turned)).decode() == turned


def test_pairs_that_come_twice_or_contradict_are_counted(read):
    found = read("SID BETTER WORSE\n1 a b\n1 a b\n1 b a\n2 b a\n")
    assert [(remark.kind, remark.count) for remark in found.remarks] == [
        ("duplicate", 1),
        ("contradiction", 1),
    ]
    assert found.remarks[0].places[0].endswith("line 3: repeats the pair of line 2")
    assert found.remarks[1].places[0].endswith("line 4: line 2 says the opposite")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SID BETTER\n1 a\n", "the header of a daRR list is SID BETTER WORSE"),
        ("SID BETTER WORSE x x\n", "names that come once"),
        ("SID BETTER WORSE\n1 a\n", "line 2: 2 cells, the header has 3"),
        ("SID BETTER WORSE\n1 a a\n", 'line 2: "a" is better than itself'),
    ],
)
def test_what_is_no_list_says_so(read, text, message):
    with pytest.raises(InputError, match=message):
        read(text)


def preferences(outcome: list[int]) -> Preferences:
    rows = len(outcome)
    return Preferences(
        ("a", "b"),
        np.zeros(rows, dtype=np.int32),
        np.ones(rows, dtype=np.int32),
        np.array(outcome, dtype=np.int8),
        rater=Codes.alike("", rows),
        segment=Codes.alike("1", rows),
    )


def test_a_second_output_that_won_is_written_first() -> None:
    assert darr.write(preferences([1, -1])).decode() == "SID BETTER WORSE\n1 a b\n1 b a\n"


def test_ties_cannot_be_written() -> None:
    with pytest.raises(InputError, match="a daRR list cannot hold 1 of 3 pairs that are ties"):
        darr.write(preferences([1, 0, -1]))


def test_a_blank_in_a_name_cannot_be_written(read):
    found = read("SID BETTER WORSE\n1 a b\n")
    with pytest.raises(InputError, match="one word without spaces"):
        darr.write(
            Preferences(("a", "b c"), found.first, found.second, found.outcome, found.rater, found.segment)
        )


WORD = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=4)


@given(st.lists(st.tuples(WORD, WORD, WORD, WORD).filter(lambda row: row[1] != row[2]), max_size=6))
def test_any_list_comes_back(tmp_path_factory, rows):
    text = "".join(f"{' '.join(row)}\n" for row in [("SID", "BETTER", "WORSE", "metric"), *rows])
    path = tmp_path_factory.mktemp("darr") / "any.csv"
    path.write_text(text, encoding="utf-8", newline="")
    assert darr.write(darr.read(str(path))).decode() == text


def test_the_published_list(shared_dir: Path) -> None:
    path = shared_dir / "data" / "da" / "wmt20-km-en" / "published-darr-agree.csv"
    found = darr.read(str(path))
    assert len(found) == 3706
    assert len(found.systems) == 7
    assert not found.remarks
    assert darr.write(found) == path.read_bytes()
    agreed = np.array(found.extra["chrF"]).astype(int)
    tau = (agreed.sum() - (1 - agreed).sum()) / len(found)
    published = (shared_dir / "data" / "da" / "wmt20-km-en" / "published-darr-tau.csv").read_text()
    [printed] = [float(line.split()[1]) for line in published.splitlines() if line.startswith("chrF ")]
    assert tau == pytest.approx(printed, abs=5e-5)


def test_a_list_written_as_pairs_keeps_its_pairs_and_comes_back(tmp_path: Path) -> None:
    text = "SID BETTER WORSE chrF\nd::1 red blue 1\nd::2 blue red 0\n"
    (tmp_path / "list.csv").write_text(text, encoding="utf-8")
    first = read_judgements(str(tmp_path / "list.csv"))
    pairs = write_judgements(first, "pairs")
    assert pairs.splitlines()[1] == ",,d::1,,red,1,blue,2,1"
    (tmp_path / "pairs.csv").write_text(pairs, encoding="utf-8")
    assert write_judgements(read_judgements(str(tmp_path / "pairs.csv")), "darr") == text


def test_raters_and_ties_are_left_out_only_when_asked(tmp_path: Path) -> None:
    head = "srclang,trglang,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    rows = [head, "de,en,1,anna,red,2,blue,1,7", "de,en,2,anna,red,1,blue,1,8"]
    (tmp_path / "pairs.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = read_judgements(str(tmp_path / "pairs.csv"))
    missing = "1 of 2 pairs that are ties, the raters, the screens, the languages"
    with pytest.raises(InputError, match=f"a daRR list cannot hold {missing}"):
        write_judgements(found, "darr")
    with pytest.warns(AssayWarning, match=f"left out for the format darr: {missing}"):
        assert write_judgements(found, "darr", leave_out=True) == "SID BETTER WORSE\n1 blue red\n"
