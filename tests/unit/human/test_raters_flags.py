"""Flags: each sign is found with its number, and what goes with a rater is counted."""

import warnings
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from assay.data.judgements import DEGRADED, GENUINE, Judgements
from assay.errors import MismatchError, OptionError
from assay.human.options import FlagLimits
from assay.human.raters.flags import flag_raters, leave_out_raters, scale_use
from support.judgement_rows import Row, judged


def rated(rater: str, scores: list[float], system: str = "A") -> list[Row]:
    return [(rater, system, str(number), score) for number, score in enumerate(scores)]


GOOD = [20.0, 90, 45, 70, 85, 30, 60, 75, 10, 50, 95, 40]


def kinds(judgements: Judgements, rater: str, **limits: float) -> set[str]:
    found = flag_raters(judgements, FlagLimits(**limits))  # type: ignore[arg-type]  # whole numbers are floats, too
    return {flag.kind for flag in found if flag.rater == rater}


def test_a_good_rater_has_no_flag() -> None:
    study = judged(rated("ann", GOOD) + rated("bob", [score + 3 for score in GOOD]))
    assert flag_raters(study) == ()


def test_constant_scores_of_one_rater_alone() -> None:
    """There is nobody to compare with: the flag says no more, and nothing is the mean of nobody."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kinds(judged(rated("ann", [70.0] * 40)), "ann") == {"straight-lining"}


def test_too_fast() -> None:
    rows = rated("ann", GOOD) + rated("bob", GOOD)
    study = judged(rows, seconds=[1.0] * 12 + [10.0] * 12)
    [flag] = flag_raters(study)
    assert (flag.rater, flag.kind, flag.value) == ("ann", "too fast", 1.0)
    assert "1.0 s per item over 12 items" in flag.evidence
    by_word = flag_raters(study, FlagLimits(seconds=0.5), words=np.full(24, 50.0))
    assert [(flag.rater, flag.value) for flag in by_word] == [("ann", 0.02)]


def test_two_questions_on_an_output_are_one_item() -> None:
    rows = [row for row in rated("ann", GOOD) for _ in range(2)]
    slow, fast = (
        judged(rows, aspect=["fluency", "adequacy"] * 12, seconds=[seconds] * 24) for seconds in (2.0, 1.0)
    )
    assert flag_raters(slow) == (), "four seconds an output"
    [flag] = flag_raters(fast)
    assert "2.0 s per item over 12 items" in flag.evidence
    [by_word] = flag_raters(slow, words=np.full(24, 50.0))
    assert by_word.value == pytest.approx(4 / 50)


@pytest.mark.parametrize(("scheme", "share"), [("yes-no", 0.8), ("yes-no", 0.6), ("comprehension", 0.8)])
def test_long_runs_of_two_values_come_by_chance(scheme: str, share: float) -> None:
    rng = np.random.default_rng(1)
    flagged = 0
    for _ in range(40):
        flagged += bool(
            flag_raters(judged(rated("ann", (rng.random(60) < share).astype(float).tolist()), scheme=scheme))
        )
    assert flagged <= 2, "nearly all of these raters have nine equal answers in a row"


def test_a_run_that_chance_would_not_give_is_one_on_any_scale() -> None:
    answers = [0.0, 1.0] * 15 + [1.0] * 25 + [0.0, 1.0] * 10
    [flag] = flag_raters(judged(rated("ann", answers), scheme="yes-no"))
    assert flag.evidence.startswith("a run of 26 equal scores")
    assert flag_raters(judged(rated("ann", [1.0] * 30), scheme="comprehension")) == (), (
        "all answers are right"
    )
    [always, spread] = flag_raters(judged(rated("ann", [1.0] * 30), scheme="yes-no"))
    assert always.evidence.startswith("a run of 30 equal scores")
    assert spread.evidence == "the standard deviation of the scores is 0.0 % of the scale", (
        "nobody to compare"
    )


def test_a_score_that_everybody_gives_to_most_items_flags_nobody() -> None:
    """Good systems on a scale of five points: most outputs are perfect to each of four careful raters."""
    rng = np.random.default_rng(1)
    true = rng.normal(4.8, 1.0, 60)
    given = {name: np.clip(np.round(true + rng.normal(0, 0.5, 60)), 1, 5).tolist() for name in "abcd"}
    assert all(scores.count(5.0) > 30 for scores in given.values())
    rows = [row for name, scores in given.items() for row in rated(name, scores)]
    assert flag_raters(judged(rows, scheme="xsts")) == ()
    lazy = [5.0] * 50 + [4.0, 3.0] * 5
    flags = flag_raters(judged([*rows, *rated("lazy", rng.permutation(lazy).tolist())], scheme="xsts"))
    said = [flag.evidence for flag in flags if "more than 50 %" in flag.evidence]
    others = sum(scores.count(5.0) for scores in given.values()) / 240
    assert said == [f"83 % of the scores are 5, more than 50 %; the others give it in {100 * others:.0f} %"]


def test_words_must_fit() -> None:
    with pytest.raises(MismatchError, match="1 numbers of words"):
        flag_raters(judged(rated("ann", GOOD)), words=np.ones(1))


@pytest.mark.parametrize(
    ("scores", "evidence"),
    [
        ([40.0] * 14 + [10.0, 90, 30, 70, 20, 80, 60, 50, 45, 55], "a run of 14 equal scores"),
        ([50.0, 10, 50, 90, 50, 20, 50, 80, 50, 50, 50, 30], "58 % of the scores are 50"),
        ([50.0, 51, 52, 50, 51, 52, 50, 51, 52, 50, 51, 52], "of the scale"),
    ],
)
def test_straight_lining(scores: list[float], evidence: str) -> None:
    found = flag_raters(judged([*rated("ann", scores), *others()]))
    assert {(flag.rater, flag.kind) for flag in found} == {("ann", "straight-lining")}
    assert any(evidence in flag.evidence for flag in found)


def others() -> list[Row]:
    """Return the ratings of three raters who use the scale, each on items of their own."""
    rng = np.random.default_rng(4)
    return [
        (name, "A", f"{name}{segment}", float(score))
        for name in ("bob", "cleo", "dora")
        for segment, score in enumerate(rng.integers(0, 21, 40) * 5)
    ]


Score = Callable[[np.random.Generator, float, float, float], float]
KINDS: Mapping[str, Score] = {
    # Good documents get 100 throughout; or nearly so; or documents differ more than their segments.
    "documents": lambda rng, good, effect, habit: 100.0 if good < 0.5 else float(rng.integers(30, 100)),
    "nearly": lambda rng, good, effect, habit: (
        100.0 if good < 0.5 and rng.random() < 0.9 else float(rng.integers(30, 100))
    ),
    "alike": lambda rng, good, effect, habit: float(
        np.clip(5 * np.round((80 + 20 * effect + rng.normal(0, 3)) / 5), 0, 100)
    ),
    "likert": lambda rng, good, effect, habit: float(
        25 * np.clip(np.round(3 + effect / 2 + rng.normal(0, 0.8)), 0, 4)
    ),
    # All systems are good, on a fine scale or on two points of a coarse one.
    "good": lambda rng, good, effect, habit: min(100.0, float(np.round(96 + rng.normal(0, 2.5)))),
    "two": lambda rng, good, effect, habit: 95.0 + 5.0 * (rng.random() < 0.5),
    # Raters differ in how often they give 100.
    "habits": lambda rng, good, effect, habit: (
        100.0 if rng.random() < habit else float(rng.integers(30, 100))
    ),
}


def careful(rng: np.random.Generator, kind: str, raters: int = 5, documents: int = 8) -> list[Row]:
    """Return ratings of careful raters, each of documents of ten segments of their own."""
    rows = []
    for rater in range(raters):
        habit = float(np.clip(rng.normal(0.55, 0.15), 0, 0.95))
        for document in range(documents):
            good, effect = rng.random(), rng.normal()
            rows += [
                (f"r{rater}", "A", f"{rater}.{document}.{segment}", KINDS[kind](rng, good, effect, habit))
                for segment in range(10)
            ]
    return rows


@pytest.mark.parametrize("raters", [2, 3, 5, 10])
@pytest.mark.parametrize("kind", KINDS)
def test_careful_raters_are_seldom_flagged(kind: str, raters: int) -> None:
    """Today's rates are at most 4 % of raters; against the others' lower limits they were up to 35 % of two."""
    rng, studies = np.random.default_rng(7), max(4, 160 // raters)
    flagged = [
        len({flag.rater for flag in flag_raters(judged(careful(rng, kind, raters)))}) for _ in range(studies)
    ]
    # 5 % and two and a half standard errors.
    assert sum(flagged) / studies / raters <= 0.095


@pytest.mark.parametrize("kind", ["documents", "nearly", "habits", "good", "two"])
def test_who_stops_reading_half_way_is_still_flagged(kind: str) -> None:
    rng = np.random.default_rng(9)
    rows = careful(rng, kind)
    read = [100 * rng.random() for _ in range(40)]
    lazy = [("lazy", "A", f"lazy{number}", score) for number, score in enumerate([*read, *[50.0] * 40])]
    assert "a run of 40 equal scores" in " ".join(
        flag.evidence for flag in flag_raters(judged([*rows, *lazy])) if flag.rater == "lazy"
    )


@pytest.mark.parametrize("kind", ["documents", "good", "habits"])
def test_who_gives_one_score_to_everything_is_still_flagged(kind: str) -> None:
    rows = careful(np.random.default_rng(8), kind)
    lazy = [("lazy", "A", f"lazy{segment}", 100.0) for segment in range(80)]
    assert {flag.rater for flag in flag_raters(judged([*rows, *lazy]))} == {"lazy"}


def test_nobody_is_compared_with_nobody() -> None:
    assert flag_raters(judged(rated("ann", [50.0, 51, 52] * 10))) == ()


def test_outputs_without_errors_are_no_straight_line() -> None:
    clean = [0.0] * 20 + [-5.0, -1, -12, -3]
    assert flag_raters(judged(rated("ann", clean), scheme="mqm")) == ()
    assert kinds(judged(rated("ann", [*clean, *[-1.0] * 9]), scheme="mqm"), "ann") == {"straight-lining"}


def test_runs_follow_time_not_rows() -> None:
    scores = [50.0] * 9 + [10.0, 90, 30, 70, 20, 80, 60, 40, 45, 55]
    mixed = [float((number * 7) % 19) for number in range(19)]
    assert kinds(judged(rated("ann", scores)), "ann") == {"straight-lining"}
    assert kinds(judged(rated("ann", scores), start=[1000 * one for one in mixed]), "ann", seconds=0) == set()


def test_negative_discrimination() -> None:
    rows = rated("ann", GOOD) + rated("bob", GOOD) + rated("contrary", [100 - score for score in GOOD])
    study = judged(rows)
    assert kinds(study, "contrary") == {"negative discrimination"}
    assert kinds(study, "contrary", shared=13) == set()


def test_the_ends_of_the_scale() -> None:
    scores = [0.0, 100, 100, 0, 100, 0, 0, 100, 100, 0, 0, 50]
    assert kinds(judged([*rated("ann", scores), *others()]), "ann") == {"scale ends"}
    yes_no = judged(rated("ann", [0.0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1]), scheme="yes-no")
    assert flag_raters(yes_no) == ()


def test_controls_do_not_count_as_use_of_the_scale() -> None:
    study = judged(rated("ann", GOOD) + rated("ann", [0.0] * 12, "B"), item=[GENUINE] * 12 + [DEGRADED] * 12)
    [use] = scale_use(study)
    assert sum(use.counts) == 12


def test_without_some_raters_everything_is_counted() -> None:
    study = judged(rated("ann", GOOD) + rated("bob", GOOD[:4]) + rated("bob", GOOD[:3], "B"))
    kept = leave_out_raters(study, ["bob", "bob"])
    assert (kept.raters, kept.rows_left, kept.rows_removed, kept.outputs_lost) == (("bob",), 12, 7, 3)
    assert set(kept.judgements.rater.column()) == {"ann"}
    assert leave_out_raters(study, []).outputs_lost == 0
    with pytest.raises(OptionError, match="'eve' is not a rater"):
        leave_out_raters(study, ["eve"])


def test_histograms_count_every_score_once() -> None:
    study = judged(rated("ann", GOOD) + rated("bob", [0.0, 100.0, 100.0]))
    ann, bob = scale_use(study, bins=5)
    assert list(ann.edges) == [0, 20, 40, 60, 80, 100]
    assert ann.counts == (1, 2, 3, 3, 3)
    assert bob.counts == (1, 0, 0, 0, 2)


def test_grades_have_bins_of_their_own() -> None:
    [use] = scale_use(judged(rated("ann", [1.0, 5, 5, 3]), scheme="xsts"))
    assert use.edges == (0.5, 1.5, 2.5, 3.5, 4.5, 5.5)
    assert use.counts == (1, 0, 1, 0, 2)


def test_a_scale_without_an_end_ends_where_the_scores_do() -> None:
    [use] = scale_use(judged(rated("ann", [-12.5, -1, 0]), scheme="mqm"), bins=5)
    assert (use.edges[0], use.edges[-1]) == (-12.5, 0)
    assert sum(use.counts) == 3
    [use] = scale_use(judged(rated("ann", [0.1, 0.4, 0.7]), scheme="post-edit"), bins=5)
    assert (use.edges[0], use.edges[-1]) == (0, 0.7)
    assert sum(use.counts) == 3
    with pytest.raises(OptionError, match="bins"):
        scale_use(judged(rated("ann", [1.0])), bins=0)
