"""Pairs from rankings and scores; joint names; identical outputs; what being shown first is worth."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.evalset import Codes
from assay.data.judgements import DEGRADED, GENUINE, Judgements
from assay.data.scores import Scores
from assay.errors import InputError, OptionError
from assay.human.preferences.pairs import (
    from_rankings,
    from_ratings,
    from_scores,
    identical,
    position_bias,
    swapped,
    tie_rate,
)
from assay.human.preferences.shared_outputs import collapse, expand
from support.assertions import present
from support.preferences import preferences, some_preferences

NAN = float("nan")


def rows(one):
    names = one.systems
    columns = zip(one.first.tolist(), one.second.tolist(), one.outcome.tolist(), strict=True)
    return [(names[i], names[j], outcome) for i, j, outcome in columns]


def judgements(table, scheme="ranking", screens=True):
    """Make judgements of rows (rater, segment, system, score, item)."""
    raters, segments, systems, scores, items = zip(*table, strict=True)
    seen = [f"{rater} {segment}" for rater, segment in zip(raters, segments, strict=True)]
    return Judgements(
        scheme,
        Codes.of(raters),
        Codes.of(systems),
        Codes.of(segments),
        np.array(scores, dtype=np.float64),
        Codes.of(items),
        Codes.alike("", len(table)),
        screen=Codes.of(seen) if screens else None,
    )


def test_a_ranking_gives_all_its_pairs_in_the_order_shown() -> None:
    table = [("anna", "1", name, rank, GENUINE) for name, rank in zip("bac", (2, 1, 2), strict=True)]
    found = from_rankings(judgements(table))
    assert rows(found) == [("b", "a", -1), ("b", "c", 0), ("a", "c", 1)]
    assert present(found.screen).column() == ["anna 1"] * 3
    assert tie_rate(found) == pytest.approx(1 / 3)


def test_screens_may_lie_apart_in_the_file() -> None:
    table = [("anna", "1", "a", 1, GENUINE), ("ben", "1", "a", 2, GENUINE), ("anna", "1", "b", 2, GENUINE)]
    found = from_rankings(judgements([*table, ("ben", "1", "b", 1, GENUINE)]))
    assert rows(found) == [("a", "b", 1), ("a", "b", -1)]
    assert found.rater.column() == ["anna", "ben"]


def test_what_gives_no_pair_is_counted() -> None:
    table = [
        ("anna", "1", "a", 1, GENUINE),
        ("anna", "1", "b", NAN, GENUINE),
        ("anna", "1", "c", 2, DEGRADED),
        ("anna", "1", "a", 3, GENUINE),
        ("anna", "1", "d", 5, GENUINE),
    ]
    found = from_rankings(judgements(table))
    assert rows(found) == [("a", "d", 1), ("a", "d", 1)]
    assert {remark.kind.split(",")[0]: remark.count for remark in found.remarks} == {
        "control items": 1,
        "skipped": 1,
        "the same system twice on a screen": 1,
    }


def test_rankings_need_screens_of_one_rater_and_segment() -> None:
    table = [("anna", "1", "a", 1, GENUINE), ("ben", "1", "b", 2, GENUINE)]
    with pytest.raises(InputError, match="side by side"):
        from_rankings(judgements(table, screens=False))
    mixed = judgements(table)
    with pytest.raises(InputError, match="two raters"):
        from_rankings(Judgements(**vars(mixed) | {"screen": Codes.alike("one", 2)}))


def test_ratings_of_one_rater_and_segment_are_compared() -> None:
    table = [
        ("anna", "1", "a", 80, GENUINE),
        ("anna", "1", "b", 55, GENUINE),
        ("anna", "1", "b", 60, GENUINE),
        ("ben", "1", "c", 0, GENUINE),
        ("anna", "2", "c", 70, GENUINE),
        ("anna", "2", "a", 46, GENUINE),
    ]
    found = from_ratings(judgements(table, "da", screens=False), threshold=22.5)
    assert rows(found) == [("a", "b", 1), ("a", "c", -1)]
    assert (found.rater.column(), found.segment.column()) == (["anna", "anna"], ["1", "2"])
    assert rows(from_ratings(judgements(table, "da", screens=False), threshold=25)) == [
        ("a", "b", 0),
        ("a", "c", 0),
    ]


def test_ratings_without_scores_are_refused() -> None:
    with pytest.raises(InputError, match="no scores"):
        from_ratings(judgements([("anna", "1", "a", NAN, GENUINE)], "mqm", screens=False))


def test_scores_of_a_segment_are_compared_and_the_threshold_decides() -> None:
    values = np.array([[0.3, 5, NAN], [0.2, 5, 1], [0.0, 6, 2]])
    scores = Scores("da", ("a", "b", "c"), ("s1", "s2", "s3"), values)
    found = from_scores(scores, threshold=0.1)
    assert rows(found) == [
        *[("a", "b", 1), ("a", "c", 1), ("b", "c", 1)],
        *[("a", "b", 0), ("a", "c", -1), ("b", "c", -1)],
        ("b", "c", -1),
    ]
    assert found.segment.column() == ["s1"] * 3 + ["s2"] * 3 + ["s3"]
    errors = Scores("ter", scores.systems, scores.segments, values, higher_is_better=False)
    assert (from_scores(errors, threshold=0.1).outcome == -found.outcome).all()
    with pytest.raises(OptionError, match="threshold"):
        from_scores(scores, threshold=-1)


@given(
    st.lists(
        st.lists(st.one_of(st.just(NAN), st.integers(0, 100)), min_size=3, max_size=3), min_size=1, max_size=5
    )
)
def test_every_two_scores_of_a_segment_are_a_pair(columns):
    values = np.array(columns, dtype=np.float64).T
    scores = Scores("da", ("a", "b", "c"), tuple(map(str, range(len(columns)))), values)
    known = (~np.isnan(values)).sum(axis=0)
    assert len(from_scores(scores)) == int((known * (known - 1) // 2).sum())


# --- joint names --------------------------------------------------------------------------------------------


def test_who_shares_a_text_shares_its_judgements_and_ties() -> None:
    one = preferences([("a+b", "c", 1), ("c", "d", 0), ("a+b", "d", -1)], screens=["s", "s", "s"])
    whole = expand(one)
    assert rows(whole) == [
        *[("a", "c", 1), ("b", "c", 1), ("a", "b", 0)],
        ("c", "d", 0),
        *[("a", "d", -1), ("b", "d", -1)],
    ]
    assert rows(collapse(whole)) == rows(one)


def test_ranks_beside_the_pairs_follow() -> None:
    one = preferences([("c", "a+b", -1)], screens=["s"])
    one = replace(one, extra={"system1rank": ["3"], "system2rank": ["1"]})
    whole = expand(one)
    assert rows(whole) == [("c", "a", -1), ("c", "b", -1), ("a", "b", 0)]
    assert (whole.extra["system1rank"], whole.extra["system2rank"]) == (["3", "3", "1"], ["1", "1", "1"])


@given(some_preferences(systems=("a+b", "c", "d+e+f", "g")))
def test_expanding_is_undone(one):
    once = collapse(expand(one))
    twice = collapse(expand(once))
    assert rows(once) == rows(twice)
    assert once.extra == {}
    assert set(rows(once)) <= set(rows(one))


@given(some_preferences())
def test_without_joint_names_nothing_is_expanded(one):
    assert rows(expand(one)) == rows(one)


def test_texts_are_collapsed_by_the_outputs() -> None:
    outputs = {"a": ["x"], "b": ["x"], "c": ["y"]}
    games = [("a", "b", 1), ("a", "c", 1), ("c", "b", 1), ("b", "c", 1)]
    one = preferences(games, segments=["1"] * 4, screens=["s", "s", "s", "t"])
    assert identical(one, outputs).tolist() == [True, False, False, False]
    left = collapse(one, outputs)
    assert rows(left) == [("a+b", "c", 1), ("a+b", "c", 1)]
    assert [remark.count for remark in left.remarks] == [1, 1, 1]


def test_outputs_must_hold_what_was_judged() -> None:
    one = preferences([("a", "b", 1)], segments=["7"])
    with pytest.raises(InputError, match='"b"'):
        identical(one, {"a": ["x"]})
    with pytest.raises(InputError, match='segment "7"'):
        identical(one, {"a": ["x"], "b": ["x"]})
    assert identical(one, {"a": ["x"], "b": ["x"]}, segments=["7"]).all()
    with pytest.raises(InputError, match="give the outputs"):
        collapse(one)


# --- places -------------------------------------------------------------------------------------------------


def test_position_bias_counts_the_first_shown() -> None:
    one = preferences([("a", "b", 1)] * 8 + [("b", "a", -1)] * 2 + [("a", "b", 0)] * 3)
    found = position_bias(one)
    assert (present(found).first, present(found).second, present(found).ties) == (8, 2, 3)
    assert present(found).share.estimate == 0.8
    assert present(found).p_value == pytest.approx(0.109375)
    assert present(position_bias(swapped(one))).first == 2
    assert position_bias(preferences([("a", "b", 0)])) is None
