"""`assay metrics`: what there is, and the options of one."""

from __future__ import annotations

import json

import pytest

from support.program import Run


def test_the_list_names_every_metric_and_alias(inside: Run) -> None:
    done = inside("metrics")
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("bleu", "BLEU", "chrf", "chrF2", "ter", "TER", "chrf++"):
        assert word in done.stdout


def test_a_page_has_options_with_defaults(inside: Run) -> None:
    page = inside("metrics", "bleu", "--format", "json").stdout
    tables = {
        block["name"]: block["rows"] for block in json.loads(page)["blocks"] if block["block"] == "table"
    }
    options = {row["option"]: row for row in tables["options"]}
    assert options["tok"]["default"] == "13a"
    assert all(row["help"] for row in tables["options"])
    assert {row["preset"] for row in tables["presets"]} >= {"bleu:koehn", "bleu:nist"}


@pytest.mark.parametrize("name", ["chrf", "chrf++", "ter"])
def test_every_metric_and_alias_has_a_page(inside: Run, name: str) -> None:
    assert inside("metrics", name).returncode == 0


def test_an_unknown_metric_is_a_bad_command_line(inside: Run) -> None:
    done = inside("metrics", "blue")
    assert (done.returncode, done.stdout) == (2, "")
    assert "bleu" in done.stderr
