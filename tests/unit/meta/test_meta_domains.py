"""Agreement by domain: from segments, from files of scores by domain, and against the figures of WMT23."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assay.data.evalset import Codes
from assay.data.scores import Scores
from assay.errors import InputError
from assay.io.scores.files import join_scores, read_scores
from assay.io.scores.mtme import open_tree
from assay.meta.domains import agreement_by_domain
from assay.meta.material import Material
from assay.reporting.render.formats import render_as
from assay.reporting.tables.meta.tables import domain_tables

SYSTEMS = ("a", "b", "c", "d")
DOMAINS = ("news", "news", "speech", "speech", "speech", "news")


def scores(name: str, seed: int) -> Scores:
    values = np.random.default_rng(seed).normal(size=(len(SYSTEMS), len(DOMAINS)))
    segments = tuple(map(str, range(1, 7)))
    return Scores(name, SYSTEMS, segments, values, domain=Codes.of(list(DOMAINS)))


def test_a_domain_is_correlated_by_its_own_judged_segments() -> None:
    human, metric = scores("mqm", 1), scores("m", 2)
    human.values[0, 2] = np.nan
    table = agreement_by_domain(Material("en-de", human, {"m": metric}))
    assert table.segments == {"news": 3, "speech": 3}
    for one in table.agreements:
        inside = np.array([name == one.domain for name in DOMAINS])
        first = np.nanmean(human.values[:, inside], axis=1)
        second = np.nanmean(np.where(np.isnan(human.values), np.nan, metric.values)[:, inside], axis=1)
        assert one.pearson == pytest.approx(np.corrcoef(first, second)[0, 1])
        signs = [np.sign(np.subtract.outer(side, side))[np.triu_indices(4, 1)] for side in (first, second)]
        assert one.accuracy.agreed == int((signs[0] == signs[1]).sum())
    mean = np.mean([one.pearson for one in table.agreements])
    assert table.average("m")[0] == pytest.approx(mean)


def test_scores_by_domain_are_taken_where_they_are_to_be_as_given() -> None:
    given = {"news": np.array([4.0, 3, 2, 1]), "speech": np.array([1.0, 2, 3, 4])}
    human = replace(scores("mqm", 1), domain_totals={name: -one for name, one in given.items()})
    errors = replace(scores("errors", 3), domain_totals=given, higher_is_better=False)
    material = Material("en-de", human, {"errors": errors})
    found = agreement_by_domain(material, "given")
    assert [one.pearson for one in found.agreements] == pytest.approx([1, 1])
    assert found.given == ("errors",)
    assert agreement_by_domain(material).given == ()
    text = render_as(domain_tables(found), "text")
    assert "scores by domain as given: errors" in text
    assert "mean over the judged segments" not in text


def test_one_domain_is_nothing_to_compare() -> None:
    human = Scores("mqm", SYSTEMS, ("1",), np.zeros((4, 1)), domain=Codes.of(["news"]))
    with pytest.raises(InputError, match="names one domain, and it takes two"):
        agreement_by_domain(Material("en-de", human, {}))


def test_files_of_scores_by_domain_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "metric-scores" / "en-de"
    folder.mkdir(parents=True)
    lines = "news\tred\t-1.5\nnews\tblue\tNone\nspeech\tred\t2\nspeech\tblue\t3\n"
    (folder / "BLEU-refA.domain.score").write_text(lines, encoding="utf-8")
    found = open_tree(str(tmp_path)).metric("en-de", "BLEU-refA")
    assert found.systems == ("red", "blue")
    assert found.domain_totals["news"] == pytest.approx([-1.5, np.nan], nan_ok=True)
    assert found.for_systems(["blue"]).domain_totals["speech"] == pytest.approx([3])
    [alone] = read_scores(str(folder / "BLEU-refA.domain.score"))
    assert (alone.name, alone.segments) == ("BLEU-refA", ("news", "speech"))
    assert alone.values[0] == pytest.approx([-1.5, 2])
    other = Scores("BLEU-refA", ("green",), (), np.empty((1, 0)), domain_totals={"news": np.array([7.0])})
    [joined] = join_scores([found, replace(other, notes=found.notes)])
    assert joined.domain_totals["news"] == pytest.approx([-1.5, np.nan, 7], nan_ok=True)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("news\tred\t1\nnews\tred\t2\n", r'line 2: a second score of "red" in "news"'),
        ("news\tred\t1\nred\t2\n", "line 2: not DOMAIN<TAB>SYSTEM<TAB>SCORE"),
        ("news\tred\t1\nnews\tblue\tx\n", r'line 2: "x" is not a number'),
        ("news\tred\tinf\n", "inf is not a score"),
    ],
)
def test_faults_of_such_a_file_are_named(tmp_path: Path, lines: str, words: str) -> None:
    (tmp_path / "m.domain.score").write_text(lines, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        read_scores(str(tmp_path / "m.domain.score"))


@pytest.mark.parametrize("pair", ["en-de", "he-en"])
def test_means_of_segments_are_the_published_scores_by_domain(shared_dir: Path, pair: str) -> None:
    found = open_tree(str(shared_dir / "data" / "wmt23")).human(pair, "mqm")
    assert found.domain is not None
    assert found.domain_totals
    for name, published in found.domain_totals.items():
        means = np.array([np.nanmean(row[found.domain.among([name])]) if not np.isnan(row).all() else np.nan
                          for row in found.values])  # fmt: skip
        known = ~np.isnan(published)
        assert means[known] == pytest.approx(published[known])
