"""The bench without a browser: what files are taken for, which command they make up, limits, cancelling, clearing."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import InputError, OptionError
from assay.metrics import parse_metric
from assay.studies.bench import (
    OFFERED,
    Bench,
    BenchFullError,
    BenchLimits,
    ChosenFile,
    JobState,
    NoSuchFilesError,
    workers,
)
from assay.studies.bench.roles import RecognisedFile, recognise, report_words
from support.bench_site import HARBOUR, TEXTS, sleeping
from support.waits import is_gone, until


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path / "bench")
    yield made
    made.close()


def fill(bench: Bench, *files: tuple[str, bytes]) -> str:
    key = bench.open_set()
    for name, content in files:
        with bench.add_file(key, name) as upload:
            upload.write(content)
    return key


def settled(bench: Bench, key: str) -> JobState:
    until(lambda: not bench.state(key).busy)
    return bench.state(key)


# --- what files are -----------------------------------------------------------------------------------------


def recognised(
    folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str | bytes
) -> dict[str, RecognisedFile]:
    monkeypatch.chdir(folder)
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return {file.name: file for file in recognise(sorted(os.listdir(folder)))}


def test_plain_files_are_told_by_name_and_language() -> None:
    files = {Path(file.name).name: file for file in recognise([str(path) for path in TEXTS])}
    roles = {name: file.role for name, file in files.items()}
    systems = dict.fromkeys(["alder.en.txt", "birch.en.txt", "cedar.en.txt", "drift.en.txt"], "system")
    assert roles == systems | {
        "reference-a.en.txt": "reference",
        "source.de.txt": "source",
        "documents.txt": "documents",
    }
    assert (files["source.de.txt"].language, files["alder.en.txt"].language) == ("German", "English")
    assert {file.segments for file in files.values()} == {66}


def test_a_text_in_a_language_of_its_own_is_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("alder.en.txt", "birch.en.txt", "reference-a.en.txt")
    texts = {name.partition(".")[0]: (HARBOUR / name).read_bytes() for name in names}
    files = recognised(tmp_path, monkeypatch, **texts, text=(HARBOUR / "source.de.txt").read_bytes())
    assert files["text"].role == "source"


def test_another_number_of_lines_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = recognised(tmp_path, monkeypatch, a="one\ntwo\n", b="one\n", ref="one\ntwo\n")
    assert {name: file.note for name, file in files.items()} == {
        "a": "",
        "b": "1 line, the others 2",
        "ref": "",
    }


def test_the_columns_of_a_table_have_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = "id,Source,Ref 1,MT one,MT two,domain\n1,Guten Tag,Hello,Hello,Hi,news\n"
    file = recognised(tmp_path, monkeypatch, **{"set.csv": table})["set.csv"]
    assert (file.role, file.form, file.segments) == ("set", "CSV", 1)
    assert {column.name: column.role for column in file.columns} == {
        "id": "", "Source": "source", "Ref 1": "reference", "MT one": "system", "MT two": "system", "domain": "",
    }  # fmt: skip
    assert file.contains == "2 systems, 1 reference, 1 source"


def test_a_workbook_is_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["reference", "system:a"], ["one", "two"], ["three", "four"]):
        book.active.append(row)
    book.save(tmp_path / "set.xlsx")
    file = recognised(tmp_path, monkeypatch)["set.xlsx"]
    assert (file.form, file.segments, [column.role for column in file.columns]) == (
        "XLSX",
        2,
        ["reference", "system"],
    )


XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" '
    'target-language="sl" original="f" datatype="plaintext"><body><trans-unit id="1"><source>Hello</source>'
    "<target>Zdravo</target></trans-unit></body></file></xliff>"
)
TMX = (
    '<tmx version="1.4"><header srclang="en" segtype="sentence" datatype="plaintext" creationtool="a" '
    'creationtoolversion="1" adminlang="en" o-tmf="x"/><body><tu tuid="1"><tuv xml:lang="en"><seg>Hello</seg></tuv>'
    '<tuv xml:lang="sl"><seg>Zdravo</seg></tuv></tu></body></tmx>'
)
SGML = '<refset setid="s" srclang="en" trglang="de" refid="r"><doc docid="d"><seg id="1">Hallo</seg></doc></refset>'


def test_translators_files_and_sets_of_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (HARBOUR.parent / "harbour.xml").read_bytes()
    given: dict[str, str | bytes] = {"a.xlf": XLIFF, "ref.tmx": TMX, "r.sgm": SGML, "w.xml": whole}
    files = recognised(tmp_path, monkeypatch, **given)
    assert {name: (file.role, file.form, file.language) for name, file in files.items()} == {
        "a.xlf": ("system", "XLF", "Slovene"),
        "ref.tmx": ("reference", "TMX", "Slovene"),
        "r.sgm": ("reference", "mteval SGML", ""),
        "w.xml": ("set", "WMT XML", "English"),
    }
    assert files["w.xml"].contains == "4 systems, 2 references, 1 source"


def test_what_cannot_be_read_says_why_and_spoils_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = recognised(
        tmp_path, monkeypatch, bad=b"\xff\xfe\x00", empty=b"", fine=b"one\n", **{"no.xlsx": b"PK\x03\x04"}
    )
    assert [file.error != "" for file in files.values()] == [True, True, False, True]
    assert files["empty"].error.startswith("empty: the file is empty")


# --- the command --------------------------------------------------------------------------------------------


def chosen(**roles: str) -> list[ChosenFile]:
    return [ChosenFile(name, role, {}) for name, role in roles.items()]


def test_roles_make_up_a_command_line() -> None:
    files = chosen(
        a="system", b="system", r="reference", q="reference", s="source", d="documents", x="unused"
    )
    assert report_words(files, ["chrf", "bleu", "chrf"]) == (
        ["-m", "chrf", "-m", "bleu", "-r", "r", "-r", "q", "-s", "s", "--docs", "d", "a", "b"]
    )
    table = ChosenFile("t.csv", "set", {"Ref, the first": "reference", "-mt": "system", "id": ""})
    assert report_words([table], ["bleu"]) == (
        ["-m", "bleu", "--columns=reference=Ref, the first", "--columns=system=-mt", "t.csv"]
    )


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (chosen(a="system"), "no file is a reference"),
        (chosen(a="reference"), "no file is the output"),
        (chosen(a="set", b="system"), "stands alone"),
        (chosen(a="system", r="reference", s="source", t="source"), "2 files have the role source"),
    ],
)
def test_what_makes_no_report_is_refused(files: list[ChosenFile], words: str) -> None:
    with pytest.raises(InputError, match=words):
        report_words(files, ["bleu"])


def test_only_the_metrics_on_offer_can_be_had() -> None:
    """A metric may name files to read; those on offer take none."""
    with pytest.raises(OptionError, match="not offered"):
        report_words(chosen(a="system", r="reference"), ["meteor:synonyms=/etc/passwd"])
    assert len({parse_metric(name) for name in OFFERED}) == len(OFFERED)


# --- the desk -----------------------------------------------------------------------------------------------


def test_from_files_to_a_report(bench: Bench) -> None:
    key = fill(bench, *((path.name, path.read_bytes()) for path in TEXTS))
    bench.recognise(key)
    state = settled(bench, key)
    assert (state.phase, len(state.files)) == ("recognised", 7)
    files = [ChosenFile(file["name"], file["role"], {}) for file in state.files]
    bench.report(key, files, ["bleu"])
    state = settled(bench, key)
    assert (state.phase, state.message) == ("done", "")
    page = bench.page(state.report).decode()
    assert "alder leads; BLEU cannot separate it from 3 systems" in page, "of three documents"
    assert str(bench.sets) not in page, "a report must not tell where the server keeps its files"
    bench.delete(key)
    for gone in (lambda: bench.page(state.report), lambda: bench.state(key)):
        with pytest.raises(NoSuchFilesError):
            gone()


def test_a_bench_beside_a_database_of_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `assay serve` makes it without any option: the program of a report works in another folder."""
    monkeypatch.chdir(tmp_path)
    bench = Bench(Path("campaigns.db.bench"))
    try:
        key = fill(bench, ("a.txt", b"one\ntwo\n"))
        bench.recognise(key)
        state = settled(bench, key)
    finally:
        bench.close()
    assert (state.phase, state.message, len(state.files)) == ("recognised", "", 1)


def test_an_error_is_worded_as_on_the_command_line(bench: Bench) -> None:
    key = fill(bench, ("a.txt", b"one\ntwo\n"), ("ref.txt", b"one\n"))
    bench.report(key, chosen(**{"a.txt": "system", "ref.txt": "reference"}), ["bleu"])
    state = settled(bench, key)
    assert state.phase == "failed"
    assert state.message.startswith("a.txt has 2 lines")
    assert not any(bench.reports.iterdir())


def test_cancelling_ends_the_program_and_its_children(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeping(monkeypatch)
    key = fill(bench, ("a", b"x\n"), ("r", b"x\n"))
    bench.report(key, chosen(a="system", r="reference"), ["bleu"])
    child = bench.sets / key / "files" / "child"
    process = int(until(lambda: child.exists() and child.read_text()))
    with pytest.raises(InputError, match="under way"):
        bench.recognise(key)
    bench.cancel(key)
    assert settled(bench, key).phase == "cancelled"
    until(lambda: not workers.is_alive(process) or is_gone(process))


def test_time_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeping(monkeypatch)
    bench = Bench(tmp_path, BenchLimits(seconds=0.3))
    key = fill(bench, ("a", b"x\n"), ("r", b"x\n"))
    bench.report(key, chosen(a="system", r="reference"), ["bleu"])
    state = settled(bench, key)
    bench.close()
    assert (state.phase, state.message.partition(";")[0]) == ("failed", "it took longer than 0.3 seconds")


def test_memory_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import time; time.sleep(1); bytearray(1 << 31)"
    monkeypatch.setattr(workers, "report_command", lambda *_: [sys.executable, "-c", script])
    bench = Bench(tmp_path, BenchLimits(memory=1 << 30))
    key = fill(bench, ("a", b"x\n"), ("r", b"x\n"))
    bench.report(key, chosen(a="system", r="reference"), ["bleu"])
    state = settled(bench, key)
    bench.close()
    assert state.phase == "failed"
    assert "memory" in state.message


def test_sizes_and_numbers_are_limited(tmp_path: Path) -> None:
    bench = Bench(tmp_path, BenchLimits(bytes=1 << 20, files=2, sets=1))
    key = fill(bench, ("a", bytes(1 << 19)))
    with bench.add_file(key, "b") as upload:
        upload.write(bytes(1 << 16))
    bench.remove_file(key, "b")
    with pytest.raises(BenchFullError, match="1 MB together"), bench.add_file(key, "b") as upload:
        upload.write(bytes((1 << 19) + 1))
    assert [path.name for path in (bench.sets / key / "files").iterdir()] == ["a"], "no half of a file stays"
    with bench.add_file(key, "b") as upload:
        upload.write(b"x")
    with pytest.raises(BenchFullError, match="2 files are here already"):
        bench.add_file(key, "c")
    with pytest.raises(BenchFullError, match="full at the moment"):
        bench.open_set()
    bench.close()


def test_reports_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is kept for a month, so whoever asks again and again would fill the disk."""
    monkeypatch.setattr(workers, "report_command", lambda *_: [sys.executable, "-c", ""])
    bench = Bench(tmp_path, BenchLimits(reports=2))
    key = fill(bench, ("a", b"x\n"), ("r", b"x\n"))
    for _ in range(2):
        bench.report(key, chosen(a="system", r="reference"), ["bleu"])
        assert settled(bench, key).phase == "done"
    with pytest.raises(BenchFullError, match="as many reports as it keeps"):
        bench.report(key, chosen(a="system", r="reference"), ["bleu"])
    assert bench.state(key).phase == "done"
    bench.close()


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\texts\\a.txt", "a.txt"),
        ("-o", "o"),
        ("--max-size", "max-size"),
        (".hidden", "hidden"),
        ("", "file"),
        ("a\nb\x00c", "a_b_c"),
        ("x" * 500, "x" * 120),
        ("..", "file"),
    ],
)
def test_the_name_of_a_file_is_nothing_but_a_name(bench: Bench, given: str, stored: str) -> None:
    key = fill(bench, (given, b"x"))
    assert [path.name for path in (bench.sets / key / "files").iterdir()] == [stored]


def test_files_of_one_name_are_told_apart(bench: Bench) -> None:
    key = fill(bench, ("a.en.txt", b"1"), ("a.en.txt", b"2"), ("a.en.txt", b"3"))
    assert sorted(path.name for path in (bench.sets / key / "files").iterdir()) == (
        ["a-2.en.txt", "a-3.en.txt", "a.en.txt"]
    )
    bench.remove_file(key, "a-2.en.txt")
    with pytest.raises(NoSuchFilesError):
        bench.remove_file(key, "../state.json")


@pytest.mark.parametrize("key", ["", "..", "x" * 32, "../" + "x" * 29])
def test_nobody_guesses_a_way_in(bench: Bench, key: str) -> None:
    with pytest.raises(NoSuchFilesError):
        bench.state(key)
    with pytest.raises(NoSuchFilesError):
        bench.page(key)


def test_nobody_finds_a_way_round(bench: Bench) -> None:
    """All of these are there, but not for a browser."""
    key, report = fill(bench, ("a", b"x")), "r" * 32
    (bench.reports / report).mkdir()
    (bench.reports / report / "report.html.draft").touch()
    pages = (
        *((f"../sets/{key}", "state.json"), (report, f"../../sets/{key}/state.json")),
        *((report, "report.html.draft"), (f"../sets/{key}/files", "a")),
    )
    for folder, name in pages:
        assert (bench.reports / folder / name).is_file()
        with pytest.raises(NoSuchFilesError):
            bench.page(folder, name)
    for way in (f"../sets/{key}", f"./{key}", f"{key}/."):
        assert (bench.sets / way / "state.json").is_file()
        with pytest.raises(NoSuchFilesError):
            bench.state(way)


def test_files_and_reports_are_deleted_in_time(bench: Bench) -> None:
    key = fill(bench, ("a", b"x"))
    report = bench.reports / ("r" * 32)
    report.mkdir()
    (report / "report.html").write_text("page")
    hour = 3600
    now = time.time()
    bench.clear_away(now + 23 * hour)
    assert bench.state(key).phase == "collecting"
    bench.clear_away(now + 25 * hour)
    assert not any(bench.sets.iterdir())
    assert bench.page("r" * 32) == b"page"
    bench.clear_away(now + 31 * 24 * hour)
    assert not any(bench.reports.iterdir())


def test_a_report_whose_time_is_over_is_not_sent(tmp_path: Path) -> None:
    bench = Bench(tmp_path, BenchLimits(keep_reports=0.0))
    report = bench.reports / ("r" * 32)
    report.mkdir()
    (report / "report.html").write_text("page")
    with pytest.raises(NoSuchFilesError):
        bench.page("r" * 32)
    bench.close()


def test_work_that_a_server_left_behind_is_told(bench: Bench) -> None:
    key = fill(bench, ("a", b"x"))
    left = {
        "phase": "reporting",
        "since": time.time(),
        "server": 2**22 + 1,
    }  # above the highest number there can be
    (bench.sets / key / "state.json").write_text(json.dumps(left))
    assert (bench.state(key).phase, bench.state(key).message.partition(";")[0]) == (
        ("failed", "the server was restarted meanwhile, or its disk was full")
    )


def test_the_program_sees_no_secret_of_the_server(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_DATABASE", "postgresql://me:secret@host/db")
    script = "import os, sys; sys.stderr.write('error: ' + repr(dict(os.environ))); sys.exit(1)"
    monkeypatch.setattr(workers, "report_command", lambda *_: [sys.executable, "-c", script])
    key = fill(bench, ("a", b"x\n"), ("r", b"x\n"))
    bench.report(key, chosen(a="system", r="reference"), ["bleu"])
    message = settled(bench, key).message
    assert "PATH" in message
    assert "secret" not in message


def test_work_that_a_server_of_the_same_number_left_behind_is_told(bench: Bench) -> None:
    """In a container every server is process 1, and whatever was under way when it was killed would be so for ever."""
    key = fill(bench, ("a", b"x"))
    left = {"phase": "reporting", "since": time.time(), "server": os.getpid()}
    (bench.sets / key / "state.json").write_text(json.dumps(left))
    assert (bench.state(key).phase, bench.state(key).busy) == ("failed", False)
    bench.delete(key)
    assert not any(bench.sets.iterdir())


@pytest.mark.parametrize(("ago", "phase"), [(60, "reporting"), (3600, "failed")])
def test_work_on_another_machine_goes_on(bench: Bench, ago: float, phase: str) -> None:
    """Several machines may share a folder, and each of them has a process of our number."""
    key = fill(bench, ("a", b"x"))
    left = {"phase": "reporting", "since": time.time() - ago, "host": "another"}
    for server in (os.getpid(), 2**22 + 1):
        (bench.sets / key / "state.json").write_text(json.dumps({**left, "server": server}))
        assert bench.state(key).phase == phase


def test_work_of_which_nothing_can_be_stored_is_not_under_way_for_ever(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    key = fill(bench, ("a", b"x\n"), ("r", b"x\n"))
    monkeypatch.setattr(workers, "run", full)
    bench.report(key, chosen(a="system", r="reference"), ["bleu"])
    state = settled(bench, key)
    assert state.phase == "failed"
    assert state.message == "it could not be done (No space left on device); start again later"
    assert not any(bench.reports.iterdir())
    bench.delete(key)


def test_no_file_that_is_dropped_is_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program works in the folder of the files, from which Python would import whatever is called as it likes."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(("", ".", os.environ.get("PYTHONPATH", ""))))
    code = b"open('was-run', 'w').close()\n"
    names = ("json.py", "numpy.py", "assay.py", "sitecustomize.py", "usercustomize.py", "multiprocessing.py")
    key = fill(bench, ("a.txt", b"one\ntwo\n"), ("ref.txt", b"one\ntwo\n"), *((name, code) for name in names))
    bench.recognise(key)
    state = settled(bench, key)
    assert (state.phase, state.message) == ("recognised", "")
    bench.report(key, chosen(**{"a.txt": "system", "ref.txt": "reference"}), ["bleu"])
    state = settled(bench, key)
    assert (state.phase, state.message) == ("done", "")
    assert not (bench.sets / key / "files" / "was-run").exists()
