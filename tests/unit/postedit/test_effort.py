"""Measures, gain, learning, agreement and triage: by hand on small logs, and on studies made with a known answer."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assay.data import Codes, PostEdits, Scores
from assay.errors import InputError, OptionError
from assay.human.ratings.rater_effects import fit_crossed_effects
from assay.postedit import MEASURES, effort_scores, measure_effort
from assay.postedit.gain import model_gain
from assay.postedit.options import EffortOptions
from assay.postedit.quantities import measure_rows
from support.edit_logs import read_session, session

EVENTS = [
    (0, "open"),
    (4000, "type", "letter", 4, 3, "y"),
    (4500, "type", "letter", 5, 0, "o"),
    (7500, "mouse"),
    (8000, "erase", "erase", 5, 1, ""),
    (9000, "type", "white", 5, 0, " "),
    (10_000, "close"),
]


def made_study(rows: int = 240, learning: float = 0.0, seed: int = 1) -> PostEdits:
    """Three editors of known speeds do segments in a Latin square; mt is half again as fast as scratch."""
    chance = np.random.default_rng(seed)
    segments = rows // 3
    editor, segment = np.divmod(np.arange(3 * segments), segments)
    way = (segment + editor) % 3
    logs = np.array([0.0, -0.4, -0.1])[way] + np.array([-0.5, 0.0, 0.5])[editor]
    logs += chance.normal(0, 0.3, segments)[segment] + chance.normal(0, 0.2, len(way)) + learning * segment
    words = chance.integers(8, 25, segments)[segment].astype(float)
    codes = [Codes.of([str(each) for each in column]) for column in (editor, segment)]
    names = ("scratch", "good", "poor")
    return PostEdits(
        codes[0],
        Codes(names, way.astype(np.int32)),
        codes[1],
        way == 0,
        lengths={"source_words": words},
        seconds=np.exp(logs + 1.5) * words,
        order=segment + 1.0,
    )


def test_every_measure_by_hand(tmp_path: Path) -> None:
    postedits = read_session(
        tmp_path / "log.jsonl", session("the old cat", EVENTS, "the y  cat", source="die alte Katze hier")
    )
    [system] = measure_effort(postedits).systems
    known = {name: value for name, value in system.figures.items() if not np.isnan(value)}
    assert known == {
        "words_per_hour": pytest.approx(3600 * 4 / 10),
        "seconds_per_word": pytest.approx(2.5),
        "hter": pytest.approx(100 / 3),
        "aer": pytest.approx(100 / 3),
        "char_aer": pytest.approx(100 * (3 + 4) / 10),
        "wasted": pytest.approx(100 / 3),
        "keys_per_word": pytest.approx(1.0),
        "ksrm": pytest.approx(5 / 10),
        "pause_ratio": pytest.approx(8 / 10),
        "apr": pytest.approx((8 / 3) / 2.5),
        "pwr": pytest.approx(3 / 4),
        "unchanged": 0.0,
    }


def test_figures_of_groups_are_of_sums_not_means_of_figures() -> None:
    study = measure_effort(made_study())
    words, seconds = (study.measured.quantities[name] for name in ("words", "seconds"))
    for place, group in enumerate(study.systems):
        own = study.postedits.system.index == place
        assert group.figures["seconds_per_word"] == pytest.approx(seconds[own].sum() / words[own].sum())
        interval = group.intervals["seconds_per_word"]
        assert interval.low < interval.estimate < interval.high


def test_the_gain_is_that_which_was_put_in() -> None:
    gain = measure_effort(made_study()).gain
    assert gain is not None
    by_name = {speed.system: speed for speed in gain.speeds}
    good, poor = by_name["good"].ratio, by_name["poor"].ratio
    assert good is not None
    assert poor is not None
    assert good.low < np.exp(0.4) < good.high
    assert poor.low < np.exp(0.1) < poor.high
    assert by_name["good"].adjusted < 0.01  # type: ignore[operator]  # it was tested
    assert by_name["scratch"].ratio is None
    assert [speed.system for speed in gain.speeds] == ["good", "poor", "scratch"]
    assert gain.factor("raters") == pytest.approx(np.exp(0.5), rel=0.2)


def test_the_model_is_that_of_ratings() -> None:
    rows = made_study()
    values = np.log(rows.seconds / rows.lengths["source_words"])  # type: ignore[operator]  # seconds are there
    model = fit_crossed_effects(values, rows.system, rows.editor, rows.segment)
    assert np.diff(model.means).tolist() == pytest.approx([-0.4, 0.3], abs=0.12)


def test_intervals_of_the_gain_cover_the_truth() -> None:
    covered = []
    for seed in range(40):
        gain = measure_effort(made_study(90, seed=seed), EffortOptions(draws=20)).gain
        assert gain is not None
        ratio = next(speed.ratio for speed in gain.speeds if speed.system == "good")
        assert ratio is not None
        covered.append(ratio.low < np.exp(0.4) < ratio.high)
    assert np.mean(covered) > 0.85


def null_study(
    chance: np.random.Generator,
    editors: int,
    segments: int,
    *,
    by_editor: float = 0.0,
    by_document: float = 0.0,
) -> PostEdits:
    """Editors do every segment once, document by document in turn from scratch and from two systems that gain nothing.

    What an editor makes of a way of working, and what a document does, have these standard deviations.
    """
    editor, segment = np.divmod(np.arange(editors * segments), segments)
    document = segment // 5
    way = (document + editor) % 3
    logs = chance.normal(0, by_editor, (editors, 3))[editor, way]
    logs += (
        chance.normal(0, by_document, (segments, 3))[document, way] + chance.normal(0, 0.4, editors)[editor]
    )
    logs += chance.normal(0, 0.3, segments)[segment] + chance.gamma(2, 0.3, len(way))
    columns = [Codes.of([str(each) for each in column]) for column in (editor, segment, document)]
    return PostEdits(
        columns[0],
        Codes(("scratch", "one", "two"), way.astype(np.int32)),
        columns[1],
        way == 0,
        document=columns[2] if by_document else None,
        lengths={"source_words": np.full(len(way), 10.0)},
        seconds=10 * np.exp(logs),
    )


def false_gains(studies: int, sizes: tuple[int, int], effects: dict[str, float]) -> float:
    """Return in which share of studies without a gain one is claimed."""
    chance, claimed = np.random.default_rng(3), 0
    for _ in range(studies):
        rows = null_study(
            chance,
            *sizes,
            by_editor=effects.get("by_editor", 0.0),
            by_document=effects.get("by_document", 0.0),
        )
        gain = model_gain(measure_rows(rows, EffortOptions()), EffortOptions().settings)
        assert gain is not None
        claimed += any(speed.adjusted is not None and speed.adjusted < 0.05 for speed in gain.speeds)
    return claimed / studies


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "effects"),
    [
        ((3, 30), {"by_editor": 0.15}),
        ((6, 30), {"by_editor": 0.15}),
        ((3, 40), {"by_document": 0.2}),
        ((3, 6), {}),
    ],
)
def test_no_gain_is_claimed_where_editors_or_documents_alone_differ(
    sizes: tuple[int, int], effects: dict[str, float]
) -> None:
    # 3 standard errors of 60 studies above 5 %; without what editors make of a system it is 40 %.
    assert false_gains(60, sizes, effects) <= 0.134


def test_gains_that_differ_by_editor_make_the_interval_wide() -> None:
    chance = np.random.default_rng(1)
    rows = null_study(chance, 3, 30)
    slow = np.where(rows.editor.index == 2, np.where(rows.scratch, 1.0, 0.3), 1.0)
    assert rows.seconds is not None
    seconds = rows.seconds * slow
    gain = measure_effort(replace(rows, seconds=seconds), EffortOptions(draws=20)).gain
    assert gain is not None
    fastest = gain.speeds[0]
    assert fastest.ratio is not None
    assert fastest.ratio.estimate > 1.3
    assert fastest.ratio.low < 1
    assert fastest.adjusted is not None
    assert fastest.adjusted > 0.05


@pytest.mark.parametrize(
    ("editors", "segments", "why"),
    [
        (2, 40, "2 editors: whether others would gain as much"),
        (3, 2, "6 rows of 3 editors are too few"),
        (9, 5, "5 segments: a gain cannot be told from chance in fewer than 6"),
    ],
)
def test_too_little_has_no_interval(editors: int, segments: int, why: str) -> None:
    rows = null_study(np.random.default_rng(2), editors, segments)
    spread = replace(rows, system=Codes(rows.system.names, (np.arange(len(rows)) % 3).astype(np.int32)))
    rows = replace(spread, scratch=spread.system.index == 0)
    study = measure_effort(rows, EffortOptions(draws=20))
    assert study.gain is not None
    assert study.gain.withheld.startswith(why)
    assert all(math.isnan(speed.seconds_per_word.low) for speed in study.gain.speeds)
    assert all(speed.p_value is None for speed in study.gain.speeds)
    assert all(math.isnan(group.intervals["seconds_per_word"].low) for group in study.systems) == (
        segments < 3
    )


@pytest.mark.parametrize("learning", [-0.01, 0.0])
def test_learning_is_found_where_there_is_some(learning: float) -> None:
    curve = measure_effort(made_study(learning=learning)).curve
    assert curve is not None
    everyone = curve.slopes[0]
    assert (everyone.editor, everyone.over) == ("", "10 segments")
    expected = 100 * np.expm1(10 * learning)
    assert everyone.change.low - 1 < expected < everyone.change.high + 1
    assert (everyone.change.high < 0) == (learning < 0)
    assert len(curve.tenths) == 10


def test_editors_are_compared_on_the_same_outputs(tmp_path: Path) -> None:
    changes = [(0, "open"), (9, "type", "letter", 4, 3, "big"), (20, "close")]
    units = [
        session("the old cat", changes, "the big cat", unit="1", editor="anna"),
        session("the old cat", [(0, "open"), (9, "close")], "the old cat", unit="2", editor="ben"),
        session("the old cat", changes, "the big cat", unit="3", editor="chen", system="other"),
    ]
    [pair] = measure_effort(read_session(tmp_path / "log.jsonl", *units)).pairs
    assert (pair.first, pair.second, pair.shared) == ("anna", "ben", 1)
    assert pair.mutual == pytest.approx(100 / 3)
    assert pair.from_output == pytest.approx(100 / 6)
    assert pair.identical == 0


def predictor(rows: PostEdits, noise: float) -> Scores:
    scores = {each.name: each for each in effort_scores(measure_rows(rows, EffortOptions()))}[
        "seconds_per_word"
    ]
    chance = np.random.default_rng(5)
    values = -np.log(scores.values) + chance.normal(0, noise, scores.values.shape)
    return Scores("oracle", scores.systems, scores.segments, values)


def test_a_metric_that_knows_predicts_and_saves() -> None:
    rows = made_study(600)
    triage = measure_effort(rows, EffortOptions(draws=20), [predictor(rows, 0.0)]).triage
    [prediction] = triage.predictions
    assert (prediction.metric, prediction.measure) == ("oracle", "seconds_per_word")
    assert prediction.spearman.estimate == pytest.approx(1.0)
    [policy] = triage.policies
    assert 0 <= policy.saved <= policy.oracle
    assert 0 < policy.sent < 1
    shares = {each.system: each.share.estimate for each in triage.from_scratch}
    assert shares["poor"] > shares["good"] > 0


def test_a_metric_of_other_outputs_is_refused() -> None:
    other = Scores("comet", ("x",), ("a", "b"), np.zeros((1, 2)))
    with pytest.raises(InputError, match="comet: its scores are of systems x"):
        measure_effort(made_study(30), EffortOptions(draws=10), [other])


def test_scores_are_systems_by_segments_and_know_their_direction() -> None:
    rows = made_study(30)
    scores = {each.name: each for each in effort_scores(measure_rows(rows, EffortOptions()))}
    assert set(scores) == {"words_per_hour", "seconds_per_word"}
    assert scores["words_per_hour"].higher_is_better
    assert not scores["seconds_per_word"].higher_is_better
    values = scores["seconds_per_word"].values
    assert scores["seconds_per_word"].systems == ("good", "poor")
    assert values.shape == (2, 10)
    assert np.isfinite(values).sum() == 20


def test_words_that_are_not_there_are_refused() -> None:
    with pytest.raises(OptionError, match="--words final"):
        measure_rows(made_study(30), EffortOptions(words="final"))
    with pytest.raises(OptionError, match="--hter chrf"):
        measure_rows(made_study(30), EffortOptions(hter="chrf"))


def test_measures_have_names_of_their_own() -> None:
    assert (
        len({measure.name for measure in MEASURES})
        == len({measure.label for measure in MEASURES})
        == len(MEASURES)
    )
