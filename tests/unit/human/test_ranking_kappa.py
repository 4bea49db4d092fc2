"""The kappa of WMT: its forms against a count by hand, pair by pair."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from assay.errors import InputError, OptionError
from assay.human.preferences.pairs import swapped
from assay.human.preferences.ranking_kappa import FORMS, ranking_kappa, ranking_kappas
from assay.stats.settings import Settings
from support.preferences import preferences, some_preferences

QUICK = Settings(draws=50)


def by_hand(one, whose, any_order, others_only):
    """Compare every two judgements."""
    rows = []
    columns = (one.first, one.second, one.outcome, one.rater.index, one.segment.index)
    for i, j, outcome, rater, segment in zip(*(column.tolist() for column in columns), strict=True):
        rows.append(
            (j, i, -outcome, rater, segment) if any_order and i > j else (i, j, outcome, rater, segment)
        )
    agree = comparable = 0
    for (i, j, x, r, s), (k, m, y, t, u) in combinations(rows, 2):
        if (i, j, s) == (k, m, u) and (r == t if whose == "intra" else not (others_only and r == t)):
            comparable += 1
            agree += x == y
    return agree, comparable


@given(some_preferences(most=60, systems="abc"))
def test_counts_are_those_by_hand(one):
    for whose in ("inter", "intra"):
        for form, options in FORMS.items():
            found = ranking_kappa(one, whose, form, QUICK)
            assert (found.agree, found.comparable) == by_hand(one, whose, *options)


def test_kappa_of_a_worked_example() -> None:
    games = [("a", "b", 1), ("b", "a", -1), ("a", "b", -1), ("a", "b", 0), ("a", "c", 1)]
    one = preferences(games, raters=["x", "x", "y", "z", "x"], segments=["1"] * 5)
    found = ranking_kappa(one, "inter", "corrected", QUICK)
    assert (found.agree, found.comparable, found.ties, found.total) == (0, 5, 1, 5)
    assert found.p_chance == pytest.approx(0.04 + 2 * 0.16)
    assert found.kappa == pytest.approx((0 - 0.36) / 0.64)
    intra = ranking_kappa(one, "intra", "corrected", QUICK)
    assert (intra.agree, intra.comparable, intra.ties, intra.total) == (1, 1, 0, 3)
    assert intra.kappa == 1
    assert ranking_kappa(one, "intra", "published", QUICK).comparable == 0
    assert np.isnan(ranking_kappa(one, "intra", "published", QUICK).kappa)


@given(some_preferences(most=60))
def test_only_the_published_form_minds_who_was_shown_first(one):
    flipped = swapped(one.where(np.arange(len(one)) % 2 == 0))
    plain = one.where(np.arange(len(one)) % 2 == 0)
    for form in ("order-free", "corrected"):
        ours, theirs = (ranking_kappa(each, "inter", form, QUICK) for each in (plain, flipped))
        assert (ours.agree, ours.comparable, ours.ties) == (theirs.agree, theirs.comparable, theirs.ties)


def test_perfect_agreement_is_one_and_its_interval_has_no_width() -> None:
    games = [("a", "b", 1), ("a", "b", 1), ("a", "b", -1), ("a", "b", -1)]
    one = preferences(games, raters=["x", "y"] * 2, segments=["1", "1", "2", "2"])
    found = ranking_kappa(one, "inter", "corrected", QUICK)
    assert (found.kappa, found.low, found.high) == (1, 1, 1)


def test_all_forms_come_together() -> None:
    one = preferences([("a", "b", 1)] * 4, raters=["x", "y"] * 2, segments=["1", "1", "2", "2"])
    assert [(found.whose, found.form) for found in ranking_kappas(one, QUICK)] == [
        (whose, form) for whose in ("inter", "intra") for form in FORMS
    ]


def test_unknown_kappas_are_refused() -> None:
    one = preferences([("a", "b", 1)])
    for whose, form in (("both", "corrected"), ("inter", "new")):
        with pytest.raises(OptionError):
            ranking_kappa(one, whose, form, QUICK)
    with pytest.raises(InputError, match="no judgement"):
        ranking_kappa(preferences([]), "inter", "corrected", QUICK)
