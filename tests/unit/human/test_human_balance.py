"""Raters who saw the systems unequally: what is claimed then, what is withheld, and that it is said."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from assay.data.judgements import Judgements
from assay.errors import AssayWarning, OptionError
from assay.human import RankOptions, RatingsRanking, rank, rank_systems, to_scores
from assay.human.options import Part
from assay.human.ratings.balance import independence_p
from assay.human.ratings.ranking import references_among
from assay.reporting.tables.human.ranking import ranking_pairs
from assay.reporting.tables.human.summary import balance_words
from support.human_rows import judged

CAMPAIGNS, SEGMENTS, RATERS, DOCUMENT = 40, 60, 4, 10


def campaign(seed: int, kind: str, systems: str = "AB", gap: float = 0.0) -> Judgements:
    """Return ratings of systems that are equal, but for a gap between the first and the second.

    Raters differ in leniency. An output is given to a rater by a share that depends on the system ("unequal"), with its
    whole document ("documents"), or by its segment, all systems to the same rater ("crossed").
    """
    rng = np.random.default_rng(seed)
    lenient, easy = rng.normal(0, 10, RATERS), rng.normal(0, 8, SEGMENTS)
    rows = []
    for place, system in enumerate(systems):
        shares = rng.dirichlet(np.ones(RATERS))
        of_document = rng.integers(RATERS, size=SEGMENTS // DOCUMENT)
        for segment in range(SEGMENTS):
            rater = {
                "unequal": int(rng.choice(RATERS, p=shares)),
                "documents": int(of_document[segment // DOCUMENT]),
                "crossed": segment % RATERS,
            }[kind]
            score = 60 + lenient[rater] + easy[segment] + gap * (place == 0) + rng.normal(0, 12)
            rows.append((f"r{rater}", system, str(segment), float(score)))
    return judged(rows)


def ranked(judgements: Judgements) -> RatingsRanking:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        ranking = rank(judgements, RankOptions(test="t"), ["ranking"])
    assert isinstance(ranking, RatingsRanking)
    return ranking


def share_of_claims(kind: str, systems: str) -> tuple[float, float]:
    """Return in how many campaigns something is claimed of equal systems: by their means alone, and in the end."""
    alone, claimed = [], []
    for seed in range(CAMPAIGNS):
        judgements = campaign(seed, kind, systems)
        alone.append(bool(rank_systems(to_scores(judgements), RankOptions(test="t")).significant))
        systems_ranked = ranked(judgements).systems
        assert systems_ranked is not None
        claimed.append(bool(systems_ranked.significant))
    return float(np.mean(alone)), float(np.mean(claimed))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["unequal", "documents"])
@pytest.mark.parametrize("systems", ["AB", "ABCDEF"])
def test_lenient_raters_do_not_pass_for_good_systems(kind: str, systems: str) -> None:
    alone, claimed = share_of_claims(kind, systems)
    assert alone > 0.2
    assert claimed <= 0.125


def test_what_is_withheld_is_in_no_table_either() -> None:
    withheld = 0
    for seed in range(12):
        ranking = ranked(campaign(seed, "unequal"))
        balance, systems = ranking.balance, ranking.systems
        assert balance is not None
        assert systems is not None
        if not balance.withheld:
            continue
        withheld += 1
        assert balance.basis == "mixed model"
        assert not systems.significant
        assert {standing.cluster for standing in systems.standings} == {1}
        assert {standing.rank_high for standing in systems.standings} == {2}
        better, worse = balance.withheld[0]
        words = balance_words(balance)
        assert "Raters judged the systems unequally (r" in words[0]
        assert words[-1] == f"Withheld, significant by the plain means alone: {better} over {worse}."
        assert any("of the mixed model" in note for note in ranking_pairs(systems, balance).notes)
    assert withheld > 2


def test_a_real_difference_is_still_claimed() -> None:
    ranking = ranked(campaign(4, "documents", gap=25))
    assert ranking.systems is not None
    assert ranking.systems.significant == (("A", "B"),)


def test_raters_who_saw_all_systems_alike_change_nothing() -> None:
    judgements = campaign(1, "crossed", gap=15)
    ranking = ranked(judgements)
    assert ranking.balance is not None
    assert (ranking.balance.p_value, ranking.balance.basis) == (1.0, "")
    assert balance_words(ranking.balance) == []
    alone = rank_systems(to_scores(judgements), RankOptions(test="t"))
    assert ranking.systems == alone


def test_a_rater_for_each_system_allows_no_claim() -> None:
    rng = np.random.default_rng(1)
    rows = [
        (f"rater {name}", name, str(n), float(rng.normal(mean, 5)))
        for name, mean in (("A", 80), ("B", 40))
        for n in range(40)
    ]
    with pytest.warns(AssayWarning, match="raters judged the systems unequally: rater A judged 100 %"):
        ranking = rank(judged(rows), RankOptions(test="t"), ["ranking"])
    assert isinstance(ranking, RatingsRanking)
    assert ranking.systems is not None
    assert ranking.balance is not None
    assert ranking.systems.significant == ()
    assert ranking.balance.apart == (("A",), ("B",))
    assert "No rater connects these systems, so they cannot be compared: A | B." in balance_words(
        ranking.balance
    )


def test_too_many_ratings_for_the_model_are_compared_as_z() -> None:
    judgements = campaign(3, "unequal", gap=15)
    with pytest.warns(AssayWarning, match="conclusions need the z-scores as well"):
        ranking = rank(judgements, RankOptions(test="t", most_fitted=50), ["ranking"])
    assert isinstance(ranking, RatingsRanking)
    assert ranking.balance is not None
    assert "comparison of z-scores" in balance_words(ranking.balance)[1]


def test_independence_is_scipys() -> None:
    counts = np.array([[10.0, 3, 5], [4.0, 12, 6], [8.0, 8, 1]])
    assert independence_p(counts) == pytest.approx(chi2_contingency(counts, correction=False).pvalue)
    assert independence_p(np.vstack([counts, np.zeros(3)])) == pytest.approx(independence_p(counts))


# --- what people need a word of --------------------------------------------------------------------------------------


def test_names_of_human_translations() -> None:
    human = ("refA", "ref-B", "ref", "reference", "Human-A.0", "wmt23.refA", "synthetic_ref", "HUMAN")
    assert references_among(human) == human
    assert references_among(("Facebook-AI", "prefix", "refined", "humanoid", "reformer-2", "ONLINE-A")) == ()


def test_a_reference_among_the_systems_is_named() -> None:
    rows = [("r", name, str(n), float(n)) for name in ("alder", "refA", "birch") for n in range(4)]
    with pytest.warns(AssayWarning, match="1 of 3 ranked systems is named like a human translation: refA"):
        rank(judged(rows), RankOptions(test="t"), ["ranking"])


def test_systems_judged_on_different_segments_are_counted_and_named() -> None:
    rows = [("r", "A", str(n), float(n % 7)) for n in range(20)]
    rows += [("r", "B", str(n), float(n % 5)) for n in range(15, 35)]
    with pytest.warns(
        AssayWarning, match=r"1 pair of systems was judged on different.*A and B \(5 in common\)"
    ):
        rank(judged(rows), RankOptions(), ["ranking"])


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (RankOptions(test="t"), ["raters"]),
        (RankOptions(unit="document"), ["scores"]),
        (RankOptions(least=5), ["scores"]),
        (RankOptions(common="all"), ["remarks"]),
        (RankOptions(correction="bh"), ["raters"]),
        (RankOptions(rule="graham"), ["ranking"]),
        (RankOptions(without_failed=True), ["ranking"]),
    ],
)
def test_options_that_change_nothing_shown_are_refused(options: RankOptions, parts: list[Part]) -> None:
    with pytest.raises(OptionError, match="has no effect"):
        rank(campaign(1, "crossed"), options, parts)
