"""The main commands of the README, as the installed script runs them."""

from __future__ import annotations

import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

from installed.room import Run

SCRIPT = Path(sysconfig.get_path("scripts")) / "assay"
HARBOUR = "examples/harbour"
AGAINST = f"-r {HARBOUR}/reference-a.en.txt {HARBOUR}/alder.en.txt"
# What is typed, and what the answer must say.
COMMANDS = {
    "score examples/harbour.xml": "alder    58.42    71.05  31.37",
    f"compare {AGAINST} {HARBOUR}/birch.en.txt": "alder is significantly better than birch, by BLEU, chrF2 and TER",
    f"diagnose {AGAINST} {HARBOUR}/drift.en.txt": "alder leaves out fewer words than drift",
    "compare examples/harbour.xml": "3 documents, all 8 swaps",
    "check examples/harbour.xml": "drift",
    "align examples/harbour.xml -m ter": "alder",
    "power examples/harbour.xml -m chrf": "segments",
    f"human {HARBOUR}/ratings.tsv": "alder",
    f"human {HARBOUR}/rankings.csv": "alder",
    f"human {HARBOUR}/mqm.tsv": "alder",
    f"meta {HARBOUR}/ratings.tsv examples/harbour.xml -m chrf": "chrf agrees with people",
    f"postedit {HARBOUR}/postedits.jsonl": "faster",
    f"gate {HARBOUR}/alder.en.txt -r {HARBOUR}/reference-a.en.txt --baseline {HARBOUR}/birch.en.txt": "",
    f"sacrebleu {HARBOUR}/reference-a.en.txt -i {HARBOUR}/alder.en.txt -b": "50.5",
    "formats examples/harbour.xml": "xml",
    "metrics": "chrF2",
    "resources": "meteor-en",
    "campaign --help": "export",
    "serve --help": "database",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_answers(command: str, run: Run) -> None:
    assert COMMANDS[command] in run(*command.split(), python=str(SCRIPT)).stdout


def test_a_report_is_one_page(run: Run, room: Path) -> None:
    run("report", "examples/harbour.xml", "-o", "report.html", python=str(SCRIPT))
    page = (room / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "alder" in page


def test_every_command_explains_itself(run: Run) -> None:
    from assay.cli.commands import COMMANDS as TABLE

    for command in TABLE:
        assert "usage: " in run(command, "--help", python=str(SCRIPT)).stdout, command


def test_the_version_is_that_of_the_distribution(run: Run) -> None:
    assert version("mt-assay") in run("--version", python=str(SCRIPT)).stdout
