"""Scores of segments are ranked like judgements, with a word on what cannot be said of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assay.data import READING, Judgements
from assay.errors import AssayWarning, InputError
from assay.human import rank
from assay.io import JudgementOptions, open_judgements

Opened = Callable[..., Judgements]
# name of the file, its text, systems, segments, scheme
FILES = {
    "en-de.mqm.seg.score": ("A\t-1.5\nA\tNone\nA\t0\nB\t-2\nB\t-3.5\nB\tNone\n", "AB", "123", "mqm"),
    "en-de.wmt-z.seg.score": ("A\t0.5\nA\t-0.25\nB\t-0.75\nB\t0.25\n", "AB", "12", "da"),
    "avg_seg_scores.tsv": (
        "system mqm_avg_score seg_id\nA -1.0 1\nB -2.0 1\nA 0.0 2\nB None 2\n",
        "AB",
        "12",
        "mqm",
    ),
    "ad-seg-scores.csv": (
        "SYS SID RAW.SCR Z.SCR N\nA 1 70 0.2 2\nB 1 60 0.1 1\nA 2 75.5 0 1\n",
        "AB",
        "12",
        "da",
    ),
    "system.txt": ("70\n80.5\n60\n", ["system"], "123", "da"),
}


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    def open_text(name: str, text: str, form: str | None = None) -> Judgements:
        (tmp_path / name).write_text(text, encoding="utf-8")
        judgements = open_judgements(JudgementOptions(str(tmp_path / name), form))
        assert isinstance(judgements, Judgements)
        return judgements

    return open_text


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("form", [None, "segment-scores"])
def test_scores_of_segments_are_judgements_of_nobody_known(
    opened: Opened, name: str, form: str | None
) -> None:
    text, systems, segments, scheme = FILES[name]
    with pytest.warns(AssayWarning, match="neither raters nor their agreement can be assessed"):
        judgements = opened(name, text, form)
    assert judgements.system.names == tuple(systems)
    assert judgements.segment.names == tuple(segments)
    assert (judgements.scheme, judgements.rater.names) == (scheme, ("(unknown)",))
    assert not np.isnan(judgements.score).any()
    assert judgements.remarks[0].kind == READING


def test_raw_scores_are_taken_of_averages(opened: Opened) -> None:
    with pytest.warns(AssayWarning):
        assert opened("x.csv", FILES["ad-seg-scores.csv"][0]).score.tolist() == [70, 75.5, 60]


def test_scores_of_whole_systems_leave_nothing_to_test(opened: Opened) -> None:
    with pytest.raises(InputError, match="scores of whole systems"):
        opened("en-de.mqm.sys.score", "A\t-1.5\nB\t-2.5\n")


@pytest.mark.parametrize("name", ["mqm", "da-sqm"])
def test_means_are_those_that_the_campaign_published(shared_dir: Path, name: str) -> None:
    """WMT23 English-German; the file of systems is mt-metrics-eval's own."""
    folder = shared_dir / "data" / "wmt23" / "human-scores"
    published = dict(
        line.split("\t") for line in (folder / f"en-de.{name}.sys.score").read_text("utf-8").splitlines()
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        judgements = open_judgements(JudgementOptions(str(folder / f"en-de.{name}.seg.score")))
    ranking = rank(judgements, parts=["ranking"])
    means = {standing.system: standing.score for standing in ranking.standings}
    assert set(means) == {system for system, score in published.items() if score != "None"}
    for system, mean in means.items():
        assert mean == pytest.approx(float(published[system]), abs=1e-9)
