"""Laws of every ranking by preferences: names, places, copies and doubled judgements."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import AssayWarning
from assay.human.preferences.bradley_terry import TIES, fit_bradley_terry, rank_by_strength
from assay.human.preferences.pairs import swapped
from assay.human.preferences.trueskill import rank_by_trueskill
from assay.human.preferences.wins import rank_by_wins, win_matrix
from assay.stats.settings import Settings
from support.preferences import preferences, some_preferences

QUICK = Settings(draws=20, seed=1)
METHODS = pytest.mark.parametrize("method", [rank_by_wins, rank_by_strength, rank_by_trueskill])
LESS = settings(max_examples=30)


def decided(one):
    return bool((one.outcome != 0).any())


def ranked(method, one):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        return method(one, QUICK)


def games(one):
    columns = zip(one.first.tolist(), one.second.tolist(), one.outcome.tolist(), strict=True)
    return [(one.systems[i], one.systems[j], outcome) for i, j, outcome in columns]


@METHODS
@LESS
@given(one=some_preferences(most=25).filter(decided), order=st.permutations(range(4)))
def test_the_order_in_which_systems_are_listed_changes_nothing(method, one, order):
    listed = [name for number in order for name in "abcd"[number]]
    other = preferences(games(one), one.rater.column(), one.segment.column(), systems=listed)
    assert repr(ranked(method, other)) == repr(ranked(method, one))


@METHODS
@LESS
@given(one=some_preferences(most=25).filter(decided), data=st.data())
def test_who_was_shown_first_changes_nothing(method, one, data):
    turned = np.array(data.draw(st.lists(st.booleans(), min_size=len(one), max_size=len(one))))
    other = swapped(one)
    mixed = replace(
        one,
        first=np.where(turned, other.first, one.first),
        second=np.where(turned, other.second, one.second),
        outcome=np.where(turned, other.outcome, one.outcome),
    )
    assert repr(ranked(method, mixed)) == repr(ranked(method, one))


@pytest.mark.parametrize("method", [rank_by_wins, rank_by_strength])
@LESS
@given(one=some_preferences(most=25).filter(decided), data=st.data())
def test_the_order_of_judgements_changes_nothing(method, one, data):
    order = data.draw(st.permutations(games(one)))
    assert repr(ranked(method, preferences(order))) == repr(ranked(method, preferences(games(one))))


@LESS
@given(one=some_preferences().filter(decided), names=st.permutations("abcd"))
def test_new_names_permute_the_scores(one, names):
    renamed = replace(one, systems=tuple(names["abcd".index(name)] for name in one.systems))
    back = dict(zip("abcd", names, strict=True))
    for matrix, other in ((win_matrix(one), win_matrix(renamed)),):
        ours, theirs = (dict(zip(m.systems, m.expected(), strict=True)) for m in (matrix, other))
        assert {back[name]: score for name, score in ours.items()} == pytest.approx(theirs, nan_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        ours, theirs = (
            dict(zip(m.systems, m.strengths, strict=True))
            for m in (fit_bradley_terry(one), fit_bradley_terry(renamed))
        )
    assert {back[name]: score for name, score in ours.items()} == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize("ties", TIES)
@LESS
@given(one=some_preferences(least=5).filter(decided))
def test_doubled_judgements_say_the_same(ties, one):
    """A penalty weighs less among more judgements, so this holds where none is needed."""
    twice = preferences(games(one) * 2)
    assert win_matrix(twice).expected().tolist() == pytest.approx(
        win_matrix(one).expected().tolist(), nan_ok=True
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        once, doubled = fit_bradley_terry(one, ties), fit_bradley_terry(twice, ties)
    if once.penalty == 0:
        assert doubled.strengths == pytest.approx(once.strengths, abs=1e-6)
        assert doubled.log_likelihood == pytest.approx(2 * once.log_likelihood)
        assert once.errors == pytest.approx(np.sqrt(2) * doubled.errors, rel=1e-5)


@LESS
@given(one=some_preferences().filter(decided))
def test_turned_outcomes_turn_the_strengths(one):
    turned = replace(one, outcome=(-one.outcome).astype(np.int8))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        assert fit_bradley_terry(turned).strengths == pytest.approx(
            -fit_bradley_terry(one).strengths, abs=1e-6
        )
    shares = win_matrix(one).expected() + win_matrix(turned).expected()
    assert np.allclose(shares[~np.isnan(shares)], 1)


@pytest.mark.parametrize("method", [rank_by_wins, rank_by_strength])
@LESS
@given(one=some_preferences().filter(lambda one: decided(one) and "a" in one.systems))
def test_a_copy_of_a_system_stands_where_it_stands(method, one):
    """Whatever was said of one is said of the other: same score. TrueSkill plays games of its own with each."""
    copied = [(x, y, o) for x, y, o in games(one) for x, y in _copies(x, y)]
    found = {place.system: place for place in ranked(method, preferences(copied)).standings}
    assert found["a2"].score == pytest.approx(found["a"].score, abs=1e-6, nan_ok=True)


def _copies(x, y):
    if x == "a":
        return [("a", y), ("a2", y)]
    return [(x, "a"), (x, "a2")] if y == "a" else [(x, y)]


def test_copies_have_the_same_ranks_in_the_long_run() -> None:
    counts = {("a", "b"): 40, ("b", "c"): 40, ("a", "c"): 60}
    one = [(x, y, o) for (x, y), n in counts.items() for o, k in ((1, n), (-1, 20), (0, 5)) for _ in range(k)]
    copied = [(x, y, o) for x, y, o in one for x, y in _copies(x, y)] + [("a", "a2", 0)] * 20
    found = {
        place.system: place for place in rank_by_trueskill(preferences(copied), Settings(draws=300)).standings
    }
    assert found["a"].score == pytest.approx(found["a2"].score, abs=0.05)
    assert (
        (found["a"].rank_low, found["a"].rank_high) == (found["a2"].rank_low, found["a2"].rank_high) == (1, 2)
    )
    assert found["a"].cluster == found["a2"].cluster == 1
