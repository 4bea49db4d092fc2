"""The first screen: whom to trust, how far raters agree, how many more judgements; each sentence with its figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assay.data.judgements import Judgements, Preferences
from assay.human import RankOptions, RatingsRanking, rank
from assay.human.flows import PreferencesRanking
from assay.human.needed import Needed, needed_for_means
from assay.human.ratings.ranking import rank_systems
from assay.io import read_judgements
from assay.reporting.tables.human.needed import needed_words
from assay.reporting.tables.human.summary import agreement_words, leader_words, trust_words
from assay.stats.settings import Settings
from support.assertions import untyped
from support.human_rows import judged
from support.program import HARBOUR

CHANCE = Settings(draws=200, threads=1)


def ranked(judgements: Judgements | Preferences, **options: object) -> RatingsRanking:
    ranking = rank(judgements, untyped(RankOptions)(test="t", chance=CHANCE, **options))
    assert isinstance(ranking, RatingsRanking)
    return ranking


def ratings(random_rater: bool) -> Judgements:
    """Return ratings of three systems by four raters who all see all outputs; one may click at random."""
    rng = np.random.default_rng(2)
    quality = rng.normal(60, 15, (3, 30))
    return judged(
        [
            (
                f"r{rater}",
                "ABC"[system],
                str(segment),
                float(
                    rng.uniform(0, 100)
                    if random_rater and rater == 3
                    else quality[system, segment] + rng.normal(0, 8)
                ),
            )
            for rater in range(4)
            for system in range(3)
            for segment in range(30)
        ]
    )


def test_a_rater_at_random_is_named_without_control_items() -> None:
    words = trust_words(ranked(ratings(random_rater=True)))
    assert words[0] == "There are no degraded items to check raters with; they are compared with each other."
    assert [line.partition(":")[0] for line in words[1:]] == ["Look again at r3"]
    assert "shared items" in words[1]
    assert "--without r3" in words[1]


def test_nobody_stands_out_among_careful_raters() -> None:
    assert trust_words(ranked(ratings(random_rater=False)))[1:] == ["No rater stands out."]


def test_who_failed_control_items_is_named_with_what_it_does() -> None:
    words = trust_words(ranked(read_judgements(str(HARBOUR / "ratings.tsv"))))
    assert words[0] == "4 of 5 raters who saw degraded items scored them below their originals."
    assert words[1].startswith(
        "Look again at emil: did not score degraded items reliably below their originals; "
    )
    assert words[1].endswith("without this rater the order of systems is the same (--without emil).")


def test_agreement_is_said_beside_what_the_field_has() -> None:
    agreement = ranked(ratings(random_rater=False)).agreement
    assert agreement is not None
    assert agreement.order is not None
    order, alpha = agreement_words(agreement)
    assert f"kappa {agreement.order.kappa.estimate:.2f}; at WMT16 it was 0.27 to 0.44" in order
    assert alpha.startswith("Krippendorff's alpha of single ratings is 0.")
    once = [("r" + str(n % 2), "AB"[system], str(n), float(n)) for n in range(20) for system in range(2)]
    alone = ranked(judged(once)).agreement
    assert alone is not None
    assert agreement_words(alone) == ["No output was rated by two raters, so their agreement is unknown."]


def test_the_leader_of_rankings_of_outputs() -> None:
    ranking = rank(read_judgements(str(HARBOUR / "rankings.csv")), RankOptions(chance=CHANCE), ["ranking"])
    assert isinstance(ranking, PreferencesRanking)
    # Four raters are too few for ranks.
    assert leader_words(ranking) == ["alder has the highest score; its ranks overlap with those of 3 others."]
    alone = replace(RankOptions(chance=CHANCE), unit="segment")
    ranking = rank(read_judgements(str(HARBOUR / "rankings.csv")), alone, ["ranking"])
    assert isinstance(ranking, PreferencesRanking)
    assert leader_words(ranking) == ["alder ranks first: its ranks overlap with those of no other system."]
    first, second, *rest = ranking.standings
    near = replace(
        ranking.systems, standings=(replace(first, rank_high=2), replace(second, rank_low=1), *rest)
    )
    assert leader_words(replace(ranking, systems=near)) == [
        "alder has the highest score; its ranks overlap with those of birch."
    ]
    others = [replace(second, rank_low=1), *(replace(place, rank_low=1) for place in rest)]
    level = replace(ranking.systems, standings=(replace(first, rank_high=4), *others))
    assert leader_words(replace(ranking, systems=level)) == [
        "alder has the highest score; its ranks overlap with those of 3 others."
    ]


# --- how many more ---------------------------------------------------------------------------------------------------


def pilot(segments: int, gap: float, seed: int) -> Judgements:
    rng = np.random.default_rng(seed)
    return judged(
        [
            ("r", name, str(n), float(50 + gap * (name == "A") + rng.normal(0, 10)))
            for n in range(segments)
            for name in "AB"
        ]
    )


@pytest.mark.slow
def test_as_many_segments_as_are_said_have_the_power_that_is_said() -> None:
    """A pilot of a known spread plans for a difference; campaigns of that size find it in 80 of 100 cases."""
    gap, options = 3.0, RankOptions(test="t", difference=3.0)
    planned = [ranked(pilot(60, gap, seed), difference=gap).needed[0].enough for seed in range(20)]
    enough = round(np.mean([number for number in planned if number]))
    assert enough == pytest.approx(2 * (1.96 + 0.84) ** 2 * 100 / gap**2, rel=0.1)
    rng = np.random.default_rng(5)
    differences = rng.normal(gap, np.sqrt(200), (2000, enough))
    t = differences.mean(axis=1) / differences.std(axis=1, ddof=1) * np.sqrt(enough)
    assert (np.abs(t) > 1.97).mean() == pytest.approx(0.8, abs=0.06)
    assert options.difference == gap


def test_alpha_is_shared_among_pairs_where_the_correction_is_holms() -> None:
    scores = ranked(ratings(random_rater=False)).scored.scores
    for correction, factor in (("holm", (2.394 + 0.8416) / (1.96 + 0.8416)), ("none", 1.0)):
        options = untyped(RankOptions)(test="t", correction=correction)
        plain = RankOptions(test="t", correction="none")
        ours = needed_for_means(rank_systems(scores, options), options, 1.0)[0]
        theirs = needed_for_means(rank_systems(scores, plain), plain, 1.0)[0]
        assert ours.detectable == pytest.approx(factor * theirs.detectable, rel=1e-3)


ROW = Needed("A", "B", 1.5, 1.5, 2.0, 100, 178, 312, significant=False)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [replace(ROW, significant=True)],
            "No more judgements are needed: A is significantly better than all others.",
        ),
        (
            [ROW],
            "To tell A from B: about 178 judged segments in place of 100, 312 further ratings of the two, if the true "
            "difference is the observed one, with a power of 0.8.",
        ),
        (
            [replace(ROW, planned=1.0, ratings=None), replace(ROW, second="C")],
            "To tell A from B: about 178 judged segments in place of 100, if the true difference is the planned one, "
            "with a power of 0.8 (C also open).",
        ),
        (
            [replace(ROW, difference=0.0, planned=0.0, enough=None)],
            "To tell A from B: their means are equal here, which does not make the systems equal; a true difference of "
            "2 would have been found with a power of 0.8 (--difference plans for another).",
        ),
        (
            [replace(ROW, enough=90)],
            "To tell A from B: by the spread of the judgements, 90 segments would find a difference of means this "
            "large with a power of 0.8; the test that was chosen does not find it in 100.",
        ),
        (
            [replace(ROW, enough=9_000_000)],
            "To tell A from B: no realistic number of judgements would do at a difference this small.",
        ),
    ],
)
def test_what_is_needed_in_words(rows: list[Needed], words: str) -> None:
    assert needed_words(rows, "segment") == words
