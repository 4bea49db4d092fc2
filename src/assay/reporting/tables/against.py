"""Two runs of one command held against each other: what changed, and is it real?

Scores, ranks, significance, findings and buckets are looked up in the blocks of both run files, by the names of
their tables and rows. Where both files keep statistics of segments for a system, changes of its scores and buckets are
tested on them, if the references are the same files: else the sets may differ, and nothing is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from assay.comparison import Comparison
from assay.data import Run
from assay.diagnosis import FEWEST_SEGMENTS, FEWEST_WORDS, SHARED_FEATURES, BucketF
from assay.errors import InputError
from assay.metrics import Stats, spec_of
from assay.reporting.blocks import Block, Estimate, Head, Heading, Listing, Prose, Table, Value
from assay.reporting.tables.change_tests import (
    metric_of,
    score_tests,
    segment_bucket_tests,
    word_bucket_tests,
)
from assay.stats import Settings

MOST = 50
UNTESTED = (
    f"Not tested: buckets of fewer than {FEWEST_WORDS} words or {FEWEST_SEGMENTS} segments, that do not hold the same "
    "segments in both runs, or of which a run file has no statistics."
)
RIGHT: Literal["right"] = "right"
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    """One number of both runs; a side is None where it is not there."""

    table: str
    row: str
    column: str
    old: float | None
    new: float | None
    better: str = ""  # which way is better: "higher", "lower", or not known
    test: Comparison | None = None

    @property
    def size(self) -> float | None:
        """New minus old."""
        return None if self.old is None or self.new is None else self.new - self.old

    def real(self, alpha: float) -> str:
        """Say whether the change is more than chance."""
        if self.old is None or self.new is None:
            return "only old" if self.new is None else "only new"
        if self.old == self.new:
            return "same"
        if self.test is None:
            return "not tested"
        return "real" if self.test.adjusted < alpha else "may be chance"


def against_report(old: Run, new: Run, settings: Settings | None = None, *, level: int = 1) -> list[Block]:
    """Say what changed between two runs, under a heading of some level."""
    check_comparable(old, new)
    chosen = settings or Settings()
    scores = score_changes(old, new, chosen)
    buckets = sorted(
        bucket_changes(old, new, chosen),
        key=lambda one: (one.real(chosen.alpha) != "real", -abs(one.size or 0)),
    )
    return [
        Heading("What changed", level),
        Listing(
            "verdict",
            "In short",
            tuple(_summary(old, new, scores, chosen.alpha)) + _counted(buckets, chosen.alpha),
        ),
        *([Prose(_rule(chosen))] if any(one.test for one in (*scores, *buckets)) else []),
        *_tables([_scores_table(scores, chosen.alpha), _standing_table(old, new), _findings_table(old, new)]),
        *_tables([_buckets_table(buckets, chosen.alpha)]),
        _runs_table(old, new),
    ]


def _tables(tables: Sequence[Table]) -> list[Table]:
    return [table for table in tables if table.rows]


def _rule(settings: Settings) -> str:
    return (
        f"Changes of scores and buckets: approximate randomisation on the same segments, "
        f"{settings.permutation_draws:,} draws, seed {settings.seed}, p adjusted by Holm over all scores, over all "
        f"buckets of words and over all buckets of segments; real is a p-value below {settings.alpha:g}."
    )


# --- scores -------------------------------------------------------------------------------------------------


def score_changes(old: Run, new: Run, settings: Settings) -> list[Change]:
    """Return the score of every system under every metric in both runs, with a test where one can be made."""
    before, after = _scores(old), _scores(new)
    tests = score_tests(old, new, settings)
    return [
        Change("scores", row, column, before.get(key), after.get(key), _direction(column), tests.get(key))
        for key in dict.fromkeys([*before, *after])
        for row, column in [key]
    ]


def _direction(column: str) -> str:
    metric = metric_of(column)
    return "" if metric is None else "higher" if metric.higher_is_better else "lower"


def _scores(run: Run) -> dict[tuple[str, str], float]:
    """Return the scores of a run, from its table or, where it has none, from its statistics."""
    found = _cells(run, "scores")
    for one in run.statistics:
        metric = metric_of(one.metric)
        if metric is not None and not isinstance(metric, BucketF):
            found.setdefault((one.system, spec_of(metric)), Stats(metric, one.rows).total())
    return found


def _table(run: Run, name: str) -> Mapping[str, Any]:
    found = run.block(name)
    return found if found is not None and "rows" in found else {"columns": [], "rows": []}


def _heads(run: Run, name: str) -> list[Row]:
    return list(_table(run, name)["columns"])


def _cells(run: Run, name: str) -> dict[tuple[str, str], float]:
    """Return the numbers of a table by row and column; a row goes by its words."""
    found = {}
    signed = {head["name"] for head in _heads(run, name) if head.get("signature")}
    for row in _table(run, name)["rows"]:
        words = " / ".join(str(value) for value in row.values() if isinstance(value, str))
        for column, value in row.items():
            number = value.get("value") if isinstance(value, Mapping) else value
            if isinstance(number, int | float) and (not signed or column in signed):
                found[words, column] = float(number)
    return found


def _p(one: Change) -> float | None:
    return None if one.test is None else one.test.adjusted


def _scores_table(changes: Sequence[Change], alpha: float) -> Table:
    rows: list[tuple[Value, ...]] = []
    for one in changes:
        test = one.test
        size: Value = one.size
        if test is not None and one.size is not None:
            size = Estimate(one.size, test.low, test.high)
        rows.append((one.row, one.column, one.old, one.new, size, _p(one), one.real(alpha)))
    heads = (
        *(Head("system"), Head("metric"), Head("old", align=RIGHT), Head("new", align=RIGHT)),
        Head("change", align=RIGHT),
        Head("p", label="adjusted p", align=RIGHT, digits=4, least=1e-4),
        Head("is it real"),
    )
    return Table("score-changes", heads, tuple(rows), "Scores")


# --- ranks and significance ---------------------------------------------------------------------------------


def _standing_table(old: Run, new: Run) -> Table:
    """Show ranks and claims that are not what they were."""
    rows = [*_rank_changes(old, new), *_claim_changes(old, new)]
    heads = (Head("metric"), Head("who"), Head("what"), Head("old"), Head("new"))
    return Table("standing-changes", heads, tuple(rows), "Ranks and significance that changed")


def _rank_changes(old: Run, new: Run) -> Iterator[tuple[Value, ...]]:
    before, after = (
        {(row["metric"], row["system"]): row for row in _table(run, "ranks")["rows"]} for run in (old, new)
    )
    for key in dict.fromkeys([*before, *after]):
        was, now = (_rank(rows.get(key)) for rows in (before, after))
        if was != now:
            yield (*key, "rank", was, now)


def _rank(row: Row | None) -> str | None:
    if row is None:
        return None
    low, high = row.get("best_rank"), row.get("worst_rank")
    return f"{low}" if low == high else f"{low}-{high}"


def _claim_changes(old: Run, new: Run) -> Iterator[tuple[Value, ...]]:
    before, after = (
        {
            (row["metric"], row["first"], row["second"]): _claim(run, row)
            for row in _table(run, "pairs")["rows"]
        }
        for run in (old, new)
    )
    for key in dict.fromkeys([*before, *after]):
        was, now = before.get(key), after.get(key)
        if was != now:
            yield key[0], f"{key[1]} and {key[2]}", "better", was, now


def _claim(run: Run, row: Row) -> str:
    """Return the system of a pair that was claimed to be better, or that it was open."""
    difference = row.get("difference")
    if not isinstance(difference, Mapping) or not difference.get("mark"):
        return "open"
    lower = {head.get("label") for head in _heads(run, "scores") if head.get("better") == "lower"}
    ahead = float(difference["value"] or 0) > 0
    return str(row["first"] if ahead != (row["metric"] in lower) else row["second"])


# --- findings and buckets -----------------------------------------------------------------------------------


def _findings_table(old: Run, new: Run) -> Table:
    before, after = (_findings(run) for run in (old, new))
    rows = [("gone", words) for words in before if words not in after]
    rows += [("new", words) for words in after if words not in before]
    return Table("finding-changes", (Head("state"), Head("finding")), tuple(rows), "Findings that changed")


def _findings(run: Run) -> list[str]:
    """Name the findings of a run by kind, systems and the row they rest on, which no digit changes."""
    rows = _table(run, "evidence")["rows"]
    return [
        f"{row.get('finding')}: {row.get('ahead')} ahead of {row.get('behind')} ({row.get('row')})"
        for row in rows
    ]


WORDS_BY, SEGMENTS_BY = "words-by-", tuple(f"segments-by-{feature}" for feature in SHARED_FEATURES)


def bucket_changes(old: Run, new: Run, settings: Settings) -> list[Change]:
    """Return the F or score of every bucket of both runs that is not the same, if no output moves its bounds."""
    names = [str(block.get("name", "")) for block in new.blocks if "rows" in block]
    tests = word_bucket_tests(old, new, settings) | segment_bucket_tests(old, new, settings)
    found = []
    for name in (name for name in names if name.startswith(WORDS_BY) or name in SEGMENTS_BY):
        before, after = _cells(old, name), _cells(new, name)
        found += [
            Change(name, row, column, before.get((row, column)), value, test=tests.get((row, name)))
            for (row, column), value in after.items()
            if column in ("F", "score") and before.get((row, column)) not in (None, value)
        ]
    return found


def _buckets_table(changes: Sequence[Change], alpha: float) -> Table:
    rows: list[tuple[Value, ...]] = [
        (one.table, one.row, one.old, one.new, one.size, _p(one), one.real(alpha)) for one in changes[:MOST]
    ]
    numbers = (Head(name, align=RIGHT) for name in ("old", "new", "change"))
    p_value = Head("p", label="adjusted p", align=RIGHT, digits=4, least=1e-4)
    more = (f"{len(changes) - MOST} smaller changes are not shown.",) if len(changes) > MOST else ()
    untested = (UNTESTED,) if any(one.real(alpha) == "not tested" for one in changes) else ()
    notes = (*more, *untested)
    heads = (Head("table"), Head("row"), *numbers, p_value, Head("is it real"))
    return Table("bucket-changes", heads, tuple(rows), "Buckets: real changes first, then the largest", notes)


# --- in short -----------------------------------------------------------------------------------------------


def _summary(old: Run, new: Run, scores: Sequence[Change], alpha: float) -> Iterator[str]:
    if old.command != new.command:
        yield f"The runs are of different commands, {old.command} and {new.command}."
    yield from _signature_words(old, new)
    yield from _input_words(old, new)
    counted = Counter(one.real(alpha) for one in scores)
    for one in scores:
        if one.real(alpha) == "real" and one.size is not None:
            up = one.better != "lower"
            word = "better" if (one.size > 0) == up else "worse"
            yield f"{one.column} of {one.row} is {word}: {one.old:.2f} to {one.new:.2f}, and that is real."
    if scores:
        yield "Scores: " + ", ".join(f"{number} {words}" for words, number in counted.items()) + "."
    if counted.get("not tested"):
        yield "To have changes tested, write both run files with --run-segments, on the same references."


def _counted(buckets: Sequence[Change], alpha: float) -> tuple[str, ...]:
    counted = Counter(one.real(alpha) for one in buckets)
    words = ", ".join(f"{number} {words}" for words, number in counted.items())
    return (f"Buckets that changed: {words}.",) if words else ()


def _signature_words(old: Run, new: Run) -> Iterator[str]:
    for name, signature in new.signatures.items():
        if old.signatures.get(name, signature) != signature:
            yield f"{name} is not computed as it was; its scores cannot be compared."


def _input_words(old: Run, new: Run) -> Iterator[str]:
    before, after = ({one.path: one.sha256 for one in run.inputs} for run in (old, new))
    changed = [path for path in after if before.get(path, after[path]) != after[path]]
    if changed:
        yield f"Changed files: {', '.join(changed)}."
    for words, paths in (
        ("Files that are new", set(after) - set(before)),
        ("no longer read", set(before) - set(after)),
    ):
        if paths:
            yield f"{words[0].upper()}{words[1:]}: {', '.join(sorted(paths))}."


def _runs_table(old: Run, new: Run) -> Table:
    rows: list[tuple[Value, ...]] = [
        ("command", old.command, new.command),
        *([("arguments", " ".join(old.arguments), " ".join(new.arguments))] if new.arguments else []),
        ("started", old.started, new.started),
        *((name, old.environment.get(name), new.environment.get(name)) for name in new.environment),
        ("seed", _shown(old.seed), _shown(new.seed)),
    ]
    return Table("runs", (Head("what"), Head("old"), Head("new")), tuple(rows), "The two runs")


def _shown(seed: int | None) -> str:
    return "none" if seed is None else str(seed)


def check_comparable(old: Run, new: Run) -> None:
    """Refuse runs that have nothing to compare."""
    if not {block.get("name") for block in old.blocks} & {block.get("name") for block in new.blocks}:
        raise InputError(
            f"the two runs, of {old.command} and of {new.command}, have no table in common; take two of one command"
        )
