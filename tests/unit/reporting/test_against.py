"""Two runs held against each other: what changed is found, and chance is not called real."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from assay.data.runs import InputFile, Run, SegmentBuckets, SegmentStatistics
from assay.errors import InputError
from assay.metrics.edits.error_rates import Wer
from assay.reporting.blocks import Listing, Table
from assay.reporting.tables.run_files.against import against_report, bucket_changes, score_changes
from assay.stats.settings import Settings

SETTINGS = Settings(draws=200)
WIDTH = len(Wer().columns)


def statistics(edits: np.ndarray, system: str = "a") -> SegmentStatistics:
    rows = np.zeros((len(edits), WIDTH))
    rows[:, 0], rows[:, -1] = edits, 20
    return SegmentStatistics.of("wer", system, rows)


def run(score: float, *packed: SegmentStatistics, reference: str = "0", **more: Any) -> Run:
    scores = {
        "block": "table",
        "name": "scores",
        "columns": [
            {"name": "system"},
            {"name": "wer", "label": "WER", "better": "lower", "signature": "wer|"},
        ],
        "rows": [{"system": "a", "wer": {"value": score, "low": 0, "high": 99, "mark": ""}}],
    }
    made = Run(
        command="compare",
        arguments=(),
        options={"reference": ["ref"]},
        inputs=(InputFile("ref", reference * 64, 1),),
        signatures={"wer": "wer|"},
        environment={"assay": "1"},
        seed=1,
        started="",
        seconds=0.0,
        code=0,
        blocks=(scores,),
        statistics=packed,
    )
    return replace(made, **more)


EDITS = np.random.default_rng(2).binomial(20, 0.4, 200)


def test_a_clear_change_is_real_and_has_its_direction() -> None:
    old, new = run(40, statistics(EDITS)), run(35, statistics(np.maximum(EDITS - 1, 0)))
    [change] = score_changes(old, new, SETTINGS)
    assert (change.real(0.05), change.size) == ("significant", -5)
    said = next(block for block in against_report(old, new, SETTINGS) if isinstance(block, Listing))
    assert "WER of a improved significantly, from 40.00 to 35.00." in said.items


def test_noise_may_be_chance() -> None:
    other = EDITS + np.where(np.arange(200) % 2, 1, -1) * (np.arange(200) < 100)
    [change] = score_changes(run(40, statistics(EDITS)), run(40.01, statistics(other)), SETTINGS)
    assert change.real(0.05) == "not significant"


def test_nothing_is_tested_on_other_references_or_without_statistics() -> None:
    old, better = run(40, statistics(EDITS)), statistics(EDITS // 2)
    assert score_changes(old, run(20, better, reference="1"), SETTINGS)[0].real(0.05) == "not tested"
    assert score_changes(old, run(20), SETTINGS)[0].real(0.05) == "not tested"
    assert score_changes(old, run(20, statistics(EDITS[:50])), SETTINGS)[0].real(0.05) == "not tested"
    assert score_changes(old, run(40), SETTINGS)[0].real(0.05) == "same"


def test_systems_that_come_and_go_are_named() -> None:
    new = run(40)
    new = replace(new, blocks=({**new.blocks[0], "rows": [{"system": "b", "wer": 3.0}]},))
    assert [one.real(0.05) for one in score_changes(run(40), new, SETTINGS)] == ["only old", "only new"]


def table(name: str, *rows: dict[str, object]) -> dict[str, object]:
    return {
        "block": "table",
        "name": name,
        "columns": [{"name": name} for name in rows[0]],
        "rows": list(rows),
    }


def pair(value: float, mark: str) -> dict[str, object]:
    return table(
        "pairs", {"metric": "WER", "first": "a", "second": "b", "difference": {"value": value, "mark": mark}}
    )


def rank(best: int, worst: int) -> dict[str, object]:
    return table("ranks", {"metric": "WER", "system": "a", "best_rank": best, "worst_rank": worst})


def evidence(*kinds: str) -> dict[str, object]:
    rows: list[dict[str, object]] = [
        {"finding": kind, "ahead": "a", "behind": "b", "row": "x"} for kind in kinds
    ]
    return table("evidence", *rows)


def tables(old: tuple[dict[str, object], ...], new: tuple[dict[str, object], ...]) -> dict[str, Table]:
    first, second = run(40), run(40)
    made = against_report(
        replace(first, blocks=(*first.blocks, *old)), replace(second, blocks=(*second.blocks, *new)), SETTINGS
    )
    return {block.name: block for block in made if isinstance(block, Table)}


def test_ranks_claims_and_findings_that_changed_are_shown() -> None:
    old = (pair(-5, ""), rank(1, 2), evidence("order", "names"))
    new = (pair(-5, "*"), rank(1, 1), evidence("order", "numbers"))
    found = tables(old, new)
    assert found["standing-changes"].rows == (
        ("WER", "a", "rank", "1-2", "1"),
        ("WER", "a and b", "better", "open", "a"),  # of WER less is better
    )
    assert found["finding-changes"].rows == (
        ("gone", "names: a ahead of b (x)"),
        ("new", "numbers: a ahead of b (x)"),
    )


def test_what_did_not_change_is_not_shown() -> None:
    same = (pair(1, "*"), rank(1, 1), evidence("order"))
    assert not {"standing-changes", "finding-changes", "bucket-changes"} & set(tables(same, same))


def test_buckets_are_compared_row_by_row_and_words_are_tested() -> None:
    def made(f: float, score: float, match: float) -> Run:
        base = run(40)
        rows = np.column_stack([np.full(60, match), np.full(60, 10.0), np.full(60, 10.0)])
        blocks = (
            table("words-by-case", {"bucket": "lower", "system": "a", "F": f}),
            table("segments-by-segment-length", {"bucket": "10 to 19", "system": "a", "score": score}),
            table("segments-by-length-ratio", {"bucket": "1", "system": "a", "score": score}),
        )
        packed = SegmentStatistics.of("words:case:lower", "a", rows)
        return replace(base, blocks=(*base.blocks, *blocks), statistics=(packed,))

    words, segments = bucket_changes(made(50, 7, 5), made(80, 8, 8), SETTINGS)
    assert (words.table, words.row, words.size, words.real(0.05)) == (
        "words-by-case",
        "lower / a",
        30,
        "significant",
    )
    assert (segments.table, segments.real(0.05)) == ("segments-by-segment-length", "not tested")


LENGTHS = ("short", "middle", "long")
CODES = np.repeat([0, 1, 2], [120, 75, 5])


def bucketed(edits: np.ndarray, codes: np.ndarray = CODES, **more: Any) -> Run:
    """A run whose table has the WER of every bucket of segments, as `assay diagnose` writes it."""
    rows = [
        {
            "bucket": name,
            "system": "a",
            "metric": "WER",
            "segments": 1,
            "score": 5 * edits[codes == place].mean(),
        }
        for place, name in enumerate(LENGTHS)
    ]
    base, kept = run(40, statistics(edits)), SegmentBuckets.of("segment-length", LENGTHS, codes)
    made = replace(base, blocks=(*base.blocks, table("segments-by-segment-length", *rows)), buckets=(kept,))
    return replace(made, **more)


def states(old: Run, new: Run) -> dict[str, str]:
    return {one.row.split(" / ")[0]: one.real(0.05) for one in bucket_changes(old, new, SETTINGS)}


# Better on all short segments, as often better as worse on the others.
BETTER = np.where(CODES == 0, np.maximum(EDITS - 1, 0), EDITS + np.where(np.arange(200) % 2, 1, -1))


def test_a_bucket_of_segments_is_tested_on_its_own_segments() -> None:
    expected = {
        "short": "significant",
        "middle": "not significant",
        "long": "not tested",
    }  # 5 segments are too few
    assert states(bucketed(EDITS), bucketed(BETTER)) == expected


def test_a_bucket_has_the_p_value_of_a_run_of_its_segments_alone() -> None:
    short = CODES == 0
    [bucket] = [
        one for one in bucket_changes(bucketed(EDITS), bucketed(BETTER), SETTINGS) if "short" in one.row
    ]
    [alone] = score_changes(run(40, statistics(EDITS[short])), run(39, statistics(BETTER[short])), SETTINGS)
    assert bucket.test is not None
    assert alone.test is not None
    assert bucket.test.p_value == alone.test.p_value
    assert bucket.test.difference == pytest.approx(bucket.size)
    assert bucket.test.adjusted == 2 * bucket.test.p_value  # of two buckets that were tested


def test_a_bucket_of_other_segments_is_not_tested() -> None:
    moved = CODES.copy()
    moved[[130, 199]] = 2, 1
    assert states(bucketed(EDITS), bucketed(BETTER, moved))["middle"] == "not tested"
    assert states(bucketed(EDITS), bucketed(BETTER, moved))["short"] == "significant"


def test_buckets_of_segments_are_not_tested_without_what_it_takes() -> None:
    new, other = bucketed(BETTER), (InputFile("ref", "1" * 64, 1),)
    for old in (bucketed(EDITS, buckets=()), bucketed(EDITS, statistics=()), bucketed(EDITS, inputs=other)):
        assert set(states(old, new).values()) == {"not tested"}


def test_the_report_counts_buckets_and_says_what_is_not_tested() -> None:
    made = against_report(bucketed(EDITS), bucketed(BETTER), SETTINGS)
    said = next(block for block in made if isinstance(block, Listing))
    assert said.items[-1] == "Buckets that changed: 1 significant, 1 not tested, 1 not significant."
    [buckets] = [block for block in made if isinstance(block, Table) and block.name == "bucket-changes"]
    assert buckets.rows[0][1] == "short / a / WER"
    assert "fewer than 30 words or 10 segments" in buckets.notes[0]


def test_changed_files_and_signatures_are_said() -> None:
    old = run(40)
    new = replace(run(40, reference="1"), signatures={"wer": "wer|lowercase:yes"})
    said = next(block for block in against_report(old, new, SETTINGS) if isinstance(block, Listing))
    assert "Changed files: ref." in said.items
    assert "wer is computed differently in the two runs; its scores cannot be compared." in said.items


def test_runs_without_a_table_in_common_are_refused() -> None:
    other = replace(run(40), command="human", blocks=(table("ranking", {"system": "a"}),))
    with pytest.raises(InputError, match="no table in common"):
        against_report(run(40), other)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (statistics(EDITS), None, "the new run file does not have statistics"),
        (None, statistics(EDITS), "the old run file does not have statistics"),
        (None, None, "neither run file has statistics"),
        (statistics(EDITS), statistics(EDITS), ""),
    ],
)
def test_changes_that_cannot_be_tested_are_said(old, new, said: str) -> None:
    made = against_report(run(40, *filter(None, [old])), run(35, *filter(None, [new])), SETTINGS)
    listing = next(block for block in made if isinstance(block, Listing))
    told = " ".join(map(str, listing.items))
    assert (said in told) if said else ("are not tested" not in told)
    same = against_report(run(40), run(40), SETTINGS)
    assert "are not tested" not in str(next(block for block in same if isinstance(block, Listing)).items)
