"""Studies of few editors, documents and rows: what is claimed of them, and what their intervals hold."""

import math

import numpy as np
import pytest

from assay.data import Codes, PostEdits, Scores
from assay.postedit import measure_effort
from assay.postedit.gain import learning_curve, model_gain
from assay.postedit.groups import group_rows
from assay.postedit.options import EffortOptions
from assay.postedit.quantities import measure_rows
from assay.reporting.tables.postedit.report import effort_summary
from assay.stats import Settings

QUICK = Settings(draws=200, threads=1)
STUDIES = 60


def study(
    seed: int,
    *,
    editors: int = 3,
    documents: int = 4,
    size: int = 8,
    taste: float = 0.0,
    document: float = 0.0,
    slope: float = 0.0,
) -> PostEdits:
    """Return times of editors who do every segment once, whole documents by turns from scratch and from output.

    `taste` is how far documents gain differently, `document` how far they take longer, `slope` how differently editors
    change over a hundred segments.
    """
    rng = np.random.default_rng(seed)
    segments = documents * size
    editor, segment = np.divmod(np.arange(editors * segments), segments)
    text = segment // size
    way = (text + editor) % 2
    logs = rng.normal(0, document, documents)[text] + rng.normal(0, taste, (documents, 2))[text, way]
    logs += rng.normal(0, slope, editors)[editor] * segment / 100 + rng.normal(0, 0.2, len(way))
    columns = [Codes.of([str(each) for each in column]) for column in (editor, segment, text)]
    return PostEdits(
        columns[0],
        Codes(("scratch", "alder"), way.astype(np.int32)),
        columns[1],
        way == 0,
        document=columns[2],
        lengths={"source_words": np.full(len(way), 10.0)},
        seconds=10 * np.exp(logs),
        order=segment + 1.0,
    )


def test_two_documents_tell_no_gain_of_others() -> None:
    gain = model_gain(measure_rows(study(1, documents=2, taste=0.3), EffortOptions()), QUICK)
    assert gain is not None
    assert gain.withheld.startswith("2 documents: whether others would gain as much cannot be told")
    assert all(speed.p_value is None for speed in gain.speeds)


@pytest.mark.slow
def test_few_documents_that_gain_differently_are_no_gain() -> None:
    """By the model alone it was 5 of these 60, since so few documents seem alike by chance."""
    false = 0
    for seed in range(STUDIES):
        gain = model_gain(measure_rows(study(seed, documents=3, taste=0.3), EffortOptions()), QUICK)
        false += gain is not None and any(
            speed.adjusted is not None and speed.adjusted < 0.05 for speed in gain.speeds
        )
    assert false <= 2


def test_effort_of_a_system_is_drawn_by_document() -> None:
    """By segment, 52 of these 120 intervals held the true time."""
    held = []
    for seed in range(STUDIES):
        measured = measure_rows(study(seed, document=0.3), EffortOptions())
        groups = group_rows(measured, measured.postedits.system, QUICK)
        intervals = [group.intervals["seconds_per_word"] for group in groups]
        true = math.exp((0.3**2 + 0.2**2) / 2)
        held += [each.low <= true <= each.high for each in intervals]
    assert np.mean(held) > 0.88


def test_learning_is_of_other_documents_and_editors() -> None:
    """By segment, and by the normal distribution, 17 of these 60 intervals held no change."""
    held = []
    for seed in range(STUDIES):
        curve = learning_curve(measure_rows(study(seed, document=0.3, slope=0.3), EffortOptions()), QUICK)
        assert curve is not None
        held += [each.change.low <= 0 <= each.change.high for each in curve.slopes if not each.editor]
    assert np.mean(held) > 0.9


def test_two_editors_tell_no_course_of_others() -> None:
    curve = learning_curve(measure_rows(study(1, editors=2), EffortOptions()), QUICK)
    assert curve is not None
    of_all, *of_each = curve.slopes
    assert math.isnan(of_all.change.low)
    assert not any(math.isnan(each.change.low) for each in of_each)


def test_the_first_screen_says_what_intervals_are_of() -> None:
    said = str(effort_summary(measure_effort(study(1))))
    assert "Student's t over 4 documents (jackknife), for other texts and the same editors" in said
    assert "none of fewer than 3 documents" in str(effort_summary(measure_effort(study(1, documents=2))))


def test_what_never_varies_has_no_interval() -> None:
    measured = measure_rows(study(1), EffortOptions())
    measured.quantities["words"][:] = measured.quantities["seconds"]
    [scratch, _] = group_rows(measured, measured.postedits.system, QUICK)
    assert scratch.figures["seconds_per_word"] == 1
    assert math.isnan(scratch.intervals["seconds_per_word"].low)


def test_predictions_leave_out_documents_whole() -> None:
    postedits = study(1, documents=12, document=0.5)
    values = np.repeat(np.random.default_rng(1).normal(0, 1, 12), 8)[None, :]
    metric = Scores("noise", ("alder",), tuple(map(str, range(96))), values)
    [prediction] = [
        each
        for each in measure_effort(postedits, metrics=[metric]).triage.predictions
        if each.measure == "seconds_per_word"
    ]
    # Fisher's interval of 96 outputs reaches 0.2 to either side.
    assert prediction.pearson.method == "jackknife t"
    assert prediction.pearson.high - prediction.pearson.low > 0.5
