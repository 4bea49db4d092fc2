"""A set that is given, scored: the statistics of every system under every metric."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from assay.errors import OptionError
from assay.metrics import Metric
from assay.questions.asker import Shard, Shards
from assay.questions.given import Given

Asked = TypeVar("Asked", bound=Any)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Evaluation, MetricOptions


def score_set(
    given: Given,
    metrics: Sequence[Metric],
    threads: int,
    *,
    documents: bool = False,
    keep: bool = True,
    baseline: str | None = None,
    seen: Callable[[Shards], Shards] = iter,
) -> Evaluation:
    """Score every system of a set; `documents` refuses a set without them, `baseline` must be one of the systems.

    `seen` may look at each shard as it goes by, such as to keep its texts; `keep` keeps the statistics of segments.
    """
    from assay.metrics import evaluate
    from assay.resources import Resources

    shards = _with_baseline(given.shards_for(metrics, documents=documents), baseline)
    return evaluate(seen(shards), metrics, Resources(threads=threads), keep=keep)


def with_baseline_file(question: Asked, given: Given) -> tuple[Asked, Given]:
    """Return both with the name of the baseline where its file is named: one of the outputs, or one more."""
    from assay.io.texts.names import with_baseline

    files = given.as_files() if given.is_given else None
    asked = {
        each.name: options
        for each in fields(question)
        if getattr(options := getattr(question, each.name), "baseline", None) is not None
    }
    if files is None or not asked or not files.reference:
        return question, given
    systems, name = with_baseline(files.systems, next(iter(asked.values())).baseline)
    named = {field: replace(options, baseline=name) for field, options in asked.items()}
    named_files = replace(files, systems=systems)
    alone = replace(given, hypotheses=None, references=None, sources=None, documents=None, files=named_files)
    return replace(question, **named), alone


def merged_set(given: Given, metrics: MetricOptions) -> Evaluation | None:
    """Return the statistics of a folder of parts, a row a block; nothing where no such folder is named."""
    from assay.io.large.parts import holds_parts

    files = given.files if given.hypotheses is None else None
    if files is None or not files.systems or not all(map(holds_parts, files.systems)):
        return None
    from assay.engine import MergeOptions, merge_parts

    for name, chosen in (("-r", files.reference), ("-s", files.source), ("--docs", files.docs)):
        if chosen:
            raise OptionError(f"{name}: parts hold all that is known of the texts; leave it out")
    return merge_parts(MergeOptions(files.systems)).evaluation(metrics)


def _with_baseline(shards: Iterable[Shard], baseline: str | None) -> Shards:
    """Refuse a baseline that is none of the systems before anything is scored."""
    for evalset, outputs in shards:
        if baseline is not None:
            from assay.comparison.paired import check_baseline

            check_baseline(baseline, outputs)
        yield evalset, outputs
