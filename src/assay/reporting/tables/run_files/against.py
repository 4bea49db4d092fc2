"""Two runs of one command held against each other: what changed, and is it real?

Scores, ranks, claims, findings and buckets are the typed results of both run files. Where both files keep statistics of
segments for a system, changes of its scores and buckets are tested on them, if the references are the same files: else
the sets may differ, and nothing is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.comparison import Comparison
from assay.comparison.claims import decimals_apart
from assay.data import BucketScore, FindingKey, RankRange, Results, Run
from assay.data.results import BY_WORDS
from assay.diagnosis.words.buckets import FEWEST_SEGMENTS, FEWEST_WORDS
from assay.diagnosis.words.features import SHARED_FEATURES
from assay.diagnosis.words.rates import BucketF
from assay.errors import InputError
from assay.metrics import Stats, spec_of
from assay.reporting.blocks import Block, Estimate, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import number, numbers, p_value, table_of, text, texts
from assay.reporting.tables.run_files.change_tests import (
    BucketKey,
    ScoreKey,
    bucket_tests,
    check_widths,
    metric_of,
    results_of,
    score_tests,
)
from assay.stats import Settings

# Changes of buckets that are shown: the page of a large set would be nothing but these
MOST = 50
UNTESTED = (
    f"Not tested: buckets with fewer than {FEWEST_WORDS} words or {FEWEST_SEGMENTS} segments, with different "
    "segments in the two runs, or without statistics in a run file."
)


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

    @property
    def p_value(self) -> float | None:
        """The adjusted p-value of the test, where there is one."""
        return None if self.test is None else self.test.adjusted

    @property
    def estimate(self) -> Value:
        """The change with its interval, where it was tested."""
        if self.test is None or self.size is None:
            return self.size
        return Estimate(self.size, self.test.low, self.test.high)

    def real(self, alpha: float) -> str:
        """Say whether the change is more than chance."""
        if self.old is None or self.new is None:
            return "only old" if self.new is None else "only new"
        if self.old == self.new:
            return "same"
        if self.test is None:
            return "not tested"
        return "significant" if self.test.adjusted < alpha else "not significant"


def against_report(old: Run, new: Run, settings: Settings | None = None, *, level: int = 1) -> list[Block]:
    """Say what changed between two runs, under a heading of some level."""
    check_comparable(old, new)
    for name, run in (("old", old), ("new", new)):
        check_widths(run, name)
    settings = settings or Settings()
    alpha = settings.alpha
    scores = score_changes(old, new, settings)
    buckets = sorted(
        bucket_changes(old, new, settings),
        key=lambda change: (change.real(alpha) != "significant", -abs(change.size or 0)),
    )
    before, after = results_of(old), results_of(new)
    changed = [
        _scores_table(scores, alpha),
        _standing_table(before, after),
        _findings_table(before.findings, after.findings),
        _buckets_table(buckets, alpha),
    ]
    return [
        Heading("What changed", level),
        Listing(
            "verdict",
            "In short",
            (*_summary(old, new, scores, alpha), *_untested(old, new, scores), *_counted(buckets, alpha)),
        ),
        *([Prose(_rule(settings))] if any(change.test for change in (*scores, *buckets)) else []),
        *(table for table in changed if table.rows),
        _runs_table(old, new),
    ]


def _untested(old: Run, new: Run, changes: Sequence[Change]) -> list[str]:
    """Say which of two runs keeps nothing to test changes with, where there are changes."""
    bare = [name for name, run in (("old", old), ("new", new)) if not run.statistics]
    if not bare or all(change.test or change.old == change.new for change in changes):
        return []
    has = "neither run file has" if len(bare) > 1 else f"the {bare[0]} run file does not have"
    return [f"Changes of scores are not tested: {has} statistics of segments (--run-segments keeps them)."]


def _rule(settings: Settings) -> str:
    return (
        f"Changes of scores and buckets: approximate randomisation on the same segments, "
        f"{settings.permutation_draws:,} draws, seed {settings.seed}, with Holm correction over all scores, over "
        f"all buckets of words and over all buckets of segments; significant at p < {settings.alpha:g}."
    )


# --- scores -------------------------------------------------------------------------------------------------


def score_changes(old: Run, new: Run, settings: Settings) -> list[Change]:
    """Return the score of every system under every metric in both runs, with a test where one can be made."""
    before, after = _scores(old), _scores(new)
    tests = score_tests(old, new, settings)
    return [
        Change("scores", row, metric, before.get(key), after.get(key), _direction(metric), tests.get(key))
        for key in dict.fromkeys([*before, *after])
        for unit, system, metric in [key]
        for row in [" / ".join(filter(None, (unit, system)))]
    ]


def _direction(name: str) -> str:
    metric = metric_of(name)
    return "" if metric is None else "higher" if metric.higher_is_better else "lower"


def _scores(run: Run) -> dict[ScoreKey, float]:
    """Return the scores of a run, from its results or, where it has none, from its statistics."""
    scores = {
        (one.unit, one.system, one.metric): one.score
        for one in results_of(run).scores
        if one.score is not None
    }
    for statistics in run.statistics:
        metric = metric_of(statistics.metric)
        if metric is not None and not isinstance(metric, BucketF):
            key = ("", statistics.system, spec_of(metric))
            scores.setdefault(key, Stats(metric, statistics.rows).total())
    return scores


def _scores_table(changes: Sequence[Change], alpha: float) -> Table:
    columns = [
        *(text("system", read="row"), text("metric", read="column"), *numbers("old", "new")),
        *(number("change", read="estimate"), p_value("p", "adjusted p")),
        text("significance", read=lambda change: change.real(alpha)),
    ]
    return table_of("score-changes", "Scores", changes, columns)


# --- ranks and significance ---------------------------------------------------------------------------------


def _standing_table(old: Results, new: Results) -> Table:
    """Show ranks and claims that are not what they were."""
    rows = [*_rank_changes(old, new), *_claim_changes(old, new)]
    columns = [text(name, read=place) for place, name in enumerate(("metric", "who", "what", "old", "new"))]
    return table_of("standing-changes", "Ranks and significance that changed", rows, columns)


def _rank_changes(old: Results, new: Results) -> Iterator[tuple[Value, ...]]:
    before, after = ({(rank.metric, rank.system): _rank(rank) for rank in run.ranks} for run in (old, new))
    for metric, system in dict.fromkeys([*before, *after]):
        was, now = before.get((metric, system)), after.get((metric, system))
        if was != now:
            yield _label(old, new, metric), system, "rank", was, now


def _rank(rank: RankRange) -> str:
    return f"{rank.best}" if rank.best == rank.worst else f"{rank.best}-{rank.worst}"


def _claim_changes(old: Results, new: Results) -> Iterator[tuple[Value, ...]]:
    before, after = (
        {(pair.metric, pair.first, pair.second): pair.better for pair in run.pairs} for run in (old, new)
    )
    for key in dict.fromkeys([*before, *after]):
        was, now = before.get(key), after.get(key)
        if was != now:
            metric, first, second = key
            yield _label(old, new, metric), f"{first} and {second}", "better", was, now


def _label(old: Results, new: Results, metric: str) -> str:
    return new.labels.get(metric) or old.labels.get(metric) or metric


# --- findings and buckets -----------------------------------------------------------------------------------


def _findings_table(old: Sequence[FindingKey], new: Sequence[FindingKey]) -> Table:
    rows = [("gone", _said(finding)) for finding in old if finding not in new]
    rows += [("new", _said(finding)) for finding in new if finding not in old]
    columns = [text("state", read=0), text("finding", read=1)]
    return table_of("finding-changes", "Findings that changed", rows, columns)


def _said(finding: FindingKey) -> str:
    return f"{finding.kind}: {finding.ahead} ahead of {finding.behind} ({finding.row})"


def bucket_changes(old: Run, new: Run, settings: Settings) -> list[Change]:
    """Return the F or score of every bucket of both runs that is not the same, if no output moves its bounds."""
    before = {_key(bucket): bucket.score for bucket in results_of(old).buckets}
    tests, results = bucket_tests(old, new, settings), results_of(new)
    return [
        _bucket_change(bucket, before[key], results.labels, tests.get(key))
        for bucket in results.buckets
        for key in [_key(bucket)]
        if (bucket.by == BY_WORDS or bucket.feature in SHARED_FEATURES) and bucket.score is not None
        if before.get(key) not in (None, bucket.score)
    ]


def _key(bucket: BucketScore) -> BucketKey:
    return bucket.by, bucket.feature, bucket.bucket, bucket.system, bucket.metric


def _bucket_change(
    bucket: BucketScore, old: float | None, labels: Mapping[str, str], test: Comparison | None
) -> Change:
    label = labels.get(bucket.metric, bucket.metric)
    row = " / ".join(filter(None, (bucket.bucket, bucket.system, label)))
    column = "F" if bucket.by == BY_WORDS else "score"
    return Change(f"{bucket.by}-by-{bucket.feature}", row, column, old, bucket.score, test=test)


def _buckets_table(changes: Sequence[Change], alpha: float) -> Table:
    columns = [
        *(*texts("table", "row"), *numbers("old", "new"), number("change", read="size")),
        *(p_value("p", "adjusted p"), text("significance", read=lambda change: change.real(alpha))),
    ]
    more = f"{len(changes) - MOST} smaller changes not shown." if len(changes) > MOST else ""
    untested = UNTESTED if any(change.real(alpha) == "not tested" for change in changes) else ""
    title = "Buckets: significant changes first, then the largest"
    return table_of("bucket-changes", title, changes[:MOST], columns, notes=[more, untested])


# --- in short -----------------------------------------------------------------------------------------------


def _summary(old: Run, new: Run, scores: Sequence[Change], alpha: float) -> Iterator[str]:
    if old.command != new.command:
        yield f"The runs are of different commands: {old.command} and {new.command}."
    yield from _signature_words(old, new)
    yield from _input_words(old, new)
    counted = Counter(change.real(alpha) for change in scores)
    before, after = results_of(old), results_of(new)
    for change in scores:
        if change.real(alpha) == "significant":
            yield _changed(change, _label(before, after, change.column))
    if scores:
        yield "Scores: " + ", ".join(f"{number} {words}" for words, number in counted.items()) + "."
    if counted.get("not tested"):
        yield "To test changes, write both run files with --run-segments, on the same references."


def _changed(change: Change, label: str) -> str:
    """Say that a score improved or worsened, at the digits that show it."""
    was, now = change.old or 0.0, change.new or 0.0
    word = "improved" if (now > was) == (change.better != "lower") else "worsened"
    digits = decimals_apart(was, now)
    return f"{label} of {change.row} {word} significantly, from {was:.{digits}f} to {now:.{digits}f}."


def _counted(buckets: Sequence[Change], alpha: float) -> tuple[str, ...]:
    counted = Counter(change.real(alpha) for change in buckets)
    words = ", ".join(f"{number} {words}" for words, number in counted.items())
    return (f"Buckets that changed: {words}.",) if words else ()


def _signature_words(old: Run, new: Run) -> Iterator[str]:
    for name, signature in new.signatures.items():
        if old.signatures.get(name, signature) != signature:
            yield f"{name} is computed differently in the two runs; its scores cannot be compared."


def _input_words(old: Run, new: Run) -> Iterator[str]:
    before, after = ({file.path: file.sha256 for file in run.inputs} for run in (old, new))
    changed = [path for path in after if before.get(path, after[path]) != after[path]]
    if changed:
        yield f"Changed files: {', '.join(changed)}."
    for words, paths in (
        ("New files", set(after) - set(before)),
        ("files no longer read", set(before) - set(after)),
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
    columns = [text(name, read=place) for place, name in enumerate(("what", "old", "new"))]
    return table_of("runs", "The two runs", rows, columns)


def _shown(seed: int | None) -> str:
    return "none" if seed is None else str(seed)


def check_comparable(old: Run, new: Run) -> None:
    """Refuse runs that have nothing to compare."""
    if not {block.get("name") for block in old.blocks} & {block.get("name") for block in new.blocks}:
        raise InputError(
            f"the two runs, of {old.command} and of {new.command}, have no table in common; compare two runs of "
            "one command"
        )
