"""Reports of human scores: what each table says, that every format can write them, that pictures can be drawn."""

import json
from dataclasses import replace

import numpy as np
import pytest

from assay.human.flows import rank
from assay.human.options import RankOptions, ScoreOptions
from assay.human.ratings import rater_effects as mixed
from assay.human.ratings.domains import rank_by_domain
from assay.human.ratings.proportions import correct_shares, reading_times
from assay.human.ratings.ranking import rank_systems
from assay.human.ratings.rater_influence import leave_one_out
from assay.human.ratings.scoring import score, views
from assay.reporting.blocks import Estimate, Listing, Table
from assay.reporting.render.charts import figure_svg
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.human import ranking as human_ranking
from assay.reporting.tables.human import scores as human_scores
from assay.reporting.tables.human.summary import claims
from assay.stats.settings import Settings
from support.assertions import untyped
from support.human_rows import judged


def ratings():
    rng = np.random.default_rng(6)
    rows, domain = [], []
    for segment in range(30):
        for system, quality in (("good", 80), ("fair", 60), ("also", 60.2), ("poor", 30)):
            for rater, leniency in (("ann", 8), ("bob", -8)):
                rows.append(
                    (rater, system, str(segment), float(round(quality + leniency + rng.normal(0, 5))))
                )
                domain.append("news" if segment < 18 else "chat")
    return judged(rows, domain=domain, seconds=rng.uniform(5, 60, len(rows)))


RATINGS = ratings()
SCORED = score(RATINGS, ScoreOptions(standardise="z"))
RANKING = rank_systems(SCORED.scores)


def column(table, name):
    place = [head.name for head in table.columns].index(name)
    return [row[place] for row in table.rows]


def test_the_ranking_says_where_it_comes_from() -> None:
    table = human_ranking.system_ranking_table(RANKING)
    assert column(table, "system") in (["good", "fair", "also", "poor"], ["good", "also", "fair", "poor"])
    assert column(table, "cluster") == [1, 2, 2, 3]
    assert column(table, "best_rank") == [1, 2, 2, 4]
    assert column(table, "worst_rank") == [1, 3, 3, 4]
    assert column(table, "judged") == [30] * 4
    first = table.rows[0][2]
    assert isinstance(first, Estimate)
    assert first.low < first.value < first.high
    told = " ".join(table.notes)
    for words in (
        "da z: 4 systems, 30 segments, 0 ",
        "randomisation",
        "correction: holm",
        "standardisation: z",
    ):
        assert words in told
    assert table.facts["one_sided"] == 0
    assert table.facts["notes"] == SCORED.scores.notes


def test_claims_name_clusters() -> None:
    best, middle, last = claims(RANKING)
    assert best == "good is significantly better than all others."
    assert "share ranks 2 to 3, significantly better than poor" in middle
    assert last == "poor is ranked 4th."
    alike = SCORED.scores.for_systems(["fair", "also"])
    [open_] = claims(rank_systems(alike))
    assert open_.endswith(" are not significantly different at 0.05.")


def test_pairs_and_what_was_left_out() -> None:
    values = SCORED.scores.values.copy()
    values[3, 2:] = np.nan
    ranking = rank_systems(
        type(SCORED.scores)("da z", SCORED.scores.systems, SCORED.scores.segments, values),
        RankOptions(test="permutation", least=5, chance=Settings(draws=99, threads=1)),
    )
    table = human_ranking.ranking_pairs(ranking)
    assert len(table.rows) == 3
    assert any("left out, fewer than 5 judged segments: poor" in note for note in table.notes)
    assert any("99 draws, seed 12345" in note for note in table.notes)
    assert "bootstrap draws" in table.notes[0]
    assert column(table, "units") == [30] * 3


def test_pictures_have_words_and_can_be_drawn() -> None:
    figures = human_ranking.ranking_figures(RANKING)
    assert [figure.kind for figure in figures] == ["ranking", "intervals", "differences"]
    assert "good rank 1 to 1, cluster 1" in figures[1].words
    assert "good beats poor" in figures[2].words
    for figure in figures:
        assert figure_svg(figure).startswith("<svg")


def test_domains_and_their_pairs() -> None:
    domains = rank_by_domain(SCORED.scores)
    table = human_ranking.domains_table(domains)
    assert [head.name for head in table.columns][-2:] == ["domain.news", "domain.chat"]
    assert table.notes[0] == "segments: news 18, chat 12"
    pairs = human_ranking.domain_pairs(domains)
    assert len(pairs.rows) == 6
    assert all(row[3] == pytest.approx(sum(untyped(row[6:])) / np.sqrt(2)) for row in pairs.rows)


def test_the_influence_of_raters() -> None:
    table = human_ranking.influence_table(leave_one_out(SCORED.rater_means), SCORED.rater_means.systems)
    assert set(column(table, "rater")) == {"ann", "bob"}
    assert column(table, "judged") == [120, 120]
    assert column(table, "swapped") == sorted(column(table, "swapped"), reverse=True)
    assert table.notes == ("the order of systems is the same whichever rater is left out",)
    (turning,) = human_ranking.influence_table(
        [replace(rater, swapped=1) for rater in leave_one_out(SCORED.rater_means)],
        SCORED.rater_means.systems,
    ).notes
    assert turning == "each left out in turn, 2 of 2 raters change the order of systems"


def test_standardisations_side_by_side() -> None:
    table = human_scores.views_table(views(RATINGS, ScoreOptions()))
    names = [head.name for head in table.columns]
    assert names[:5] == ["system", "raw", "rank.raw", "centred", "rank.centred"]
    assert column(table, "rank.raw") == [1, 2, 3, 4]
    assert sorted(column(table, "rank.z")) == [1, 2, 3, 4]


def test_judges_and_remarks() -> None:
    table = human_scores.judges_table(SCORED.judges)
    assert column(table, "ratings") == [120, 120]
    assert column(table, "mean")[0] > column(table, "mean")[1]
    found = score(judged([("a", "X", "1", 1.0), ("a", "X", "1", 2.0)], item=["genuine", "degraded"]))
    assert human_scores.remarks_table(found.remarks).rows == (
        ("degraded items, not part of the scores", 1, ""),
    )


def test_mixed_model_shares_times_and_darr() -> None:
    model = mixed.fit_mixed_model(RATINGS)
    table = human_scores.mixed_table(model)
    assert column(table, "system")[0] == "good"
    assert any(note.startswith("variances: raters") for note in table.notes)
    assert column(table, "cluster") == [1, 2, 2, 3]
    answers = judged([("r", "A", "1", 1.0), ("r", "A", "2", 0.0), ("r", "B", "1", 1.0)], "yes-no")
    right = human_scores.shares_table(correct_shares(answers))
    assert [row[:4] for row in right.rows] == [("A", "", 1, 2), ("B", "", 1, 1)]
    assert right.rows[1][[head.name for head in right.columns].index("t")] is None
    times = human_scores.times_table(reading_times(RATINGS))
    assert column(times, "timed") == [60] * 4


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_the_whole_report(name):
    ranking = rank(RATINGS, RankOptions(scoring=ScoreOptions(standardise="z")), ["ranking"])
    blocks = human_ranking.human_report(ranking, pictures=name == "html")
    assert isinstance(blocks[2], Listing)
    assert all(isinstance(block, Table) for block in blocks[-4:])
    written = render_as(blocks, name)
    assert "good" in written
    if name == "json":
        json.loads(written)
