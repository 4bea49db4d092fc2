"""`assay map` and `assay merge` from the user's side: digits, restarts, and what is refused."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
import zstandard

from assay.cli import main
from assay.engine.flow import map_shards
from assay.engine.options import MapOptions
from assay.io import FileOptions
from assay.metrics.specs import parse_metric
from support.program import HARBOUR

METRICS = ("bleu", "chrf", "ribes", "nist")
CHOSEN = [word for name in METRICS for word in ("-m", name)]
Main = Callable[..., tuple[int, str, str]]


def lines_of(name: str) -> list[str]:
    return (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Main:
    """Run the program in a directory of its own; return exit code and both streams."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        code = main.main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def cut(
    folder: Path, name: str, ends: Sequence[int], pack: Callable[[bytes], bytes] = bytes, ending: str = ""
) -> None:
    """Write a text in shards that end at these lines."""
    (folder / name).mkdir(exist_ok=True)
    lines = lines_of(name)
    for number, (start, end) in enumerate(zip([0, *ends], [*ends, len(lines)], strict=True)):
        text = "".join(f"{line}\n" for line in lines[start:end]).encode()
        (folder / name / f"{number:03}.txt{ending}").write_bytes(pack(text))


def scores(text: str) -> dict[str, dict[str, float]]:
    """Return the scores of a JSON answer, every digit."""
    table = next(block for block in json.loads(text)["blocks"] if block.get("name") == "scores")
    return {row["system"]: {name: row[name] for name in METRICS if name in row} for row in table["rows"]}


def whole(run: Main, *more: str) -> dict[str, dict[str, float]]:
    files = [f"{name}={HARBOUR / f'{name}.en.txt'}" for name in ("alder", "drift")]
    reference = str(HARBOUR / "reference-a.en.txt")
    code, out, _ = run("score", *files, "-r", reference, *CHOSEN, "--format", "json", *more)
    assert code == 0
    return scores(out)


PACKS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "plain": (bytes, ""),
    "gz": (gzip.compress, ".gz"),
    "xz": (lzma.compress, ".xz"),
    "zst": (zstandard.compress, ".zst"),
}


@pytest.mark.parametrize(("ends", "pack"), [([], "plain"), ([20, 21], "gz"), ([40], "xz"), ([10, 50], "zst")])
def test_merged_parts_have_the_digits_of_score(run: Main, tmp_path: Path, ends: list[int], pack: str) -> None:
    for name in ("alder", "drift", "reference-a"):
        cut(tmp_path, name, ends, *PACKS[pack])
    code, out, _ = run("map", "alder", "drift", "-r", "reference-a", "-o", "parts", *CHOSEN)
    assert (code, out) == (
        0,
        f"parts: {_shards(len(ends) + 1)}, 2 systems; {2 * len(ends) + 2} files written, 0 kept\n",
    )
    code, out, _ = run("merge", "parts", "--format", "json")
    assert code == 0
    assert scores(out) == whole(run)


def test_workers_import_nothing_from_the_folder_they_work_in(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [30])
    (tmp_path / "numpy.py").write_text('raise SystemExit("a file that stood there was run")')
    assert run("map", "alder", "-r", "reference-a", "-o", "parts", "-m", "chrf", "--workers", "2")[0] == 0


def _shards(number: int) -> str:
    return "1 shard" if number == 1 else f"{number} shards"


def test_what_is_there_is_kept_and_only_what_changed_is_computed(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "drift", "reference-a"):
        cut(tmp_path, name, [20, 40])
    words = ("map", "alder", "drift", "-r", "reference-a", "-o", "parts", "-m", "chrf")
    run(*words)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").glob("*.part")}
    assert run(*words)[1].endswith("0 files written, 6 kept\n")
    next((tmp_path / "parts").glob("alder.001.*")).unlink()
    assert run(*words)[1].endswith("1 file written, 5 kept\n")
    assert run(*words, "-m", "bleu")[1].endswith("6 files written, 0 kept\n")
    now = {
        path: path.stat().st_mtime_ns for path in before if ".001." not in path.name or "drift" in path.name
    }
    assert {path: before[path] for path in now} == now
    text = (tmp_path / "alder" / "002.txt").read_text(encoding="utf-8")
    (tmp_path / "alder" / "002.txt").write_text(text.replace("e", "a"), encoding="utf-8")
    assert run(*words)[1].endswith("1 file written, 5 kept\n")


def test_a_share_of_the_shards_is_for_a_task_of_an_array(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [20, 40])
    words = ("map", "alder", "-r", "reference-a", "-o", "parts", "-m", "chrf", "--manifest", "shards.txt")
    assert run(*words, "--task", "1/2")[1].startswith("parts: 1 shard, 1 system; 1 file written")
    code, _, err = run("merge", "parts", "--expect", "shards.txt")
    assert code == 1
    assert "alder: shards 000, 002 are missing; run assay map again" in err
    run(*words, "--task", "0/2")
    assert run("merge", "parts", "--expect", "shards.txt")[0] == 0
    assert run("map", "alder", "-r", "reference-a", "-o", "parts", "--task", "2/2")[0] == 2


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make shards and their parts once for all tests that look at them."""
    folder = tmp_path_factory.mktemp("mapped")
    for name in ("alder", "drift", "reference-a"):
        cut(folder, name, [20, 40])
    files = FileOptions((str(folder / "alder"), str(folder / "drift")), (str(folder / "reference-a"),))
    map_shards(files, [parse_metric("chrf"), parse_metric("ribes")], MapOptions(str(folder / "parts")))
    return folder


@pytest.fixture
def mapped(run: Main, example: Path, tmp_path: Path) -> Main:
    shutil.copytree(example, tmp_path, dirs_exist_ok=True)
    return run


def test_missing_doubled_and_other_parts_are_named(mapped: Main, tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    shutil.copytree(parts, tmp_path / "more")
    next((tmp_path / "more").glob("drift.001.*")).unlink()
    assert "drift: shard 001 is missing" in mapped("merge", "more")[2]
    assert (
        "are there more than once, with the same text; name each folder once"
        in mapped("merge", "parts", "parts")[2]
    )
    text = (tmp_path / "drift" / "001.txt").read_text(encoding="utf-8")
    (tmp_path / "drift" / "001.txt").write_text(text.upper(), encoding="utf-8")
    mapped("map", "drift", "-r", "reference-a", "-o", "parts", "-m", "chrf", "-m", "ribes")
    assert "drift: shard 001 is there more than once, with different text" in mapped("merge", "parts")[2]
    mapped("map", "alder", "-r", "reference-a", "-o", "more", "-m", "bleu")
    assert "was scored differently than" in mapped("merge", "more")[2]
    mapped("map", "alder", "-r", "reference-a", "-o", "one", "-m", "chrf")
    mapped("map", "drift", "-r", "alder", "-o", "one", "-m", "chrf")
    assert "drift and alder were scored against different references" in mapped("merge", "one")[2]
    (tmp_path / "extra.txt").write_text("000\n001\n", encoding="utf-8")
    assert "drift: shard 002 is not in the manifest" in mapped("merge", "one", "--expect", "extra.txt")[
        2
    ].replace("alder", "drift")


def test_the_same_text_under_two_names_is_refused_unless_it_is_expected(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [33])
        shutil.copy(tmp_path / name / "000.txt", tmp_path / name / "again.txt")
    run("map", "alder", "-r", "reference-a", "-o", "parts", "-m", "chrf", "--manifest", "all.txt")
    assert "shards 000 and again are the same text" in run("merge", "parts")[2]
    assert run("merge", "parts", "--expect", "all.txt")[0] == 0


def test_a_damaged_part_is_named(mapped: Main, tmp_path: Path) -> None:
    path = next((tmp_path / "parts").glob("*.part"))
    content = path.read_bytes()
    for damaged in (content[:100], content[:200] + b"\0" * 50 + content[250:], b"{}", content[:-30]):
        path.write_bytes(damaged)
        code, _, err = mapped("merge", "parts")
        assert code == 1
        assert f"{os.path.join('parts', path.name)}: damaged" in err


def test_compare_gate_and_report_read_parts(mapped: Main, tmp_path: Path) -> None:
    code, out, _ = mapped("compare", "parts", "--format", "json")
    assert code == 0
    table = next(block for block in json.loads(out)["blocks"] if block.get("name") == "scores")
    assert (table["unit"], table["units"], table["segments"]) == (
        "block",
        65,
        66,
    )  # two have the same references
    assert mapped("merge", "parts", "--into", "merged")[0] == 0
    assert len(list((tmp_path / "merged").glob("*.part"))) == 2
    assert mapped("compare", "merged", "--format", "json")[1] == out
    assert mapped("gate", "merged", "--baseline", "drift", "-m", "chrf")[0] == 0
    assert mapped("gate", "merged", "--baseline", "alder", "-m", "chrf")[0] == 1
    assert mapped("report", "merged", "-o", "page.html")[0] == 0
    assert "alder is significantly better than drift" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert mapped("score", "parts", "-m", "ribes")[1] == mapped("merge", "parts", "-m", "ribes")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("compare", "parts", "--unit", "document"), "parts hold sums of blocks"),
        (("compare", "parts", "--examples", "2"), "parts hold no text"),
        (("compare", "parts", "-r", "reference-a"), "leave it out"),
        (("compare", "parts", "-m", "ter"), "the parts have chrf, ribes"),
        (("gate", "parts", "--baseline", "elm"), "there are alder, drift"),
        (("gate", "parts", "--baseline", "alder", "--most", "numbers=2"), "no text"),
        (("report", "parts", "--order", "3"), "no text"),
        (("score", "parts", "--level", "segment"), "sums of blocks"),
        (("merge", "alder"), "no part here"),
        (("map", "alder", "-r", "reference-a", "-o", "x", "-m", "yisi"), "learns weights from the whole set"),
        (("map", "alder", "-r", "reference-a"), "name a folder with -o"),
        (("map", "alder/*.doc", "-r", "reference-a", "-o", "x"), "no file matches this pattern"),
        (("map", "alder/00[01].txt", "-r", "reference-a", "-o", "x"), "missing"),
    ],
)
def test_what_parts_cannot_say_is_refused(mapped: Main, words: tuple[str, ...], message: str) -> None:
    code, _, err = mapped(*words)
    assert code in (1, 2)
    assert message in err


def test_tables_are_shards_and_rows_may_be_kept(run: Main, tmp_path: Path) -> None:
    texts = {"reference": "reference-a", "system:alder": "alder", "system:drift": "drift"}
    rows = [dict(zip(texts, row, strict=True)) for row in zip(*map(lines_of, texts.values()), strict=True)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows[:30]), tmp_path / "p1.parquet")
    (tmp_path / "p2.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[30:]), encoding="utf-8")
    code, out, err = run("map", "p1.parquet", "p2.jsonl", "-o", "parts", "--rows", *CHOSEN)
    assert (code, err) == (0, "")
    assert out == "parts: 2 shards, 2 systems; 8 files written, 0 kept\n"
    assert scores(run("merge", "parts", "--format", "json")[1]) == whole(run)
    kept = pyarrow.parquet.read_table(next((tmp_path / "parts").glob("alder.p1.*.parquet")))
    assert (kept.num_rows, kept.column_names) == (30, ["block", *METRICS])
    assert run("map", "p1.parquet", "p2.jsonl", "-o", "parts", "--rows", *CHOSEN)[1].endswith("8 kept\n")


def test_scores_of_segments_go_beside_all_that_a_shard_holds(run: Main, tmp_path: Path) -> None:
    rows = [
        {"id": str(at), "source": text, "back": other}
        for at, (text, other) in enumerate(zip(lines_of("reference-a"), lines_of("alder"), strict=True))
    ]
    (tmp_path / "data").mkdir()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "data" / "one.parquet")
    (tmp_path / "data" / "two.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8"
    )
    (tmp_path / "data" / "three.tsv").write_text(
        "".join("\t".join(row) + "\n" for row in [list(rows[0]), *(list(row.values()) for row in rows)]),
        encoding="utf-8",
    )
    words = ("score", "data", "--columns", "reference=source,system=back", "-m", "chrf", "-m", "length")
    code, out, err = run(*words, "--level", "segment", "-o", "scored/")
    assert (code, out, err) == (0, "scored/: 3 shards, 1 system; 3 files written, 0 kept\n", "")
    scored = pyarrow.parquet.read_table(tmp_path / "scored" / "one.parquet").to_pylist()
    assert [{name: row[name] for name in rows[0]} for row in scored] == rows
    jsonl = [json.loads(line) for line in (tmp_path / "scored" / "two.jsonl").read_text().splitlines()]
    assert jsonl == scored
    header, *lines = (tmp_path / "scored" / "three.tsv").read_text(encoding="utf-8").splitlines()
    assert header.split("\t") == [*rows[0], "chrf", "length"]
    assert [float(line.split("\t")[3]) for line in lines] == [row["chrf"] for row in scored]
    reference = str(HARBOUR / "reference-a.en.txt")
    alone = run("score", str(HARBOUR / "alder.en.txt"), "-r", reference, "-m", "chrf", "--level", "segment",
                "--format", "tsv")[1]  # fmt: skip
    expected = [float(line.split("\t")[2]) for line in alone.splitlines() if line[0].isdigit()]
    assert [row["chrf"] for row in scored] == expected
    assert run(*words, "--level", "segment", "-o", "scored/")[1].endswith("0 files written, 3 kept\n")
    assert "would be overwritten" in run(*words, "--level", "segment", "-o", "data/")[2]


def test_patterns_name_shards_by_what_their_wildcards_stand_for(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [33])
    for number in (0, 1):
        (tmp_path / "alder" / f"00{number}.txt").rename(tmp_path / f"alder.{number}.txt")
        (tmp_path / "reference-a" / f"00{number}.txt").rename(tmp_path / f"ref-{number}.en")
    code, out, _ = run(
        "map", "alder.*.txt", "-r", "ref-*.en", "-o", "parts", "-m", "chrf", "--manifest", "names"
    )
    assert (code, out) == (0, "parts: 2 shards, 1 system; 2 files written, 0 kept\n")
    assert (tmp_path / "names").read_text(encoding="utf-8") == "0\n1\n"
    assert run("merge", "parts", "--format", "json")[1].count('"alder"') > 0


def test_documents_stay_in_one_block(run: Main, tmp_path: Path) -> None:
    names = [f"doc{at // 6}" for at in range(66)]
    (tmp_path / "docs").mkdir()
    for name in ("alder", "drift", "reference-a"):
        cut(tmp_path, name, [33])
    (tmp_path / "docs" / "000.txt").write_text("".join(f"{name}\n" for name in names[:33]), encoding="utf-8")
    (tmp_path / "docs" / "001.txt").write_text("".join(f"{name}\n" for name in names[33:]), encoding="utf-8")
    run("map", "alder", "drift", "-r", "reference-a", "--docs", "docs", "-o", "parts", "-m", "chrf")
    out = run("compare", "parts", "--format", "json")[1]
    table = next(block for block in json.loads(out)["blocks"] if block.get("name") == "scores")
    assert table["units"] == 11  # documents, one of which is in both shards


def test_a_large_parquet_file_is_read_in_batches(
    run: Main, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(5)
    texts = {"reference": "reference-a", "system:alder": "alder", "document": "drift"}
    rows = [dict(zip(texts, row, strict=True)) for row in zip(*map(lines_of, texts.values()), strict=True)]
    draw.shuffle(rows)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "set.parquet", row_group_size=7)
    words = ("score", "set.parquet", *CHOSEN, "--format", "json", "--level", "document")
    expected = run(*words)
    monkeypatch.setattr("assay.io.texts.batches.SHARD", 10)
    assert run(*words) == expected
    table = pyarrow.table({"reference": ["a", "b", "c"], "system": ["a", None, "c"]})
    pyarrow.parquet.write_table(table, tmp_path / "holed.parquet")
    monkeypatch.setattr("assay.io.texts.batches.SHARD", 1)
    assert 'holed.parquet, row 2: system "system" is missing' in run("score", "holed.parquet")[2]


def test_a_line_of_json_is_passed_through_as_it_is(run: Main, tmp_path: Path) -> None:
    lines = [
        '{"reference":"a cat","system":"a cat","n":1e3,"é":"\\u00e9"}',
        '{ "system": "a dog", "reference": "a cat", "chrf": "old", "n": 2 } ',
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, _, err = run("score", "pairs.jsonl", "-m", "chrf", "--level", "segment", "-o", "scored/")
    assert (code, err) == (0, "")
    first, second = (tmp_path / "scored" / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    assert first == lines[0][:-1] + ', "chrf": 100.0}'
    assert list(json.loads(second)) == ["system", "reference", "chrf", "n"]
    assert 0 < json.loads(second)["chrf"] < 100


@pytest.fixture
def broken(run: Main, tmp_path: Path) -> Main:
    """Three shards of 22 lines, in which three outputs of alder are empty, one a shard but the first."""
    for name in ("alder", "birch", "reference-a"):
        cut(tmp_path, name, [22, 44])
    for shard, lines in (("001", (3,)), ("002", (1, 7))):
        path = tmp_path / "alder" / f"{shard}.txt"
        texts = path.read_text(encoding="utf-8").splitlines()
        path.write_text(
            "".join("\n" if row in lines else f"{text}\n" for row, text in enumerate(texts)), encoding="utf-8"
        )
    return run


EMPTY = (
    "warning: alder: 3 of 66 outputs are empty though there is a reference (first: line 4 of shard 001); each counts "
    'as a wrong translation: check whether the system failed there ("assay check" on the files of a shard says more)\n'
)


def test_map_warns_of_what_score_warns_of(broken: Main) -> None:
    words = ("alder", "birch", "-r", "reference-a", "-m", "chrf")
    assert broken("map", *words, "-o", "parts", "--workers", "2")[2] == EMPTY
    assert broken("map", *words, "-o", "parts")[2] == ""  # no text was read again
    assert broken("map", *words, "-o", "quiet", "-q")[2] == ""
    assert broken("score", *words, "--level", "segment", "-o", "scores/")[2] == EMPTY


def test_shards_out_of_order_are_told(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [22, 44])
    for path in (tmp_path / "alder").iterdir():
        path.write_text("".join(sorted(path.open(encoding="utf-8"))), encoding="utf-8")
    told = "alder: its lines match those of the reference reference-a no better than other lines"
    assert told in run("map", "alder", "-r", "reference-a", "-o", "parts")[2]


def test_lines_that_look_tokenised_are_counted_over_shards(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        (tmp_path / name).mkdir()
        for shard in range(4):
            text = "".join(f"{line[:-1]} .\n" for line in lines_of(name)[:40])
            (tmp_path / name / f"{shard}.txt").write_text(text, encoding="utf-8")
    err = run("map", "alder", "-r", "reference-a", "-o", "parts", "-m", "bleu")[2]
    assert 'alder (160 lines): lines that end in " ." look tokenised' in err


def test_warnings_of_very_many_files_are_cut_short(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, range(4, 64, 4))
    for path in (tmp_path / "alder").iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    err = run("map", "alder", "-r", "reference-a", "-o", "parts", "-m", "chrf")[2]
    assert err.count("the byte-order mark at the start of the file was ignored") == 12
    assert "warning: 4 more such warnings of other files\n" in err


def test_a_reference_without_its_option_is_told(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [22])
    (tmp_path / "ref-b").symlink_to("reference-a")
    for words in (("map", "-o", "parts"), ("score", "--level", "segment", "-o", "scores/")):
        err = run(*words, "-r", "reference-a", "alder", "ref-b", "-m", "chrf")[2]
        assert (
            "ref-b is scored as the output of a system; if it is a reference, write -r reference-a -r ref-b"
            in err
        )


def test_a_folder_with_an_equals_sign_is_a_system(run: Main, tmp_path: Path) -> None:
    for name in ("alder", "reference-a"):
        cut(tmp_path, name, [22])
    (tmp_path / "alder").rename(tmp_path / "lr=0.1")
    code, _, err = run("map", "lr=0.1", "base=lr=0.1", "-r", "reference-a", "-o", "parts", "-m", "chrf")
    assert (code, err) == (0, "")
    table = run("merge", "parts", "--format", "tsv")[1]
    assert [line.split("\t")[0] for line in table.splitlines()[-2:]] == ["base", "lr=0.1"]
