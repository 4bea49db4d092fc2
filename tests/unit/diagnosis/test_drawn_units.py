"""What a diagnosis draws as one: documents, where they are known and matter, else segments."""

import random

import pytest

from assay.data import Codes, EvalSet
from assay.diagnosis import DiagnoseOptions, Diagnosis, diagnose
from assay.metrics import parse_metric
from assay.reporting.tables.diagnosis.report import diagnosis_report
from assay.stats import Settings

WORDS = [
    "old",
    "harbour",
    "boats",
    "wind",
    "tide",
    "men",
    "nets",
    "stones",
    "lamps",
    "winter",
    "rain",
    "grey",
    "quiet",
    "narrow",
    "early",
]
DOCUMENTS, SIZE = 24, 5
SETTINGS = Settings(draws=199, threads=1)


def made(unit: str, *, documents: bool = True) -> Diagnosis:
    """One system leaves out words all through some documents, the other through others: neither is better."""
    chance = random.Random(2)
    lines = [chance.choices(WORDS, k=12) for _ in range(DOCUMENTS * SIZE)]
    outputs: dict[str, list[str]] = {"a": [], "b": []}
    careless = [chance.choice("ab") for _ in range(DOCUMENTS)]
    for place, line in enumerate(lines):
        for system, texts in outputs.items():
            kept = line[:7] if careless[place // SIZE] == system else line
            texts.append(" ".join(kept))
    evalset = EvalSet(
        name="patchy",
        languages=("", "en"),
        source=None,
        references={"A": [" ".join(line) for line in lines]},
        document=Codes.of([f"d{place // SIZE}" for place in range(len(lines))]) if documents else None,
    )
    options = DiagnoseOptions(unit=unit, words=("case",), segments=("segment-length",), settings=SETTINGS)
    return diagnose(evalset, outputs, [parse_metric("wer")], options)


def test_documents_are_drawn_and_the_report_says_so() -> None:
    diagnosis = made("auto")
    assert diagnosis.unit.unit == "document"
    assert {test.comparison.units for test in diagnosis.errors.comparisons} == {DOCUMENTS}
    assert {test.comparison.units for test in diagnosis.buckets.words.comparisons} == {DOCUMENTS}
    assert f"Unit of resampling: document ({diagnosis.unit.reason})" in repr(
        diagnosis_report(diagnosis, ("findings",))
    )


def test_segments_give_smaller_p_values_and_a_caution() -> None:
    by_document, by_segment = made("auto"), made("segment")
    pairs = zip(by_document.errors.comparisons, by_segment.errors.comparisons, strict=True)
    missing = [two for two in pairs if two[0].comparison.metric.label == "missing"]
    assert missing
    assert all(whole.comparison.p_value > single.comparison.p_value for whole, single in missing)
    assert "Note: as requested, segments were resampled" in repr(diagnosis_report(by_segment, ("findings",)))


def test_a_run_keeps_segments_whatever_is_drawn() -> None:
    diagnosis = made("auto")
    for evaluation in diagnosis.evaluations:
        assert all(len(stats.rows) == DOCUMENTS * SIZE for stats in evaluation.stats.values())


def test_without_documents_all_is_as_it_was() -> None:
    auto, segment = made("auto", documents=False), made("segment", documents=False)
    assert auto.unit.unit == "segment"
    assert repr(auto.errors.comparisons) == repr(segment.errors.comparisons)  # NaN is not equal to itself
    assert "Unit of resampling" not in repr(diagnosis_report(auto, ("findings",)))


@pytest.mark.parametrize("unit", ["document", "block:5"])
def test_other_units_may_be_asked_for(unit: str) -> None:
    assert {test.comparison.units for test in made(unit).errors.comparisons} == {DOCUMENTS}
