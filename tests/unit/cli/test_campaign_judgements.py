"""A study's judgements straight from its database: the same answers as by way of a file, and no file in between."""

from __future__ import annotations

import io
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import assay
from assay.errors import InputError, OptionError
from assay.studies.desk import Desk
from support.program import Run
from support.simulated_studies import answered, study

PEOPLE = ("anna", "ben", "cora")
ALONE, SEVERAL = "alone.db", "campaigns.db"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database of one campaign, and with one of three."""
    folder = tmp_path_factory.mktemp("stored")
    esa = study("spring", copies=2, degraded=0.1, segments=20)
    named = replace(esa.texts, segments=tuple(f"s-{number}" for number in range(20)))
    with Desk(str(folder / ALONE)) as desk:
        answered(desk, replace(esa, texts=named), PEOPLE)
    with Desk(str(folder / SEVERAL)) as desk:
        for campaign in (esa, study("ranks", "ranking", segments=8), study("marks", "mqm", segments=8)):
            answered(desk, campaign, PEOPLE)
        desk.create(study("new", segments=4), ["anna"]).result(30)
    return folder


@pytest.mark.parametrize("campaign", ["spring", "ranks", "marks"])
@pytest.mark.parametrize(
    "options", [("--show", "ranking,raters,remarks", "--format", "json"), ("--to", "tidy-csv")], ids=" ".join
)
def test_the_same_as_by_way_of_a_file(
    campaign: str, options: tuple[str, ...], stored: Path, inside: Run
) -> None:
    database = str(stored / SEVERAL)
    file = f"{campaign} ({SEVERAL})"  # the name that messages have for the table in memory
    export = ("campaign", "export", campaign, "--to", "tidy-jsonl", "--database", database)
    assert inside(*export, "-o", file).returncode == 0
    direct = inside("human", database, "--campaign", campaign, *options)
    by_file = inside("human", file, *options)
    assert direct.returncode == 0
    assert (direct.stdout, direct.stderr) == (by_file.stdout, by_file.stderr)


def test_a_pipe_gives_the_same_bytes(stored: Path, inside: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(stored / ALONE)
    exported = inside("campaign", "export", "spring", "--to", "tidy", "--database", database).stdout
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(exported.encode())))
    piped = inside("human", "-", "--from", "tidy", "--show", "ranking")
    direct = inside("human", database, "--show", "ranking")
    assert (direct.returncode, direct.stdout) == (0, piped.stdout)


def test_messages_list_the_campaigns(stored: Path, inside: Run) -> None:
    known = "spring, ranks, marks, new"
    said = inside("human", str(stored / SEVERAL))
    assert (said.returncode, f"4 campaigns; choose one of them with --campaign ({known})" in said.stderr) == (
        2,
        True,
    )
    said = inside("meta", str(stored / SEVERAL), "--campaign", "autumn")
    assert f'there is no campaign "autumn"; the campaigns are {known}' in said.stderr
    assert (
        "new: there is no judgement yet" in inside("human", str(stored / SEVERAL), "--campaign", "new").stderr
    )


def test_what_a_database_cannot_take_is_refused(stored: Path, inside: Run) -> None:
    database = str(stored / ALONE)
    assert "leave them out" in inside("human", database, "--from", "tidy").stderr
    assert "a database, which goes on changing" in inside("human", database, "--run", "x.run").stderr
    assert "name the outputs as well" in inside("meta", database, "-s", "source.txt").stderr


def test_another_program_s_database_is_left_alone(tmp_path: Path, inside: Run) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    before = (tmp_path / "other.db").read_bytes()
    assert "a database of another program" in inside("human", "other.db").stderr
    assert (tmp_path / "other.db").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_an_address_with_a_password_is_not_printed(inside: Run) -> None:
    said = inside("human", "postgresql://assay:geheim@127.0.0.1:1/none")
    assert said.returncode == 1
    assert "geheim" not in said.stderr + said.stdout


def test_metrics_are_held_against_annotators_in_one_command(
    stored: Path, inside: Run, tmp_path: Path
) -> None:
    texts = study("spring", copies=2, degraded=0.1, segments=20).texts
    columns = {"reference": texts.reference, **texts.outputs}
    for name, lines in columns.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    database, asked = str(stored / SEVERAL), ("-m", "chrf", "-m", "bleu", "--format", "csv")
    export = ("campaign", "export", "spring", "--to", "tidy", "--database", database, "-o", "spring.tsv")
    assert inside(*export).returncode == 0
    outputs = [f"{name}={name}.txt" for name in texts.outputs]
    by_files = inside("meta", "spring.tsv", "-r", "reference.txt", *outputs, *asked).stdout
    assert "chrf,0." in by_files
    direct = inside("meta", database, "--campaign", "spring", *asked).stdout
    assert direct.replace("spring (campaigns.db)", "spring.tsv") == by_files
    named = inside("meta", str(stored / ALONE), *asked).stdout  # its segments have names
    assert named.replace("spring (alone.db)", "spring.tsv") == by_files
    table = assay.correlate(stored / ALONE, metrics=["chrf", "bleu"]).evaluation.table
    assert table is not None
    assert f"chrf,{table.averages['chrf']}," in by_files


def test_rankings_and_metrics(stored: Path, inside: Run) -> None:
    ranked = inside("meta", str(stored / SEVERAL), "--campaign", "ranks", "-m", "chrf")
    assert "Pairs that people ordered" in ranked.stdout


def test_marked_errors_go_into_a_diagnosis(stored: Path, inside: Run, tmp_path: Path) -> None:
    texts = study("marks", "mqm", segments=8).texts
    for name, lines in {"reference": texts.reference, **texts.outputs}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    database = str(stored / SEVERAL)
    export = ("campaign", "export", "marks", "--to", "tidy", "--database", database, "-o", "marks.tsv")
    assert inside(*export).returncode == 0
    asked = (
        "diagnose",
        "-r",
        "reference.txt",
        *(f"{name}={name}.txt" for name in texts.outputs),
        "--show",
        "errors",
    )
    direct = inside(*asked, "--judgements", database, "--campaign", "marks")
    assert direct.returncode == 0
    assert direct.stdout == inside(*asked, "--judgements", "marks.tsv").stdout
    assert direct.stdout != inside(*asked).stdout
    outputs = {name: list(lines) for name, lines in texts.outputs.items()}
    diagnosed = assay.diagnose(outputs, list(texts.reference), judgements=database, campaign="marks")
    assert diagnosed.diagnosis.errors.spans
    assert "give these as well" in inside(*asked, "--campaign", "marks").stderr


def test_python_takes_a_database_wherever_it_takes_judgements(stored: Path) -> None:
    one, several = stored / ALONE, str(stored / SEVERAL)
    judgements = assay.read_judgements(one)
    assert str(assay.rank(one, show="ranking")) == str(assay.rank(judgements, show="ranking"))
    assert len(assay.read_judgements(several, campaign="marks")) > 0
    assert assay.agree(several, campaign="spring").agreement is not None
    with pytest.raises(OptionError, match=r"choose one of them with campaign= \(spring, "):
        assay.rank(several)
    with pytest.raises(InputError, match="no such file"):
        assay.read_judgements("nothing.db")
