"""Files of scores beside judgements: what does not match is said, and options that change nothing are refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from support.program import HARBOUR, Run

RATINGS, RANKINGS = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv"))
SYSTEMS = ("alder", "birch", "cedar", "drift")


def scores(
    name: str, systems: Sequence[str] = SYSTEMS, segments: Iterable[int] = range(1, 67), between: str = "\t"
) -> str:
    chance = random.Random(name)
    rows = [(system, str(segment), f"{chance.random():.3f}") for segment in segments for system in systems]
    return "".join(between.join(row) + "\n" for row in [("system", "segment", name), *rows])


def asked(inside: Run, *more: str) -> str:
    done = inside("meta", RATINGS, "--draws", "50", *more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_systems_and_outputs_without_a_score_are_named(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(scores("M", SYSTEMS[:3]), encoding="utf-8")
    (tmp_path / "n.tsv").write_text(scores("N", segments=range(1, 60)), encoding="utf-8")
    said = asked(inside, "--scores", "m.tsv", "--scores", "n.tsv", "--show", "tasks")
    assert "ratings.tsv: no scores of drift: M" in said
    assert "ratings.tsv: no scores of 28 judged outputs, left out: N" in said
    (tmp_path / "all.tsv").write_text(scores("M"), encoding="utf-8")
    assert "no scores of" not in asked(inside, "--scores", "all.tsv", "--show", "tasks")
    assert "3 of 4" in asked(inside, "--scores", "m.tsv", "--scores", "n.tsv")


def test_metrics_of_several_files_are_negated_by_name(inside: Run, tmp_path: Path) -> None:
    for name in "MN":
        (tmp_path / f"{name}.tsv").write_text(scores(name), encoding="utf-8")
    files = ("--scores", "M.tsv", "--scores", "N.tsv", "--show", "counts")
    plain, turned = (asked(inside, *files, *more) for more in ((), ("--lower", "N")))
    rows = [
        next(line for line in said.splitlines() if line.startswith("N  ")).split() for said in (plain, turned)
    ]
    assert rows[0][1:3] == rows[1][2:0:-1]  # concordant and discordant pairs change places
    refused = inside("meta", RATINGS, *files, "--lower", "M,Z")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert '--lower: no file has a metric "Z"; there are M, N' in refused.stderr


def test_semicolons_and_decimal_commas_are_read(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(scores("M"), encoding="utf-8")
    (tmp_path / "m.csv").write_text(scores("M", between=";").replace(".", ","), encoding="utf-8")
    assert asked(inside, "--scores", "m.tsv") == asked(inside, "--scores", "m.csv")
    (tmp_path / "comma.tsv").write_text(scores("M").replace(".", ","), encoding="utf-8")
    refused = inside("meta", RATINGS, "--scores", "comma.tsv", "-q")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "write decimal points, not commas" in refused.stderr


def test_scores_of_several_language_pairs_are_not_mixed(inside: Run, tmp_path: Path) -> None:
    one, *rows = scores("M").splitlines()
    lines = [f"{one}\tlp", *(f"{row}\t{pair}" for pair in ("de-en", "en-de") for row in rows)]
    (tmp_path / "m.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    refused = inside("meta", RATINGS, "--scores", "m.tsv")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "M occurs several times (pair de-en; pair en-de)" in refused.stderr


def test_a_metric_of_a_file_does_not_replace_our_own(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(scores("chrf"), encoding="utf-8")
    refused = inside("meta", RATINGS, str(HARBOUR.with_suffix(".xml")), "-m", "chrf", "--scores", "m.tsv")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "there is a metric chrf already" in refused.stderr


@pytest.mark.parametrize(
    ("path", "more", "words"),
    [
        (
            RANKINGS,
            ("--test", "perm-both", "--tasks", "seg:pearson:none"),
            "--tasks seg:pearson:none: rankings",
        ),
        (RANKINGS, ("--tasks", "sys:spa"), "--tasks sys:spa: rankings of outputs give scores of systems"),
        (RANKINGS, ("--darr", "25"), "--darr applies to ratings"),
        (RANKINGS, ("--show", "ties"), "--show ties applies to ratings"),
        (RANKINGS, ("--common",), "--common applies to ratings"),
        (RANKINGS, ("--standardise", "z"), "--standardise applies to ratings"),
        (RATINGS, ("--correction", "holm"), "--correction applies to the p-values of --test"),
        (RATINGS, ("--reference-name", "refA"), "--reference-name applies to folders"),
        (RATINGS, ("--human", "z"), "--human names scores of a folder or file"),
        (RATINGS, ("--darr", "-1"), "--darr -1: write a number from 0 on"),
        (RATINGS, ("--test", "boot-both", "--interval", "bca"), "percentile or basic, not bca"),
    ],
)
def test_options_that_change_nothing_are_refused(
    inside: Run, tmp_path: Path, path: str, more: tuple[str, ...], words: str
) -> None:
    for name in "MN":
        (tmp_path / f"{name}.tsv").write_text(scores(name), encoding="utf-8")
    done = inside("meta", path, "--scores", "M.tsv", "--scores", "N.tsv", "--draws", "50", *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
