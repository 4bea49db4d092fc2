"""Claims of `assay meta`: what it corrects, warns of and says at the figure."""

from __future__ import annotations

import json

from program import HARBOUR, Run

RATINGS, XML = str(HARBOUR / "ratings.tsv"), str(HARBOUR.with_suffix(".xml"))


def test_a_correction_that_was_asked_for_is_printed(inside: Run) -> None:
    given = ("meta", RATINGS, XML, "--show", "tasks", "--tasks", "seg:tau-b:item", "--test", "boot-seg")
    given = (*given, "--draws", "199", "--format", "json")
    plain, holm = (json.loads(inside(*given, *more).stdout) for more in ((), ("--correction", "holm")))
    rows = [
        next(block["rows"] for block in said["blocks"] if "metric-pairs" in block.get("name", ""))
        for said in (plain, holm)
    ]
    assert all("adjusted" not in row for row in rows[0])
    assert all(row["adjusted"] >= row["p"] for row in rows[1])
    assert max(row["adjusted"] / row["p"] for row in rows[1]) > 1.9


def test_the_one_sided_practice_of_wmt_is_warned_of(inside: Run) -> None:
    given = ("meta", RATINGS, XML, "--show", "tasks", "--tasks", "seg:tau-b:item", "--draws", "50")
    done = inside(*given, "--test", "boot-seg", "--sides", "one-as-wmt")
    assert done.returncode == 0
    assert "twice as many false alarms" in done.stderr
    assert "twice as many false alarms" in " ".join(done.stdout.split())
    assert "p, one-sided" in done.stdout
    refused = inside(*given[:-2], "--sides", "one-as-wmt")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--sides is for the p-values of --test" in refused.stderr
