"""Ratings to scores: the order of averaging, items and questions, what is counted, laws."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayWarning, InputError, OptionError
from assay.human.options import ScoreOptions
from assay.human.ratings.mqm import published_weights
from assay.human.ratings.scoring import by_document, esa_scores, score, to_scores, views
from support.assertions import present
from support.human_rows import judged, spans

RATINGS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.sampled_from("XYZ"),
        st.sampled_from("1234"),
        st.integers(0, 100).map(float),
    ),
    min_size=1,
    max_size=40,
)


def cell(scores, system, segment):
    return scores.values[scores.systems.index(system), scores.segments.index(segment)]


def test_repeats_are_averaged_before_raters() -> None:
    rows = [("a", "X", "1", 0.0), ("a", "X", "1", 50.0), ("b", "X", "1", 100.0)]
    found = score(judged(rows))
    assert cell(found.scores, "X", "1") == pytest.approx((25 + 100) / 2)
    assert [(one.kind, one.count) for one in found.remarks] == [
        ("repeated ratings, averaged within their rater", 1)
    ]


def test_segments_count_the_same_however_often_they_were_judged() -> None:
    rows = [("a", "X", "1", 0.0), ("b", "X", "1", 0.0), ("c", "X", "1", 0.0), ("a", "X", "2", 100.0)]
    assert to_scores(judged(rows)).means() == pytest.approx([50])


def test_what_was_not_judged_is_nan() -> None:
    scores = to_scores(judged([("a", "X", "1", 10.0), ("a", "Y", "2", 20.0)]))
    assert np.isnan(cell(scores, "X", "2"))
    assert np.isnan(cell(scores, "Y", "1"))
    assert scores.means().tolist() == [10, 20]


def test_controls_and_missing_scores_are_counted() -> None:
    rows = [
        ("a", "X", "1", 10.0),
        ("a", "X", "1", 5.0),
        ("a", "X", "2", float("nan")),
        ("a", "ref", "1", 99.0),
    ]
    found = score(judged(rows, item=["genuine", "degraded", "genuine", "reference"]))
    assert found.scores.systems == ("X",)
    assert found.scores.segments == ("1",)
    assert {one.kind: one.count for one in found.remarks} == {
        "degraded items, not part of the scores": 1,
        "reference items, not part of the scores": 1,
        "ratings without a score, left out": 1,
    }
    assert found.ratings == 1


def test_references_may_be_ranked_with_the_systems() -> None:
    rows = [("a", "X", "1", 10.0), ("a", "ref", "1", 99.0)]
    scoring = ScoreOptions(items=("genuine", "repeat", "reference"))
    assert to_scores(judged(rows, item=["genuine", "reference"]), scoring).systems == ("X", "ref")


def test_several_questions_are_averaged_with_a_word_or_one_is_chosen() -> None:
    rows = [("a", "X", "1", 2.0), ("a", "X", "1", 5.0), ("a", "X", "1", 3.0)]
    ratings = judged(rows, "adequacy-fluency", aspect=["fluency", "adequacy", "adequacy"])
    with pytest.warns(AssayWarning, match='"fluency", "adequacy": scores are means over all of them'):
        assert cell(to_scores(ratings), "X", "1") == 3
    unlike = judged(rows, "esa", aspect=["", "document", "document"])  # segments, and documents as a whole
    with pytest.raises(OptionError, match="choose one"):
        to_scores(unlike)
    with pytest.raises(OptionError, match="was not asked"):
        to_scores(ratings, ScoreOptions(aspect="style"))
    assert cell(to_scores(ratings, ScoreOptions(aspect="adequacy")), "X", "1") == 4
    assert cell(to_scores(ratings, ScoreOptions(aspect="all")), "X", "1") == 3
    assert score(ratings, ScoreOptions(aspect="all")).rater_means.repeats == 1


def test_marked_errors_are_weighed_and_the_weights_travel() -> None:
    rows = [("a", "X", "1", float("nan")), ("a", "X", "2", float("nan"))]
    ratings = judged(
        rows, "mqm", spans=spans(2, [(0, "major", "style"), (0, "minor", "fluency/punctuation")])
    )
    scores = to_scores(ratings)
    assert scores.values.tolist() == [[-5.1, 0]]
    assert any("marot: minor *punctuation* 0.1" in note for note in scores.notes)
    assert to_scores(ratings, ScoreOptions(weights=published_weights("equal"))).values.tolist() == [[-2, 0]]


def test_esa_has_a_slider_and_spans() -> None:
    rows = [("a", "X", "1", 80.0), ("a", "Y", "1", 100.0)]
    found = esa_scores(judged(rows, "esa", spans=spans(2, [(0, "minor", ""), (0, "major", "")])))
    assert found["slider"].values.tolist() == [[80], [100]]
    assert found["spans"].values.tolist() == [[-6], [0]]


def test_ranks_are_negated() -> None:
    scores = to_scores(judged([("a", "X", "1", 1.0), ("a", "Y", "1", 5.0)], "ranking"))
    assert scores.values.tolist() == [[-1], [-5]]
    assert scores.higher_is_better


def test_cells_with_too_few_raters_are_empty() -> None:
    rows = [("a", "X", "1", 10.0), ("b", "X", "1", 20.0), ("a", "X", "2", 30.0)]
    scores = to_scores(judged(rows), ScoreOptions(least_raters=2))
    assert cell(scores, "X", "1") == 15
    assert np.isnan(cell(scores, "X", "2"))


def test_systems_can_be_left_out_altogether() -> None:
    rows = [("a", "X", "1", 10.0), ("a", "Y", "1", 30.0), ("a", "xx-tutorial1", "1", 99.0)]
    found = score(judged(rows), ScoreOptions(standardise="centred", ignored_systems=("*-tutorial*",)))
    assert found.scores.systems == ("X", "Y")
    assert found.scores.means().tolist() == [40, 60]
    assert [(one.count, one.places) for one in found.remarks] == [(1, ("xx-tutorial1",))]
    with pytest.raises(OptionError, match="not among the systems X, Y"):
        to_scores(judged(rows), ScoreOptions(ignored_systems=("Z",)))


def test_documents_and_domains_are_those_of_the_segments() -> None:
    rows = [("a", "X", "1", 10.0), ("a", "X", "2", 20.0), ("a", "X", "3", 60.0)]
    ratings = judged(rows, document=["d", "d", "e"], domain=["news", "news", "chat"])
    scores = to_scores(ratings)
    assert present(scores.document).column() == ["d", "d", "e"]
    whole = to_scores(ratings, ScoreOptions(level="document"))
    assert whole.segments == ("d", "e")
    assert whole.values.tolist() == [[15, 60]]
    assert present(whole.domain).column() == ["news", "chat"]
    assert by_document(scores).values.tolist() == whole.values.tolist()


def test_a_segment_in_two_documents_is_pointed_out() -> None:
    rows = [("a", "X", "1", 10.0), ("b", "X", "1", 20.0)]
    with pytest.warns(AssayWarning, match="1 rating names other documents"):
        assert present(to_scores(judged(rows, document=["d", "e"])).document).column() == ["d"]


def test_nothing_left_is_an_error_that_says_what_there_was() -> None:
    with pytest.raises(InputError, match="2 degraded"):
        to_scores(judged([("a", "X", "1", 1.0), ("a", "X", "2", 2.0)], item=["degraded", "degraded"]))
    with pytest.raises(InputError, match="level=document"):
        to_scores(judged([("a", "X", "1", 1.0)]), ScoreOptions(level="document"))


@pytest.mark.parametrize(
    "options",
    [{"standardise": "zz"}, {"level": "system"}, {"items": ("bad",)}, {"items": ()}, {"least_raters": 0}],
)
def test_options_that_do_not_exist_are_refused(options):
    with pytest.raises(OptionError):
        ScoreOptions(**options)


def test_views_lie_side_by_side() -> None:
    rows = [("a", "X", "1", 10.0), ("a", "Y", "1", 30.0), ("b", "X", "1", 80.0), ("b", "Y", "1", 90.0)]
    found = views(judged(rows), ScoreOptions())
    assert list(found) == ["raw", "centred", "equalised", "z"]
    assert found["raw"].means().tolist() == [45, 60]
    assert found["centred"].means() == pytest.approx([42.5, 57.5])


def by_names(scores):
    return {
        (system, segment): scores.values[row, column]
        for row, system in enumerate(scores.systems)
        for column, segment in enumerate(scores.segments)
        if scores.judged[row, column]
    }


@given(RATINGS)
def test_averages_are_those_of_a_plain_loop(rows):
    plain: dict[tuple[str, str], dict[str, list[float]]] = {}
    for rater, system, segment, value in rows:
        plain.setdefault((system, segment), {}).setdefault(rater, []).append(value)
    expected = {key: np.mean([np.mean(own) for own in raters.values()]) for key, raters in plain.items()}
    assert by_names(to_scores(judged(rows))) == pytest.approx(expected)


@given(RATINGS, st.randoms())
def test_the_order_of_ratings_is_irrelevant(rows, random):
    shuffled = random.sample(rows, len(rows))
    assert by_names(to_scores(judged(shuffled))) == pytest.approx(by_names(to_scores(judged(rows))))


@given(RATINGS)
def test_a_duplicated_system_leaves_the_others_alone(rows):
    doubled = rows + [
        (rater, "copy", segment, value) for rater, system, segment, value in rows if system == "X"
    ]
    found = by_names(to_scores(judged(doubled)))
    once = by_names(to_scores(judged(rows)))
    assert {key: value for key, value in found.items() if key[0] != "copy"} == pytest.approx(once)
    copied = {("X", segment): value for (system, segment), value in found.items() if system == "copy"}
    assert copied == pytest.approx({key: value for key, value in once.items() if key[0] == "X"})


@given(RATINGS)
def test_negated_scores_have_negated_means(rows):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        negated = to_scores(judged([(r, s, g, -value) for r, s, g, value in rows]))
    assert negated.means() == pytest.approx(-to_scores(judged(rows)).means())
