"""Two runs held against each other: what changed is found, and chance is not called real."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assay.data.runs import InputFile, Run, SegmentStatistics
from assay.errors import InputError
from assay.metrics.wer import Wer
from assay.report.against import against_report, bucket_changes, score_changes
from assay.report.blocks import Listing, Table
from assay.significance.settings import Settings

SETTINGS = Settings(draws=200)
WIDTH = len(Wer().columns)


def statistics(edits: np.ndarray, system: str = "a") -> SegmentStatistics:
    rows = np.zeros((len(edits), WIDTH))
    rows[:, 0], rows[:, -1] = edits, 20
    return SegmentStatistics.of("wer", system, rows)


def run(score: float, *packed: SegmentStatistics, reference: str = "0", **more: object) -> Run:
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
    return replace(made, **more)  # type: ignore[arg-type]  # fields by name


EDITS = np.random.default_rng(2).binomial(20, 0.4, 200)


def test_a_clear_change_is_real_and_has_its_direction() -> None:
    old, new = run(40, statistics(EDITS)), run(35, statistics(np.maximum(EDITS - 1, 0)))
    [change] = score_changes(old, new, SETTINGS)
    assert (change.real(0.05), change.size) == ("real", -5)
    said = next(block for block in against_report(old, new, SETTINGS) if isinstance(block, Listing))
    assert "wer of a is better: 40.00 to 35.00, and that is real." in said.items


def test_noise_may_be_chance() -> None:
    other = EDITS + np.where(np.arange(200) % 2, 1, -1) * (np.arange(200) < 100)
    [change] = score_changes(run(40, statistics(EDITS)), run(40.01, statistics(other)), SETTINGS)
    assert change.real(0.05) == "may be chance"


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
    return table("evidence", *({"finding": kind, "ahead": "a", "behind": "b", "row": "x"} for kind in kinds))


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
        "real",
    )
    assert (segments.table, segments.real(0.05)) == ("segments-by-segment-length", "not tested")


def test_changed_files_and_signatures_are_said() -> None:
    old = run(40)
    new = replace(run(40, reference="1"), signatures={"wer": "wer|lowercase:yes"})
    said = next(block for block in against_report(old, new, SETTINGS) if isinstance(block, Listing))
    assert "Changed files: ref." in said.items
    assert "wer is not computed as it was; its scores cannot be compared." in said.items


def test_runs_without_a_table_in_common_are_refused() -> None:
    other = replace(run(40), command="human", blocks=(table("ranking", {"system": "a"}),))
    with pytest.raises(InputError, match="no table in common"):
        against_report(run(40), other)
