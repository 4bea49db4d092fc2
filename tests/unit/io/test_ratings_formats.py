"""Every format of judgements: told by its first line, and written back as it was."""

import csv
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ratings_files import FILES, columns, put, read_text

from assay.data.evalset import Codes
from assay.data.judgements import Judgements, Layout, Preferences, Scale
from assay.errors import AssayWarning, InputError, OptionError
from assay.io.ratings import registry as formats
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format, write_table
from assay.io.ratings.registry import FORMATS, read_judgements, write_judgements
from assay.io.tables.cells import NUMBER
from assay.io.tables.reading import read_table

EVERY_FILE = pytest.mark.parametrize("name", FILES)
JUDGEMENTS = [name for name, (form, _) in FILES.items() if form != "pairs"]
SHARED = {
    "wmt23-esa/en-de.ESA.scores.csv": "appraise",
    "da/wmt21-wiki-xh-zu/ad-good-raw.csv": "graham",
    "da/wmt21-wiki-xh-zu/ad-xhzu-good-stnd.csv": "graham",
    "rr/wmt13-fr-en/judgements.train.csv": "ranking",
    "rr/wmt13-fr-en/judgements.test.csv": "ranking",
    "rr/wmt16-tr-en/wmt16.tur-eng.csv": "pairs",
    "rr/wmt16-tr-en/wmt16.collapsed.tur-eng.csv": "pairs",
}


@EVERY_FILE
def test_every_file_is_recognised(name, tmp_path):
    form, text = FILES[name]
    assert formats.recognised(put(tmp_path, text)).name == form


@EVERY_FILE
def test_every_file_comes_back_byte_by_byte(name, tmp_path):
    form, text = FILES[name]
    assert write_judgements(read_text(tmp_path, text), form) == text


def test_every_format_has_a_file() -> None:
    assert {form for form, _ in FILES.values()} <= set(FORMATS)
    assert set(FORMATS) - {form for form, _ in FILES.values()} <= {
        "mqm",
        "wmt25",
        "darr",
        "seg-rating",
        "pearmut",
        "segment-scores",
    }


@pytest.mark.parametrize("path", SHARED)
def test_real_files_come_back_byte_by_byte(path, shared_dir):
    file = shared_dir / "data" / path
    form = SHARED[path]
    assert formats.recognised(str(file)).name == form
    read = FORMATS[form].read(str(file))
    assert write_judgements(read, form).encode() == file.read_bytes()


@pytest.mark.parametrize("name", JUDGEMENTS)
@pytest.mark.parametrize("form", ["tidy", "tidy-csv", "tidy-jsonl"])
def test_a_tidy_table_holds_all_that_any_format_says(name, form, tmp_path):
    first = read_text(tmp_path, FILES[name][1])
    again = read_text(tmp_path, write_judgements(first, form))
    assert columns(again) == columns(first)
    foreign = {key for key in first.extra if key not in (*columns(first), "rank", "end")}
    assert foreign <= set(again.extra)


@pytest.mark.filterwarnings("ignore:the format seg-rating has no names of segments:assay.errors.AssayWarning")
@pytest.mark.parametrize("name", JUDGEMENTS)
@pytest.mark.parametrize("form", [name for name, form in FORMATS.items() if getattr(form, "holds", None)])
def test_a_format_holds_what_is_written_or_refuses_it(name, form, tmp_path):
    first = read_text(tmp_path, FILES[name][1])
    text = None
    with suppress(InputError):
        text = write_judgements(first, form)
    if text is None:
        with pytest.raises(InputError, match=r"cannot|write a tidy table"):
            write_judgements(first, form)
        return
    again = read_text(tmp_path, text, form)
    kept = columns(again)
    assert {key: value for key, value in kept.items() if key in columns(first)} == columns(first)


def test_what_a_format_cannot_hold_is_named(tmp_path: Path) -> None:
    judgements = read_text(tmp_path, FILES["esa-wmt"][1])
    with pytest.raises(InputError, match=r"appraise cannot hold the column domain, the column \"src\""):
        write_judgements(judgements, "appraise")


def test_what_is_left_out_is_named_in_a_warning(tmp_path: Path) -> None:
    judgements = read_text(tmp_path, FILES["esa-wmt"][1])
    with pytest.warns(AssayWarning, match="left out for the format appraise: the column domain"):
        text = write_judgements(judgements, "appraise", leave_out=True)
    assert read_text(tmp_path, text).score.tolist() == judgements.score.tolist()


def test_changed_scores_are_written_and_not_those_of_the_file(tmp_path: Path) -> None:
    judgements = read_text(tmp_path, FILES["tidy"][1])
    changed = replace(judgements, score=np.array([71.0, 5.0, 6.0]))
    scores = [line.split("\t")[3] for line in write_judgements(changed, "tidy").splitlines()]
    assert scores == ["score", "71", "5", "6"]


def test_skipped_screens_of_a_ranking_have_rank_minus_one(tmp_path: Path) -> None:
    ranking = read_text(tmp_path, FILES["ranking"][1])
    skipped = replace(ranking, score=np.full(6, np.nan), extra={}, layout=None)
    rows = [*csv.DictReader(write_judgements(skipped, "ranking").splitlines())]
    assert {row[f"system{slot}rank"] for row in rows for slot in (1, 2, 3)} == {"-1"}


def test_outputs_may_be_taken_out_of_rankings_before_writing(tmp_path: Path) -> None:
    ranking = read_text(tmp_path, FILES["ranking"][1])
    without = ranking.where(~ranking.system.among(["blue"]))
    again = read_text(tmp_path, write_judgements(without, "ranking"), "ranking")
    assert again.system.column() == ["red", "green", "green", "red"]
    assert again.score.tolist()[:2] == [1, 3]


def test_screens_of_fewer_outputs_leave_places_of_a_ranking_empty(tmp_path: Path) -> None:
    ranking = read_text(tmp_path, FILES["ranking"][1])
    uneven = ranking.where(np.arange(6) > 0)
    text = write_judgements(uneven, "ranking")
    again = read_text(tmp_path, text, "ranking")
    assert again.system.column() == uneven.system.column()
    assert "" not in again.system.names
    np.testing.assert_array_equal(again.score, uneven.score)
    assert [again.screen.column().count(name) for name in again.screen.names] == [2, 3]
    assert write_judgements(again, "ranking") == text
    with pytest.raises(InputError, match="line 2: a system without a name"):
        read_text(tmp_path, text.replace(",-1", ",3"), "ranking")


@EVERY_FILE
def test_further_columns_may_be_taken_away_before_writing(name, tmp_path):
    form, text = FILES[name]
    judgements = read_text(tmp_path, text)
    again = read_text(tmp_path, write_judgements(replace(judgements, extra={}), form), form)
    assert len(again) == len(judgements)
    if isinstance(judgements, Judgements):
        assert np.array_equal(again.score, judgements.score, equal_nan=True)


def test_rows_may_be_left_out_before_writing(tmp_path: Path) -> None:
    judgements = read_text(tmp_path, FILES["appraise-12"][1])
    kept = write_judgements(judgements.of_kind("degraded"), "appraise")
    assert kept.splitlines() == [line for line in FILES["appraise-12"][1].splitlines() if ",BAD," in line]


def test_pairs_are_no_judgements(tmp_path: Path) -> None:
    pairs = read_text(tmp_path, FILES["pairs"][1])
    assert isinstance(pairs, Preferences)
    with pytest.raises(InputError, match="holds single judgements, not pairs"):
        write_judgements(pairs, "tidy")
    with pytest.raises(InputError, match="holds pairs, not single judgements"):
        write_judgements(read_text(tmp_path, FILES["tidy"][1]), "pairs")


def test_a_file_of_no_format_is_told_in_two_lines(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a known format of judgements") as error:
        read_text(tmp_path, "to be or not to be\n")
    assert "rater, system, segment and score, or name the format (--from)" in str(error.value)
    assert len(str(error.value)) < 400


def test_an_unknown_name_lists_the_formats(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="the formats are tidy, tidy-csv"):
        read_text(tmp_path, FILES["tidy"][1], "tiddy")


def test_what_is_not_there_or_empty_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_judgements(str(tmp_path / "nowhere.tsv"))
    with pytest.raises(InputError, match="the file is empty"):
        read_text(tmp_path, "")


def test_a_pipe_needs_the_name_of_its_format(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, FILES["tidy"][1].encode())
    os.close(writing)
    with pytest.raises(InputError, match="read only once"):
        read_judgements(f"/dev/fd/{reading}")
    assert isinstance(read_judgements(f"/dev/fd/{reading}", "tidy"), Judgements)
    os.close(reading)


def test_judgements_that_come_from_no_file_are_written() -> None:
    judgements = Judgements(
        scheme="da",
        rater=Codes.of(["a", "b"]),
        system=Codes.of(["x", "y"]),
        segment=Codes.of(["1", "1"]),
        score=np.array([5.0, np.nan]),
        item=Codes.alike("genuine", 2),
        aspect=Codes.alike("", 2),
    )
    assert write_judgements(judgements, "tidy") == (
        "scheme\trater\tsystem\tsegment\tscore\nda\ta\tx\t1\t5\nda\tb\ty\t1\t\n"
    )
    assert write_judgements(judgements, "appraise") == "a,x,1,TGT,,,5\r\nb,y,1,TGT,,,\r\n"


STARS = ColumnMap(
    (
        *(Field("rater", ("who",), needed=True), Field("system", ("engine",), needed=True)),
        *(Field("segment", ("line",), needed=True), Field("score", ("stars",), NUMBER, needed=True)),
    )
)


def read_stars(path: str) -> Judgements:
    table = read_table(path, ())
    return replace(judgements_of("stars", STARS.read(table)), given=Scale(1, 5))


def write_stars(judgements: Judgements) -> bytes:
    layout = judgements.layout or Layout(("who", "engine", "line", "stars"))
    return write_table(STARS.written(judgements, layout.columns), layout)


def test_a_format_is_a_declaration_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What CONTRIBUTING says of a new format: declared here, it is recognised, read, kept and written."""
    form = rating_format("stars", "stars of a shop", STARS.tells, read_stars, write_stars)
    monkeypatch.setitem(FORMATS, "stars", form)
    text = "who,engine,line,stars,shop\nann,red,1,4,north\nann,blue,1,2.5,south\n"
    judgements = read_judgements(put(tmp_path, text))
    assert isinstance(judgements, Judgements)
    assert judgements.system.names == ("red", "blue")
    assert judgements.score.tolist() == [4, 2.5]
    assert write_judgements(judgements, "stars") == text
    assert "north" in write_judgements(judgements, "tidy")
