"""Every format is told from the others, comes back as it was written, and is refused by name where it is not meant."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from format_files import POSTEDITS, SCORES, SETS, STUDIES, UNITS, judgement_files

from assay.cli.main import main
from assay.data import Judgements, PostEdits, Preferences
from assay.errors import AssayWarning, InputError
from assay.io import read_judgements, read_postedits, read_scores
from assay.io.formats import KINDS, TAKEN, Format, Kind, all_formats, formats_of, recognise
from assay.io.opening import Source
from assay.io.tables.head import Head, head_of, look_at, text_head
from assay.io.tables.table import JSONL

FILES: Mapping[Kind, Mapping[str, tuple[str, str]]] = {
    "judgements": judgement_files(),
    "scores": SCORES,
    "post-edits": POSTEDITS,
    "studies": STUDIES,
    "units": UNITS,
    "sets": SETS,
}
READERS: Mapping[Kind, Callable[[Any], object]] = {
    "judgements": read_judgements,
    "scores": read_scores,
    "post-edits": read_postedits,
}
COMMANDS: Mapping[Kind, str] = {"judgements": "human", "post-edits": "postedit"}
# Files that are of two kinds: means of ratings are scores and judgements, a table of one rater's scores is either, and
# XLIFF with proposals is a translators' file and post-edits.
BOTH: set[tuple[Kind, str, Kind]] = {
    *(("judgements", name, "scores") for name in ("segment-scores",)),
    *(("scores", name, "judgements") for name in ("mtme", "mqm-average", "table", "qe-da", "assay-tsv")),
    ("units", "xliff", "post-edits"),
}
CASES = [(kind, name) for kind, files in FILES.items() for name in files]
CROSSED = [
    (kind, name, wanted)
    for kind, name in CASES
    for wanted in READERS
    if wanted != kind and (kind, name, wanted) not in BOTH
]


def put(folder: Path, kind: Kind, name: str) -> str:
    file, text = FILES[kind][name]
    path = folder / file
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        yield


def test_every_format_has_a_file_here() -> None:
    ours = {(form.kind, form.name) for form in all_formats()}
    assert ours == set(CASES)
    assert {*TAKEN} == {*KINDS}


BEFORE = ("", "\ufeff", "\n", "  ", "\ufeff \n", "<!-- by hand -->\n", "# by hand\n", "sep=,\n", "[")


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_format_has_its_sign_wherever_it_recognises_a_file(kind: Kind, name: str) -> None:
    """Formats without their sign are not asked, so a sign that is too narrow would change what a file is."""
    text = FILES[kind][name][1]
    texts = [before + body for before in BEFORE for body in (text, text.replace("\n", "\r\n"), text.upper())]
    heads = [text_head(Source(name), start) for start in texts]
    heads += [head_of(head.header, head.source, "frame", JSONL) for head in heads]
    heads += [text_head(Source(name), text.partition("\n")[0]), Head(Source(name), "workbook")]
    for head in heads:
        for form in all_formats():
            assert form.sign.fits(head) or not form.recognises(head), (form.kind, form.name, head.start)


def test_few_formats_are_asked_about_a_table_of_judgements() -> None:
    """Everything else is known to be no format of it by its sign."""
    head = text_head(Source("ratings.tsv"), FILES["judgements"]["tidy"][1])
    asked = {
        (form.kind, form.name)
        for form in all_formats()
        if form.kind != "judgements" and not form.general and form.sign.fits(head)
    }
    assert not asked


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_file_is_told_by_its_beginning_and_read(kind: Kind, name: str, tmp_path: Path) -> None:
    path = put(tmp_path, kind, name)
    told = recognise(kind, look_at(Source.of(path)))
    assert told is not None
    assert told.name == name
    assert told.read(Source.of(path)) is not None


@pytest.mark.parametrize(("kind", "name", "wanted"), CROSSED)
def test_a_file_of_another_kind_is_refused_by_name(
    kind: Kind, name: str, wanted: Kind, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as refused:
        READERS[wanted](put(tmp_path, kind, name))
    assert any(TAKEN[other].command in str(refused.value) for other in FILES if other != wanted), str(
        refused.value
    )


@pytest.mark.parametrize(("kind", "name", "wanted"), [case for case in CROSSED if case[2] in COMMANDS])
def test_a_command_refuses_it_with_one_line_and_status_1(
    kind: Kind, name: str, wanted: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([COMMANDS[wanted], put(tmp_path, kind, name)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err


# Where a set stands alone, and where notes are written into a translators' file. A file of direct assessments has a
# source and an output, a number a line may be a text, and XLIFF with proposals is a translators' file as well.
ALONE = ("score -m chrf", "check", "diagnose", "report -o r.html", "compare", "campaign check x")
WITH_TEXTS = (("scores", "qe-da"), ("judgements", "segment-scores"), ("post-edits", "xliff"))
NO_SETS = [case for case in CASES if case[0] not in ("sets", "units", "studies") and case not in WITH_TEXTS]


@pytest.mark.parametrize(("kind", "name"), NO_SETS)
def test_what_is_no_set_is_refused_by_name_where_a_set_stands_alone(
    kind: Kind, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(put(tmp_path, kind, name)).name
    for command in ALONE:
        assert main([*command.split(), path]) == 1, command
        told = capsys.readouterr().err
        assert " reads them" in told or "says what it holds" in told, (command, told)
        assert "--columns" not in told, (command, told)


@pytest.mark.parametrize(("kind", "name"), [case for case in CASES if case[0] != "units"])
def test_notes_are_written_into_translators_files_alone(
    kind: Kind, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.tsv").write_text("id\tnote\na\tgood\n", encoding="utf-8")
    code = main(["flag", put(tmp_path, kind, name), "--notes", str(tmp_path / "notes.tsv")])
    told = capsys.readouterr()
    assert (code == 0) == (name == "xliff")
    assert name == "xliff" or "translators' file" in told.err, told.err


WRITTEN = [(form.kind, form.name) for form in all_formats() if form.write is not None]


def values(read: Any) -> object:
    """Return what must come back: who said what of which output, or which text was made of which."""
    if isinstance(read, Judgements):
        columns = (read.rater, read.system, read.segment, read.item)
        scores = [None if np.isnan(score) else score for score in read.score.tolist()]
        return [*(column.column() for column in columns), scores, read.scheme]
    if isinstance(read, Preferences):
        names = read.systems
        pairs = zip(read.first.tolist(), read.second.tolist(), read.outcome.tolist(), strict=True)
        ranked = [(one, two) if won >= 0 else (two, one) for one, two, won in pairs]
        return [(names[best], names[worst]) for best, worst in ranked], read.segment.column()
    assert isinstance(read, PostEdits)
    return [read.editor.column(), read.segment.column(), read.mt, read.final]


@pytest.mark.parametrize(("kind", "name"), WRITTEN)
def test_what_a_format_writes_it_reads_back(kind: Kind, name: str, tmp_path: Path) -> None:
    form: Format[Any] = formats_of(kind)[name]
    assert form.write is not None
    first = form.read(Source.of(put(tmp_path, kind, name)))
    again = form.read(Source(FILES[kind][name][0], form.write(first)))
    assert values(again) == values(first)
