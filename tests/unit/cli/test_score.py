"""`assay score` from the user's side: the table, the levels, the formats, the file, the warnings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.program import HARBOUR, Run

XML = str(HARBOUR.with_suffix(".xml"))


def rows(tsv: str) -> list[list[str]]:
    return [line.split("\t") for line in tsv.splitlines() if not line.startswith("#")]


def test_several_systems_are_one_table(inside: Run, harbour: list[str]) -> None:
    done = inside("score", *harbour)
    assert (done.returncode, done.stderr) == (0, "")
    title, _, head, rule, alder, drift, _, *signatures = done.stdout.splitlines()
    assert title == "Corpus scores: 66 segments, 1 reference each"
    assert head.split("  ")[0] == "system"
    assert [word in head for word in ("BLEU ↑", "chrF2 ↑", "TER ↓")] == [True] * 3
    assert len(rule) == len(head)
    assert alder.startswith("alder")
    assert drift.startswith("drift")
    assert [line.split()[0] for line in signatures] == ["BLEU", "chrF2", "TER"]
    assert all(line.split()[1].startswith("nrefs:1|case:") for line in signatures)
    full = inside("score", *harbour, "--signatures", "full").stdout.splitlines()[-3:]
    assert [line.split()[1].split("|")[0] for line in full] == ["bleu", "chrf", "ter"]
    assert all("refs:1" in line for line in full)


def test_options_may_stand_anywhere(inside: Run) -> None:
    reference, alder, drift = (str(HARBOUR / f"{name}.en.txt") for name in ("reference-a", "alder", "drift"))
    done = inside("score", alder, "-r", reference, f"worst={drift}", "-m", "bleu", "--format", "tsv")
    assert [row[0] for row in rows(done.stdout)] == ["system", "alder.en", "worst"]


def test_a_set_in_one_file_needs_no_reference(inside: Run) -> None:
    done = inside("score", XML, "-m", "chrf")
    assert done.returncode == 0
    assert "1 to 2 references" in done.stdout
    assert "nrefs:var|" in done.stdout
    assert "refs:1-2" in inside("score", XML, "-m", "chrf", "--signatures", "full").stdout


def test_a_table_with_named_columns(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "table.tsv").write_text("mt\tgold\na b c d\ta b c d\n", encoding="utf-8")
    done = inside(
        "score",
        "table.tsv",
        "--columns",
        "system=mt",
        "--columns",
        "reference=gold",
        "-m",
        "bleu",
        "--format",
        "tsv",
    )
    assert rows(done.stdout) == [["system", "bleu"], ["mt", "100.0"]]


def test_document_level_has_a_row_for_every_document_and_system(inside: Run, harbour: list[str]) -> None:
    documents = str(HARBOUR / "documents.txt")
    done = inside(
        "score", *harbour, "--docs", documents, "--level", "document", "-m", "bleu", "--format", "tsv"
    )
    head, *body = rows(done.stdout)
    assert head == ["document", "system", "bleu"]
    assert [row[:2] for row in body[:3]] == [
        ["harbour-news", "alder.en"],
        ["harbour-news", "drift.en"],
        ["weather-station-manual", "alder.en"],
    ]
    assert len(body) == 6


def test_document_level_without_documents_says_what_to_give(inside: Run, harbour: list[str]) -> None:
    done = inside("score", *harbour, "--level", "document")
    assert done.returncode == 1
    assert "--docs" in done.stderr


def test_segment_level_numbers_segments_from_one(inside: Run, harbour: list[str]) -> None:
    done = inside("score", *harbour, "--level", "segment", "-m", "chrf", "--format", "tsv")
    head, *body = rows(done.stdout)
    assert head == ["segment", "system", "chrf"]
    assert [row[:2] for row in body[:3]] == [["1", "alder.en"], ["1", "drift.en"], ["2", "alder.en"]]
    assert len(body) == 132
    assert rows(inside("score", XML, "--level", "segment", "-m", "chrf", "--format", "tsv").stdout)[1][
        :3
    ] == [
        "1",
        "harbour-news",
        "alder",
    ]


@pytest.mark.parametrize("form", ["text", "tsv", "json", "markdown", "latex"])
def test_block_level_names_blocks_by_their_segments(inside: Run, harbour: list[str], form: str) -> None:
    done = inside("score", *harbour, "--level", "block:20", "-m", "ter", "--format", form)
    assert done.returncode == 0
    found = re.findall(r"\b(?:1-20|21-40|41-60|61-66)\b", done.stdout)
    assert found == [name for name in ("1-20", "21-40", "41-60", "61-66") for _ in range(2)]


def test_json_and_tsv_hold_the_same_digits(inside: Run, harbour: list[str]) -> None:
    table = rows(inside("score", *harbour, "--format", "tsv").stdout)
    (block,) = json.loads(inside("score", *harbour, "--format", "json").stdout)["blocks"]
    assert [list(row.values()) for row in block["rows"]] == [
        [row[0], *map(float, row[1:])] for row in table[1:]
    ]
    assert [column["name"] for column in block["columns"]] == table[0] == ["system", "bleu", "chrf", "ter"]
    assert block["systems"] == ["alder.en", "drift.en"]
    assert block["columns"][3]["better"] == "lower"


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_tables_for_papers(inside: Run, harbour: list[str], form: str) -> None:
    done = inside("score", *harbour, "--format", form)
    assert done.returncode == 0
    assert "alder" in done.stdout


def test_metrics_that_share_a_label_are_told_apart(inside: Run, harbour: list[str]) -> None:
    done = inside("score", *harbour, "-m", "bleu", "-m", "bleu:tok=intl", "-m", "bleu:lowercase,tok=intl")
    head = done.stdout.splitlines()[2]
    assert "BLEU ↑" in head
    assert "BLEU tok=intl ↑" in head
    assert "lowercase" in head


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-m", "blue"], "blue"),
        (["-m", "bleu:tokk=13a"], "tokk"),
        (["-m", "bleu", "-m", "bleu"], "again"),
        (["-m", "bleu", "chrf"], "-m chrf"),
        (["--threads", "-1"], "--threads"),
        (["--level", "block:0"], "block:10"),
        (["--threads", "99999999999"], "1024"),
        (["--columns", "nonsense"], "nonsense"),
    ],
)
def test_a_wrong_option_is_a_bad_command_line(
    inside: Run, harbour: list[str], arguments: list[str], words: str
) -> None:
    done = inside("score", *harbour, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_files_of_different_lengths_are_refused(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a\nb\n", encoding="utf-8")
    (tmp_path / "sys").write_text("a\n", encoding="utf-8")
    done = inside("score", "-r", "ref", "sys")
    assert done.returncode == 1
    assert "sys" in done.stderr


def test_threads_do_not_change_the_answer(inside: Run, harbour: list[str]) -> None:
    one, two = (inside("score", *harbour, "--threads", count).stdout for count in ("1", "2"))
    assert one == two != ""


@pytest.mark.parametrize("metric", ["bleu", "chrf", "bleu:tok=none"])
def test_outputs_that_look_tokenised_get_one_warning(inside: Run, tmp_path: Path, metric: str) -> None:
    (tmp_path / "ref").write_text("a b c d.\n" * 300, encoding="utf-8")
    (tmp_path / "tokenised").write_text("a b c d .\n" * 300, encoding="utf-8")
    (tmp_path / "few").write_text("a b c d .\n" * 99 + "a b c d.\n" * 201, encoding="utf-8")
    done = inside("score", "-r", "ref", "tokenised", "few", "-m", metric)
    assert done.returncode == 0
    if metric == "bleu":
        assert done.stderr.startswith("warning: tokenised (300 lines): ")
        assert done.stderr.count("\n") == 1
        assert "few" not in done.stderr
        assert inside("score", "-r", "ref", "tokenised", "-m", metric, "--quiet").stderr == ""
    else:
        assert done.stderr == ""


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("s.html", "<!doctype html>"),
        ("s.json", '{"schema"'),
        ("s.TSV", "# level"),
        ("s.tex", "% needs"),
        ("s.out", "Corpus"),
    ],
)
def test_the_ending_of_the_file_is_the_format_unless_one_is_given(
    inside: Run, harbour: list[str], tmp_path: Path, name: str, start: str
) -> None:
    assert inside("score", *harbour, "-m", "chrf", "-o", name).returncode == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert inside("score", *harbour, "-m", "chrf", "-o", name, "--format", "markdown").returncode == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith("Corpus scores")
